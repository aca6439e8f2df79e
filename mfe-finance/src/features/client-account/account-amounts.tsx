import { AGED_COLUMNS } from "@bobine/contract/aged-labels";
import type { ClientAccountView } from "@bobine/contract/client-accounts";
import { Money } from "@bobine/shared-ui";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import classes from "./client-account.module.css";
import { TEXTS } from "./client-account.texts.ts";

/** What the client owes on a day, by how late it is (CLI-3). */
export function AccountAmounts({
  account: { amounts, advances, on, client_account },
  refreshing,
}: {
  account: ClientAccountView;
  refreshing: boolean;
}) {
  const hasAdvances = advances !== "0.00";
  return (
    <section aria-label={TEXTS.amounts} aria-busy={refreshing}>
      <dl className={classes["amounts"]} data-refreshing={refreshing || undefined}>
        <div data-strong>
          <dt>{TEXTS.balanceOn(on)}</dt>
          <dd>
            <Money amount={amounts.balance} />
          </dd>
        </div>
        {AGED_COLUMNS.filter(({ name }) => name !== "balance").map(({ name, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amounts[name]} />
            </dd>
          </div>
        ))}
        {hasAdvances ? (
          <div>
            <dt>{TEXTS.advances}</dt>
            <dd>
              <Money amount={advances} />
            </dd>
          </div>
        ) : null}
      </dl>
      {amounts.unapplied !== "0.00" || hasAdvances ? (
        <Text size="sm" c="dimmed" mt="xs">
          {amounts.unapplied === "0.00" ? TEXTS.advancesHint : TEXTS.unappliedHint}{" "}
          <Anchor component={Link} to={paths.creditsOf(client_account)} underline="always" inherit>
            {TEXTS.toCredits}
          </Anchor>
        </Text>
      ) : null}
    </section>
  );
}
