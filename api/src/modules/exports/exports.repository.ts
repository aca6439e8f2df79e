import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsFromWire, type Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { NEXT_OF_LINKED } from "../banking/letter-groups.ts";
import type {
  ExportAllocation,
  ExportClientAccount,
  ExportCreditApplication,
  ExportData,
  ExportInvoice,
  ExportPeriod,
  ExportTransaction,
} from "../../domain/exports/export-data.ts";

type InvoiceRow = Omit<
  ExportInvoice,
  "vat_breakdown" | "total_net_amount" | "total_vat_amount" | "total_amount" | "outstanding"
> & {
  readonly client_name: string;
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly due: number;
  readonly vat_breakdown: readonly { vat_rate_bp: number; net_amount: Money; vat_amount: Money }[];
};

const EXPORTED_INVOICES = "exported_invoice";

export const exportsRepository = {
  /** All that follows sees the books at one instant. Must come first in its transaction. */
  async freeze(tx: Tx): Promise<void> {
    await tx.client.query(
      "set transaction isolation level repeatable read; set local statement_timeout = '100s'",
    );
  },

  /**
   * What the exports of a period are made of: its invoices and transactions, and whatever settles one another with them, since a
   * group is balanced or not across the bounds of a period.
   */
  async exportData(tx: Tx, distributorId: number, period: ExportPeriod): Promise<ExportData> {
    await chooseInvoices(tx, distributorId, period);
    const rows = await tx.many<InvoiceRow>(sql`
      select i.id, i.type, i.invoice_number, i.invoice_date, i.due_date, i.cinema_name, coalesce(c.short_name_code, '') as cinema_code,
        i.week_number, i.week_year, i.client_account, coalesce(nullif(i.client ->> 'name', ''), nullif(c.legal_name, ''), i.cinema_name) as client_name,
        (i.total_net_amount * 100)::bigint as net, (i.total_vat_amount * 100)::bigint as vat, (i.total_amount * 100)::bigint as total,
        (i.outstanding * 100)::bigint as due, i.vat_breakdown, o.invoice_number as corrects_number, i.lettering_letters
      from exported_invoice e join invoice i on i.id = e.id
      left join cinema c on c.id = i.cinema_id
      left join invoice o on o.id = i.corrects_id
      order by i.invoice_date, i.id`);
    return {
      accounts: accountsOf(rows),
      invoices: rows.map(invoiceOf),
      transactions: await transactions(tx, distributorId, period),
      allocations: await allocations(tx),
      credit_applications: await tx.many<ExportCreditApplication>(sql`
        select credit_note_id, invoice_id, letters from credit_application where invoice_id in (select id from exported_invoice)`),
    };
  },

  /** The last letters that each account has taken. */
  async lastIndexes(tx: Tx, distributorId: number): Promise<Map<string, number>> {
    const rows = await tx.many<{ client_account: string; last_index: number }>(sql`
      select client_account, last_index from lettering_sequence where distributor_id = ${distributorId}`);
    return new Map(rows.map((row) => [row.client_account, row.last_index]));
  },
};

/** The table `exported_invoice`: those of the period, those that its transactions pay, and their groups. */
async function chooseInvoices(tx: Tx, distributorId: number, period: ExportPeriod): Promise<void> {
  await tx.run(sql`
    create temp table exported_invoice on commit drop as
    select id, client_account, 0 as round from invoice
    where distributor_id = ${distributorId} and invoice_date between ${period.from} and ${period.to}
    union
    select i.id, i.client_account, 0
    from bank_transaction t join allocation a on a.transaction_id = t.id join invoice i on i.id = a.invoice_id
    where t.distributor_id = ${distributorId} and t.transaction_date between ${period.from} and ${period.to}`);
  await tx.client.query(`create unique index on ${EXPORTED_INVOICES} (id); analyze ${EXPORTED_INVOICES}`);
  // Many at once first: they are met by whole tables, and those that they meet are few.
  const met = await tx.run(sql`
    insert into exported_invoice
    select i.id, i.client_account, 1
    from (
      select b.invoice_id as id, e.client_account from exported_invoice e
        join allocation a on a.invoice_id = e.id join allocation b on b.transaction_id = a.transaction_id
      union select c.invoice_id, e.client_account from exported_invoice e join credit_application c on c.credit_note_id = e.id
      union select c.credit_note_id, e.client_account from exported_invoice e join credit_application c on c.invoice_id = e.id
    ) next
    join invoice i on i.id = next.id and i.client_account = next.client_account
    where i.distributor_id = ${distributorId}
    on conflict (id) do nothing`);
  if (met === 0) return;
  await tx.run(sql`
    insert into exported_invoice
    with recursive linked (id, client_account) as (
      select id, client_account from exported_invoice where round = 1
      union
      select i.id, i.client_account
      ${NEXT_OF_LINKED}
    )
    select id, client_account, 2 from linked
    on conflict (id) do nothing`);
  await tx.client.query(`analyze ${EXPORTED_INVOICES}`);
}

