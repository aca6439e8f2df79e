import type { Cinema } from "@bobine/contract/cinemas";
import sql, { type Sql, empty, join, raw } from "sql-template-tag";
import { pageLimit, prepared, preparedList } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import { tally } from "../../db/tally.ts";
import { PAGE_SIZE } from "../../http/pages.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

export interface CinemaFilter {
  search: string | undefined;
  ordering: string | undefined;
  statuses: readonly string[] | undefined;
  /** Only cinemas linked to this distributor. */
  distributorId: number | undefined;
}

/** Each with an index that gives its order, both ways. */
const ORDER_KEYS: Record<string, readonly string[]> = {
  name: ["c.name_key", "c.id"],
  city: ["c.city_key", "c.name_key", "c.id"],
  group: ["c.group_key", "c.name_key", "c.id"],
  is_validated: ["c.is_validated", "c.name_key", "c.id"],
};

const COLUMNS = columnsOf<schema.CinemaRow>()(
  [
    "id",
    "name",
    "legal_name",
    "city",
    "group",
    "sub_group",
    "address",
    "address_line_2",
    "pin_code",
    "siren",
    "vat_number",
    "cnc_authorization",
    "invoicing_company_name",
    "invoicing_address",
    "invoicing_address_line_2",
    "invoicing_pin_code",
    "invoicing_city",
    "invoicing_siren",
    "phones",
    "default_invoice_emails",
    "default_reminder_emails",
    "short_name_code",
    "default_accounting_code",
    "classification",
    "status",
    "is_validated",
  ],
  "c",
);
const SCREEN_COLUMNS = columnsOf<schema.ScreenRow>()(
  ["cinema_id", "id", "name", "authorization_number"],
  "s",
);

const SELECTED = sql`${COLUMNS}, c.sandbox_distributor_id is not null as is_sandboxed`;

type CinemaRow = RowOf<typeof COLUMNS> & Pick<Cinema, "classification" | "is_sandboxed">;

/** Rows as the wire has them. Screens are read once for all of them: a subquery per row costs more than the rows. */
async function withScreens(tx: Tx, rows: readonly CinemaRow[]): Promise<Cinema[]> {
  const found = await tx.many<RowOf<typeof SCREEN_COLUMNS>>(
    prepared(sql`
      select ${SCREEN_COLUMNS} from screen s
      where s.cinema_id = any(${rows.map((row) => row.id)}::bigint[]) order by s.id`),
  );
  const screens = new Map<number, Cinema["screens"]>();
  for (const { cinema_id, ...screen } of found) {
    const of = screens.get(cinema_id);
    if (of) of.push(screen);
    else screens.set(cinema_id, [screen]);
  }
  return rows.map((row) => ({ ...row, screens: screens.get(row.id) ?? [] }));
}

function orderOf(ordering = "name"): Sql {
  const direction = ordering.startsWith("-") ? "desc" : "asc";
  // Only the keys of the table above are ever written into the SQL.
  const keys = ORDER_KEYS[ordering.replace(/^-/, "")];
  if (keys === undefined) throw new RangeError(`not an ordering: ${ordering}`);
  return raw(`order by ${keys.map((key) => `${key} ${direction}`).join(", ")}`);
}

function conditionsOf(filter: CinemaFilter): Sql {
  const conditions: Sql[] = [];
  if (filter.distributorId !== undefined) {
    conditions.push(sql`exists (
      select from cinema_distributor l where l.cinema_id = c.id and l.distributor_id = ${filter.distributorId})`);
  }
  if (filter.statuses?.length) conditions.push(sql`c.status = any(${filter.statuses})`);
  for (const word of (filter.search ?? "").split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push(sql`search_key(c.name || ' ' || c.city || ' ' || c."group") like search_key(${pattern})`);
  }
  return conditions.length === 0 ? empty : sql`where ${join(conditions, " and ")}`;
}

/** One page, and how many there are in all. */
export async function cinemaPage(
  tx: Tx,
  filter: CinemaFilter,
  page: number,
): Promise<{ count: number; cinemas: Cinema[] }> {
  const where = conditionsOf(filter);
  const order = orderOf(filter.ordering);
  // Row-level security reads all rows up to the page whole: to cut the page out first and join it to its rows looked each up twice.
  const query = sql`
    select ${SELECTED} from cinema c ${where} ${order} ${pageLimit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`;
  const [count, rows] = await together(
    tx,
    () => countOf(tx, filter, where),
    () => tx.many<CinemaRow>(filter.search ? query : preparedList(query)),
  );
  return { count, cinemas: await withScreens(tx, rows) };
}

async function countOf(tx: Tx, filter: CinemaFilter, where: Sql): Promise<number> {
  if (!filter.search && filter.distributorId === undefined) return tally(tx, "cinema", null, filter.statuses);
  if (!filter.search && filter.distributorId !== undefined && !filter.statuses?.length)
    return tally(tx, "cinema_distributor", filter.distributorId, undefined);
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from cinema c ${where}`);
  return count;
}

/** Rows fetched from the cursor at a time. */
const CURSOR_ROWS = 500;

/** The whole list, some at a time, from one snapshot. */
export async function* allCinemas(tx: Tx, filter: CinemaFilter): AsyncGenerator<Cinema[]> {
  await tx.run(sql`
    declare cinema_list no scroll cursor for
    select ${SELECTED} from cinema c ${conditionsOf(filter)} ${orderOf(filter.ordering)}`);
  const next = sql([`fetch ${CURSOR_ROWS} from cinema_list`]);
  for (;;) {
    const rows = await tx.many<CinemaRow>(next);
    if (rows.length > 0) yield await withScreens(tx, rows);
    if (rows.length < CURSOR_ROWS) return;
  }
}

/** The whole list at once, for callers that look at it before they answer. */
export async function wholeCinemaList(
  tx: Tx,
  filter: CinemaFilter,
): Promise<{ count: number; cinemas: Cinema[] }> {
  const cinemas: Cinema[] = [];
  for await (const some of allCinemas(tx, filter)) cinemas.push(...some);
  return { count: cinemas.length, cinemas };
}

/** @param distributorId undefined for a super admin without a chosen distributor */
export async function foundCinema(
  tx: Tx,
  id: number,
  distributorId: number | undefined,
): Promise<Cinema | undefined> {
  const row = await tx.maybe<CinemaRow>(sql`
    select ${SELECTED} from cinema c
    where c.id = ${id} ${
      distributorId === undefined
        ? empty
        : sql`and exists (select from cinema_distributor l where l.cinema_id = c.id and l.distributor_id = ${distributorId})`
    }`);
  return row && (await withScreens(tx, [row]))[0];
}

/** Locks the cinema: changes of it come one after the other. Imports and invoices that only refer to it need not wait. */
export const lockedCinema = (
  tx: Tx,
  id: number,
): Promise<{ id: number; name: string; is_validated: boolean } | undefined> =>
  tx.maybe(sql`select id, name, is_validated from cinema where id = ${id} for no key update`);

export const markValidated = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update cinema set is_validated = true, updated_at = now() where id = ${id}`);

/** Distributors whose declarations may have waited for one of these cinemas. */
export const issuingDistributors = (tx: Tx, cinemaIds: readonly number[]): Promise<{ id: number }[]> =>
  tx.many(sql`
    select distinct d.id from cinema_distributor l join distributor d on d.id = l.distributor_id
    where l.cinema_id = any(${cinemaIds}::bigint[]) and d.automation_on order by d.id`);
