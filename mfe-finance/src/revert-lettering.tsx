import { revertTransaction } from "@bobine/contract/lettering";
import { callApi, describeError, invalidateAfter, useUnfinishedWork, useAction } from "@bobine/shared-auth";
import { ConfirmDialog, notifySuccess, rememberFocus } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDecides } from "./decider.tsx";
import { REVERT_TEXTS as TEXTS } from "./lettering.texts.ts";

/**
 * Undoes what letters a bank line, whoever decided it, after its question (LET-4).
 * @param label names the line for screen readers: a list has a button of this kind on each row
 */
export function RevertLettering({
  transactionId,
  label,
  onAsking,
}: {
  transactionId: number;
  label: string;
  /** Told when the question opens and closes: Escape is the question's then. */
  onAsking?: (isAsking: boolean) => void;
}) {
  const [asking, setAskingState] = useState(false);
  const setAsking = (isAsking: boolean) => {
    setAskingState(isAsking);
    onAsking?.(isAsking);
  };
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
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${TEXTS.cancel} le rapprochement de ${label}`}
        onClick={() => setAsking(true)}
      >
        {TEXTS.cancel}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={TEXTS.revertTitle}
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
        <Text>{TEXTS.revertQuestion}</Text>
      </ConfirmDialog>
    </>
  );
}
