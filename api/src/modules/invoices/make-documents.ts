import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inTransaction } from "../../db/scope.ts";
import { renderInvoicePdf } from "../../pdf/invoice-pdf.ts";
import type { Services } from "../../services.ts";
import { invoiceDocumentRepository as repository } from "./invoice-document.repository.ts";

const BATCH = 50;

/**
 * Makes the PDF of every issued invoice of a distributor that has none. The invoice is committed before: a crash in between
 * leaves an invoice whose document the next run, or the first person who asks for it, makes. The same invoice gives the same
 * bytes and so the same place in the store, whoever makes it.
 * @returns how many it made
 */
export async function makeMissingDocuments(services: Services, distributorId: number): Promise<number> {
  const scope = { kind: "distributor", distributorId } as const;
  for (let made = 0; ; ) {
    const ids = await inTransaction(services.pool, scope, (tx) =>
      repository.withoutDocument(tx, distributorId, BATCH),
    );
    for (const id of ids) {
      await makeDocument(services, distributorId, id);
      made += 1;
      await nextTurn();
    }
    if (ids.length < BATCH) return made;
  }
}

/** Makes the PDF of one issued invoice if it is not there. */
export async function ensureDocument(
  services: Services,
  distributorId: number,
  invoiceId: number,
): Promise<void> {
  const scope = { kind: "distributor", distributorId } as const;
  const lacks = await inTransaction(services.pool, scope, (tx) => repository.lacksDocument(tx, invoiceId));
  if (lacks) await makeDocument(services, distributorId, invoiceId);
}

async function makeDocument(services: Services, distributorId: number, invoiceId: number): Promise<void> {
  const scope = { kind: "distributor", distributorId } as const;
  const document = await inTransaction(services.pool, scope, (tx) => repository.document(tx, invoiceId));
  // No session is held while the page is drawn.
  const pdf = await renderInvoicePdf(document);
  const sha256 = createHash("sha256").update(pdf).digest();
  const hex = sha256.toString("hex");
  const storage_key = `invoices/${hex.slice(0, 2)}/${hex}.pdf`;
  await services.files.put(storage_key, pdf, "application/pdf");
  await inTransaction(services.pool, scope, (tx) =>
    repository.record(tx, distributorId, {
      invoice_id: invoiceId,
      file_name: `${document.invoice_number}.pdf`,
      kind: document.type === "invoice" ? "invoice_pdf" : "credit_note",
      size: pdf.length,
      sha256,
      storage_key,
    }),
  );
}
