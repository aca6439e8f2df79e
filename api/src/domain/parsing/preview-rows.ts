import { centsToWire } from "@bobine/contract/money";
import type { ColumnChoice, RowPreview } from "@bobine/contract/statement-columns";
import { must } from "../must.ts";
import { foundLines } from "./bank-formats/found-lines.ts";
import { readRow, type RowReading, unknownSense } from "./bank-formats/table-row.ts";
import { layoutOfChoice } from "./chosen-layout.ts";
import { marksOfTable } from "./decimal-mark.ts";
import { brokenBalances } from "./statement-checks.ts";
import type { FileRow } from "./tables/file-row.ts";

/** How rows of a table read under a choice of columns, as an import would read them (BANK-30). */
export function previewRows(
  rows: readonly FileRow[],
  columns: ColumnChoice,
): { readonly rows: RowPreview[]; readonly notes: string[] } {
  const chosen = layoutOfChoice(columns, 0);
  const marks = marksOfTable(chosen);
  for (const { cells } of rows) marks?.add(cells);
  // Of amounts that may be read in two ways nothing is shown: their import would ask for the mark.
  const layout = marks ? { ...chosen, mark: marks.mark() ?? "mixed" } : chosen;
  const read = rows.map((row) => readRow(row, layout));
  const found = foundLines(layout.balance !== undefined);
  for (const [index, reading] of read.entries())
    if (reading.kind === "line") found.add(reading, must(rows[index], "row").line);
  const senses = new Map(found.dropUnknownSenses().map(({ line, word }) => [line, word]));
  const lines = found.lines("");
  let next = 0;
  const shown = rows.map(({ line }, index) => {
    const row = must(read[index], "reading of a row");
    if (row.kind !== "line") return nothingIn(line, row);
    const word = senses.get(line);
    if (word !== undefined) return nothingIn(line, unknownSense(line, word));
    const { transaction_date, value_date, label, labelInstead, amount, currency_code } = must(
      lines[next],
      "line of an operation",
    );
    next += 1;
    return {
      line,
      kind: "operation" as const,
      date: transaction_date,
      value_date,
      label: labelInstead ?? label,
      amount: centsToWire(amount),
      currency_code,
      balance: row.balance === undefined ? null : centsToWire(row.balance),
      message: "",
    };
  });
  return { rows: shown, notes: brokenBalances(found.running(lines)) };
}

const nothingIn = (line: number, row: Exclude<RowReading, { kind: "line" }>): RowPreview => ({
  line,
  kind: row.kind,
  date: null,
  value_date: null,
  label: "",
  amount: null,
  currency_code: "EUR",
  balance: null,
  message: row.kind === "error" ? row.message : "",
});
