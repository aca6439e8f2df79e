import type { ChoosableInvoice, HistoryEntry, UserAction } from "@bobine/contract/user-actions";
import { describeError } from "@bobine/shared-auth";
import {
  dismissLasting,
  notifyAnswerable,
  notifyError,
  notifySuccess,
  rememberFocus,
} from "@bobine/shared-ui";
import { useEffect, useRef, useState } from "react";
import { UndoToast } from "./undo-toast.tsx";
import { useUserActionMutations } from "./user-actions.queries.ts";
import { BULK_TEXTS, TEXTS } from "./user-actions.texts.ts";

const TOAST = "workbench-decision";

/** What `U` takes back. */
type Undoable = { readonly actionId: number } | { readonly groupId: string };

interface Reactions {
  onDecided: (action: UserAction) => void;
  onReverted: (actionIds: readonly number[]) => void;
}

export type WorkbenchDecisions = ReturnType<typeof useWorkbenchDecisions>;

/** Deciding and undoing from the workbench: calls, messages, and what was decided since the page is open, to take it back in order. */
export function useWorkbenchDecisions({ onDecided, onReverted }: Reactions) {
  const { move, reconcile, revert, undoGroup } = useUserActionMutations();
  const [past, setPast] = useState<readonly Undoable[]>([]);
  const isPending = move.isPending || reconcile.isPending || revert.isPending || undoGroup.isPending;
  // What it offers to undo is undone from this page; the history does it from elsewhere.
  useEffect(() => () => dismissLasting(TOAST), []);
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

  const without = (one: Undoable) => (all: readonly Undoable[]) =>
    all.filter((other) => JSON.stringify(other) !== JSON.stringify(one));
  const decided = (one: Undoable, message: string) => {
    setPast((all) => [...without(one)(all), one]);
    notifyAnswerable(TOAST, <UndoToast message={message} onUndo={() => takeBack(one)} />);
  };

  /** @param answered what to do afterwards; a failure that no dialog shows is told in a toast */
  const takeBack = (one: Undoable, answered?: { onSuccess?: () => void; isShown: boolean }) => {
    if (!begin()) return;
    const succeed = (message: string, actionIds: readonly number[]) => {
      setPast(without(one));
      notifyAnswerable(TOAST, message);
      onReverted(actionIds);
      answered?.onSuccess?.();
    };
    const fail = (error: Error) => {
      if (answered?.isShown) return;
      revert.reset();
      undoGroup.reset();
      notifyError(describeError(error, TEXTS.revertFailed).message);
    };
    if ("groupId" in one) {
      undoGroup.mutate(one.groupId, {
        onSuccess: ({ reverted, lines }) =>
          succeed(
            BULK_TEXTS.reverted(reverted),
            lines.filter(({ outcome }) => outcome === "reverted").map((line) => line.user_action_id),
          ),
        onError: fail,
        onSettled: end,
      });
    } else {
      revert.mutate(one.actionId, {
        onSuccess: () => succeed(TEXTS.reverted, [one.actionId]),
        onError: fail,
        onSettled: end,
      });
    }
  };
  const last = past.at(-1);

  return {
    isPending,
    pendingId: move.isPending
      ? move.variables.id
      : reconcile.isPending
        ? reconcile.variables.user_action_id
        : undefined,
    reconcileError: reconcile.error,
    revertError: revert.error ?? undoGroup.error,
    forgetErrors: () => {
      reconcile.reset();
      revert.reset();
      undoGroup.reset();
    },
    setStatus: (action: UserAction, status: "DONE" | "REJECTED") => {
      if (!begin()) return;
      const giveFocusBack = rememberFocus();
      move.mutate(
        { id: action.id, status },
        {
          onSuccess: () => {
            decided({ actionId: action.id }, status === "DONE" ? TEXTS.resolved : TEXTS.rejected);
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
    reconcile: (action: UserAction, invoices: readonly ChoosableInvoice[]) => {
      if (!begin()) return;
      reconcile.mutate(
        { user_action_id: action.id, invoice_ids: invoices.map(({ id }) => id) },
        {
          onSuccess: () => {
            decided({ actionId: action.id }, TEXTS.resolved);
            onDecided(action);
          },
          onSettled: end,
        },
      );
    },
    /** Its bank line was split into parts by a dialog of its own. */
    split: (action: UserAction) => {
      decided({ actionId: action.id }, TEXTS.resolved);
      onDecided(action);
    },
    /** After its question, which shows a failure. */
    revert: (actionId: number) => takeBack({ actionId }, { isShown: true }),
    revertEntry: (entry: HistoryEntry, onSuccess: () => void) => {
      const [actionId] = entry.user_action_ids;
      if (entry.group_key !== null) takeBack({ groupId: entry.group_key }, { onSuccess, isShown: true });
      else if (actionId !== undefined) takeBack({ actionId }, { onSuccess, isShown: true });
    },
    canUndo: last !== undefined,
    undoLast: () => {
      if (last) takeBack(last);
    },
    confirmAccepted: (groupId: string, count: number) => decided({ groupId }, BULK_TEXTS.accepted(count)),
    notify: (message: string) => notifySuccess(message),
  };
}
