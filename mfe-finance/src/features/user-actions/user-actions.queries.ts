import { manualReconciliation, revertReconciliation } from "@bobine/contract/banking";
import { downloadInvoiceFile } from "@bobine/contract/invoices";
import { revertGroup, revertTransaction, searchUnpaidInvoices } from "@bobine/contract/lettering";
import { listColleagues } from "@bobine/contract/people";
import {
  assignUserAction,
  getUserAction,
  listDecisions,
  listUserActions,
  readUserActionOverview,
  type UserAction,
  type UserActionStatus,
  updateUserAction,
} from "@bobine/contract/user-actions";
import { exportUserActionList } from "@bobine/contract/list-exports";
import type { BodyOf, RouteContract } from "@bobine/contract/route";
import {
  answersOf,
  callApi,
  callBinary,
  fileQuery,
  invalidateAfter,
  type QueryArgs,
  routeKey,
  routeQuery,
  useDistributorScope,
  useAction,
} from "@bobine/shared-auth";
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { STATUSES_OF, type QueueView } from "./queue-view.ts";

/** Colleagues work in the same queue: what they decide leaves it here too. */
const POLL_MS = 20_000;
const DETAIL_STALE_MS = 15_000;

/** Only what is about the lines of a bank account (BANK-35). */
export const ofAccount = (account: number | undefined): QueryArgs => ({
  bank_account: account === undefined ? undefined : String(account),
});
const narrowing = ({
  view,
  reason,
  search,
  undone,
  assigned,
  bank_account,
  from,
  to,
  ordering,
}: QueueView): QueryArgs => ({
  ordering,
  status: STATUSES_OF[view],
  reason_code: reason === "" ? undefined : [reason],
  search: search === "" ? undefined : search,
  undone: undone === "" ? undefined : undone,
  assigned: assigned === "" ? undefined : assigned,
  ...ofAccount(bank_account),
  from,
  to,
});
export const queueQuery = (view: QueueView): QueryArgs => ({ page: String(view.page), ...narrowing(view) });

/** All that a view finds, whatever its page, as a file. */
export const readUserActionsCsv = async (view: QueueView): Promise<Blob> =>
  (await callBinary(exportUserActionList, { query: narrowing(view) })).blob;

export function useUserActions(view: QueueView) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listUserActions, { query: queueQuery(view) }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    // After a failed first load it is the person's « Réessayer » or the network's return that reads again.
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : POLL_MS),
  });
}

export function useOverview(account: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readUserActionOverview, { query: ofAccount(account) }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  });
}

const detailOptions = (id: number) => ({
  ...routeQuery(getUserAction, { params: { id } }),
  staleTime: DETAIL_STALE_MS,
});

/** The action with the invoices of its ready-made sets as they are now. */
export const useUserAction = (id: number) => useQuery(detailOptions(id));

/** The action that shows and that the queue does not list: somebody may have decided it meanwhile, or it is gone with its line. */
export const useUnlistedAction = (id: number | undefined) =>
  useQuery({
    ...detailOptions(id ?? 0),
    // What the panel says of one that could not be read stays until somebody asks for it again.
    enabled: ({ state }) => id !== undefined && (state.data !== undefined || state.error === null),
    staleTime: 0,
  });

/** Reads an action ahead: the next one shows at once. */
export const readAhead = (client: QueryClient, id: number): void =>
  void client.prefetchQuery(detailOptions(id));

/** UI-13: only unpaid invoices are offered. Found by the server, some at a time. */
export const useUnpaidInvoices = (search: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: routeKey(searchUnpaidInvoices, { query: { search } }),
    queryFn: ({ pageParam, signal }) =>
      callApi(searchUnpaidInvoices, {
        query: { search: search === "" ? undefined : search, page: String(pageParam) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ next }, pages) => (next === null ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 0,
  });

export function useDecisions(by: "me" | "people" | "all") {
  return useQuery({
    ...routeQuery(listDecisions, { query: { by } }),
    staleTime: 0,
  });
}

/** Says why something was rejected (LET-53). */
export function useExplainRejection() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      callApi(updateUserAction, {
        params: { id },
        body: { status: "REJECTED", rejection_reason: reason, only_explains: true },
      }),
    onSettled: () => void invalidateAfter(client, updateUserAction),
  });
}

/** Who an action may be given to (LET-52): those who decide. */
export function useDeciders(enabled: boolean) {
  return useQuery({
    ...routeQuery(listColleagues),
    enabled,
    select: ({ results }) => results.filter(({ role }) => role !== "viewer"),
  });
}

export function useAssign() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, user }: { id: number; user: number | null }) =>
      callApi(assignUserAction, { params: { id }, body: { user } }),
    onSettled: () => void invalidateAfter(client, assignUserAction),
  });
}

/** The bytes of an invoice's PDF; they never change. */
export function useInvoiceDocument(fileId: number | null) {
  return useQuery({
    ...fileQuery(downloadInvoiceFile, { params: { id: fileId ?? 0 } }),
    enabled: fileId !== null,
  });
}

/** Shows a decision in the lists that are on the screen before they are read again. */
function mark(client: QueryClient, id: number, status: UserActionStatus): void {
  client.setQueriesData<{ results: UserAction[] }>(answersOf(listUserActions), (list) =>
    list
      ? {
          ...list,
          results: list.results.map((action) => (action.id === id ? { ...action, status } : action)),
        }
      : list,
  );
}

export function useUserActionMutations() {
  const client = useQueryClient();
  // Nobody waits for the lists: the next action shows at once.
  const after = (route: RouteContract) => () => void invalidateAfter(client, route);
  const move = useAction({
    mutationFn: ({ id, status }: { id: number; status: "DONE" | "REJECTED" }) =>
      callApi(updateUserAction, { params: { id }, body: { status } }),
    onSuccess: (_, { id, status }) => mark(client, id, status),
    onSettled: after(updateUserAction),
  });
  const reconcile = useAction({
    mutationFn: (body: BodyOf<typeof manualReconciliation>) => callApi(manualReconciliation, { body }),
    onSuccess: (_, { user_action_id }) => mark(client, user_action_id, "DONE"),
    onSettled: after(manualReconciliation),
  });
  const revert = useAction({
    mutationFn: (id: number) => callApi(revertReconciliation, { body: { user_action_id: id } }),
    onSettled: after(revertReconciliation),
  });
  const revertLine = useAction({
    mutationFn: (id: number) => callApi(revertTransaction, { params: { id } }),
    onSettled: after(revertTransaction),
  });
  const undoGroup = useAction({
    mutationFn: (groupId: string) => callApi(revertGroup, { body: { group_key: groupId } }),
    onSettled: after(revertGroup),
  });
  return { move, reconcile, revert, revertLine, undoGroup };
}
