import { AwsClient } from "aws4fetch";
import pRetry from "p-retry";
import type { Config } from "../config.ts";

export type S3Access = NonNullable<Config["s3"]>;

const RETRIES = 3;
const FIRST_DELAY_MS = 100;
/** Somebody may be waiting: after that nothing is tried again. */
const PATIENCE_MS = 15_000;

/** The bucket answered otherwise than was expected. */
export class S3Refusal extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface S3Call<T> {
  readonly method: "GET" | "PUT" | "DELETE";
  readonly body?: Uint8Array<ArrayBuffer> | "";
  readonly headers?: Record<string, string>;
  readonly accepted: readonly number[];
  /** Part of each try. */
  readonly read: (answer: Response) => Promise<T>;
  /** Ends everything: tries, pauses and reading. */
  readonly signal?: AbortSignal;
}

/**
 * Calls to Amazon S3, or to a server that speaks its protocol. One that is answered 5xx or 429 is tried again up to three times:
 * that is mostly over in a moment.
 * @param options.name of the bucket, in failures
 * @param options.firstDelayMs before the second try; it doubles
 * @param options.answerLimitMs each try may take this long to begin its answer; its body lasts as long as its reader takes
 * @param options.retriesSilence whether a broken connection, or none, is tried again too: whoever writes only if nothing is there must not
 */
export function s3Client(
  { endpoint: _endpoint, ...keys }: S3Access,
  options: { name: string; firstDelayMs?: number; answerLimitMs?: number; retriesSilence: boolean },
): <T>(target: string, call: S3Call<T>) => Promise<T> {
  const { name, firstDelayMs = FIRST_DELAY_MS, answerLimitMs, retriesSilence } = options;
  const client = new AwsClient({ ...keys, service: "s3", retries: 0 });

  async function answerTo(target: string, { signal, ...init }: RequestInit): Promise<Response> {
    const request = await client.sign(target, init);
    if (answerLimitMs === undefined) return await fetch(request, signal ? { signal } : {});
    const limit = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new Error("no answer in time");
        limit.abort(error);
        reject(error);
      }, answerLimitMs);
    });
    try {
      // A request holds its signal weakly: one that was part of it did not end some waits of a bucket that hangs.
      return await Promise.race([fetch(request, { signal: limit.signal }), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return async (target, { accepted, read, ...init }) =>
    pRetry(
      async () => {
        const answer = await answerTo(target, init);
        if (accepted.includes(answer.status)) return await read(answer);
        const code = codeIn(await answer.text());
        throw new S3Refusal(`${name} answered ${answer.status} to ${init.method}: ${code}`, answer.status);
      },
      {
        retries: RETRIES,
        maxRetryTime: PATIENCE_MS,
        minTimeout: firstDelayMs,
        ...(init.signal ? { signal: init.signal } : {}),
        shouldRetry: ({ error }) =>
          error instanceof S3Refusal ? error.status >= 500 || error.status === 429 : retriesSilence,
      },
    );
}

/** S3 says what is wrong in XML; its text may name the key pair, its code does not. */
const codeIn = (xml: string): string => /<Code>([A-Za-z]{1,60})<\/Code>/.exec(xml)?.[1] ?? "no code";
