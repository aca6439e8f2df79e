import type { CreditUse } from "@bobine/contract/client-credits";
import { nameOfUse } from "@bobine/contract/credit-labels";
import { describeError } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { useUndoCreditUse } from "./credits.queries.ts";
import { TEXTS } from "./credits.texts.ts";

/** Takes a use of a credit back, after its question. */
export function UndoUse({ use, close }: { use: CreditUse; close: () => void }) {
  const undo = useUndoCreditUse();
  return (
    <ConfirmDialog
      opened
      title={TEXTS.undoTitle}
      confirmLabel="Confirmer"
      cancelLabel="Retour"
      danger
      pending={undo.isPending}
      error={undo.error ? describeError(undo.error, TEXTS.undoFailed).message : undefined}
      onConfirm={() =>
        undo.mutate(use.id, {
          onSuccess: () => {
            notifySuccess(TEXTS.undone);
            close();
          },
        })
      }
      close={close}
    >
      <Text>{TEXTS.undoQuestion(nameOfUse(use))}</Text>
    </ConfirmDialog>
  );
}