function invoiceOf({ net, vat, total, due, client_name: _name, ...row }: InvoiceRow): ExportInvoice {
  return {
    ...row,
    total_net_amount: cents(net),
    total_vat_amount: cents(vat),
    total_amount: cents(total),
    outstanding: cents(due),
    vat_breakdown: row.vat_breakdown.map((rate) => ({
      vat_rate_bp: rate.vat_rate_bp,
      net_amount: centsFromWire(rate.net_amount),
      vat_amount: centsFromWire(rate.vat_amount),
    })),
  };
}

/** The name on the latest invoice of each account: companies change theirs. */
function accountsOf(rows: readonly InvoiceRow[]): ExportClientAccount[] {
  const names = new Map(rows.map((row) => [row.client_account, row.client_name]));
  return [...names].map(([client_account, client_name]) => ({ client_account, client_name }));
}

/**
 * EXP-2: a returned payment is entered on the account of the client whose credit it takes back, when it is one, and on the waiting
 * account when that credit is there.
 */
const RETURNED: Sql = sql`
  (select json_build_object('client_account', min(i.client_account))
    from user_action a join bank_transaction credit on credit.id = any(a.related_transaction_ids)
    left join allocation paid on paid.transaction_id = credit.id left join invoice i on i.id = paid.invoice_id
    where t.amount < 0 and a.transaction_id = t.id and a.reason_code = 'returned_payment' and a.status <> 'REJECTED'
    having count(credit.id) > 0 and count(distinct i.client_account) <= 1)`;

async function transactions(
  tx: Tx,
  distributorId: number,
  period: ExportPeriod,
): Promise<ExportTransaction[]> {
  const rows = await tx.many<Omit<ExportTransaction, "amount"> & { readonly amount: number }>(sql`
    select t.id, t.transaction_date, t.value_date, t.label, (t.amount * 100)::bigint as amount, t.currency_code, t.is_noise,
      ${RETURNED} as returned
    from bank_transaction t
    where t.distributor_id = ${distributorId} and (t.transaction_date between ${period.from} and ${period.to}
      or t.id in (select a.transaction_id from allocation a join exported_invoice e on e.id = a.invoice_id))`);
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }));
}

async function allocations(tx: Tx): Promise<ExportAllocation[]> {
  const rows = await tx.many<{
    kind: "payment" | "opening";
    id: number;
    invoice_id: number;
    transaction_id: number;
    amount: Cents;
    letters: string | null;
  }>(sql`
    select a.kind, a.id, a.invoice_id, a.transaction_id, (a.amount * 100)::bigint as amount, a.letters
    from allocation a join exported_invoice e on e.id = a.invoice_id`);
  return rows.map(({ kind, id, invoice_id, transaction_id, letters, amount }) =>
    kind === "payment"
      ? { kind, id, invoice_id, transaction_id, letters, amount: cents(amount) }
      : { kind, id, invoice_id, letters, amount: cents(amount) },
  );
}

/** The default period of an export, and what its query may narrow. */
export const periodOf = (
  query: { readonly from?: CivilDate | undefined; readonly to?: CivilDate | undefined },
  standard: ExportPeriod,
): ExportPeriod => ({ from: query.from ?? standard.from, to: query.to ?? standard.to });
