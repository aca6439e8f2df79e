import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsToWire, type Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import { prepared } from "../../db/prepared.ts";
import type { BankTransactionRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import {
  type Receipt,
  type ReceiptPayment,
  RETURN_DAYS,
  returnableAmounts,
} from "../../domain/settlement/returned-receipts.ts";

/** A debit that may return an earlier credit. */
export interface ReturningDebit {
  readonly id: number;
  readonly transaction_date: CivilDate;
  readonly label: string;
  readonly amount: Cents;
}

/** Of one debit, the latest: an amount that hundreds of receipts have says nothing. */
const MOST_RECEIPTS = 100;

/** What of a payment `a` was written off and never came: a return takes that back of nobody. */
const WRITTEN_OFF = sql`
  coalesce((select w.amount from bank_part w
    where w.transaction_id = a.transaction_id and w.invoice_id = a.invoice_id and w.kind = 'write_off' and w.amount < 0), 0)`;

const COLUMNS = columnsOf<BankTransactionRow>()(["transaction_date", "label", "amount"], "t");
type ReceiptRow = RowOf<typeof COLUMNS> & {
  readonly debit_id: number;
  readonly transaction_id: number;
  readonly is_decided: boolean;
  readonly payments: readonly (Omit<ReceiptPayment, "amount"> & { readonly amount: Money })[];
};

/** A payment that a return may take back, or did. */
export interface ReturnablePayment {
  readonly transaction_id: number;
  readonly invoice_id: number;
  /** What it paid, less what was returned of it. */
  readonly amount: Cents;
  readonly transaction_date: CivilDate;
}

export const returnsRepository = {
  /** The credits of three months before each debit that have its amount, or pay an invoice or a client of it. */
  async receiptsOf(
    tx: Tx,
    distributorId: number,
    debits: readonly ReturningDebit[],
  ): Promise<Map<number, Receipt[]>> {
    if (debits.length === 0) return new Map();
    const wanted = debits.flatMap((debit) =>
      returnableAmounts(debit).map(({ amount }) => ({
        id: debit.id,
        day: debit.transaction_date,
        amount: centsToWire(amount),
      })),
    );
    const days = debits.map((debit) => debit.transaction_date).sort();
    const rows = await tx.many<ReceiptRow>(sql`
      with wanted as materialized (
        select * from json_to_recordset(${JSON.stringify(wanted)}) as w (id bigint, day date, amount numeric)
      ), receipt as materialized (
        select id, transaction_date, amount from bank_transaction
        where distributor_id = ${distributorId} and amount > 0 and currency_code = 'EUR'
          and transaction_date between ${days[0]}::date - ${RETURN_DAYS}::integer and ${days.at(-1)}::date
      ), paid as materialized (
        select a.transaction_id, i.client_account, a.amount + ${WRITTEN_OFF} as amount
        from receipt r join allocation a on a.transaction_id = r.id and a.kind = 'payment' join invoice i on i.id = a.invoice_id
      ), offered as (
        select id, amount from receipt
        union select transaction_id, amount from paid
        union select transaction_id, sum(amount) from paid group by transaction_id, client_account
      ), ranked as (
        select w.id as debit_id, r.id, row_number() over (partition by w.id order by r.transaction_date desc, r.id desc) as place
        from (select distinct w.id, w.day, o.id as receipt_id from wanted w join offered o on o.amount = w.amount) w
        join receipt r on r.id = w.receipt_id and r.transaction_date between w.day - ${RETURN_DAYS}::integer and w.day
      )
      select k.debit_id, t.id as transaction_id, ${COLUMNS},
        exists (select from reconciliation c where c.transaction_id = t.id and c.reverted_at is null) as is_decided,
        (select coalesce(json_agg(json_build_object('invoice_id', i.id, 'invoice_number', i.invoice_number, 'client_account', i.client_account, 'cinema_name', i.cinema_name,
            'payer_names', json_build_array(coalesce(c.invoicing_company_name, ''), coalesce(c.legal_name, ''), i.cinema_name),
            'amount', (a.amount + ${WRITTEN_OFF} + coalesce((select sum(b.amount) from allocation b where b.returned_transaction_id = t.id and b.invoice_id = i.id), 0))::text)
            order by i.invoice_date, i.invoice_number collate "C"), '[]')
          from allocation a join invoice i on i.id = a.invoice_id left join cinema c on c.id = i.cinema_id
          where a.transaction_id = t.id and a.kind = 'payment') as payments
      from ranked k join bank_transaction t on t.id = k.id
      where k.place <= ${MOST_RECEIPTS}
      order by k.debit_id, t.transaction_date, t.id`);
    return Map.groupBy(
      rows.map(({ payments, ...row }) => ({
        ...inCents(row, "amount"),
        payments: payments.map((payment) => inCents(payment, "amount")),
      })),
      (row) => row.debit_id,
    );
  },

  /** What these credits paid and still stands. */
  async returnable(
    tx: Tx,
    distributorId: number,
    transactionIds: readonly number[],
  ): Promise<ReturnablePayment[]> {
    const rows = await tx.many<Omit<ReturnablePayment, "amount"> & { readonly amount: Money }>(
      prepared(sql`
      select a.transaction_id, a.invoice_id, t.transaction_date, a.amount + ${WRITTEN_OFF}
        + coalesce((select sum(b.amount) from allocation b where b.returned_transaction_id = t.id and b.invoice_id = a.invoice_id), 0) as amount
      from bank_transaction t join allocation a on a.transaction_id = t.id and a.kind = 'payment'
      where t.distributor_id = ${distributorId} and t.id = any(${transactionIds}::bigint[])`),
    );
    return rows.map((row) => inCents(row, "amount"));
  },

  /** The debits that return what this credit paid. */
  async returnsOf(tx: Tx, transactionId: number): Promise<{ id: number; transaction_date: CivilDate }[]> {
    return await tx.many(
      prepared(sql`
      select distinct t.id, t.transaction_date from allocation a join bank_transaction t on t.id = a.transaction_id
      where a.returned_transaction_id = ${transactionId} order by t.transaction_date, t.id`),
    );
  },

  /** Lines that must be undone before one: those that return it, and those that settled since what it returns. Latest first. */
  async dependingOn(tx: Tx, transactionId: number, reconciliationId: number): Promise<number[]> {
    const rows = await tx.many<{ transaction_id: number }>(
      prepared(sql`
      select distinct r.transaction_id, o.reconciliation_id from allocation o join reconciliation r on r.id = o.reconciliation_id
      where (o.returned_transaction_id = ${transactionId}
        or o.reconciliation_id > ${reconciliationId} and o.amount > 0 and o.invoice_id in
          (select invoice_id from allocation where reconciliation_id = ${reconciliationId} and kind = 'return'))
      union
      select r.transaction_id, c.reconciliation_id from credit_application c join reconciliation r on r.id = c.reconciliation_id
      where c.reconciliation_id > ${reconciliationId} and c.decided_by is not null and c.invoice_id in
        (select invoice_id from allocation where reconciliation_id = ${reconciliationId} and kind = 'return')
      order by reconciliation_id desc`),
    );
    return rows.map((row) => row.transaction_id);
  },
};
