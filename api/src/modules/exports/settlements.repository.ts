import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { inCents } from "../../db/money.ts";
import type { Tx } from "../../db/scope.ts";
import type { DocumentSettlement, ExportMovedPart, ExportPeriod } from "../../domain/exports/export-data.ts";
import type { SettlementCause } from "../../domain/vat/vat-life.ts";

interface SettlementRow {
  readonly document_id: number;
  readonly key: string;
  readonly cause: SettlementCause;
  readonly date: CivilDate;
  readonly amount: Money;
  readonly transaction_id: number | null;
}

/** Day of the use of a credit note: by default the first on which both were entered. */
export const APPLIED_ON = sql`
  coalesce(c.applied_on, greatest(coalesce(n.opening_date, n.invoice_date), coalesce(i.opening_date, i.invoice_date)))`;

/** What names `exported_invoice (id)` ahead of a statement. */
export const exportedInvoices = (ids: readonly number[]): Sql =>
  sql`with exported_invoice (id) as (select id from unnest(${ids}::bigint[]) as e (id))`;

/**
 * What settles the documents of `exported_invoice`, in the order of days, then payments before what is written off with them, credit notes and refunds,
 * each in the order in which it was recorded. What was paid before an opening document came in is not among them.
 * @param exported `exportedInvoices`
 */
export async function settlementsOfExported(tx: Tx, exported: Sql): Promise<DocumentSettlement[]> {
  const rows = await tx.many<SettlementRow>(sql`
    ${exported}
    select document_id, key, cause, date, amount, transaction_id from (
      select a.invoice_id as document_id, format('vat:%s:allocation:%s', a.invoice_id, a.id) as key,
        case when a.kind = 'part' then case p.kind when 'advance' then 'advance' else 'credit' end
          when a.kind = 'return' then 'return' else 'payment' end as cause,
        coalesce(a.settled_on, t.transaction_date, i.invoice_date) as date,
        -- The payment pays the invoice whole: what of it is written off is none.
        a.amount + case a.kind when 'payment' then coalesce(w.amount, 0) else 0 end as amount, a.transaction_id, 0 as rank, a.id
      from allocation a join exported_invoice e on e.id = a.invoice_id join invoice i on i.id = a.invoice_id
      left join bank_transaction t on t.id = a.transaction_id
      left join bank_part p on p.id = a.part_id
      left join bank_part w on w.invoice_id = a.invoice_id and w.transaction_id = a.transaction_id and w.kind = 'write_off' and w.amount < 0
      where a.kind <> 'opening' or i.opening_date is null
      union all
      select w.invoice_id, format('vat:%s:part:%s', w.invoice_id, w.id), 'write_off', t.transaction_date, -w.amount, w.transaction_id, 1, w.id
      from bank_part w join exported_invoice e on e.id = w.invoice_id join bank_transaction t on t.id = w.transaction_id
      where w.kind = 'write_off' and w.amount < 0
      union all
      select c.invoice_id, format('vat:%s:note:%s', c.invoice_id, c.id), 'credit', ${APPLIED_ON}, c.amount, null, 2, c.id
      from credit_application c join exported_invoice e on e.id = c.invoice_id
      join invoice n on n.id = c.credit_note_id join invoice i on i.id = c.invoice_id
      union all
      select c.credit_note_id, format('vat:%s:invoice:%s', c.credit_note_id, c.id), 'credit', ${APPLIED_ON}, -c.amount, null, 2, c.id
      from credit_application c join exported_invoice e on e.id = c.credit_note_id
      join invoice n on n.id = c.credit_note_id join invoice i on i.id = c.invoice_id
      union all
      select p.credit_note_id, format('vat:%s:part:%s', p.credit_note_id, p.id), 'refund', t.transaction_date, p.amount, p.transaction_id, 3, p.id
      from bank_part p join exported_invoice e on e.id = p.credit_note_id join bank_transaction t on t.id = p.transaction_id
    ) settled
    order by document_id, date, rank, id`);
  return rows.map((row) => inCents(row, "amount"));
}

/** What waited on the accounts of the invoices that it was put on, and was put on invoices of others too. */
export async function movedPartsOfExported(tx: Tx, exported: Sql): Promise<ExportMovedPart[]> {
  const rows = await tx.many<Omit<ExportMovedPart, "amount"> & { readonly amount: Money }>(sql`
    ${exported}
    select b.part_id, b.amount, b.settled_on as date
    from (
      select distinct p.id, p.client_account
      from exported_invoice e join allocation a on a.invoice_id = e.id and a.part_id is not null
      join bank_part p on p.id = a.part_id and p.kind = 'credit' join invoice i on i.id = a.invoice_id and i.client_account = p.client_account
    ) waited join allocation b on b.part_id = waited.id join invoice i on i.id = b.invoice_id and i.client_account <> waited.client_account
    order by b.id`);
  return rows.map((row) => inCents(row, "amount"));
}

/**
 * Documents that are settled in a period without a payment of it: by money that waited, by a credit note, by a refund; and those that a refund
 * of the period letters, since the rest of what it gives back was put on them.
 */
export const settledBetween = (distributorId: number, { from, to }: ExportPeriod): Sql => sql`
  select invoice_id as id from allocation where distributor_id = ${distributorId} and settled_on between ${from} and ${to}
  union select unnest(array[invoice_id, credit_note_id]) from credit_application
    where distributor_id = ${distributorId} and applied_on between ${from} and ${to}
  union select p.credit_note_id from bank_part p join bank_transaction t on t.id = p.transaction_id
    where p.distributor_id = ${distributorId} and p.credit_note_id is not null and t.transaction_date between ${from} and ${to}
  union select a.invoice_id from bank_part p join bank_transaction t on t.id = p.transaction_id join allocation a on a.part_id = p.source_part_id
    where p.distributor_id = ${distributorId} and p.source_part_id is not null and t.transaction_date between ${from} and ${to}`;
