import { manualReconciliation, revertReconciliation } from "@bobine/contract/banking";
import { downloadInvoiceFile } from "@bobine/contract/invoices";
import { revertGroup, searchUnpaidInvoices } from "@bobine/contract/lettering";
import {
  getUserAction,
  listDecisions,
  listUserActions,
  readUserActionOverview,
  type UserAction,
  type UserActionStatus,
  updateUserAction,
} from "@bobine/contract/user-actions";
import { exportUserActionList } from "@bobine/contract/list-exports";
import { callApi, callBinary, type QueryArgs, useDistributorScope, useAction } from "@bobine/shared-auth";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { readBooksAgain } from "../../read-books-again.ts";
import { useGrowingList } from "../../use-growing-list.ts";
import { STATUSES_OF, type QueueView } from "./queue-view.ts";

/** Colleagues work in the same queue: what they decide leaves it here too. */
const POLL_MS = 20_000;
const DETAIL_STALE_MS = 15_000;
const DOCUMENT_STALE_MS = 600_000;

const narrowing = ({ view, reason, search }: QueueView): QueryArgs => ({
  status: STATUSES_OF[view],
  reason_code: reason === "" ? undefined : [reason],
  search: search === "" ? undefined : search,
});
export const queueQuery = (view: QueueView): QueryArgs => ({ page: String(view.page), ...narrowing(view) });

/** All that a view finds, whatever its page, as a file. */
export const readUserActionsCsv = async (view: QueueView): Promise<Blob> =>
  (await callBinary(exportUserActionList, { query: narrowing(view) })).blob;

export function useUserActions(view: QueueView) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["user-actions", "list", view],
    queryFn: ({ signal }) => callApi(listUserActions, { query: queueQuery(view), signal }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    // After a failed first load it is the person's « Réessayer » or the network's return that reads again.
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : POLL_MS),
  });
}

export function useOverview() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["user-actions", "overview"],
    queryFn: ({ signal }) => callApi(readUserActionOverview, { signal }),
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  });
}

const detailOptions = (id: number) => ({
  queryKey: ["user-actions", "one", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getUserAction, { params: { id }, signal }),
  staleTime: DETAIL_STALE_MS,
});

/** The action with the invoices of its ready-made sets as they are now. */
export const useUserAction = (id: number) => useQuery(detailOptions(id));

/** Reads an action ahead: the next one shows at once. */
export const readAhead = (client: QueryClient, id: number): void =>
  void client.prefetchQuery(detailOptions(id));

/** UI-13: only unpaid invoices are offered. Found by the server, some at a time. */
export const useUnpaidInvoices = (search: string, enabled: boolean) =>
  useGrowingList({
    queryKey: ["invoices", "unpaid", search],
    readPage: (page, signal) =>
      callApi(searchUnpaidInvoices, {
        query: { search: search === "" ? undefined : search, page: String(page) },
        signal,
      }),
    hasNext: ({ next }) => next !== null,
    enabled,
  });

export function useDecisions(by: "me" | "people" | "all") {
  return useQuery({
    queryKey: ["user-actions", "history", by],
    queryFn: ({ signal }) => callApi(listDecisions, { query: { by }, signal }),
    staleTime: 0,
  });
}

/** The bytes of an invoice's PDF; they never change. */
export function useInvoiceDocument(fileId: number | null) {
  return useQuery({
    queryKey: ["invoice-document", fileId],
    queryFn: ({ signal }) => callBinary(downloadInvoiceFile, { params: { id: fileId ?? 0 }, signal }),
    enabled: fileId !== null,
    staleTime: DOCUMENT_STALE_MS,
  });
}

/** Shows a decision in the lists that are on the screen before they are read again. */
function mark(client: QueryClient, id: number, status: UserActionStatus): void {
  client.setQueriesData<{ results: UserAction[] }>({ queryKey: ["user-actions", "list"] }, (list) =>
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
  const onSettled = () => void readBooksAgain(client);
  const move = useAction({
    mutationFn: ({ id, status }: { id: number; status: "DONE" | "REJECTED" }) =>
      callApi(updateUserAction, { params: { id }, body: { status } }),
    onSuccess: (_, { id, status }) => mark(client, id, status),
    onSettled,
  });
  const reconcile = useAction({
    mutationFn: (body: { user_action_id: number; invoice_ids: number[] }) =>
      callApi(manualReconciliation, { body }),
    onSuccess: (_, { user_action_id }) => mark(client, user_action_id, "DONE"),
    onSettled,
  });
  const revert = useAction({
    mutationFn: (id: number) => callApi(revertReconciliation, { body: { user_action_id: id } }),
    onSettled,
  });
  const undoGroup = useAction({
    mutationFn: (groupId: string) => callApi(revertGroup, { body: { group_key: groupId } }),
    onSettled,
  });
  return { move, reconcile, revert, undoGroup };
}
