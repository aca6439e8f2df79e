import type { CivilDate } from "@bobine/contract/civil-date";
import { centsFromWire, type Money } from "@bobine/contract/money";
import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { bankAccountsRepository } from "../banking/bank-accounts.repository.ts";
import { CLIENT_NAME, PAYER } from "../banking/client-account-of-cinema.ts";
import { NEXT_OF_LINKED } from "../banking/letter-groups.ts";
import { creditsIn, type PaidByCredit, RETURNED_CREDITS } from "../banking/returned-credits.ts";
import type {
  ExportAllocation,
  ExportClientAccount,
  ExportCreditApplication,
  ExportCreditSource,
  ExportData,
  ExportInvoice,
  ExportPeriod,
  ExportRefund,
  ExportTransaction,
  InvoiceDefault,
} from "../../domain/exports/export-data.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { AllocationRow, BankTransactionRow, InvoiceRow } from "../../db/schema.ts";
import { reasonOf } from "../../domain/invoicing/credit-reason.ts";
import { must } from "../../domain/must.ts";
import { regimeOn, type VatRegime } from "../../domain/vat/vat-regime.ts";
import { exportedParts, usedOf } from "./exported-parts.ts";
import { provisions } from "../company/provisions.repository.ts";
import { vatRegimes } from "../company/vat-regimes.repository.ts";
import {
  APPLIED_ON,
  exportedInvoices,
  movedPartsOfExported,
  settledBetween,
  settlementsOfExported,
} from "./settlements.repository.ts";

const INVOICE_COLUMNS = columnsOf<InvoiceRow>()(
  [
    "id",
    "type",
    "invoice_number",
    "invoice_date",
    "due_date",
    "cinema_name",
    "week_number",
    "week_year",
    "client_account",
    "total_net_amount",
    "total_vat_amount",
    "total_amount",
    "outstanding",
    "lettering_letters",
    "opening_date",
    "defaulted_on",
  ],
  "i",
);
type ExportedRow = RowOf<typeof INVOICE_COLUMNS> & {
  readonly vat_breakdown: readonly { vat_rate_bp: number; net_amount: Money; vat_amount: Money }[];
  readonly cinema_code: string;
  readonly client_name: string;
  readonly corrects_number: string | null;
  readonly corrects_date: CivilDate | null;
  /** What the first line of a credit note says. */
  readonly credited: string | null;
  /** Defaults that are over, in their order. */
  readonly reopenings: readonly InvoiceDefault[];
  readonly came_after_lots: boolean;
};

/** The last invoice, or bank line, that was there when the first lot was made, of which that is known. */
const LAST_BEFORE_LOTS = (
  column: "last_invoice_id" | "last_transaction_id",
  distributorId: number,
): Sql => sql`
  (select l.${raw(column)} from export_lot l where l.distributor_id = ${distributorId} and l.last_invoice_id is not null order by l.id limit 1)`;

