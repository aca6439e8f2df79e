import { CsvError } from "csv-parse";
import { type Options, parse } from "csv-parse/sync";
import { frenchDate } from "../french-date.ts";
import { MAX_COLUMNS, MAX_ROWS, type FileRow, TOO_MANY_ROWS, UnreadableTable } from "./file-row.ts";
import { must } from "../../must.ts";

export const SEPARATORS = [";", "\t", ",", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Lines before the operations, and blank ones, do not count against the limit of rows. */
const SPARE_ROWS = 100;
const MAX_RECORD = 100_000;
const MANY_COLUMNS = 5;

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/**
 * The rows of a CSV text (RFC 4180, with line breaks inside quotes, and `="…"` as spreadsheets export text). Quotes that make
 * no sense are read as plain characters.
 * @param limit reads no further rows than this
 * @throws UnreadableTable above 50,000 rows
 */
export function csvRows(text: string, separator: Separator, limit = MAX_ROWS + SPARE_ROWS): FileRow[] {
  let line = 1;
  const rows = parseCsv(text, separator, limit).map(({ record, info }) => {
    const row = { line, cells: record.slice(0, MAX_COLUMNS).map(plainCell) };
    line = info.lines + 1;
    return row;
  });
  if (rows.length > MAX_ROWS + SPARE_ROWS - 1) throw new UnreadableTable(TOO_MANY_ROWS);
  return rows;
}

function parseCsv(text: string, separator: Separator, limit: number): Parsed[] {
  const options = {
    delimiter: separator,
    bom: true,
    info: true,
    relax_column_count: true,
    to: limit,
    max_record_size: MAX_RECORD,
    record_delimiter: ["\r\n", "\n", "\r"],
  };
  // A line that is longer than any row holds no rows, but may hold millions of cells.
  const parsed = hasLongLine(text) ? undefined : tryParse(text, { ...options, relax_quotes: true });
  return parsed && !parsed.some(({ record }) => record.some((cell) => holdsRows(cell, separator)))
    ? parsed
    : parseLines(text, options, limit);
}

function hasLongLine(text: string): boolean {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    if ((end < 0 ? text.length : end) - from > MAX_RECORD) return true;
    if (end < 0) return false;
    from = end + 1;
  }
  return false;
}

function tryParse(text: string, options: Options): Parsed[] | undefined {
  try {
    return parse(text, options) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** A stray quote swallows the rows up to the next one: a line in a cell that begins with a date, or has many columns, is one. */
function holdsRows(cell: string, separator: Separator): boolean {
  if (!cell.includes("\n")) return false;
  return cell
    .split("\n")
    .slice(1)
    .some((line) => {
      const columns = line.split(separator);
      return (
        columns.length > MANY_COLUMNS ||
        (columns.length > 1 && frenchDate(must(columns[0], "first column")) !== undefined)
      );
    });
}

/** Each line is a row, and a quote that is not closed in its line is a plain character. */
function parseLines(text: string, options: Options, limit: number): Parsed[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .slice(0, limit)
    .map((line, index) => {
      const [parsed] =
        line.length > MAX_RECORD
          ? []
          : (tryParse(line, { ...options, relax_quotes: true }) ??
            tryParse(line, { ...options, quote: false }) ??
            []);
      return { record: parsed?.record ?? [""], info: { lines: index + 1 } };
    });
}

function plainCell(cell: string): string {
  const forced = /^="(.*)"$/s.exec(cell);
  return forced ? must(forced[1], "forced text").replaceAll('""', '"') : cell;
}
