import { REMOTE_RIGHT_LABELS } from "@bobine/contract/remote-labels";
import type { RemoteToken } from "@bobine/contract/remotes";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, FrenchDate } from "@bobine/shared-ui";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useRemoteTokens, useRevokeToken } from "./modules.queries.ts";
import { REVOKE, TEXTS, TOKENS } from "./modules.texts.ts";
import { NewTokenDialog } from "./new-token.dialog.tsx";
import { RevokeDialog } from "./revoke.dialog.tsx";

/** The tokens of teams (SEC-26): made, listed without what they are, revoked. */
export function TeamTokens() {
  const tokens = useRemoteTokens();
  const revoke = useRevokeToken();
  const [isNew, setIsNew] = useState(false);
  const [revoked, setRevoked] = useState<RemoteToken>();
  return (
    <Stack gap="sm" mt="xl">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h3">
            {TOKENS.title}
          </Title>
          <Text size="sm" c="dimmed">
            {TOKENS.description}
          </Text>
        </div>
        <Button variant="default" onClick={() => setIsNew(true)}>
          {TOKENS.create}
        </Button>
      </Group>
      <DataTable
        label={TOKENS.title}
        columns={columnsFor(setRevoked)}
        rows={tokens.data?.results}
        rowKey={({ id }) => id}
        rowName={({ team }) => team}
        emptyText={TOKENS.empty}
        error={loadFailure(tokens, TOKENS.loadFailed)}
        onRetry={() => void tokens.refetch()}
      />
      {isNew ? <NewTokenDialog close={() => setIsNew(false)} /> : null}
      {revoked ? (
        <RevokeDialog
          id={revoked.id}
          revoke={revoke}
          texts={{
            title: TOKENS.revokeTitle,
            hint: TOKENS.revokeHint(revoked.team, revoked.remotes.join(", ")),
            revoked: TOKENS.revoked,
            failed: TOKENS.revokeFailed,
          }}
          close={() => setRevoked(undefined)}
        />
      ) : null}
    </Stack>
  );
}

const columnsFor = (onRevoke: (token: RemoteToken) => void): DataColumn<RemoteToken>[] => [
  {
    key: "team",
    part: "title",
    header: TOKENS.columns.team,
    cell: ({ team, created_at, created_by }) => (
      <Stack gap={0}>
        {team}
        <Text size="xs" c="dimmed">
          {TOKENS.made(created_by)}, <FrenchDate instant={created_at} />
        </Text>
      </Stack>
    ),
  },
  {
    key: "remotes",
    part: "subtitle",
    header: TOKENS.columns.remotes,
    cell: ({ remotes }) => remotes.join(", "),
  },
  {
    key: "rights",
    header: TOKENS.columns.rights,
    cell: ({ rights }) => rights.map((right) => REMOTE_RIGHT_LABELS[right]).join(", "),
  },
  {
    key: "used",
    header: TOKENS.columns.used,
    cell: ({ last_used_at }) => (last_used_at ? <FrenchDate instant={last_used_at} /> : TOKENS.never),
  },
  {
    key: "actions",
    part: "actions",
    header: TEXTS.columns.actions,
    cell: (token) => (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red.8"
        aria-label={TOKENS.revokeOf(token.team)}
        onClick={() => onRevoke(token)}
      >
        {REVOKE}
      </Button>
    ),
  },
];
