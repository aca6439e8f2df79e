import type { AccountCinema } from "@bobine/contract/client-accounts";
import { EmptyState, Surface } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import classes from "./client-account.module.css";
import { TEXTS } from "./client-account.texts.ts";

/** The cinemas of the account, and whom one writes to or calls. */
export function AccountContacts({ cinemas }: { cinemas: readonly AccountCinema[] }) {
  if (cinemas.length === 0)
    return (
      <Surface>
        <EmptyState text={TEXTS.noContacts} hint={TEXTS.noContactsHint} />
      </Surface>
    );
  return (
    <ul className={classes["cards"]}>
      {cinemas.map((cinema) => (
        <li key={cinema.id}>
          <Surface>
            <Text fw={600}>{cinema.name}</Text>
            <Text size="sm" c="dimmed">
              {[cinema.city, cinema.group].filter(Boolean).join(" · ")}
            </Text>
            <dl className={classes["contacts"]}>
              <Contact name={TEXTS.invoiceEmails} values={cinema.invoice_emails} isMail />
              <Contact name={TEXTS.reminderEmails} values={cinema.reminder_emails} isMail />
              {cinema.phones.length > 0 ? <Contact name={TEXTS.phones} values={cinema.phones} /> : null}
            </dl>
            <Anchor
              component={Link}
              to={paths.invoicesOfCinema(cinema.id)}
              size="sm"
              aria-label={TEXTS.invoicesOf(cinema.name)}
            >
              {TEXTS.invoices}
            </Anchor>
          </Surface>
        </li>
      ))}
    </ul>
  );
}

function Contact({
  name,
  values,
  isMail = false,
}: {
  name: string;
  values: readonly string[];
  isMail?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      {values.length === 0 ? <dd>{TEXTS.noEmail}</dd> : null}
      {values.map((value) => (
        <dd key={value}>{isMail ? <Anchor href={`mailto:${value}`}>{value}</Anchor> : value}</dd>
      ))}
    </div>
  );
}
