import type { DashboardRow } from "@bobine/contract/dashboard";
import { csvFile } from "@bobine/contract/lists/define-list";
import { PENDING_PAYMENT_COLUMNS } from "@bobine/contract/lists/pending-payments";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, Money } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { ValidationNotice } from "./validation-notice.tsx";
import { AutomationControl } from "./automation-control.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { useDashboard } from "./dashboard.queries.ts";
import { TEXTS } from "./dashboard.texts.ts";

const strong = (row: DashboardRow, text: ReactNode) =>
  row.kind === "total" ? <strong>{text}</strong> : text;

const COLUMNS: readonly DataColumn<DashboardRow>[] = [
  {
    key: "category",
    header: PENDING_PAYMENT_COLUMNS.category.label,
    cell: (row) => strong(row, row.category),
  },
  {
    key: "total",
    header: PENDING_PAYMENT_COLUMNS.total.label,
    align: "right",
    cell: (row) => strong(row, <Money amount={row.total} />),
  },
  {
    key: "due",
    header: PENDING_PAYMENT_COLUMNS.due.label,
    align: "right",
    cell: (row) => strong(row, <Money amount={row.due} />),
  },
];

/** What cinemas owe, by group (UI-7). */
export function PendingPayments() {
  const rows = useDashboard();
  // A lone total of zero is nothing to show.
  const shown = rows.data?.some((row) => row.kind !== "total") ? rows.data : rows.data && [];
  return (
    <>
      <ValidationNotice />
      <FirstSteps />
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3">
          {TEXTS.title}
        </Title>
        <Group gap="sm">
          <CsvButton
            fileName="paiements-en-attente.csv"
            content={() => csvFile(PENDING_PAYMENT_COLUMNS, shown ?? [])}
            describe={(error) => describeError(error, TEXTS.exportFailed).message}
            disabled={!shown?.length}
          />
          <AutomationControl />
        </Group>
      </Group>
      <DataTable
        label={TEXTS.title}
        columns={COLUMNS}
        rows={shown}
        rowKey={(row) => `${row.kind}/${row.category}`}
        emptyText={TEXTS.empty}
        refreshing={rows.isFetching}
        error={loadFailure(rows, TEXTS.loadFailed)}
        onRetry={() => void rows.refetch()}
      />
      {shown?.some((row) => row.kind === "default") ? (
        <Text size="sm" c="dimmed" mt="xs">
          {TEXTS.totalWithoutDefault}
        </Text>
      ) : null}
    </>
  );
}
