import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import type { Report } from "@bobine/contract/declarations";
import { REPORT_LIST } from "@bobine/contract/lists/reports";
import { booksPolicy } from "@bobine/contract/policy/books";
import { personName } from "@bobine/contract/person-name";
import { describeError, loadFailure, productSettings, useMay } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import {
  type DataColumn,
  DataTable,
  formatDateTime,
  formatInteger,
  PageHeader,
  Pager,
  StatusBadge,
} from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { DateRangeField, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { useListView } from "@bobine/shared-ui/lists";
import { Anchor, Button, Group } from "@mantine/core";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "../../paths.ts";
import { readReportsCsv, useReports } from "./declarations.queries.ts";
import { TEXTS } from "./declarations.texts.ts";

const { columns: LABELS } = REPORT_LIST;
const ADDRESS = { filters: RANGE_ADDRESS };

const COLUMNS: DataColumn<Report>[] = [
  {
    key: "file_name",
    width: "auto",
    part: "title",
    header: LABELS.file_name.label,
    cell: (report) => (
      <Anchor
        component={Link}
        to={paths.report(report.id)}
        fw={600}
        c="inherit"
        size="sm"
        onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}
      >
        {report.file_name}
      </Anchor>
    ),
  },
  {
    key: "created_at",
    width: "14%",
    header: LABELS.created_at.label,
    cell: (report) => formatDateTime(report.created_at),
  },
  {
    key: "imported_by",
    width: "15%",
    header: LABELS.imported_by.label,
    cell: (report) => nameOf(report.imported_by),
  },
  {
    key: "weeks",
    width: "12%",
    header: LABELS.weeks.label,
    cell: (report) => report.weeks.map((week) => weekLabel(cinemaWeekOf(week))).join(", ") || "–",
  },
  {
    key: "declarations_found",
    width: "11%",
    header: LABELS.declarations_found.label,
    align: "right",
    cell: (report) => formatInteger(report.declarations_found),
  },
  {
    key: "imported",
    width: "10%",
    header: LABELS.imported.label,
    align: "right",
    cell: (report) => formatInteger(report.imported),
  },
  { key: "anomalies", width: "16%", header: "Anomalies", cell: (report) => <Anomalies report={report} /> },
];

/** The reports that were imported, newest first. */
export function ReportsPage() {
  return (
    <OpeningList list="reports" address={ADDRESS}>
      <Reports />
    </OpeningList>
  );
}

function Reports() {
  const navigate = useNavigate();
  const list = useListView(ADDRESS);
  const { page, from, to } = list.view;
  const reports = useReports(page, list.view);
  const mayImport = useMay(booksPolicy.importBankLines);
  const actions = (
    <>
      <CsvButton
        fileName={REPORT_LIST.fileName}
        content={() => readReportsCsv(list.view)}
        describe={(error) => describeError(error, TEXTS.exportFailed).message}
        disabled={!reports.data || reports.data.count === 0}
      />
      {mayImport ? (
        <Button component={Link} to={paths.boxOffice(productSettings().boxOfficeKind)} variant="default">
          {TEXTS.import}
        </Button>
      ) : null}
    </>
  );
  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.intro} actions={actions} />
      <Group mb="md">
        <DateRangeField label={TEXTS.period} range={list.view} onRange={(range) => list.change(range)} />
        <SavedFilters list="reports" query={list.query} />
      </Group>
      <DataTable
        label={TEXTS.title}
        columns={COLUMNS}
        rows={list.rowsOf(reports)}
        rowKey={(report) => report.id}
        rowControl
        onRowClick={(report) => void navigate(paths.report(report.id))}
        {...((from ?? to) === undefined
          ? { emptyText: TEXTS.empty, emptyHint: mayImport ? TEXTS.emptyHint : TEXTS.emptyHintToReader }
          : { emptyText: TEXTS.noneOfPeriod })}
        refreshing={reports.isPlaceholderData}
        error={loadFailure(reports, TEXTS.loadFailed)}
        onRetry={() => void reports.refetch()}
      />
      <Pager {...list.pagerOf(reports)} pageSize={REPORT_LIST.pageSize} unit={["rapport", "rapports"]} />
    </>
  );
}

/** Only what is unusual speaks. */
function Anomalies({ report }: { report: Report }) {
  const found: [string, "red" | "orange" | "gray" | "yellow"][] = [];
  const add = (count: number, one: string, many: string, color: (typeof found)[number][1]) => {
    if (count > 0) found.push([`${formatInteger(count)} ${count < 2 ? one : many}`, color]);
  };
  add(report.errors_count, "refusée", "refusées", "red");
  add(report.set_aside, "mise de côté", "mises de côté", "orange");
  add(report.warnings_count, "avertissement", "avertissements", "yellow");
  add(report.unknown_cinemas, "cinéma inconnu", "cinémas inconnus", "yellow");
  add(report.duplicates, "doublon", "doublons", "gray");
  if (found.length === 0) return "–";
  return (
    <Group gap={6}>
      {found.map(([text, color]) => (
        <StatusBadge key={text} color={color}>
          {text}
        </StatusBadge>
      ))}
    </Group>
  );
}

const nameOf = (person: Report["imported_by"]): string => (person ? personName(person) : "–");
