import type { PlannedReminder } from "@bobine/contract/reminders";
import { describeError } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { MailDialog } from "../../mail-preview/mail.dialog.tsx";
import { useReminderPreview, useSendReminder } from "./reminders.queries.ts";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";
import { TEXTS } from "./reminders.texts.ts";

/** A reminder as it would leave, and « Envoyer maintenant » (MAIL-8, MAIL-9). */
export function ReminderPreviewDialog({ reminder, close }: { reminder: PlannedReminder; close: () => void }) {
  const preview = useReminderPreview(reminder);
  const send = useSendReminder();
  const error = send.error
    ? describeError(send.error, TEXTS.sendFailed).message
    : preview.error
      ? describeError(preview.error, TEXTS.previewFailed).message
      : undefined;
  return (
    <MailDialog
      title={`${LEVEL_NAMES[reminder.level]} – ${reminder.client_name}`}
      preview={preview.data}
      sendLabel={TEXTS.send}
      pending={send.isPending}
      error={error}
      onSend={() =>
        send.mutate(reminder, {
          onSuccess: () => {
            close();
            notifySuccess(TEXTS.sent);
          },
        })
      }
      close={close}
    />
  );
}
