import type { ReminderPlan, SkippedInvoice } from "@bobine/contract/reminders";
import { describeError } from "@bobine/shared-auth";
import { EmptyState, Money, notifyFailure, notifySuccess, Surface } from "@bobine/shared-ui";
import { Anchor, Button, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDecides } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import { useReminderStop } from "../../reminder-stop/reminder-stop.queries.ts";
import { STOP_TEXTS } from "../../reminder-stop/reminder-stop.texts.ts";
import classes from "./reminders.module.css";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";
import { TEXTS, whyReminded, whySkipped } from "./reminders.texts.ts";

/** What would be reminded but for a stop, a question, the factor or the settings (MAIL-8). */
export function SkippedInvoices({ plan }: { plan: ReminderPlan }) {
  const { day, skipped, skipped_count } = plan;
  if (skipped.length === 0)
    return (
      <Surface>
        <EmptyState text={TEXTS.noneSkipped} hint={TEXTS.noneSkippedHint} />
      </Surface>
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {TEXTS.skippedIntro(day)}
      </Text>
      <Surface>
        <ul className={classes["lines"]}>
          {skipped.map((invoice) => (
            <Skipped key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      </Surface>
      {skipped_count > skipped.length ? (
        <Text size="sm" c="dimmed">
          {TEXTS.more(skipped_count - skipped.length)}
        </Text>
      ) : null}
    </Stack>
  );
}

function Skipped({ invoice }: { invoice: SkippedInvoice }) {
  const { resume } = useReminderStop(invoice.id);
  const decides = useDecides();
  const isStopped = invoice.cause === "dispute" || invoice.cause === "promise";
  return (
    <li>
      <span>
        <Anchor component={Link} to={paths.invoice(invoice.id)} inherit>
          {invoice.invoice_number}
        </Anchor>{" "}
        {invoice.cinema_name} · <strong>{whySkipped(invoice)}</strong>
        {invoice.comment ? ` – ${invoice.comment}` : ""}
        <span className={classes["why"]}>
          {" "}
          · {LEVEL_NAMES[invoice.level]}, {whyReminded(invoice)}
        </span>
      </span>
      <Money amount={invoice.outstanding} />
      {isStopped && decides ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={TEXTS.resumeOf(invoice.invoice_number)}
          loading={resume.isPending}
          onClick={() =>
            resume.mutate(undefined, {
              onSuccess: () => notifySuccess(STOP_TEXTS.resumed),
              onError: (error) =>
                notifyFailure(STOP_TEXTS.resumeFailed, describeError(error, STOP_TEXTS.resumeFailed).reason),
            })
          }
        >
          {TEXTS.resume}
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}
