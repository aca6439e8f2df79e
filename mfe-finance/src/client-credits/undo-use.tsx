import type { CreditUse } from "@bobine/contract/client-credits";
import { nameOfUse } from "@bobine/contract/credit-labels";
import { describeError } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useDecides } from "../decider.tsx";
import { useUndoCreditUse } from "./credits.queries.ts";
import { TEXTS } from "./credits.texts.ts";

type UndoneUse = Pick<CreditUse, "id" | "kind" | "invoice_number">;

/** The button beside a use, for who decides. @param label names the credit for screen readers: a list has several */
export function UndoCreditUse({ use, label }: { use: UndoneUse; label: string }) {
  const [asking, setAsking] = useState(false);
  if (!useDecides()) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={TEXTS.undoPutOf(label)}
        onClick={() => setAsking(true)}
      >
        {TEXTS.undoPut}
      </Button>
      {asking ? <UndoUse use={use} close={() => setAsking(false)} /> : null}
    </>
  );
}

/** Takes a use of a credit back, after its question. */
export function UndoUse({ use, close }: { use: UndoneUse; close: () => void }) {
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
