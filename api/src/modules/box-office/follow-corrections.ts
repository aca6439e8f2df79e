import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { sameKey } from "./same-declaration.ts";

/**
 * Finds what corrections name (BOX-4), where their own key finds nothing: the declaration of that reference, alone of it, that their
 * cinema had in that week. `staged.replaces` is one that was received; one of the same file has the fate `superseded`. Of several
 * corrections of the same one, which stands is not known: they are kept aside.
 * @param names whether the file has a correction that names what it corrects
 * @param isKnown whether anything of its weeks was received
 */
export async function followCorrections(
  tx: Tx,
  distributorId: number,
  names: boolean,
  isKnown: boolean,
): Promise<void> {
  if (names && (await findNaming(tx, Number(distributorId)))) await followNames(tx, Number(distributorId));
  if (isKnown) await leaveCorrected(tx, Number(distributorId));
}

/** Corrections that name something, and whose own key is neither known nor first given by the file. */
async function findNaming(tx: Tx, id: number): Promise<boolean> {
  await tx.client.query(`
    create temp table naming on commit drop as
      select s.position, p.cinema_id, s.week_start, s.screen_authorization, s.film_key, s.version, s.corrects
      from staged s join place p using (place)
      where s.corrects <> '' and s.nature <> 'initiale' and p.cinema_id is not null
        and not exists (select from staged o where o.nature = 'initiale' and ${sameKey("o", "s")})
        and not exists (
          select from declaration d where d.distributor_id = ${id} and d.state = 'current' and ${sameKey("d", "s")});
    analyze naming`);
  return await isFilled(tx, sql`naming`);
}

// Tables of their own, which are analysed: where statistics saw none of the declarations, a join would be one of each with each.
async function followNames(tx: Tx, id: number): Promise<void> {
  await tx.client.query(`
    create temp table wanted on commit drop as
      select cinema_id, week_start, corrects as reference,
        min(row(screen_authorization, film_key, version)::text) <> max(row(screen_authorization, film_key, version)::text) as is_disputed
      from naming group by cinema_id, week_start, corrects;
    create temp table held on commit drop as
      select d.cinema_id, d.week_start, d.reference, min(d.id) as id, null::integer as position, min(d.screen_authorization) as screen_authorization,
        min(d.film_key) as film_key, min(d.version) as version
      from declaration d
      where d.distributor_id = ${id} and d.state = 'current' and d.week_start = any (array(select distinct week_start from wanted))
      group by d.cinema_id, d.week_start, d.reference having count(*) = 1
      union all
      select p.cinema_id, s.week_start, s.reference, null, min(s.position), min(s.screen_authorization), min(s.film_key), min(s.version)
      from staged s join place p using (place)
      group by p.cinema_id, s.week_start, s.reference having count(*) = 1;
    analyze wanted; analyze held`);
  // What is named is left to the row that gives its own key again, if any does.
  await tx.client.query(`
    create temp table named on commit drop as
      select h.cinema_id, h.week_start, h.reference, h.id, h.position, w.is_disputed
      from wanted w join held h using (cinema_id, week_start, reference)
      where not exists (
        select from staged o
        where ${sameKey("o", "h")} and o.position is distinct from h.position and (h.id is null or o.reference <> h.reference));
    analyze named;
    update staged s set fate = case when n.is_disputed then 'set_aside' else 'corrects' end, replaces = n.id
      from naming t join (
        select cinema_id, week_start, reference, is_disputed, max(id) as id from named group by 1, 2, 3, 4) n
        on n.cinema_id = t.cinema_id and n.week_start = t.week_start and n.reference = t.corrects
      where s.position = t.position;
    update staged s set fate = 'superseded' from named n where s.position = n.position and not n.is_disputed`);
}

/**
 * Keeps aside what a correction under another key has replaced, when it comes again or only then, and another correction of it; what
 * is as it was is a duplicate.
 */
async function leaveCorrected(tx: Tx, id: number): Promise<void> {
  await tx.client.query(`
    create temp table corrected on commit drop as
      select cinema_id, week_start, corrects, min(screen_authorization) as screen_authorization, min(film_key) as film_key,
        min(version) as version
      from declaration
      where distributor_id = ${id} and state = 'current' and corrects <> ''
        and week_start = any (array(select distinct week_start from staged))
      group by cinema_id, week_start, corrects having count(*) = 1`);
  if (!(await isFilled(tx, sql`corrected`))) return;
  await tx.client.query(`
    analyze corrected;
    create temp table again on commit drop as
      select t.position, p.cinema_id, t.week_start, t.screen_authorization, t.film_key, t.version, n.reference, n.is_first
      from staged t join place p using (place)
        cross join lateral (values (t.reference, true), (case when t.nature <> 'initiale' then t.corrects end, false)) as n (reference, is_first)
        join corrected c on c.cinema_id = p.cinema_id and c.week_start = t.week_start and c.corrects = n.reference
      where (t.fate is null or t.fate = 'corrects' and n.is_first) and not (${sameKey("c", "t")})
        and not exists (select from declaration d where d.distributor_id = ${id} and d.state = 'current' and ${sameKey("d", "t")})`);
  if (!(await isFilled(tx, sql`again`))) return;
  await tx.client.query(`
    analyze again;
    create temp table received on commit drop as
      select cinema_id, week_start, reference, min(screen_authorization) as screen_authorization, min(film_key) as film_key,
        min(version) as version, count(distinct (screen_authorization, film_key, version)) as keys
      from declaration
      where distributor_id = ${id} and state <> 'set_aside' and week_start = any (array(select distinct week_start from again))
      group by cinema_id, week_start, reference;
    analyze received;
    update staged s set fate = 'set_aside'
    from again t left join received r using (cinema_id, week_start, reference)
    where s.position = t.position and (r.keys is null or r.keys = 1 and (not t.is_first or ${sameKey("r", "t")}))`);
}

/** A correction that was received before, and was itself replaced since, takes the place of nothing when it comes again. */
export async function restoreUncorrected(tx: Tx): Promise<void> {
  await tx.run(sql`
    update classified j set fate = null
    from staged s
    where s.position = j.position and j.fate = 'superseded' and not exists (
      select from classified k join staged c using (position)
      where k.fate in ('corrects', 'superseded') and k.verdict <> 'duplicate' and k.cinema_id = j.cinema_id
        and c.week_start = s.week_start and c.corrects = s.reference)`);
}

const isFilled = async (tx: Tx, table: Sql): Promise<boolean> =>
  (await tx.one<{ is_filled: boolean }>(sql`select exists (select from ${table}) as is_filled`)).is_filled;
