import { type Findings, SEARCH_FINDS } from "@bobine/contract/search";
import sql, { join, type Sql } from "sql-template-tag";
import { OWED } from "../../db/invoice-statuses.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import { CLIENT_ACCOUNT, PAYER } from "../banking/client-account-of-cinema.ts";
import { type SearchTerm, searchTermsOf } from "../banking/search-terms.ts";
import { must } from "../../domain/must.ts";
import { euros as eurosOf } from "../../db/money.ts";

const NOTHING: Findings = { cinemas: [], clients: [], invoices: [], transactions: [] };
/** Words of a search box; a pasted page is none. */
const MAX_TERMS = 8;
/** Characters below which nearly everything matches. */
const MIN_LENGTH = 2;

/**
 * The first cinemas, clients, invoices and bank lines of a distributor that match every word of a search; a number and an amount are words
 * too. What begins with the words comes first, then what is newest.
 */
export async function findEverywhere(tx: Tx, distributorId: number, search: string): Promise<Findings> {
  const terms = searchTermsOf(search).slice(0, MAX_TERMS);
  if (terms.length === 0 || search.trim().length < MIN_LENGTH) return NOTHING;
  const [ofCinemas, ofClients, ofInvoices, ofTransactions] = await together(
    tx,
    () => cinemas(tx, distributorId, terms),
    () => clients(tx, distributorId, terms),
    () => invoices(tx, distributorId, terms),
    () => transactions(tx, distributorId, terms),
  );
  return { cinemas: ofCinemas, clients: ofClients, invoices: ofInvoices, transactions: ofTransactions };
}

/** Of searches of one word there are a few texts, whatever the word. */
const planned = (terms: readonly SearchTerm[], query: Sql): Sql =>
  terms.length === 1 ? prepared(query) : query;

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
const containing = (text: string): string => `%${escaped(text)}%`;
const all = (terms: readonly SearchTerm[], condition: (term: SearchTerm) => Sql): Sql =>
  join(terms.map(condition), " and ");

function cinemas(tx: Tx, distributorId: number, terms: readonly SearchTerm[]): Promise<Findings["cinemas"]> {
  const start = `${escaped(must(terms[0], "term").text)}%`;
  return tx.many(
    planned(
      terms,
      sql`
    select c.id, c.name, c.city, c."group" from cinema c
    where c.id in (select l.cinema_id from cinema_distributor l where l.distributor_id = ${distributorId})
      and ${all(
        terms,
        ({
          text,
        }) => sql`(search_key(c.name || ' ' || c.city || ' ' || c."group") like (select search_key(${containing(text)}))
          or lower(c.short_name_code) = lower(${text}) or c.cnc_authorization = ${text})`,
      )}
    order by (c.name_key like (select search_key(${start}))) desc, c.name_key, c.id ${pageLimit(SEARCH_FINDS)}`,
    ),
  );
}

/**
 * The accounts of the cinemas that are found by their own words, by who is invoiced for them, or by the account itself (CLI-1); and those that
 * unpaid invoices, credit notes, overpayments and advances alone have: their cinema has another account since, or its link is cut.
 */
function clients(tx: Tx, distributorId: number, terms: readonly SearchTerm[]): Promise<Findings["clients"]> {
  return tx.many(
    planned(
      terms,
      sql`
    with linked as materialized (
      select ${CLIENT_ACCOUNT} as client_account, ${PAYER} as payer, c.id as cinema_id, c.name, c.city, c."group"
      from cinema_distributor l join cinema c on c.id = l.cinema_id
      left join distributor_cinema_settings s on s.distributor_id = l.distributor_id and s.cinema_id = c.id
      where l.distributor_id = ${distributorId}
    ), apart as materialized (
      -- Of their indexes alone: those who owe are many.
      select a.client_account from (
        select i.client_account from invoice i
        where i.distributor_id = ${distributorId} and i.status in ${OWED} and i.client_account <> ''
        union
        select i.client_account from invoice i
        where i.distributor_id = ${distributorId} and i.type = 'credit_note' and i.outstanding <> 0 and i.client_account <> ''
        union
        select p.client_account from bank_part p
        where p.distributor_id = ${distributorId} and p.client_account <> '' and p.amount > p.used_amount
      ) a where a.client_account not in (select l.client_account from linked l)
    )
    select client_account, min(payer) as name, count(distinct cinema_id)::integer as cinema_count from (
      select * from linked
      union all
      select u.* from apart o cross join lateral (
        ${namedBy(distributorId, sql`i.status in ${OWED}`)}
        union all ${namedBy(distributorId, sql`i.type = 'credit_note' and i.outstanding <> 0`)} offset 0) u
      union all
      select u.* from apart o cross join lateral (
        select distinct p.client_account, coalesce(
          -- Who took the last document: the cinema may be another company's since.
          (select nullif(i.client ->> 'name', '') from invoice i
            where i.distributor_id = ${distributorId} and i.client_account = p.client_account and i.cinema_id = p.cinema_id
            order by i.invoice_date desc, i.id desc limit 1), c.name) as payer, p.cinema_id, c.name as cinema_name, c.city, ''
        from bank_part p join cinema c on c.id = p.cinema_id
        where p.distributor_id = ${distributorId} and p.client_account = o.client_account and p.amount > p.used_amount offset 0) u
    ) c
    where ${all(
      terms,
      ({ text }) =>
        sql`search_key(c.name || ' ' || c.city || ' ' || c."group" || ' ' || c.payer || ' ' || c.client_account) like (select search_key(${containing(text)}))`,
    )}
    group by client_account order by search_key(min(payer)), client_account ${pageLimit(SEARCH_FINDS)}`,
    ),
  );
}

