import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { excelDate } from "../french-date.ts";
import { FAULT, isFault, NOT_COMPUTED } from "./cell-faults.ts";
import {
  MAX_COLUMNS,
  MAX_ROWS,
  type FileRow,
  TOO_MANY_ROWS,
  UNKNOWN_LAYOUT,
  UnreadableTable,
} from "./file-row.ts";
import { cutText, ownText } from "../cut-text.ts";
import { localName, NO_ATTRIBUTES, type XmlAttributes, xmlReader } from "../xml-reader.ts";
import { must } from "../../must.ts";
import { pieceDecoder } from "./piece-decoder.ts";
import { entryPieces } from "./zip-entry.ts";

const MAX_ENTRIES = 1000;
/** Of one part, once inflated: 50,000 rows of a bank take about 40 MB. */
const MAX_PART_BYTES = 80 * 1024 * 1024;
/** Of all parts that are read, also of one that several sheets name. */
const MAX_BOOK_BYTES = 2 * MAX_PART_BYTES;
const MAX_SHEETS = 50;
const MAX_SHEET_NAME = 60;
const MAX_SHARED_STRINGS = 500_000;
const MAX_CELL = 32_767;
const MAX_DEPTH = 32;
/** Lines before the operations do not count against the limit of rows. */
const SPARE_ROWS = 100;
const TOO_LARGE = "Le fichier XLSX est trop volumineux une fois décompressé.";

/** How many bytes may still be inflated; files that were sent together have one. */
export interface InflateBudget {
  left: number;
}

export const bookBudget = (): InflateBudget => ({ left: MAX_BOOK_BYTES });

/**
 * The rows of the first visible sheet of a workbook (ECMA-376): cells as text, dates as `2026-12-28`, numbers with a dot.
 * Only four of its parts are read, as streams, with a limit on what they inflate to.
 * @throws UnreadableTable when it is no workbook, or above 50,000 rows
 */
export async function xlsxRows(bytes: Buffer): Promise<FileRow[]> {
  const [first] = await sheetsOf(bytes, { sheets: 1, rows: MAX_ROWS, budget: bookBudget() });
  return first === undefined ? [] : first.rows;
}

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly rows: FileRow[];
}

/**
 * The visible sheets of a workbook in their order, as `xlsxRows` reads one.
 * @throws UnreadableTable also above 50,000 rows in all, or 50 sheets
 */
export const xlsxSheets = (bytes: Buffer, budget = bookBudget()): Promise<Sheet[]> =>
  sheetsOf(bytes, { sheets: MAX_SHEETS, rows: MAX_ROWS, budget });

/** What takes the rows of a sheet one after the other. Whoever keeps one copies its texts, which may hold a piece of the file. */
export type TakeRow = (row: FileRow) => void;

/**
 * The same rows one by one, so that a long workbook is never an array of them. Cells without the value that they should have begin with `FAULT`.
 * @param begin is told the name of each sheet, also of one without rows
 */
export const eachXlsxRow = (
  bytes: Buffer,
  { budget, rows }: { readonly budget: InflateBudget; readonly rows: number },
  begin: (name: string) => TakeRow,
): Promise<void> => readBytes(bytes, { sheets: MAX_SHEETS, rows, budget, tellsFaults: true }, begin);

interface Most {
  readonly sheets: number;
  readonly rows: number;
  readonly budget: InflateBudget;
  /** Else such cells are empty. */
  readonly tellsFaults?: boolean;
}

async function sheetsOf(bytes: Buffer, most: Most): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  await readBytes(bytes, most, (name) => {
    const rows: FileRow[] = [];
    sheets.push({ name, rows });
    return ({ line, cells }) => {
      rows.push({ line, cells: cells.map(ownText) });
    };
  });
  return sheets;
}

async function readBytes(bytes: Buffer, most: Most, begin: (name: string) => TakeRow): Promise<void> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    await readSheets(zip, bytes, most, begin);
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    // What a broken archive or a broken part throws tells nothing to a person.
    throw new UnreadableTable(UNKNOWN_LAYOUT);
  }
}

