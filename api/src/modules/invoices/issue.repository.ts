import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BilledDeclaration } from "../../domain/invoicing/billed-declaration.ts";
import type { InvoicedLine } from "../../domain/invoicing/correction-lines.ts";
import type { InvoiceLineDraft } from "../../domain/invoicing/draft-invoice.ts";
import type { PaymentTerms } from "../../domain/invoicing/payment-terms.ts";
import { must } from "../../domain/must.ts";

/** The company that issues, as an invoice must name it (BILL-8). */
export interface IssuingDistributor {
  readonly id: number;
  readonly name: string;
  readonly legal_mention: string;
  readonly rcs_city: string;
  readonly address: string;
  readonly post_code: string;
  readonly city: string;
  readonly phone: string;
  readonly siren: string;
  readonly prefix_vat: string;
  readonly iban: string;
  readonly automation_on: boolean;
  /** Automation is on, and a super admin has validated the distributor. */
  readonly is_issuing: boolean;
  readonly validation_status: ValidationStatus;
  readonly payment_terms: PaymentTerms;
  readonly vat_on_debits: boolean;
  readonly default_vat_rate_bp: number;
  readonly factor_name: string;
  readonly factor_iban: string;
}

/** A cinema as a client. */
export interface InvoicedCinema {
  readonly id: number;
  readonly name: string;
  readonly legal_name: string;
  readonly address: string;
  readonly address_line_2: string;
  readonly pin_code: string;
  readonly city: string;
  readonly siren: string;
  readonly siret: string;
  readonly vat_number: string;
  readonly invoicing_company_name: string;
  readonly invoicing_address: string;
  readonly invoicing_address_line_2: string;
  readonly invoicing_pin_code: string;
  readonly invoicing_city: string;
  readonly invoicing_siren: string;
  readonly short_name_code: string | null;
  readonly default_accounting_code: string;
  readonly custom_accounting_code: string;
  readonly minimum_guarantee: Money | null;
  readonly is_factor_guaranteed: boolean;
}

export interface CinemaWeekKey {
  readonly cinema_id: number;
  readonly week_start: CivilDate;
}

/** What a run has found that it cannot invoice. */
export interface LeftOut {
  readonly cinemas: readonly number[];
  readonly weeks: readonly CinemaWeekKey[];
}

/** A row of `declaration`, its amounts as the database writes them. */
export interface DeclarationRow
  extends Omit<
    BilledDeclaration,
    "flat_fee_ht" | "minimum_guarantee_ht" | "gross_ttc" | "base_film_ht" | "share_ht"
  > {
  readonly nature: "initiale" | "rectificative" | "annulation";
  readonly flat_fee_ht: Money | null;
  readonly minimum_guarantee_ht: Money | null;
  readonly gross_ttc: Money;
  readonly base_film_ht: Money;
  readonly share_ht: Money;
}

/** A line of an issued invoice, with its invoice. */
export interface IssuedLineRow
  extends CinemaWeekKey,
    Omit<InvoicedLine, "gross_ttc" | "base_film_ht" | "net_amount"> {
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly type: "invoice" | "credit_note";
  readonly corrects_id: number | null;
  /** A person made it. */
  readonly by_hand: boolean;
  readonly gross_ttc: Money;
  readonly base_film_ht: Money;
  readonly net_amount: Money;
}

export interface NewInvoice {
  readonly cinema_id: number;
  readonly type: "invoice" | "credit_note";
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  readonly cinema_name: string;
  /** Null on a credit note of an imported invoice that has none. */
  readonly week_start: CivilDate | null;
  readonly week_number: number | null;
  readonly week_year: number | null;
  readonly corrects_id: number | null;
  /** Who made it by hand; null is the issue of a report's invoices. */
  readonly issued_by: number | null;
  readonly client: object;
  readonly supplier: object;
  readonly client_account: string;
  readonly total_net_amount: Money;
  readonly total_vat_amount: Money;
  readonly total_amount: Money;
  readonly vat_breakdown: readonly object[];
}

export interface NewInvoiceLine extends Omit<InvoiceLineDraft, "gross_ttc" | "base_film_ht" | "net_amount"> {
  readonly invoice_id: number;
  readonly gross_ttc: Money;
  readonly base_film_ht: Money;
  readonly net_amount: Money;
}

/** Name of the audit entry that tells a week which could not be decided. */
export const WEEK_NOT_INVOICED = "week_not_invoiced";

const weeksOf = (weeks: readonly CinemaWeekKey[]) => ({
  cinemas: weeks.map((week) => week.cinema_id),
  starts: weeks.map((week) => week.week_start),
});

