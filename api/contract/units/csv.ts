// How lists are written for spreadsheets, by the server and by screens that have the whole list: `;`, decimal comma, UTF-8 with
// its mark, and no text that is taken for a formula.
import { type CivilDate, frenchDate } from "./civil-date.ts";
import { type Cents, centsFromWire, type Money } from "./money.ts";

/** Byte order mark: without it Excel reads UTF-8 as windows-1252. */
export const BOM = "\ufeff";

/** One `;` line ending with CRLF; a cell is quoted only when it must be. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(";")}\r\n`;

/** Without one of these nothing is a formula: most text has none, and is not looked at further. */
const OF_FORMULAS = /[=+\-@＝＋－＠\t\r\n]/;
const CUTS = /[,|\t]/;
/** What begins a formula, blanks and what cannot be seen before it and full-width forms included: some spreadsheets take these for the others. */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** The same after what a spreadsheet of another country may cut cells at; a plus or minus after a blank is ordinary there. */
const FORMULA_AFTER_CUT = /([,|\t])(\s*[=@＝＠]|[+\-＋－](?=[\p{L}\p{N}(]))/gu;

/**
 * Text that no spreadsheet computes: bank labels and names are written by strangers (EXP-7). What would begin a formula has an
 * apostrophe before it, which is the text's own in accounting software; ordinary text stays as it is. Never for amounts.
 */
export function guarded(text: string): string {
  if (!OF_FORMULAS.test(text)) return text;
  const start = FORMULA.test(text) ? "'" : "";
  if (!CUTS.test(text)) return start + text;
  return (
    start +
    text.replace(FORMULA_AFTER_CUT, (all: string, cut: string, formula: string, at: number) =>
      at === 0 && start !== "" ? all : `${cut}'${formula}`,
    )
  );
}

/** `2897,31`, `-38,83`: decimal comma, no thousands. */
export function amount(value: Cents): string {
  const size = Math.abs(value);
  const rest = size % 100;
  return `${value < 0 ? "-" : ""}${(size - rest) / 100}${rest < 10 ? ",0" : ","}${rest}`;
}

export const moneyCell = (value: Money | null): string =>
  value === null ? "" : amount(centsFromWire(value));

export const dateCell = (date: CivilDate | null): string => (date === null ? "" : frenchDate(date));

const instantFormat = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "medium",
});
/** An ISO instant → `18/11/2026 15:05:12`, Paris time. */
export const instantCell = (instant: string | null): string =>
  instant === null ? "" : instantFormat.format(new Date(instant));

function cell(text: string): string {
  if (!/[;"\r\n]/.test(text)) return text;
  const flat = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, " ") : text;
  return /[;"]/.test(flat) ? `"${flat.replaceAll('"', '""')}"` : flat;
}
