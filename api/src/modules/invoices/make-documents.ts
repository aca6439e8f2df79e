import { createHash } from "node:crypto";
import { inTransaction } from "../../db/scope.ts";
import type { InvoiceDocument } from "../../domain/e-invoicing/invoice-document.ts";
import type { Services } from "../../services.ts";
import { type Drawing, type InvoiceDrawer, invoiceDrawer } from "../../workers/draw-invoices.ts";
import { invoiceDocumentRepository as repository, type MadeDocument } from "./invoice-document.repository.ts";

/** Invoices of one round: some tenths of a second of drawing. */
const BATCH = 25;
/** Files written at a time. */
const WRITERS = 4;

/**
 * Makes the PDF of every issued invoice of a distributor that has none, in a thread beside the API. The invoice is committed
 * before: a crash in between leaves an invoice whose document the next run, or the first person who asks for it, makes. The same
 * invoice gives the same bytes and so the same place in the store, whoever makes it. One that cannot be drawn is logged, and
 * holds up no other.
 * @param signal looked at between two rounds: what is drawn is kept
 * @returns how many it made
 */
export async function makeMissingDocuments(
  services: Services,
  distributorId: number,
  signal?: AbortSignal,
): Promise<number> {
  const scope = { kind: "distributor", distributorId } as const;
  const drawer = invoiceDrawer();
  try {
    let made = 0;
    for (let after = 0; ; ) {
      signal?.throwIfAborted();
      const ids = await inTransaction(services.pool, scope, (tx) =>
        repository.withoutDocument(tx, distributorId, { after, limit: BATCH }),
      );
      made += await makeDocuments(services, distributorId, drawer, ids);
      if (ids.length < BATCH) return made;
      after = ids.at(-1) ?? after;
    }
  } finally {
    await drawer.close();
  }
}

/**
 * Makes the PDF of one issued invoice if it is not there.
 * @throws when it cannot be drawn
 */
export async function ensureDocument(
  services: Services,
  distributorId: number,
  invoiceId: number,
): Promise<void> {
  const scope = { kind: "distributor", distributorId } as const;
  const lacks = await inTransaction(services.pool, scope, (tx) => repository.lacksDocument(tx, invoiceId));
  if (!lacks) return;
  const made = await makeDocuments(services, distributorId, invoiceDrawer(), [invoiceId]);
  if (made === 0) throw new Error(`the document of the invoice ${invoiceId} cannot be drawn`);
}

async function makeDocuments(
  services: Services,
  distributorId: number,
  drawer: InvoiceDrawer,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const scope = { kind: "distributor", distributorId } as const;
  const documents = await inTransaction(services.pool, scope, (tx) => repository.documents(tx, ids));
  // No session is held while the pages are drawn and kept.
  const drawings = await drawer.draw(documents.map(({ document }) => document));
  const made: MadeDocument[] = [];
  const waiting = documents.map(({ id, document }, index) => ({ id, document, drawing: drawings[index] }));
  const saveAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const saved = await saveDocument(services, next.id, next.document, next.drawing);
      if (saved) made.push(saved);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, saveAll));
  await inTransaction(services.pool, scope, (tx) => repository.record(tx, distributorId, made));
  return made.length;
}

/** Puts a drawn document in the store; what could not be drawn is logged. */
async function saveDocument(
  services: Services,
  invoice_id: number,
  document: InvoiceDocument,
  drawing: Drawing | undefined,
): Promise<MadeDocument | undefined> {
  if (!drawing || "failure" in drawing) {
    const { invoice_number } = document;
    services.log.error(
      { invoice_id, invoice_number, reason: drawing?.failure },
      "an invoice cannot be drawn",
    );
    return undefined;
  }
  const { pdf } = drawing;
  const sha256 = createHash("sha256").update(pdf).digest();
  const hex = sha256.toString("hex");
  const storage_key = `invoices/${hex.slice(0, 2)}/${hex}.pdf`;
  await services.files.put(storage_key, pdf, "application/pdf");
  return {
    invoice_id,
    file_name: `${document.invoice_number}.pdf`,
    kind: document.type === "invoice" ? "invoice_pdf" : "credit_note",
    size: pdf.length,
    sha256: hex,
    storage_key,
  };
}