export const issueRepository = {
  async distributor(tx: Tx, id: number): Promise<IssuingDistributor | undefined> {
    return await tx.maybe<IssuingDistributor>(sql`
      select id, name, legal_mention, rcs_city, address, post_code, city, phone, siren, prefix_vat, iban, automation_on, is_issuing, validation_status,
        payment_terms, vat_on_debits, default_vat_rate_bp, factor_name, factor_iban
      from distributor where id = ${id}`);
  },

  /** The oldest cinema weeks that something new was declared for, of validated cinemas, save those of `leftOut`; null is all. */
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
      where d.distributor_id = ${distributorId} and d.state = 'current' and not d.settled and c.is_validated
        and d.cinema_id <> all(${leftOut.cinemas}::bigint[])
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
  async untold(tx: Tx, distributorId: number, weeks: readonly CinemaWeekKey[]): Promise<CinemaWeekKey[]> {
    const { cinemas, starts } = weeksOf(weeks);
    return await tx.many<CinemaWeekKey>(sql`
      select w.cinema_id, w.week_start from unnest(${cinemas}::bigint[], ${starts}::date[]) with ordinality as w (cinema_id, week_start, n)
      where (w.cinema_id, w.week_start) not in (
        select (action_details ->> 'cinema_id')::bigint, (action_details ->> 'week_start')::date from audit_log
        where distributor_id = ${distributorId} and action_type = 'system_action' and action_details ->> 'event' = ${WEEK_NOT_INVOICED})
      order by w.n`);
  },

  async cinemas(tx: Tx, distributorId: number, ids: readonly number[]): Promise<Map<number, InvoicedCinema>> {
    const rows = await tx.many<InvoicedCinema>(sql`
      select c.id, c.name, c.legal_name, c.address, c.address_line_2, c.pin_code, c.city, c.siren, c.siret, c.vat_number,
        c.invoicing_company_name, c.invoicing_address, c.invoicing_address_line_2, c.invoicing_pin_code, c.invoicing_city,
        c.invoicing_siren, c.short_name_code, c.default_accounting_code, coalesce(s.custom_accounting_code, '') as custom_accounting_code,
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
      select d.id, d.cinema_id, d.week_start, d.nature, d.screen_authorization, d.screen_name, d.visa_number, d.film_title,
        d.version, d.run_week, d.terms_type, d.rate_bp, d.flat_fee_ht, d.minimum_guarantee_ht, d.cancelled_screening, d.screenings,
        d.admissions_paid, d.admissions_free, d.gross_ttc, d.base_film_ht, d.share_ht
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
      select i.id as invoice_id, i.cinema_id, i.week_start, i.invoice_number, i.invoice_date, i.type, i.corrects_id, i.issued_by is not null as by_hand,
        l.kind, l.film_title, l.visa_number, l.version, l.run_week, l.screenings, l.admissions_paid, l.admissions_free,
        l.gross_ttc, l.base_film_ht, l.rate_bp, l.net_amount, l.vat_rate_bp
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
  async insertInvoices(tx: Tx, distributorId: number, invoices: readonly NewInvoice[]): Promise<number[]> {
    const rows = await tx.many<{ id: number; invoice_number: string }>(sql`
      insert into invoice (distributor_id, cinema_id, type, origin, invoice_number, invoice_date, due_date, cinema_name, week_start,
        week_number, week_year, corrects_id, issued_by, client, supplier, client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown)
      select ${distributorId}, cinema_id, type, 'issued', invoice_number, invoice_date, due_date, cinema_name, week_start,
        week_number, week_year, corrects_id, issued_by, client, supplier, client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown
      from json_to_recordset(${JSON.stringify(invoices)}) as i (cinema_id bigint, type text, invoice_number text, invoice_date date,
        due_date date, cinema_name text, week_start date, week_number integer, week_year integer, corrects_id bigint, issued_by bigint, client jsonb,
        supplier jsonb, client_account text, total_net_amount numeric, total_vat_amount numeric, total_amount numeric, vat_breakdown jsonb)
      returning id, invoice_number`);
    const ids = new Map(rows.map((row) => [row.invoice_number, row.id]));
    return invoices.map((invoice) => must(ids.get(invoice.invoice_number), "id of an inserted invoice"));
  },

  async insertLines(tx: Tx, distributorId: number, lines: readonly NewInvoiceLine[]): Promise<void> {
    await tx.run(sql`
      insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, visa_number, version, run_week, screens, screenings,
        admissions_paid, admissions_free, gross_ttc, base_film_ht, rate_bp, description, net_amount, vat_rate_bp, declaration_ids)
      select ${distributorId}, invoice_id, position, kind, film_title, visa_number, version, run_week, screens, screenings,
        admissions_paid, admissions_free, gross_ttc, base_film_ht, rate_bp, description, net_amount, vat_rate_bp, declaration_ids
      from json_to_recordset(${JSON.stringify(lines)}) as l (invoice_id bigint, position integer, kind text, film_title text,
        visa_number text, version text, run_week integer, screens text[], screenings integer, admissions_paid integer,
        admissions_free integer, gross_ttc numeric, base_film_ht numeric, rate_bp integer, description text, net_amount numeric,
        vat_rate_bp integer, declaration_ids bigint[])`);
  },

  /** Ties declarations to the invoice that bills them. */
  async tieDeclarations(
    tx: Tx,
    ties: readonly { readonly id: number; readonly invoice_id: number }[],
  ): Promise<void> {
    await tx.run(sql`
      update declaration d set invoice_id = t.invoice_id
      from unnest(${ties.map((tie) => tie.id)}::bigint[], ${ties.map((tie) => tie.invoice_id)}::bigint[]) as t (id, invoice_id)
      where d.id = t.id and d.invoice_id is null`);
  },

  /** Nothing more is to be invoiced for these, until they are corrected. */
  async settle(tx: Tx, declarationIds: readonly number[]): Promise<void> {
    await tx.run(sql`update declaration set settled = true where id = any(${declarationIds}::bigint[])`);
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
