import { BULK_LINES, type BulkLine, bulkReconciliation } from "@bobine/contract/lettering";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import { listUserActions, type UserAction } from "@bobine/contract/user-actions";
import { callApi, invalidateAfter, routeKey, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ofAccount } from "./user-actions.queries.ts";

/** Made by us, so that a second submission is the first one. `crypto.randomUUID` needs HTTPS; an intranet may have none. */
export function newGroupId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

type CandidateSet = UserAction["candidates"][number];

/** What a person ticked or left out. */
export type Ticks = ReadonlyMap<number, boolean>;

export interface BulkRequest {
  readonly taken: readonly (BulkLine & { readonly set: CandidateSet })[];
  readonly acceptsDifferences: boolean;
}

const lineOf = (id: number, { invoice_ids }: CandidateSet, acceptsDifferences: boolean) => ({
  user_action_id: id,
  invoice_ids,
  ...(acceptsDifferences ? { accept_difference: true } : {}),
});

/** LET-47: ticked by itself is only what makes the amount, and alone does. The preview takes the same lines. */
export const isSure = ({ difference }: BulkLine, set: CandidateSet): boolean =>
  mayBeSure(set) && difference !== null && centsFromWire(difference) === 0;

const mayBeSure = ({ alternatives }: CandidateSet): boolean => alternatives === 0;

const previewOf = (action: UserAction, acceptsDifferences: boolean, ticks: Ticks) =>
  action.candidates.slice(0, 1).map((first) => {
    const isTicked = ticks.get(action.id) ?? mayBeSure(first);
    const whenTicked = ticks.has(action.id) ? ("always" as const) : ("when_exact" as const);
    return {
      ...lineOf(action.id, first, acceptsDifferences),
      taken: isTicked ? whenTicked : ("never" as const),
    };
  });

/** LET-2: a difference that is agreed to is the one that showed. */
const seenOf = ({ transaction_amount, difference }: BulkLine) =>
  transaction_amount === null || difference === null
    ? {}
    : {
        seen_outstanding: centsToWire(cents(centsFromWire(transaction_amount) - centsFromWire(difference))),
      };

export interface BulkPreview {
  readonly actions: readonly UserAction[];
  readonly count: number;
  readonly plan: ResponseOf<typeof bulkReconciliation> | undefined;
}

/**
 * The actions whose first set is of a kind, and what accepting those that are ticked would do, line by line. Nothing is written.
 * @returns `count` of all such actions; at most a hundred are shown and accepted at once
 */
export function useBulkPreview(
  kind: string | undefined,
  acceptsDifferences: boolean,
  account: number | undefined,
  ticks: Ticks,
) {
  const asked = [...routeKey(listUserActions), "bulk", kind, acceptsDifferences, account];
  return useQuery<BulkPreview>({
    queryKey: [...asked, [...ticks]],
    // While ticks are prepared anew, the table stays.
    placeholderData: (previous, query) =>
      query && JSON.stringify(query.queryKey.slice(0, -1)) === JSON.stringify(asked) ? previous : undefined,
    queryFn: async ({ signal }) => {
      const { results, count } = await callApi(listUserActions, {
        query: { page: "1", status: ["AWAITING_INVOICE_SELECTION"], suggestion: kind, ...ofAccount(account) },
        signal,
      });
      const actions = results.slice(0, BULK_LINES);
      const lines = actions.flatMap((action) => previewOf(action, acceptsDifferences, ticks));
      if (lines.length === 0) return { actions, count, plan: undefined };
      const plan = await callApi(bulkReconciliation, {
        body: { group_key: newGroupId(), dry_run: true, lines },
        signal,
      });
      return { actions, count, plan };
    },
    enabled: kind !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useBulkAccept() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ groupId, taken, acceptsDifferences }: BulkRequest & { groupId: string }) =>
      callApi(bulkReconciliation, {
        body: {
          group_key: groupId,
          lines: taken.map((line) => ({
            ...lineOf(line.user_action_id, line.set, acceptsDifferences),
            ...(acceptsDifferences ? seenOf(line) : {}),
          })),
        },
      }),
    onSettled: () => void invalidateAfter(client, bulkReconciliation),
  });
}
