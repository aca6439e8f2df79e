import { MAX_ROWS, type FileRow, TOO_MANY_ROWS, UnreadableTable } from "./file-row.ts";
import { oddCsvRows } from "./odd-csv-rows.ts";
import { IRREGULAR, regularCsvRows } from "./regular-csv-rows.ts";

export const SEPARATORS = [";", "\t", ",", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Lines before the operations, and blank ones, do not count against the limit of rows. */
const SPARE_ROWS = 100;

/**
 * The rows of a CSV text (RFC 4180, with line breaks inside quotes, and `="…"` as spreadsheets export text). Quotes that make
 * no sense are read as plain characters.
 * @param limit reads no further rows than this
 * @throws UnreadableTable above 50,000 rows
 */
export const csvRows = (text: string, separator: Separator, limit?: number): FileRow[] =>
  readCsvRows(text, separator, (rows) => Array.from(rows), { limit });

/**
 * Reads the same rows one by one, so that a long file is never an array of them.
 * @param read is called anew where the quotes of a file turn out to make no sense
 * @param bounds.most rows that are no error
 */
export function readCsvRows<Reading>(
  text: string,
  separator: Separator,
  read: (rows: Iterable<FileRow>) => Reading,
  { limit, most = MAX_ROWS }: { readonly limit?: number | undefined; readonly most?: number } = {},
): Reading {
  const all = most + SPARE_ROWS;
  const bounds = { limit: limit ?? all, most: all - 1 };
  try {
    return read(bounded(regularCsvRows(text, separator), bounds));
  } catch (error) {
    if (error !== IRREGULAR) throw error;
  }
  return read(bounded(oddCsvRows(text, separator, bounds.limit), bounds));
}

function* bounded(
  rows: Iterable<FileRow>,
  { limit, most }: { readonly limit: number; readonly most: number },
): Generator<FileRow> {
  let count = 0;
  for (const row of rows) {
    count += 1;
    if (count > most) throw new UnreadableTable(TOO_MANY_ROWS);
    yield row;
    if (count === limit) return;
  }
}
