import type { LineFilter } from "@bobine/contract/bank-accounts";
import type { transactionSchema, TransactionTotals } from "@bobine/contract/banking";
import sql from "sql-template-tag";
import type { z } from "zod";
import { pageLimit, preparedList } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { PARTS_JSON } from "./bank-parts.repository.ts";
import { decisionJson } from "./decision-columns.ts";
import { ofFilter, ORIGIN_JSON } from "./lines-of-account.ts";
import { shownLetters } from "./shown-letters.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

type Transaction = z.output<typeof transactionSchema>;

const COLUMNS = columnsOf<schema.BankTransactionRow>()([
  "id",
  "transaction_date",
  "label",
  "amount",
  "currency_code",
  "allocated_amount",
]);
/** UI-19: newest first. */
const ORDER = sql`order by transaction_date desc, id desc`;
const CURSOR_ROWS = 1000;

export const bankingRepository = {
  async transactionPage(
    tx: Tx,
    distributorId: number,
    filter: LineFilter,
    page: number,
    size: number,
  ): Promise<Transaction[]> {
    return await tx.many<RowOf<typeof COLUMNS>>(
      preparedList(sql`
        select ${COLUMNS} from bank_transaction t where distributor_id = ${distributorId} ${ofFilter(distributorId, filter)} ${ORDER}
        ${pageLimit(size)} offset ${(page - 1) * size}`),
    );
  },

  /** The same page, with what is decided about each line. */
  async letteredPage(
    tx: Tx,
    distributorId: number,
    filter: LineFilter,
    page: number,
    size: number,
  ): Promise<Transaction[]> {
    return await tx.many<Transaction>(sql`
      select t.id, t.transaction_date, t.label, t.amount, t.currency_code, t.allocated_amount, json_build_object(
        'user_action_id', a.id, 'user_action_status', a.status,
        'reason', case when r.id is null and a.status not in ('DONE', 'REJECTED') then a.reason else '' end,
        'ignored_reason', case when t.allocated_amount = 0 and t.parts_amount = 0 then t.ignored_reason end,
        'decision', ${sql([decisionJson])}, 'surplus_amount', t.surplus_amount::text,
        'invoices', (select coalesce(json_agg(json_build_object('id', i.id, 'invoice_number', i.invoice_number, 'amount', l.amount::text)
            order by i.invoice_date, i.invoice_number), '[]')
          from allocation l join invoice i on i.id = l.invoice_id where l.transaction_id = t.id),
        'parts', ${PARTS_JSON}, 'origin', ${ORIGIN_JSON},
        'lettering_code', (select coalesce(string_agg(distinct ${shownLetters(distributorId, "l", "i")}, ', '), '')
          from allocation l join invoice i on i.id = l.invoice_id where l.transaction_id = t.id)
      ) as lettering
      from (select * from bank_transaction t where distributor_id = ${distributorId} ${ofFilter(distributorId, filter)} ${ORDER} limit ${size} offset ${(page - 1) * size}) t
      left join user_action a on a.transaction_id = t.id
      left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
      left join app_user d on d.id = coalesce(r.decided_by, a.resolved_by)
      order by t.transaction_date desc, t.id desc`);
  },

  /** Sums over all that a filter finds; numeric, so to the cent. */
  async totals(tx: Tx, distributorId: number, filter: LineFilter): Promise<TransactionTotals> {
    return await tx.one<TransactionTotals>(sql`
      select count(*) as count,
        coalesce(sum(t.amount) filter (where t.currency_code = 'EUR' and t.amount > 0), 0.00) as credits,
        coalesce(sum(t.amount) filter (where t.currency_code = 'EUR' and t.amount < 0), 0.00) as debits,
        count(*) filter (where t.currency_code <> 'EUR') as other_currencies
      from bank_transaction t where t.distributor_id = ${distributorId} ${ofFilter(distributorId, filter)}`);
  },

  async *allTransactions(tx: Tx, distributorId: number, filter: LineFilter): AsyncGenerator<Transaction[]> {
    await tx.run(sql`
      declare transaction_list no scroll cursor for
      select ${COLUMNS} from bank_transaction t where distributor_id = ${distributorId} ${ofFilter(distributorId, filter)} ${ORDER}`);
    const next = sql([`fetch ${CURSOR_ROWS} from transaction_list`]);
    for (;;) {
      const rows = await tx.many<RowOf<typeof COLUMNS>>(next);
      yield rows;
      if (rows.length < CURSOR_ROWS) return;
    }
  },
};
