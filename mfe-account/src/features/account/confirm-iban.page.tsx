import type { BankDetailsLink } from "@bobine/contract/bank-details";
import { describeError } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  ErrorCard,
  formatDateTime,
  Notice,
  PageHeader,
  PageLoading,
  Surface,
} from "@bobine/shared-ui";
import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { inGroups } from "./account-fields.ts";
import classes from "./account.module.css";
import { useDecideIban, useIbanLink } from "./iban.queries.ts";
import { CONFIRM, OUTCOMES } from "./iban.texts.ts";

/** Where the mailed link of a changed IBAN leads. Opening it decides nothing, as mail servers open links too: its buttons do. */
export function ConfirmIbanPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const link = useIbanLink(token);
  return (
    <>
      <PageHeader title={CONFIRM.title} />
      <Stack gap="md" maw={720}>
        {token === "" ? <Notice tone="error">{CONFIRM.noToken}</Notice> : null}
        {token !== "" && link.isPending ? <PageLoading /> : null}
        {link.isError && !link.data ? (
          <ErrorCard
            title={CONFIRM.loadFailed}
            message={describeError(link.error).message}
            onRetry={() => void link.refetch()}
          />
        ) : null}
        {link.data ? <Decision link={link.data} token={token} /> : null}
      </Stack>
    </>
  );
}

function Decision({ link, token }: { link: BankDetailsLink; token: string }) {
  const { confirm, refuse } = useDecideIban(token);
  const [asksRefuse, setAsksRefuse] = useState(false);
  const isBusy = confirm.isPending || refuse.isPending;
  return (
    <Surface>
      <Title order={2}>{CONFIRM.intro(link.distributor_name)}</Title>
      <Stack gap="md" mt="md">
        {link.state === "waiting" ? null : (
          <Notice tone={OUTCOMES[link.state].tone}>
            {[
              OUTCOMES[link.state].text,
              ...(link.state === "confirmed" ? printedNow(link.changes) : []),
            ].join(" ")}
          </Notice>
        )}
        {link.changes.map((change) => (
          <dl key={change.field} className={classes["facts"]} aria-label={CONFIRM.fields[change.field]}>
            {(["before", "after"] as const).map((when) => (
              <div key={when} data-wide>
                <dt>
                  {CONFIRM.fields[change.field]} – {CONFIRM[when]}
                </dt>
                <dd>{shown(when === "before" ? change.old_value : change.new_value) || CONFIRM.nothing}</dd>
              </div>
            ))}
          </dl>
        ))}
        <Text size="sm">{CONFIRM.asked(link.requested_by, formatDateTime(link.requested_at))}</Text>
        {link.state === "waiting" ? (
          <>
            <Text size="sm">{CONFIRM.check}</Text>
            <Text size="sm">{CONFIRM.until(formatDateTime(link.expires_at))}</Text>
            {confirm.isError ? (
              <Notice tone="error">{describeError(confirm.error, CONFIRM.failed).message}</Notice>
            ) : null}
            <Group gap="xs">
              <Button loading={confirm.isPending} disabled={isBusy} onClick={() => confirm.mutate()}>
                {CONFIRM.confirm}
              </Button>
              <Button variant="default" disabled={isBusy} onClick={() => setAsksRefuse(true)}>
                {CONFIRM.refuse}
              </Button>
            </Group>
            <ConfirmDialog
              opened={asksRefuse}
              title={CONFIRM.refuseTitle}
              confirmLabel={CONFIRM.refuseConfirm}
              danger
              pending={refuse.isPending}
              error={refuse.isError ? describeError(refuse.error, CONFIRM.failed).message : undefined}
              onConfirm={() => refuse.mutate()}
              close={() => setAsksRefuse(false)}
            >
              {CONFIRM.refuseText(link.requested_by)}
            </ConfirmDialog>
          </>
        ) : (
          <Group gap="lg">
            <Anchor component={Link} to={paths.account()} underline="always">
              {CONFIRM.toAccount}
            </Anchor>
            <Anchor component={Link} to={paths.logs()} underline="always">
              {CONFIRM.toLogs}
            </Anchor>
          </Group>
        )}
      </Stack>
    </Surface>
  );
}

/** What invoices print since a change is confirmed. */
function printedNow(changes: BankDetailsLink["changes"]): string[] {
  const main = changes.find(({ field }) => field === "iban");
  if (main?.new_value === "") return [];
  return [main ? CONFIRM.prints : CONFIRM.keepsPrinted];
}

/** In groups of four, to be compared; a masked one stays as it is. */
const shown = (iban: string): string => (iban.includes("•") ? iban : inGroups(iban));
