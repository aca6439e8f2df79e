import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { columnsOf, insertedColumnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";
import { WEEK_NOT_INVOICED } from "../../http/audit.ts";
import { VAT_GROUND, type VatGround } from "./vat-grounds.repository.ts";

const DISTRIBUTOR_COLUMNS = columnsOf<schema.DistributorRow>()([
  "id",
  "name",
  "legal_mention",
  "rcs_city",
  "address",
  "post_code",
  "city",
  "phone",
  "siren",
  "prefix_vat",
  "proposed_siren",
  "proposed_prefix_vat",
  "iban",
  "automation_on",
  // Automation is on, and a super admin has validated the distributor.
  "is_issuing",
  "validation_status",
  "payment_terms",
  "vat_on_debits",
  "default_vat_rate_bp",
  "factor_name",
  "factor_iban",
]);
/** The company that issues, as an invoice must name it (BILL-8). */
export type IssuingDistributor = RowOf<typeof DISTRIBUTOR_COLUMNS>;

const CINEMA_COLUMNS = columnsOf<schema.CinemaRow>()(
  [
    "id",
    "name",
    "legal_name",
    "address",
    "address_line_2",
    "pin_code",
    "city",
    "siren",
    "siret",
    "vat_number",
    "invoicing_company_name",
    "invoicing_address",
    "invoicing_address_line_2",
    "invoicing_pin_code",
    "invoicing_city",
    "invoicing_siren",
    "short_name_code",
    "default_accounting_code",
  ],
  "c",
);
/** A cinema as a client; what it has no settings for is as the columns default. */
export type InvoicedCinema = RowOf<typeof CINEMA_COLUMNS> &
  Pick<
    schema.DistributorCinemaSettingsRow,
    "custom_accounting_code" | "minimum_guarantee" | "is_factor_guaranteed"
  >;

export type CinemaWeekKey = Pick<schema.DeclarationRow, "cinema_id" | "week_start">;

/** What a run has found that it cannot invoice. */
export interface LeftOut {
  /** In weeks that were never invoiced: what corrects an invoice may be for another client. */
  readonly cinemas: readonly number[];
  readonly weeks: readonly CinemaWeekKey[];
}

const DECLARATION_COLUMNS = columnsOf<schema.DeclarationRow>()(
  [
    "id",
    "cinema_id",
    "week_start",
    "nature",
    "screen_authorization",
    "screen_name",
    "visa_number",
    "film_title",
    "version",
    "run_week",
    "terms_type",
    "rate_bp",
    "flat_fee_ht",
    "minimum_guarantee_ht",
    "cancelled_screening",
    "screenings",
    "admissions_paid",
    "admissions_free",
    "gross_ttc",
    "base_film_ht",
    "share_ht",
    "settled",
  ],
  "d",
);
export type DeclarationRow = RowOf<typeof DECLARATION_COLUMNS>;

const ISSUED_LINE_COLUMNS = columnsOf<schema.InvoiceLineRow>()(
  [
    "kind",
    "film_title",
    "visa_number",
    "version",
    "run_week",
    "screenings",
    "admissions_paid",
    "admissions_free",
    "gross_ttc",
    "base_film_ht",
    "rate_bp",
    "net_amount",
    "vat_rate_bp",
  ],
  "l",
);
const LINES_INVOICE_COLUMNS = columnsOf<schema.InvoiceRow>()(
  ["cinema_id", "invoice_number", "invoice_date", "type", "corrects_id"],
  "i",
);
/** A line of an issued invoice, with its invoice. */
export type IssuedLineRow = RowOf<typeof ISSUED_LINE_COLUMNS> &
  RowOf<typeof LINES_INVOICE_COLUMNS> &
  CinemaWeekKey &
  VatGround & {
    readonly invoice_id: number;
    /** A person made it. */
    readonly by_hand: boolean;
    readonly vat_breakdown: readonly {
      readonly vat_rate_bp: number;
      readonly net_amount: Money;
      readonly vat_amount: Money;
    }[];
  };

const ISSUED = insertedColumnsOf<schema.NewInvoice>()({
  fixed: ["distributor_id", "origin"],
  rows: [
    "cinema_id",
    "type",
    "invoice_number",
    "invoice_date",
    "due_date",
    "cinema_name",
    "week_start",
    "week_number",
    "week_year",
    "corrects_id",
    "issued_by",
    "client",
    "supplier",
    "client_account",
    "total_net_amount",
    "total_vat_amount",
    "total_amount",
    "vat_breakdown",
  ],
});
/** No week on a credit note of an imported invoice that has none; nobody's is the issue of a report's invoices. */
export type IssuedInvoice = RowOf<typeof ISSUED>;

const ISSUED_LINE = insertedColumnsOf<schema.NewInvoiceLine>()({
  fixed: ["distributor_id"],
  rows: [
    "invoice_id",
    "position",
    "kind",
    "film_title",
    "visa_number",
    "version",
    "run_week",
    "screens",
    "screenings",
    "admissions_paid",
    "admissions_free",
    "gross_ttc",
    "base_film_ht",
    "rate_bp",
    "description",
    "net_amount",
    "vat_rate_bp",
    "declaration_ids",
  ],
});
export type IssuedInvoiceLine = RowOf<typeof ISSUED_LINE>;

const weeksOf = (weeks: readonly CinemaWeekKey[]) => ({
  cinemas: weeks.map((week) => week.cinema_id),
  starts: weeks.map((week) => week.week_start),
});

export const issueRepository = {
  async distributor(tx: Tx, id: number): Promise<IssuingDistributor | undefined> {
    return await tx.maybe<IssuingDistributor>(sql`
      select ${DISTRIBUTOR_COLUMNS}
      from distributor where id = ${id}`);
  },

  /**
   * The oldest cinema weeks that something new was declared for, or that a correction took something from, of validated cinemas, save
   * those of `leftOut`; null is all.
   */
  async weeksToInvoice(
    tx: Tx,
    distributorId: number,
    leftOut: LeftOut,
    limit: number | null,
  ): Promise<CinemaWeekKey[]> {
    const { cinemas, starts } = weeksOf(leftOut.weeks);
    return await tx.many<CinemaWeekKey>(sql`
      select d.cinema_id, d.week_start
      from declaration d join cinema c on c.id = d.cinema_id
      where d.distributor_id = ${distributorId} and (d.state = 'current' and not d.settled or d.reopens_week) and c.is_validated
        and (d.cinema_id <> all(${leftOut.cinemas}::bigint[]) or exists (select from invoice i
          where i.distributor_id = ${distributorId} and i.cinema_id = d.cinema_id and i.week_start = d.week_start and i.origin = 'issued'
            and not exists (select from invoice c where c.id = i.corrects_id and c.distributor_id = ${distributorId} and c.origin = 'imported')))
        and (d.cinema_id, d.week_start) not in (select * from unnest(${cinemas}::bigint[], ${starts}::date[]))
      group by d.week_start, d.cinema_id order by d.week_start, min(d.id) limit ${limit}`);
  },

  /** How many cinemas something is to be billed to that nobody has validated yet. */
  async cinemasToValidate(tx: Tx, distributorId: number): Promise<number> {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(distinct d.cinema_id) as count from declaration d join cinema c on c.id = d.cinema_id
      where d.distributor_id = ${distributorId} and d.state = 'current' and not d.settled and not c.is_validated and d.share_ht > 0`);
    return count;
  },

  /** Of `weeks`, those that the audit log does not tell yet as not invoiced. */
  async unaudited(tx: Tx, distributorId: number, weeks: readonly CinemaWeekKey[]): Promise<CinemaWeekKey[]> {
    const { cinemas, starts } = weeksOf(weeks);
    return await tx.many<CinemaWeekKey>(sql`
      select w.cinema_id, w.week_start from unnest(${cinemas}::bigint[], ${starts}::date[]) with ordinality as w (cinema_id, week_start, n)
      where (w.cinema_id, w.week_start) not in (
        select (action_details ->> 'cinema_id')::bigint, (action_details ->> 'week_start')::date from audit_log
        where distributor_id = ${distributorId} and action_type = 'system_action' and action_details ->> 'event' = ${WEEK_NOT_INVOICED})
        and (w.cinema_id, w.week_start) not in (
          select cinema_id, week_start from archived_week_not_invoiced where distributor_id = ${distributorId})
      order by w.n`);
  },

  async cinemas(tx: Tx, distributorId: number, ids: readonly number[]): Promise<Map<number, InvoicedCinema>> {
    const rows = await tx.many<InvoicedCinema>(sql`
      select ${CINEMA_COLUMNS}, coalesce(s.custom_accounting_code, '') as custom_accounting_code,
        s.minimum_guarantee, coalesce(s.is_factor_guaranteed, false) as is_factor_guaranteed
      from cinema c left join distributor_cinema_settings s on s.cinema_id = c.id and s.distributor_id = ${distributorId}
      where c.id = any(${ids}::bigint[])`);
    return new Map(rows.map((row) => [row.id, row]));
  },

  async declarations(
    tx: Tx,
    distributorId: number,
    weeks: readonly CinemaWeekKey[],
  ): Promise<DeclarationRow[]> {
    const { cinemas, starts } = weeksOf(weeks);
    return await tx.many<DeclarationRow>(sql`
      select ${DECLARATION_COLUMNS}
      from declaration d
      join unnest(${cinemas}::bigint[], ${starts}::date[]) as w (cinema_id, week_start)
        on w.cinema_id = d.cinema_id and w.week_start = d.week_start
      where d.distributor_id = ${distributorId} and d.state = 'current'
      order by d.id`);
  },

  /** What these weeks were already invoiced, by us: oldest first. A credit note of an imported invoice has nothing to do with them. */
  async issuedLines(
    tx: Tx,
    distributorId: number,
    weeks: readonly CinemaWeekKey[],
  ): Promise<IssuedLineRow[]> {
    const { cinemas, starts } = weeksOf(weeks);
    return await tx.many<IssuedLineRow>(sql`
      select i.id as invoice_id, i.week_start, i.issued_by is not null as by_hand, ${VAT_GROUND}, i.vat_breakdown, ${LINES_INVOICE_COLUMNS}, ${ISSUED_LINE_COLUMNS}
      from invoice i
      join unnest(${cinemas}::bigint[], ${starts}::date[]) as w (cinema_id, week_start)
        on w.cinema_id = i.cinema_id and w.week_start = i.week_start
      join invoice_line l on l.invoice_id = i.id
      where i.distributor_id = ${distributorId} and i.origin = 'issued'
        and not exists (select from invoice c where c.id = i.corrects_id and c.origin = 'imported')
      order by i.id, l.position`);
  },

  /** Date of the last invoice of each series: no later one may be dated before. */
  async lastDates(tx: Tx, distributorId: number): Promise<{ F: CivilDate | null; A: CivilDate | null }> {
    return await tx.one<{ F: CivilDate | null; A: CivilDate | null }>(sql`
      select max(last_date) filter (where series = 'F') as "F", max(last_date) filter (where series = 'A') as "A"
      from invoice_sequence where distributor_id = ${distributorId}`);
  },

  /**
   * Takes `count` numbers of a series; its row stays locked until the transaction ends, and a rollback gives them back.
   * @returns the first of them
   */
  async takeNumbers(
    tx: Tx,
    distributorId: number,
    series: "F" | "A",
    date: CivilDate,
    count: number,
  ): Promise<number> {
    const { last_number } = await tx.one<{ last_number: number }>(sql`
      insert into invoice_sequence as s (distributor_id, series, year, last_number, last_date)
      values (${distributorId}, ${series}, ${Number(date.slice(0, 4))}, ${count}, ${date})
      on conflict (distributor_id, series, year) do update
        set last_number = s.last_number + excluded.last_number, last_date = greatest(s.last_date, excluded.last_date)
      returning last_number`);
    return last_number - count + 1;
  },

  /** @returns their ids, in the same order */
  async insertInvoices(tx: Tx, distributorId: number, invoices: readonly IssuedInvoice[]): Promise<number[]> {
    const rows = await tx.many<{ id: number; invoice_number: string }>(sql`
      insert into invoice (distributor_id, origin, ${ISSUED})
      select ${distributorId}, 'issued', ${ISSUED} from json_populate_recordset(null::invoice, ${JSON.stringify(invoices)})
      returning id, invoice_number`);
    const ids = new Map(rows.map((row) => [row.invoice_number, row.id]));
    return invoices.map((invoice) => must(ids.get(invoice.invoice_number), "id of an inserted invoice"));
  },

  async insertLines(tx: Tx, distributorId: number, lines: readonly IssuedInvoiceLine[]): Promise<void> {
    await tx.run(sql`
      insert into invoice_line (distributor_id, ${ISSUED_LINE})
      select ${distributorId}, ${ISSUED_LINE} from json_populate_recordset(null::invoice_line, ${JSON.stringify(lines)})`);
  },

  /** Ties declarations to the invoice that bills them. */
  async tieDeclarations(
    tx: Tx,
    ties: readonly { readonly id: number; readonly invoice_id: number }[],
  ): Promise<void> {
    const ids = ties.map((tie) => tie.id);
    // The list by itself keeps a plan of old statistics from trying each declaration with each tie.
    await tx.run(sql`
      update declaration d set invoice_id = t.invoice_id
      from unnest(${ids}::bigint[], ${ties.map((tie) => tie.invoice_id)}::bigint[]) as t (id, invoice_id)
      where d.id = any (${ids}::bigint[]) and d.id = t.id and d.invoice_id is null`);
  },

  /** Nothing more is to be invoiced for these, until they are corrected, nor to be taken from these weeks. */
  async settle(
    tx: Tx,
    distributorId: number,
    declarationIds: readonly number[],
    weeks: readonly CinemaWeekKey[],
  ): Promise<void> {
    const { cinemas, starts } = weeksOf(weeks);
    await tx.run(sql`update declaration set settled = true where id = any(${declarationIds}::bigint[])`);
    await tx.run(sql`
      update declaration set reopens_week = false
      where distributor_id = ${distributorId} and reopens_week
        and (cinema_id, week_start) in (select * from unnest(${cinemas}::bigint[], ${starts}::date[]))`);
  },

  /** In the order in which people's decisions lock them, so that neither waits for the other. */
  async lockInvoices(tx: Tx, ids: readonly number[]): Promise<void> {
    await tx.run(sql`select from invoice where id = any(${ids}::bigint[]) order by id for update`);
  },

  /**
   * Applies a credit note to its invoice, which is locked, at once, as far as that is still due; the excess stays a client
   * credit (BILL-12).
   */
  async applyCreditNote(
    tx: Tx,
    distributorId: number,
    creditNoteId: number,
    invoiceId: number,
  ): Promise<void> {
    await tx.run(sql`
      insert into credit_application (credit_note_id, invoice_id, distributor_id, amount)
      select n.id, i.id, ${distributorId}, least(i.outstanding, -n.outstanding)
      from invoice n, invoice i
      where n.id = ${creditNoteId} and i.id = ${invoiceId} and i.outstanding > 0 and n.outstanding < 0`);
  },
};
