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

/** An imported invoice `i` that its credit notes leave something of, in a week that nothing was issued of. */
const billsAlone = (distributorId: number): Sql => sql`
  i.distributor_id = ${distributorId} and i.origin = 'imported' and i.type = 'invoice'
    and i.total_amount + coalesce((select sum(n.total_amount) from invoice n where n.corrects_id = i.id), 0) > 0
    and not exists (select from invoice o where o.distributor_id = ${distributorId} and o.cinema_id = i.cinema_id
      and o.week_start = i.week_start and o.origin = 'issued' and o.type = 'invoice')`;

export const importedWeeksRepository = {
  /**
   * Those of which the report has something to bill, and nothing was issued yet. Most distributors have none: the report's rows are not looked
   * through. Reads the tables of `boxOfficeRepository.classify`, which end with its transaction.
   */
  async ofReport(tx: Tx, distributorId: number, weeks: readonly CivilDate[]): Promise<ImportedWeek[]> {
    const billed = await tx.many<CinemaWeek & { invoice_numbers: string[] }>(sql`
      select i.cinema_id, i.week_start, array_agg(i.invoice_number order by i.invoice_date, i.id) as invoice_numbers
      from invoice i
      where ${billsAlone(distributorId)} and i.week_start = any(${weeks}::date[])
        and i.cinema_id = any(array(select distinct cinema_id from place where cinema_id is not null))
      group by i.cinema_id, i.week_start`);
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
    return await tx.many<CinemaWeek>(sql`
      select distinct i.cinema_id, i.week_start
      from invoice i
      join unnest(${weeks.map((week) => week.cinema_id)}::bigint[], ${weeks.map((week) => week.week_start)}::date[])
        as w (cinema_id, week_start) on w.cinema_id = i.cinema_id and w.week_start = i.week_start
      where ${billsAlone(distributorId)}`);
  },
};
