import type { ConnectedBank } from "@bobine/contract/bank-connection";
import { bankConnectionPolicy } from "@bobine/contract/policy/bank-connection";
import { Allowed, describeError } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  formatCount,
  formatDay,
  formatInteger,
  FrenchDate,
  Notice,
  notifySuccess,
  StatusBadge,
} from "@bobine/shared-ui";
import { Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { isSyncing, useDisconnect, useSynchronise } from "./bank-connection.queries.ts";
import classes from "./bank-connection.module.css";
import { STATUSES, SYNC_LABELS, TEXTS } from "./bank.texts.ts";
import { useConnect } from "./use-connect.tsx";

export const BankStatus = ({ bank: { status } }: { bank: ConnectedBank }) => (
  <StatusBadge color={STATUSES[status].color}>{STATUSES[status].label}</StatusBadge>
);

interface ConnectedBankProps {
  bank: ConnectedBank;
  name: string;
  /** It stands above: there are others. */
  isNamed: boolean;
  detailed: boolean;
  onOpened: () => void;
}

/** One bank: how it stands, its synchronisation, and its end. */
export function ConnectedBankView({ bank, name, isNamed, detailed, onOpened }: ConnectedBankProps) {
  const id = useId();
  const accounts = accountsOf(bank);
  const connects = useConnect({ connection_id: bank.id }, onOpened);
  const [asksDisconnect, setAsksDisconnect] = useState(false);
  const needsPerson = bank.status === "action_required" || bank.status === "warning";
  const content = (
    <Stack gap="md">
      {needsPerson && bank.message !== "" ? (
        <Notice tone={bank.status === "warning" ? "warning" : "error"}>{bank.message}</Notice>
      ) : null}
      <dl className={classes["figures"]}>
        {isNamed ? null : <Fact label={TEXTS.bank}>{name}</Fact>}
        <Fact label={TEXTS.lastSync}>
          {bank.last_sync_at ? <FrenchDate instant={bank.last_sync_at} /> : TEXTS.never}
        </Fact>
        {accounts === "" ? null : <Fact label={TEXTS.accounts}>{accounts}</Fact>}
        {bank.expires_at ? <Fact label={TEXTS.expires}>{formatDay(bank.expires_at)}</Fact> : null}
      </dl>
      {detailed && bank.sync.stats ? <SyncResult stats={bank.sync.stats} /> : null}
      {/* Once connected again there is nothing more to do in the other tab. */}
      {needsPerson ? connects.outcome : null}
      <Synchronisation bank={bank}>
        {needsPerson ? (
          <Button variant="default" loading={connects.isPending} onClick={connects.start}>
            {TEXTS.reconnect}
          </Button>
        ) : null}
        <Button variant="subtle" color="red" ml="auto" onClick={() => setAsksDisconnect(true)}>
          {TEXTS.disconnect}
        </Button>
      </Synchronisation>
      {asksDisconnect ? (
        <DisconnectDialog
          bank={bank}
          name={isNamed ? name : undefined}
          close={() => setAsksDisconnect(false)}
        />
      ) : null}
    </Stack>
  );
  if (!isNamed) return content;
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h4" id={id}>
          {name}
        </Title>
        <BankStatus bank={bank} />
      </Group>
      {content}
    </section>
  );
}

/** What it reads; empty while nobody knows. */
function accountsOf({ ibans, last_sync_at, status }: ConnectedBank): string {
  if (ibans.length === 0) return last_sync_at && status === "connected" ? TEXTS.readElsewhere : "";
  return ibans.map((iban) => (iban === "" ? TEXTS.withoutIban : spacedIban(iban))).join(", ");
}
const spacedIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The job: how far it is, and why it failed; then its button, and the other ones of the card. */
function Synchronisation({ bank, children }: { bank: ConnectedBank; children: ReactNode }) {
  const synchronise = useSynchronise(bank.id);
  const syncing = isSyncing(bank);
  const failed = synchronise.isError
    ? (describeError(synchronise.error).reason ?? "")
    : bank.sync.state === "failed"
      ? (bank.sync.error ?? "")
      : undefined;
  const lines = formatCount(bank.sync.lines_read, "opération lue", "opérations lues");
  return (
    <Stack gap="sm">
      {failed === undefined || syncing ? null : (
        <Notice tone="error" title={TEXTS.syncFailed}>
          {failed}
        </Notice>
      )}
      <output>
        {syncing ? (
          <Stack gap={6} component="span">
            <Progress value={100} animated aria-label={TEXTS.syncProgress} />
            <Text size="sm" c="dimmed" component="span">
              {TEXTS.syncing(lines)}
            </Text>
          </Stack>
        ) : null}
      </output>
      <Allowed access={bankConnectionPolicy.synchronise}>
        <Group gap="sm">
          <Button
            variant="default"
            loading={synchronise.isPending}
            disabled={syncing}
            onClick={() => synchronise.mutate()}
          >
            {TEXTS.sync}
          </Button>
          {children}
        </Group>
      </Allowed>
    </Stack>
  );
}

/** The others only speak when something happened. */
const ALWAYS_TOLD: ReadonlySet<keyof typeof SYNC_LABELS> = new Set([
  "imported",
  "auto_reconciled",
  "user_actions_created",
]);

function SyncResult({ stats }: { stats: NonNullable<ConnectedBank["sync"]["stats"]> }) {
  const id = useId();
  const keys = (Object.keys(SYNC_LABELS) as (keyof typeof SYNC_LABELS)[]).filter(
    (key) => ALWAYS_TOLD.has(key) || stats[key] > 0,
  );
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="sm" id={id}>
        {TEXTS.lastResult}
      </Title>
      <dl className={classes["figures"]} style={{ marginTop: 10 }}>
        {keys.map((key) => (
          <Fact key={key} label={SYNC_LABELS[key]}>
            {formatInteger(stats[key])}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function DisconnectDialog({
  bank,
  name,
  close,
}: {
  bank: ConnectedBank;
  name: string | undefined;
  close: () => void;
}) {
  const disconnect = useDisconnect(bank.id);
  return (
    <ConfirmDialog
      opened
      title={TEXTS.disconnectTitle}
      confirmLabel={TEXTS.disconnect}
      danger
      pending={disconnect.isPending}
      error={disconnect.isError ? describeError(disconnect.error, TEXTS.disconnectFailed).message : undefined}
      onConfirm={() =>
        disconnect.mutate(undefined, {
          onSuccess: () => {
            notifySuccess(TEXTS.disconnected);
            close();
          },
        })
      }
      close={close}
    >
      {name === undefined ? null : <Text fw={600}>{name}</Text>}
      {TEXTS.disconnectQuestion}
    </ConfirmDialog>
  );
}
