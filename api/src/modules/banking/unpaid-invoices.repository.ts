import type { readParts } from "@bobine/contract/bank-parts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { NEAR_AMOUNT_EUROS, type UnpaidInvoice } from "@bobine/contract/lettering";
import type { ResponseOf } from "@bobine/contract/route";
import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import sql, { join, type Sql } from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { weekText } from "../../domain/invoicing/week-text.ts";
import { isOpenBeyondAscii, numberInLabel } from "./number-in-label.ts";
import { type SearchTerm, searchTermsOf } from "./search-terms.ts";
import { euros } from "../../db/money.ts";

export interface UnpaidFilter {
  readonly distributorId: number;
  readonly search?: string | undefined;
  readonly cinema?: readonly number[] | undefined;
  /** Of a client; beside cinemas, one of both is enough (LET-24). */
  readonly account?: string | undefined;
}

const COLUMNS = sql`i.id, i.invoice_number, i.invoice_date, i.due_date, i.cinema_id, i.cinema_name, i.week_start, i.total_amount,
  i.outstanding, i.status,
  (select coalesce(array_agg(distinct l.film_title), '{}') from invoice_line l where l.invoice_id = i.id) as film_titles,
  (select f.id from invoice_file f where f.invoice_id = i.id and f.content_type = 'application/pdf' order by f.id limit 1) as file_id`;

type OwedInvoice = ResponseOf<typeof readParts>["open_invoices"][number];
type Row = Omit<ChoosableInvoice, "week_display"> & { readonly week_start: CivilDate | null };
type FoundRow = Row & { readonly place: number; readonly count: number };

const toWire = ({ week_start, ...row }: Row): ChoosableInvoice => ({
  ...row,
  week_display: weekText(week_start),
});

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const FOUND_BY = ["number", "number", "amount", "number", "near_amount", "text"] as const;

/** Places of `FOUND_BY`: better finds come first. */
const PLACE = { exactNumber: 0, tail: 1, amount: 2, number: 3, near: 4, text: 5 } as const;

/** A term that names invoices by number or amount: one of several is enough. */
interface Pick {
  readonly condition: Sql;
  readonly arms: readonly { readonly place: number; readonly when: Sql }[];
  /** How far its amount is, in euros. */
  readonly distance?: Sql;
}

function pickOf({ numberKey, amount, euros: whole, week }: SearchTerm): Pick | undefined {
  if (amount !== undefined) {
    const distance = sql`abs(i.outstanding - ${euros(amount)})`;
    const exact = sql`(i.outstanding = ${euros(amount)} or i.total_amount = ${euros(amount)})`;
    const near = sql`i.outstanding between ${euros(amount)} - ${NEAR_AMOUNT_EUROS}::numeric and ${euros(amount)} + ${NEAR_AMOUNT_EUROS}::numeric`;
    return {
      condition: sql`(${exact} or ${near})`,
      arms: [
        { place: PLACE.amount, when: exact },
        { place: PLACE.near, when: near },
      ],
      distance,
    };
  }
  if (numberKey === undefined) return undefined;
  const arms = [
    { place: PLACE.exactNumber, when: sql`i.number_key = ${numberKey}` },
    { place: PLACE.tail, when: sql`i.number_key like ${`%${numberKey}`}` },
    ...(whole === undefined
      ? []
      : [
          {
            place: PLACE.amount,
            when: sql`(i.outstanding >= ${whole}::numeric and i.outstanding < ${whole + 1}::numeric)`,
          },
        ]),
    { place: PLACE.number, when: sql`i.number_key like ${containing(numberKey)}` },
    ...(week === undefined ? [] : [{ place: PLACE.text, when: weekCondition(week) }]),
  ];
  return {
    condition: sql`(${join(
      arms.map((arm) => arm.when),
      " or ",
    )})`,
    arms,
  };
}

const weekCondition = (week: NonNullable<SearchTerm["week"]>): Sql =>
  week.year === undefined
    ? sql`i.week_number = ${week.number}`
    : sql`(i.week_number = ${week.number} and i.week_year = ${week.year})`;

/** Cinemas, towns, groups, companies and films. */
const wordCondition = (distributorId: number, text: string): Sql => {
  const like = sql`(select search_key(${containing(text)}))`;
  return sql`(i.search_text like ${like}
    or i.cinema_id in (select c.id from cinema c where c.name_key like ${like} or c.city_key like ${like} or c.group_key like ${like}
      or lower(c.legal_name) like ${like} or lower(c.invoicing_company_name) like ${like})
    or i.id in (${invoicesOfFilms(distributorId, like)}))`;
};

/**
 * Of a word in film titles. The titles are walked in their index, each once, and compared; row-level security forbids `like` an
 * index of its own.
 */
const invoicesOfFilms = (distributorId: number, like: Sql): Sql => sql`
  with recursive film (film_key) as (
    (select l.film_key from invoice_line l where l.distributor_id = ${distributorId} order by l.film_key limit 1)
    union all
    select (select l.film_key from invoice_line l where l.distributor_id = ${distributorId} and l.film_key > f.film_key
      order by l.film_key limit 1)
    from film f where f.film_key is not null)
  select l.invoice_id from film f join invoice_line l on l.distributor_id = ${distributorId} and l.film_key = f.film_key
  where f.film_key like ${like}`;

