import {
  isClosed,
  USER_ACTION_STATUSES,
  type UserActionOverview,
  type UserActionStatus,
} from "@bobine/contract/user-actions";

interface QueueCounts extends Pick<UserActionOverview, "done" | "rejected" | "by_suggestion"> {
  readonly by_reason: { readonly reason_code: string; readonly count: number }[];
}

/**
 * The counts of the workbench, most frequent first, of those that the database keeps.
 * @param tallies by `user_action_tally_kind` (migration 064): `DONE`, `REJECTED`, or `open/reason[/suggestion[/exact]]`
 */
export function countsOf(tallies: readonly { readonly kind: string; readonly count: number }[]): QueueCounts {
  const closed = { DONE: 0, REJECTED: 0 };
  const reasons = new Map<string, number>();
  const suggestions = new Map<string, { count: number; exact: number }>();
  for (const { kind, count } of tallies) {
    if (kind === "DONE" || kind === "REJECTED") {
      closed[kind] = count;
      continue;
    }
    const [, reason = "", suggestion, exact] = kind.split("/");
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    if (suggestion === undefined) continue;
    const before = suggestions.get(suggestion) ?? { count: 0, exact: 0 };
    suggestions.set(suggestion, {
      count: before.count + count,
      exact: before.exact + (exact === undefined ? 0 : count),
    });
  }
  return {
    done: closed.DONE,
    rejected: closed.REJECTED,
    by_reason: [...reasons]
      .map(([reason_code, count]) => ({ reason_code, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason_code < b.reason_code ? -1 : 1)),
    by_suggestion: [...suggestions]
      .map(([kind, counts]) => ({
        kind: kind as UserActionOverview["by_suggestion"][number]["kind"],
        ...counts,
      }))
      .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
  };
}

export const CLOSED_STATUSES: readonly UserActionStatus[] = USER_ACTION_STATUSES.filter(isClosed);
export const OPEN_STATUSES: readonly UserActionStatus[] = USER_ACTION_STATUSES.filter(
  (status) => !isClosed(status),
);

/**
 * Which tallies sum up to the actions of a list, whose rows need not be counted then.
 * @param statuses only these; all of them with none
 * @param reasons only these; all of them with none
 * @returns undefined where tallies do not tell: they hold what waits as a whole, and of what is closed no reasons
 */
export function talliesOfList(
  statuses: readonly UserActionStatus[] = [],
  reasons: readonly string[] = [],
): ((kind: string) => boolean) | undefined {
  const isListed = (status: UserActionStatus) => statuses.length === 0 || statuses.includes(status);
  const closed: readonly string[] = CLOSED_STATUSES.filter(isListed);
  const open = OPEN_STATUSES.filter(isListed).length;
  if (open > 0 && open < OPEN_STATUSES.length) return undefined;
  if (reasons.length > 0 && closed.length > 0) return undefined;
  return (kind) => {
    const [first = "", reason = ""] = kind.split("/");
    if (first !== "open") return closed.includes(first);
    return open > 0 && (reasons.length === 0 || reasons.includes(reason));
  };
}
