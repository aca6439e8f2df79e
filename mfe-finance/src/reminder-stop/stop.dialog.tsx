import { addDays, isCivilDate } from "@bobine/contract/civil-date";
import {
  LONGEST_PROMISE_DAYS,
  type NewReminderStop,
  STOP_COMMENT_MAX,
  STOP_REASONS,
} from "@bobine/contract/reminders";
import { useDraft } from "@bobine/shared-auth";
import { OneChoice } from "@bobine/shared-features/choices";
import { DayField, useToday } from "@bobine/shared-ui/dates";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { STOP_TEXTS } from "./reminder-stop.texts.ts";
import { NEW_STOP, stopDraft, type StopForm } from "./stop.draft.ts";

interface StopDialogProps {
  /** Of the invoice. */
  id: number;
  number: string;
  pending: boolean;
  error: string | undefined;
  fieldErrors: Readonly<Record<string, string>>;
  onConfirm: (stop: NewReminderStop) => void;
  close: () => void;
}

/** Asks why an invoice is not to be reminded, and until when (MAIL-7). */
export function StopDialog({ id, number, pending, error, fieldErrors, onConfirm, close }: StopDialogProps) {
  const draft = useDraft(stopDraft(id), NEW_STOP, STOP_TEXTS.title(number));
  const { comment } = draft.value;
  const reason = STOP_REASONS.find((one) => one === draft.value.reason);
  const day = isCivilDate(draft.value.day) ? draft.value.day : undefined;
  const change = (part: Partial<StopForm>) => draft.set((form) => ({ ...form, ...part }));
  const [isTried, setIsTried] = useState(false);
  const today = useToday();
  const wrong: Record<string, string> = {};
  if (isTried && reason === undefined) wrong["reason"] = STOP_TEXTS.reasonRequired;
  if (isTried && reason === "promise" && day === undefined) wrong["promised_on"] = STOP_TEXTS.dayRequired;
  const errors = { ...fieldErrors, ...wrong };
  const confirm = (): boolean => {
    setIsTried(true);
    if (reason === undefined || (reason === "promise" && day === undefined)) return false;
    onConfirm({
      reason,
      ...(reason === "promise" && day !== undefined ? { promised_on: day } : {}),
      ...(comment.trim() === "" ? {} : { comment: comment.trim() }),
    });
    return true;
  };
  return (
    <FormDialog
      title={STOP_TEXTS.title(number)}
      submitLabel={STOP_TEXTS.open}
      size="md"
      pending={pending}
      draft={draft}
      errors={errors}
      failure={error}
      onSubmit={confirm}
      close={close}
    >
      <Text size="sm">{STOP_TEXTS.hint}</Text>
      <OneChoice
        label={STOP_TEXTS.reason}
        choices={STOP_REASONS.map((one) => ({ value: one, label: STOP_TEXTS.reasons[one] }))}
        value={reason}
        onChange={(chosen) => change({ reason: chosen })}
        error={errors["reason"]}
        required
      />
      {reason === "promise" ? (
        <DayField
          label={STOP_TEXTS.promisedOn}
          day={day}
          onDay={(chosen) => change({ day: chosen ?? "" })}
          min={today}
          max={addDays(today, LONGEST_PROMISE_DAYS)}
          error={errors["promised_on"]}
          required
          readOnly={pending}
        />
      ) : null}
      <Textarea
        label={STOP_TEXTS.comment}
        maxLength={STOP_COMMENT_MAX}
        rows={3}
        readOnly={pending}
        value={comment}
        onChange={(event) => change({ comment: event.currentTarget.value })}
      />
      {error ? (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {error}
        </Text>
      ) : null}
    </FormDialog>
  );
}
