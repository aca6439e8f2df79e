import { REJECTION_REASON_MAX, type UserAction } from "@bobine/contract/user-actions";
import { describeError, dropDraft, useDraft } from "@bobine/shared-auth";
import { Notice, notifySuccess } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { rejectionDraft } from "./rejection.draft.ts";
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
  const draft = useDraft(rejectionDraft(action.id), said, TEXTS.title);
  const [wrong, setWrong] = useState<string>();
  const explain = useExplainRejection();
  const failure = explain.error ? describeError(explain.error, TEXTS.failed) : undefined;
  const error = wrong ?? failure?.fieldErrors["rejection_reason"];
  const submit = (): boolean => {
    const given = draft.value.trim();
    if (given === "") {
      setWrong(TEXTS.missing);
      return false;
    }
    explain.mutate(
      { id: action.id, reason: given },
      {
        onSuccess: () => {
          dropDraft(rejectionDraft(action.id));
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
      draft={draft}
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
        value={draft.value}
        onChange={({ currentTarget: { value } }) => {
          draft.set(() => value);
          setWrong(undefined);
        }}
        error={error ? <span role="alert">{error}</span> : undefined}
      />
      {failure && !error ? <Notice tone="error">{failure.message}</Notice> : null}
    </FormDialog>
  );
}
