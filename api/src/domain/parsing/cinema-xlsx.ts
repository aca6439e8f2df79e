import { isSiren } from "@bobine/contract/business-numbers";
import { isVatNumberOfOther } from "@bobine/contract/vat-numbers";
import { type CinemaColumn, type CinemaTable, cinemaTable, columnName } from "./cinema-xlsx-columns.ts";
import { cutText } from "./cut-text.ts";
import { normaliseName, normaliseText } from "./normalise-name.ts";
import { isSameNumber, normaliseNumber } from "./same-number.ts";
import {
  EMPTY_FILE,
  type FileRow,
  TOO_MANY_ROWS,
  UNKNOWN_LAYOUT,
  UnreadableTable,
} from "./tables/file-row.ts";
import { xlsxRows, xlsxSheets } from "./tables/xlsx-rows.ts";

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
  "vat_number",
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
  /** What is told of it, in French; the row is read all the same. */
  readonly notes: readonly string[];
}

export const MAX_CINEMA_ROWS = 10_000;
const NBSP = "\u00a0";
const MAX_SHOWN = 60;
const NO_NAME = "Le nom du cinéma est obligatoire.";

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
 * Reads the cinemas of a workbook (CIN-8): its first visible sheet that has a list, formulas by the value that was computed last.
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
  const { rows, cell, columns } = await listOfSheets(bytes, lines);
  if (rows.length === 0) throw new UnreadableTable(CINEMA_XLSX_MESSAGES.noCinema);
  if (rows.length > MAX_CINEMA_ROWS) throw new UnreadableTable(CINEMA_XLSX_MESSAGES.tooManyRows);
  const isNumberOfScreens = columns.has("cnc_authorization");
  return joinedRows(rows.map((row) => readRow(row.line, (column) => cell(row, column), isNumberOfScreens)));
}

/** A page of explanations may come before the list. */
async function listOfSheets(bytes: Buffer, first: readonly FileRow[]): Promise<CinemaTable> {
  try {
    return cinemaTable(first);
  } catch (error) {
    const sheets = await xlsxSheets(bytes).catch(() => []);
    for (const { rows } of sheets.slice(1)) {
      try {
        const table = cinemaTable(rows);
        if (table.rows.length > 0) return table;
      } catch {
        // The next one may be the list; the first one's fault is told.
      }
    }
    throw error;
  }
}

type JoinedRow = CinemaRow & { readonly problems: string[]; readonly notes: string[] };

/**
 * Lists that have a row for each screen name the cinema in each, or in the first alone: the screens are one cinema's. Rows without
 * screens, or that contradict each other, stay apart.
 */
function joinedRows(rows: readonly CinemaRow[]): CinemaRow[] {
  const joined: JoinedRow[] = [];
  const firstOf = new Map<string, JoinedRow>();
  for (const row of rows) {
    const { screens, ...site } = row.cinema;
    const [key, ...otherKeys] = siteKeys(site);
    const isMore = key === undefined && Object.keys(site).length === 0;
    const first = isMore ? joined.at(-1) : firstOf.get(key ?? "");
    if (first && screens && (isMore || first.cinema.screens) && agree(first.cinema, site)) {
      addScreens((first.cinema.screens ??= []), screens);
      Object.assign(first.cinema, site, { ...first.cinema });
      const at = (text: string) => `À la ligne ${row.line}${NBSP}: ${text}`;
      first.problems.push(...row.problems.filter((text) => text !== NO_NAME).map(at));
      first.notes.push(...row.notes.map(at));
      continue;
    }
    const own = { ...row, problems: [...row.problems], notes: [...row.notes] };
    joined.push(own);
    for (const one of [key, ...otherKeys]) if (one !== undefined && !firstOf.has(one)) firstOf.set(one, own);
  }
  return joined;
}

/** What names a cinema, the surest first. */
const siteKeys = ({
  cnc_authorization: cnc = "",
  short_name_code,
  name,
  city = "",
}: ListedCinema): string[] => [
  ...(normaliseNumber(cnc) === "" ? [] : [`cnc ${normaliseNumber(cnc)}`]),
  ...(short_name_code === undefined ? [] : [`code ${short_name_code}`]),
  ...(name === undefined ? [] : [`name ${normaliseText(name)} ${normaliseText(city)}`]),
];

