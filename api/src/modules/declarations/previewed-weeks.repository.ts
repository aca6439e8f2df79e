import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** A cinema's week of the report that the transaction has saved, in the order of the file. */
export interface WeekOfReport {
  readonly cinema_id: number;
  readonly week_start: CivilDate;
  readonly is_validated: boolean;
  /** Where the file names its cinema first; null where it names another one for what it corrects of this. */
  readonly place: number | null;
  /** As it is known, for one that the file does not name. */
  readonly name: string;
  readonly city: string;
  /** Something of it is not invoiced yet. */
  readonly is_open: boolean;
  readonly new_count: number;
  readonly corrected_count: number;
  readonly known_count: number;
  readonly set_aside_count: number;
}

/** Reads the tables of `boxOfficeRepository.classify`, which end with its transaction. */
export const previewedWeeksRepository = {
  async weeks(tx: Tx, distributorId: number): Promise<WeekOfReport[]> {
    return await tx.many<WeekOfReport>(sql`
      with week as (
        select j.cinema_id, s.week_start, min(s.position) as position, (array_agg(s.place order by s.position))[1] as place,
          count(*) filter (where j.verdict = 'new') as new_count,
          count(*) filter (where j.verdict in ('correction', 'superseded')) as corrected_count,
          count(*) filter (where j.verdict = 'duplicate') as known_count,
          count(*) filter (where j.verdict = 'set_aside') as set_aside_count
        from staged s join classified j using (position) group by j.cinema_id, s.week_start),
      left_week as (
        select d.cinema_id, d.week_start, min(j.position) as position, null::integer as place, 0::bigint as new_count,
          count(*) as corrected_count, 0::bigint as known_count, 0::bigint as set_aside_count
        from classified j join declaration d on d.id = j.current_id
        where d.reopens_week and (d.cinema_id, d.week_start) not in (select cinema_id, week_start from week)
          and exists (select from cinema c where c.id = d.cinema_id)
        group by d.cinema_id, d.week_start),
      open as (
        select distinct cinema_id, week_start from declaration
        where distributor_id = ${distributorId} and (state = 'current' and not settled or reopens_week))
      select w.cinema_id, w.week_start, coalesce(c.is_validated, false) as is_validated, w.place, coalesce(c.name, '') as name,
        coalesce(c.city, '') as city, o.cinema_id is not null as is_open,
        w.new_count, w.corrected_count, w.known_count, w.set_aside_count
      from (select * from week union all select * from left_week) w
        left join cinema c on c.id = w.cinema_id left join open o using (cinema_id, week_start)
      order by w.position, w.place`);
  },
};
