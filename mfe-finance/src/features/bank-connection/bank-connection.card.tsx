import type { BankConnection } from "@bobine/contract/bank-connection";
import { describeError } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  EmptyState,
  ErrorCard,
  formatCount,
  formatDay,
  formatInteger,
  FrenchDate,
  Notice,
  notifySuccess,
  StatusBadge,
  Surface,
} from "@bobine/shared-ui";
import { Anchor, Button, Group, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import {
  isSyncing,
  useBankConnection,
  useDisconnect,
  useStartConnection,
  useSynchronise,
} from "./bank-connection.queries.ts";
import classes from "./bank-connection.module.css";
import { STATUSES, SYNC_LABELS, TEXTS } from "./bank.texts.ts";
import { openOtherTab } from "./other-tab.ts";

/** The connection to the bank: opening, synchronising and ending it (UI-11). `detailed`: with what the last synchronisation did. */
export function BankConnectionCard({ detailed = false }: { detailed?: boolean }) {
  const id = useId();
  const [waiting, setWaiting] = useState(false);
  const connection = useBankConnection(waiting);
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Group justify="space-between" mb="md">
          <Title order={2} id={id}>
            {TEXTS.title}
          </Title>
          {connection.data ? (
            <StatusBadge color={STATUSES[connection.data.status].color}>
              {STATUSES[connection.data.status].label}
            </StatusBadge>
          ) : null}
        </Group>
        {connection.isPending ? <Skeleton height={96} radius="md" aria-busy /> : null}
        {connection.isError ? (
          <ErrorCard
            title={TEXTS.statusFailed}
            message={describeError(connection.error).message}
            onRetry={() => void connection.refetch()}
          />
        ) : null}
        {connection.data ? (
          <Connection connection={connection.data} detailed={detailed} onOpened={() => setWaiting(true)} />
        ) : null}
      </Surface>
    </section>
  );
}

function Connection({
  connection,
  detailed,
  onOpened,
}: {
  connection: BankConnection;
  detailed: boolean;
  onOpened: () => void;
}) {
  const connects = useConnect(onOpened);
  const [asksDisconnect, setAsksDisconnect] = useState(false);
  if (connection.status === "not_connected") {
    return (
      <Stack gap="md">
        <EmptyState
          text={TEXTS.none}
          hint={TEXTS.noneHint}
          action={
            <Button mt="sm" loading={connects.isPending} onClick={connects.start}>
              {TEXTS.connect}
            </Button>
          }
        />
        {connects.outcome}
      </Stack>
    );
  }
  const needsPerson = connection.status === "action_required" || connection.status === "warning";
  return (
    <Stack gap="md">
      {needsPerson && connection.message !== "" ? (
        <Notice tone={connection.status === "warning" ? "warning" : "error"}>{connection.message}</Notice>
      ) : null}
      <dl className={classes["figures"]}>
        <Fact label={TEXTS.bank}>{connection.bank_name ?? TEXTS.unknownBank}</Fact>
        <Fact label={TEXTS.lastSync}>
          {connection.last_sync_at ? <FrenchDate instant={connection.last_sync_at} /> : TEXTS.never}
        </Fact>
        {connection.expires_at ? <Fact label={TEXTS.expires}>{formatDay(connection.expires_at)}</Fact> : null}
      </dl>
      {detailed && connection.sync.stats ? <SyncResult stats={connection.sync.stats} /> : null}
      {/* Once connected again there is nothing more to do in the other tab. */}
      {needsPerson ? connects.outcome : null}
      <Synchronisation connection={connection}>
        {needsPerson ? (
          <Button variant="default" loading={connects.isPending} onClick={connects.start}>
            {TEXTS.reconnect}
          </Button>
        ) : null}
        <Button variant="subtle" color="red" ml="auto" onClick={() => setAsksDisconnect(true)}>
          {TEXTS.disconnect}
        </Button>
      </Synchronisation>
      {asksDisconnect ? <DisconnectDialog close={() => setAsksDisconnect(false)} /> : null}
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Opens the bank's page in a new tab, and tells how that went. */
function useConnect(onOpened: () => void) {
  const session = useStartConnection();
  const [page, setPage] = useState<{ url: string; opened: boolean }>();
  const start = () => {
    setPage(undefined);
    const tab = openOtherTab();
    session.mutate(undefined, {
      onSuccess: (url) => {
        setPage({ url, opened: tab.goTo(url) });
        onOpened();
      },
      onError: tab.close,
    });
  };
  const outcome = session.isError ? (
    <Notice tone="error">{describeError(session.error, TEXTS.connectFailed).message}</Notice>
  ) : page ? (
    <Notice tone="info">
      {page.opened ? TEXTS.opened : TEXTS.blocked}{" "}
      {page.opened ? null : (
        <Anchor href={page.url} target="_blank" rel="noopener" underline="always">
          {TEXTS.openByHand}
        </Anchor>
      )}
    </Notice>
  ) : null;
  return { start, isPending: session.isPending, outcome };
}

/** The job: how far it is, and why it failed; then its button, and the other ones of the card. */
function Synchronisation({ connection, children }: { connection: BankConnection; children: ReactNode }) {
  const synchronise = useSynchronise();
  const syncing = isSyncing(connection);
  const failed = synchronise.isError
    ? (describeError(synchronise.error).reason ?? "")
    : connection.sync.state === "failed"
      ? (connection.sync.error ?? "")
      : undefined;
  const lines = formatCount(connection.sync.lines_read, "opération lue", "opérations lues");
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
    </Stack>
  );
}

/** The others only speak when something happened. */
const ALWAYS_TOLD: ReadonlySet<keyof typeof SYNC_LABELS> = new Set([
  "imported",
  "auto_reconciled",
  "user_actions_created",
]);

function SyncResult({ stats }: { stats: NonNullable<BankConnection["sync"]["stats"]> }) {
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

function DisconnectDialog({ close }: { close: () => void }) {
  const disconnect = useDisconnect();
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
      {TEXTS.disconnectQuestion}
    </ConfirmDialog>
  );
}
