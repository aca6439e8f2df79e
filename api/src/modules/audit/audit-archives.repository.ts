import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type * as schema from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import { ACTOR } from "./audit-csv.repository.ts";
import { ENTRY_SAYS } from "./verify-audit.ts";

/** A distributor, or the entries of none. */
export type ChainOwner = number | null;

export interface NewArchive
  extends Omit<schema.NewAuditArchive, "distributor_id" | "sha256" | "archived_at"> {
  readonly distributor_id: ChainOwner;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface AuditArchive extends NewArchive {
  readonly id: number;
}

export interface EntryToArchive {
  readonly id: number;
  /** Null: it is in no chain, as the two below. */
  readonly number: number | null;
  readonly hash: string | null;
  readonly digest: string | null;
  readonly actor: string | null;
  readonly says: string;
  readonly created_at: string;
  readonly is_before: boolean;
}

/** So that an index serves both. */
const isOf = (column: Sql, owner: ChainOwner): Sql =>
  owner === null ? sql`${column} is null` : sql`${column} = ${owner}`;
/** The first instant of a year in Paris. */
const startOf = (year: number): Sql => sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Europe/Paris')`;
/** By the database's own clock, whatever that of a node says: a full year is kept at least. */
const IS_OLD = sql`a.created_at < now() - interval '365 days'`;
/** Less than a night, so that one that begins late is followed by the next; by the same clock. */
const IS_OF_AN_EARLIER_NIGHT = sql`a.archived_at < now() - interval '20 hours'`;

export const auditArchivesRepository = {
  /**
   * Whose entries leave the database, and after how many full years. Those of none stay where they tell what an operator took out with a part of
   * the table, as until 0.1.
   */
  async retentions(tx: Tx): Promise<{ distributor_id: ChainOwner; years: number }[]> {
    return await tx.many(sql`
      select * from (
        select o.distributor_id, case when own.distributor_id is null then others.years else own.years end as years
        from (select id as distributor_id from distributor union all select null) o
        left join audit_retention own on own.distributor_id = o.distributor_id
        left join audit_retention others on others.distributor_id is null) o
      where years is not null
        and (o.distributor_id is not null or not exists (
          select from audit_log e where e.distributor_id is null and e.action_details ->> 'event' = 'audit_log_part_archived'))
      order by o.distributor_id`);
  },

  /** @param years null keeps all; `default` says nothing any more @returns what was said before */
  async keep(
    tx: Tx,
    owner: ChainOwner,
    years: number | null | "default",
  ): Promise<number | null | "default"> {
    const before = await tx.maybe<{ years: number | null }>(
      sql`select years from audit_retention where ${isOf(sql`distributor_id`, owner)} for update`,
    );
    if (years === "default")
      await tx.run(sql`delete from audit_retention where ${isOf(sql`distributor_id`, owner)}`);
    else
      await tx.run(sql`
        insert into audit_retention (distributor_id, years) values (${owner}, ${years})
        on conflict (distributor_id) do update set years = excluded.years`);
    return before === undefined ? "default" : before.years;
  },

  async own(tx: Tx, owner: ChainOwner): Promise<AuditArchive[]> {
    return await this.list(tx, sql`where ${isOf(sql`distributor_id`, owner)}`);
  },

  async all(tx: Tx): Promise<AuditArchive[]> {
    return await this.list(tx, sql``);
  },

  async list(tx: Tx, condition: Sql): Promise<AuditArchive[]> {
    return await tx.many(
      prepared(sql`
      select id, distributor_id, year, first_entry_id, last_entry_id, entry_count, from_instant, to_instant, storage_key, file_size,
        encode(sha256, 'hex') as sha256
      from audit_archive ${condition} order by distributor_id nulls first, first_entry_id`),
    );
  },

  /** The year of the oldest entry that is in no archive, when it is due; and the id that it comes after. @param limits.kept the first year that stays */
  async oldestYear(
    tx: Tx,
    owner: ChainOwner,
    { kept, upTo }: { readonly kept: number; readonly upTo: number },
  ): Promise<{ readonly year: number; readonly after: number } | undefined> {
    const { after } = await tx.one<{ after: number }>(
      sql`select coalesce(max(last_entry_id), 0) as after from audit_archive where ${isOf(sql`distributor_id`, owner)}`,
    );
    const oldest = await tx.maybe<{ year: number; is_due: boolean }>(sql`
      select extract(year from a.created_at at time zone 'Europe/Paris')::integer as year, a.created_at < ${startOf(kept)} and ${IS_OLD} as is_due
      from audit_log a where ${isOf(sql`a.distributor_id`, owner)} and a.id > ${after} and a.id <= ${upTo} order by a.id limit 1`);
    return oldest?.is_due ? { year: oldest.year, after } : undefined;
  },

  /** The oldest entries after an id, with their links; those of a later year than `year` are told by `is_before`. */
  async oldest(
    tx: Tx,
    owner: ChainOwner,
    { year, after, upTo }: { readonly year: number; readonly after: number; readonly upTo: number },
    count: number,
  ): Promise<EntryToArchive[]> {
    return await tx.many(sql`
      with oldest as materialized (
        select * from audit_log where ${isOf(sql`distributor_id`, owner)} and id > ${after} and id <= ${upTo}
        order by id limit ${count})
      select a.id, l.number, encode(l.hash, 'hex') as hash, encode(l.digest, 'hex') as digest, ${ENTRY_SAYS} as says, a.created_at,
        a.created_at < ${startOf(year + 1)} and ${IS_OLD} as is_before,
        ${ACTOR} as actor
      from oldest a left join audit_chain l on l.entry_id = a.id left join app_user u on u.id = a.actor_id
      order by a.id`);
  },

  async insert(tx: Tx, archive: NewArchive): Promise<void> {
    await tx.run(sql`
      insert into audit_archive (distributor_id, year, first_entry_id, last_entry_id, entry_count, from_instant, to_instant,
        storage_key, file_size, sha256)
      values (${archive.distributor_id}, ${archive.year}, ${archive.first_entry_id}, ${archive.last_entry_id}, ${archive.entry_count},
        ${archive.from_instant}, ${archive.to_instant}, ${archive.storage_key}, ${archive.file_size}, decode(${archive.sha256}, 'hex'))`);
  },

  /** What the log is asked for as a fact stays one. @param event of a week that is not invoiced */
  async keepWeeks(tx: Tx, archive: NewArchive, event: string): Promise<void> {
    await tx.run(sql`
      insert into archived_week_not_invoiced (distributor_id, cinema_id, week_start)
      select distributor_id, (action_details ->> 'cinema_id')::bigint, (action_details ->> 'week_start')::date from audit_log
      where distributor_id = ${archive.distributor_id} and id between ${archive.first_entry_id} and ${archive.last_entry_id}
        and action_type = 'system_action' and action_details ->> 'event' = ${event}
      on conflict do nothing`);
  },

  /** Archives of an earlier night of which something is still in the log: whoever lets a night run again reads no file of the same day (SEC-28). */
  async pending(tx: Tx): Promise<AuditArchive[]> {
    return await this.list(
      tx,
      sql`a where ${IS_OF_AN_EARLIER_NIGHT} and (exists (
        select from audit_log e where e.distributor_id = a.distributor_id and e.id between a.first_entry_id and a.last_entry_id)
        or a.distributor_id is null and exists (
        select from audit_log e where e.distributor_id is null and e.id between a.first_entry_id and a.last_entry_id))`,
    );
  },

  /**
   * Removes what these archives hold of the ids of a range, with the counts of the lists (migration 043).
   * @param range both ends within
   * @returns how many they were
   */
  async remove(
    tx: Tx,
    range: { readonly from: number; readonly to: number },
    archives: readonly number[],
  ): Promise<number> {
    await tx.client.query(MANY_WITH_MANY);
    const { count } = await tx.one<{ count: number }>(sql`
      with gone as (
        delete from audit_log e using audit_archive a
        where e.id between ${range.from} and ${range.to} and ${ARCHIVED} and a.id = any(${archives}::bigint[])
          and a.last_entry_id >= ${range.from} and a.first_entry_id <= ${range.to}
        returning e.distributor_id, e.action_type),
      counted as (
        insert into list_tally (list, distributor_id, kind, change)
        select 'audit_log', distributor_id, action_type, -count(*) from gone group by distributor_id, action_type)
      select count(*) as count from gone`);
    return count;
  },
};

/** Entries are compared with archives by what both are hashed by, here and in the table's guard: else with each archive before them. */
export const MANY_WITH_MANY = "set local enable_nestloop = off";

/** An entry `e` is in the archive `a`. By an equality, so that many are compared with many. */
export const ARCHIVED = sql`coalesce(e.distributor_id, 0) = coalesce(a.distributor_id, 0)
  and e.id between a.first_entry_id and a.last_entry_id`;
