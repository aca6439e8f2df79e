import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import sql, { join, raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BilledWeek } from "../../domain/invoicing/billed-weeks.ts";
import { ownSeriesOf } from "../../domain/invoicing/imported-invoice.ts";
import type { OwnCinema } from "./meant-cinema.ts";
import { columnsOf, insertedColumnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

const GIVEN_NAMES = [
  "type",
  "corrects_id",
  "opening_date",
  "invoice_number",
  "invoice_date",
  "due_date",
  "cinema_id",
  "cinema_name",
  "client",
  "client_account",
  "week_start",
  "week_number",
  "week_year",
  "total_net_amount",
  "total_vat_amount",
  "total_amount",
  "vat_breakdown",
  "in_default",
  "notes",
] as const;
const GIVEN = insertedColumnsOf<schema.NewInvoice>()({
  fixed: ["distributor_id", "origin", "issued_by"],
  rows: GIVEN_NAMES,
});
/** What one may say of an invoice that was issued elsewhere. */
export type ImportedFacts = RowOf<typeof GIVEN>;

const LOCKED_COLUMNS = columnsOf<schema.InvoiceRow>()([
  "id",
  "type",
  "origin",
  "status",
  "invoice_number",
  "invoice_date",
  "due_date",
  "cinema_id",
  "cinema_name",
  "client_account",
  "week_start",
  "total_net_amount",
  "total_vat_amount",
  "total_amount",
  "in_default",
  "allocated_amount",
  "notes",
]);
/** An invoice, as those who change or delete it must know it. */
export type LockedInvoice = RowOf<typeof LOCKED_COLUMNS> & {
  /** Something is allocated or credited, or was credited by a note that names it, or its letters say so. */
  readonly is_settled: boolean;
};

/** A number of our own series that is still to come. */
export interface ComingNumber {
  /** We have issued numbers of this series this year. */
  readonly has_begun: boolean;
  /** Of the numbers of this series that were asked about. */
  readonly highest: number;
}

export const importedInvoicesRepository = {
  /** Of these numbers' keys, those that an invoice of the distributor has. */
  async takenKeys(tx: Tx, distributorId: number, keys: readonly string[]): Promise<Set<string>> {
    const rows = await tx.many<{ number_key: string }>(sql`
      select number_key from invoice where distributor_id = ${distributorId} and number_key = any(${keys}::text[])`);
    return new Set(rows.map((row) => row.number_key));
  },

  /**
   * Of these numbers, those that our own series will come to: an imported one would stand in its way. Past years and numbers
   * that were taken elsewhere before ours (`taken_before`) are free. A series only grows, so that what is free now stays free.
   */
  async comingNumbers(
    tx: Tx,
    distributorId: number,
    today: CivilDate,
    numbers: readonly string[],
  ): Promise<Map<string, ComingNumber>> {
    const own = numbers.flatMap((number) => {
      const place = ownSeriesOf(number);
      return place && place.year >= Number(today.slice(0, 4)) ? [{ number, ...place }] : [];
    });
    if (own.length === 0) return new Map();
    const rows = await tx.many<{
      series: "F" | "A";
      year: number;
      last_number: number;
      has_begun: boolean;
    }>(sql`
      select series, year, last_number, last_number > taken_before as has_begun
      from invoice_sequence where distributor_id = ${distributorId}`);
    const sequences = new Map(rows.map((row) => [`${row.series}${row.year}`, row]));
    const coming = new Map<string, ComingNumber>();
    for (const [name, places] of Map.groupBy(own, ({ series, year }) => `${series}${year}`)) {
      const sequence = sequences.get(name);
      const highest = Math.max(...places.map(({ counter }) => counter));
      for (const { number, counter } of places)
        if (counter > (sequence?.last_number ?? 0))
          coming.set(number, { has_begun: sequence?.has_begun ?? false, highest });
    }
    return coming;
  },

  /** Since when what they owe is doubtful (EXP-18). */
  defaultedOn: (tx: Tx, ids: readonly number[], day: CivilDate): Promise<number> =>
    tx.run(sql`update invoice set defaulted_on = ${day} where id = any(${ids}::bigint[])`),

  /** It is not any more: a default of the same day was none. */
  async reopenedOn(tx: Tx, id: number, day: CivilDate): Promise<void> {
    await tx.run(sql`
      insert into invoice_reopening (distributor_id, invoice_id, defaulted_on, reopened_on)
      select distributor_id, id, defaulted_on, ${day} from invoice where id = ${id} and defaulted_on < ${day}`);
    await tx.run(sql`update invoice set defaulted_on = null where id = ${id}`);
  },

  /** By the keys of their numbers, the invoices that credit notes may correct. */
  async correctable(
    tx: Tx,
    distributorId: number,
    keys: readonly string[],
  ): Promise<Map<string, { id: number; client_account: string; origin: string }>> {
    if (keys.length === 0) return new Map();
    const rows = await tx.many<{
      number_key: string;
      id: number;
      client_account: string;
      origin: string;
    }>(sql`
      select number_key, id, client_account, origin from invoice
      where distributor_id = ${distributorId} and type = 'invoice' and number_key = any(${keys}::text[])`);
    return new Map(rows.map(({ number_key, ...invoice }) => [number_key, invoice]));
  },

  /** Of these cinemas' weeks, those of which invoices of ours less their credit notes bill something. */
  async issuedWeeks(
    tx: Tx,
    distributorId: number,
    weeks: readonly { readonly cinema_id: number; readonly week_start: CivilDate }[],
  ): Promise<BilledWeek[]> {
    if (weeks.length === 0) return [];
    return await tx.many<BilledWeek>(sql`
      select i.week_start, (array_agg(i.cinema_name order by i.id desc))[1] as cinema_name,
        array_agg(i.invoice_number order by i.invoice_date, i.id) as invoice_numbers
      from invoice i cross join lateral (
        select coalesce(sum(c.total_amount), 0) as amount from invoice c where c.corrects_id = i.id) n
      where i.distributor_id = ${distributorId} and i.origin = 'issued' and i.type = 'invoice' and i.total_amount + n.amount > 0
        and (i.cinema_id, i.week_start) in (
          select * from unnest(${weeks.map((week) => week.cinema_id)}::bigint[], ${weeks.map((week) => week.week_start)}::date[]))
      group by i.cinema_id, i.week_start order by i.week_start, min(i.id)`);
  },

  /** Keeps invoices of outside the product; those whose number is taken are left out. @returns number → id */
  async insert(
    tx: Tx,
    distributorId: number,
    userId: number,
    invoices: readonly ImportedFacts[],
  ): Promise<Map<string, number>> {
    const rows = await tx.many<{ id: number; invoice_number: string }>(sql`
      insert into invoice (distributor_id, origin, issued_by, ${GIVEN})
      select ${distributorId}, 'imported', ${userId}, ${GIVEN} from json_populate_recordset(null::invoice, ${JSON.stringify(invoices)})
      on conflict (distributor_id, number_key) do nothing
      returning id, invoice_number`);
    return new Map(rows.map((row) => [row.invoice_number, row.id]));
  },

  /** The row stays locked until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<LockedInvoice | undefined> {
    return await tx.maybe<LockedInvoice>(sql`
      select ${LOCKED_COLUMNS},
        allocated_amount <> 0 or credited_amount <> 0 or lettering_letters is not null
          or exists (select from invoice n where n.corrects_id = i.id) as is_settled
      from invoice i where id = ${id} for update of i`);
  },

  /** Of an invoice that what was paid before it came in settles, and nothing else: that, and whether a lot holds either. */
  async onlyOpening(tx: Tx, id: number): Promise<{ amount: Money; is_in_lot: boolean } | undefined> {
    return await tx.maybe<{ amount: Money; is_in_lot: boolean }>(sql`
      select a.amount, exists (select from posted_entry p where p.distributor_id = i.distributor_id
        and p.key = any(array[format('invoice:%s', i.id)] || a.keys)) as is_in_lot
      from invoice i cross join lateral (
        select sum(amount) as amount, bool_and(kind = 'opening') as are_openings, array_agg(format('opening:%s', id)) as keys
        from allocation where invoice_id = i.id) a
      where i.id = ${id} and a.are_openings
        and not exists (select from credit_application c where i.id in (c.invoice_id, c.credit_note_id))
        and not exists (select from invoice n where n.corrects_id = i.id)`);
  },

  async deleteOpenings(tx: Tx, id: number): Promise<void> {
    await tx.run(sql`delete from allocation where invoice_id = ${id} and kind = 'opening'`);
  },

  async update(tx: Tx, id: number, changes: Partial<ImportedFacts>): Promise<void> {
    // No other names: they become SQL.
    const names = GIVEN_NAMES.filter((name) => name in changes);
    const set = names.map((name) => sql`${raw(name)} = given.${raw(name)}`);
    await tx.run(sql`
      update invoice i set ${join(set, ", ")}
      from json_populate_record(null::invoice, ${JSON.stringify(changes)}) as given where i.id = ${id}`);
  },

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.run(sql`delete from invoice where id = ${id}`);
  },

  /** What was paid of imported invoices before they came here. */
  async insertOpenings(
    tx: Tx,
    distributorId: number,
    paid: readonly {
      readonly invoice_id: number;
      readonly amount: Money;
      readonly letters: string | null;
    }[],
  ): Promise<void> {
    await tx.run(sql`
      insert into allocation (distributor_id, invoice_id, kind, amount, letters)
      select ${distributorId}, invoice_id, 'opening', amount, letters
      from unnest(${paid.map((one) => one.invoice_id)}::bigint[], ${paid.map((one) => one.amount)}::numeric[],
        ${paid.map((one) => one.letters)}::text[]) as p (invoice_id, amount, letters)`);
  },

  /** Of these names, those that cinemas of the distributor have, with those. */
  async ownCinemasNamed(
    tx: Tx,
    distributorId: number,
    names: readonly string[],
  ): Promise<Map<string, number[]>> {
    if (names.length === 0) return new Map();
    const rows = await tx.many<{ name: string; ids: number[] }>(sql`
      with own as materialized (
        select c.id, split_part(cinema_name_key(c.name, ''), '|', 1) as key
        from cinema c join cinema_distributor l on l.cinema_id = c.id and l.distributor_id = ${distributorId})
      select w.name, array_agg(own.id) as ids
      from unnest(${names}::text[]) as w (name) join own on own.key = split_part(cinema_name_key(w.name, ''), '|', 1)
      group by w.name`);
    return new Map(rows.map((row) => [row.name, row.ids]));
  },

  /** Of the distributor's cinemas, these and those that one of these SIRENs pays for. */
  async ownCinemas(
    tx: Tx,
    distributorId: number,
    ids: readonly number[],
    sirens: readonly string[],
  ): Promise<OwnCinema[]> {
    return await tx.many<OwnCinema>(sql`
      with own as (
        select unnest(${ids}::bigint[]) as id
        union select c.id from cinema c join cinema_distributor l on l.cinema_id = c.id and l.distributor_id = ${distributorId}
        where left(c.invoicing_siren, 9) = any(${sirens}::text[]))
      select c.id, c.cnc_authorization as cnc, c.siret, c.siren, coalesce(c.short_name_code, '') as short_code,
        cinema_name_key(c.name, c.city) as name_key, c.sandbox_distributor_id is not null as is_sandboxed, c.invoicing_siren
      from cinema c join own on own.id = c.id`);
  },

  async createImport(
    tx: Tx,
    file: {
      readonly distributorId: number;
      readonly userId: number;
      readonly fileName: string;
      readonly size: number;
      readonly sha256: Buffer;
      readonly stats: object;
    },
  ): Promise<number> {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into import_file (distributor_id, kind, file_name, file_size, sha256, created_by, stats)
      values (${file.distributorId}, 'invoices', ${file.fileName}, ${file.size}, ${file.sha256}, ${file.userId}, ${JSON.stringify(file.stats)})
      returning id`);
    return id;
  },
};
