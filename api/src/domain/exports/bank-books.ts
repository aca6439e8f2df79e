import type { BankAccount } from "../bank-account.ts";
import type { ExportTransaction } from "./export-data.ts";
import type { LedgerAccount } from "./ledger-lines.ts";

/** Where the lines of a bank account are entered. */
export interface BankBook extends LedgerAccount {
  readonly journal: string;
}

/** Of a distributor of which no account is known, and of its first one. */
export const STANDARD_BOOK: BankBook = {
  journal: "BQ",
  account: "512100",
  account_label: "Banque – compte principal",
};

/** @param accounts of one distributor, the first one first */
export function bankBooks(
  accounts: readonly BankAccount[],
): (transaction: Pick<ExportTransaction, "bank_account_id">) => BankBook {
  const books = new Map(accounts.map((account) => [account.id, bankBookOf(account)]));
  const [first = STANDARD_BOOK] = books.values();
  return ({ bank_account_id }) => (bank_account_id === null ? first : (books.get(bank_account_id) ?? first));
}

export const bankBookOf = ({ journal, ledger_account, label }: BankAccount): BankBook => ({
  journal,
  account: ledger_account,
  account_label: `Banque – ${label}`,
});
