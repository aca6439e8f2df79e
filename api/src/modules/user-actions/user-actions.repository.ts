import type {
  Remedy,
  UserAction,
  UserActionOrdering,
  UserActionOverview,
  UserActionStatus,
} from "@bobine/contract/user-actions";
import type { LineOrigin } from "@bobine/contract/line-evidence";
import type { CivilDate } from "@bobine/contract/civil-date";
import sql, { type Sql } from "sql-template-tag";
import { FORMER_PAYER_START, REFUSED_REMINDER } from "../../db/mail-states.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { type Tx, together } from "../../db/scope.ts";
import { isUnfiltered } from "../../http/is-unfiltered.ts";
import type { PayingCinema } from "../banking/legal-payer.ts";
import type { InvoicedTo } from "../banking/payer-of-document.ts";
import { ofAccount, ORIGIN_JSON, IGNORED, WITHOUT_END } from "../banking/lines-of-account.ts";
import { decisionJson } from "../banking/decision-columns.ts";
import { countsOf, talliesOfList } from "./queue-counts.ts";
import {
  aboutAccount,
  isTab,
  type UserActionFilter,
  userActionCondition,
  userActionOrder,
} from "./user-action-search.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

const ACTION_COLUMNS = columnsOf<schema.UserActionRow>()(
  ["id", "status", "reason", "reason_code", "transaction_id", "created_at", "invoice_id", "cinema_id"],
  "a",
);
/** What the statement computes is described by the contract. */
type Row = RowOf<typeof ACTION_COLUMNS> & Omit<UserAction, keyof RowOf<typeof ACTION_COLUMNS>>;
/** Joined in one statement whatever the number of rows. */
const COMPUTED = sql([
  `a.explanation, t.transaction_date, coalesce(t.label, a.description) as transaction_description, t.amount as transaction_amount,
    coalesce(t.currency_code, 'EUR') as currency_code, a.suggested_invoices, a.candidates,
    (select coalesce(json_agg(json_build_object('invoice_id', i.id, 'invoice_number', i.invoice_number, 'amount', l.amount::text)
        order by i.invoice_date, i.invoice_number), '[]')
      from allocation l join invoice i on i.id = l.invoice_id
      where l.transaction_id = a.transaction_id and a.status = 'DONE') as allocations,
    coalesce(t.surplus_amount, 0.00) as surplus_amount,
    (select json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'email', p.email)
      from app_user p where p.id = a.assigned_to) as assigned_to,
    case when a.transaction_id is null
      then (select count(*)::integer from comment k where k.user_action_id = a.id and k.deleted_at is null)
      else (select count(*)::integer from comment k where k.transaction_id = a.transaction_id and k.deleted_at is null) end as comment_count,
    case when a.transaction_id is null then 0
      else (select count(*)::integer from operation_file k where k.transaction_id = a.transaction_id) end as file_count,
    ${decisionJson} as decision,
    case when a.related_transaction_ids = '{}' then '[]' else (
      select coalesce(json_agg(json_build_object('transaction_id', o.id, 'transaction_date', o.transaction_date, 'label', o.label,
          'amount', o.amount::text, 'user_action_id', n.id, 'status', n.status) order by o.transaction_date, o.id), '[]')
      from bank_transaction o left join user_action n on n.transaction_id = o.id
      where o.id = any(a.related_transaction_ids)) end as related_transactions`,
]);
const COLUMNS = sql`${ACTION_COLUMNS}, ${COMPUTED}`;
const JOINS = sql`
  left join bank_transaction t on t.id = a.transaction_id
  left join reconciliation r on r.transaction_id = a.transaction_id and r.reverted_at is null
  left join app_user d on d.id = coalesce(r.decided_by, a.resolved_by)`;
const FROM = sql`from user_action a ${JOINS}`;

const CURSOR_ROWS = 500;

