import { isSiren } from "@bobine/contract/business-numbers";
import { type CinemaColumn, cinemaTable, columnName } from "./cinema-xlsx-columns.ts";
import { cutText } from "./cut-text.ts";
import { normaliseName } from "./normalise-name.ts";
import { EMPTY_FILE, TOO_MANY_ROWS, UNKNOWN_LAYOUT, UnreadableTable } from "./tables/file-row.ts";
import { xlsxRows } from "./tables/xlsx-rows.ts";

const TEXT_COLUMNS = [
  "name",
  "legal_name",
  "city",
  "group",
  "sub_group",
  "address",
  "address_line_2",
  "cnc_authorization",
  "short_name_code",
  "default_accounting_code",
  "invoicing_company_name",
  "invoicing_address",
  "invoicing_address_line_2",
  "invoicing_city",
] as const satisfies CinemaColumn[];
const SIREN_COLUMNS = ["siren", "invoicing_siren"] as const satisfies CinemaColumn[];
const POST_CODE_COLUMNS = ["pin_code", "invoicing_pin_code"] as const satisfies CinemaColumn[];
const EMAIL_COLUMNS = ["default_invoice_emails", "default_reminder_emails"] as const satisfies CinemaColumn[];
type TextColumn =
  | (typeof TEXT_COLUMNS)[number]
  | (typeof SIREN_COLUMNS)[number]
  | (typeof POST_CODE_COLUMNS)[number];
type ListColumn = (typeof EMAIL_COLUMNS)[number] | "phones";

/** A screen as a cell names it. The number may be empty. */
export interface ListedScreen {
  readonly name: string;
  readonly authorization_number: string;
}

/** What a row tells of its cinema; a blank cell tells nothing. */
export type ListedCinema = { -readonly [Column in TextColumn]?: string } & {
  -readonly [Column in ListColumn]?: string[];
} & { screens?: ListedScreen[]; is_validated?: boolean };

/** A row of a list of cinemas, not judged yet. */
export interface CinemaRow {
  /** From 1, as a spreadsheet shows it. */
  readonly line: number;
  readonly cinema: ListedCinema;
  /** What could not be read of it, in French; the row is then left out. */
  readonly problems: readonly string[];
}

export const MAX_CINEMA_ROWS = 10_000;
const NBSP = "\u00a0";
const MAX_SHOWN = 60;

export const CINEMA_XLSX_MESSAGES = {
  notXlsx: "Ce fichier n’est pas un classeur XLSX lisible. Enregistrez la liste au format XLSX.",
  oldOrLocked:
    "Ce classeur est d’un ancien format (.xls) ou protégé par un mot de passe. Enregistrez-le au format XLSX, sans mot de passe.",
  tooManyRows: "Le fichier contient plus de 10\u202f000 cinémas. Découpez-le en plusieurs fichiers.",
  noCinema: "Le fichier ne contient aucun cinéma sous le nom des colonnes.",
} as const;

/** How a workbook begins; then those of before 2007, and encrypted ones. */
const ZIP_ENTRY = Buffer.from("PK\u0003\u0004");
const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex");

/**
 * Reads the cinemas of a workbook (CIN-8): its first visible sheet, formulas by the value that was computed last.
 * @throws UnreadableTable when the file is refused whole, with a sentence for the person who sent it
 */
export async function readCinemaXlsx(bytes: Buffer): Promise<CinemaRow[]> {
  if (bytes.length === 0) throw new UnreadableTable(EMPTY_FILE);
  if (bytes.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE))
    throw new UnreadableTable(CINEMA_XLSX_MESSAGES.oldOrLocked);
  if (!beginsAsXlsx(bytes)) throw new UnreadableTable(CINEMA_XLSX_MESSAGES.notXlsx);
  const lines = await xlsxRows(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? ofCinemas(error) : error;
  });
  if (lines.length === 0) throw new UnreadableTable(EMPTY_FILE);
  const { rows, cell } = cinemaTable(lines);
  if (rows.length === 0) throw new UnreadableTable(CINEMA_XLSX_MESSAGES.noCinema);
  if (rows.length > MAX_CINEMA_ROWS) throw new UnreadableTable(CINEMA_XLSX_MESSAGES.tooManyRows);
  return rows.map((row) => readRow(row.line, (column) => cell(row, column)));
}

