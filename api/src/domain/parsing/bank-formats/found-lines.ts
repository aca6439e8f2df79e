import { type Cents, cents } from "@bobine/contract/money";
import { must } from "../../must.ts";
import type { PlacedLine } from "../statement-checks.ts";
import type { UnmarkedLine } from "./format-reading.ts";
import type { FoundLine } from "./table-row.ts";

/** The operations of a table as they are found, whose signs and account its last rows may tell. */
export interface FoundLines {
  /** @param line where it stands in the file */
  add(found: FoundLine, line: number): void;
  /** The one that was added last was none. */
  dropLast(): void;
  count(): number;
  /** All of them; those that name no account of their own are of this one. */
  lines(account: string): readonly UnmarkedLine[];
  /** The same, with what the table says is on the account after each; nothing where it has no such column. */
  running(lines: readonly UnmarkedLine[]): PlacedLine[];
}

export function foundLines(hasBalances: boolean): FoundLines {
  const all: UnmarkedLine[] = [];
  /** Indexes of those that a column calls a debit. */
  const debits: number[] = [];
  const places: { readonly line: number; readonly balance: Cents | undefined }[] = [];
  /** A debit has a minus: the signs are there already. */
  let isSigned = false;
  return {
    add({ found, sense, balance }, line) {
      if (sense === "debit") {
        debits.push(all.length);
        isSigned ||= found.amount < 0;
      }
      all.push(found);
      if (hasBalances) places.push({ line, balance });
    },
    dropLast() {
      all.pop();
      if (debits.at(-1) === all.length) debits.pop();
      if (hasBalances) places.pop();
    },
    count: () => all.length,
    lines(account) {
      if (!isSigned)
        for (const index of debits) {
          const line = must(all[index], "debit");
          all[index] = { ...line, amount: cents(0 - line.amount) };
        }
      isSigned = true;
      return account === ""
        ? all
        : all.map((line) => (line.bank_account === "" ? { ...line, bank_account: account } : line));
    },
    running: (lines) =>
      places.map(({ line, balance }, index) => {
        const { bank_account, transaction_date, amount, currency_code } = must(lines[index], "line");
        return { bank_account, transaction_date, amount, currency_code, line, balance };
      }),
  };
}
