import { AwsClient } from "aws4fetch";
import { checkKey, type RegistryStorage, type StoredObject } from "./registry-storage.ts";

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** `https://s3.eu-west-3.amazonaws.com`, or that of another server that speaks S3; without a slash at its end. */
  readonly endpoint: string;
}

/** One object must not keep a page waiting. */
const TIMEOUT_MS = 20_000;

/**
 * A registry in a bucket. `create` asks for `If-None-Match: *`, which the server must honour on writes (Amazon S3, MinIO and
 * Cloudflare R2 do).
 * @param url `s3://bucket/prefix`
 */
export function s3RegistryStorage(url: string, access: S3Access): RegistryStorage {
  const { host: bucket, pathname } = new URL(url);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, "");
  const root = prefix === "" ? "" : `${prefix}/`;
  const client = new AwsClient({ ...access, service: "s3", retries: 3 });
  const bucketUrl = `${access.endpoint}/${bucket}`;
  const address = `s3://${bucket}/${prefix}`;

  async function call(
    method: string,
    target: string,
    accepted: readonly number[],
    init: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const answer = await client.fetch(target, { method, ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!accepted.includes(answer.status))
      throw new Error(
        `${address}: ${method} answered ${answer.status} ${(await answer.text()).slice(0, 300)}`,
      );
    return answer;
  }
  const urlOf = (key: string): string => `${bucketUrl}/${root}${checkKey(key)}`;
  /** Copied: the signature and the request must be of the same bytes. */
  const put = (key: string, content: Uint8Array, accepted: number[], headers: Record<string, string> = {}) =>
    call("PUT", urlOf(key), accepted, { body: new Uint8Array(content), headers });

  return {
    address,
    folder: null,
    async read(key) {
      const answer = await call("GET", urlOf(key), [200, 404]);
      const content = new Uint8Array(await answer.arrayBuffer());
      return answer.status === 200 ? content : undefined;
    },
    async write(key, content) {
      await put(key, content, [200]);
    },
    async create(key, content) {
      // 409: two such writes at the same moment, of which this one lost.
      const { status } = await put(key, content, [200, 409, 412], { "if-none-match": "*" });
      return status === 200;
    },
    async list(within) {
      const objects: StoredObject[] = [];
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: `${root}${within}` });
        if (token !== undefined) query.set("continuation-token", token);
        const xml = await (await call("GET", `${bucketUrl}?${query.toString()}`, [200])).text();
        for (const [contents] of xml.matchAll(/<Contents>[^]*?<\/Contents>/g)) {
          const key = element(contents, "Key").slice(root.length);
          objects.push({ key, modified: new Date(element(contents, "LastModified")) });
        }
        token = element(xml, "IsTruncated") === "true" ? element(xml, "NextContinuationToken") : undefined;
      } while (token !== undefined);
      return objects;
    },
    // A bucket shows no part of an object that was not sent whole.
    removeUnfinished: () => Promise.resolve(),
    async remove(key) {
      await call("DELETE", urlOf(key), [200, 204, 404]);
    },
  };
}

/** Keys are plain characters (`checkKey`): of XML's escapes only a token can hold one. */
const element = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "").replaceAll("&amp;", "&");
