import type { AccountMovementKind } from "@bobine/contract/client-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { centsFromWire, type Money } from "@bobine/contract/money";
import sql, { empty, type Sql } from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import type { OpenAmount } from "../../domain/client-account/aged-balance.ts";
import { shownLetters } from "../banking/shown-letters.ts";
import { entries, type PendingReturn, pendingReturns, rowsOfReturns } from "./account-entries.ts";

/** One account and the days of a list; both days are within, and either may be left open. */
export interface AccountPeriod {
  readonly distributorId: number;
  readonly account: string;
  readonly from?: CivilDate | undefined;
  readonly to?: CivilDate | undefined;
}

export interface MovementRow {
  readonly key: string;
  readonly kind: AccountMovementKind;
  readonly date: CivilDate;
  readonly invoice_id: number | null;
  readonly invoice_number: string;
  readonly transaction_id: number | null;
  readonly detail: string;
  readonly due_date: CivilDate | null;
  readonly amount: Money;
  readonly balance: Money;
  readonly letters: string;
}

export interface PeriodSums {
  readonly count: number;
  readonly opening_balance: Money;
  readonly debit: Money;
  readonly credit: Money;
  readonly closing_balance: Money;
}

/** What is left of documents on a day, by client and by the day on which it is due. */
export interface OpenOfClient extends OpenAmount {
  readonly client_account: string;
}

const FIRST_DAY = "0001-01-01" as CivilDate;
const LAST_DAY = "9999-12-31" as CivilDate;

export const clientAccountsRepository = {
  /** The sums of a period, and a page of what moved in it, newest first. */
  async page(
    tx: Tx,
    period: AccountPeriod,
    page: number,
    size: number,
  ): Promise<readonly [PeriodSums, MovementRow[]]> {
    const returns = await pendingReturns(tx, period.distributorId);
    return await together(
      tx,
      () => tx.one<PeriodSums>(sumsOf(period, returns)),
      () =>
        tx.many<MovementRow>(
          prepared(
            movements(period, returns, {
              inside: sql`order by e.place desc ${pageLimit(size)} offset ${(page - 1) * size}`,
              outside: sql`m.place desc`,
            }),
          ),
        ),
    );
  },

  /** Oldest first, as many as there are. */
  async *all(tx: Tx, period: AccountPeriod): AsyncGenerator<MovementRow[]> {
    const returns = await pendingReturns(tx, period.distributorId);
    yield* fetched<MovementRow>(tx, movements(period, returns, { inside: empty, outside: sql`m.place` }));
  },

  sums: async (tx: Tx, period: AccountPeriod): Promise<PeriodSums> =>
    await tx.one<PeriodSums>(sumsOf(period, await pendingReturns(tx, period.distributorId))),

  /**
   * What is left on a day of each client's documents. From what is left of them now, less what happened after that day: what a balance of
   * today costs does not grow with what is settled.
   * @param account of one client alone
   */
  async openOn(
    tx: Tx,
    {
      distributorId,
      on,
      account,
    }: { readonly distributorId: number; readonly on: CivilDate; readonly account?: string },
  ): Promise<OpenOfClient[]> {
    const returns = await pendingReturns(tx, distributorId);
    const of = (column: Sql): Sql => (account === undefined ? sql`true` : sql`${column} = ${account}`);
    const query = sql`
      select o.client_account, o.due_date, sum(o.amount)::numeric(14, 2) as amount
      from (
        select o.client_account, case when sum(o.amount) > 0 then coalesce(i.due_date, o.since) end as due_date, sum(o.amount) as amount
        from (
          select i.client_account, i.id as document_id, null::date as since, i.outstanding as amount
          from invoice i where i.distributor_id = ${distributorId} and i.status in ('awaiting_payment', 'part_paid', 'default') and ${of(sql`i.client_account`)}
          union all
          select i.client_account, i.id, null, i.outstanding
          from invoice i where i.distributor_id = ${distributorId} and i.type = 'credit_note' and i.outstanding <> 0 and ${of(sql`i.client_account`)}
          union all
          select p.client_account, null, null, p.used_amount - p.amount
          from bank_part p where p.distributor_id = ${distributorId} and p.kind = 'credit' and p.amount > p.used_amount and ${of(sql`p.client_account`)}
          union all
          -- Each is a debt of its own, due since the bank took it back.
          select r.client_account, null, r.date, r.amount from ${rowsOfReturns(returns)} where ${of(sql`r.client_account`)}
          union all
          select e.client_account, e.document_id, case when e.kind = 'pending_return' then e.date end, -e.amount
          from (${entries(distributorId, returns)}) e where e.date > ${on} and ${of(sql`e.client_account`)}
        ) o
        left join invoice i on i.id = o.document_id
        group by o.client_account, o.document_id, o.since, i.due_date
        having sum(o.amount) <> 0
      ) o
      group by o.client_account, o.due_date order by o.client_account, o.due_date`;
    // A plan for all days would read all that is settled for each client's balance of today.
    const rows = await tx.many<{ client_account: string; due_date: CivilDate | null; amount: Money }>(
      account === undefined ? query : prepared(query),
    );
    return rows.map((row) => ({ ...row, amount: centsFromWire(row.amount) }));
  },
};

