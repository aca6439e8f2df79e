import type { Cinema } from "@bobine/contract/cinemas";
import sql, { type Sql, empty, join, raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { PAGE_SIZE } from "../../http/pages.ts";

export interface CinemaFilter {
  /** 1-based; the whole list without it. */
  page: number | undefined;
  search: string | undefined;
  ordering: string | undefined;
  statuses: readonly string[] | undefined;
  /** Only cinemas linked to this distributor. */
  distributorId: number | undefined;
}

const ORDER_KEYS: Record<string, string> = {
  name: "search_key(c.name)",
  city: "search_key(c.city)",
  group: 'search_key(c."group")',
  is_validated: "c.is_validated",
};

const COLUMNS = sql`
  c.id, c.name, c.legal_name, c.city, c."group", c.sub_group, c.address, c.address_line_2, c.pin_code, c.siren, c.cnc_authorization,
  c.invoicing_company_name, c.invoicing_address, c.invoicing_address_line_2, c.invoicing_pin_code, c.invoicing_city, c.invoicing_siren,
  c.phones, c.default_invoice_emails, c.default_reminder_emails, c.short_name_code, c.default_accounting_code, c.classification,
  c.status, c.is_validated,
  coalesce((
    select json_agg(json_build_object('id', s.id, 'name', s.name, 'authorization_number', s.authorization_number) order by s.id)
    from screen s where s.cinema_id = c.id), '[]') as screens`;

function orderOf(ordering: string | undefined): Sql {
  const descending = ordering?.startsWith("-") ?? false;
  // Only the keys of the table above are ever written into the SQL.
  const key = ORDER_KEYS[ordering?.replace(/^-/, "") ?? "name"] ?? ORDER_KEYS["name"] ?? "c.id";
  return raw(`order by ${key} ${descending ? "desc" : "asc"}, search_key(c.name), c.id`);
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

export async function listedCinemas(
  tx: Tx,
  filter: CinemaFilter,
): Promise<{ count: number; cinemas: Cinema[] }> {
  const where = conditionsOf(filter);
  const page =
    filter.page === undefined ? empty : sql`limit ${PAGE_SIZE} offset ${(filter.page - 1) * PAGE_SIZE}`;
  const cinemas = await tx.many<Cinema>(
    sql`select ${COLUMNS} from cinema c ${where} ${orderOf(filter.ordering)} ${page}`,
  );
  if (filter.page === undefined) return { count: cinemas.length, cinemas };
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from cinema c ${where}`,
  );
  return { count, cinemas };
}

/** @param distributorId undefined for a super admin without a chosen distributor */
export const foundCinema = (
  tx: Tx,
  id: number,
  distributorId: number | undefined,
): Promise<Cinema | undefined> =>
  tx.maybe<Cinema>(sql`
    select ${COLUMNS} from cinema c
    where c.id = ${id} ${
      distributorId === undefined
        ? empty
        : sql`and exists (select from cinema_distributor l where l.cinema_id = c.id and l.distributor_id = ${distributorId})`
    }`);

/** Locks the cinema: changes of it come one after the other. Imports and invoices that only refer to it need not wait. */
export const lockedCinema = (
  tx: Tx,
  id: number,
): Promise<{ id: number; name: string; is_validated: boolean } | undefined> =>
  tx.maybe(sql`select id, name, is_validated from cinema where id = ${id} for no key update`);

export const markValidated = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`update cinema set is_validated = true, updated_at = now() where id = ${id}`);

/** Distributors whose declarations may have waited for this cinema. */
export const issuingDistributors = (tx: Tx, cinemaId: number): Promise<{ id: number }[]> =>
  tx.many(sql`
    select d.id from cinema_distributor l join distributor d on d.id = l.distributor_id
    where l.cinema_id = ${cinemaId} and d.automation_on order by d.id`);
