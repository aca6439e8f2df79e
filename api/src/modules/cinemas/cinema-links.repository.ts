import type { LinkAlert, NewLink, ScreenProposal } from "@bobine/contract/cinema-links";
import type { CivilDate } from "@bobine/contract/civil-date";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { usualGain } from "./unusual-links.ts";

export interface LinkCut {
  readonly cinemaId: number;
  readonly distributorId: number;
  /** By a super admin: naming the cinema does not link it again, it asks the console. */
  readonly isForGood: boolean;
  readonly at: Date;
}

const DAY_MS = 86_400_000;

/** A number that is a screen's by now needs no decision. */
const OPEN = sql`p.state = 'open' and not exists (select from screen s where s.authorization_number = p.authorization_number)`;

/** Links that were made since then, whether they are there or are no more. Nobody made those that were there `earlier`. */
const LINKS_SINCE = (since: Date): Sql => sql`
  select distributor_id, cinema_id, origin, identifier, linked_by, created_at, null::timestamptz as released_at, false as is_cut
  from cinema_distributor where created_at >= ${since} and origin <> 'earlier'
  union all
  select distributor_id, cinema_id, origin, identifier, linked_by, linked_at, released_at, is_cut
  from released_link where linked_at >= ${since} and origin <> 'earlier'`;

