import sql, { type Sql } from "sql-template-tag";

/**
 * BILL-16: what we issued says for good whether and to whom it is assigned; of what another software issued the settings say it. The
 * invoice is `i`, its distributor `d`, the settings of its cinema `s`.
 */
export const IS_FACTORED: Sql = sql`(case when i.origin = 'issued'
  then coalesce((i.client->>'is_factor_guaranteed')::boolean, false)
    and coalesce(i.supplier->>'factor_name', '') <> '' and coalesce(i.supplier->>'factor_iban', '') <> ''
  else coalesce(s.is_factor_guaranteed, false) and d.factor_name <> '' and d.factor_iban <> '' end)`;

export const FACTOR_NAME: Sql = sql`case when i.origin = 'issued' then coalesce(i.supplier->>'factor_name', '') else d.factor_name end`;
export const FACTOR_IBAN: Sql = sql`case when i.origin = 'issued' then coalesce(i.supplier->>'factor_iban', '') else d.factor_iban end`;

/** Where these three are asked. */
export const FACTORED_TABLES: Sql = sql`
  invoice i join distributor d on d.id = i.distributor_id
  left join distributor_cinema_settings s on s.distributor_id = i.distributor_id and s.cinema_id = i.cinema_id`;
