import { archiveFileName, AUDIT_LIST } from "@bobine/contract/lists/audit";
import { describeError, loadFailure } from "@bobine/shared-auth";
import {
  type ArchiveFile,
  AUDIT_ADDRESS,
  AuditArchives,
  AuditEntries,
  AuditFilters,
  type AuditLinks,
} from "@bobine/shared-features/audit";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { formatCount, PageHeader, Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { useListView } from "@bobine/shared-ui/lists";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { TEXTS } from "./audit.texts.ts";
import { readArchiveCsv, readAuditCsv, useAuditArchives, useAuditLogs } from "./audit.queries.ts";

const LINKS: AuditLinks = { places: paths, link: Link };
const ARCHIVE: ArchiveFile = { read: readArchiveCsv, nameOf: archiveFileName };

/** Who did what for the distributor, newest first (UI-18). Page and filter are in the address. */
export function LogsPage() {
  return (
    <OpeningList list="audit_log" address={AUDIT_ADDRESS}>
      <Logs />
    </OpeningList>
  );
}

function Logs() {
  const list = useListView(AUDIT_ADDRESS);
  const { page, action_type: actionType, from, to } = list.view;
  const filter = { action_type: actionType, from, to };
  const logs = useAuditLogs(page, filter);
  const archives = useAuditArchives(logs.isSuccess);

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
      <AuditFilters filter={filter} onFilter={(change) => list.change(change)}>
        <SavedFilters list="audit_log" query={list.query} />
      </AuditFilters>
      <AuditEntries
        label={TEXTS.title}
        links={LINKS}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        rows={list.rowsOf(logs)}
        refreshing={logs.isPlaceholderData}
        error={loadFailure(logs, TEXTS.loadFailed)}
        onRetry={() => void logs.refetch()}
      />
      <Pager {...list.pagerOf(logs)} pageSize={AUDIT_LIST.pageSize} unit={["action", "actions"]} />
      <AuditArchives archives={archives} file={ARCHIVE} />
    </>
  );
}
