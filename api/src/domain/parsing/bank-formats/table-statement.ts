import { ownText } from "../cut-text.ts";
import { csvRows, readCsvRows, type Separator, SEPARATORS } from "../tables/csv-rows.ts";
import { type KnownLayout, layoutChosenFor } from "../chosen-layout.ts";
import { type Layout, layoutByHeader, layoutWithoutHeader } from "../statement-columns.ts";
import { withoutFaults } from "../tables/cell-faults.ts";
import { EMPTY_FILE, type FileRow, UNKNOWN_LAYOUT, UnreadableTable } from "../tables/file-row.ts";
import { eachXlsxRow, type InflateBudget } from "../tables/xlsx-rows.ts";
import type { FormatReading } from "./format-reading.ts";
import { type TableReader, tableReader, type LayoutOfRows } from "./table-reader.ts";

const HEADER_PROBE = 60;

/** A sheet of a workbook that was read. */
export interface SheetReading {
  readonly name: string;
  readonly reading: FormatReading;
}

/** The sheets of a workbook that hold operations, each of any layout (BANK-26). */
export async function readXlsxStatement(
  bytes: Buffer,
  known: readonly KnownLayout[],
  { budget, most }: { readonly budget: InflateBudget; readonly most: number },
  told?: ReadonlyMap<string, LayoutOfRows>,
): Promise<SheetReading[]> {
  const sheets: (SheetRows & { readonly name: string })[] = [];
  await eachXlsxRow(bytes, { budget, rows: most }, (name) => {
    const sheet = sheetRows(known, most, told?.get(name));
    sheets.push({ name, ...sheet });
    return sheet.take;
  });
  if (sheets.every((sheet) => sheet.count() === 0)) throw new UnreadableTable(EMPTY_FILE);
  const found = sheets.flatMap(({ name, count, table }) => {
    const known = table();
    return known ? [{ name, reader: known.reader, isFilled: count() > known.layout.first }] : [];
  });
  if (found.length === 0) throw new UnreadableTable(UNKNOWN_LAYOUT, "columns");
  // A sheet that is only a header beside one with operations takes nothing from it.
  const filled = found.filter(({ isFilled }) => isFilled);
  const said = new Map(found.flatMap(({ name, reader }) => pairOf(name, reader.toldByRows())));
  // As `readAsTold`.
  if (said.size > 0 && !told) return await readXlsxStatement(bytes, known, { budget, most }, said);
  return (filled.length > 0 ? filled : found.slice(0, 1)).map(({ name, reader }) => ({
    name,
    reading: reader.reading(),
  }));
}

const pairOf = (name: string, told: LayoutOfRows | undefined): [string, LayoutOfRows][] =>
  told === undefined ? [] : [[name, told]];

interface Table {
  readonly layout: Layout;
  readonly reader: TableReader;
}

interface SheetRows {
  readonly take: (row: FileRow) => void;
  readonly count: () => number;
  /** Once all rows have come; undefined when they have no layout. */
  readonly table: () => Table | undefined;
}

/** The rows of a sheet as they come: they are held only until its header is found, which all but one without a header have at its top. */
function sheetRows(known: readonly KnownLayout[], most: number, told?: LayoutOfRows): SheetRows {
  let held: FileRow[] = [];
  let count = 0;
  let table: Table | undefined;
  const begin = (found: Layout | undefined): void => {
    if (!found) return;
    const layout = { ...found, ...told };
    const reader = tableReader("xlsx", layout, { most, isOpen: false });
    table = { layout, reader };
    for (const row of held) reader.take(row);
    held = [];
  };
  return {
    take(row) {
      count += 1;
      if (table) {
        table.reader.take(row);
        return;
      }
      held.push({ line: row.line, cells: row.cells.map(ownText) });
      if (held.length === HEADER_PROBE) begin(likeliest(held.map(withoutFaults), known));
    },
    count: () => count,
    table() {
      const plain = table ? [] : held.map(withoutFaults);
      if (plain.length > 0) begin(likeliest(plain, known) ?? layoutWithoutHeader(plain));
      return table;
    },
  };
}

/** The separator is the one under which the file makes most sense (BANK-3). */
export function readCsvStatement(text: string, known: readonly KnownLayout[], most: number): FormatReading {
  const isOpen = !/[\r\n]$/.test(text.slice(-1));
  const probes = SEPARATORS.map((separator) => {
    const rows = csvRows(text, separator, HEADER_PROBE);
    return { separator, layout: likeliest(rows, known) };
  });
  const [best] = probes.toSorted((a, b) => (b.layout?.score ?? 0) - (a.layout?.score ?? 0));
  const readerOf = (layout: Layout, separator?: Separator): TableReader =>
    tableReader("csv", layout, { most, isOpen, isCutByCommas: separator === "," });
  if (best?.layout) {
    const { separator, layout } = best;
    return readAsTold(layout, (how) =>
      readCsvRows(text, separator, (rows) => taken(rows, readerOf(how, separator)), { most }),
    );
  }
  for (const separator of SEPARATORS) {
    const rows = csvRows(text, separator);
    const layout = layoutWithoutHeader(rows);
    if (layout) return readAsTold(layout, (how) => taken(rows, readerOf(how)));
  }
  throw new UnreadableTable(UNKNOWN_LAYOUT, "columns");
}

function taken(rows: Iterable<FileRow>, reader: TableReader): TableReader {
  for (const row of rows) reader.take(row);
  return reader;
}

/** What the rows say of their marks and senses is known at the end: where they are read otherwise by it, all is read again, which is rare. */
function readAsTold(layout: Layout, read: (layout: Layout) => TableReader): FormatReading {
  const reader = read(layout);
  const told = reader.toldByRows();
  return (told === undefined ? reader : read({ ...layout, ...told })).reading();
}

/** What a person has said of such a table, or its names of columns, whichever is surer. */
function likeliest(rows: readonly FileRow[], known: readonly KnownLayout[]): Layout | undefined {
  const [chosen, named] = [layoutChosenFor(rows, known), layoutByHeader(rows)];
  return chosen && chosen.score > (named?.score ?? 0) ? chosen : named;
}
