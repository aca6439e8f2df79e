import { counted } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { frenchAmount } from "../french-number.ts";
import { FEE_NAMES } from "../statement-column-names.ts";
import { columnName, type Layout } from "../statement-columns.ts";
import type { PlacedLine } from "../statement-checks.ts";
import { frenchCents, quoted } from "./format-values.ts";

const NBSP = "\u00a0";
const OF_NET = /\bnet\b/;

/** What operations cost, where a table tells it in a column of its own: nothing is added to their amounts, and that is told (BANK-7). */
export function feesOfTable(
  header: readonly string[],
  { amount, beforeFee }: Layout,
):
  | {
      add(cells: readonly string[], line: number): void;
      notes(running: readonly PlacedLine[]): readonly string[];
    }
  | undefined {
  const names = header.map(columnName);
  const column = names.findIndex((name) => FEE_NAMES.includes(name));
  if (
    column === -1 ||
    amount === undefined ||
    beforeFee !== undefined ||
    OF_NET.test(header[amount]?.toLowerCase() ?? "")
  )
    return undefined;
  /** By the lines of their operations. */
  const fees = new Map<number, Cents>();
  let sum = 0;
  return {
    add(cells, line) {
      const fee = Math.abs(frenchAmount(cells[column]?.trim() ?? "") ?? 0);
      if (fee === 0) return;
      fees.set(line, cents(fee));
      sum += fee;
    },
    notes(running) {
      if (fees.size === 0) return [];
      const told = `La colonne ${quoted(header[column]?.trim() ?? "")} indique ${frenchCents(sum)} de frais en tout (${counted(fees.size, "opération", "opérations")})`;
      return areBeside(fees, running)
        ? [`${told}, qui manquent dans les montants importés${NBSP}: le solde du fichier les compte en plus.`]
        : [
            `${told}, qui ne sont pas ajoutés aux montants importés${NBSP}: vérifiez s’ils y sont déjà compris.`,
          ];
    },
  };
}

/** Whether what is on each account after its operations says that their fees come on top of their amounts. */
function areBeside(fees: ReadonlyMap<number, Cents>, running: readonly PlacedLine[]): boolean {
  const isRunning = (lines: readonly PlacedLine[]): boolean =>
    lines.every(({ line, amount, balance }, place) => {
      const before = lines[place - 1];
      if (before === undefined) return true;
      const isTold = before.balance !== undefined && balance !== undefined;
      return isTold && before.balance + amount - (fees.get(line) ?? 0) === balance;
    });
  const accounts = Map.groupBy(running, (line) => `${line.bank_account}\n${line.currency_code}`);
  const ordered = [...accounts.values()].map((own) => [own, own.toReversed()].find(isRunning));
  // Nothing stands before the first line.
  const isProven = ordered.some((own) => own?.slice(1).some(({ line }) => fees.has(line)));
  return isProven && ordered.every((own) => own !== undefined);
}