async function readSheets(
  zip: ZipFile,
  bytes: Buffer,
  most: Most,
  begin: (name: string) => TakeRow,
): Promise<void> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableTable(TOO_LARGE);
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw new UnreadableTable(UNKNOWN_LAYOUT);
    parts.set(entry.fileName.toLowerCase(), entry);
  }
  const read = async (name: string, handlers: PartHandlers): Promise<void> => {
    const entry = parts.get(name.toLowerCase());
    if (entry) await readPart(entry, entryPieces(zip, bytes, entry), handlers, most.budget);
  };
  const book = await readBook(read);
  const isDate = await readDateStyles(read);
  const strings = await readSharedStrings(read);
  if (most.sheets > 1 && book.sheets.length > most.sheets) throw new UnreadableTable(TOO_LARGE);
  let left = most.rows + SPARE_ROWS;
  for (const { name, part } of book.sheets.slice(0, most.sheets)) {
    const { tellsFaults = false } = most;
    const values = { strings, isDate, epoch: book.is1904 ? 1462 : 0, tellsFaults };
    const take = begin(name);
    await readSheet(read, part, values, (row) => {
      left -= 1;
      if (left < 0) throw new UnreadableTable(TOO_MANY_ROWS);
      take(row);
    });
  }
}

interface PartHandlers {
  /** @param count of its attributes */
  open?(name: string, attributes: XmlAttributes, count: number): void;
  close?(name: string): void;
  text?(text: string): void;
}
type ReadPart = (name: string, handlers: PartHandlers) => Promise<void>;

function attribute(attributes: XmlAttributes, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined || attributes === NO_ATTRIBUTES) return own;
  for (const key in attributes) if (key.includes(":") && localName(key) === name) return attributes[key];
  return undefined;
}

async function readPart(
  entry: Entry,
  pieces: AsyncIterable<Buffer>,
  handlers: PartHandlers,
  budget: InflateBudget,
): Promise<void> {
  if (entry.uncompressedSize > MAX_PART_BYTES) throw new UnreadableTable(TOO_LARGE);
  const decoder = pieceDecoder("utf-8", { fatal: true });
  let depth = -1;
  const refuse = (): never => {
    throw new UnreadableTable(UNKNOWN_LAYOUT);
  };
  const parser = xmlReader(
    {
      malformed: refuse,
      doctype: refuse,
      open(name, attributes, _line, count) {
        depth += 1;
        if (depth > MAX_DEPTH) refuse();
        handlers.open?.(name, attributes, count);
      },
      close(name) {
        depth -= 1;
        handlers.close?.(name);
      },
      text: (text) => handlers.text?.(text),
    },
    localName,
  );
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    budget.left -= piece.length;
    if (size > MAX_PART_BYTES || budget.left < 0) throw new UnreadableTable(TOO_LARGE);
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.write(decoder.decode());
  parser.close();
}

interface Workbook {
  /** Those that one sees; the first one where all are hidden. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly is1904: boolean;
}

async function readBook(read: ReadPart): Promise<Workbook> {
  const sheets: { readonly name: string; readonly relation: string; readonly isHidden: boolean }[] = [];
  let is1904 = false;
  await read("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attribute(attributes, "date1904") ?? "");
      if (name !== "sheet") return;
      // `id` also is the end of `sheetId` only by name: the relation has a prefix.
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const label = cutText(attribute(attributes, "name") ?? "", MAX_SHEET_NAME);
      sheets.push({
        name: label,
        relation,
        isHidden: (attribute(attributes, "state") ?? "visible") !== "visible",
      });
    },
  });
  const targets = new Map<string, string>();
  await read("xl/_rels/workbook.xml.rels", {
    open(name, attributes) {
      if (name === "Relationship")
        targets.set(attribute(attributes, "Id") ?? "", attribute(attributes, "Target") ?? "");
    },
  });
  const visible = sheets.filter((sheet) => !sheet.isHidden);
  const shown = visible.length > 0 ? visible : sheets.slice(0, 1);
  const parts = shown.map(({ name, relation }) => {
    const target = targets.get(relation);
    if (target === undefined) throw new UnreadableTable(UNKNOWN_LAYOUT);
    return { name, part: target.startsWith("/") ? target.slice(1) : `xl/${target}` };
  });
  if (parts.length === 0) throw new UnreadableTable(UNKNOWN_LAYOUT);
  return { sheets: parts, is1904 };
}

/** Formats that ECMA-376 §18.8.30 reserves for dates, also in other locales. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
/** What is quoted, escaped or in brackets is not part of the pattern; a date has a day or a year. */
const isDateFormat = (code: string): boolean =>
  /[dy]/i.test(must(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, "").split(";")[0], "first pattern"));

