import type { FilteredList, SavedFilter } from "@bobine/contract/saved-filters";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** Whose filters: a person's, for the distributor that the request serves. */
export interface FilterOwner {
  readonly userId: number;
  readonly distributorId: number;
}

const COLUMNS = sql`id, name, query, is_default`;
const isOf = ({ userId, distributorId }: FilterOwner): Sql =>
  sql`user_id = ${userId} and distributor_id = ${distributorId}`;

export const savedFiltersRepository = {
  /** What one person saves comes one after the other: it is counted, and one is the default. */
  async lockOwner(tx: Tx, { userId }: FilterOwner): Promise<void> {
    await tx.run(sql`select from app_user where id = ${userId} for no key update`);
  },

  list: (tx: Tx, owner: FilterOwner, list: FilteredList): Promise<SavedFilter[]> =>
    tx.many<SavedFilter>(sql`
      select ${COLUMNS} from saved_filter where ${isOf(owner)} and list = ${list} order by lower(name), id`),

  one: (
    tx: Tx,
    owner: FilterOwner,
    id: number,
  ): Promise<(SavedFilter & { list: FilteredList }) | undefined> =>
    tx.maybe(sql`select ${COLUMNS}, list from saved_filter where ${isOf(owner)} and id = ${id}`),

  /** The one that has the name, in whatever letters it is written. */
  named: (
    tx: Tx,
    owner: FilterOwner,
    list: FilteredList,
    name: string,
  ): Promise<{ id: number } | undefined> =>
    tx.maybe(sql`
      select id from saved_filter where ${isOf(owner)} and list = ${list} and lower(name) = lower(${name})`),

  async count(tx: Tx, owner: FilterOwner, list: FilteredList): Promise<number> {
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::integer as count from saved_filter where ${isOf(owner)} and list = ${list}`,
    );
    return count;
  },

  insert: (
    tx: Tx,
    { userId, distributorId }: FilterOwner,
    filter: { readonly list: FilteredList; readonly name: string; readonly query: string; readonly at: Date },
  ): Promise<SavedFilter> =>
    tx.one<SavedFilter>(sql`
      insert into saved_filter (user_id, distributor_id, list, name, query, created_at, updated_at)
      values (${userId}, ${distributorId}, ${filter.list}, ${filter.name}, ${filter.query}, ${filter.at}, ${filter.at})
      returning ${COLUMNS}`),

  replace: (
    tx: Tx,
    id: number,
    { name, query, at }: { readonly name: string; readonly query: string; readonly at: Date },
  ): Promise<SavedFilter> =>
    tx.one<SavedFilter>(sql`
      update saved_filter set name = ${name}, query = ${query}, updated_at = ${at} where id = ${id} returning ${COLUMNS}`),

  change: (
    tx: Tx,
    id: number,
    { name, is_default, at }: Pick<SavedFilter, "name" | "is_default"> & { readonly at: Date },
  ): Promise<SavedFilter> =>
    tx.one<SavedFilter>(sql`
      update saved_filter set name = ${name}, is_default = ${is_default}, updated_at = ${at} where id = ${id} returning ${COLUMNS}`),

  async noDefault(tx: Tx, owner: FilterOwner, list: FilteredList): Promise<void> {
    await tx.run(
      sql`update saved_filter set is_default = false where ${isOf(owner)} and list = ${list} and is_default`,
    );
  },

  /** @returns whether there was one */
  delete: (tx: Tx, owner: FilterOwner, id: number): Promise<boolean> =>
    tx
      .maybe(sql`delete from saved_filter where ${isOf(owner)} and id = ${id} returning id`)
      .then((deleted) => deleted !== undefined),
};
