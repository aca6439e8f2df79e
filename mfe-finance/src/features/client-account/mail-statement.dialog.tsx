import { describeError } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import type { DateRange } from "@bobine/shared-ui/dates";
import { MailDialog } from "../../mail-preview/mail.dialog.tsx";
import { useMailStatement, useStatementMailPreview } from "./client-account.queries.ts";
import { TEXTS } from "./client-account.texts.ts";

interface MailStatementDialogProps {
  account: string;
  name: string;
  range: DateRange;
  close: () => void;
}

/** The statement of the period that shows, as its readers will get it, then its sending (MAIL-9, MAIL-11). */
export function MailStatementDialog({ account, name, range, close }: MailStatementDialogProps) {
  const asked = { account, ...range };
  const preview = useStatementMailPreview(asked);
  const send = useMailStatement();
  const messageOf = (error: Error, fallback: string): string => {
    const { fieldErrors, message } = describeError(error, fallback);
    return fieldErrors["from"] ?? fieldErrors["to"] ?? message;
  };
  const error = send.error
    ? messageOf(send.error, TEXTS.mailFailed)
    : preview.error
      ? messageOf(preview.error, TEXTS.mailPreviewFailed)
      : undefined;
  return (
    <MailDialog
      title={TEXTS.mailTitle(name)}
      preview={preview.data}
      sendLabel={TEXTS.mailSend}
      pending={send.isPending}
      error={error}
      onSend={() =>
        send.mutate(asked, {
          onSuccess: () => {
            close();
            notifySuccess(TEXTS.mailSent);
          },
        })
      }
      close={close}
    />
  );
}
