import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { ENTRY_SAYS } from "./verify-audit.ts";

/** A distributor, or the entries of none. */
export type ChainOwner = number | null;

export interface AuditArchive {
  readonly distributor_id: ChainOwner;
  /** Of Paris. */
  readonly year: number;
  readonly first_entry_id: number;
  readonly last_entry_id: number;
  readonly entry_count: number;
  readonly from_instant: string;
  readonly to_instant: string;
  readonly storage_key: string;
  /** Bytes. */
  readonly file_size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface EntryToArchive {
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

export const auditArchivesRepository = {
  /** Whose entries leave the database, and after how many full years. */
  async retentions(tx: Tx): Promise<{ distributor_id: ChainOwner; years: number }[]> {
    return await tx.many(sql`
      select o.distributor_id, case when own.distributor_id is null then others.years else own.years end as years
      from (select id as distributor_id from distributor union all select null) o
      left join audit_retention own on own.distributor_id = o.distributor_id
      left join audit_retention others on others.distributor_id is null
      where case when own.distributor_id is null then others.years else own.years end is not null
      order by o.distributor_id`);
  },

  /** @returns what it was before, when anything was said */
  async keep(tx: Tx, owner: ChainOwner, years: number | null): Promise<{ years: number | null } | undefined> {
    const before = await tx.maybe<{ years: number | null }>(
      sql`select years from audit_retention where ${isOf(sql`distributor_id`, owner)} for update`,
    );
    await tx.run(sql`
      insert into audit_retention (distributor_id, years) values (${owner}, ${years})
      on conflict (distributor_id) do update set years = excluded.years`);
    return before;
  },

  async own(tx: Tx, distributorId: number): Promise<AuditArchive[]> {
    return await this.list(tx, sql`where distributor_id = ${distributorId}`);
  },

  async all(tx: Tx): Promise<AuditArchive[]> {
    return await this.list(tx, sql``);
  },

  async list(tx: Tx, condition: Sql): Promise<AuditArchive[]> {
    return await tx.many(
      prepared(sql`
      select distributor_id, year, first_entry_id, last_entry_id, entry_count, from_instant, to_instant, storage_key, file_size,
        encode(sha256, 'hex') as sha256
      from audit_archive ${condition} order by distributor_id nulls first, first_entry_id`),
    );
  },

  /** The year of the oldest entry that is in no archive, when it lies before `year`; and the id that it comes after. */
  async oldestYear(
    tx: Tx,
    owner: ChainOwner,
    year: number,
  ): Promise<{ readonly year: number; readonly after: number } | undefined> {
    const { after } = await tx.one<{ after: number }>(
      sql`select coalesce(max(last_entry_id), 0) as after from audit_archive where ${isOf(sql`distributor_id`, owner)}`,
    );
    const oldest = await tx.maybe<{ year: number; is_due: boolean }>(sql`
      select extract(year from created_at at time zone 'Europe/Paris')::integer as year, created_at < ${startOf(year)} as is_due
      from audit_log where ${isOf(sql`distributor_id`, owner)} and id > ${after} order by id limit 1`);
    return oldest?.is_due ? { year: oldest.year, after } : undefined;
  },

  /** The oldest entries after an id, with their links; those of a later year than `year` are told by `is_before`. */
  async oldest(
    tx: Tx,
    owner: ChainOwner,
    { year, after }: { readonly year: number; readonly after: number },
    count: number,
  ): Promise<EntryToArchive[]> {
    return await tx.many(sql`
      with oldest as materialized (
        select * from audit_log where ${isOf(sql`distributor_id`, owner)} and id > ${after} order by id limit ${count})
      select a.id, l.number, encode(l.hash, 'hex') as hash, encode(l.digest, 'hex') as digest, ${ENTRY_SAYS} as says, a.created_at,
        a.created_at < ${startOf(year + 1)} as is_before,
        coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as actor
      from oldest a left join audit_chain l on l.entry_id = a.id left join app_user u on u.id = a.actor_id
      order by a.id`);
  },

  async insert(tx: Tx, archive: AuditArchive): Promise<void> {
    await tx.run(sql`
      insert into audit_archive (distributor_id, year, first_entry_id, last_entry_id, entry_count, from_instant, to_instant,
        storage_key, file_size, sha256)
      values (${archive.distributor_id}, ${archive.year}, ${archive.first_entry_id}, ${archive.last_entry_id}, ${archive.entry_count},
        ${archive.from_instant}, ${archive.to_instant}, ${archive.storage_key}, ${archive.file_size}, decode(${archive.sha256}, 'hex'))`);
  },

  /** The ids between which archived entries are still in the log. */
  async pending(tx: Tx): Promise<{ from: number; to: number } | undefined> {
    const { from, to } = await tx.one<{ from: number | null; to: number | null }>(sql`
      select min(first_entry_id) as from, max(last_entry_id) as to from audit_archive a
      where exists (
        select from audit_log e where e.distributor_id = a.distributor_id and e.id between a.first_entry_id and a.last_entry_id)
        or a.distributor_id is null and exists (
        select from audit_log e where e.distributor_id is null and e.id between a.first_entry_id and a.last_entry_id)`);
    return from === null || to === null ? undefined : { from, to };
  },

  /**
   * Removes what is archived of the ids of a range, with the counts of the lists (migration 043).
   * @param range both ends within
   * @returns how many they were
   */
  async remove(tx: Tx, range: { readonly from: number; readonly to: number }): Promise<number> {
    await tx.client.query(MANY_WITH_MANY);
    const { count } = await tx.one<{ count: number }>(sql`
      with gone as (
        delete from audit_log e using audit_archive a
        where e.id between ${range.from} and ${range.to} and ${ARCHIVED} returning e.distributor_id, e.action_type),
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
