import type { CivilDate } from "@bobine/contract/civil-date";
import {
  type DashboardFigures,
  FIGURE_WEEKS,
  LATE_PAYERS,
  RECEIVABLE_AGES,
} from "@bobine/contract/dashboard";
import sql from "sql-template-tag";
import { OWED } from "../../db/invoice-statuses.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";

/**
 * What a distributor sees of its money at a glance. All is asked at once (`Manner.inOnePacket`).
 * @param today in Paris: what is due before it is late
 */
export async function readFigures(
  tx: Tx,
  distributorId: number,
  today: CivilDate,
): Promise<DashboardFigures> {
  const [owed, late_payers, received] = await together(
    tx,
    () => receivables(tx, distributorId, today),
    () => latePayers(tx, distributorId, today),
    () => moneyIn(tx, distributorId, today),
  );
  return { ...owed, late_payers, ...received };
}

type Owed = Pick<DashboardFigures, "receivables" | "in_default">;

async function receivables(tx: Tx, distributorId: number, today: CivilDate): Promise<Owed> {
  const rows = await tx.many<{ age: string; count: number; amount: string }>(
    prepared(sql`
    select case
        when status = 'default' then 'default'
        when due_date >= ${today} then 'not_due'
        when due_date >= ${today}::date - 30 then '1_30'
        when due_date >= ${today}::date - 60 then '31_60'
        when due_date >= ${today}::date - 90 then '61_90'
        else 'over_90' end as age,
      count(*) as count, sum(outstanding)::numeric(14, 2) as amount
    from invoice
    where distributor_id = ${distributorId} and type = 'invoice' and status in ${OWED}
    group by 1`),
  );
  const of = (age: string) => {
    const row = rows.find((one) => one.age === age);
    return { count: row?.count ?? 0, amount: row?.amount ?? "0.00" };
  };
  return {
    receivables: RECEIVABLE_AGES.map((age) => ({ age, ...of(age) })),
    in_default: of("default"),
  } as Owed;
}

/** The Monday from which the figures about transfers are. */
const firstWeek = (today: CivilDate) =>
  sql`(date_trunc('week', ${today}::date)::date - ${(FIGURE_WEEKS - 1) * 7}::integer)`;

type Lettering = DashboardFigures["lettering"];
type Week = DashboardFigures["cash_in"][number];

/**
 * Money of clients, by week: what comes in, in euros, but what the distributor moves between its own accounts (58, LET-43), and what nobody is
 * asked about (LET-50) until somebody decides that it is a client's. Lettered is what has its end, also as an advance or on an account; what
 * nobody knows yet (471) has none. Parts are read by the line's index, line by line (OPS-9).
 */
async function moneyIn(
  tx: Tx,
  distributorId: number,
  today: CivilDate,
): Promise<Pick<DashboardFigures, "cash_in" | "lettering">> {
  const rows = await tx.many<Week & Lettering>(
    prepared(sql`
      with weeks as (
        select ${firstWeek(today)} + 7 * n as week_start from generate_series(0, ${FIGURE_WEEKS - 1}::integer) n
      ), transfer as (
        select date_trunc('week', t.transaction_date)::date as week_start, t.amount - part.own as amount,
          case when r.id is not null then t.amount - part.own - part.unknown end as lettered,
          case
            when r.id is not null and r.decided_by is null and r.gate is not null then 'automatic'
            when r.id is not null then 'by_hand'
            when a.status in ('DONE', 'REJECTED') then 'closed'
            else 'open' end as how
        from bank_transaction t
        left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
        left join user_action a on a.transaction_id = t.id
        cross join lateral (
          select coalesce(sum(p.amount) filter (where p.kind = 'account' and p.account like '58%'), 0) as own,
            coalesce(sum(p.amount - p.used_amount) filter (where p.kind = 'unknown'), 0) as unknown,
            coalesce(bool_or(p.kind in ('credit', 'advance') or p.used_amount > 0), false) as is_of_client
          from bank_part p where p.transaction_id = t.id and p.distributor_id = ${distributorId}) part
        where t.distributor_id = ${distributorId} and t.transaction_date >= ${firstWeek(today)}
          and t.transaction_date < ${firstWeek(today)} + ${FIGURE_WEEKS * 7}::integer
          and t.amount > 0 and t.currency_code = 'EUR' and t.amount > part.own
          and (not t.is_noise or t.allocated_amount > 0 or part.is_of_client)
      ), sums as (
        select week_start, count(*) as count, sum(amount) as amount, sum(lettered) as lettered,
          count(*) filter (where how = 'automatic') as automatic, count(*) filter (where how = 'by_hand') as by_hand,
          count(*) filter (where how = 'closed') as closed, count(*) filter (where how = 'open') as open
        from transfer group by 1
      )
      select week_start, coalesce(count, 0)::integer as count, coalesce(amount, 0)::numeric(14, 2) as amount,
        coalesce(lettered, 0)::numeric(14, 2) as lettered, coalesce(automatic, 0)::integer as automatic,
        coalesce(by_hand, 0)::integer as by_hand, coalesce(closed, 0)::integer as closed, coalesce(open, 0)::integer as open
      from weeks left join sums using (week_start) order by week_start`),
  );
  const sum = (how: keyof Lettering): number => rows.reduce((total, row) => total + row[how], 0);
  return {
    cash_in: rows.map(({ week_start, count, amount, lettered }) => ({ week_start, count, amount, lettered })),
    lettering: {
      automatic: sum("automatic"),
      by_hand: sum("by_hand"),
      closed: sum("closed"),
      open: sum("open"),
    },
  };
}

/** The name is that of the latest invoice: a cinema that one works with no more is hidden, what it owes is not. */
const latePayers = (
  tx: Tx,
  distributorId: number,
  today: CivilDate,
): Promise<DashboardFigures["late_payers"]> =>
  tx.many(
    prepared(sql`
    select cinema_id, count(*)::integer as count, sum(outstanding)::numeric(14, 2) as amount,
      ${today}::date - min(due_date) as days_late, (array_agg(cinema_name order by invoice_date desc, id desc))[1] as cinema_name
    from invoice
    where distributor_id = ${distributorId} and type = 'invoice' and status in ${OWED}
      and due_date < ${today}
    group by cinema_id order by sum(outstanding) desc, cinema_id ${pageLimit(LATE_PAYERS)}`),
  );
