import type { UserActionOverview } from "@bobine/contract/user-actions";
import { describeError, dropDraft } from "@bobine/shared-auth";
import { ConfirmDialog } from "@bobine/shared-ui";
import { Text } from "@mantine/core";
import { BulkAcceptDialog } from "./bulk-accept.dialog.tsx";
import { selectionDraft } from "./invoice-selection.draft.ts";
import { RecentDecisions } from "./recent-decisions.tsx";
import { RejectionDialog } from "./rejection.dialog.tsx";
import { ReconciliationError, Selection } from "./selection.tsx";
import { ShortcutsDialog } from "./shortcuts.dialog.tsx";
import type { Workbench } from "./use-workbench.ts";
import { REJECTION_TEXTS, TEXTS, UNDO_TEXTS } from "./user-actions.texts.ts";

/** The dialogs that the workbench opens. */
export function WorkbenchDialogs({
  workbench,
  account,
  overview,
}: {
  workbench: Workbench;
  account: number | undefined;
  overview: UserActionOverview | undefined;
}) {
  const { decisions, selecting, setSelecting, opened, setOpened } = workbench;
  return (
    <>
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
      <RevertQuestion workbench={workbench} />
      {decisions.explaining ? (
        <RejectionDialog
          key={decisions.explaining.id}
          action={decisions.explaining}
          close={decisions.stopExplaining}
        />
      ) : null}
      <ShortcutsDialog opened={opened === "help"} close={() => setOpened(undefined)} />
      {opened === "history" ? (
        <RecentDecisions decisions={decisions} close={() => setOpened(undefined)} />
      ) : null}
      {opened === "bulk" && overview ? (
        <BulkAcceptDialog
          kinds={overview.by_suggestion}
          account={account}
          onAccepted={decisions.confirmAccepted}
          close={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

function RevertQuestion({ workbench: { decisions, reverting, setReverting } }: { workbench: Workbench }) {
  const isRejection = reverting?.status === "REJECTED";
  return (
    <ConfirmDialog
      opened={reverting !== undefined}
      title={isRejection ? UNDO_TEXTS.rejected : TEXTS.revertTitle}
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
      <Text>{isRejection ? REJECTION_TEXTS.undo : TEXTS.revertQuestion}</Text>
    </ConfirmDialog>
  );
}
