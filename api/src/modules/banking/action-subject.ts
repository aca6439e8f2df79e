import type { UserAction } from "@bobine/contract/user-actions";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

type Action = Pick<
  UserAction,
  "id" | "transaction_id" | "transaction_description" | "transaction_date" | "transaction_amount"
>;

/**
 * What an action is about, as its audit entries tell it (UI-18): the bank's operation, which its day and amount lead to; of one without,
 * what `subjectOfQuestion` reads.
 */
export const subjectOfAction = async (tx: Tx, action: Action): Promise<Readonly<Record<string, unknown>>> =>
  action.transaction_id === null
    ? subjectOfQuestion(tx, action.id)
    : {
        transaction_id: action.transaction_id,
        transaction_label: action.transaction_description,
        transaction_date: action.transaction_date,
        transaction_amount: action.transaction_amount,
      };

/** Of an action without bank line: its cinema or its invoice by name, else its own words. */
export async function subjectOfQuestion(tx: Tx, id: number): Promise<Readonly<Record<string, unknown>>> {
  const row = await tx.one<{
    cinema_id: number | null;
    cinema_name: string | null;
    invoice_id: number | null;
    invoice_number: string | null;
    subject: string;
  }>(sql`
    select c.id as cinema_id, c.name as cinema_name, i.id as invoice_id, i.invoice_number, a.description as subject
    from user_action a left join cinema c on c.id = a.cinema_id left join invoice i on i.id = a.invoice_id
    where a.id = ${id}`);
  const { cinema_id, cinema_name, invoice_id, invoice_number, subject } = row;
  return {
    ...(cinema_id === null ? {} : { cinema_id, cinema_name }),
    ...(invoice_id === null ? {} : { invoice_id, invoice_number }),
    ...(cinema_id === null && invoice_id === null ? { subject } : {}),
  };
}
