import { audienceText } from "@bobine/contract/remote-labels";
import type { RemoteState } from "@bobine/contract/remotes";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, FrenchDate, PageHeader, StatusBadge } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { DecisionDialog } from "./decision.dialog.tsx";
import { EndingDialog, type EndingKind } from "./ending.dialog.tsx";
import { failuresOf, HealthDialog } from "./health.dialog.tsx";
import { HistoryDialog } from "./history.dialog.tsx";
import { HOST, useRemotes } from "./modules.queries.ts";
import { ENDINGS, TEXTS } from "./modules.texts.ts";
import { TeamKeys } from "./team-keys.tsx";
import { TeamTokens } from "./team-tokens.tsx";
import { TrialDialog } from "./trial.dialog.tsx";

/** The module that these pages are: nothing in the product brings it back. */
const CONSOLE = "mfe-admin";

type Kind = "promote" | "rollback" | "canary" | EndingKind | "history" | "health";
type Opened = { readonly remote: string; readonly kind: Kind };

/** What each team has published and what is live (FED-25), the tokens with which teams do it (SEC-26), and the keys with which they sign (FED-34). */
export function ModulesTab() {
  const remotes = useRemotes();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const chosen = remotes.data?.results.find(({ name }) => name === opened?.remote);
  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.description} />
      <DataTable
        label={TEXTS.title}
        columns={columnsFor((remote, kind) => setOpened({ remote, kind }))}
        rows={remotes.data?.results}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        emptyText={TEXTS.empty}
        error={loadFailure(remotes, TEXTS.loadFailed)}
        onRetry={() => void remotes.refetch()}
      />
      <TeamTokens />
      <TeamKeys />
      {opened && chosen ? <OpenedDialog remote={chosen} kind={opened.kind} close={close} /> : null}
    </>
  );
}

function OpenedDialog({ remote, kind, close }: { remote: RemoteState; kind: Kind; close: () => void }) {
  switch (kind) {
    case "history":
      return <HistoryDialog remote={remote.name} close={close} />;
    case "health":
      return <HealthDialog remote={remote} close={close} />;
    case "canary":
      return <TrialDialog remote={remote} close={close} />;
    case "promote":
    case "rollback":
      return <DecisionDialog remote={remote} kind={kind} close={close} />;
    default:
      return <EndingDialog remote={remote} kind={kind} close={close} />;
  }
}

/** What may be decided of a module now, as the registry takes it. */
function decisionsOf({ name, live, canary, builds }: RemoteState): { kind: Kind; label: string }[] {
  const hasOther = builds.some(({ build }) => build !== live?.build);
  const endings: EndingKind[] = [
    ...(canary ? (["end-canary"] as const) : []),
    // The host is in every page: what ends is a person's promotion of it (FED-31).
    ...(name === HOST
      ? live?.by === "operator"
        ? (["retire-host"] as const)
        : []
      : live
        ? [name === CONSOLE ? ("retire-console" as const) : ("retire" as const)]
        : []),
  ];
  return [
    ...(hasOther ? [{ kind: "promote", label: TEXTS.promote } as const] : []),
    ...(live && hasOther ? [{ kind: "canary", label: TEXTS.trial } as const] : []),
    ...(live && builds.length > 1 ? [{ kind: "rollback", label: TEXTS.rollback } as const] : []),
    ...endings.map((kind) => ({ kind, label: ENDINGS[kind].action })),
  ];
}

const columnsFor = (open: (remote: string, kind: Kind) => void): DataColumn<RemoteState>[] => [
  {
    key: "module",
    part: "title",
    header: TEXTS.columns.module,
    cell: ({ name, owner }) => (
      <Stack gap={0}>
        <strong>{name}</strong>
        <Text size="xs" c="dimmed">
          {owner}
        </Text>
      </Stack>
    ),
  },
  {
    key: "live",
    header: TEXTS.columns.live,
    cell: ({ live, retired_at }) =>
      live ? (
        <Stack gap={0}>
          <code>{live.build}</code>
          <Text size="xs" c="dimmed">
            {TEXTS.since} <FrenchDate instant={live.since} />
            {live.by === "start" ? ` (${TEXTS.start})` : ""}
          </Text>
        </Stack>
      ) : retired_at ? (
        <StatusBadge color="gray">{TEXTS.retired}</StatusBadge>
      ) : (
        TEXTS.none
      ),
  },
  {
    key: "canary",
    header: TEXTS.columns.canary,
    cell: ({ canary }) =>
      canary ? (
        <Stack gap={0}>
          <code>{canary.build}</code>
          <Text size="xs" c="dimmed">
            {audienceText(canary)}
          </Text>
        </Stack>
      ) : (
        TEXTS.none
      ),
  },
  {
    key: "failures",
    header: TEXTS.columns.failures,
    align: "right",
    cell: ({ name, live, canary, health }) => {
      const given = health.filter(({ build }) => build === live?.build || build === canary?.build);
      return given.length === 0 ? (
        TEXTS.none
      ) : (
        <Stack gap={0} align="flex-end">
          {given.map((counts) => (
            <Action
              key={counts.build}
              label={TEXTS.failuresOf(failuresOf(counts), counts.loads)}
              name={TEXTS.of(
                TEXTS.health,
                `${name} ${counts.build}, ${TEXTS.failuresOf(failuresOf(counts), counts.loads)}`,
              )}
              isBad={failuresOf(counts) > 0}
              onClick={() => open(name, "health")}
            />
          ))}
        </Stack>
      );
    },
  },
  { key: "builds", header: TEXTS.columns.builds, align: "right", cell: ({ builds }) => builds.length },
  {
    key: "actions",
    part: "actions",
    header: TEXTS.columns.actions,
    cell: (remote) => (
      <Group gap="xs">
        {decisionsOf(remote).map(({ kind, label }) => (
          <Action
            key={kind}
            label={label}
            name={TEXTS.of(label, remote.name)}
            onClick={() => open(remote.name, kind)}
          />
        ))}
        <Action
          label={TEXTS.history}
          name={TEXTS.of(TEXTS.history, remote.name)}
          onClick={() => open(remote.name, "history")}
        />
      </Group>
    ),
  },
];

function Action({
  label,
  name,
  isBad = false,
  onClick,
}: {
  label: string;
  /** What it is called for who does not see its row. */
  name: string;
  isBad?: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      {...(isBad ? { color: "red.8" } : {})}
      aria-label={name}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
