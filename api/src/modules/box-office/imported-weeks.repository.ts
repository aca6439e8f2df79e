import type { CivilDate } from "@bobine/contract/civil-date";
import sql, { type Sql } from "sql-template-tag";
import type { DeclarationRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";

type CinemaWeek = Pick<DeclarationRow, "cinema_id" | "week_start">;

/** A cinema's week of the report that an invoice of another software bills. */
export interface ImportedWeek {
  readonly week_start: CivilDate;
  /** Where the file names its cinema first. */
  readonly place: number;
  readonly invoice_numbers: readonly string[];
}

/**
 * A cinema's weeks of which imported invoices less their credit notes, and less those of that week that name no invoice, leave something, and
 * nothing was issued.
 * @param among a condition on the invoices `i`
 */
const billedWeeks = (distributorId: number, among: Sql): Sql => sql`
  select i.cinema_id, i.week_start,
    array_agg(i.invoice_number order by i.invoice_date, i.id) filter (where i.total_amount + n.amount > 0) as invoice_numbers
  from invoice i cross join lateral (
    select coalesce(sum(c.total_amount), 0) as amount from invoice c where c.corrects_id = i.id) n
  where i.distributor_id = ${distributorId} and i.origin = 'imported' and i.type = 'invoice' and ${among}
    and not exists (select from invoice o where o.distributor_id = ${distributorId} and o.cinema_id = i.cinema_id
      and o.week_start = i.week_start and o.origin = 'issued' and o.type = 'invoice')
  group by i.cinema_id, i.week_start
  having sum(i.total_amount + n.amount) + coalesce((
    select sum(c.total_amount) from invoice c where c.distributor_id = ${distributorId} and c.cinema_id = i.cinema_id
      and c.week_start = i.week_start and c.origin = 'imported' and c.type = 'credit_note' and c.corrects_id is null), 0) > 0`;

export const importedWeeksRepository = {
  /**
   * Those of which the report has something to bill, and nothing was issued yet. Most distributors have none: the report's rows are not looked
   * through. Reads the tables of `boxOfficeRepository.classify`, which end with its transaction.
   */
  async ofReport(tx: Tx, distributorId: number, weeks: readonly CivilDate[]): Promise<ImportedWeek[]> {
    const among = sql`i.week_start = any(${weeks}::date[])
      and i.cinema_id = any(array(select distinct cinema_id from place where cinema_id is not null))`;
    const billed = await tx.many<CinemaWeek & { invoice_numbers: string[] }>(
      billedWeeks(distributorId, among),
    );
    if (billed.length === 0) return [];
    return await tx.many<ImportedWeek>(sql`
      select s.week_start, min(s.place) as place, b.invoice_numbers
      from json_to_recordset(${JSON.stringify(billed)}) as b (cinema_id bigint, week_start date, invoice_numbers text[])
        join classified j on j.cinema_id = b.cinema_id join staged s on s.position = j.position and s.week_start = b.week_start
      where j.verdict in ('new', 'correction') and s.nature <> 'annulation' and (s.share_ht > 0 or s.minimum_guarantee_ht > 0)
      group by s.week_start, j.cinema_id, b.invoice_numbers order by min(s.position)`);
  },

  /** Of these weeks, those that an imported invoice bills, and of which nothing was issued yet. */
  async among(tx: Tx, distributorId: number, weeks: readonly CinemaWeek[]): Promise<CinemaWeek[]> {
    const among = sql`(i.cinema_id, i.week_start) in (
      select * from unnest(${weeks.map((week) => week.cinema_id)}::bigint[], ${weeks.map((week) => week.week_start)}::date[]))`;
    return await tx.many<CinemaWeek>(billedWeeks(distributorId, among));
  },
};
