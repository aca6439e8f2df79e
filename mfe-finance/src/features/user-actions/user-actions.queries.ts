import { manualReconciliation, revertReconciliation } from "@bobine/contract/banking";
import { listInvoices, UNPAID_STATUSES } from "@bobine/contract/invoices";
import { listUserActions, type UserActionStatus, updateUserAction } from "@bobine/contract/user-actions";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";

export type View = "all" | "open" | "closed";

const STATUSES_OF: Record<View, readonly UserActionStatus[] | undefined> = {
  all: undefined,
  open: ["CREATED", "PENDING", "AWAITING_INVOICE_SELECTION"],
  closed: ["DONE", "REJECTED"],
};

export function useUserActions(view: View, page: number) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["user-actions", view, page],
    queryFn: ({ signal }) => callApi(listUserActions, { query: { page, status: STATUSES_OF[view] }, signal }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** SPEC §2.11: only unpaid invoices are offered. */
export function useUnpaidInvoices() {
  return useQuery({
    queryKey: ["invoices", "unpaid"],
    queryFn: ({ signal }) =>
      callApi(listInvoices, { query: { status: UNPAID_STATUSES, ordering: "invoice_date" }, signal }),
    staleTime: 0,
  });
}

/** A decision moves actions, invoices, transactions and the figures of the dashboard: all of them are read again. */
const refresh = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ["user-actions"] }),
    client.invalidateQueries({ queryKey: ["invoices"] }),
    client.invalidateQueries({ queryKey: ["transactions"] }),
    client.invalidateQueries({ queryKey: ["dashboard"] }),
  ]);
};

export function useUserActionMutations() {
  const client = useQueryClient();
  const onSettled = async (_data: unknown, error: Error | null) => {
    const refreshed = refresh(client);
    // A success shows the new list; a failure shows at once, whatever the lists then take.
    if (!error) await refreshed;
  };
  const move = useMutation({
    mutationFn: ({ id, status }: { id: number; status: "DONE" | "REJECTED" }) =>
      callApi(updateUserAction, { params: { id }, body: { status } }),
    onSettled,
  });
  const reconcile = useMutation({
    mutationFn: (body: { user_action_id: number; invoice_ids: number[] }) =>
      callApi(manualReconciliation, { body }),
    onSettled,
  });
  const revert = useMutation({
    mutationFn: (id: number) => callApi(revertReconciliation, { body: { user_action_id: id } }),
    onSettled,
  });
  return { move, reconcile, revert };
}
