import { isClosed, type ChoosableInvoice, type UserAction } from "@bobine/contract/user-actions";
import { USER_ACTION_LIST_CSV } from "@bobine/contract/list-exports";
import { describeError, dropDraft, hasDraft, useUnfinishedWork, loadFailure } from "@bobine/shared-auth";
import { ConfirmDialog, Notice, PageHeader, Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { spokenAction } from "./action-detail.tsx";
import { BulkAcceptDialog } from "./bulk-accept.dialog.tsx";
import { WorkbenchPanel, EmptyWorkbenchPanel } from "./workbench-panel.tsx";
import { useWorkbenchKeys } from "./workbench-keys.ts";
import classes from "./workbench.module.css";
import { DocumentPane } from "./document-pane.tsx";
import { workbenchDraft, selectionDraft } from "./invoice-selection.draft.ts";
import { LetteringState } from "./lettering-state.tsx";
import { QueueBar } from "./queue-bar.tsx";
import { neighbourOf, nextOpen, paramsOfView, type QueueView, queueViewOf } from "./queue-view.ts";
import { RecentDecisions } from "./recent-decisions.tsx";
import { ReconciliationError, Selection } from "./selection.tsx";
import { ShortcutsDialog } from "./shortcuts.dialog.tsx";
import { useWorkbenchDecisions } from "./use-workbench-decisions.tsx";
import { useLatest } from "../../use-latest.ts";
import { type RowCommand, UserActionTable } from "./user-action-table.tsx";
import { readAhead, readUserActionsCsv, useOverview, useUserActions } from "./user-actions.queries.ts";
import { DESK_TEXTS, TEXTS } from "./user-actions.texts.ts";
import { KeyCap } from "./key-cap.tsx";

const PAGE_SIZE = 100;

interface Preview {
  readonly invoices: readonly ChoosableInvoice[];
  readonly shown: ChoosableInvoice;
}

/** The workbench: the queue, one action beside it, and keys for all that one does there (UI-12, LET-16). */
export function UserActionsPage() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => queueViewOf(params), [params]);
  const actions = useUserActions(view);
  const overview = useOverview();
  const client = useQueryClient();
  const listed = actions.data?.results;
  const asked = Number(params.get("action")) || undefined;
  const [chosenId, setChosenId] = useState(asked);
  const [selecting, setSelecting] = useState<{
    action: UserAction;
    chosen: ChoosableInvoice[] | undefined;
  }>();
  const [reverting, setReverting] = useState<UserAction>();
  const [preview, setPreview] = useState<Preview>();
  const [opened, setOpened] = useState<"help" | "history" | "bulk">();

  const currentId = chosenId ?? listed?.find(({ status }) => !isClosed(status))?.id;
  const current = listed?.find(({ id }) => id === currentId);
  const goTo = (id: number | undefined) => {
    setPreview(undefined);
    setChosenId(id);
  };
  const [followed, setFollowed] = useState(asked);
  if (asked !== followed) {
    // The search over everything leads to another action of this very screen.
    setFollowed(asked);
    if (asked !== undefined) goTo(asked);
  }
  const decisions = useWorkbenchDecisions({
    onDecided: (action) => {
      dropDraft(workbenchDraft(action));
      dropDraft(selectionDraft(action));
      setSelecting(undefined);
      if (action.id === currentId) goTo(nextOpen(listed ?? [], action.id));
    },
    onReverted: (ids) => {
      setReverting(undefined);
      goTo(ids[0]);
    },
  });
  useUnfinishedWork(decisions.isPending ? "reconciliation" : undefined, TEXTS.title);

  const [looked, setLooked] = useState(false);
  if (listed && !looked) {
    // Once: a choice that a reload interrupted goes on where it was.
    setLooked(true);
    const interrupted = listed.find((action) => awaitsInvoices(action) && hasDraft(selectionDraft(action)));
    if (interrupted) setSelecting({ action: interrupted, chosen: undefined });
  }
  const nextId = currentId === undefined ? undefined : neighbourOf(listed ?? [], currentId, 1);
  useEffect(() => {
    if (nextId !== undefined && nextId !== currentId) readAhead(client, nextId);
  }, [client, nextId, currentId]);

  const show = useLatest((part: Partial<QueueView>) => {
    goTo(undefined);
    setParams(paramsOfView({ ...view, page: 1, ...part }));
  });
  // LET-4: an action that awaits a selection opens the dialog, any other is done directly.
  const resolve = (action: UserAction) => {
    goTo(action.id);
    if (awaitsInvoices(action)) setSelecting({ action, chosen: undefined });
    else decisions.setStatus(action, "DONE");
  };
  const onCommand = (command: RowCommand, action: UserAction) => {
    if (command === "show") goTo(action.id);
    else if (command === "resolve") resolve(action);
    else if (command === "reject") decisions.setStatus(action, "REJECTED");
    else setReverting(action);
  };
  const undo = () => {
    if (decisions.canUndo) decisions.undoLast();
    else if (current && isClosed(current.status)) setReverting(current);
    else setOpened("history");
  };

  useWorkbenchKeys((command) => {
    if (command === "next" || command === "previous") {
      const id = neighbourOf(listed ?? [], currentId, command === "next" ? 1 : -1);
      if (id !== currentId) goTo(id);
    } else if (command === "reject") {
      if (current && !isClosed(current.status)) decisions.setStatus(current, "REJECTED");
    } else if (command === "undo") undo();
    else if (command === "history" || command === "help") setOpened(command);
    else if (command === "leave" && preview) setPreview(undefined);
  });

  const isNarrowed = view.reason !== "" || view.search !== "";
  const isAllDone = overview.data?.open.count === 0 && !isNarrowed;
  const isLoading = listed === undefined && !actions.isError;
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        actions={
          <>
            <Button
              variant="default"
              onClick={() => setOpened("bulk")}
              disabled={!overview.data?.by_suggestion.length}
            >
              {DESK_TEXTS.bulk}
            </Button>
            <CsvButton
              fileName={USER_ACTION_LIST_CSV}
              content={() => readUserActionsCsv(view)}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={!actions.data?.count}
            />
            <Button variant="default" onClick={() => setOpened("history")} rightSection={<KeyCap>H</KeyCap>}>
              {DESK_TEXTS.decisions}
            </Button>
            <Button
              className={classes["keysHelp"] ?? ""}
              variant="default"
              onClick={() => setOpened("help")}
              rightSection={<KeyCap>?</KeyCap>}
            >
              {DESK_TEXTS.shortcuts}
            </Button>
          </>
        }
      />
      <LetteringState />
      <QueueBar view={view} overview={overview.data} onChange={show} />
      {isAllDone && listed && listed.length > 0 ? (
        <Notice tone="success" title={TEXTS.empty}>
          {TEXTS.congratulation}
        </Notice>
      ) : null}
      <VisuallyHidden aria-live="polite">{current ? spokenAction(current) : ""}</VisuallyHidden>
      <div className={classes["place"]}>
        <div
          className={classes["workbench"]}
          data-alone={(currentId === undefined && !isLoading) || undefined}
        >
          <div className={classes["queue"]}>
            {preview ? (
              <DocumentPane
                {...preview}
                onShow={(shown) => setPreview({ ...preview, shown })}
                close={() => setPreview(undefined)}
              />
            ) : null}
            <div hidden={preview !== undefined}>
              <UserActionTable
                actions={listed}
                refreshing={actions.isPlaceholderData}
                error={loadFailure(actions, TEXTS.loadFailed)}
                onRetry={() => void actions.refetch()}
                emptyHint={isNarrowed ? TEXTS.noneFound : isAllDone ? TEXTS.congratulation : ""}
                currentId={currentId}
                pendingId={decisions.pendingId}
                onCommand={onCommand}
              />
              <Pager
                page={view.page}
                pageSize={PAGE_SIZE}
                count={actions.data?.count ?? 0}
                unit={["action", "actions"]}
                onPage={(page) => show({ page })}
              />
            </div>
          </div>
          {currentId !== undefined ? (
            <WorkbenchPanel
              key={currentId}
              id={currentId}
              pending={decisions.isPending}
              onReconcile={decisions.reconcile}
              onClose={(action) => decisions.setStatus(action, "DONE")}
              onOpenDialog={(action, chosen) => setSelecting({ action, chosen })}
              onPreview={(invoices, shown) =>
                shown ? setPreview({ invoices, shown }) : decisions.tell(DESK_TEXTS.nothingToPreview)
              }
              closePreview={preview ? () => setPreview(undefined) : undefined}
              onGo={goTo}
            />
          ) : isLoading ? (
            <EmptyWorkbenchPanel />
          ) : null}
        </div>
      </div>
      {selecting ? (
        <Selection
          key={selecting.action.id}
          {...selecting}
          pending={decisions.isPending}
          onConfirm={(invoices) => decisions.reconcile(selecting.action, invoices)}
          close={() => {
            dropDraft(selectionDraft(selecting.action));
            setSelecting(undefined);
          }}
        />
      ) : null}
      <ReconciliationError error={decisions.reconcileError} close={decisions.forgetErrors} />
      <ConfirmDialog
        opened={reverting !== undefined}
        title={TEXTS.revertTitle}
        confirmLabel="Confirmer"
        cancelLabel="Retour"
        danger
        pending={decisions.isPending}
        error={
          decisions.revertError ? describeError(decisions.revertError, TEXTS.revertFailed).message : undefined
        }
        close={() => {
          decisions.forgetErrors();
          setReverting(undefined);
        }}
        onConfirm={() => (reverting ? decisions.revert(reverting.id) : undefined)}
      >
        <Text>{TEXTS.revertQuestion}</Text>
      </ConfirmDialog>
      <ShortcutsDialog opened={opened === "help"} close={() => setOpened(undefined)} />
      {opened === "history" ? (
        <RecentDecisions decisions={decisions} close={() => setOpened(undefined)} />
      ) : null}
      {opened === "bulk" && overview.data ? (
        <BulkAcceptDialog
          kinds={overview.data.by_suggestion}
          onAccepted={decisions.tellAccepted}
          close={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

const awaitsInvoices = ({ status }: UserAction): boolean => status === "AWAITING_INVOICE_SELECTION";