/** Whether these first bytes may be a workbook's: anything else is refused without being read. */
export const beginsAsXlsx = (head: Uint8Array): boolean =>
  ZIP_ENTRY.equals(head.subarray(0, ZIP_ENTRY.length));

/** The reader of workbooks speaks of bank statements. */
function ofCinemas(error: UnreadableTable): UnreadableTable {
  if (error.message === UNKNOWN_LAYOUT) return new UnreadableTable(CINEMA_XLSX_MESSAGES.notXlsx);
  if (error.message === TOO_MANY_ROWS) return new UnreadableTable(CINEMA_XLSX_MESSAGES.tooManyRows);
  return error;
}

function readRow(line: number, cell: (column: CinemaColumn) => string): CinemaRow {
  const problems: string[] = [];
  const cinema: ListedCinema = {};
  for (const column of TEXT_COLUMNS) {
    const text = cell(column).replace(/\s+/g, " ");
    if (text !== "") cinema[column] = column === "short_name_code" ? text.toUpperCase() : text;
  }
  for (const column of SIREN_COLUMNS) if (cell(column) !== "") cinema[column] = sirenText(cell(column));
  for (const column of POST_CODE_COLUMNS)
    if (cell(column) !== "") cinema[column] = cell(column).replace(/^(\d{4})$/, "0$1");
  for (const column of EMAIL_COLUMNS) {
    const emails = listOf(cell(column), /[,;|\n]+/);
    if (emails.length > 0) cinema[column] = emails;
  }
  const phones = listOf(cell("phones"), /[,;|/\n]+/).map((phone) => phone.replace(/^([1-9]\d{8})$/, "0$1"));
  if (phones.length > 0) cinema.phones = phones;
  const screens = listOf(cell("screens"), /[|;\n]+/).map(screenOf);
  if (screens.length > 0) cinema.screens = screens;
  const validated = normaliseName(cell("is_validated"));
  if (YES.has(validated)) cinema.is_validated = true;
  else if (cell("is_validated") !== "") {
    if (NO.has(validated)) cinema.is_validated = false;
    else
      problems.push(
        `La colonne «${NBSP}${columnName("is_validated")}${NBSP}» attend oui ou non (on y lit «${NBSP}${cutText(cell("is_validated"), MAX_SHOWN)}${NBSP}»).`,
      );
  }
  if (cinema.name === undefined) problems.push("Le nom du cinéma est obligatoire.");
  return { line, cinema, problems };
}

const YES = new Set(["oui", "o", "yes", "vrai", "true", "1", "x", "valide"]);
const NO = new Set(["non", "n", "no", "faux", "false", "0", "nonvalide"]);

const listOf = (text: string, separator: RegExp): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  ),
];

/** Spreadsheets drop the zeros before a number: they are put back where the key of the SIREN confirms it. */
function sirenText(text: string): string {
  const digits = text.replace(/\s+/g, "");
  const whole = digits.padStart(9, "0");
  return /^\d{1,8}$/.test(digits) && isSiren(whole) ? whole : text;
}

/** « Salle 1:910231 »; without a colon it is a name, or a number when it is all digits and too long for a name. */
function screenOf(text: string, index: number): ListedScreen {
  const colon = text.lastIndexOf(":");
  const nameless = `Salle ${index + 1}`;
  if (colon === -1)
    return /^\d{4,}$/.test(text)
      ? { name: nameless, authorization_number: text }
      : { name: text, authorization_number: "" };
  return {
    name: text.slice(0, colon).trim() || nameless,
    authorization_number: text.slice(colon + 1).trim(),
  };
}
