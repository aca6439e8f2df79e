import { ConfirmDialog, Dialog } from "@bobine/shared-ui";
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { ACTION_TEXTS } from "./invoices.texts.ts";

const COMMENT_MAX = 1000;

interface ActionDialogProps {
  number: string;
  pending: boolean;
  error: string | undefined;
  close: () => void;
}

/** « Passer en défaut » asks why; « Réouvrir » lets one say it. */
export function DefaultDialog({
  number,
  isReopening,
  pending,
  error,
  onConfirm,
  close,
}: ActionDialogProps & { isReopening: boolean; onConfirm: (comment: string) => void }) {
  const [comment, setComment] = useState("");
  const [isTried, setIsTried] = useState(false);
  const missing = !isReopening && comment.trim() === "";
  const confirm = () => {
    setIsTried(true);
    if (!missing) onConfirm(comment.trim());
  };
  return (
    <Dialog
      opened
      onClose={pending ? () => undefined : close}
      title={isReopening ? ACTION_TEXTS.reopenTitle(number) : ACTION_TEXTS.defaultTitle(number)}
    >
      <Stack gap="md">
        <Text size="sm">{isReopening ? ACTION_TEXTS.reopenHint : ACTION_TEXTS.defaultHint}</Text>
        <Textarea
          label={isReopening ? `${ACTION_TEXTS.defaultNote} (facultatif)` : ACTION_TEXTS.defaultNote}
          {...(isReopening ? {} : { description: ACTION_TEXTS.defaultNoteHint })}
          maxLength={COMMENT_MAX}
          rows={3}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={isTried && missing ? ACTION_TEXTS.noteRequired : undefined}
          data-autofocus
        />
        {error ? (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {error}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={pending}>
            Annuler
          </Button>
          <Button {...(isReopening ? {} : { color: "red.8" })} onClick={confirm} loading={pending}>
            {isReopening ? ACTION_TEXTS.reopen : ACTION_TEXTS.default}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function SendDialog({
  number,
  pending,
  error,
  onConfirm,
  close,
}: ActionDialogProps & { onConfirm: () => void }) {
  return (
    <ConfirmDialog
      opened
      title={ACTION_TEXTS.sendTitle(number)}
      confirmLabel="Envoyer"
      pending={pending}
      error={error}
      onConfirm={onConfirm}
      close={close}
    >
      <Text size="sm">{ACTION_TEXTS.sendHint}</Text>
    </ConfirmDialog>
  );
}
