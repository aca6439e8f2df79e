import type { HistoryEntry, UserAction } from "@bobine/contract/user-actions";
import { type Action, describeError, dropDraft } from "@bobine/shared-auth";
import { notifyError, notifySuccess, rememberFocus } from "@bobine/shared-ui";
import { useRef, useState } from "react";
import { rejectionDraft } from "./rejection.draft.ts";
import { useManualLettering } from "./use-manual-lettering.ts";
import { useUndo } from "./use-undo.tsx";
import { useUserActionMutations } from "./user-actions.queries.ts";
import { BULK_TEXTS, TEXTS } from "./user-actions.texts.ts";

interface Reactions {
  onDecided: (action: UserAction) => void;
  onReverted: (actionIds: readonly number[]) => void;
}

export type WorkbenchDecisions = ReturnType<typeof useWorkbenchDecisions>;

/** Deciding and undoing from the workbench: calls, messages, and what was decided since the page is open, to take it back in order. */
export function useWorkbenchDecisions({ onDecided, onReverted }: Reactions) {
  const mutations = useUserActionMutations();
  const [explaining, setExplaining] = useState<UserAction>();
  const { move, reconcile, revert, revertLine, undoGroup } = mutations;
  const isPending = [move, reconcile, revert, revertLine, undoGroup].some((one) => one.isPending);
  // Two keys in one frame are one decision: the state of a mutation shows with the next render.
  const isBusy = useRef(false);
  const begin = (): boolean => {
    if (isBusy.current) return false;
    isBusy.current = true;
    return true;
  };
  const end = () => {
    isBusy.current = false;
  };

  const { last, decided, takeBack } = useUndo({
    mutations,
    begin,
    end,
    onReverted: (ids) => {
      // Nothing is left to explain.
      for (const id of ids) dropDraft(rejectionDraft(id));
      setExplaining((action) => (action && ids.includes(action.id) ? undefined : action));
      onReverted(ids);
    },
  });

  const { asked, letter, letterAnyway } = useManualLettering({
    reconcile,
    begin,
    end,
    onLettered: (action) => {
      decided({ actionId: action.id }, TEXTS.resolved, "lettered");
      onDecided(action);
    },
  });
  return {
    /** Whose rejection is being explained (LET-53). */
    explaining,
    stopExplaining: () => setExplaining(undefined),
    isPending,
    pendingId: move.isPending
      ? move.variables.id
      : reconcile.isPending
        ? reconcile.variables.user_action_id
        : undefined,
    reconcileError: reconcile.error,
    asked,
    revertError: revert.error ?? revertLine.error ?? undoGroup.error,
    // A call that runs keeps its end: until then nothing else is decided.
    forgetReconcileError: () => forget(reconcile),
    forgetRevertError: () => {
      for (const one of [revert, revertLine, undoGroup]) forget(one);
    },
    setStatus: (action: UserAction, status: "DONE" | "REJECTED") => {
      if (!begin()) return;
      const giveFocusBack = rememberFocus();
      move.mutate(
        { id: action.id, status },
        {
          onSuccess: () => {
            if (status === "DONE") decided({ actionId: action.id }, TEXTS.resolved, "closed");
            else decided({ actionId: action.id }, TEXTS.rejected, "rejected", () => setExplaining(action));
            onDecided(action);
          },
          onError: (error) =>
            notifyError(
              describeError(error, status === "DONE" ? TEXTS.resolveFailed : TEXTS.rejectFailed).message,
            ),
          onSettled: () => {
            end();
            // The button was busy meanwhile, and is another one once the action is closed.
            giveFocusBack();
          },
        },
      );
    },
    reconcile: letter,
    reconcileAnyway: letterAnyway,
    /** Its bank line was split into parts by a dialog of its own. */
    split: (action: UserAction) => {
      decided({ actionId: action.id }, TEXTS.resolved, "assigned");
      onDecided(action);
    },
    /** After its question, which shows a failure. */
    revert: (actionId: number) => takeBack({ actionId }, { isShown: true }),
    revertEntry: (entry: HistoryEntry, onSuccess: () => void) => {
      const [actionId] = entry.user_action_ids;
      const [transactionId] = entry.transaction_ids;
      if (entry.group_key !== null) takeBack({ groupId: entry.group_key }, { onSuccess, isShown: true });
      else if (actionId !== undefined) takeBack({ actionId }, { onSuccess, isShown: true });
      else if (transactionId !== undefined) takeBack({ transactionId }, { onSuccess, isShown: true });
    },
    canUndo: last !== undefined,
    undoLast: () => {
      if (last) takeBack(last);
    },
    confirmAccepted: (groupId: string, count: number) =>
      decided({ groupId }, BULK_TEXTS.accepted(count), "group"),
    notify: (message: string) => notifySuccess(message),
  };
}

function forget({ isPending, reset }: Pick<Action<unknown, never>, "isPending" | "reset">): void {
  if (!isPending) reset();
}
