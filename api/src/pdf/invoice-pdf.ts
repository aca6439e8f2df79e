import { ciiInvoice } from "../domain/e-invoicing/cii-invoice.ts";
import type { InvoiceDocument, InvoiceDocumentLine } from "../domain/e-invoicing/invoice-document.ts";
import { documentTitle, drawContinuedHead, drawHead } from "./invoice-head.ts";
import { registrationOf } from "./invoice-mentions.ts";
import { drawSummary, summaryHeight } from "./invoice-summary.ts";
import { drawRow, drawTableHead, rowHeight } from "./invoice-table.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, PageWriter } from "./page-writer.ts";

/**
 * An A4 invoice or credit note in French with the mentions of BILL-8: lines on as many pages as they need under a
 * repeated header, totals and mentions together on the last one, never without a line above them.
 * It is a Factur-X (EINV-1): a PDF/A-3b that carries the same figures as data, made from the same document.
 * The same document gives the same bytes: its date is the invoice's.
 */
export async function renderInvoicePdf(document: InvoiceDocument): Promise<Buffer> {
  const title = `${documentTitle(document)} ${document.invoice_number}`;
  const page = new PageWriter({
    title: `${title} – ${document.supplier.name}`,
    author: document.supplier.name,
    subject: `${title} – ${document.cinema.name}`,
    date: new Date(`${document.invoice_date}T00:00:00Z`),
    isFacturX: true,
  });
  page.attachFacturX(ciiInvoice(document));
  page.addPage();
  let y = drawTableHead(page, drawHead(page, document));
  const summary = summaryHeight(page, document);
  let rowsOnPage = 0;
  const groups = groupsOf(document.lines);
  for (const group of groups) {
    const height = group.reduce((sum, line) => sum + rowHeight(page, line), 0);
    const needed = height + (group === groups.at(-1) ? summary : 0);
    if (y + needed > PAGE.bottom && rowsOnPage > 0) {
      page.addPage();
      y = drawTableHead(page, drawContinuedHead(page, document));
      rowsOnPage = 0;
    }
    for (const line of group) {
      drawRow(page, line, document, y);
      y += rowHeight(page, line);
    }
    rowsOnPage += group.length;
  }
  // Only when one line alone fills the page, or the head of a first page with a single line does.
  if (y + summary > PAGE.bottom) {
    page.addPage();
    y = drawContinuedHead(page, document);
  }
  drawSummary(page, document, y);
  page.onEachPage((number, count) => drawFoot(page, document, number, count));
  return page.finish();
}

/** Lines that stay on one page: a guarantee's complement is not understood without the share before it. */
function groupsOf(lines: readonly InvoiceDocumentLine[]): InvoiceDocumentLine[][] {
  const groups: InvoiceDocumentLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.kind === "minimum_guarantee" && last) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function drawFoot(page: PageWriter, { supplier }: InvoiceDocument, number: number, count: number): void {
  const y = PAGE.bottom + 12;
  const style = { size: 7, colour: COLOURS.quiet };
  page.rule(y);
  page.line(`Page ${number}/${count}`, { x: PAGE.right - 60, y: y + 7, width: 60, align: "right" }, style);
  const place = { x: PAGE.left, width: CONTENT_WIDTH - 70 };
  const company = [
    supplier.name,
    supplier.legal_mention,
    `${supplier.address}, ${supplier.post_code} ${supplier.city}`,
  ];
  const vat = supplier.vat_number === "" ? [] : [`TVA ${supplier.vat_number}`];
  const filled = (texts: string[]): string => texts.filter((one) => one !== "").join(" – ");
  page.cutLine(filled(company), { ...place, y: y + 7 }, style);
  page.cutLine(filled([...registrationOf(supplier), ...vat]), { ...place, y: y + 17 }, style);
}
