import type { PlannedReminder } from "@bobine/contract/reminders";
import { Money, StatusBadge, type StatusColor, Surface } from "@bobine/shared-ui";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDecides } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import classes from "./reminders.module.css";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";
import { TEXTS, whyReminded } from "./reminders.texts.ts";

export const LEVEL_COLORS: Readonly<Record<PlannedReminder["level"], StatusColor>> = {
  0: "blue",
  1: "yellow",
  2: "orange",
  3: "red",
};

interface ReminderCardProps {
  reminder: PlannedReminder;
  onPreview: () => void;
  onStop: (invoice: { id: number; invoice_number: string }) => void;
}

/** One mail of the next morning: to whom, of which invoices and why. */
export function ReminderCard({ reminder, onPreview, onStop }: ReminderCardProps) {
  const { level, client_name, recipients, invoices, credits, outstanding } = reminder;
  const decides = useDecides();
  const account = invoices[0]?.client_account ?? "";
  return (
    <Surface>
      <div className={classes["head"]}>
        <StatusBadge color={LEVEL_COLORS[level]}>{LEVEL_NAMES[level]}</StatusBadge>
        {account === "" ? (
          <Text fw={600}>{client_name}</Text>
        ) : (
          <Anchor component={Link} to={paths.clientAccount(account)} fw={600}>
            {client_name}
          </Anchor>
        )}
        <Text fw={600}>
          <Money amount={outstanding} />
        </Text>
      </div>
      <ul className={classes["lines"]}>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <span>
              <Anchor component={Link} to={paths.invoice(invoice.id)} inherit>
                {invoice.invoice_number}
              </Anchor>{" "}
              {invoice.cinema_name}
              <span className={classes["why"]}> · {whyReminded(invoice)}</span>
            </span>
            <Money amount={invoice.outstanding} />
            {decides ? (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={TEXTS.stopOf(invoice.invoice_number)}
                onClick={() => onStop(invoice)}
              >
                {TEXTS.stop}
              </Button>
            ) : null}
          </li>
        ))}
        {credits === "0.00" ? null : (
          <li>
            <span>{TEXTS.credits}</span>
            <Money amount={credits} />
          </li>
        )}
      </ul>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {TEXTS.to} {recipients.join(", ") || TEXTS.nobody}
        </Text>
        <Button size="xs" variant="default" aria-label={TEXTS.previewOf(client_name)} onClick={onPreview}>
          {TEXTS.preview}
        </Button>
      </Group>
    </Surface>
  );
}
