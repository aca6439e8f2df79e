import type { UserAction } from "@bobine/contract/user-actions";
import { describeError, dropDraft, hasDraft, useUnfinishedWork } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  Dialog,
  notifyError,
  notifySuccess,
  PageHeader,
  Pager,
  rememberFocus,
} from "@bobine/shared-ui";
import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { InvoiceSelectionDialog } from "./invoice-selection.dialog.tsx";
import { selectionDraft } from "./invoice-selection.draft.ts";
import { UserActionTable } from "./user-action-table.tsx";
import { DIALOG_TEXTS, TEXTS } from "./user-actions.texts.ts";
import {
  useUnpaidInvoices,
  useUserActionMutations,
  useUserActions,
  type View,
} from "./user-actions.queries.ts";

const PAGE_SIZE = 100;
const VIEWS: readonly View[] = ["all", "open", "closed"];

export function UserActionsPage() {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((v) => v === params.get("view")) ?? "all";
  const page = Math.max(1, Math.trunc(Number(params.get("page") ?? "1")) || 1);
  const actions = useUserActions(view, page);
  const { move, reconcile, revert } = useUserActionMutations();
  const [selecting, setSelecting] = useState<UserAction>();
  const [reverting, setReverting] = useState<UserAction>();
  const deciding = move.isPending || reconcile.isPending || revert.isPending;
  useUnfinishedWork(deciding ? "reconciliation" : undefined, TEXTS.title);
  const listed = actions.data?.results;
  const [looked, setLooked] = useState(false);
  if (listed && !looked) {
    // Once: a choice that a reload interrupted goes on where it was.
    setLooked(true);
    setSelecting(listed.find((action) => awaitsInvoices(action) && hasDraft(selectionDraft(action))));
  }
  const stopSelecting = (action: UserAction) => {
    dropDraft(selectionDraft(action));
    setSelecting(undefined);
  };

  const show = (next: View, nextPage: number) =>
    setParams({
      ...(next === "all" ? {} : { view: next }),
      ...(nextPage > 1 ? { page: String(nextPage) } : {}),
    });
  const setStatus = (action: UserAction, status: "DONE" | "REJECTED") => {
    const giveFocusBack = rememberFocus();
    move.mutate(
      { id: action.id, status },
      {
        onSuccess: () => notifySuccess(status === "DONE" ? TEXTS.resolved : TEXTS.rejected),
        onError: (error) =>
          notifyError(
            describeError(error, status === "DONE" ? TEXTS.resolveFailed : TEXTS.rejectFailed).message,
          ),
        // The button was busy meanwhile, and is another one once the action is closed.
        onSettled: giveFocusBack,
      },
    );
  };
  // SPEC §4: an action that awaits a selection opens the dialog, any other is done directly.
  const resolve = (action: UserAction) =>
    awaitsInvoices(action) ? setSelecting(action) : setStatus(action, "DONE");

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        actions={
          <SegmentedControl
            aria-label="Actions affichées"
            value={view}
            onChange={(next) => show(VIEWS.find((v) => v === next) ?? "all", 1)}
            data={VIEWS.map((v) => ({ value: v, label: TEXTS.views[v] }))}
          />
        }
      />
      <UserActionTable
        actions={listed}
        refreshing={actions.isFetching}
        error={
          actions.isError && !actions.data
            ? describeError(actions.error, TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void actions.refetch()}
        pendingId={move.isPending ? move.variables.id : undefined}
        onResolve={resolve}
        onReject={(action) => setStatus(action, "REJECTED")}
        onRevert={setReverting}
      />
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        count={actions.data?.count ?? 0}
        unit={["action", "actions"]}
        onPage={(next) => show(view, next)}
      />
      {selecting ? (
        <Selection
          action={selecting}
          pending={reconcile.isPending}
          error={reconcile.error}
          forgetError={reconcile.reset}
          onConfirm={(invoiceIds) =>
            reconcile.mutate(
              { user_action_id: selecting.id, invoice_ids: invoiceIds },
              {
                onSuccess: () => {
                  notifySuccess(TEXTS.resolved);
                  stopSelecting(selecting);
                },
              },
            )
          }
          close={() => {
            reconcile.reset();
            stopSelecting(selecting);
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={reverting !== undefined}
        title={TEXTS.revertTitle}
        confirmLabel="Confirmer"
        cancelLabel="Retour"
        danger
        pending={revert.isPending}
        error={revert.error ? describeError(revert.error, TEXTS.revertFailed).message : undefined}
        close={() => {
          revert.reset();
          setReverting(undefined);
        }}
        onConfirm={() =>
          reverting
            ? revert.mutate(reverting.id, {
                onSuccess: () => {
                  notifySuccess(TEXTS.reverted);
                  setReverting(undefined);
                },
              })
            : undefined
        }
      >
        <Text>{TEXTS.revertQuestion}</Text>
      </ConfirmDialog>
    </>
  );
}

const awaitsInvoices = ({ status }: UserAction): boolean => status === "AWAITING_INVOICE_SELECTION";

/** Loads what the dialog chooses from, and shows why a reconciliation was refused without losing the choice. */
function Selection(props: {
  action: UserAction;
  pending: boolean;
  error: Error | null;
  forgetError: () => void;
  onConfirm: (invoiceIds: number[]) => void;
  close: () => void;
}) {
  const invoices = useUnpaidInvoices();
  return (
    <>
      <InvoiceSelectionDialog
        action={props.action}
        invoices={invoices.data?.results}
        loadError={
          invoices.isError && !invoices.data
            ? describeError(invoices.error, DIALOG_TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void invoices.refetch()}
        pending={props.pending}
        onConfirm={props.onConfirm}
        close={props.close}
      />
      <Dialog opened={props.error !== null} onClose={props.forgetError} title={DIALOG_TEXTS.errorTitle}>
        <Text role="alert">
          {props.error ? describeError(props.error, DIALOG_TEXTS.unexpected).message : ""}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button onClick={props.forgetError}>Fermer</Button>
        </Group>
      </Dialog>
    </>
  );
}
