import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { InvoiceDocument } from "../domain/e-invoicing/invoice-document.ts";
import { renderInvoicePdf } from "../pdf/invoice-pdf.ts";

/** What became of one document: its bytes, or why it could not be drawn. */
export type Drawing = { readonly pdf: Uint8Array } | { readonly failure: string };

/** Draws invoices one batch after the other. */
export interface InvoiceDrawer {
  /** @returns one drawing for each document, in their order */
  draw(documents: readonly InvoiceDocument[]): Promise<Drawing[]>;
  close(): Promise<void>;
}

/** Drawing these here takes less than starting a thread. */
const FEW = 5;

/** Draws here, or for more than a few documents in a thread that lives until the drawer is closed. */
export function invoiceDrawer(): InvoiceDrawer {
  let worker: Worker | undefined;
  return {
    async draw(documents) {
      if (documents.length <= FEW && !worker) return await drawAll(documents);
      worker ??= new Worker(new URL("./draw-invoices.worker.ts", import.meta.url));
      return await answerOf(worker, documents);
    },
    close: async () => void (await worker?.terminate()),
  };
}

export async function drawAll(documents: readonly InvoiceDocument[]): Promise<Drawing[]> {
  const drawings: Drawing[] = [];
  for (const document of documents) drawings.push(await drawingOf(document));
  return drawings;
}

async function drawingOf(document: InvoiceDocument): Promise<Drawing> {
  try {
    return { pdf: await renderInvoicePdf(document) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function answerOf(worker: Worker, documents: readonly InvoiceDocument[]): Promise<Drawing[]> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const answered = once(worker, "message", { signal });
  const ended = once(worker, "exit", { signal }).then(([code]) => {
    throw new Error(`the drawer of invoices ended with ${String(code)}`);
  });
  // Of the two, the one that does not come is let go.
  for (const one of [answered, ended]) one.catch(() => undefined);
  try {
    worker.postMessage(documents);
    const [drawings] = (await Promise.race([answered, ended])) as [Drawing[]];
    return drawings;
  } finally {
    waiting.abort();
  }
}
