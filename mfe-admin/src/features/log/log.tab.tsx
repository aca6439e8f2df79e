import { CONSOLE_LOG_LIST, consoleArchiveFileName } from "@bobine/contract/lists/audit";
import { describeError, loadFailure } from "@bobine/shared-auth";
import {
  type ArchiveFile,
  AUDIT_ADDRESS,
  AuditArchives,
  AuditEntries,
  AuditFilters,
  type AuditLinks,
} from "@bobine/shared-features/audit";
import { PageHeader, Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { useListView } from "@bobine/shared-ui/lists";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import {
  readConsoleArchiveCsv,
  readConsoleLogCsv,
  useConsoleArchives,
  useConsoleLog,
} from "./log.queries.ts";
import { TEXTS } from "./log.texts.ts";

const ADDRESS = { ...AUDIT_ADDRESS, prefix: "log_" } as const;
const LINKS: AuditLinks = { places: { cinema: paths.cinema }, link: Link };
const ARCHIVE: ArchiveFile = { read: readConsoleArchiveCsv, nameOf: consoleArchiveFileName };

/** The console's own log (SEC-2): what was done for no distributor, as `/logs` shows what was done for one (UI-18). */
export function LogTab() {
  const list = useListView(ADDRESS);
  const { page, action_type, from, to } = list.view;
  const filter = { action_type, from, to };
  const log = useConsoleLog(page, filter);
  const archives = useConsoleArchives(log.isSuccess);
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.description}
        actions={
          <CsvButton
            fileName={CONSOLE_LOG_LIST.fileName}
            content={() => readConsoleLogCsv(filter)}
            describe={(error) => describeError(error, TEXTS.exportFailed).message}
            disabled={!log.data?.count}
          />
        }
      />
      <AuditFilters filter={filter} onFilter={(change) => list.change(change)} />
      <AuditEntries
        label={TEXTS.title}
        links={LINKS}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        rows={list.rowsOf(log)}
        refreshing={log.isPlaceholderData}
        error={loadFailure(log, TEXTS.loadFailed)}
        onRetry={() => void log.refetch()}
      />
      <Pager {...list.pagerOf(log)} pageSize={CONSOLE_LOG_LIST.pageSize} unit={TEXTS.unit} />
      <AuditArchives archives={archives} file={ARCHIVE} />
    </>
  );
}