interface Search {
  readonly condition: Sql;
  readonly place: Sql;
  readonly distance: Sql;
}

/** Numbers and amounts are alternatives, weeks too; each other word narrows. */
function searchOf({ distributorId, search, cinema = [], account }: UnpaidFilter): Search {
  const terms = searchTermsOf(search ?? "");
  const picks = terms.flatMap((term) => pickOf(term) ?? []);
  const weeks = terms.flatMap((term) => (term.isWeekOnly && term.week ? [weekCondition(term.week)] : []));
  const words = terms.filter((term) => !pickOf(term) && !term.isWeekOnly);
  const conditions = [
    sql`i.distributor_id = ${distributorId} and i.type = 'invoice' and i.status in ${UNPAID}`,
  ];
  const clients = [
    ...(cinema.length > 0 ? [sql`i.cinema_id = any(${cinema}::bigint[])`] : []),
    ...(account === undefined ? [] : [sql`i.client_account = ${account}`]),
  ];
  if (clients.length > 0) conditions.push(sql`(${join(clients, " or ")})`);
  if (picks.length > 0)
    conditions.push(
      sql`(${join(
        picks.map((pick) => pick.condition),
        " or ",
      )})`,
    );
  if (weeks.length > 0) conditions.push(sql`(${join(weeks, " or ")})`);
  for (const { text } of words) conditions.push(wordCondition(distributorId, text));
  const arms = picks.flatMap((pick) => pick.arms).toSorted((a, b) => a.place - b.place);
  const distances = picks.flatMap((pick) => pick.distance ?? []);
  return {
    condition: join(conditions, " and "),
    place:
      arms.length === 0
        ? sql`${PLACE.text}::integer`
        : sql`case ${join(
            arms.map(({ place, when }) => sql`when ${when} then ${place}::integer`),
            " ",
          )} else ${PLACE.text}::integer end`,
    distance: distances.length === 0 ? sql`0::numeric` : sql`least(${join(distances, ", ")})`,
  };
}

async function countOf(tx: Tx, condition: Sql): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) as count from invoice i where ${condition}`,
  );
  return count;
}

export const unpaidInvoicesRepository = {
  /** Best found first, then by due date. */
  async page(
    tx: Tx,
    filter: UnpaidFilter,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: UnpaidInvoice[] }> {
    const { condition, place, distance } = searchOf(filter);
    // What is found is read once, for the page and the count.
    const rows = await tx.many<FoundRow>(sql`
      with page as (
        select i.id, ${place} as place, ${distance} as distance, count(*) over () as count from invoice i where ${condition}
        order by 2, 3, i.due_date, i.id limit ${size} offset ${(page - 1) * size})
      select ${COLUMNS}, page.place, page.count from invoice i join page using (id)
      order by page.place, page.distance, i.due_date, i.id`);
    const [first] = rows;
    const count = first?.count ?? (page === 1 ? 0 : await countOf(tx, condition));
    return {
      count,
      rows: rows.map(({ place: found, count: _count, ...row }) => ({
        ...toWire(row),
        found_by: FOUND_BY[found] ?? "text",
      })),
    };
  },

  /**
   * What cinemas owe, by due date; at most a hundred.
   * @param numberKeys of what is among these hundred in any case
   */
  async ofCinemas(
    tx: Tx,
    distributorId: number,
    cinemaIds: readonly number[],
    numberKeys: readonly string[],
  ): Promise<OwedInvoice[]> {
    return tx.many<OwedInvoice>(sql`
      select o.id, o.invoice_number, o.invoice_date, o.cinema_id, o.cinema_name, o.client_account, o.outstanding
      from (select i.* from invoice i where ${searchOf({ distributorId, cinema: cinemaIds }).condition}
        order by ${numberInLabel("i")} = any(${numberKeys}::text[]) desc, i.due_date, i.id limit 100) o
      order by o.due_date, o.id`);
  },

  /** Whose unpaid invoices and open credit notes have these numbers. */
  async clientsOfNumbers(
    tx: Tx,
    distributorId: number,
    numberKeys: readonly string[],
  ): Promise<{ readonly client_account: string; readonly cinema_id: number }[]> {
    const open = sql`((i.type = 'invoice' and i.status in ${UNPAID}) or (i.type = 'credit_note' and i.outstanding < 0))`;
    return await tx.many(
      prepared(sql`
      select i.client_account, i.cinema_id from invoice i
      where i.distributor_id = ${distributorId} and i.number_key = any(${numberKeys}::text[]) and ${open}
      union
      select i.client_account, i.cinema_id from invoice i
      where i.distributor_id = ${distributorId} and ${isOpenBeyondAscii} and ${numberInLabel("i")} = any(${numberKeys}::text[]) and ${open}`),
    );
  },

  /** These invoices as they are now, whatever their status; those that are not the distributor's are absent. */
  async byIds(tx: Tx, distributorId: number, ids: readonly number[]): Promise<Map<number, ChoosableInvoice>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.many<Row>(
      prepared(sql`
        select ${COLUMNS} from invoice i
        where i.id = any(${ids}::bigint[]) and i.distributor_id = ${distributorId} and i.type = 'invoice'`),
    );
    return new Map(rows.map((row) => [row.id, toWire(row)]));
  },
};
