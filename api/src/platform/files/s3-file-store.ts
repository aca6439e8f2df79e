import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { errors } from "../../errors.ts";
import type { FileStore } from "../../services.ts";
import { type S3Access, type S3Call, S3Refusal, s3Client } from "../s3-client.ts";
import { checkFileKey } from "./file-key.ts";

/** One call may take this long to begin its answer. */
const ANSWER_LIMIT_MS = 10_000;
/** An empty file that says nothing. */
const CHECKED = "readiness";

/**
 * Files in a bucket of Amazon S3 or of a server that speaks its protocol. Writing the same key again is harmless, so every call
 * is tried again when the server answers 5xx or 429, or not at all.
 * @param url `s3://bucket/prefix` (`FILES_URL`)
 */
export function s3FileStore(
  url: string,
  access: S3Access,
  options: { firstDelayMs?: number; answerLimitMs?: number } = {},
): FileStore {
  const { host: bucket, pathname } = new URL(url);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, "");
  const bucketUrl = `${access.endpoint}/${bucket}`;
  const urlOf = (key: string): string =>
    `${bucketUrl}/${prefix === "" ? "" : `${prefix}/`}${checkFileKey(key)}`;
  const client = s3Client(access, {
    name: "the object store",
    answerLimitMs: ANSWER_LIMIT_MS,
    ...options,
    retriesSilence: true,
  });

  async function call<T>(key: string, request: S3Call<T>): Promise<T> {
    const target = urlOf(key);
    try {
      return await client(target, request);
    } catch (error) {
      if (error instanceof S3Refusal && error.status === 404 && request.method === "GET")
        throw errors.files.missing(error);
      throw errors.files.unavailable(error);
    }
  }

  return {
    async put(key, content, contentType) {
      await call(key, {
        method: "PUT",
        // Copied: the signature and the request must be of the same bytes.
        body: new Uint8Array(content),
        headers: { "content-type": contentType },
        accepted: [200],
        read: (answer) => answer.arrayBuffer(),
      });
    },
    get: (key) =>
      call(key, {
        method: "GET",
        accepted: [200],
        read: async (answer) => new Uint8Array(await answer.arrayBuffer()),
      }),
    open: (key, range) =>
      call(key, {
        method: "GET",
        headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
        // A server that gave the whole file for a part would corrupt it.
        accepted: [range ? 206 : 200],
        read: async ({ body }) => (body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])),
      }),
    async remove(key) {
      await call(key, {
        method: "DELETE",
        accepted: [200, 204, 404],
        read: (answer) => answer.arrayBuffer(),
      });
    },
    async check() {
      // Written, not read: keys of a bucket are often let neither list it nor ask for what is not there.
      await call(CHECKED, { method: "PUT", body: "", accepted: [200], read: (answer) => answer.text() });
    },
  };
}
