import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Config } from "../../config.ts";
import { AppError, errors } from "../../errors.ts";
import type { FileStore } from "../../services.ts";
import { checkFileKey } from "./file-key.ts";

/** One call may take this long to begin its answer. */
const ANSWER_LIMIT_MS = 10_000;
/** Tries of one call: what is of the moment (a 503, a broken connection) is mostly over by the last. */
const TRIES = 4;
/** An empty file that says nothing. */
const CHECKED = "readiness";
const FIRST_DELAY_MS = 100;

/**
 * Files in a bucket of Amazon S3 or of a server that speaks its protocol. Writing the same key again is harmless, so every call
 * is tried again when the server answers 5xx or 429, or not at all.
 * @param url `s3://bucket/prefix` (`FILES_URL`)
 * @param options.firstDelayMs before the second try; it doubles
 */
export function s3FileStore(
  url: string,
  { endpoint, ...keys }: NonNullable<Config["s3"]>,
  options: { firstDelayMs?: number; answerLimitMs?: number } = {},
): FileStore {
  const { firstDelayMs = FIRST_DELAY_MS, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const { host: bucket, pathname } = new URL(url);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, "");
  const bucketUrl = `${endpoint}/${bucket}`;
  const urlOf = (key: string): string =>
    `${bucketUrl}/${prefix === "" ? "" : `${prefix}/`}${checkFileKey(key)}`;
  const client = new AwsClient({ ...keys, service: "s3", retries: 0 });

  async function once(target: string, init: RequestInit): Promise<Response> {
    // Only until the answer begins: its body lasts as long as its reader takes.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error("no answer in time")), answerLimitMs);
    try {
      return await client.fetch(target, { ...init, signal: limit.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  async function call<T>(
    target: string,
    init: RequestInit,
    accepted: readonly number[],
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    let failure: unknown;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      if (attempt > 0) await sleep(firstDelayMs * 2 ** (attempt - 1));
      try {
        const answer = await once(target, init);
        if (accepted.includes(answer.status)) return await read(answer);
        const said = `the object store answered ${answer.status} to ${init.method}`;
        failure = new Error(`${said}: ${codeIn(await answer.text())}`);
        if (answer.status === 404 && init.method === "GET") throw errors.files.missing(failure);
        if (answer.status < 500 && answer.status !== 429) break;
      } catch (error) {
        if (error instanceof AppError) throw error;
        failure = error;
      }
    }
    throw errors.files.unavailable(failure);
  }

  return {
    async put(key, content, contentType) {
      // Copied: the signature and the request must be of the same bytes.
      const init = {
        method: "PUT",
        body: new Uint8Array(content),
        headers: { "content-type": contentType },
      };
      await call(urlOf(key), init, [200], (answer) => answer.arrayBuffer());
    },
    get: (key) =>
      call(
        urlOf(key),
        { method: "GET" },
        [200],
        async (answer) => new Uint8Array(await answer.arrayBuffer()),
      ),
    open: (key, range) =>
      call(
        urlOf(key),
        {
          method: "GET",
          headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
        },
        // A server that gave the whole file for a part would corrupt it.
        [range ? 206 : 200],
        async ({ body }) => (body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])),
      ),
    async check() {
      // Written, not read: keys of a bucket are often let neither list it nor ask for what is not there.
      await call(urlOf(CHECKED), { method: "PUT", body: "" }, [200], (answer) => answer.text());
    },
  };
}

/** S3 says what is wrong in XML; its text may name the key pair, its code does not. */
const codeIn = (xml: string): string => /<Code>([A-Za-z]{1,60})<\/Code>/.exec(xml)?.[1] ?? "no code";
