import { counted } from "@bobine/contract/french";
import { frenchAmount } from "../french-number.ts";
import { COLUMN_NAMES } from "../statement-column-names.ts";
import { columnName, type Layout } from "../statement-columns.ts";
import { frenchCents, quoted } from "./format-values.ts";

const NBSP = "\u00a0";
const NAMES: readonly string[] = COLUMN_NAMES.fee;
const OF_NET = /\bnet\b/;

/** What operations cost, where a table tells it in a column of its own: nothing is added to their amounts, and that is told (BANK-7). */
export function feesOfTable(
  header: readonly string[],
  { amount, beforeFee }: Layout,
): { add(cells: readonly string[]): void; notes(): readonly string[] } | undefined {
  const names = header.map(columnName);
  const column = names.findIndex((name) => NAMES.includes(name));
  if (
    column === -1 ||
    amount === undefined ||
    beforeFee !== undefined ||
    OF_NET.test(header[amount]?.toLowerCase() ?? "")
  )
    return undefined;
  let [count, sum] = [0, 0];
  return {
    add(cells) {
      const fee = frenchAmount(cells[column]?.trim() ?? "") ?? 0;
      if (fee === 0) return;
      count += 1;
      sum += Math.abs(fee);
    },
    notes: () =>
      count === 0
        ? []
        : [
            `La colonne ${quoted(header[column]?.trim() ?? "")} indique ${frenchCents(sum)} de frais en tout (${counted(count, "opération", "opérations")}), qui ne sont pas ajoutés aux montants importés${NBSP}: vérifiez s’ils y sont déjà compris.`,
          ],
  };
}