/** For each style of cells: does it show a date? */
async function readDateStyles(read: ReadPart): Promise<readonly boolean[]> {
  const formats = new Map<number, string>();
  const styles: number[] = [];
  let isInCells = false;
  await read("xl/styles.xml", {
    open(name, attributes) {
      const id = Number(attribute(attributes, "numFmtId"));
      if (name === "numFmt") formats.set(id, attribute(attributes, "formatCode") ?? "");
      else if (name === "cellXfs") isInCells = true;
      else if (name === "xf" && isInCells) styles.push(id);
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles.map((id) => {
    const code = formats.get(id);
    return code === undefined ? isBuiltInDate(id) : isDateFormat(code);
  });
}

async function readSharedStrings(read: ReadPart): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let phonetic = 0;
  await read("xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") phonetic += 1;
      isText = name === "t" && phonetic === 0;
    },
    close(name) {
      isText = false;
      if (name === "rPh") phonetic -= 1;
      if (name !== "si") return;
      if (strings.length >= MAX_SHARED_STRINGS) throw new UnreadableTable(TOO_LARGE);
      strings.push(text.slice(0, MAX_CELL));
    },
    text(part) {
      if (isText && text.length < MAX_CELL) text += part;
    },
  });
  return strings;
}

interface Book {
  readonly strings: readonly string[];
  readonly isDate: readonly boolean[];
  /** Days between the epoch of the workbook and that of 1900. */
  readonly epoch: number;
  readonly tellsFaults: boolean;
}

async function readSheet(read: ReadPart, part: string, book: Book, take: TakeRow): Promise<void> {
  let line = 0;
  /** Of the row that is read; a list that grows cell by cell would hold room for many more. */
  const cells: string[] = [];
  let count = 0;
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let isValue = false;
  let isToCompute = false;
  await read(part, {
    open(name, attributes, given) {
      if (name === "row") {
        line = positive(attribute(attributes, "r")) ?? line + 1;
        count = 0;
        column = -1;
      } else if (name === "c") {
        const { r, t, s } = attributes;
        // A workbook has millions of cells, and hardly one whose attributes have others beside them, or prefixes.
        const isAll = Number(r !== undefined) + Number(t !== undefined) + Number(s !== undefined) === given;
        const of = (own: string | undefined, key: string): string | undefined =>
          own !== undefined || isAll ? own : attribute(attributes, key);
        column = columnOf(of(r, "r")) ?? column + 1;
        type = of(t, "t") ?? "n";
        style = s === undefined && isAll ? 0 : (positive(of(s, "s")) ?? 0);
        value = "";
        isToCompute = false;
      }
      isValue = name === "v" || name === "t";
      // A program that writes a formula may leave its value to a spreadsheet.
      if (book.tellsFaults && (name === "f" || isValue)) isToCompute = name === "f";
    },
    close(name) {
      isValue = false;
      if (name === "c" && isToCompute && value === "") [value, type] = [NOT_COMPUTED, "e"];
      if (name === "c" && value !== "" && column < MAX_COLUMNS) {
        for (; count < column; count += 1) cells[count] = "";
        cells[column] = cellText(value, type, style, book);
        count = Math.max(count, column + 1);
      } else if (name === "row") {
        const own = cells.slice(0, count);
        if (own.some((cell) => cell !== "" && !isFault(cell))) take({ line, cells: own });
      }
    },
    text(part) {
      if (isValue && value.length < MAX_CELL) value += part;
    },
  });
}

function cellText(value: string, type: string, style: number, book: Book): string {
  if (type === "s") return book.strings[Number(value)] ?? "";
  if (type === "e") return book.tellsFaults ? `${FAULT}${value}` : "";
  if (type !== "n") return value;
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (book.isDate[style]) return excelDate(number + book.epoch) ?? value;
  return numberText(value, number);
}

/**
 * A number as one would type it: computed cells carry binary dust beyond 15 digits, which spreadsheets do not show. Three
 * decimals become four, or they would read as thousands.
 */
function numberText(written: string, value: number): string {
  const text = PLAIN_NUMBER.test(written) ? written : withoutDust(value);
  return text.at(-4) === "." ? `${text}0` : text;
}

/** As a number is told, too: within 15 digits, none of them for nothing. */
const PLAIN_NUMBER = /^(?:0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9])$/;

function withoutDust(value: number): string {
  const told = String(value);
  return told.length <= MAX_PRECISION ? told : String(Number(value.toPrecision(MAX_PRECISION)));
}
const MAX_PRECISION = 15;

const positive = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

/** `C12` → 2; undefined of what is no reference to a cell. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let column = 0;
  let letters = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at);
    if (code >= LETTER_A && code <= LETTER_Z && letters === at) {
      column = column * 26 + code - LETTER_A + 1;
      letters += 1;
    } else if (code < ZERO || code > NINE) return undefined;
  }
  return letters === 0 || letters > MOST_LETTERS ? undefined : column - 1;
}
const MOST_LETTERS = 3;
const [ZERO, NINE, LETTER_A, LETTER_Z] = [0x30, 0x39, 65, 90];
