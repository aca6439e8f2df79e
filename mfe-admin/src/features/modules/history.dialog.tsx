import { decisionNotes, REMOTE_DECISION_LABELS } from "@bobine/contract/remote-labels";
import type { RemoteLogEntry } from "@bobine/contract/remotes";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, Dialog, FrenchDate } from "@bobine/shared-ui";
import { useRemoteLog } from "./modules.queries.ts";
import { TEXTS } from "./modules.texts.ts";

/** Every decision about a module, the newest first. */
export function HistoryDialog({ remote, close }: { remote: string; close: () => void }) {
  const log = useRemoteLog(remote);
  return (
    <Dialog opened onClose={close} title={TEXTS.historyTitle(remote)} size="xl">
      <DataTable
        label={TEXTS.historyTitle(remote)}
        columns={COLUMNS}
        rows={log.data?.results}
        rowKey={({ at, action, build }) => `${at} ${action} ${build}`}
        rowName={({ action, build }) => `${labelOf(action)} ${build}`}
        emptyText={TEXTS.historyEmpty}
        error={loadFailure(log, TEXTS.historyFailed)}
        onRetry={() => void log.refetch()}
      />
    </Dialog>
  );
}

/** The registry's own word for what this console does not know yet. */
const labelOf = (action: string): string =>
  Object.hasOwn(REMOTE_DECISION_LABELS, action)
    ? REMOTE_DECISION_LABELS[action as keyof typeof REMOTE_DECISION_LABELS]
    : action;

const COLUMNS: DataColumn<RemoteLogEntry>[] = [
  { key: "at", header: TEXTS.historyColumns.at, cell: ({ at }) => <FrenchDate instant={at} /> },
  { key: "what", part: "title", header: TEXTS.historyColumns.what, cell: ({ action }) => labelOf(action) },
  { key: "build", header: TEXTS.historyColumns.build, cell: ({ build }) => <code>{build}</code> },
  { key: "who", part: "subtitle", header: TEXTS.historyColumns.who, cell: ({ who }) => who },
  {
    key: "notes",
    header: TEXTS.historyColumns.notes,
    cell: (entry) => decisionNotes(entry).join(". ") || TEXTS.none,
  },
  { key: "reason", header: TEXTS.historyColumns.reason, cell: ({ reason }) => reason || TEXTS.none },
];
