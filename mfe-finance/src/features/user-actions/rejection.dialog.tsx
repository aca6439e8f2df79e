import { REJECTION_REASON_MAX, type UserAction } from "@bobine/contract/user-actions";
import { describeError } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useExplainRejection } from "./user-actions.queries.ts";
import { REJECTION_TEXTS as TEXTS } from "./user-actions.texts.ts";

/** Asks why an action was rejected; whoever opens it later reads it (LET-53). */
export function RejectionDialog({
  action,
  said = "",
  close,
}: {
  action: Pick<UserAction, "id" | "transaction_description">;
  /** What was said already. */
  said?: string | undefined;
  close: () => void;
}) {
  const [reason, setReason] = useState(said);
  const [wrong, setWrong] = useState<string>();
  const explain = useExplainRejection();
  const failure = explain.error ? describeError(explain.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["rejection_reason"];
  const submit = (): boolean => {
    const given = reason.trim();
    if (given === "") {
      setWrong(TEXTS.missing);
      return false;
    }
    explain.mutate(
      { id: action.id, reason: given },
      {
        onSuccess: () => {
          notifySuccess(TEXTS.saved);
          close();
        },
      },
    );
    return true;
  };
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.save}
      pending={explain.isPending}
      draft={{ isDirty: reason !== said }}
      errors={error ? { rejection_reason: error } : {}}
      failure={explain.error}
      onSubmit={submit}
      close={close}
    >
      <Text size="sm">{action.transaction_description}</Text>
      <Textarea
        label={TEXTS.label}
        required
        rows={3}
        maxLength={REJECTION_REASON_MAX}
        data-autofocus
        readOnly={explain.isPending}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setWrong(undefined);
        }}
        error={error ? <span role="alert">{error}</span> : undefined}
      />
      {failure && !error ? <Notice tone="error">{failure.message}</Notice> : null}
    </FormDialog>
  );
}
