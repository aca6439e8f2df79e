import { BULK_LINES, bulkReconciliation } from "@bobine/contract/lettering";
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

export interface BulkRequest {
  readonly actions: readonly UserAction[];
  readonly acceptsDifferences: boolean;
}

const linesOf = ({ actions, acceptsDifferences }: BulkRequest) =>
  actions.flatMap((action) => {
    const first = action.candidates[0];
    return first
      ? [
          {
            user_action_id: action.id,
            invoice_ids: first.invoice_ids,
            ...(acceptsDifferences ? { accept_difference: true } : {}),
          },
        ]
      : [];
  });

/**
 * The actions whose first set is of a kind, and what accepting them would do, line by line. Nothing is written.
 * @returns `count` of all such actions; at most a hundred are shown and accepted at once
 */
export function useBulkPreview(
  kind: string | undefined,
  acceptsDifferences: boolean,
  account: number | undefined,
) {
  return useQuery({
    queryKey: [...routeKey(listUserActions), "bulk", kind, acceptsDifferences, account],
    queryFn: async ({ signal }) => {
      const { results, count } = await callApi(listUserActions, {
        query: { page: "1", status: ["AWAITING_INVOICE_SELECTION"], suggestion: kind, ...ofAccount(account) },
        signal,
      });
      const actions = results.slice(0, BULK_LINES);
      const lines = linesOf({ actions, acceptsDifferences });
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
    mutationFn: ({ groupId, ...request }: BulkRequest & { groupId: string }) =>
      callApi(bulkReconciliation, { body: { group_key: groupId, lines: linesOf(request) } }),
    onSettled: () => void invalidateAfter(client, bulkReconciliation),
  });
}
