import { centsFromWire, type Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { inCents } from "../../db/money.ts";
import type { ReturnedCredit } from "../../domain/exports/export-data.ts";

/**
 * What the credits pay that a returned payment may take back, which says where it is entered (EXP-2); null of any other line. The line is `t`.
 */
export const RETURNED_CREDITS: Sql = sql`
  (select json_agg(json_build_object('received', credit.amount::text, 'paid', paid.invoices) order by credit.id)
    from user_action a join bank_transaction credit on credit.id = any(a.related_transaction_ids)
    cross join lateral (
      select coalesce(json_agg(json_build_object('client_account', i.client_account, 'amount', p.amount::text)
        order by i.invoice_date, i.invoice_number collate "C"), '[]') as invoices
      from allocation p join invoice i on i.id = p.invoice_id
      where p.transaction_id = credit.id and p.kind = 'payment') paid
    where t.amount < 0 and a.transaction_id = t.id and a.reason_code = 'returned_payment' and a.status <> 'REJECTED')`;

export interface PaidByCredit {
  readonly received: Money;
  readonly paid: readonly { readonly client_account: string; readonly amount: Money }[];
}

export const creditsIn = (rows: readonly PaidByCredit[] | null): readonly ReturnedCredit[] | null =>
  rows?.map(({ received, paid }) => ({
    received: centsFromWire(received),
    paid: paid.map((one) => inCents(one, "amount")),
  })) ?? null;
