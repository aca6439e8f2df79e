import type { UserAction } from "@bobine/contract/user-actions";

type Operation = Pick<
  UserAction,
  "transaction_id" | "transaction_description" | "transaction_date" | "transaction_amount"
>;

/** The bank's operation of an action, as its audit entries tell it: its day and amount lead to it (UI-18). */
export const operationDetails = (action: Operation) => ({
  transaction_id: action.transaction_id,
  transaction_label: action.transaction_description,
  transaction_date: action.transaction_date,
  transaction_amount: action.transaction_amount,
});
