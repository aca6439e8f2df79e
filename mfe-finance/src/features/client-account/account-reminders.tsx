import type { AccountReminder, AccountStop, MailedStatement } from "@bobine/contract/client-accounts";
import { EmptyState, formatDateTime, Money, StatusBadge, Surface } from "@bobine/shared-ui";
import { Anchor, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { MAIL_STATE } from "../../mail-state.texts.ts";
import { paths } from "../../paths.ts";
import { stopDetail, stopTitle } from "../../reminder-stop/reminder-stop.texts.ts";
import classes from "./client-account.module.css";
import { TEXTS } from "./client-account.texts.ts";

interface AccountRemindersProps {
  reminders: readonly AccountReminder[];
  stops: readonly AccountStop[];
  statements: readonly MailedStatement[];
}

/** What keeps the client from being reminded, what was asked of it, and what was sent, newest first. */
export function AccountReminders({ reminders, stops, statements }: AccountRemindersProps) {
  if (reminders.length + stops.length + statements.length === 0)
    return (
      <Surface>
        <EmptyState text={TEXTS.noReminders} hint={TEXTS.noRemindersHint} />
      </Surface>
    );
  return (
    <Stack gap="lg">
      <Part name={TEXTS.stops}>
        {stops.map((stop) => (
          <li key={stop.invoice.id}>
            <Surface>
              <div className={classes["reminder"]}>
                <Text fw={600}>
                  <Anchor component={Link} to={paths.invoice(stop.invoice.id)} inherit>
                    {stop.invoice.invoice_number}
                  </Anchor>{" "}
                  · {stopTitle(stop)}
                </Text>
                <Money amount={stop.invoice.outstanding} />
              </div>
              {stop.comment ? <Text size="sm">{stop.comment}</Text> : null}
              <Text size="sm" c="dimmed">
                {stopDetail(stop)}
              </Text>
            </Surface>
          </li>
        ))}
      </Part>
      <Part name={TEXTS.reminderList}>
        {reminders.map((reminder) => (
          <li key={reminder.id}>
            <Reminder reminder={reminder} />
          </li>
        ))}
      </Part>
      <Part name={TEXTS.statements}>
        {statements.map((statement) => (
          <li key={statement.id}>
            <Surface>
              <div className={classes["reminder"]}>
                <div>
                  <Text fw={600}>
                    {TEXTS.statementName(statement.from, statement.to)} ·{" "}
                    {formatDateTime(statement.sent_at ?? statement.created_at)}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {statement.recipients.join(", ")}
                  </Text>
                </div>
                <StatusBadge color={MAIL_STATE[statement.state].color}>
                  {MAIL_STATE[statement.state].label}
                </StatusBadge>
              </div>
            </Surface>
          </li>
        ))}
      </Part>
    </Stack>
  );
}

/** A list under its name; nothing without rows. */
function Part({ name, children }: { name: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={name}>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      <ul className={classes["reminders"]}>{children}</ul>
    </section>
  );
}

function Reminder({ reminder }: { reminder: AccountReminder }) {
  return (
    <Surface>
      <div className={classes["reminder"]}>
        <div>
          <Text fw={600}>
            {TEXTS.reminderName(reminder.level)} · {formatDateTime(reminder.sent_at ?? reminder.created_at)}
          </Text>
          <Text size="sm" c="dimmed">
            {reminder.subject}
          </Text>
        </div>
        <StatusBadge color={MAIL_STATE[reminder.state].color}>{MAIL_STATE[reminder.state].label}</StatusBadge>
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
  );
}
