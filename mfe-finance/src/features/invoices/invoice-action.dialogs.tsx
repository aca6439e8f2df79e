import { useDraft } from "@bobine/shared-auth";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { commentDraft } from "./invoice-action.drafts.ts";
import { ACTION_TEXTS } from "./invoices.texts.ts";

const COMMENT_MAX = 1000;

interface ActionDialogProps {
  number: string;
  pending: boolean;
  error: string | undefined;
  close: () => void;
}

/** « Passer en défaut » asks why; « Rouvrir » lets one say it. */
export function DefaultDialog({
  id,
  number,
  isReopening,
  pending,
  error,
  onConfirm,
  close,
}: ActionDialogProps & { id: number; isReopening: boolean; onConfirm: (comment: string) => void }) {
  const title = isReopening ? ACTION_TEXTS.reopenTitle(number) : ACTION_TEXTS.defaultTitle(number);
  const draft = useDraft(commentDraft(id), "", title);
  const [isTried, setIsTried] = useState(false);
  const comment = draft.value.trim();
  const wrong = isTried && !isReopening && comment === "" ? ACTION_TEXTS.noteRequired : undefined;
  const confirm = () => {
    setIsTried(true);
    if (!isReopening && comment === "") return false;
    onConfirm(comment);
    return true;
  };
  return (
    <FormDialog
      title={title}
      submitLabel={isReopening ? ACTION_TEXTS.reopen : ACTION_TEXTS.default}
      size="md"
      pending={pending}
      draft={draft}
      errors={wrong ? { comment: wrong } : {}}
      failure={error}
      onSubmit={confirm}
      close={close}
    >
      <Text size="sm">{isReopening ? ACTION_TEXTS.reopenHint : ACTION_TEXTS.defaultHint}</Text>
      <Textarea
        label={isReopening ? `${ACTION_TEXTS.defaultNote} (facultatif)` : ACTION_TEXTS.defaultNote}
        {...(isReopening ? {} : { description: ACTION_TEXTS.defaultNoteHint })}
        required={!isReopening}
        maxLength={COMMENT_MAX}
        rows={3}
        readOnly={pending}
        value={draft.value}
        onChange={(event) => {
          const { value } = event.currentTarget;
          draft.set(() => value);
        }}
        error={wrong}
        data-autofocus
      />
      <Complaint text={error} />
    </FormDialog>
  );
}

/** Why an action failed, read out as it comes. */
export function Complaint({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Text role="alert" c="var(--mantine-color-error)" size="sm">
      {text}
    </Text>
  );
}
