import { readFile } from "node:fs/promises";
import { type InvoiceCsv, readInvoiceCsv } from "../domain/parsing/invoice-csv.ts";
import { answerOf, type ReadAnswer, readInThread } from "./read-in-thread.ts";

export const readInvoicesAt = (path: string): Promise<ReadAnswer<InvoiceCsv>> =>
  answerOf(async () => readInvoiceCsv(await readFile(path)));

/**
 * Reads a list of invoices from disk, in a thread when it is long.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export const readInvoiceFile = (
  { path, size }: { readonly path: string; readonly size: number },
  signal?: AbortSignal,
): Promise<InvoiceCsv> =>
  readInThread(
    { input: path, size },
    readInvoicesAt,
    new URL("./read-invoice-csv.worker.ts", import.meta.url),
    signal,
  );