/** What the console shows of links and proposals, under the scope of all distributors. */
export const cinemaLinksRepository = {
  async proposals(tx: Tx, page: number, size: number): Promise<{ count: number; rows: ScreenProposal[] }> {
    const rows = await tx.many<ScreenProposal>(sql`
      select p.id, p.authorization_number, p.name, p.created_at,
        json_build_object('id', c.id, 'name', c.name, 'city', c.city) as cinema,
        json_build_object('id', d.id, 'name', d.name) as distributor
      from screen_proposal p join cinema c on c.id = p.cinema_id join distributor d on d.id = p.distributor_id
      where ${OPEN} order by p.created_at desc, p.id desc limit ${size} offset ${(page - 1) * size}`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from screen_proposal p where ${OPEN}`,
    );
    return { count, rows };
  },

  /** Locks a proposal that waits for a decision; undefined when there is none of this id. */
  proposalToDecide: (
    tx: Tx,
    id: number,
  ): Promise<
    { id: number; cinema_id: number; authorization_number: string; name: string; state: string } | undefined
  > =>
    tx.maybe(sql`
      select id, cinema_id, authorization_number, name, state from screen_proposal where id = ${id} for update`),

  /** Of an accepted number, all that was proposed for its cinema is accepted; for another cinema it is refused. */
  acceptNumber: (tx: Tx, number: string, cinemaId: number, at: Date): Promise<number> =>
    tx.run(sql`
      update screen_proposal set state = case when cinema_id = ${cinemaId} then 'accepted' else 'refused' end, decided_at = ${at}
      where authorization_number = ${number} and state = 'open'`),

  /** Others who propose the same screen of the same cinema get the same answer. */
  refuseNumber: (tx: Tx, number: string, cinemaId: number, at: Date): Promise<number> =>
    tx.run(sql`
      update screen_proposal set state = 'refused', decided_at = ${at}
      where authorization_number = ${number} and cinema_id = ${cinemaId} and state = 'open'`),

  async namedCinemas(
    tx: Tx,
    ids: readonly number[],
  ): Promise<Map<number, { id: number; name: string; city: string }>> {
    const rows = await tx.many<{ id: number; name: string; city: string }>(
      sql`select id, name, city from cinema where id = any(${ids}::bigint[])`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  },

  /** A shared cinema that the distributor works with, locked against what would refer to it. */
  linkedCinema: (tx: Tx, distributorId: number, cinemaId: number): Promise<{ name: string } | undefined> =>
    tx.maybe(sql`
      select c.name from cinema c join cinema_distributor l on l.cinema_id = c.id
      where c.id = ${cinemaId} and l.distributor_id = ${distributorId} and c.sandbox_distributor_id is null for update of l`),

  isInSandbox: async (tx: Tx, distributorId: number, cinemaId: number): Promise<boolean> =>
    (await tx.maybe(
      sql`select from cinema where id = ${cinemaId} and sandbox_distributor_id = ${distributorId}`,
    )) !== undefined,

  isUsed: async (tx: Tx, distributorId: number, cinemaId: number): Promise<boolean> =>
    (
      await tx.one<{ is_used: boolean }>(sql`
        select exists (select from invoice where distributor_id = ${distributorId} and cinema_id = ${cinemaId})
          or exists (select from declaration where distributor_id = ${distributorId} and cinema_id = ${cinemaId}) as is_used`)
    ).is_used,

  deleteLink: (tx: Tx, { distributorId, cinemaId, isForGood, at }: LinkCut): Promise<number> =>
    tx.run(sql`
      with gone as (
        delete from cinema_distributor where distributor_id = ${distributorId} and cinema_id = ${cinemaId} returning *)
      insert into released_link (distributor_id, cinema_id, origin, identifier, linked_by, linked_at, released_at, is_cut)
      select distributor_id, cinema_id, origin, identifier, linked_by, created_at, ${at}::timestamptz, ${isForGood}::boolean from gone`),

  saveCut: (
    tx: Tx,
    cut: { readonly distributorId: number; readonly cinemaId: number; readonly at: Date },
    by: number | null,
  ): Promise<number> =>
    tx.run(sql`
      insert into cut_link (distributor_id, cinema_id, cut_by, cut_at)
      values (${cut.distributorId}, ${cut.cinemaId}, ${by}, ${cut.at})
      on conflict (distributor_id, cinema_id) do update set cut_by = excluded.cut_by, cut_at = excluded.cut_at`),

  /** Newest first, with those that were given back or cut since: the alert counts them. */
  async links(tx: Tx, since: Date, page: number, size: number): Promise<{ count: number; rows: NewLink[] }> {
    const rows = await tx.many<NewLink>(sql`
      select l.origin, l.identifier, l.created_at, l.released_at, l.is_cut,
        nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), '') as linked_by,
        json_build_object('id', c.id, 'name', c.name, 'city', c.city) as cinema,
        json_build_object('id', d.id, 'name', d.name) as distributor
      from (${LINKS_SINCE(since)}) l join cinema c on c.id = l.cinema_id join distributor d on d.id = l.distributor_id
      left join app_user u on u.id = l.linked_by
      order by l.created_at desc, l.cinema_id, l.distributor_id, l.released_at desc nulls first limit ${size} offset ${(page - 1) * size}`);
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*) as count from (${LINKS_SINCE(since)}) l join cinema c on c.id = l.cinema_id`);
    return { count, rows };
  },

  /** Distributors that gained more cinemas within the last 24 hours than is usual, by themselves; what they have given back was gained too. */
  async alerts(tx: Tx, now: Date): Promise<LinkAlert[]> {
    const rows = await tx.many<{
      id: number;
      name: string;
      since: string;
      gained: number;
      total: number;
    }>(sql`
      with recent as (
        select l.distributor_id, count(distinct l.cinema_id) as gained
        from (${LINKS_SINCE(new Date(now.getTime() - DAY_MS + 1))}) l join cinema c on c.id = l.cinema_id
        where l.origin in ('report', 'list', 'request', 'validation')
        group by l.distributor_id)
      select d.id, d.name, d.created_at as since, r.gained,
        (select count(*) from cinema_distributor l where l.distributor_id = d.id) as total
      from recent r join distributor d on d.id = r.distributor_id order by r.gained desc, d.id`);
    return rows.flatMap(({ id, name, since, gained, total }) => {
      const limit = usualGain(Math.max(0, total - gained), new Date(since), now);
      return gained > limit ? [{ distributor: { id, name }, count: gained, limit }] : [];
    });
  },

  /** True for the first round of a day that finds a distributor's alert. */
  takeAlert: async (tx: Tx, distributorId: number, day: CivilDate): Promise<boolean> =>
    (await tx.run(sql`
      insert into link_alert (distributor_id, day) values (${distributorId}, ${day}) on conflict do nothing`)) ===
    1,
};
