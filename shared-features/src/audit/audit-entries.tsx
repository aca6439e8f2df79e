import type { AuditEntry } from "@bobine/contract/audit";
import { AUDIT_ACTION, auditName } from "@bobine/contract/audit-labels";
import { AUDIT_LIST } from "@bobine/contract/lists/audit";
import { personName } from "@bobine/contract/person-name";
import { type DataColumn, DataTable, type DataTableProps, FrenchDate } from "@bobine/shared-ui";
import { Badge, Button, Group } from "@mantine/core";
import { startTransition, useMemo, useState } from "react";
import { TEXTS } from "./audit.texts.ts";
import { detailsSummary } from "./audit-details.ts";
import { AuditDetailsDialog, type AuditLinks } from "./audit-details.dialog.tsx";

type AuditEntriesProps = Pick<
  DataTableProps<AuditEntry>,
  "label" | "emptyText" | "emptyHint" | "rows" | "refreshing" | "error" | "onRetry"
> & { links: AuditLinks };

/** The rows of a log and the entry that is open: to open and to close one draws neither the head nor the filters again. */
export function AuditEntries({ links, ...props }: AuditEntriesProps) {
  const [shown, setShown] = useState<AuditEntry>();
  // The same while the screen is open: an opened entry draws no row again, and its dialog comes in the background.
  const columns = useMemo(() => columnsOf((entry) => startTransition(() => setShown(entry))), []);
  return (
    <>
      <DataTable columns={columns} rowKey={(entry) => entry.id} {...props} />
      {shown ? <AuditDetailsDialog entry={shown} links={links} close={() => setShown(undefined)} /> : null}
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
          {TEXTS.show}
        </Button>
      </Group>
    ),
  },
];

function actorOf({ actor }: AuditEntry): string {
  return actor ? personName(actor) : TEXTS.system;
}
