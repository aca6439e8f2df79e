import { type ClientCredit, listCredits } from "../calls/client-credits.contract.ts";
import { exportCreditList } from "../calls/list-exports.contract.ts";
import { creditState, nameOfUse } from "../labels/credit-labels.ts";
import { dateCell, guarded, moneyCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

/** LET-22 */
export const CREDIT_LIST = defineList({
  page: listCredits,
  csv: exportCreditList,
  fileName: "credits-clients.csv",
  pageSize: 100,
  columns: defineColumns<ClientCredit>()({
    date: { label: "Date", csv: (credit) => dateCell(credit.date) },
    credit: { label: "Crédit", csv: (credit) => guarded(credit.label) },
    client: { label: "Client", csv: (credit) => guarded(credit.cinema_name) },
    client_account: { label: "Compte client", csv: (credit) => guarded(credit.client_account) },
    amount: { label: "Montant", csv: (credit) => moneyCell(credit.amount) },
    remaining: { label: "Reste à imputer", csv: (credit) => moneyCell(credit.remaining) },
    state: { label: "État", csv: (credit) => creditState(credit).label },
    uses: {
      label: "Imputations",
      csv: ({ uses }) =>
        guarded(uses.map((use) => `${moneyCell(use.amount)} € ${nameOfUse(use)}`).join(", ")),
    },
  }),
});
