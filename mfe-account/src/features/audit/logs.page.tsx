import {
  AUDIT_ACTION_TYPES,
  AUDIT_PAGE_SIZE,
  type AuditActionType,
  type AuditEntry,
} from "@bobine/contract/audit";
import { AUDIT_LIST_CSV } from "@bobine/contract/list-exports";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, formatCount, FrenchDate, PageHeader, Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { Badge, Button, Group, Select } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ACTION_TYPES, TEXTS } from "./audit.texts.ts";
import { detailsSummary } from "./audit-details.ts";
import { AuditDetailsDialog } from "./audit-details.dialog.tsx";
import { readAuditCsv, useAuditLogs } from "./audit.queries.ts";

/** Who did what for the distributor, newest first (UI-18). Page and filter are in the address. */
export function LogsPage() {
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<AuditEntry>();
  const page = Math.max(1, Math.trunc(Number(params.get("page"))) || 1);
  const actionType = AUDIT_ACTION_TYPES.find((type) => type === params.get("action_type"));
  const logs = useAuditLogs(page, actionType);
  const go = (to: { page: number; actionType: AuditActionType | undefined }, replace = false): void => {
    setParams(
      {
        ...(to.page > 1 ? { page: String(to.page) } : {}),
        ...(to.actionType ? { action_type: to.actionType } : {}),
      },
      { replace },
    );
  };

  const columns: DataColumn<AuditEntry>[] = [
    {
      key: "created_at",
      header: TEXTS.columns.date,
      cell: (entry) => <FrenchDate instant={entry.created_at} />,
      width: 150,
    },
    { key: "actor", header: TEXTS.columns.actor, cell: actorOf },
    {
      key: "action_type",
      part: "title",
      header: TEXTS.columns.type,
      cell: (entry) => (
        <Badge variant="dot" size="lg" tt="none" fw={500} color={ACTION_TYPES[entry.action_type].color}>
          {ACTION_TYPES[entry.action_type].label}
        </Badge>
      ),
    },
    {
      key: "details",
      part: "subtitle",
      header: TEXTS.columns.details,
      cell: (entry) => (
        <Group gap="sm" justify="space-between" wrap="nowrap">
          <span>{detailsSummary(entry.action_details)}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(entry)}>
            Voir
          </Button>
        </Group>
      ),
    },
  ];

  const count = logs.data?.count;
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        {...(count === undefined ? {} : { description: formatCount(count, "action", "actions") })}
        actions={
          <CsvButton
            fileName={AUDIT_LIST_CSV}
            content={() => readAuditCsv(actionType)}
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
          onChange={(value) => go({ page: 1, actionType: AUDIT_ACTION_TYPES.find((type) => type === value) })}
          data={AUDIT_ACTION_TYPES.map((type) => ({ value: type, label: ACTION_TYPES[type].label }))}
          flex="1 1 180px"
          maw={280}
        />
        <Button
          variant="default"
          disabled={!actionType}
          onClick={() => go({ page: 1, actionType: undefined })}
        >
          {TEXTS.reset}
        </Button>
      </Group>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={logs.data?.results}
        rowKey={(entry) => entry.id}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        refreshing={logs.isPlaceholderData}
        error={loadFailure(logs, TEXTS.loadFailed)}
        onRetry={() => void logs.refetch()}
      />
      <Pager
        page={page}
        pageSize={AUDIT_PAGE_SIZE}
        count={count ?? 0}
        unit={["action", "actions"]}
        onPage={(to) => go({ page: to, actionType })}
        onGone={(last) => go({ page: last, actionType }, true)}
      />
      {shown ? <AuditDetailsDialog entry={shown} close={() => setShown(undefined)} /> : null}
    </>
  );
}

function actorOf({ actor }: AuditEntry): string {
  if (!actor) return TEXTS.system;
  return `${actor.first_name} ${actor.last_name}`.trim() || actor.email;
}
