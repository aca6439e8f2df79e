import { frenchAmount, percent, wholeNumber } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { filmAndVersion, runWeekText } from "../domain/invoicing/invoice-texts.ts";
import {
  hasAdmissions,
  type InvoiceDocument,
  type InvoiceDocumentLine,
} from "../domain/e-invoicing/invoice-document.ts";
import { must } from "../domain/must.ts";
import { COLOURS, CONTENT_WIDTH, PAGE, type PageWriter, type TextStyle } from "./page-writer.ts";

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

const money = (amount: Cents, sign: number): string => frenchAmount(cents(amount * sign));

const COLUMNS: readonly Column[] = [
  {
    title: "Entrées",
    width: 46,
    text: (line, sign) => (hasAdmissions(line) ? wholeNumber(line.admissions_paid * sign) : ""),
  },
  {
    title: "Recette TTC",
    width: 62,
    text: (line, sign) => (hasAdmissions(line) ? money(line.gross_ttc, sign) : ""),
  },
  {
    title: "Base film HT",
    width: 64,
    text: (line, sign) => (hasAdmissions(line) ? money(line.base_film_ht, sign) : ""),
  },
  { title: "Taux", width: 38, text: (line) => rateText(line) },
  { title: "TVA", width: 38, text: (line) => percent(line.vat_rate_bp) },
  { title: "Montant HT", width: 68, text: (line, sign) => money(line.net_amount, sign) },
];

const FILM_WIDTH = CONTENT_WIDTH - COLUMNS.reduce((sum, { width }) => sum + width, 0);
const TEXT_WIDTH = FILM_WIDTH - 2 * CELL_GAP;
const TITLE = { weight: "strong", size: 9 } as const;
/** Points, under which a figure is parted. */
const SMALLEST = 6;
const FIGURE_STEP = 8;
const FREE_DOWN = 13;
const FREE = { size: 7, colour: COLOURS.quiet } as const;
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

/** A line of the document or, where it is longer than a page, what a page has of it. */
export interface TableRow {
  readonly title: string;
  readonly detail: string;
  /** None beside what is continued: they stand beside its beginning. */
  readonly figures: readonly Figure[];
  readonly isContinued: boolean;
}

/** A credit note is printed with positive amounts, as its electronic form is (EINV-3). */
export const wholeRow = (
  page: PageWriter,
  line: InvoiceDocumentLine,
  { type }: InvoiceDocument,
): TableRow => ({
  title: titleOf(line),
  detail: detailOf(line),
  figures: figuresOf(page, line, type === "credit_note" ? -1 : 1),
  isContinued: false,
});

export function rowHeight(page: PageWriter, row: TableRow): number {
  const film = page.heightOf(row.title, TEXT_WIDTH, TITLE) + page.heightOf(row.detail, TEXT_WIDTH, DETAIL);
  const figures = row.figures.map(({ down }) => down + SMALLEST);
  return Math.max(film - LAST_LINE_GAP, ...figures) + 2 * ROW_PADDING;
}

/** The most of a row that fits the height, and what is left for the next page; null where it cannot be parted. */
export function splitRow(page: PageWriter, row: TableRow, height: number): [TableRow, TableRow] | null {
  const upTo = (end: number): TableRow => ({
    ...row,
    detail: row.detail.slice(0, end).replace(/[ ·\n]+$/, ""),
  });
  for (const separator of [/, |\n| · /g, / /g]) {
    const ends = [...row.detail.matchAll(separator)].map((found) => found.index + found[0].length);
    // What comes before a place is the higher the later the place.
    let [fitting, beyond] = [-1, ends.length];
    while (beyond - fitting > 1) {
      const middle = (fitting + beyond) >> 1;
      if (rowHeight(page, upTo(must(ends[middle], "place to part"))) <= height) fitting = middle;
      else beyond = middle;
    }
    const end = ends[fitting];
    if (end === undefined) continue;
    const title = row.isContinued ? row.title : `${row.title} (suite)`;
    return [upTo(end), { title, detail: row.detail.slice(end), figures: [], isContinued: true }];
  }
  return null;
}

export function drawRow(page: PageWriter, row: TableRow, y: number): void {
  const top = y + ROW_PADDING;
  const place = { x: PAGE.left + CELL_GAP, width: TEXT_WIDTH };
  const titleHeight = page.block(row.title, { ...place, y: top }, TITLE);
  page.block(row.detail, { ...place, y: top + titleHeight }, DETAIL);
  for (const { text, cell, down, style } of row.figures)
    page.line(text, { ...cell, y: top + down, align: "right" }, style);
  page.rule(y + rowHeight(page, row));
}

interface Figure {
  readonly text: string;
  readonly cell: { readonly x: number; readonly width: number };
  /** Under the first line of the row. */
  readonly down: number;
  readonly style: TextStyle;
}

/** What stands in the columns of amounts, line by line. */
function figuresOf(page: PageWriter, line: InvoiceDocumentLine, sign: 1 | -1): Figure[] {
  const figures: Figure[] = [];
  let x = PAGE.left + FILM_WIDTH;
  for (const [index, { width, text }] of COLUMNS.entries()) {
    const cell = { x: x + 2, width: width - CELL_GAP - 2 };
    const isAmount = index === COLUMNS.length - 1;
    const style: TextStyle = isAmount ? { weight: "strong", tabular: true } : { tabular: true };
    const lines = readableLines(page, text(line, sign), cell.width, style);
    figures.push(...stacked(lines, cell, 0));
    if (index === 0) {
      const free = readableLines(page, freeText(line, sign), cell.width, FREE);
      figures.push(...stacked(free, cell, FREE_DOWN + (lines.length - 1) * FIGURE_STEP));
    }
    x += width;
  }
  return figures;
}

type StyledText = Pick<Figure, "text" | "style">;

const stacked = (lines: readonly StyledText[], cell: Figure["cell"], down: number): Figure[] =>
  lines.map((one, index) => ({ ...one, cell, down: down + index * FIGURE_STEP }));

/** A figure on one line or, where it would be too small to read there, parted between its thousands. */
function readableLines(page: PageWriter, text: string, width: number, style: TextStyle): StyledText[] {
  const smallest = { ...style, size: SMALLEST };
  const fits = (one: string): boolean => page.widthOf(one.trimEnd(), smallest) <= width;
  if (text === "") return [];
  if (fits(text)) return [{ text, style }];
  const lines: string[] = [];
  for (const part of text.split(/(?<=[^+]\s)/)) {
    const longer = `${lines.at(-1) ?? ""}${part}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((one) => ({ text: one.trimEnd(), style: smallest }));
}

function freeText(line: InvoiceDocumentLine, sign: number): string {
  const free = line.admissions_free * sign;
  if (!hasAdmissions(line) || free === 0) return "";
  return `${free > 0 ? "+\u00a0" : ""}${wholeNumber(free)}\u00a0grat.`;
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
