import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Tx } from "../db/scope.ts";
import type { ConcurrencyLimiter } from "./concurrency-limiter.ts";

/** Resolves when the reader has room for more. */
export type Write = (chunk: string | Uint8Array) => Promise<void>;

/** A reader who has not taken a body by then gives its place and its database session up. */
export const BODY_LIMIT_MS = 120_000;

/** So much is kept back until there is more or the end: a short body is sent when its transaction has ended well, or not at all. */
export const BUFFERED_BYTES = 64 * 1024;

/** HEAD asks for the headers of a body that is not made: nothing is read for it, and nothing is told of it in the audit log. */
export const isHeadRequest = (request: Pick<FastifyRequest, "method">): boolean => request.method === "HEAD";
/** In its place; a stream, so that no length is said. */
export const noBody = (): Readable => Readable.from([]);

/** Who takes a body. */
export interface Reader {
  /** One distributor takes no more than its share of the limiter. */
  readonly distributorId: number;
  /** Aborts when the reader goes away, also while the body waits for its turn and is not on its way yet. */
  readonly signal: AbortSignal;
}

/**
 * A body that is written inside one transaction (or none) at the reader's pace, so that a list or a file of any length is never whole
 * in memory. A failure within the first `BUFFERED_BYTES` is thrown, and can still be answered or tried again; a later one breaks
 * the connection, so that half a file never passes for one.
 * @param limiter a body holds a database session until its reader has taken it: only so many at a time
 */
export async function streamBody<Within = Tx>(
  limiter: ConcurrencyLimiter,
  reader: Reader,
  transaction: (work: (within: Within) => Promise<void>) => Promise<void>,
  produce: (within: Within, write: Write) => Promise<void>,
): Promise<PassThrough> {
  const body = new PassThrough();
  const ended = new AbortController();
  const gone = AbortSignal.any([ended.signal, reader.signal]);
  body.once("close", () => ended.abort(new Error("the reader went away")));
  // What the reader's going away says is of no use to anybody.
  body.on("error", () => undefined);
  const started = Promise.withResolvers<void>();
  let keptBack: (string | Uint8Array)[] | undefined = [];
  let keptBackBytes = 0;
  const send = async (chunk: string | Uint8Array): Promise<void> => {
    if (!body.write(chunk)) await once(body, "drain", { signal: gone });
  };
  const write: Write = async (chunk) => {
    gone.throwIfAborted();
    if (!keptBack) return await send(chunk);
    keptBack.push(chunk);
    keptBackBytes += Buffer.byteLength(chunk);
    if (keptBackBytes <= BUFFERED_BYTES) return;
    const chunks = keptBack;
    keptBack = undefined;
    started.resolve();
    for (const one of chunks) await send(one);
  };
  const work = async (within: Within): Promise<void> => {
    // A transaction that is tried again would write twice.
    if (!keptBack) throw new Error("a body is written once");
    keptBack = [];
    keptBackBytes = 0;
    await produce(within, write);
  };
  const inTime = async (): Promise<void> => {
    const limit = setTimeout(() => ended.abort(new Error("the reader took too long")), BODY_LIMIT_MS);
    await transaction(work).finally(() => clearTimeout(limit));
  };
  limiter.run(inTime, gone, reader.distributorId).then(
    () => {
      for (const chunk of keptBack ?? []) body.write(chunk);
      body.end();
      started.resolve();
    },
    (error: Error) => {
      started.reject(error);
      body.destroy(error);
    },
  );
  await started.promise;
  return body;
}

/**
 * Writes a JSON array from what a cursor fetches, some rows at a time; nothing before the first rows are there.
 * @param before what goes ahead of the array
 * @returns how many rows
 */
export async function writeJsonRows<Row>(
  write: Write,
  batches: AsyncIterable<Row[]>,
  before = "",
): Promise<number> {
  let count = 0;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    await write((count === 0 ? `${before}[` : ",") + rows.map((row) => JSON.stringify(row)).join(","));
    count += rows.length;
  }
  await write(count === 0 ? `${before}[]` : "]");
  return count;
}
