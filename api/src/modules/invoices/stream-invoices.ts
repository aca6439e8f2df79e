import type { PassThrough } from "node:stream";
import type { Tx } from "../../db/scope.ts";
import { streamBody, writeJsonRows } from "../../http/stream-body.ts";
import { turnstile } from "../../http/turnstile.ts";
import { type InvoiceList, invoicesRepository } from "./invoices.repository.ts";

/** A whole list holds a database session until its reader has taken it: a few at a time leave the others alone. */
const door = turnstile(4, 2);

/** `{results: [all], next, previous, count}` at the reader's pace; never more than one fetch of rows is in memory. */
export async function streamInvoices(
  transaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  list: InvoiceList,
): Promise<PassThrough> {
  return await streamBody(door, list.distributorId, transaction, async (tx, write) => {
    const count = await writeJsonRows(write, invoicesRepository.all(tx, list), '{"results":');
    await write(`,"next":null,"previous":null,"count":${count}}`);
  });
}
