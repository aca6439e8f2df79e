import type { ChoosableInvoice, HistoryEntry, UserAction } from "@bobine/contract/user-actions";
import { differenceErrorSchema } from "@bobine/contract/banking";
import { cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import { describeError, dropDraft, isApiError } from "@bobine/shared-auth";
import { notifyError, notifySuccess, rememberFocus } from "@bobine/shared-ui";
import { useRef, useState } from "react";
import { amountOf, outstandingOf } from "./invoice-choice.ts";
import { rejectionDraft } from "./rejection.draft.ts";
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

  const [lettered, setLettered] = useState<{ action: UserAction; invoices: readonly ChoosableInvoice[] }>();
  const letter = (
    action: UserAction,
    invoices: readonly ChoosableInvoice[],
    seen: { seen_outstanding?: Money },
  ) => {
    if (!begin()) return;
    setLettered({ action, invoices });
    reconcile.mutate(
      { user_action_id: action.id, invoice_ids: invoices.map(({ id }) => id), ...seen },
      {
        onSuccess: () => {
          decided({ actionId: action.id }, TEXTS.resolved, "lettered");
          onDecided(action);
        },
        onSettled: end,
      },
    );
  };

  /** What the invoices owe by now, when the server asks about the difference (LET-2). */
  const owed = isApiError(reconcile.error)
    ? differenceErrorSchema.safeParse(reconcile.error.body).data?.outstanding
    : undefined;
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
    /** The amounts that a refused reconciliation asks about. */
    asked: {
      amount: lettered ? amountOf(lettered.action) : cents(0),
      owed: owed === undefined ? undefined : centsFromWire(owed),
    },
    revertError: revert.error ?? revertLine.error ?? undoGroup.error,
    forgetErrors: () => {
      reconcile.reset();
      revert.reset();
      revertLine.reset();
      undoGroup.reset();
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
    /** LET-2: the server asks when the invoices owe something else than what showed. */
    reconcile: (action: UserAction, invoices: readonly ChoosableInvoice[]) =>
      letter(action, invoices, { seen_outstanding: centsToWire(outstandingOf(invoices)) }),
    /** The difference that the server asked about is agreed to; another one is asked about again. */
    reconcileAnyway: () => {
      reconcile.reset();
      if (lettered)
        letter(lettered.action, lettered.invoices, owed === undefined ? {} : { seen_outstanding: owed });
    },
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
