import type { PlannedReminder, ReminderPlan } from "@bobine/contract/reminders";
import { hasDraft } from "@bobine/shared-auth";
import { EmptyState, Notice, Surface } from "@bobine/shared-ui";
import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useDecides } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import { stopDraft } from "../../reminder-stop/stop.draft.ts";
import { StopReminders } from "../../reminder-stop/stop-reminders.tsx";
import { ReminderCard } from "./reminder-card.tsx";
import { ReminderPreviewDialog } from "./reminder-preview.dialog.tsx";
import classes from "./reminders.module.css";
import { TEXTS } from "./reminders.texts.ts";

/** What leaves on the next working morning, and why (MAIL-8). */
export function NextReminders({ plan }: { plan: ReminderPlan }) {
  const decides = useDecides();
  const [shown, setShown] = useState<PlannedReminder>();
  // What was being typed before a reload or an ended session opens again (FED-6).
  const [stopped, setStopped] = useState<{ id: number; invoice_number: string } | undefined>(() =>
    decides
      ? plan.mails.flatMap(({ invoices }) => invoices).find(({ id }) => hasDraft(stopDraft(id)))
      : undefined,
  );
  const { day, mail_count, mails } = plan;
  return (
    <Stack gap="md">
      {/* Below it, an empty list says itself that nothing leaves. */}
      {mails.length > 0 || !plan.is_automatic ? (
        <Notice tone={plan.is_automatic ? "info" : "warning"}>
          {plan.is_automatic ? TEXTS.leaves(day, mail_count) : TEXTS.paused(day, mail_count, decides)}
        </Notice>
      ) : null}
      {mails.length === 0 ? (
        <Surface>
          <EmptyState
            text={TEXTS.leaves(day, 0)}
            hint={TEXTS.noneHint}
            action={
              <Button mt="sm" variant="default" component={Link} to={paths.invoices()}>
                {TEXTS.seeInvoices}
              </Button>
            }
          />
        </Surface>
      ) : (
        <ul className={classes["cards"]}>
          {mails.map((reminder) => (
            <li key={`${reminder.level} ${reminder.invoices[0]?.id ?? 0}`}>
              <ReminderCard reminder={reminder} onPreview={() => setShown(reminder)} onStop={setStopped} />
            </li>
          ))}
        </ul>
      )}
      {mail_count > mails.length ? (
        <Text size="sm" c="dimmed">
          {TEXTS.more(mail_count - mails.length)}
        </Text>
      ) : null}
      {shown ? <ReminderPreviewDialog reminder={shown} close={() => setShown(undefined)} /> : null}
      {stopped ? (
        <StopReminders id={stopped.id} number={stopped.invoice_number} close={() => setStopped(undefined)} />
      ) : null}
    </Stack>
  );
}
