import { AUDIT_ACTION_TYPES, type AuditEntry } from "@bobine/contract/audit";
import { AUDIT_ACTION, auditName } from "@bobine/contract/audit-labels";
import { AUDIT_LIST } from "@bobine/contract/lists/audit";
import { personName } from "@bobine/contract/person-name";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import {
  type DataColumn,
  DataTable,
  type DataTableProps,
  formatCount,
  FrenchDate,
  PageHeader,
  Pager,
} from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { ANY_DAY, DateRangeField, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { oneOf, useListView } from "@bobine/shared-ui/lists";
import { Badge, Button, Group, Select } from "@mantine/core";
import { startTransition, useMemo, useState } from "react";
import { AuditArchives } from "./audit-archives.tsx";
import { TEXTS } from "./audit.texts.ts";
import { detailsSummary } from "./audit-details.ts";
import { AuditDetailsDialog } from "./audit-details.dialog.tsx";
import { readAuditCsv, useAuditLogs } from "./audit.queries.ts";

const ADDRESS = { filters: { action_type: oneOf(AUDIT_ACTION_TYPES), ...RANGE_ADDRESS } };

/** Who did what for the distributor, newest first (UI-18). Page and filter are in the address. */
export function LogsPage() {
  return (
    <OpeningList list="audit_log" address={ADDRESS}>
      <Logs />
    </OpeningList>
  );
}

function Logs() {
  const list = useListView(ADDRESS);
  const { page, action_type: actionType, from, to } = list.view;
  const filter = { action_type: actionType, from, to };
  const logs = useAuditLogs(page, filter);

  const count = logs.data?.count;
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        {...(count === undefined ? {} : { description: formatCount(count, "action", "actions") })}
        actions={
          <CsvButton
            fileName={AUDIT_LIST.fileName}
            content={() => readAuditCsv(filter)}
            describe={(error) => describeError(error, TEXTS.exportFailed).message}
            disabled={!count}
          />
        }
      />
      <Group mb="md" gap="sm">
        <Select
          aria-label={TEXTS.type}
          placeholder={TEXTS.allTypes}
          value={actionType ?? null}
          onChange={(value) =>
            list.change({ action_type: AUDIT_ACTION_TYPES.find((type) => type === value) })
          }
          data={AUDIT_ACTION_TYPES.map((type) => ({ value: type, label: AUDIT_ACTION[type].label }))}
          flex="1 1 180px"
          maw={280}
        />
        <DateRangeField label={TEXTS.period} range={list.view} onRange={(range) => list.change(range)} />
        <Button
          variant="default"
          disabled={(actionType ?? from ?? to) === undefined}
          onClick={() => list.change({ action_type: undefined, ...ANY_DAY })}
        >
          {TEXTS.reset}
        </Button>
        <SavedFilters list="audit_log" query={list.query} />
      </Group>
      <Entries
        rows={list.rowsOf(logs)}
        refreshing={logs.isPlaceholderData}
        error={loadFailure(logs, TEXTS.loadFailed)}
        onRetry={() => void logs.refetch()}
      />
      <Pager {...list.pagerOf(logs)} pageSize={AUDIT_LIST.pageSize} unit={["action", "actions"]} />
      <AuditArchives isNext={logs.isSuccess} />
    </>
  );
}

type EntriesProps = Pick<DataTableProps<AuditEntry>, "rows" | "refreshing" | "error" | "onRetry">;

/** The rows and the entry that is open: to open and to close one draws neither the head nor the filters again. */
function Entries(props: EntriesProps) {
  const [shown, setShown] = useState<AuditEntry>();
  // The same while the screen is open: an opened entry draws no row again, and its dialog comes in the background.
  const columns = useMemo(() => columnsOf((entry) => startTransition(() => setShown(entry))), []);
  return (
    <>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rowKey={(entry) => entry.id}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        {...props}
      />
      {shown ? <AuditDetailsDialog entry={shown} close={() => setShown(undefined)} /> : null}
    </>
  );
}

const columnsOf = (onShow: (entry: AuditEntry) => void): DataColumn<AuditEntry>[] => [
  {
    key: "created_at",
    header: AUDIT_LIST.columns.created_at.label,
    cell: (entry) => <FrenchDate instant={entry.created_at} />,
    width: 150,
  },
  { key: "actor", width: "16%", header: AUDIT_LIST.columns.actor.label, cell: actorOf },
  {
    key: "action_type",
    width: "27%",
    part: "title",
    header: AUDIT_LIST.columns.action_type.label,
    cell: (entry) => (
      <Badge variant="dot" size="lg" tt="none" fw={500} color={AUDIT_ACTION[entry.action_type].color}>
        {auditName(entry.action_type, entry.action_details)}
      </Badge>
    ),
  },
  {
    key: "details",
    width: "auto",
    part: "subtitle",
    header: AUDIT_LIST.columns.details.label,
    cell: (entry) => (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>{detailsSummary(entry.action_details)}</span>
        <Button variant="subtle" size="compact-sm" flex="none" onClick={() => onShow(entry)}>
          Voir
        </Button>
      </Group>
    ),
  },
];

function actorOf({ actor }: AuditEntry): string {
  return actor ? personName(actor) : TEXTS.system;
}