export const exportsRepository = {
  /** By their auxiliary accounts, the companies as the latest invoice of each names them; without any, as one of what waits there would. */
  async clientNames(tx: Tx, distributorId: number): Promise<[string, string][]> {
    const rows = await tx.many<ExportClientAccount>(sql`
      select a.client_account, coalesce(i.client_name, p.client_name) as client_name
      from (select client_account from invoice where distributor_id = ${distributorId}
        union select client_account from bank_part where distributor_id = ${distributorId} and client_account <> '') a
      left join lateral (select ${CLIENT_NAME} as client_name from invoice i left join cinema c on c.id = i.cinema_id
        where i.distributor_id = ${distributorId} and i.client_account = a.client_account order by i.invoice_date desc, i.id desc limit 1) i on true
      left join lateral (select ${PAYER} as client_name from bank_part p join cinema c on c.id = p.cinema_id
        where i.client_name is null and p.distributor_id = ${distributorId} and p.client_account = a.client_account order by p.id desc limit 1) p on true`);
    return rows.map(({ client_account, client_name }) => [client_account, client_name]);
  },

  /** All that follows sees the books at one instant. Must come first in its transaction. */
  async freeze(tx: Tx): Promise<void> {
    await tx.client.query(
      "set transaction isolation level repeatable read; set local statement_timeout = '100s'",
    );
  },

  /**
   * What the exports of a period are made of: its invoices and transactions, and whatever settles one another with them, since a
   * group is balanced or not across the bounds of a period.
   * @param of of the `statement`, the invoices that its transactions and client credits settle, with their groups, and no others, without
   *   `settlements`
   */
  async exportData(
    tx: Tx,
    distributorId: number,
    period: ExportPeriod,
    of: "books" | "statement" = "books",
  ): Promise<ExportData> {
    await lookUpRows(tx, true);
    const exported = exportedInvoices(await chooseInvoices(tx, distributorId, period, of));
    const rows = await tx.many<ExportedRow>(sql`
      ${exported}
      select ${INVOICE_COLUMNS}, i.vat_breakdown, coalesce(c.short_name_code, '') as cinema_code,
        ${CLIENT_NAME} as client_name, o.invoice_number as corrects_number, o.invoice_date as corrects_date,
        case i.type when 'credit_note' then (select l.description from invoice_line l where l.invoice_id = i.id order by l.position limit 1) end as credited,
        coalesce((select json_agg(json_build_object('defaulted_on', r.defaulted_on, 'reopened_on', r.reopened_on) order by r.id)
          from invoice_reopening r where r.invoice_id = i.id), '[]') as reopenings,
        i.opening_date is null and i.id > coalesce(${LAST_BEFORE_LOTS("last_invoice_id", distributorId)}, i.id) as came_after_lots
      from exported_invoice e join invoice i on i.id = e.id
      left join cinema c on c.id = i.cinema_id
      left join invoice o on o.id = i.corrects_id
      order by i.invoice_date, i.id`);
    const regimes = await vatRegimes.of(tx, distributorId);
    const chosen = of === "books" ? await provisions.ofExported(tx, exported) : [];
    const invoices = rows.map((row) => invoiceOf(row, regimes));
    const hasLives =
      chosen.length > 0 ||
      regimes.some(({ vat_due }) => vat_due === "collection") ||
      invoices.some(({ defaults }) => defaults.length > 0);
    const data = {
      bank_accounts: await bankAccountsRepository.list(tx, distributorId),
      accounts: accountsOf(rows),
      invoices,
      transactions: await transactions(tx, distributorId, period, exported),
      allocations: await allocations(tx, exported),
      credit_applications: await creditApplications(tx, exported),
      refunds: await refunds(tx, exported),
      moved_parts: await movedPartsOfExported(tx, exported),
      settlements: of === "books" && hasLives ? await settlementsOfExported(tx, exported) : [],
      provisions: chosen,
      parts: await exportedParts(tx, distributorId, period),
    };
    await lookUpRows(tx, false);
    return data;
  },

  /** How many lines the bank has on each day of a period. */
  statementDays: (
    tx: Tx,
    distributorId: number,
    { from, to }: ExportPeriod,
  ): Promise<{ day: CivilDate; count: number }[]> =>
    tx.many(sql`
      select transaction_date as day, count(*)::integer as count from bank_transaction
      where distributor_id = ${distributorId} and transaction_date between ${from} and ${to} group by 1 order by 1`),

  /** The last letters that each account has taken. */
  async lastIndexes(tx: Tx, distributorId: number): Promise<Map<string, number>> {
    const rows = await tx.many<{ client_account: string; last_index: number }>(sql`
      select client_account, last_index from lettering_sequence where distributor_id = ${distributorId}`);
    return new Map(rows.map((row) => [row.client_account, row.last_index]));
  },
};

/**
 * Whether joins look each row up by its index. Books are read window by window: a plan that reads a table whole would do so in each, and what a
 * window costs would grow with all that the distributor has. PostgreSQL would: it takes looking up for dearer than it is in memory.
 */
export const lookUpRows = (tx: Tx, always: boolean): Promise<unknown> =>
  // Without merge joins each session plans anyway (db/pool.ts).
  tx.client.query(`set local enable_hashjoin = ${always ? "off" : "default"}`);

interface ChosenInvoice {
  readonly id: number;
  readonly client_account: string;
}

/**
 * Ids of the invoices of the period, of those that its transactions and client credits settle, and of their groups. They go to and fro, instead of
 * staying in a table of the session: a standby has none.
 */
