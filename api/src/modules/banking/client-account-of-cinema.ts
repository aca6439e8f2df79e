import sql, { type Sql } from "sql-template-tag";

/** The account of a cinema's next invoices (CIN-6). The cinema is `c`, its settings `s`. */
export const CLIENT_ACCOUNT: Sql = sql`
  coalesce(nullif(s.custom_accounting_code, ''), nullif(c.default_accounting_code, ''), '411' || coalesce(c.short_name_code, lpad(c.id::text, 5, '0')))`;

/** Who is invoiced for a cinema. */
export const PAYER: Sql = sql`coalesce(nullif(c.invoicing_company_name, ''), nullif(c.legal_name, ''), c.name)`;

/** The client as document `i` names it; one that names none is called like its cinema `c` was or is. */
export const CLIENT_NAME: Sql = sql`coalesce(nullif(i.client ->> 'name', ''), nullif(c.legal_name, ''), i.cinema_name)`;

/** The cinemas of a distributor whose next documents go to an account. */
export const cinemasInvoicedOn = (distributorId: number, account: string | Sql): Sql => sql`
  select c.id from cinema_distributor l join cinema c on c.id = l.cinema_id
    left join distributor_cinema_settings s on s.distributor_id = ${distributorId} and s.cinema_id = c.id
    where l.distributor_id = ${distributorId} and ${CLIENT_ACCOUNT} = ${account}`;
