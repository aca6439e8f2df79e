import type { CivilDate } from "@bobine/contract/civil-date";
import {
  isClosed,
  USER_ACTION_ORDERINGS,
  type UserAction,
  type UserActionOrdering,
  type UserActionStatus,
} from "@bobine/contract/user-actions";
import { RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { type ListView, numberValue, oneOfOr, textValue } from "@bobine/shared-ui/lists";

export const QUEUE_VIEWS = ["all", "open", "done", "rejected"] as const;

export const ASSIGNED = ["", "me", "nobody"] as const;

/** What the address says of the queue. `action` opens one of them. */
export const QUEUE_ADDRESS = {
  filters: {
    view: oneOfOr(QUEUE_VIEWS, "all"),
    /** A reason's code; empty for all of them. */
    reason: textValue,
    search: textValue,
    /** Letterings that the engine made alone and that people took apart. */
    undone: oneOfOr(["", "automatic"] as const, ""),
    /** Only what is one's own to decide, or nobody's yet (LET-52). */
    assigned: oneOfOr(ASSIGNED, ""),
    /** Only what is about the lines of that one (BANK-35). */
    bank_account: numberValue,
    ...RANGE_ADDRESS,
  },
  orderings: USER_ACTION_ORDERINGS,
  endsWithChange: ["action"],
};

export type QueueView = ListView<
  {
    readonly view: (typeof QUEUE_VIEWS)[number];
    readonly reason: string;
    readonly search: string;
    readonly undone: "" | "automatic";
    readonly assigned: (typeof ASSIGNED)[number];
    readonly bank_account: number | undefined;
    readonly from: CivilDate | undefined;
    readonly to: CivilDate | undefined;
  },
  UserActionOrdering
>;

export const STATUSES_OF: Record<QueueView["view"], readonly UserActionStatus[] | undefined> = {
  all: undefined,
  open: ["CREATED", "PENDING", "AWAITING_INVOICE_SELECTION"],
  done: ["DONE"],
  rejected: ["REJECTED"],
};

/** The action `by` places away from the current one; the first one when there is none, the ends stay where they are. */
export function neighbourOf(
  actions: readonly UserAction[],
  current: number | undefined,
  by: 1 | -1,
): number | undefined {
  const at = actions.findIndex(({ id }) => id === current);
  if (at === -1) return actions[0]?.id;
  return (actions[at + by] ?? actions[at])?.id;
}

/**
 * Where the workbench goes once an action is decided: the next one that waits, or the one before when it was the last. Undefined when
 * nothing else waits.
 */
export function nextOpen(actions: readonly UserAction[], decided: number): number | undefined {
  const at = actions.findIndex(({ id }) => id === decided);
  const waits = ({ id, status }: UserAction) => id !== decided && !isClosed(status);
  return (actions.slice(at + 1).find(waits) ?? actions.slice(0, Math.max(at, 0)).findLast(waits))?.id;
}
