import { describeError, dropDraft } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { useMemo } from "react";
import { useReminderStop } from "./reminder-stop.queries.ts";
import { STOP_TEXTS } from "./reminder-stop.texts.ts";
import { stopDraft } from "./stop.draft.ts";
import { StopDialog } from "./stop.dialog.tsx";

const NONE = {};

/** The dialog that stops the reminders of an invoice, and the call that does it (MAIL-7). */
export function StopReminders({ id, number, close }: { id: number; number: string; close: () => void }) {
  const { stop } = useReminderStop(id);
  const refused = useMemo(
    () => (stop.error ? describeError(stop.error, STOP_TEXTS.failed) : undefined),
    [stop.error],
  );
  return (
    <StopDialog
      id={id}
      number={number}
      pending={stop.isPending}
      error={refused?.message}
      fieldErrors={refused?.fieldErrors ?? NONE}
      onConfirm={(body) =>
        stop.mutate(body, {
          onSuccess: ({ is_leaving }) => {
            dropDraft(stopDraft(id));
            close();
            notifySuccess(is_leaving ? STOP_TEXTS.leaving : STOP_TEXTS.stopped);
          },
        })
      }
      close={close}
    />
  );
}
