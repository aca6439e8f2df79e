import type { Layout } from "../statement-columns.ts";
import type { FileRow } from "../tables/file-row.ts";

const WHOLE = /^[-+(\u2212]?[\d \u00a0\u202f]+$/;
const HAS_CENTS = /\d\.\d{1,2}\)?[-+]?\s*(€|[a-z]{3})?$/i;
/** What a comma leaves of an amount: its cents, or what follows its thousands. */
const REST = /^(?!00?$)(\d{1,2}|\d{3}([.,]\d+)?)\)?-?\s*€?$/;

const MESSAGE =
  "une virgule coupe un montant ou un libellé de la ligne, qui a plus de cellules que le fichier n’a de colonnes. Téléchargez le relevé avec un autre séparateur.";

/**
 * What is wrong with an operation of a table whose separator is the comma: `12,75` without quotes is cut in two cells, and reads as 12 and 75
 * (BANK-6). A label that is cut behind an amount with its cents does no harm.
 * @param width how many columns its header has
 */
export function faultOfWidth({ cells }: FileRow, width: number, layout: Layout): string | undefined {
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