export const userActionsRepository = {
  async page(tx: Tx, filter: UserActionFilter, page: number, size: number) {
    const condition = userActionCondition(filter);
    const order = userActionOrder(filter.ordering);
    // Another order than the action's own needs its bank line before the page is cut.
    const source = filter.ordering
      ? sql`user_action a left join bank_transaction t on t.id = a.transaction_id`
      : sql`user_action a`;
    // A search reads what it is asked of once, for the page and the count.
    if (filter.search) {
      const hits = await tx.many<{ id: number; count: number }>(sql`
        select a.id, count(*) over () as count from ${source} where ${condition} ${order}
        limit ${size} offset ${(page - 1) * size}`);
      const [hit] = hits;
      if (hit)
        return {
          count: hit.count,
          rows: await this.byIds(
            tx,
            hits.map((row) => row.id),
            filter.ordering,
          ),
        };
    }
    // The page is cut before the joins, so that they are made for its rows only.
    const query = sql`
      select ${COLUMNS} from (select a.* from ${source} where ${condition} ${order}
        ${pageLimit(size)} offset ${(page - 1) * size}) a
      ${JOINS} ${order}`;
    const [count, rows] = await together(
      tx,
      () => countOf(tx, filter, condition),
      () => tx.many<Row>(planned(filter, query)),
    );
    return { count, rows };
  },

  async byIds(tx: Tx, ids: readonly number[], ordering?: UserActionOrdering): Promise<UserAction[]> {
    return await tx.many<Row>(
      sql`select ${COLUMNS} ${FROM} where a.id = any(${ids}::bigint[]) ${userActionOrder(ordering)}`,
    );
  },

  /** All rows of a list, some at a time, from one snapshot. */
  async *all(tx: Tx, filter: UserActionFilter): AsyncGenerator<UserAction[]> {
    await tx.run(sql`
      declare user_action_list no scroll cursor for
      select ${COLUMNS} ${FROM} where ${userActionCondition(filter)} ${userActionOrder(filter.ordering)}`);
    const next = sql([`fetch ${CURSOR_ROWS} from user_action_list`]);
    for (;;) {
      const rows = await tx.many<Row>(next);
      yield rows;
      if (rows.length < CURSOR_ROWS) return;
    }
  },

  async one(tx: Tx, id: number): Promise<UserAction | undefined> {
    return await tx.maybe<Row>(prepared(sql`select ${COLUMNS} ${FROM} where a.id = ${id}`));
  },

  /**
   * The numbers come from the tallies that the table keeps (migration 064); only what waits is read. Those of one bank account are
   * counted. What waits and the lines without an end are joined once, both from their indexes: lines that no action waits for are those that
   * nobody is asked about. The few that wait and have an end in part, or another currency, are read by themselves.
   * @param today in Paris, for what was closed since its midnight
   */
  async overview(
    tx: Tx,
    distributorId: number,
    today: CivilDate,
    accountId: number | undefined,
  ): Promise<UserActionOverview> {
    const wanted = aboutAccount(accountId);
    // In the words of the index that holds what waits.
    const open = sql`a.distributor_id = ${distributorId} and a.status not in ('DONE', 'REJECTED') and ${wanted}`;
    const [tallies, waiting] = await together(
      tx,
      async () => await talliesOf(tx, distributorId, accountId),
      async () =>
        await tx.one<
          Omit<UserActionOverview["open"], "count"> &
            Pick<UserActionOverview, "closed_today" | "lines_without_end" | "ignored">
        >(
          prepared(sql`
        select o.amount + p.amount as amount, o.oldest_created_at, least(o.oldest_transaction_date, p.oldest_transaction_date) as oldest_transaction_date,
          o.lines_without_end,
          (select count(*) from user_action a where distributor_id = ${distributorId} and resolved_by is not null
            and resolved_at >= (${today}::date)::timestamp at time zone 'Europe/Paris' and ${wanted}) as closed_today,
          (select coalesce(json_agg(json_build_object('reason', u.ignored_reason, 'count', u.count) order by u.count desc, u.ignored_reason), '[]')
            from (select t.ignored_reason, count(*) from bank_transaction t where t.distributor_id = ${distributorId} and ${IGNORED} ${ofAccount(accountId)}
              group by t.ignored_reason) u) as ignored
        from (
          select coalesce(sum(l.amount) filter (where w.created_at is not null), 0.00) as amount, min(w.created_at) as oldest_created_at,
            min(l.transaction_date) filter (where w.created_at is not null) as oldest_transaction_date,
            count(*) filter (where w.created_at is null) as lines_without_end,
            array_agg(w.transaction_id) filter (where w.transaction_id is not null and l.id is null) as others
          from (select a.created_at, a.transaction_id from user_action a where ${open}) w
          full join (select t.id, t.amount, t.transaction_date from bank_transaction t
            where t.distributor_id = ${distributorId} and ${WITHOUT_END} ${ofAccount(accountId)}) l on l.id = w.transaction_id) o
        cross join lateral (
          select coalesce(sum(t.amount) filter (where t.currency_code = 'EUR'), 0.00) as amount, min(t.transaction_date) as oldest_transaction_date
          from bank_transaction t where t.id = any(o.others)) p`),
        ),
    );
    const { done, rejected, by_reason, by_suggestion } = countsOf(tallies);
    const firsts = await tx.many<UserActionOverview["by_reason"][number]>(
      prepared(sql`
      select c.reason_code, f.reason, c.count, f.created_at as oldest_created_at
      from unnest(${by_reason.map((one) => one.reason_code)}::text[], ${by_reason.map((one) => one.count)}::bigint[])
        with ordinality as c (reason_code, count, n)
      cross join lateral (select a.reason, a.created_at from user_action a where ${open} and a.reason_code = c.reason_code
        order by a.created_at limit 1) f
      order by c.n`),
    );
    const { closed_today, lines_without_end, ignored, ...open_totals } = waiting;
    const count = by_reason.reduce((sum, one) => sum + one.count, 0);
    return {
      open: { count, ...open_totals },
      done,
      rejected,
      lines_without_end,
      ignored,
      closed_today,
      by_reason: firsts,
      by_suggestion,
    };
  },

  /** Where a bank line comes from (BANK-37). */
  async origin(tx: Tx, transactionId: number): Promise<LineOrigin | null> {
    const row = await tx.maybe<{ origin: LineOrigin }>(
      prepared(sql`
      select ${ORIGIN_JSON} as origin from bank_transaction t where t.id = ${transactionId}`),
    );
    return row?.origin ?? null;
  },

  /** What happened to a bank line, newest first. */
  async events(tx: Tx, transactionId: number) {
    return await tx.many<{
      key: string;
      at: string;
      kind: "imported" | "lettered" | "reverted";
      is_automatic: boolean;
      actor: UserActionDecider | null;
      invoice_numbers: string[];
      reasons: string[];
    }>(
      prepared(sql`
      select 'e' || e.id as key, e.created_at as at, case e.kind when 'reconciled' then 'lettered' else e.kind end as kind,
        case e.kind when 'reconciled' then r.decided_by is null and r.gate is not null else e.actor_id is null end as is_automatic,
        case when u.id is not null then json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'email', u.email) end as actor,
        case when r.id is null then '[]' else (select coalesce(json_agg(i.invoice_number order by i.invoice_date, i.invoice_number), '[]')
          from invoice i where i.id = any(r.invoice_ids)) end as invoice_numbers,
        case e.kind when 'reconciled' then coalesce(r.reasons, '[]') else '[]' end as reasons
      from (
        -- Cut out first: row-level security lets no index be asked by what is worked out in the join itself.
        select *, (details ->> 'reconciliation_id')::bigint as reconciliation_id from transaction_event
        where transaction_id = ${transactionId} and kind <> 'surplus' order by id desc limit 100) e
      left join reconciliation r on r.id = e.reconciliation_id
      left join app_user u on u.id = e.actor_id
      order by e.id desc`),
    );
  },

  /** The cinema that an action without bank line is about, itself or by its invoice, and which of its mails did not leave. */
  async subject(tx: Tx, id: number) {
    return await tx.maybe<{
      reason_code: string;
      cinema: Remedy["cinema"];
      is_linked: boolean;
      is_reminder: boolean;
      says_former: boolean;
      invoiced_to: InvoicedTo | null;
      payer: PayingCinema | null;
    }>(
      prepared(sql`
      select a.reason_code, c.id is not null as is_linked,
        case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'city', c.city,
            'is_sandboxed', c.sandbox_distributor_id is not null)
          when i.cinema_id is not null then json_build_object('id', i.cinema_id, 'name', i.cinema_name, 'city', '',
            'is_sandboxed', false) end as cinema,
        exists (select from mail m where m.user_action_id = a.id and m.kind = 'reminder')
          or a.explanation @> ${JSON.stringify([REFUSED_REMINDER])}::jsonb and (coalesce(c.default_reminder_emails <> '{}', false) or exists (
            select from distributor_cinema_settings s where s.cinema_id = c.id and s.distributor_id = a.distributor_id
              and (s.additional_reminder_emails <> '{}' or s.reminder_email_override))) as is_reminder,
        coalesce(starts_with(a.explanation->>0, ${FORMER_PAYER_START}), false) as says_former,
        case when i.cinema_id is not null then json_build_object('id', i.id, 'cinema_id', i.cinema_id, 'cinema_name', i.cinema_name,
          'invoiced_name', coalesce(i.client->>'name', ''), 'invoiced_siren', coalesce(i.client->>'siren', '')) end as invoiced_to,
        case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'legal_name', c.legal_name,
          'invoicing_company_name', c.invoicing_company_name, 'siren', c.siren, 'siret', c.siret, 'invoicing_siren', c.invoicing_siren) end as payer
      from user_action a left join invoice i on i.id = a.invoice_id left join cinema c on c.id = coalesce(a.cinema_id, i.cinema_id)
      where a.id = ${id} and a.transaction_id is null`),
    );
  },

  /** An action without a bank line. A change of its cinema that runs meanwhile is waited for. */
  async question(
    tx: Tx,
    id: number,
  ): Promise<{ status: UserActionStatus; reason_code: string; cinema_id: number | null } | undefined> {
    await tx.run(
      prepared(
        sql`select from cinema where id = (select cinema_id from user_action where id = ${id}) for share`,
      ),
    );
    return await tx.maybe(
      prepared(sql`
      select status, reason_code, cinema_id from user_action where id = ${id} and transaction_id is null`),
    );
  },

  /** It asks which credit a debit of the bank takes back. */
  async isReturn(tx: Tx, id: number): Promise<boolean> {
    const row = await tx.maybe(
      prepared(sql`
      select from user_action a join bank_transaction t on t.id = a.transaction_id
      where a.id = ${id} and a.reason_code = 'returned_payment' and t.amount < 0`),
    );
    return row !== undefined;
  },

  /** Whoever holds this lock decides about the action; everybody takes it before any other lock. */
  async lock(tx: Tx, id: number): Promise<{ status: UserActionStatus } | undefined> {
    return await tx.maybe(sql`select status from user_action where id = ${id} for update`);
  },

  async close(
    tx: Tx,
    id: number,
    status: "DONE" | "REJECTED",
    by: { readonly userId: number; readonly at: Date; readonly rejectionReason: string },
  ): Promise<void> {
    await tx.run(sql`
      update user_action set status = ${status}, resolved_by = ${by.userId}, resolved_at = ${by.at},
        rejection_reason = ${by.rejectionReason}
      where id = ${id}`);
  },

  async explain(tx: Tx, id: number, rejectionReason: string): Promise<void> {
    await tx.run(sql`update user_action set rejection_reason = ${rejectionReason} where id = ${id}`);
  },

  /** Locked: with what it is about, for the log. */
  async lockForAssignment(
    tx: Tx,
    id: number,
  ): Promise<{ reason: string; assigned_to: number | null } | undefined> {
    return await tx.maybe(sql`select reason, assigned_to from user_action where id = ${id} for update`);
  },

  async assign(tx: Tx, id: number, userId: number | null): Promise<void> {
    await tx.run(sql`update user_action set assigned_to = ${userId} where id = ${id}`);
  },
};

