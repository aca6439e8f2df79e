import { type ChoosableInvoice, isClosed, type UserAction } from "@bobine/contract/user-actions";
import { dropDraft, hasDraft, useUnfinishedWork } from "@bobine/shared-auth";
import { useEffect, useRef, useState } from "react";
import { isForeign } from "./invoice-choice.ts";
import { partsDraft } from "../../bank-parts/parts.draft.ts";
import { useDecides } from "../../decider.tsx";
import type { Undoes } from "../../revert-lettering.tsx";
import { useLatest } from "../../use-latest.ts";
import { selectionDraft, workbenchDraft } from "./invoice-selection.draft.ts";
import { nextOpen } from "./queue-view.ts";
import type { CurrentAction } from "./use-current-action.ts";
import { useWorkbenchDecisions } from "./use-workbench-decisions.tsx";
import type { RowCommand } from "./user-action-table.tsx";
import { TEXTS } from "./user-actions.texts.ts";
import { useWorkbenchKeys } from "./workbench-keys.ts";

export type Workbench = ReturnType<typeof useWorkbench>;

/** What one does on the workbench, with the mouse or from the keyboard, and which dialog is open (LET-16). */
export function useWorkbench(listed: readonly UserAction[] | undefined, current: CurrentAction) {
  const [selecting, setSelecting] = useState<{
    action: UserAction;
    chosen: ChoosableInvoice[] | undefined;
  }>();
  /** `undoes`: what the button that was pressed says. */
  const [reverting, setReverting] = useState<{ action: UserAction; undoes?: Undoes }>();
  const [opened, setOpened] = useState<"help" | "history" | "bulk">();
  // Of the address, which is another page's by the time that an answer comes.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const decisions = useWorkbenchDecisions({
    // The answer may come when another action shows, of another page of the queue: who went on is not thrown back.
    onDecided: useLatest((action: UserAction) => {
      dropDraft(workbenchDraft(action));
      dropDraft(selectionDraft(action));
      setSelecting((open) => (open?.action.id === action.id ? undefined : open));
      if (isHere.current && action.id === current.id) current.goTo(nextOpen(listed ?? [], action.id));
    }),
    onReverted: useLatest((ids: readonly number[]) => {
      setReverting(undefined);
      current.goTo(ids[0]);
    }),
  });
  useUnfinishedWork(decisions.isPending ? "reconciliation" : undefined, TEXTS.title);

  const decides = useDecides();
  const [looked, setLooked] = useState(false);
  if (decides && listed && !looked) {
    // Once: a choice that a reload interrupted goes on where it was, and so do the parts of a line (FED-6).
    setLooked(true);
    const interrupted = listed.find((action) => awaitsInvoices(action) && hasDraft(selectionDraft(action)));
    if (interrupted) setSelecting({ action: interrupted, chosen: undefined });
    else if (current.chosenId === undefined) {
      // Its panel opens them again.
      const split = listed.find(isSplitInterrupted);
      if (split) current.goTo(split.id);
    }
  }

  // LET-4: an action that awaits a selection opens the dialog, any other is done directly.
  const resolve = (action: UserAction) => {
    current.goTo(action.id);
    if (awaitsInvoices(action)) setSelecting({ action, chosen: undefined });
    else decisions.setStatus(action, "DONE");
  };
  const undo = () => {
    if (decisions.canUndo) decisions.undoLast();
    else if (decides && current.action && isClosed(current.action.status))
      setReverting({ action: current.action });
    else setOpened("history");
  };
  useWorkbenchKeys((command) => {
    if (command === "next") current.walk(1);
    else if (command === "previous") current.walk(-1);
    // Beside the queue, and once it is open, its panel hears this one.
    else if (command === "accept") current.open();
    else if (command === "reject") {
      if (decides && current.action && !isClosed(current.action.status))
        decisions.setStatus(current.action, "REJECTED");
    } else if (command === "undo") undo();
    else if (command === "history" || command === "help") setOpened(command);
    else if (command === "leave" && current.preview) current.setPreview(undefined);
  });

  return {
    decisions,
    selecting,
    setSelecting,
    reverting,
    setReverting,
    opened,
    setOpened,
    /** Many at once. */
    onAccepted: (groupId: string, count: number) => {
      decisions.confirmAccepted(groupId, count);
      current.beginAgain();
    },
    onCommand: (command: RowCommand, action: UserAction) => {
      if (command === "show") current.show(action.id);
      else if (command === "resolve") resolve(action);
      else if (command === "reject") decisions.setStatus(action, "REJECTED");
      else setReverting({ action });
    },
  };
}

const isSplitInterrupted = ({ status, transaction_id }: UserAction): boolean =>
  !isClosed(status) && transaction_id !== null && hasDraft(partsDraft(transaction_id));

const awaitsInvoices = (action: UserAction): boolean =>
  action.status === "AWAITING_INVOICE_SELECTION" && !isForeign(action);
