import { isAmountCell } from "../chosen-layout.ts";
import type { Layout } from "../statement-columns.ts";
import type { FileRow } from "../tables/file-row.ts";

const WHOLE = /^[-+(\u2212]?[\d \u00a0\u202f]+$/;
const HAS_CENTS = /\d\.\d{1,2}\)?[-+]?\s*(€|[a-z]{3})?$/i;
/** What a comma leaves of an amount: its cents, or what follows its thousands. */
const REST = /^(?!00?$)(\d{1,2}|\d{3}([.,]\d+)?)\)?-?\s*€?$/;

const MESSAGE =
  "une virgule coupe un montant ou un libellé de la ligne, qui a plus de cellules que le fichier n’a de colonnes. Téléchargez le relevé avec un autre séparateur.";

export const CUT_BY_SEPARATOR =
  "un séparateur coupe un libellé de la ligne, qui a plus de cellules que le fichier n’a de colonnes. Mettez ce libellé entre guillemets, ou téléchargez le relevé dans un autre format.";

/** What an operation that is wider than the header of its table is (BANK-6). */
export interface WidthOfTable {
  /** What is surely wrong with it. */
  fault(row: FileRow): string | undefined;
  /** Whether an amount stands where no column with a name is, and its cells may be shifted: unless most operations have such a one. */
  amountBeyond(row: FileRow): AmountBeyond | undefined;
}

export type AmountBeyond = "doubtful" | "beside";

export function widthOfTable(
  header: readonly string[],
  layout: Layout,
  isCutByCommas: boolean,
): WidthOfTable {
  const named = header.findLastIndex((name) => name.trim() !== "") + 1;
  const columns = [layout.amount, layout.debit, layout.credit].filter((column) => column !== undefined);
  return {
    fault: (row) => (isCutByCommas ? faultOfWidth(row, header.length, layout) : undefined),
    amountBeyond({ cells }) {
      if (cells.length <= named) return undefined;
      const isWhole = columns.every((column) => !HAS_DECIMALS.test(cells[column]?.trim() ?? ""));
      const isOne = (cell: string): boolean => isAmountCell(cell) && (isWhole || HAS_DECIMALS.test(cell));
      if (!cells.slice(named).some(isOne)) return undefined;
      // The header may have a cell without a name for it, of balances.
      return isWhole || cells.length > header.length ? "doubtful" : "beside";
    },
  };
}

/** Operations without an amount in any column of amounts that have one in a column without a name (BANK-6). */
export interface StrayAmounts {
  /** That of a row, whatever it is. */
  of(row: FileRow): string | undefined;
  /** Whether an operation has an amount there too. */
  saw(row: FileRow): void;
  /** Whether most operations have: it is a column of something else, such as balances. */
  areBeside(operations: number): boolean;
}

/** Of what a person chose, nothing has to be guessed. */
export function strayAmounts(
  header: readonly string[],
  { amount, debit, credit, choice }: Layout,
): StrayAmounts | undefined {
  if (choice) return undefined;
  const columns = [amount, debit, credit].filter((column) => column !== undefined);
  let beside = 0;
  const strayIn = ({ cells }: FileRow): string | undefined =>
    cells.find((cell, column) => !header[column]?.trim() && HAS_DECIMALS.test(cell) && isAmountCell(cell));
  return {
    of: (row) => (columns.some((column) => row.cells[column]?.trim()) ? undefined : strayIn(row)),
    saw(row) {
      if (strayIn(row) !== undefined) beside += 1;
    },
    areBeside: (operations) => beside * 2 > operations,
  };
}

/** Where amounts have them, a number without is that of a remark. */
const HAS_DECIMALS = /\d[.,]\d{1,2}(?!\d)/;

/**
 * What is wrong with an operation of a table whose separator is the comma: `12,75` without quotes is cut in two cells, and reads as 12 and 75
 * (BANK-6). A label that is cut behind an amount with its cents does no harm.
 * @param width how many columns its header has
 */
function faultOfWidth({ cells }: FileRow, width: number, layout: Layout): string | undefined {
  if (cells.length <= width) return undefined;
  const { amount, debit, credit } = layout;
  const columns = [amount, debit, credit].filter((column) => column !== undefined);
  const at = (column: number): string => cells[column]?.trim() ?? "";
  const told = columns.filter((column) => at(column) !== "");
  if (told.every((column) => HAS_CENTS.test(at(column)))) return undefined;
  const isCut = told.some(
    (column) =>
      (column + 1 >= width || column + 1 === debit || column + 1 === credit) &&
      WHOLE.test(at(column)) &&
      REST.test(at(column + 1)),
  );
  return isCut || cells.filter((cell) => cell.trim() !== "").length > width ? MESSAGE : undefined;
}
