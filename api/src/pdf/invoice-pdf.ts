import { ciiInvoice } from "../domain/e-invoicing/cii-invoice.ts";
import type { InvoiceDocument, InvoiceDocumentLine } from "../domain/e-invoicing/invoice-document.ts";
import { documentTitle, drawContinuedHead, drawHead } from "./invoice-head.ts";
import { registrationOf } from "./invoice-mentions.ts";
import { drawSummary, summaryHeight } from "./invoice-summary.ts";
import { drawRow, drawTableHead, rowHeight, splitRow, type TableRow, wholeRow } from "./invoice-table.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, PageWriter } from "./page-writer.ts";

/**
 * An A4 invoice or credit note in French with the mentions of BILL-8: lines on as many pages as they need under a
 * repeated header, one that no page holds too, totals and mentions together on the last one, never without a line above them.
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
  const summary = summaryHeight(page, document);
  let y = drawLines(page, document, summary);
  // Only when the head of a first page leaves its single line no place to be parted.
  if (y + summary > PAGE.bottom) {
    page.addPage();
    y = drawContinuedHead(page, document);
  }
  drawSummary(page, document, y);
  page.onEachPage((number, count) => drawFoot(page, document, number, count));
  return page.finish();
}

/** Draws the table from the first page on, with the height of what follows kept under its last line; answers the y of its end. */
function drawLines(page: PageWriter, document: InvoiceDocument, summary: number): number {
  let y = drawTableHead(page, drawHead(page, document));
  let rowsOnPage = 0;
  const fits = (height: number): boolean => y + height <= PAGE.bottom;
  const turn = (): void => {
    page.addPage();
    y = drawTableHead(page, drawContinuedHead(page, document));
    rowsOnPage = 0;
  };
  const draw = (row: TableRow): void => {
    drawRow(page, row, y);
    y += rowHeight(page, row);
    rowsOnPage += 1;
  };
  /** A row, and under it on the same page what needs that height. */
  const drawAbove = (row: TableRow, below: number): void => {
    const parts = fits(rowHeight(page, row) + below) ? null : splitRow(page, row, PAGE.bottom - y);
    if (parts === null) return draw(row);
    draw(parts[0]);
    turn();
    drawAbove(parts[1], below);
  };
  const groups = groupsOf(document.lines).map((group) => group.map((line) => wholeRow(page, line, document)));
  for (const group of groups) {
    const after = group === groups.at(-1) ? summary : 0;
    const whole = group.reduce((sum, row) => sum + rowHeight(page, row), after);
    if (rowsOnPage > 0 && !fits(whole)) turn();
    for (const [index, row] of group.entries()) {
      const next = group[index + 1];
      const isLastKept = index + 2 >= group.length;
      const below = (next ? rowHeight(page, next) : 0) + (isLastKept ? after : 0);
      // Of a group that no page holds.
      if (index > 0 && !fits(rowHeight(page, row) + below)) turn();
      drawAbove(row, below);
    }
  }
  return y;
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
