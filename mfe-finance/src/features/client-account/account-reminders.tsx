import type { AccountReminder } from "@bobine/contract/client-accounts";
import { EmptyState, formatDateTime, StatusBadge, Surface } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { MAIL_STATE } from "../../mail-state.texts.ts";
import { paths } from "../../paths.ts";
import classes from "./client-account.module.css";
import { TEXTS } from "./client-account.texts.ts";

/** What was asked of the client, newest first. */
export function AccountReminders({ reminders }: { reminders: readonly AccountReminder[] }) {
  if (reminders.length === 0)
    return (
      <Surface>
        <EmptyState text={TEXTS.noReminders} hint={TEXTS.noRemindersHint} />
      </Surface>
    );
  return (
    <ul className={classes["reminders"]}>
      {reminders.map((reminder) => (
        <li key={reminder.id}>
          <Surface>
            <div className={classes["reminder"]}>
              <div>
                <Text fw={600}>
                  {TEXTS.reminderName(reminder.level)} ·{" "}
                  {formatDateTime(reminder.sent_at ?? reminder.created_at)}
                </Text>
                <Text size="sm" c="dimmed">
                  {reminder.subject}
                </Text>
              </div>
              <StatusBadge color={MAIL_STATE[reminder.state].color}>
                {MAIL_STATE[reminder.state].label}
              </StatusBadge>
            </div>
            <Text size="sm" mt={6}>
              {reminder.invoices.map(({ id, invoice_number }, place) => (
                <span key={id}>
                  {place > 0 ? ", " : ""}
                  <Anchor component={Link} to={paths.invoice(id)} inherit>
                    {invoice_number}
                  </Anchor>
                </span>
              ))}
            </Text>
          </Surface>
        </li>
      ))}
    </ul>
  );
}
