import { readFile } from "node:fs/promises";
import { type InvoiceCsv, readInvoiceCsv } from "../domain/parsing/invoice-csv.ts";
import { UnreadableStatement } from "../domain/parsing/statement-row.ts";
import { runInWorker } from "./run-in-worker.ts";

/** What a thread can post: an error would lose its class. */
export type InvoiceCsvAnswer = { readonly csv: InvoiceCsv } | { readonly unreadable: string };

/** Reading this much takes some ten milliseconds. */
const SMALL_BYTES = 256 * 1024;

export async function readInvoicesAt(path: string): Promise<InvoiceCsvAnswer> {
  try {
    return { csv: readInvoiceCsv(await readFile(path)) };
  } catch (error) {
    if (error instanceof UnreadableStatement) return { unreadable: error.message };
    throw error;
  }
}

/**
 * Reads a list of invoices from disk, in a thread when it is long.
 * @throws UnreadableStatement with a sentence for the person who sent it
 */
export async function readInvoiceFile(
  file: { readonly path: string; readonly size: number },
  signal?: AbortSignal,
): Promise<InvoiceCsv> {
  const answer =
    file.size <= SMALL_BYTES
      ? await readInvoicesAt(file.path)
      : await runInWorker<InvoiceCsvAnswer>(
          new URL("./read-invoice-csv.worker.ts", import.meta.url),
          file.path,
          {
            signal,
          },
        );
  if ("unreadable" in answer) throw new UnreadableStatement(answer.unreadable);
  return answer.csv;
}
