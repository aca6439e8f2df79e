import type { Prospect } from "@bobine/contract/prospects";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, formatDay, PageHeader, StatusBadge } from "@bobine/shared-ui";
import { Stack, Text } from "@mantine/core";
import { ProspectDetails } from "./prospect-details.tsx";
import { useProspects } from "./prospects.queries.ts";
import { stateOf, TEXTS } from "./prospects.texts.ts";

const COLUMNS: readonly DataColumn<Prospect>[] = [
  {
    key: "name",
    width: "auto",
    part: "title",
    header: "Nom",
    cell: (row) => (
      <Stack gap={0}>
        <strong>{row.name}</strong>
        <Text size="xs" c="dimmed">
          {row.applicant?.email ?? ""}
        </Text>
      </Stack>
    ),
  },
  { key: "siren", width: "13%", header: TEXTS.facts.siren, cell: (row) => row.siren || TEXTS.nothing },
  {
    key: "vat_number",
    width: "15%",
    header: TEXTS.facts.vat_number,
    cell: (row) => row.vat_number || TEXTS.nothing,
  },
  {
    key: "iban_holder",
    width: "18%",
    header: TEXTS.facts.iban_holder,
    cell: (row) => row.iban_holder || TEXTS.nothing,
  },
  {
    key: "state",
    width: "10rem",
    part: "status",
    header: "Statut",
    cell: (row) => <StatusBadge color={stateOf(row).color}>{stateOf(row).label}</StatusBadge>,
  },
  { key: "created_at", width: "7rem", header: "Reçue le", cell: (row) => formatDay(row.created_at) },
];

/** Who registered alone and waits for a super admin: nothing leaves them before. */
export function ProspectsTab() {
  const prospects = useProspects();
  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.intro} />
      <DataTable
        label={TEXTS.title}
        columns={COLUMNS}
        rows={prospects.data}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        expanded={(row) => <ProspectDetails row={row} />}
        emptyText={TEXTS.empty}
        refreshing={prospects.isFetching}
        error={loadFailure(prospects, TEXTS.loadFailed)}
        onRetry={() => void prospects.refetch()}
      />
    </>
  );
}
