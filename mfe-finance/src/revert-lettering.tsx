import { revertTransaction } from "@bobine/contract/lettering";
import { callApi, describeError, invalidateAfter, useUnfinishedWork, useAction } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess, rememberFocus } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDecides } from "./decider.tsx";
import { REVERT_TEXTS as TEXTS, type UNDO_QUESTIONS, UNDO_TEXTS, undoQuestionOf } from "./lettering.texts.ts";

/** What was decided of a bank line. */
export type Undoes = "lettered" | keyof typeof UNDO_QUESTIONS;

/**
 * Undoes what was decided of a bank line, whoever decided it, after its question (LET-4), under its name.
 * @param label names the line for screen readers: a list has a button of this kind on each row
 */
export function RevertLettering({
  transactionId,
  undoes = "lettered",
  label,
}: {
  transactionId: number;
  undoes?: Undoes;
  label: string;
}) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const revert = useAction({
    mutationFn: () => callApi(revertTransaction, { params: { id: transactionId } }),
    onSettled: () => void invalidateAfter(client, revertTransaction),
  });
  useUnfinishedWork(revert.isPending ? "reconciliation" : undefined, TEXTS.revertTitle);
  const stopAsking = () => {
    revert.reset();
    setAsking(false);
  };
  if (!useDecides()) return null;
  const name = UNDO_TEXTS[undoes];
  const question = undoQuestionOf(undoes);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={`${name} de ${label}`}
        onClick={() => setAsking(true)}
      >
        {name}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={question.title}
        confirmLabel="Confirmer"
        cancelLabel="Retour"
        danger
        pending={revert.isPending}
        error={revert.error ? describeError(revert.error, TEXTS.revertFailed).message : undefined}
        close={stopAsking}
        onConfirm={() => {
          const giveFocusBack = rememberFocus();
          revert.mutate(undefined, {
            onSuccess: () => {
              notifySuccess(TEXTS.reverted);
              stopAsking();
              giveFocusBack();
            },
          });
        }}
      >
        <Text>{question.text}</Text>
      </ConfirmDialog>
    </>
  );
}