/** A statement about what a tab shows is planned once; of the others there are too many texts. */
const planned = ({ distributorId: _id, ...asked }: UserActionFilter, query: Sql): Sql =>
  isTab(asked) ? prepared(query) : query;

/** Of a list without a search. */
async function countOf(tx: Tx, filter: UserActionFilter, condition: Sql): Promise<number> {
  const { distributorId, status, reason_code, ordering: _order, ...others } = filter;
  const isOfList = isUnfiltered(others) ? talliesOfList(status, reason_code) : undefined;
  if (isOfList !== undefined) {
    const tallies = await talliesOf(tx, distributorId, undefined);
    return tallies.reduce((sum, { kind, count }) => (isOfList(kind) ? sum + count : sum), 0);
  }
  const query = sql`select count(*) as count from user_action a where ${condition}`;
  return (await tx.one<{ count: number }>(planned(filter, query))).count;
}

async function talliesOf(
  tx: Tx,
  distributorId: number,
  accountId: number | undefined,
): Promise<{ kind: string; count: number }[]> {
  if (accountId === undefined)
    return await tx.many(
      prepared(sql`
        select kind, sum(change)::bigint as count from list_tally
        where list = 'user_action' and distributor_id = ${distributorId} group by kind having sum(change) > 0`),
    );
  return await tx.many(sql`
    select user_action_tally_kind(a.status, a.reason_code, a.suggestion_kind, a.suggestion_is_exact) as kind, count(*) as count
    from user_action a where a.distributor_id = ${distributorId} and ${aboutAccount(accountId)} group by 1`);
}

type UserActionDecider = NonNullable<NonNullable<UserAction["decision"]>["decided_by"]>;