const agree = (first: ListedCinema, other: ListedCinema): boolean =>
  Object.entries(other).every(([column, value]) => {
    const own = first[column as keyof ListedCinema];
    if (own === undefined || column === "screens") return true;
    const [left, right] = [JSON.stringify(own), JSON.stringify(value)];
    return column === "cnc_authorization"
      ? isSameNumber(left, right)
      : normaliseText(left) === normaliseText(right);
  });

function addScreens(present: ListedScreen[], more: readonly ListedScreen[]): void {
  for (const screen of more) {
    const same = present.find((one) => normaliseText(one.name) === normaliseText(screen.name));
    if (same?.authorization_number === screen.authorization_number) continue;
    present.push(same ? { ...screen, name: `Salle ${present.length + 1}` } : screen);
  }
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

function readRow(
  line: number,
  cell: (column: CinemaColumn) => string,
  isNumberOfScreens: boolean,
): CinemaRow {
  const problems: string[] = [];
  const notes: string[] = [];
  const cinema: ListedCinema = {};
  for (const column of TEXT_COLUMNS) {
    const text = cell(column)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim();
    if (text !== "") cinema[column] = column === "short_name_code" ? text.toUpperCase() : text;
  }
  for (const column of SIREN_COLUMNS) if (cell(column) !== "") cinema[column] = sirenText(cell(column));
  for (const column of POST_CODE_COLUMNS)
    if (cell(column) !== "")
      cinema[column] = isVatNumberOfOther(cell("vat_number"))
        ? cell(column)
        : cell(column).replace(/^(\d{4})$/, "0$1");
  for (const column of EMAIL_COLUMNS) {
    const emails = listOf(cell(column), /[,;|\n]+/);
    if (emails.length > 0) cinema[column] = emails;
  }
  const phones = listOf(cell("phones"), /[,;|/\n]+/).map((phone) => phone.replace(/^([1-9]\d{8})$/, "0$1"));
  if (phones.length > 0) cinema.phones = phones;
  const { screens, cnc, count } = readScreens(cell("screens"), cell("number"), isNumberOfScreens);
  if (screens.length > 0) cinema.screens = screens;
  if (cnc !== "") cinema.cnc_authorization = cnc;
  if (count !== "")
    notes.push(
      `La colonne «${NBSP}${columnName("screens")}${NBSP}» donne un nombre de salles (${count})${NBSP}: aucune n’est créée.`,
    );
  const validated = normaliseName(cell("is_validated"));
  if (YES.has(validated)) cinema.is_validated = true;
  else if (cell("is_validated") !== "") {
    if (NO.has(validated)) cinema.is_validated = false;
    else
      problems.push(
        `La colonne «${NBSP}${columnName("is_validated")}${NBSP}» attend oui ou non (on y lit «${NBSP}${cutText(cell("is_validated"), MAX_SHOWN)}${NBSP}»).`,
      );
  }
  if (cinema.name === undefined) problems.push(NO_NAME);
  return { line, cinema, problems, notes };
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

/** Between screens; a comma too, where a number stands before it and another screen after it. */
const BETWEEN_SCREENS = /[|;\n]+|(?<=:[^,:|;\n]*\d\s*),(?=[^,:|;\n]*:[^,:|;\n]*\d)/;

/**
 * The screens of a row. A number of authorisation in a column of its own is the screen's where the row has one, or where another column
 * has the cinema's; else it is the cinema's. A lone number below 100 counts the screens.
 */
function readScreens(
  text: string,
  number: string,
  isNumberOfScreens: boolean,
): { screens: ListedScreen[]; cnc: string; count: string } {
  const items = listOf(text, BETWEEN_SCREENS);
  const [only = ""] = items;
  const isCount = /^\d{1,2}$/.test(text);
  const isLone = items.length === 1 && !only.includes(":") && !/^\d{4,}$/.test(only);
  if (number !== "" && (isLone ? isNumberOfScreens || !isCount : isNumberOfScreens && items.length === 0)) {
    const name = isCount || only === "" ? `Salle ${Number(only) || 1}` : only;
    return { screens: [{ name, authorization_number: number }], cnc: "", count: "" };
  }
  return {
    screens: isCount ? [] : items.map(screenOf),
    cnc: isNumberOfScreens ? "" : number,
    count: isCount ? text : "",
  };
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
