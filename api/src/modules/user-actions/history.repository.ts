import { HISTORY_ENTRIES, type HistoryEntry } from "@bobine/contract/user-actions";
import sql from "sql-template-tag";
import { pageLimit, prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { personJson } from "../banking/decision-columns.ts";

/** Decisions read before those that were taken together become one: a bulk acceptance has a hundred at most. */
const RECENT_DECISIONS = 5000;

/**
 * The latest decisions, newest first: letterings (those accepted at once as one), what was closed or rejected, what was undone.
 * @param by whose; null for people's and not the engine's
 */
export async function latestDecisions(
  tx: Tx,
  distributorId: number,
  by: { readonly userId: number | null; readonly withAutomatic: boolean },
): Promise<HistoryEntry[]> {
  const { userId, withAutomatic } = by;
  return await tx.many<HistoryEntry>(
    prepared(sql`
    with decided as (
      (select case when r.group_key is null then 'r' || r.id else 'g' || r.group_key end as key, 'lettered' as kind, r.created_at as at,
          r.decided_by as actor_id, r.decided_by is null as is_automatic, r.group_key, r.user_action_id, r.transaction_id,
          r.reverted_at is null as stands
        from reconciliation r
        where r.distributor_id = ${distributorId} and (${withAutomatic} or r.decided_by is not null)
          and (${userId}::bigint is null or r.decided_by = ${userId})
        order by r.id desc ${pageLimit(RECENT_DECISIONS)})
      union all
      (select case when r.group_key is null then 'u' || r.id else concat('v', r.group_key, ' ', r.reverted_by) end, 'reverted', r.reverted_at,
          r.reverted_by, r.reverted_by is null, r.group_key, r.user_action_id, r.transaction_id, false
        from reconciliation r
        where r.distributor_id = ${distributorId} and r.reverted_at is not null and (${withAutomatic} or r.reverted_by is not null)
          and (${userId}::bigint is null or r.reverted_by = ${userId})
        order by r.reverted_at desc ${pageLimit(RECENT_DECISIONS)})
      union all
      (select 'a' || a.id, case a.status when 'DONE' then 'closed' else 'rejected' end, a.resolved_at, a.resolved_by, false, null, a.id,
          a.transaction_id, true
        from user_action a
        where a.distributor_id = ${distributorId} and a.resolved_at is not null and a.resolved_by is not null
          and a.status in ('DONE', 'REJECTED') and (${userId}::bigint is null or a.resolved_by = ${userId})
          and not exists (select from reconciliation r where r.transaction_id = a.transaction_id and r.reverted_at is null)
        order by a.resolved_at desc ${pageLimit(HISTORY_ENTRIES)})
    ), entry as (
      select key, kind, max(at) as at, min(actor_id) as actor_id, bool_and(is_automatic) as is_automatic, group_key, count(*) as count,
        count(*) filter (where stands) as standing, array_agg(user_action_id order by at, user_action_id) as action_ids,
        array_agg(transaction_id order by at, user_action_id) as transaction_ids
      from decided group by key, kind, group_key order by max(at) desc, key desc ${pageLimit(HISTORY_ENTRIES)}
    )
    select e.key, e.at, e.kind, e.is_automatic, ${sql([personJson("d")])} as actor, e.group_key, e.count, e.standing,
      coalesce((select sum(t.amount) from bank_transaction t where t.id = any(e.transaction_ids) and t.currency_code = 'EUR'), 0.00) as amount,
      (select coalesce(array_agg(coalesce(t.label, a.description) order by n), '{}')
        from unnest(e.action_ids[1:5], e.transaction_ids[1:5]) with ordinality as x (id, line, n) left join user_action a on a.id = x.id
        left join bank_transaction t on t.id = x.line where t.id is not null or a.id is not null) as subjects,
      case when e.kind = 'rejected'
        then coalesce((select a.rejection_reason from user_action a where a.id = e.action_ids[1]), '') else '' end as rejection_reason,
      array_remove(e.action_ids[1:100], null) as user_action_ids,
      (select coalesce(array_agg(x.line order by n), '{}') from unnest(e.action_ids[1:100], e.transaction_ids[1:100]) with ordinality as x (id, line, n)
        where x.id is null and x.line is not null) as transaction_ids
    from entry e left join app_user d on d.id = e.actor_id order by e.at desc, e.key desc`),
  );
}
