import { once } from "node:events";
import { PassThrough } from "node:stream";
import { turnstile } from "../../http/turnstile.ts";
import type { Tx } from "../../db/scope.ts";
import { type InvoiceList, invoicesRepository } from "./invoices.repository.ts";

/** A whole list holds a database session until its reader has taken it: a few at a time leave the others alone. */
const door = turnstile(4);

/**
 * `{results: [all], next, previous, count}` as bytes that follow the reader's pace; never more than one fetch of rows is in
 * memory. A failure before the first byte is thrown; a later one breaks the connection, so that half a list never passes for one.
 */
export async function streamInvoices(
  transaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  list: InvoiceList,
): Promise<PassThrough> {
  const body = new PassThrough();
  const gone = new AbortController();
  body.once("close", () => gone.abort(new Error("the reader went away")));
  const started = Promise.withResolvers<void>();
  const write = async (text: string): Promise<void> => {
    gone.signal.throwIfAborted();
    if (!body.write(text)) await once(body, "drain", { signal: gone.signal });
  };
  const writeAll = async (tx: Tx): Promise<void> => {
    let count = 0;
    for await (const rows of invoicesRepository.all(tx, list)) {
      started.resolve();
      const text = rows.map((row) => JSON.stringify(row)).join(",");
      await write(count === 0 ? `{"results":[${text}` : `,${text}`);
      count += rows.length;
    }
    started.resolve();
    await write(`${count === 0 ? '{"results":[' : ""}],"next":null,"previous":null,"count":${count}}`);
  };
  door
    .pass(() => transaction(writeAll), gone.signal)
    .then(
      () => body.end(),
      (error: Error) => {
        started.reject(error);
        body.destroy(error);
      },
    );
  // What the reader's going away says is of no use to anybody.
  body.on("error", () => undefined);
  await started.promise;
  return body;
}