const sumsOf = (
  { distributorId, account, from = FIRST_DAY, to = LAST_DAY }: AccountPeriod,
  returns: readonly PendingReturn[],
): Sql =>
  prepared(sql`
      select count(*) filter (where e.date >= ${from})::integer as count,
        coalesce(sum(e.amount) filter (where e.date < ${from}), 0)::numeric(14, 2) as opening_balance,
        coalesce(sum(e.amount) filter (where e.date >= ${from} and e.amount > 0), 0)::numeric(14, 2) as debit,
        coalesce(-sum(e.amount) filter (where e.date >= ${from} and e.amount < 0), 0)::numeric(14, 2) as credit,
        coalesce(sum(e.amount), 0)::numeric(14, 2) as closing_balance
      from (${entries(distributorId, returns)}) e
      where e.client_account = ${account} and e.date <= ${to} and not e.is_internal`);

/** As its line of the books has them (EXP-3): a part is lettered with invoices of its own account alone. */
const LETTERS = sql`case
  when e.kind in ('payment', 'return') then (select a.letters from allocation a where a.id = e.row)
  when e.part_id is not null and e.document_id is null then (
    select a.letters from allocation a join invoice i on i.id = a.invoice_id
    where a.part_id = e.part_id and i.client_account = e.client_account order by a.id limit 1)
  when e.document_id is not null then (select i.lettering_letters from invoice i where i.id = e.document_id) end`;

/** What moved an account in a period, each with the balance after it. */
const movements = (
  { distributorId, account, from = FIRST_DAY, to = LAST_DAY }: AccountPeriod,
  returns: readonly PendingReturn[],
  { inside, outside }: { readonly inside: Sql; readonly outside: Sql },
): Sql => sql`
  select m.kind || ':' || m.row || ':' || m.side as key, m.kind, m.date, m.about_id as invoice_id, coalesce(d.invoice_number, '') as invoice_number,
    m.transaction_id, m.amount, m.balance, case when m.kind = 'invoice' then d.due_date end as due_date,
    case when m.kind in ('invoice', 'credit_note') then coalesce(d.cinema_name, '') else coalesce(t.label, '') end as detail,
    coalesce(${shownLetters(distributorId, "m", "m")}, '') as letters
  from (
    select e.*, ${LETTERS} as letters from (
      select e.*, case when e.amount < 0 then 'c' else 'd' end as side, row_number() over w as place, (sum(e.amount) over w)::numeric(14, 2) as balance
      from (${entries(distributorId, returns)}) e
      where e.client_account = ${account} and e.date <= ${to} and not e.is_internal
      -- As the books: sales, openings, then line by line of the bank what it pays before what it leaves.
      window w as (order by e.date, e.rank, e.transaction_id nulls first, e.kind in ('payment', 'return') desc, e.row, e.kind, e.amount)
    ) e where e.date >= ${from} ${inside}
  ) m
  left join invoice d on d.id = m.about_id
  left join bank_transaction t on t.id = m.transaction_id
  order by ${outside}`;
