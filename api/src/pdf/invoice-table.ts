import { frenchAmount, percent, wholeNumber } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { filmAndVersion, runWeekText } from "../domain/invoicing/invoice-texts.ts";
import type { InvoiceDocument, InvoiceDocumentLine } from "../domain/e-invoicing/invoice-document.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, type PageWriter } from "./page-writer.ts";

const HEAD_HEIGHT = 20;
const ROW_PADDING = 6;
const CELL_GAP = 8;
/** The space that a text leaves under its last line. */
const LAST_LINE_GAP = 2;

interface Column {
  title: string;
  width: number;
  text: (line: InvoiceDocumentLine, sign: number) => string;
}

/** A guarantee's complement has no admissions of its own, nor has an amount that somebody takes off. */
const counted = (line: InvoiceDocumentLine): boolean =>
  line.kind !== "minimum_guarantee" &&
  (line.kind !== "correction" ||
    [line.admissions_paid, line.admissions_free, line.gross_ttc, line.base_film_ht].some((one) => one !== 0));
const money = (amount: Cents, sign: number): string => frenchAmount(cents(amount * sign));

const COLUMNS: readonly Column[] = [
  {
    title: "Entrées",
    width: 46,
    text: (line, sign) => (counted(line) ? wholeNumber(line.admissions_paid * sign) : ""),
  },
  {
    title: "Recette TTC",
    width: 62,
    text: (line, sign) => (counted(line) ? money(line.gross_ttc, sign) : ""),
  },
  {
    title: "Base film HT",
    width: 64,
    text: (line, sign) => (counted(line) ? money(line.base_film_ht, sign) : ""),
  },
  { title: "Taux", width: 38, text: (line) => rateText(line) },
  { title: "TVA", width: 38, text: (line) => percent(line.vat_rate_bp) },
  { title: "Montant HT", width: 68, text: (line, sign) => money(line.net_amount, sign) },
];

const FILM_WIDTH = CONTENT_WIDTH - COLUMNS.reduce((sum, { width }) => sum + width, 0);
const TEXT_WIDTH = FILM_WIDTH - 2 * CELL_GAP;
const TITLE = { weight: "strong", size: 9 } as const;
const DETAIL = { size: 7.5, colour: COLOURS.quiet } as const;

/** Draws the table's header at `y`; answers the y of the first row. */
export function drawTableHead(page: PageWriter, y: number): number {
  page.box({ x: PAGE.left, y, width: CONTENT_WIDTH, height: HEAD_HEIGHT, radius: 3 }, COLOURS.accent);
  const style = { weight: "strong", size: 7.5, colour: COLOURS.paper } as const;
  const top = y + 5.5;
  page.line("Film", { x: PAGE.left + CELL_GAP, y: top, width: TEXT_WIDTH }, style);
  let x = PAGE.left + FILM_WIDTH;
  for (const { title, width } of COLUMNS) {
    page.line(title, { x: x + 2, y: top, width: width - CELL_GAP - 2, align: "right" }, style);
    x += width;
  }
  return y + HEAD_HEIGHT;
}

export function rowHeight(page: PageWriter, line: InvoiceDocumentLine): number {
  const film =
    page.heightOf(titleOf(line), TEXT_WIDTH, TITLE) + page.heightOf(detailOf(line), TEXT_WIDTH, DETAIL);
  return film + 2 * ROW_PADDING - LAST_LINE_GAP;
}

/** A credit note is printed with positive amounts, as its electronic form will be (EINV-3). */
export function drawRow(
  page: PageWriter,
  line: InvoiceDocumentLine,
  document: InvoiceDocument,
  y: number,
): void {
  const sign = document.type === "credit_note" ? -1 : 1;
  const top = y + ROW_PADDING;
  const place = { x: PAGE.left + CELL_GAP, width: TEXT_WIDTH };
  const titleHeight = page.block(titleOf(line), { ...place, y: top }, TITLE);
  page.block(detailOf(line), { ...place, y: top + titleHeight }, DETAIL);
  let x = PAGE.left + FILM_WIDTH;
  for (const [index, { width, text }] of COLUMNS.entries()) {
    const isAmount = index === COLUMNS.length - 1;
    const cell = { x: x + 2, y: top, width: width - CELL_GAP - 2, align: "right" as const };
    page.line(text(line, sign), cell, isAmount ? { weight: "strong", tabular: true } : { tabular: true });
    if (index === 0) drawFree(page, line, sign, { ...cell, y: top + 13 });
    x += width;
  }
  page.rule(y + rowHeight(page, line));
}

function drawFree(
  page: PageWriter,
  line: InvoiceDocumentLine,
  sign: number,
  cell: { x: number; y: number; width: number; align: "right" },
): void {
  const free = line.admissions_free * sign;
  if (!counted(line) || free === 0) return;
  page.line(`${free > 0 ? "+\u00a0" : ""}${wholeNumber(free)}\u00a0grat.`, cell, {
    size: 7,
    colour: COLOURS.quiet,
  });
}

const titleOf = (line: InvoiceDocumentLine): string =>
  line.kind === "minimum_guarantee" ? line.description : line.film_title;

function detailOf(line: InvoiceDocumentLine): string {
  const screenings = line.screenings ?? 0;
  const parts = [
    line.visa_number === "" ? "" : `Visa\u00a0${line.visa_number}`,
    line.version,
    line.run_week === null ? "" : runWeekText(line.run_week),
    line.screens.map(unbroken).join(", "),
    // On a correction these are differences, which its description tells.
    screenings > 0 && line.kind !== "correction"
      ? `${wholeNumber(screenings)}\u00a0${screenings === 1 ? "séance" : "séances"}`
      : "",
  ].filter((one) => one !== "");
  if (line.kind === "minimum_guarantee") return parts.slice(0, 1).join("");
  const details = parts.join(" · ");
  return line.kind === "correction"
    ? [details, reasonOf(line)].filter((one) => one !== "").join("\n")
    : details;
}

/** A correction's description without the film and the week, which are said elsewhere. What a person wrote may hold dashes. */
function reasonOf(line: InvoiceDocumentLine): string {
  const names = [filmAndVersion(line), line.film_title].map((name) => `${name} – `);
  const name = names.find((one) => line.description.startsWith(one)) ?? "";
  const reason = line.description.slice(name.length).replace(/^S\d{1,2} – /, "");
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

const unbroken = (name: string): string => (name.length > 20 ? name : name.replaceAll(" ", "\u00a0"));

function rateText(line: InvoiceDocumentLine): string {
  if (line.kind === "flat_fee") return "Forfait";
  return line.rate_bp === null ? "" : percent(line.rate_bp);
}
