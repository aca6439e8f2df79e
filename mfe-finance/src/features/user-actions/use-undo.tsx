import { describeError } from "@bobine/shared-auth";
import { dismissLasting, notifyAnswerable, notifyError } from "@bobine/shared-ui";
import { useEffect, useRef, useState } from "react";
import { UndoToast } from "./undo-toast.tsx";
import type { useUserActionMutations } from "./user-actions.queries.ts";
import { BULK_TEXTS, TEXTS, type UndoName } from "./user-actions.texts.ts";

const TOAST = "workbench-decision";

/** What `U` takes back. */
type Undoable =
  | { readonly actionId: number }
  | { readonly groupId: string }
  /** A bank line that nobody was asked about. */
  | { readonly transactionId: number };

interface UndoProps {
  mutations: Pick<ReturnType<typeof useUserActionMutations>, "revert" | "revertLine" | "undoGroup">;
  /** False while another decision is under way. */
  begin: () => boolean;
  end: () => void;
  onReverted: (actionIds: readonly number[]) => void;
}

/** What was decided since the page is open, each with a toast that takes it back. */
export function useUndo({ mutations: { revert, revertLine, undoGroup }, begin, end, onReverted }: UndoProps) {
  const [past, setPast] = useState<readonly Undoable[]>([]);
  // What it offers to undo is undone from this page; the history does it from elsewhere.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      dismissLasting(TOAST);
    };
  }, []);

  const without = (one: Undoable) => (all: readonly Undoable[]) =>
    all.filter((other) => JSON.stringify(other) !== JSON.stringify(one));
  const decided = (one: Undoable, message: string, name: UndoName, onExplain?: () => void) => {
    if (!isHere.current) return;
    setPast((all) => [...without(one)(all), one]);
    notifyAnswerable(
      TOAST,
      <UndoToast message={message} name={name} onUndo={() => takeBack(one)} onExplain={onExplain} />,
    );
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
      revertLine.reset();
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
    } else if ("transactionId" in one) {
      revertLine.mutate(one.transactionId, {
        onSuccess: () => succeed(TEXTS.reverted, []),
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
  return { last: past.at(-1), decided, takeBack };
}
