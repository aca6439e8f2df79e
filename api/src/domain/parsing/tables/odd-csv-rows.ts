import { CsvError } from "csv-parse";
import { type Options, parse } from "csv-parse/sync";
import { hasRows, MAX_RECORD, plainCells } from "./csv-cells.ts";
import type { FileRow } from "./file-row.ts";
import { textLines } from "../bank-formats/text-lines.ts";

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** The rows of a CSV text whose quotes make no sense somewhere, or whose rows are too long. */
export function oddCsvRows(text: string, separator: string, limit: number): FileRow[] {
  let line = 1;
  return parseCsv(text, separator, limit).map(({ record, info }) => {
    const row = { line, cells: plainCells(record) };
    line = info.lines + 1;
    return row;
  });
}

function parseCsv(text: string, separator: string, limit: number): Parsed[] {
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
  return parsed && !parsed.some(({ record }) => record.some((cell) => hasRows(cell, separator)))
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

/** Each line is a row, and a quote that is not closed in its line is a plain character. */
function parseLines(
  text: string,
  options: Options & { readonly delimiter: string },
  limit: number,
): Parsed[] {
  const parsed: Parsed[] = [];
  for (const line of textLines(piecesOf(text.replace(/^\ufeff/, "")))) {
    if (parsed.length === limit) break;
    parsed.push({ record: recordOf(line, options), info: { lines: parsed.length + 1 } });
  }
  return parsed;
}

function recordOf(line: string, options: Options & { readonly delimiter: string }): string[] {
  if (line.length > MAX_RECORD) return [""];
  // A parser for each line would cost a hundred times as much.
  if (!line.includes('"')) return line.split(options.delimiter);
  const [parsed] =
    tryParse(line, { ...options, relax_quotes: true }) ?? tryParse(line, { ...options, quote: false }) ?? [];
  return parsed?.record ?? [""];
}

/** So that no more of a text is cut into lines than is looked at. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += MAX_RECORD) yield text.slice(from, from + MAX_RECORD);
}
