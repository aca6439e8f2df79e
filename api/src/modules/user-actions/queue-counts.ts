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

const OPEN_STATUSES = USER_ACTION_STATUSES.filter((status) => !isClosed(status));

/**
 * Which tallies sum up to the actions of a list, whose rows need not be counted then.
 * @param statuses only these; all of them without
 * @param reasons only these; all of them without
 * @returns undefined where tallies do not tell: they hold what waits as a whole, and of what is closed no reasons
 */
export function talliesOfList(
  statuses: readonly UserActionStatus[] = USER_ACTION_STATUSES,
  reasons?: readonly string[],
): ((kind: string) => boolean) | undefined {
  const closed: readonly string[] = statuses.filter(isClosed);
  const open = OPEN_STATUSES.filter((status) => statuses.includes(status)).length;
  if (open > 0 && open < OPEN_STATUSES.length) return undefined;
  if (reasons !== undefined && closed.length > 0) return undefined;
  return (kind) => {
    const [first = "", reason = ""] = kind.split("/");
    return first === "open" ? open > 0 && (reasons?.includes(reason) ?? true) : closed.includes(first);
  };
}
