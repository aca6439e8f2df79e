import type { CivilDate } from "@bobine/contract/civil-date";
import {
  type DashboardFigures,
  FIGURE_WEEKS,
  LATE_PAYERS,
  RECEIVABLE_AGES,
} from "@bobine/contract/dashboard";
import sql from "sql-template-tag";
import { OWED } from "../../db/invoice-statuses.ts";
import type { Tx } from "../../db/scope.ts";

/** What a distributor sees of its money at a glance. @param today in Paris: what is due before it is late */
export async function readFigures(
  tx: Tx,
  distributorId: number,
  today: CivilDate,
): Promise<DashboardFigures> {
  const owed = await receivables(tx, distributorId, today);
  return {
    ...owed,
    cash_in: await cashIn(tx, distributorId, today),
    late_payers: await latePayers(tx, distributorId, today),
    lettering: await lettering(tx, distributorId, today),
  };
}

type Owed = Pick<DashboardFigures, "receivables" | "in_default">;

async function receivables(tx: Tx, distributorId: number, today: CivilDate): Promise<Owed> {
  const rows = await tx.many<{ age: string; count: number; amount: string }>(sql`
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
    group by 1`);
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

/** Money of clients: what comes in, in euros, but what the distributor moves between its own accounts. */
const TRANSFERS = sql`t.amount > 0 and t.currency_code = 'EUR' and not t.is_noise`;

/** Lettered is what has its end, also as an advance or on an account; what nobody knows yet (471) has none. */
const cashIn = (tx: Tx, distributorId: number, today: CivilDate): Promise<DashboardFigures["cash_in"]> =>
  tx.many(sql`
    with weeks as (
      select ${firstWeek(today)} + 7 * n as week_start from generate_series(0, ${FIGURE_WEEKS - 1}::integer) n
    ), sums as (
      select date_trunc('week', t.transaction_date)::date as week_start, count(*) as count, sum(t.amount) as amount,
        sum(case when r.id is not null then t.amount - coalesce(unknown.amount, 0) end) as lettered
      from bank_transaction t
      left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
      left join lateral (
        select sum(p.amount - p.used_amount) as amount from bank_part p where p.transaction_id = t.id and p.kind = 'unknown') unknown on r.id is not null
      where t.distributor_id = ${distributorId} and t.transaction_date >= ${firstWeek(today)}
        and t.transaction_date < ${firstWeek(today)} + ${FIGURE_WEEKS * 7}::integer and ${TRANSFERS}
      group by 1
    )
    select week_start, coalesce(count, 0)::integer as count, coalesce(amount, 0)::numeric(14, 2) as amount,
      coalesce(lettered, 0)::numeric(14, 2) as lettered
    from weeks left join sums using (week_start) order by week_start`);

/** The name is that of the latest invoice: a cinema that one works with no more is hidden, what it owes is not. */
const latePayers = (
  tx: Tx,
  distributorId: number,
  today: CivilDate,
): Promise<DashboardFigures["late_payers"]> =>
  tx.many(sql`
    select cinema_id, count(*)::integer as count, sum(outstanding)::numeric(14, 2) as amount,
      ${today}::date - min(due_date) as days_late, (array_agg(cinema_name order by invoice_date desc, id desc))[1] as cinema_name
    from invoice
    where distributor_id = ${distributorId} and type = 'invoice' and status in ${OWED}
      and due_date < ${today}
    group by cinema_id order by sum(outstanding) desc, cinema_id limit ${LATE_PAYERS}`);

const lettering = (tx: Tx, distributorId: number, today: CivilDate): Promise<DashboardFigures["lettering"]> =>
  tx.one(sql`
    select count(*) filter (where how = 'automatic')::integer as automatic, count(*) filter (where how = 'by_hand')::integer as by_hand,
      count(*) filter (where how = 'closed')::integer as closed, count(*) filter (where how = 'open')::integer as open
    from (
      select case
          when r.id is not null and r.decided_by is null and r.gate is not null then 'automatic'
          when r.id is not null then 'by_hand'
          when a.status in ('DONE', 'REJECTED') then 'closed'
          else 'open' end as how
      from bank_transaction t
      left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
      left join user_action a on a.transaction_id = t.id
      where t.distributor_id = ${distributorId} and t.transaction_date >= ${firstWeek(today)}
        and t.transaction_date < ${firstWeek(today)} + ${FIGURE_WEEKS * 7}::integer and ${TRANSFERS}
    ) transfer`);
