import { isStatementFileName } from "@bobine/contract/statement-files";
import type { ColumnChoice, StatementTable } from "@bobine/contract/statement-columns";
import { MOST_COLUMNS } from "@bobine/contract/statement-files";
import { contentOf, isArchive } from "./bank-statement.ts";
import { readRow } from "./bank-formats/table-row.ts";
import { headerKey, type KnownLayout, layoutChosenFor, layoutOfChoice, shapeKey } from "./chosen-layout.ts";
import { cutText } from "./cut-text.ts";
import { choiceOfLayout, guessColumns, type GuessedTable } from "./guess-columns.ts";
import { sensesOfTable } from "./sense-column.ts";
import { layoutByHeader, layoutWithoutHeader } from "./statement-columns.ts";
import { csvRows, SEPARATORS } from "./tables/csv-rows.ts";
import type { FileRow } from "./tables/file-row.ts";
import { bookBudget, type InflateBudget, xlsxSheets } from "./tables/xlsx-rows.ts";
import { zipFiles } from "./tables/zip-files.ts";

/** So many rows are enough to see what the columns are. */
const SAMPLE = 60;
const SHOWN = 20;
/** Below a long preamble so many operations are shown. */
const SHOWN_BELOW = 8;
const MOST_SHOWN = 40;
const MOST_TABLES = 20;
const CELL = 100;
/** No table has a NUL, a bell or an escape. */
// oxlint-disable-next-line no-control-regex -- what is looked for are control characters
const BINARY = /[\u0000-\u0008\u000e-\u001f]/;

/**
 * The tables of a bank's file as they begin, with what their columns may be (BANK-30): those that nobody recognises first. A file of
 * a format of banks has none. Of a CSV file each way to cut it is one, the likeliest first.
 * @throws UnreadableTable when the file is none at all
 */
export async function statementTables(
  bytes: Buffer,
  known: readonly KnownLayout[],
): Promise<StatementTable[]> {
  const tables = await tablesIn(bytes, "", known, bookBudget());
  const names = new Set(tables.filter(({ origin }) => origin !== "guessed").map(({ name }) => name));
  return tables
    .toSorted((a, b) => Number(names.has(a.name)) - Number(names.has(b.name)))
    .slice(0, MOST_TABLES);
}

async function tablesIn(
  bytes: Buffer,
  name: string,
  known: readonly KnownLayout[],
  budget: InflateBudget,
): Promise<StatementTable[]> {
  if (!isArchive(bytes)) {
    const content = contentOf(bytes);
    return "csv" in content ? cutsOf(content.csv, name, known) : [];
  }
  const archive = await zipFiles(bytes, isStatementFileName);
  if (archive) {
    const found: StatementTable[] = [];
    // An archive in an archive is none of ours.
    for (const file of archive.files)
      if (name === "") found.push(...(await tablesIn(file.bytes, cutText(file.name, 100), known, budget)));
    return found;
  }
  const sheets = (await xlsxSheets(bytes, budget)).filter(({ rows }) => rows.length > 0);
  return sheets.map((sheet) =>
    tableOf(
      [name, `Feuille ${sheet.name}`].filter(Boolean).join(", "),
      "",
      sheet.rows.slice(0, SAMPLE),
      known,
    ),
  );
}

function cutsOf(text: string, name: string, known: readonly KnownLayout[]): StatementTable[] {
  if (BINARY.test(text.slice(0, 10_000))) return [];
  const cuts = SEPARATORS.flatMap((separator) => {
    const rows = csvRows(text, separator, SAMPLE);
    const cut = rows.filter(({ cells }) => cells.length > 1).length;
    return cut === 0 ? [] : [{ table: tableOf(name, separator, rows, known), cut }];
  });
  const isKnown = ({ table }: (typeof cuts)[number]): number => Number(table.origin !== "guessed");
  return cuts
    .toSorted((a, b) => isKnown(b) - isKnown(a) || saysOf(b.table) - saysOf(a.table) || b.cut - a.cut)
    .map(({ table }) => table);
}

const saysOf = ({ choice }: StatementTable): number =>
  [choice.date, choice.labels[0], choice.amount ?? choice.debit ?? choice.credit].filter(
    (column) => column !== null && column !== undefined,
  ).length;

function tableOf(
  name: string,
  separator: string,
  rows: readonly FileRow[],
  known: readonly KnownLayout[],
): StatementTable {
  const { origin, header, first, choice } = columnsOf(rows, known);
  const shown = Math.min(MOST_SHOWN, Math.max(SHOWN, first + SHOWN_BELOW));
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  return {
    name,
    separator,
    rows: rows.slice(0, shown).map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, MOST_COLUMNS).map((cell) => cutText(cell, CELL)),
      key: headerKey(cells),
    })),
    shape_key: shapeKey(rows),
    width,
    header: header ?? null,
    first,
    choice,
    origin,
  };
}

/** With the column of the sense that the rows themselves tell, as an import would take it (BANK-7). */
function withSense(choice: ColumnChoice, rows: readonly FileRow[]): ColumnChoice {
  const layout = layoutOfChoice(choice, 0);
  const senses = sensesOfTable(layout);
  if (!senses) return choice;
  for (const row of rows) {
    const reading = readRow(row, layout);
    if (reading.kind === "line") senses.add(row.cells, reading.found.amount);
  }
  const { sure } = senses.columns();
  return { ...choice, sense: sure ?? null };
}

function columnsOf(
  rows: readonly FileRow[],
  known: readonly KnownLayout[],
): GuessedTable & Pick<StatementTable, "origin"> {
  const chosen = layoutChosenFor(rows, known);
  const layout = chosen ?? layoutByHeader(rows) ?? layoutWithoutHeader(rows);
  if (!layout) {
    const guessed = guessColumns(rows);
    return { ...guessed, choice: withSense(guessed.choice, rows.slice(guessed.first)), origin: "guessed" };
  }
  const { first } = layout;
  const keys = new Set(known.map((one) => one.header_key));
  const header = chosen ? rows.findIndex(({ cells }) => keys.has(headerKey(cells))) : layout.first - 1;
  const choice = choiceOfLayout(layout, rows.slice(first));
  return {
    header: header === -1 ? undefined : header,
    first,
    choice: chosen ? choice : withSense(choice, rows.slice(first)),
    origin: chosen ? "remembered" : "recognised",
  };
}