async function chooseInvoices(
  tx: Tx,
  distributorId: number,
  period: ExportPeriod,
  of: "books" | "statement",
): Promise<number[]> {
  // Each by its index: books are read window by window, and none may read them all.
  const dated = sql`
    select id, client_account from invoice
    where distributor_id = ${distributorId} and invoice_date between ${period.from} and ${period.to}
    union
    select id, client_account from invoice
    where distributor_id = ${distributorId} and opening_date between ${period.from} and ${period.to}
    union
    select id, client_account from invoice
    where distributor_id = ${distributorId} and defaulted_on between ${period.from} and ${period.to}
    union
    select i.id, i.client_account from invoice_reopening r join invoice i on i.id = r.invoice_id
    where r.distributor_id = ${distributorId} and r.defaulted_on between ${period.from} and ${period.to}
    union
    select i.id, i.client_account from invoice_reopening r join invoice i on i.id = r.invoice_id
    where r.distributor_id = ${distributorId} and r.reopened_on between ${period.from} and ${period.to}
    union
    select i.id, i.client_account from invoice_provision p join invoice i on i.id = p.invoice_id
    where p.distributor_id = ${distributorId} and p.set_on between ${period.from} and ${period.to}
    union`;
  const chosen = await tx.many<ChosenInvoice>(sql`
    ${of === "books" ? dated : empty}
    select i.id, i.client_account
    from bank_transaction t join allocation a on a.transaction_id = t.id join invoice i on i.id = a.invoice_id
    where t.distributor_id = ${distributorId} and t.transaction_date between ${period.from} and ${period.to}
    union
    -- What waited of them pays on any day.
    select i.id, i.client_account
    from bank_transaction t join bank_part p on p.transaction_id = t.id join allocation a on a.part_id = p.id join invoice i on i.id = a.invoice_id
    where t.distributor_id = ${distributorId} and t.transaction_date between ${period.from} and ${period.to}
    union
    select i.id, i.client_account from (${settledBetween(distributorId, period)}) settled join invoice i on i.id = settled.id`);
  const ids = chosen.map(({ id }) => id);
  // What each of them meets is asked for once, and only what is not among them is followed further.
  const met = await tx.many<ChosenInvoice>(sql`
    with chosen (id, client_account) as materialized (${rowsOf(chosen)})
    select i.id, i.client_account
    from (
      select b.invoice_id as id, e.client_account from chosen e
        join allocation a on a.invoice_id = e.id join allocation b on b.transaction_id = a.transaction_id
      union select b.invoice_id, e.client_account from chosen e
        join allocation a on a.invoice_id = e.id and a.part_id is not null join allocation b on b.part_id = a.part_id
      -- What was paid too much has the letters of its own account, on whichever it is used.
      union select b.invoice_id, p.client_account from chosen e join allocation a on a.invoice_id = e.id
        join bank_part p on p.id = a.part_id and p.kind = 'credit' and p.client_account <> e.client_account
        join allocation b on b.part_id = p.id
      -- Of another account too: its VAT moves the same day.
      union select c.invoice_id, null from chosen e join credit_application c on c.credit_note_id = e.id
      union select c.credit_note_id, null from chosen e join credit_application c on c.invoice_id = e.id
    ) next
    join invoice i on i.id = next.id and i.client_account = coalesce(next.client_account, i.client_account)
    where i.distributor_id = ${distributorId} and next.id <> all(${ids}::bigint[])
    group by i.id`);
  if (met.length === 0) return ids;
  const linked = await tx.many<ChosenInvoice>(sql`
    with recursive linked (id, client_account) as (
      ${rowsOf(met)}
      union
      select i.id, i.client_account
      ${NEXT_OF_LINKED}
    )
    select id, client_account from linked where id <> all(${ids}::bigint[])`);
  return [...ids, ...linked.map(({ id }) => id)];
}

const rowsOf = (invoices: readonly ChosenInvoice[]): Sql => sql`
  select id, client_account
  from unnest(${invoices.map(({ id }) => id)}::bigint[], ${invoices.map((one) => one.client_account)}::text[]) as c (id, client_account)`;

function invoiceOf(
  { client_name: _name, credited, corrects_date, reopenings, defaulted_on, ...row }: ExportedRow,
  regimes: readonly VatRegime[],
): ExportInvoice {
  return {
    defaults: [...reopenings, ...(defaulted_on === null ? [] : [{ defaulted_on, reopened_on: null }])],
    vat_regime: regimeOn(regimes, (row.type === "credit_note" ? corrects_date : null) ?? row.invoice_date),
    reason: credited === null ? null : reasonOf(credited, row.corrects_number ?? ""),
    ...inCents(row, "total_net_amount", "total_vat_amount", "total_amount", "outstanding"),
    vat_breakdown: row.vat_breakdown.map((rate) => inCents(rate, "net_amount", "vat_amount")),
  };
}

/** The name on the latest invoice of each account: companies change theirs. */
function accountsOf(rows: readonly ExportedRow[]): ExportClientAccount[] {
  const names = new Map(rows.map((row) => [row.client_account, row.client_name]));
  return [...names].map(([client_account, client_name]) => ({ client_account, client_name }));
}

const TRANSACTION_COLUMNS = columnsOf<BankTransactionRow>()(
  ["id", "transaction_date", "value_date", "label", "amount", "currency_code", "bank_account_id"],
  "t",
);

