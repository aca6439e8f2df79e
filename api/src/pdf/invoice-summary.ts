import { euros, percent } from "@bobine/contract/french";
import { frenchDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { InvoiceDocument } from "../domain/e-invoicing/invoice-document.ts";
import { groupedIban, mentions, subrogation, transferReference } from "./invoice-mentions.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, type PageWriter, type TextStyle } from "./page-writer.ts";

const TOTALS_WIDTH = 226;
const GAP = 14;
const PAYMENT_WIDTH = CONTENT_WIDTH - TOTALS_WIDTH - GAP;
const PADDING = 11;
/** Where the amounts of the table end, too. */
const AMOUNT_PADDING = 8;
const ROW = 17;
const DUE_ROW = 30;
const MENTION = { size: 7.5, colour: COLOURS.quiet } as const;
const MENTION_GAP = 3;
const SPACE = 16;

interface PaymentText {
  text: string;
  style: TextStyle;
  after: number;
}

/** Height of the totals, the payment panel and the mentions, which stay together on the last page. */
export function summaryHeight(page: PageWriter, document: InvoiceDocument): number {
  const boxes = Math.max(totalsHeight(document), paymentHeight(page, document));
  return SPACE + boxes + SPACE + mentionsHeight(page, document);
}

export function drawSummary(page: PageWriter, document: InvoiceDocument, y: number): void {
  const top = y + SPACE;
  const height = Math.max(totalsHeight(document), paymentHeight(page, document));
  drawTotals(page, document, top);
  drawPayment(page, document, top, paymentHeight(page, document));
  let at = top + height + SPACE;
  for (const text of mentions(document)) {
    at += page.block(text, { x: PAGE.left, y: at, width: CONTENT_WIDTH }, MENTION) + MENTION_GAP;
  }
}

const mentionsHeight = (page: PageWriter, document: InvoiceDocument): number =>
  mentions(document).reduce(
    (sum, text) => sum + page.heightOf(text, CONTENT_WIDTH, MENTION) + MENTION_GAP,
    0,
  );

const totalsHeight = (document: InvoiceDocument): number => totalRows(document).length * ROW + 6 + DUE_ROW;

/** What stands above the total, the whole of VAT too where one rate does not say it (BILL-8). */
function totalRows(document: InvoiceDocument): [string, string][] {
  const shown = shownIn(document);
  const rates = document.vat_breakdown.map((rate): [string, string] => [
    `TVA ${percent(rate.vat_rate_bp)} sur ${shown(rate.net_amount)}`,
    shown(rate.vat_amount),
  ]);
  return [
    ["Total HT", shown(document.total_net_amount)],
    ...rates,
    ...(rates.length > 1 ? [["Total TVA", shown(document.total_vat_amount)] as [string, string]] : []),
  ];
}

const shownIn = ({ type }: InvoiceDocument) => {
  const sign = type === "credit_note" ? -1 : 1;
  return (amount: Cents): string => euros(cents(amount * sign));
};

function drawTotals(page: PageWriter, document: InvoiceDocument, y: number): void {
  const x = PAGE.right - TOTALS_WIDTH;
  let at = y + 3;
  for (const [label, amount] of totalRows(document)) {
    page.line(label, { x: x + PADDING, y: at, width: 118 }, { colour: COLOURS.quiet });
    const place = { x: x + 132, y: at, width: TOTALS_WIDTH - 132 - AMOUNT_PADDING, align: "right" as const };
    page.line(amount, place, { weight: "medium", tabular: true });
    at += ROW;
  }
  page.box({ x, y: at + 3, width: TOTALS_WIDTH, height: DUE_ROW }, COLOURS.accent);
  const text = { y: at + 3 + 9 };
  const label = document.type === "invoice" ? "Total TTC" : "Total TTC à déduire";
  page.line(
    label,
    { ...text, x: x + PADDING, width: 90 },
    { weight: "strong", size: 9.5, colour: COLOURS.paper },
  );
  const due = {
    x: x + 104,
    y: text.y - 3,
    width: TOTALS_WIDTH - 104 - AMOUNT_PADDING,
    align: "right" as const,
  };
  page.line(shownIn(document)(document.total_amount), due, {
    weight: "strong",
    size: 14,
    colour: COLOURS.paper,
  });
}

function paymentTexts(document: InvoiceDocument): PaymentText[] {
  const label: TextStyle = { weight: "strong", size: 7.5, colour: COLOURS.accent };
  const plain: TextStyle = { size: 8.5 };
  if (document.type === "credit_note") {
    return [
      { text: "Utilisation de l’avoir", style: label, after: 3 },
      { text: "Avoir à déduire du prochain règlement.", style: { weight: "medium", size: 9.5 }, after: 0 },
    ];
  }
  const iban = document.factor?.iban ?? document.supplier.iban;
  const payee = document.factor === null ? document.supplier.name : document.factor.name;
  const assignment = subrogation(document);
  const due = `À régler au plus tard le ${frenchDate(document.due_date)}`;
  return [
    { text: "Règlement par virement", style: label, after: 3 },
    { text: due, style: { weight: "strong", size: 10.5 }, after: 4 },
    ...(iban === ""
      ? []
      : [
          { text: `Bénéficiaire\u00a0: ${payee}`, style: plain, after: 1 },
          {
            text: `IBAN\u00a0: ${groupedIban(iban)}`,
            style: { weight: "medium" as const, size: 8.5 },
            after: 4,
          },
        ]),
    {
      text: `${transferReference(document.invoice_number)}.`,
      style: plain,
      after: assignment === null ? 0 : 4,
    },
    ...(assignment === null
      ? []
      : [{ text: assignment, style: { size: 8, weight: "medium" as const }, after: 0 }]),
  ];
}

const paymentHeight = (page: PageWriter, document: InvoiceDocument): number =>
  paymentTexts(document).reduce(
    (sum, { text, style, after }) => sum + page.heightOf(text, PAYMENT_WIDTH - 2 * PADDING, style) + after,
    2 * PADDING,
  );

function drawPayment(page: PageWriter, document: InvoiceDocument, y: number, height: number): void {
  page.box({ x: PAGE.left, y, width: PAYMENT_WIDTH, height }, COLOURS.tint);
  let at = y + PADDING;
  for (const { text, style, after } of paymentTexts(document)) {
    const place = { x: PAGE.left + PADDING, y: at, width: PAYMENT_WIDTH - 2 * PADDING };
    at += page.block(text, place, style) + after;
  }
}
