import { listTransactions } from "../calls/banking.contract.ts";
import { exportTransactionList } from "../calls/list-exports.contract.ts";
import type { UserActionStatus } from "../calls/user-actions.contract.ts";
import { USER_ACTION_STATUS } from "../labels/status-labels.ts";
import type { CivilDate } from "../units/civil-date.ts";
import { dateCell, guarded, moneyCell } from "../units/csv.ts";
import type { Money } from "../units/money.ts";
import { defineColumns, defineList } from "./define-list.ts";

/** A bank line with what became of it. */
export interface TransactionCsvRow {
  readonly transaction_date: CivilDate;
  readonly value_date: CivilDate | null;
  readonly label: string;
  readonly amount: Money;
  readonly currency_code: string;
  readonly bank_account: string;
  readonly allocated_amount: Money;
  readonly letters: string | null;
  readonly invoice_numbers: string | null;
  readonly status: UserActionStatus | null;
}

/** UI-19 */
export const TRANSACTION_LIST = defineList({
  page: listTransactions,
  csv: exportTransactionList,
  fileName: "releve-bancaire.csv",
  pageSize: 100,
  columns: defineColumns<TransactionCsvRow>()({
    transaction_date: { label: "Date", csv: (line) => dateCell(line.transaction_date) },
    value_date: { label: "Date de valeur", csv: (line) => dateCell(line.value_date) },
    label: { label: "Libellé", csv: (line) => guarded(line.label) },
    amount: { label: "Montant", csv: (line) => moneyCell(line.amount) },
    currency_code: { label: "Devise", csv: (line) => line.currency_code },
    bank_account: { label: "Compte", csv: (line) => guarded(line.bank_account) },
    allocated_amount: { label: "Montant rapproché", csv: (line) => moneyCell(line.allocated_amount) },
    lettering: { label: "Lettrage", csv: (line) => line.letters ?? "" },
    invoices: { label: "Factures", csv: (line) => guarded(line.invoice_numbers ?? "") },
    user_action: {
      label: "Action utilisateur",
      csv: (line) => (line.status === null ? "" : USER_ACTION_STATUS[line.status].label),
    },
  }),
});
