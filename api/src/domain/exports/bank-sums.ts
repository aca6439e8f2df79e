import { type Cents, cents } from "@bobine/contract/money";
import type { BankAccount } from "../bank-account.ts";
import { bankBooks } from "./bank-books.ts";
import type { LateMovement } from "./bank-ties.ts";
import type { LedgerEntry } from "./ledger-lines.ts";

/** By account in the books and month (`2026-10`). */
export type SumsOfBanks = ReadonlyMap<string, ReadonlyMap<string, Cents>>;

/** What entries move the accounts of the banks in the books. */
export class BankSums {
  readonly accounts: ReadonlySet<string>;
  readonly #sums = new Map<string, Map<string, Cents>>();

  /** @param banks of one distributor, in their order */
  constructor(banks: readonly BankAccount[]) {
    this.accounts = new Set([
      bankBooks(banks)({ bank_account_id: null }).account,
      ...banks.map((bank) => bank.ledger_account),
    ]);
  }

  get sums(): SumsOfBanks {
    return this.#sums;
  }

  add({ date, lines }: Pick<LedgerEntry, "date" | "lines">): void {
    for (const { account, debit, credit } of lines)
      this.addMoved(account, date.slice(0, 7), cents(debit - credit));
  }

  addMoved(account: string, month: string, amount: Cents): void {
    if (!this.accounts.has(account)) return;
    const months = this.#sums.get(account) ?? new Map<string, Cents>();
    months.set(month, cents((months.get(month) ?? 0) + amount));
    this.#sums.set(account, months);
  }
}

/** What entries that no lot holds yet move later than on the day of the bank; an entry that is only written anew moves nothing. */
export function lateMovements(
  entries: readonly LedgerEntry[],
  accounts: ReadonlySet<string>,
): (LateMovement & { readonly account: string })[] {
  const found = new Map<string, LateMovement & { readonly account: string }>();
  for (const { key, date: entered_on, lines, posting } of entries) {
    if (!posting || posting.piece_date >= entered_on) continue;
    const { piece_date: date } = posting;
    for (const { account, label, debit, credit } of lines) {
      if (!accounts.has(account)) continue;
      const place = `${account} ${key} ${date} ${entered_on}`;
      const amount = cents((found.get(place)?.amount ?? 0) + debit - credit);
      found.set(place, { account, date, entered_on, label, amount });
    }
  }
  return [...found.values()].filter(({ amount }) => amount !== 0);
}
