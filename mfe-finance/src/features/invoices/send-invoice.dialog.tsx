import { describeError } from "@bobine/shared-auth";
import { Text } from "@mantine/core";
import { MailDialog } from "../../mail-preview/mail.dialog.tsx";
import { useInvoiceActions, useSendingPreview } from "./invoices.queries.ts";
import { ACTION_TEXTS } from "./invoices.texts.ts";

interface SendDialogProps {
  id: number;
  number: string;
  done: (message: string) => void;
  close: () => void;
}

/** « Envoyer par e-mail »: the mail and who gets it, then the sending. What refuses the one refuses the other. */
export function SendDialog({ id, number, done, close }: SendDialogProps) {
  const preview = useSendingPreview(id);
  const { send } = useInvoiceActions(id);
  // Once it is sent, the preview says that it was sent already.
  const error = send.error
    ? describeError(send.error, ACTION_TEXTS.sendFailed).message
    : preview.error && !send.isPending && !send.isSuccess
      ? describeError(preview.error, ACTION_TEXTS.previewFailed).message
      : undefined;
  return (
    <MailDialog
      title={ACTION_TEXTS.sendTitle(number)}
      preview={preview.data}
      sendLabel={ACTION_TEXTS.sendNow}
      pending={send.isPending}
      error={error}
      onSend={() => send.mutate(undefined, { onSuccess: () => done(ACTION_TEXTS.sent) })}
      close={close}
    >
      {preview.data ? <Text size="sm">{ACTION_TEXTS.sendHint}</Text> : null}
    </MailDialog>
  );
}
