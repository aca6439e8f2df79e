import { expect, test } from "vitest";
import type { InvoiceDocument } from "../domain/e-invoicing/invoice-document.ts";
import { aDocument } from "../domain/e-invoicing/sample-invoice.testing.ts";
import { renderInvoicePdf } from "../pdf/invoice-pdf.ts";
import { invoiceDrawer } from "./draw-invoices.ts";

const broken = { ...aDocument(), client: null } as unknown as InvoiceDocument;
const numbered = (count: number): InvoiceDocument[] =>
  Array.from({ length: count }, (_, index) => aDocument({ invoice_number: `F2600000${index}` }));

test.each([3, 12])("of %i documents one that cannot be drawn holds up no other", async (count) => {
  const drawer = invoiceDrawer();
  try {
    const drawings = await drawer.draw([...numbered(count - 1), broken]);
    expect(drawings.map((drawing) => "pdf" in drawing)).toEqual([...Array(count - 1).fill(true), false]);
  } finally {
    await drawer.close();
  }
});

test("a thread draws the same bytes as the process, batch after batch", async () => {
  const documents = numbered(7);
  const drawer = invoiceDrawer();
  try {
    const batches = [await drawer.draw(documents), await drawer.draw(documents.slice(0, 2))];
    for (const drawings of batches) {
      for (const [index, drawing] of drawings.entries()) {
        const here = await renderInvoicePdf(documents[index]!);
        expect("pdf" in drawing && here.equals(drawing.pdf)).toBe(true);
      }
    }
  } finally {
    await drawer.close();
  }
});
