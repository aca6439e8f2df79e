import type { CivilDate } from "@bobine/contract/civil-date";
import type { ClientCredit } from "@bobine/contract/client-credits";
import sql, { type Sql } from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import type { Tx } from "../../db/scope.ts";
import {
  creditOf,
  type CreditRow,
  CREDITS,
  creditWithUses,
  usesOf,
  withUses,
} from "./client-credits.repository.ts";

interface CreditFilter {
  readonly distributorId: number;
  readonly search?: string | undefined;
  readonly cinema_id?: number | undefined;
  readonly is_open: boolean;
  readonly to?: CivilDate | undefined;
}

/** `c`, the credits that a filter finds. */
function creditsFound({ distributorId, search = "", cinema_id, is_open, to }: CreditFilter): Sql {
  const text = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`
    from (${CREDITS(distributorId)}) c
    where (not ${is_open}::boolean or c.remaining > 0)
      and (${cinema_id ?? null}::bigint is null or c.cinema_id = ${cinema_id ?? null}::bigint)
      and (${to ?? null}::date is null or c.date <= ${to ?? null}::date)
      and (${search}::text = '' or search_key(c.name || ' ' || c.cinema_name || ' ' || c.client_account) like search_key(${text}))`;
}

const NEWEST_FIRST = sql`order by c.date desc, c.place, c.row desc`;

/** A page beyond the last has no row that could tell. */
async function countOf(tx: Tx, filter: CreditFilter): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count ${creditsFound(filter)}`);
  return count;
}

/** The credits of clients, each with what was made of it. */
export const creditListRepository = {
  async page(
    tx: Tx,
    filter: CreditFilter,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: ClientCredit[] }> {
    const found = await tx.many<CreditRow & { count: number }>(sql`
      select c.*, count(*) over ()::integer as count ${creditsFound(filter)} ${NEWEST_FIRST}
      limit ${size} offset ${(page - 1) * size}`);
    const count = found[0]?.count ?? (page === 1 ? 0 : await countOf(tx, filter));
    return { count, rows: await withUses(tx, found.map(creditOf)) };
  },

  /** All of them, some at a time, from one snapshot: with what was made of each by then: its rest is without that. */
  async *all(tx: Tx, filter: CreditFilter): AsyncGenerator<ClientCredit[]> {
    const query = sql`
      select c.*, (
        select coalesce(json_agg(json_build_object('id', u.id, 'kind', u.kind, 'invoice_id', u.invoice_id, 'invoice_number', u.invoice_number,
          'amount', u.amount::text, 'date', u.date, 'transaction_id', u.transaction_id) order by u.date, u.id), '[]')
        from (${usesOf(ofCredit("note"), ofCredit("part"))}) u) as uses
      ${creditsFound(filter)} ${NEWEST_FIRST}`;
    for await (const rows of fetched<CreditRow & Pick<ClientCredit, "uses">>(tx, query))
      yield rows.map(({ uses, ...row }) => creditWithUses(creditOf(row), uses));
  },
};

/** The row of the credit `c`, where it is in this place. */
const ofCredit = (place: CreditRow["place"]): Sql => sql`= case c.place when ${place} then c.row end`;
