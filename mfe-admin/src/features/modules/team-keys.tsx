import type { RemoteKey } from "@bobine/contract/remotes";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, FrenchDate } from "@bobine/shared-ui";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useRemoteKeys, useRevokeKey } from "./modules.queries.ts";
import { KEYS, REVOKE, TEXTS } from "./modules.texts.ts";
import { NewKeyDialog } from "./new-key.dialog.tsx";
import { RevokeDialog } from "./revoke.dialog.tsx";

/** The public keys of teams (FED-34): registered, listed by their fingerprint, revoked. */
export function TeamKeys() {
  const keys = useRemoteKeys();
  const revoke = useRevokeKey();
  const [isNew, setIsNew] = useState(false);
  const [revoked, setRevoked] = useState<RemoteKey>();
  return (
    <Stack gap="sm" mt="xl">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h3">
            {KEYS.title}
          </Title>
          <Text size="sm" c="dimmed">
            {KEYS.description}
          </Text>
        </div>
        <Button variant="default" onClick={() => setIsNew(true)}>
          {KEYS.create}
        </Button>
      </Group>
      <DataTable
        label={KEYS.title}
        columns={columnsFor(setRevoked)}
        rows={keys.data?.results}
        rowKey={({ id }) => id}
        rowName={({ team, fingerprint }) => `${team} ${fingerprint}`}
        emptyText={KEYS.empty}
        error={loadFailure(keys, KEYS.loadFailed)}
        onRetry={() => void keys.refetch()}
      />
      {isNew ? <NewKeyDialog close={() => setIsNew(false)} /> : null}
      {revoked ? (
        <RevokeDialog
          id={revoked.id}
          revoke={revoke}
          texts={{
            title: KEYS.revokeTitle,
            hint: KEYS.revokeHint(revoked.team, revoked.remotes.join(", ")),
            revoked: KEYS.revoked,
            failed: KEYS.revokeFailed,
          }}
          close={() => setRevoked(undefined)}
        />
      ) : null}
    </Stack>
  );
}

const columnsFor = (onRevoke: (key: RemoteKey) => void): DataColumn<RemoteKey>[] => [
  {
    key: "team",
    part: "title",
    header: KEYS.columns.team,
    cell: ({ team, created_at, created_by }) => (
      <Stack gap={0}>
        {team}
        <Text size="xs" c="dimmed">
          {KEYS.made(created_by)}, <FrenchDate instant={created_at} />
        </Text>
      </Stack>
    ),
  },
  {
    key: "remotes",
    part: "subtitle",
    header: KEYS.columns.remotes,
    cell: ({ remotes }) => remotes.join(", "),
  },
  {
    key: "fingerprint",
    header: KEYS.columns.fingerprint,
    cell: ({ fingerprint }) => <code>{fingerprint}</code>,
  },
  {
    key: "actions",
    part: "actions",
    header: TEXTS.columns.actions,
    cell: (key) => (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red.8"
        aria-label={KEYS.revokeOf(key.team, key.fingerprint)}
        onClick={() => onRevoke(key)}
      >
        {REVOKE}
      </Button>
    ),
  },
];
