import type { Cinema } from "@bobine/contract/cinemas";
import type { DistributorRow } from "@bobine/contract/distributors";
import { loadFailure } from "@bobine/shared-auth";
import { ManagedUsers, roleLabel } from "@bobine/shared-features/people";
import { type DataColumn, DataTable, formatDateTime, formatInteger, Notice } from "@bobine/shared-ui";
import { Badge, Group, Stack, Text } from "@mantine/core";
import { useLinkedCinemas } from "./distributors.queries.ts";
import { IBAN_TEXTS, TEXTS } from "./distributors.texts.ts";

const COLUMNS: readonly DataColumn<Cinema>[] = [
  { key: "name", header: "Nom", cell: (cinema) => cinema.name },
  { key: "city", header: "Ville", cell: (cinema) => cinema.city },
  { key: "group", header: "Groupe", cell: (cinema) => cinema.group || "–" },
];

/** The opened row: users, and the cinemas that the distributor works with (UI-14). */
export function DistributorDetails({ row }: { row: DistributorRow }) {
  const linked = useLinkedCinemas(row.id);
  const count = linked.data ? ` (${formatInteger(linked.data.results.length)})` : "";
  return (
    <Stack gap="lg">
      <PendingIban row={row} />
      <Stack gap="xs">
        <Heading>{TEXTS.users}</Heading>
        <ManagedUsers distributor={row.id} meanwhile={<Users row={row} />} />
      </Stack>
      <Stack gap="xs">
        <Heading>{`${TEXTS.linkedCinemas}${count}`}</Heading>
        <DataTable
          label={`${TEXTS.linkedCinemas} – ${row.name}`}
          columns={COLUMNS}
          rows={linked.data?.results}
          rowKey={(cinema) => cinema.id}
          emptyText={TEXTS.noLinkedCinema}
          error={loadFailure(linked, TEXTS.linkedFailed)}
          onRetry={() => void linked.refetch()}
          maxHeight="320px"
        />
      </Stack>
    </Stack>
  );
}

/** Decided about by mail; sent again and withdrawn on the account page, for the distributor that is chosen there. */
function PendingIban({ row }: { row: DistributorRow }) {
  const change = row.pending_bank_details;
  if (!change) return null;
  return (
    <Notice tone="warning" title={IBAN_TEXTS.title}>
      {change.iban === null ? null : <div>{IBAN_TEXTS.iban(change.iban)}</div>}
      {change.secondary_iban === null ? null : <div>{IBAN_TEXTS.secondary(change.secondary_iban)}</div>}
      <div>
        {IBAN_TEXTS.asked(
          change.requested_by,
          formatDateTime(change.requested_at),
          formatDateTime(change.expires_at),
        )}
      </div>
      <div>{IBAN_TEXTS.next}</div>
    </Notice>
  );
}

/** As the list of distributors has them, until those who manage them know more. */
function Users({ row }: { row: DistributorRow }) {
  if (row.users.length === 0) return <Text size="sm">{TEXTS.noUser}</Text>;
  return (
    <Stack gap="xs">
      {row.users.map((user) => (
        <Group key={user.id} gap="sm">
          <Text size="sm" fw={550}>
            {user.user_name}
          </Text>
          <Text size="sm">{user.user_email}</Text>
          <Text size="sm" c="dimmed">
            {roleLabel(user.role)}
          </Text>
          {user.is_onboarding_contact ? (
            <Badge variant="light" tt="none">
              {TEXTS.mainContact}
            </Badge>
          ) : null}
        </Group>
      ))}
    </Stack>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Text size="xs" fw={600} c="dimmed">
      {children}
    </Text>
  );
}
