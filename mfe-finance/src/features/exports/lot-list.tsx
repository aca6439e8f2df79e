import type { ExportFormat } from "@bobine/contract/exports";
import type { Lot } from "@bobine/contract/lots";
import { describeError } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatDate,
  formatDateTime,
  formatInteger,
  Money,
  notifyFailure,
} from "@bobine/shared-ui";
import { Button, Group } from "@mantine/core";
import { useLotFile } from "./lots.queries.ts";
import { lotName, LOT_TEXTS as TEXTS } from "./lots.texts.ts";

const FORMATS: readonly ExportFormat[] = ["A", "B", "C"];

interface LotListProps {
  lots: readonly Lot[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  refreshing: boolean;
}

/** The lots that were made, with their files. */
export function LotList({ lots, error, onRetry, refreshing }: LotListProps) {
  const columns: DataColumn<Lot>[] = [
    {
      key: "number",
      width: "auto",
      part: "title",
      header: TEXTS.columns.number,
      cell: (lot) => <strong>{lotName(lot)}</strong>,
    },
    {
      key: "period",
      width: "20%",
      part: "subtitle",
      header: TEXTS.columns.period,
      cell: ({ period_from, period_to }) => `${formatDate(period_from)} – ${formatDate(period_to)}`,
    },
    {
      key: "made",
      width: "22%",
      header: TEXTS.columns.made,
      cell: ({ created_at, created_by_name }) => `${formatDateTime(created_at)}, ${created_by_name}`,
    },
    {
      key: "entries",
      width: "15%",
      header: TEXTS.columns.entries,
      align: "right",
      cell: ({ entry_count, reversal_count }) =>
        reversal_count === 0
          ? formatInteger(entry_count)
          : `${formatInteger(entry_count)}, ${TEXTS.reversals(reversal_count)}`,
    },
    {
      key: "total",
      width: "13%",
      part: "amount",
      header: TEXTS.columns.total,
      align: "right",
      cell: ({ total_amount }) => <Money amount={total_amount} />,
    },
    {
      key: "files",
      width: "10rem",
      part: "actions",
      header: TEXTS.columns.files,
      cell: (lot) => <LotFiles lot={lot} />,
    },
  ];
  return (
    <DataTable
      label={TEXTS.list}
      columns={columns}
      rows={lots}
      rowKey={(lot) => lot.id}
      rowName={lotName}
      emptyText={TEXTS.empty}
      emptyHint={TEXTS.emptyHint}
      error={error}
      onRetry={onRetry}
      refreshing={refreshing}
    />
  );
}

function LotFiles({ lot }: { lot: Lot }) {
  const file = useLotFile();
  const download = (format: ExportFormat) =>
    file.mutate(
      { lot, format },
      {
        onError: (error) => {
          const text = TEXTS.downloadFailed(lot, format);
          notifyFailure(text, describeError(error, text).reason);
        },
      },
    );
  return (
    <Group gap="xs" wrap="nowrap">
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="compact-sm"
          variant="light"
          aria-label={TEXTS.download(lot, format)}
          loading={file.isPending && file.variables.format === format}
          onClick={() => download(format)}
        >
          {format}
        </Button>
      ))}
    </Group>
  );
}
