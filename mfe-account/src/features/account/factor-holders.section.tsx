import { personName } from "@bobine/contract/person-name";
import type { FactorHolder } from "@bobine/contract/second-factor";
import { loadFailure } from "@bobine/shared-auth";
import { ErrorCard, formatDay, notifySuccess, StatusBadge, Surface } from "@bobine/shared-ui";
import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useId, useState } from "react";
import classes from "./account.module.css";
import { CodeDialog } from "./code.dialog.tsx";
import { useFactorHolders, useResetSecondFactor } from "./second-factor.queries.ts";
import { HOLDERS } from "./second-factor.texts.ts";

/** Who else has a second factor, or needs one: a super admin takes it away from who has lost all that makes codes (SEC-24). */
export function FactorHoldersSection() {
  const holders = useFactorHolders();
  const [asked, setAsked] = useState<FactorHolder>();
  const id = useId();
  const failure = loadFailure(holders);
  const others = holders.data?.results.filter(({ is_oneself }) => !is_oneself);
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} id={id}>
          {HOLDERS.title}
        </Title>
        <Text size="sm" mt={4} mb="md">
          {HOLDERS.intro}
        </Text>
        {failure !== undefined ? (
          <ErrorCard title={HOLDERS.loadFailed} message={failure} onRetry={() => void holders.refetch()} />
        ) : !others ? (
          <Skeleton height={96} radius="md" aria-busy />
        ) : others.length === 0 ? (
          <Text size="sm" c="dimmed">
            {HOLDERS.none}
          </Text>
        ) : (
          <ul className={classes["people"]}>
            {others.map((holder) => (
              <Holder key={holder.id} holder={holder} onReset={() => setAsked(holder)} />
            ))}
          </ul>
        )}
      </Surface>
      {asked ? <ResetDialog holder={asked} close={() => setAsked(undefined)} /> : null}
    </section>
  );
}

function Holder({ holder, onReset }: { holder: FactorHolder; onReset: () => void }) {
  const { email, is_super_admin, distributor, enabled_at } = holder;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text size="sm" fw={550}>
              {personName(holder)}
            </Text>
            <Text size="sm" c="dimmed">
              {is_super_admin ? HOLDERS.superAdmin : distributor}
            </Text>
          </Group>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
        </Stack>
        <Group gap="sm">
          <StatusBadge color={enabled_at === null ? "yellow" : "green"}>
            {enabled_at === null ? HOLDERS.missing : HOLDERS.enabledSince(formatDay(enabled_at))}
          </StatusBadge>
          {enabled_at === null ? null : (
            <Button
              variant="default"
              size="xs"
              aria-label={HOLDERS.resetOf(personName(holder))}
              onClick={onReset}
            >
              {HOLDERS.reset}
            </Button>
          )}
        </Group>
      </Group>
    </li>
  );
}

function ResetDialog({ holder, close }: { holder: FactorHolder; close: () => void }) {
  const reset = useResetSecondFactor(holder.id);
  const name = personName(holder);
  return (
    <CodeDialog
      title={HOLDERS.resetTitle(name)}
      failed={HOLDERS.resetFailed}
      confirmLabel={HOLDERS.reset}
      action={reset}
      onDone={() => {
        notifySuccess(HOLDERS.resetDone(name));
        close();
      }}
      close={close}
    >
      {HOLDERS.resetText(holder.email)}
    </CodeDialog>
  );
}
