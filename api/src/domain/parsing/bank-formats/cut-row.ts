import type { Layout } from "../statement-columns.ts";
import type { FileRow } from "../tables/file-row.ts";

/** Of an operation that was cut in its date, too. */
const BEGINS_AS_DAY = /^\d[\d/.\- T:]{0,18}$/;
const CENTS = /[.,]\d\d\)?[-+]?\s*€?$/;
/** So many rows whose amounts are written alike say how the bank writes them. */
const ENOUGH = 3;

const MESSAGE =
  "la ligne est coupée, le fichier s’arrête avant sa fin. Téléchargez-le à nouveau auprès de votre banque.";

export interface LastRow {
  /** An operation that was read. */
  saw(row: FileRow): void;
  /** What is wrong with the last row of the table; undefined when it is whole. */
  fault(row: FileRow): string | undefined;
}

/**
 * Whether the last row of a file was cut anywhere in it (BANK-39): it has fewer cells than every operation above it, a day without an
 * amount, or an amount without the cents that all others have.
 * @param isOpen whether no end of a line stands behind it: then only may it be cut
 */
export function lastRow(layout: Layout, isOpen: boolean): LastRow | undefined {
  if (!isOpen) return undefined;
  let fewest = Infinity;
  let operations = 0;
  let haveCents = true;
  return {
    saw(row) {
      operations += 1;
      fewest = Math.min(fewest, row.cells.length);
      haveCents &&= CENTS.test(amountOf(row, layout).trim());
    },
    fault(row) {
      const day = row.cells[layout.date]?.trim() ?? "";
      if (!BEGINS_AS_DAY.test(day)) return undefined;
      const amount = amountOf(row, layout);
      const isLast = row.cells.at(-1) === amount;
      const isShort = operations > 0 && row.cells.length < fewest;
      const lacksCents = isLast && haveCents && operations >= ENOUGH && !CENTS.test(amount.trim());
      return isShort || amount.trim() === "" || lacksCents ? MESSAGE : undefined;
    },
  };
}

function amountOf({ cells }: FileRow, { amount, debit, credit }: Layout): string {
  for (const column of [amount, credit, debit]) {
    const cell = column === undefined ? "" : (cells[column] ?? "");
    if (cell.trim() !== "") return cell;
  }
  return "";
}
