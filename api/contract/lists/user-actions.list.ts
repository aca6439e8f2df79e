import { exportUserActionList } from "../calls/list-exports.contract.ts";
import { listUserActions, type UserAction } from "../calls/user-actions.contract.ts";
import { personName } from "../rules/person-name.ts";
import { USER_ACTION_STATUS } from "../labels/status-labels.ts";
import { dateCell, guarded, instantCell, moneyCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

const decidedBy = ({ decision }: UserAction): string => {
  if (decision?.is_automatic) return "Automatique";
  return decision?.decided_by ? guarded(personName(decision.decided_by)) : "";
};

export const USER_ACTION_LIST = defineList({
  page: listUserActions,
  csv: exportUserActionList,
  fileName: "actions-utilisateur.csv",
  pageSize: 100,
  columns: defineColumns<UserAction>()({
    transaction_date: { label: "Date de l’opération", csv: (action) => dateCell(action.transaction_date) },
    description: { label: "Description", csv: (action) => guarded(action.transaction_description) },
    amount: { label: "Montant", csv: (action) => moneyCell(action.transaction_amount) },
    currency_code: { label: "Devise", csv: (action) => action.currency_code },
    reason: { label: "Raison", csv: (action) => guarded(action.reason) },
    status: { label: "Statut", csv: (action) => USER_ACTION_STATUS[action.status].label },
    created_at: { label: "Créée le", csv: (action) => instantCell(action.created_at) },
    invoices: {
      label: "Factures rapprochées",
      csv: (action) => guarded(action.allocations.map((each) => each.invoice_number).join(", ")),
    },
    surplus: { label: "Trop-perçu", csv: (action) => moneyCell(action.surplus_amount) },
    decided_by: { label: "Décidée par", csv: decidedBy },
    decided_at: { label: "Décidée le", csv: ({ decision }) => instantCell(decision?.decided_at ?? null) },
  }),
});
