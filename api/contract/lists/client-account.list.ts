import {
  type AccountMovement,
  exportAccountMovements,
  listAccountMovements,
} from "../calls/client-accounts.contract.ts";
import { dateCell, guarded, moneyCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

/** A line of the file: a movement, or the balance before them and after them. */
export type AccountCsvRow = Pick<
  AccountMovement,
  "date" | "label" | "detail" | "due_date" | "balance" | "letters"
> & { readonly debit: string | null; readonly credit: string | null };

/** CLI-2 */
export const ACCOUNT_LIST = defineList({
  page: listAccountMovements,
  csv: exportAccountMovements,
  fileName: "releve-de-compte.csv",
  pageSize: 100,
  columns: defineColumns<AccountCsvRow>()({
    date: { label: "Date", csv: (row) => dateCell(row.date) },
    label: { label: "Libellé", csv: (row) => guarded(row.label) },
    detail: { label: "Détail", csv: (row) => guarded(row.detail) },
    due_date: { label: "Échéance", csv: (row) => dateCell(row.due_date) },
    debit: { label: "Débit", csv: (row) => moneyCell(row.debit) },
    credit: { label: "Crédit", csv: (row) => moneyCell(row.credit) },
    letters: { label: "Lettrage", csv: (row) => row.letters },
    balance: { label: "Solde", csv: (row) => moneyCell(row.balance) },
  }),
});
