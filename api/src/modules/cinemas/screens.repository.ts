import type { Screen } from "@bobine/contract/screens";
import sql, { empty, join, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { PAGE_SIZE } from "../../http/pages.ts";

export interface ScreenFilter {
  /** 1-based; the whole list without it. */
  page: number | undefined;
  cinemaId: number | undefined;
  /** Only screens of cinemas linked to this distributor. */
  distributorId: number | undefined;
}

const COLUMNS = sql`s.id, s.cinema_id as cinema, s.name, s.authorization_number`;

const linkedTo = (distributorId: number): Sql => sql`exists (
  select from cinema_distributor l where l.cinema_id = s.cinema_id and l.distributor_id = ${distributorId})`;

export async function listedScreens(
  tx: Tx,
  filter: ScreenFilter,
): Promise<{ count: number; screens: Screen[] }> {
  const conditions: Sql[] = [];
  if (filter.cinemaId !== undefined) conditions.push(sql`s.cinema_id = ${filter.cinemaId}`);
  if (filter.distributorId !== undefined) conditions.push(linkedTo(filter.distributorId));
  const where = conditions.length === 0 ? empty : sql`where ${join(conditions, " and ")}`;
  const page =
    filter.page === undefined ? empty : sql`limit ${PAGE_SIZE} offset ${(filter.page - 1) * PAGE_SIZE}`;
  const screens = await tx.many<Screen>(
    sql`select ${COLUMNS} from screen s ${where} order by s.cinema_id, s.id ${page}`,
  );
  if (filter.page === undefined) return { count: screens.length, screens };
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from screen s ${where}`,
  );
  return { count, screens };
}

/** @param distributorId undefined for a super admin without a chosen distributor */
export const foundScreen = (
  tx: Tx,
  id: number,
  distributorId: number | undefined,
): Promise<Screen | undefined> =>
  tx.maybe<Screen>(sql`
    select ${COLUMNS} from screen s
    where s.id = ${id} ${distributorId === undefined ? empty : sql`and ${linkedTo(distributorId)}`}`);

/** Locks the screen, so that each of two changes at once tells what it changed. */
export const lockedScreen = (tx: Tx, id: number): Promise<Screen | undefined> =>
  tx.maybe<Screen>(sql`select ${COLUMNS} from screen s where s.id = ${id} for update`);

export const insertScreen = (
  tx: Tx,
  cinemaId: number,
  screen: { name: string; authorization_number: string },
): Promise<{ id: number }> =>
  tx.one(sql`
    insert into screen (cinema_id, name, authorization_number)
    values (${cinemaId}, ${screen.name}, ${screen.authorization_number}) returning id`);

export const writeScreen = (
  tx: Tx,
  screen: { id: number; name: string; authorization_number: string },
): Promise<number> =>
  tx.run(sql`
    update screen set name = ${screen.name}, authorization_number = ${screen.authorization_number} where id = ${screen.id}`);

export const removeScreen = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from screen where id = ${id}`);