/** Account `o`, as some of its documents name its client. */
const namedBy = (distributorId: number, which: Sql): Sql => sql`
  select distinct i.client_account, coalesce(nullif(i.client ->> 'name', ''), i.cinema_name) as payer, i.cinema_id, i.cinema_name,
    coalesce(i.client ->> 'cinema_city', ''), ''
  from invoice i where i.distributor_id = ${distributorId} and i.client_account = o.client_account and ${which}`;

const INVOICE = sql`i.id, i.invoice_number, i.cinema_name, i.invoice_date, i.total_amount, i.status`;

async function invoices(
  tx: Tx,
  distributorId: number,
  terms: readonly SearchTerm[],
): Promise<Findings["invoices"]> {
  // The number that was written whole is found by its index, and first.
  const keys = terms.flatMap(({ numberKey }) => numberKey ?? []);
  const named = await tx.many<Findings["invoices"][number]>(
    prepared(sql`
    select ${INVOICE} from invoice i where i.distributor_id = ${distributorId} and i.number_key = any(${keys})
    order by i.invoice_date desc, i.id desc ${pageLimit(SEARCH_FINDS)}`),
  );
  if (named.length === SEARCH_FINDS) return named;
  const others = await tx.many<Findings["invoices"][number]>(
    planned(
      terms,
      sql`
    select ${INVOICE} from invoice i
    where i.distributor_id = ${distributorId} and ${all(terms, invoiceArms)} and not i.id = any(${named.map(({ id }) => id)}::bigint[])
    order by i.invoice_date desc, i.id desc ${pageLimit(SEARCH_FINDS)}`,
    ),
  );
  return [...named, ...others].slice(0, SEARCH_FINDS);
}

function invoiceArms({ text, numberKey, amount, euros, week }: SearchTerm): Sql {
  const arms = [sql`i.search_text like (select search_key(${containing(text)}))`];
  if (numberKey !== undefined) arms.push(sql`i.number_key like ${containing(numberKey)}`);
  if (amount !== undefined) {
    const value = eurosOf(amount);
    arms.push(sql`abs(i.total_amount) = ${value}`, sql`i.outstanding = ${value}`);
  }
  if (euros !== undefined) arms.push(sql`trunc(abs(i.total_amount)) = ${euros}::numeric`);
  if (week !== undefined)
    arms.push(
      week.year === undefined
        ? sql`i.week_number = ${week.number}`
        : sql`(i.week_number = ${week.number} and i.week_year = ${week.year})`,
    );
  return sql`(${join(arms, " or ")})`;
}

function transactions(
  tx: Tx,
  distributorId: number,
  terms: readonly SearchTerm[],
): Promise<Findings["transactions"]> {
  return tx.many(
    planned(
      terms,
      sql`
    select t.id, t.transaction_date, t.label, t.amount, t.currency_code, a.id as user_action_id,
      (select min(l.invoice_id) from allocation l where l.transaction_id = t.id) as invoice_id
    from (select * from bank_transaction t where t.distributor_id = ${distributorId} and ${all(terms, lineArms)}
      order by t.transaction_date desc, t.id desc ${pageLimit(SEARCH_FINDS)}) t
    left join user_action a on a.transaction_id = t.id
    order by t.transaction_date desc, t.id desc`,
    ),
  );
}

function lineArms({ text, amount, euros }: SearchTerm): Sql {
  const arms = [sql`t.label_key like (select label_key(${containing(text)}))`];
  if (amount !== undefined) arms.push(sql`abs(t.amount) = ${eurosOf(amount)}`);
  if (euros !== undefined) arms.push(sql`trunc(abs(t.amount)) = ${euros}::numeric`);
  return sql`(${join(arms, " or ")})`;
}
