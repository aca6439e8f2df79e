import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Tx } from "../db/scope.ts";
import type { Turnstile } from "./turnstile.ts";

/** Resolves when the reader has room for more. */
export type Write = (chunk: string | Uint8Array) => Promise<void>;

/**
 * A body that is written inside one transaction at the reader's pace, so that a list or a file of any length is never whole
 * in memory. A failure before the first byte is thrown, and can still be answered; a later one breaks the connection, so
 * that half a file never passes for one.
 * @param door a body holds a database session until its reader has taken it: only so many at a time
 */
export async function streamBody(
  door: Turnstile,
  transaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  produce: (tx: Tx, write: Write) => Promise<void>,
): Promise<PassThrough> {
  const body = new PassThrough();
  const gone = new AbortController();
  body.once("close", () => gone.abort(new Error("the reader went away")));
  // What the reader's going away says is of no use to anybody.
  body.on("error", () => undefined);
  const started = Promise.withResolvers<void>();
  let written = false;
  const write: Write = async (chunk) => {
    gone.signal.throwIfAborted();
    written = true;
    started.resolve();
    if (!body.write(chunk)) await once(body, "drain", { signal: gone.signal });
  };
  const work = async (tx: Tx): Promise<void> => {
    // A transaction that is tried again would write twice.
    if (written) throw new Error("a body is written once");
    await produce(tx, write);
  };
  door
    .pass(() => transaction(work), gone.signal)
    .then(
      () => {
        started.resolve();
        body.end();
      },
      (error: Error) => {
        started.reject(error);
        body.destroy(error);
      },
    );
  await started.promise;
  return body;
}

/** Writes a JSON array from what a cursor fetches, some rows at a time. */
export async function writeJsonRows<Row>(write: Write, batches: AsyncIterable<Row[]>): Promise<number> {
  let count = 0;
  await write("[");
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    await write((count === 0 ? "" : ",") + rows.map((row) => JSON.stringify(row)).join(","));
    count += rows.length;
  }
  await write("]");
  return count;
}
