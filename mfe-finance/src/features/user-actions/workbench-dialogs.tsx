import type { UserAction, UserActionOverview } from "@bobine/contract/user-actions";
import { describeError, dropDraft } from "@bobine/shared-auth";
import { ConfirmDialog } from "@bobine/shared-ui";
import { Text } from "@mantine/core";
import { memo } from "react";
import { undoQuestionOf } from "../../lettering.texts.ts";
import type { Undoes } from "../../revert-lettering.tsx";
import { useLatest } from "../../use-latest.ts";
import { BulkAcceptDialog } from "./bulk-accept.dialog.tsx";
import { selectionDraft } from "./invoice-selection.draft.ts";
import { RecentDecisions } from "./recent-decisions.tsx";
import { RejectionDialog } from "./rejection.dialog.tsx";
import { ReconciliationError, Selection } from "./selection.tsx";
import { ShortcutsDialog } from "./shortcuts.dialog.tsx";
import type { Workbench } from "./use-workbench.ts";
import { TEXTS } from "./user-actions.texts.ts";

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
  const { decisions, selecting, setSelecting, reverting, setReverting, opened, setOpened } = workbench;
  // Of the dialogs that are there while they are closed: a step in the queue leaves them alone.
  const forgetReconcileError = useLatest(decisions.forgetReconcileError);
  const reconcileAnyway = useLatest(decisions.reconcileAnyway);
  const closeHelp = useLatest(() => setOpened(undefined));
  const revert = useLatest(decisions.revert);
  const leaveRevert = useLatest(() => {
    decisions.forgetRevertError();
    setReverting(undefined);
  });
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
      <ReconciliationError
        error={decisions.reconcileError}
        {...decisions.asked}
        onProceed={reconcileAnyway}
        close={forgetReconcileError}
      />
      <RevertQuestion
        reverting={reverting}
        pending={decisions.isPending}
        failure={decisions.revertError}
        onConfirm={revert}
        close={leaveRevert}
      />
      {decisions.explaining ? (
        <RejectionDialog
          key={decisions.explaining.id}
          action={decisions.explaining}
          close={decisions.stopExplaining}
        />
      ) : null}
      <ShortcutsDialog opened={opened === "help"} close={closeHelp} />
      {opened === "history" ? (
        <RecentDecisions decisions={decisions} close={() => setOpened(undefined)} />
      ) : null}
      {opened === "bulk" && overview ? (
        <BulkAcceptDialog
          kinds={overview.by_suggestion}
          account={account}
          onAccepted={workbench.onAccepted}
          close={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

interface RevertQuestionProps {
  reverting: Workbench["reverting"];
  pending: boolean;
  failure: Error | null;
  onConfirm: (id: number) => void;
  close: () => void;
}

/** Of a row, whose button is « Annuler » whatever it undoes: it does not tell invoices and parts. */
const undoesOf = ({ status, transaction_id }: UserAction): Undoes =>
  status === "REJECTED" ? "rejected" : transaction_id === null ? "closed" : "lettered";

const RevertQuestion = memo(({ reverting, pending, failure, onConfirm, close }: RevertQuestionProps) => {
  const question = undoQuestionOf(reverting ? (reverting.undoes ?? undoesOf(reverting.action)) : "lettered");
  return (
    <ConfirmDialog
      opened={reverting !== undefined}
      title={question.title}
      confirmLabel="Confirmer"
      cancelLabel="Retour"
      danger
      pending={pending}
      error={failure ? describeError(failure, TEXTS.revertFailed).message : undefined}
      close={close}
      onConfirm={() => (reverting ? onConfirm(reverting.action.id) : undefined)}
    >
      <Text>{question.text}</Text>
    </ConfirmDialog>
  );
});
