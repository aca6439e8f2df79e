import { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import {
  MAX_COLUMNS,
  MAX_ROWS,
  type StatementRow,
  TOO_MANY_ROWS,
  UnreadableStatement,
} from "./statement-row.ts";

export const SEPARATORS = [";", "\t", ",", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Lines before the operations, and blank ones, do not count against the limit of rows. */
const SPARE_ROWS = 100;
const MAX_RECORD = 100_000;

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/**
 * The rows of a CSV text (RFC 4180, with line breaks inside quotes, and `="…"` as spreadsheets export text). Quotes that make
 * no sense are read as plain characters.
 * @param limit reads no further rows than this
 * @throws UnreadableStatement above 50,000 rows
 */
export function csvRows(text: string, separator: Separator, limit = MAX_ROWS + SPARE_ROWS): StatementRow[] {
  let line = 1;
  const rows = parseCsv(text, separator, limit).map(({ record, info }) => {
    const row = { line, cells: record.slice(0, MAX_COLUMNS).map(plainCell) };
    line = info.lines + 1;
    return row;
  });
  if (rows.length > MAX_ROWS + SPARE_ROWS - 1) throw new UnreadableStatement(TOO_MANY_ROWS);
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
  try {
    return parse(text, { ...options, relax_quotes: true }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  // A quote that is never closed would swallow the file.
  try {
    return parse(text, { ...options, quote: false }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

function plainCell(cell: string): string {
  const forced = /^="(.*)"$/s.exec(cell);
  return forced ? (forced[1] ?? "").replaceAll('""', '"') : cell;
}