async function transactions(
  tx: Tx,
  distributorId: number,
  period: ExportPeriod,
  exported: Sql,
): Promise<ExportTransaction[]> {
  const rows = await tx.many<
    RowOf<typeof TRANSACTION_COLUMNS> & {
      returned: readonly PaidByCredit[] | null;
      came_after_lots: boolean;
    }
  >(sql`
    ${exported}
    select ${TRANSACTION_COLUMNS}, ${RETURNED_CREDITS} as returned,
      t.id > coalesce(${LAST_BEFORE_LOTS("last_transaction_id", distributorId)}, t.id) as came_after_lots
    from (
      select id from bank_transaction
      where distributor_id = ${distributorId} and transaction_date between ${period.from} and ${period.to}
      union select a.transaction_id from allocation a join exported_invoice e on e.id = a.invoice_id
    ) chosen join bank_transaction t on t.id = chosen.id where t.distributor_id = ${distributorId}`);
  return rows.map(({ returned, ...row }) => ({
    ...inCents(row, "amount"),
    returned: creditsIn(returned),
  }));
}

const ALLOCATION_COLUMNS = columnsOf<AllocationRow>()(
  ["kind", "id", "invoice_id", "transaction_id", "part_id", "settled_on", "amount", "letters"],
  "a",
);
type AllocatedRow = RowOf<typeof ALLOCATION_COLUMNS> & {
  readonly source:
    | (Omit<ExportCreditSource, "amount" | "advance_used"> & {
        readonly amount: Money;
        readonly advance_used: Money | null;
      })
    | null;
};

async function allocations(tx: Tx, exported: Sql): Promise<ExportAllocation[]> {
  const rows = await tx.many<AllocatedRow>(sql`
    ${exported}
    select ${ALLOCATION_COLUMNS}, case when p.id is not null then json_build_object('kind', p.kind, 'client_account', p.client_account,
      'amount', p.amount::text, 'label', t.label, 'vat_rate_bp', p.vat_rate_bp,
      'advance_used', case p.kind when 'advance' then (${usedOf(sql`p`, sql`a`, 0)})::text end) end as source
    from allocation a join exported_invoice e on e.id = a.invoice_id
    left join bank_part p on p.id = a.part_id left join bank_transaction t on t.id = p.transaction_id
    order by a.id`);
  return rows.map(allocationOf);
}

function allocationOf({ id, invoice_id, letters, ...row }: AllocatedRow): ExportAllocation {
  const allocation = { id, invoice_id, letters, amount: centsFromWire(row.amount) };
  switch (row.kind) {
    case "opening":
      return { ...allocation, kind: row.kind };
    case "payment":
    case "return":
      return { ...allocation, kind: row.kind, transaction_id: must(row.transaction_id, "its transaction") };
    case "part":
      return {
        ...allocation,
        kind: row.kind,
        part_id: must(row.part_id, "its part"),
        settled_on: must(row.settled_on, "its day"),
        source: inCents(must(row.source, "its part"), "amount", "advance_used"),
      };
  }
}

async function creditApplications(tx: Tx, exported: Sql): Promise<ExportCreditApplication[]> {
  const rows = await tx.many<Omit<ExportCreditApplication, "amount"> & { readonly amount: Money }>(sql`
    ${exported}
    select c.id, c.credit_note_id, c.invoice_id, c.letters, c.amount,
      ${APPLIED_ON} as applied_on
    from (
      select c.id from credit_application c join exported_invoice e on e.id = c.invoice_id
      union select c.id from credit_application c join exported_invoice e on e.id = c.credit_note_id
    ) chosen
    join credit_application c on c.id = chosen.id join invoice n on n.id = c.credit_note_id join invoice i on i.id = c.invoice_id
    order by c.id`);
  return rows.map((row) => inCents(row, "amount"));
}

/** What was given back of the credit notes that are exported, and of what waited on the accounts of the invoices that it was put on. */
async function refunds(tx: Tx, exported: Sql): Promise<ExportRefund[]> {
  const rows = await tx.many<Omit<ExportRefund, "amount"> & { readonly amount: Money }>(sql`
    ${exported}
    select p.id, p.credit_note_id, p.source_part_id, -p.amount as amount, t.transaction_date as date
    from exported_invoice e join bank_part p on p.credit_note_id = e.id join bank_transaction t on t.id = p.transaction_id
    union
    select p.id, p.credit_note_id, p.source_part_id, -p.amount, t.transaction_date
    from exported_invoice e join allocation a on a.invoice_id = e.id and a.part_id is not null
    join bank_part p on p.source_part_id = a.part_id join bank_transaction t on t.id = p.transaction_id
    order by id`);
  return rows.map((row) => inCents(row, "amount"));
}
