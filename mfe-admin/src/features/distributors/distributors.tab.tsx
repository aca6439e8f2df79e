import type { DistributorRow } from "@bobine/contract/distributors";
import { describeError } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatDay,
  formatInteger,
  PageHeader,
  searchable,
  StatusBadge,
} from "@bobine/shared-ui";
import { Badge, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useDistributors } from "./distributors.queries.ts";
import { ONBOARDING_STATUS, roleLabel, TEXTS } from "./distributors.texts.ts";

const COLUMNS: readonly DataColumn<DistributorRow>[] = [
  { key: "id", header: "ID", cell: (row) => row.id, width: 60 },
  {
    key: "name",
    header: "Nom",
    cell: (row) => (
      <Stack gap={0}>
        <strong>{row.name}</strong>
        <Text size="xs" c="dimmed">
          {row.admin_email ?? ""}
        </Text>
      </Stack>
    ),
  },
  {
    key: "communication_email",
    header: "E-mail de communication",
    cell: (row) => row.communication_email ?? <Text c="dimmed">{TEXTS.unassigned}</Text>,
  },
  {
    key: "onboarding_status",
    header: "Statut",
    cell: (row) => (
      <Group gap="xs" wrap="nowrap">
        <StatusBadge color={ONBOARDING_STATUS[row.onboarding_status].color}>
          {ONBOARDING_STATUS[row.onboarding_status].label}
        </StatusBadge>
        <Text size="xs" c="dimmed">
          {row.onboarding_progress_percentage}&nbsp;%
        </Text>
      </Group>
    ),
  },
  { key: "user_count", header: "Utilisateurs", align: "right", cell: (row) => formatInteger(row.user_count) },
  { key: "created_at", header: "Date de création", cell: (row) => formatDay(row.created_at) },
];

/** SPEC §2.12, distributors: free-text filter applied in the browser, users under each row. */
export function DistributorsTab() {
  const distributors = useDistributors();
  const [typed, setTyped] = useState("");
  const rows = useMemo(() => {
    const wanted = searchable(typed.trim());
    return distributors.data?.filter((row) =>
      searchable([row.name, row.admin_email, row.communication_email].join("\n")).includes(wanted),
    );
  }, [distributors.data, typed]);
  return (
    <>
      <PageHeader title={TEXTS.title} />
      <TextInput
        mb="md"
        maw={460}
        aria-label={TEXTS.filter}
        placeholder={TEXTS.filter}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <DataTable
        label={TEXTS.title}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        expanded={(row) => <Users row={row} />}
        emptyText={TEXTS.empty}
        refreshing={distributors.isFetching}
        error={
          distributors.isError && !distributors.data
            ? describeError(distributors.error, TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void distributors.refetch()}
      />
    </>
  );
}

function Users({ row }: { row: DistributorRow }) {
  if (row.users.length === 0) return <Text size="sm">{TEXTS.noUser}</Text>;
  return (
    <Stack gap="xs">
      <Text size="xs" fw={600} c="dimmed">
        {TEXTS.users}
      </Text>
      {row.users.map((user) => (
        <Group key={user.id} gap="sm">
          <Text size="sm" fw={550}>
            {user.user_name}
          </Text>
          <Text size="sm">{user.user_email}</Text>
          <Text size="sm" c="dimmed">
            {roleLabel(user.role)}
          </Text>
          {user.is_onboarding_contact ? <Badge variant="light">{TEXTS.mainContact}</Badge> : null}
        </Group>
      ))}
    </Stack>
  );
}
