import { errors } from "../../errors.ts";
import { type S3Access, type S3Call, s3Client } from "../../platform/s3-client.ts";
import { checkKey, type RegistryStorage, type StoredObject } from "./registry-storage.ts";

/** One object must not keep a page waiting. */
const TIMEOUT_MS = 20_000;

/**
 * A registry in a bucket. `create` asks for `If-None-Match: *`, which the server must honour on writes (Amazon S3, MinIO and
 * Cloudflare R2 do).
 * @param url `s3://bucket/prefix`
 */
export function s3RegistryStorage(
  url: string,
  access: S3Access,
  options: { firstDelayMs?: number } = {},
): RegistryStorage {
  const { host: bucket, pathname } = new URL(url);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, "");
  const root = prefix === "" ? "" : `${prefix}/`;
  const bucketUrl = `${access.endpoint}/${bucket}`;
  const address = `s3://${bucket}/${prefix}`;
  const client = s3Client(access, { name: address, ...options, retriesSilence: false });

  const call = <T>(target: string, request: Omit<S3Call<T>, "signal">): Promise<T> =>
    client(target, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
      throw errors.registry.away(error);
    });
  const urlOf = (key: string): string => `${bucketUrl}/${root}${checkKey(key)}`;
  const put = (key: string, content: Uint8Array, accepted: number[], headers: Record<string, string> = {}) =>
    call(urlOf(key), {
      method: "PUT",
      // Copied: the signature and the request must be of the same bytes.
      body: new Uint8Array(content),
      headers,
      accepted,
      read: async ({ status }) => status,
    });

  return {
    address,
    folder: null,
    async read(key) {
      return await call(urlOf(key), {
        method: "GET",
        accepted: [200, 404],
        async read(answer) {
          const content = new Uint8Array(await answer.arrayBuffer());
          return answer.status === 200 ? content : undefined;
        },
      });
    },
    async write(key, content) {
      await put(key, content, [200]);
    },
    async create(key, content) {
      // 409: two such writes at the same moment, of which this one lost.
      return (await put(key, content, [200, 409, 412], { "if-none-match": "*" })) === 200;
    },
    async list(within) {
      const objects: StoredObject[] = [];
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: `${root}${within}` });
        if (token !== undefined) query.set("continuation-token", token);
        const xml = await call(`${bucketUrl}?${query.toString()}`, {
          method: "GET",
          accepted: [200],
          read: (answer) => answer.text(),
        });
        for (const [contents] of xml.matchAll(/<Contents>[^]*?<\/Contents>/g)) {
          const key = element(contents, "Key").slice(root.length);
          const modified = new Date(element(contents, "LastModified"));
          objects.push({ key, modified, size: Number(element(contents, "Size")) });
        }
        token = element(xml, "IsTruncated") === "true" ? element(xml, "NextContinuationToken") : undefined;
      } while (token !== undefined);
      return objects;
    },
    // A bucket shows no part of an object that was not sent whole.
    removeUnfinished: () => Promise.resolve(),
    async remove(key) {
      await call(urlOf(key), {
        method: "DELETE",
        accepted: [200, 204, 404],
        read: async ({ status }) => status,
      });
    },
  };
}

/** Keys are plain characters (`checkKey`): of XML's escapes only a token can hold one. */
const element = (xml: string, name: string): string =>
  (new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "").replaceAll("&amp;", "&");
