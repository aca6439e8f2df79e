import { cinemaWeekOf, weekDisplay } from "@bobine/contract/cinema-week";
import { DECLARATION_VIEWS, type DeclarationView, type ReportDetail } from "@bobine/contract/declarations";
import { DECLARATION_LIST } from "@bobine/contract/lists/declarations";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { ErrorCard, formatDateTime, formatInteger, Money, PageHeader, Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { SearchBox } from "@bobine/shared-ui/forms";
import { type ListQuery, oneOf, textValue, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, Skeleton, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link, useParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { MessageList, type Statistic, StatisticsList } from "../../statistics-list.tsx";
import { DeclarationTable } from "./declaration-table.tsx";
import {
  type DeclarationFilter,
  readDeclarationsCsv,
  useDeclarations,
  useReport,
} from "./declarations.queries.ts";
import { TEXTS } from "./declarations.texts.ts";

const ADDRESS = { filters: { search: textValue, show: oneOf(DECLARATION_VIEWS) } };

/** What one report contained: its figures, what was refused or doubtful, and each declaration with what it became. */
export function ReportPage() {
  return (
    <OpeningList list="declarations" address={ADDRESS}>
      <DeclarationsOfReport />
    </OpeningList>
  );
}

function DeclarationsOfReport() {
  const { reportId } = useParams();
  const id = Number(reportId);
  const known = Number.isSafeInteger(id) ? id : 0;
  const report = useReport(known);
  const list = useListView(ADDRESS);
  const filter: DeclarationFilter = list.view;
  const declarations = useDeclarations(known, filter);
  return (
    <>
      <PageHeader
        title={report.data?.file_name ?? TEXTS.title}
        description={report.data ? importedLine(report.data) : undefined}
        actions={
          <>
            <CsvButton
              fileName={DECLARATION_LIST.fileName}
              content={() => readDeclarationsCsv(known, filter)}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={!declarations.data || declarations.data.count === 0}
            />
            <Button
              component={Link}
              to={paths.reports()}
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
            >
              {TEXTS.back}
            </Button>
          </>
        }
      />
      {report.isError && !report.data ? (
        <ErrorCard
          title={describeError(report.error, TEXTS.reportFailed).message}
          onRetry={() => void report.refetch()}
        />
      ) : (
        <>
          {report.data ? <Summary report={report.data} /> : <Skeleton height={180} radius="lg" />}
          <Title order={2} size="h3" mt="xl" mb="sm">
            {TEXTS.declarations}
          </Title>
          <Filters filter={filter} kept={report.data?.kept} onChange={list.change} query={list.query} />
          <DeclarationTable
            declarations={list.rowsOf(declarations)}
            refreshing={declarations.isPlaceholderData}
            error={loadFailure(declarations, TEXTS.declarationsFailed)}
            onRetry={() => void declarations.refetch()}
          />
          <Pager
            {...list.pagerOf(declarations)}
            pageSize={DECLARATION_LIST.pageSize}
            unit={["déclaration", "déclarations"]}
          />
        </>
      )}
    </>
  );
}

function importedLine({ created_at, imported_by }: ReportDetail): string {
  const name = imported_by ? [imported_by.first_name, imported_by.last_name].filter(Boolean).join(" ") : "";
  return `Importé le ${formatDateTime(created_at)}${name ? ` par ${name}` : ""}`;
}

function Summary({ report }: { report: ReportDetail }) {
  const unusual: Statistic[] = (
    [
      ["Doublons ignorés", report.duplicates],
      ["Rectifications", report.corrections],
      ["Mises de côté", report.set_aside],
      ["Autres distributeurs", report.other_distributors],
      ["Cinémas inconnus créés", report.unknown_cinemas],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([label, count]) => ({ label, value: formatInteger(count) }));
  return (
    <>
      <StatisticsList
        title={TEXTS.figures}
        statistics={[
          {
            label: report.weeks.length > 1 ? "Semaines" : "Semaine",
            value: report.weeks.map((week) => weekDisplay(cinemaWeekOf(week))).join(", ") || "–",
            wide: true,
          },
          { label: "Déclarations trouvées", value: formatInteger(report.declarations_found) },
          { label: "Entrées", value: formatInteger(report.total_admissions) },
          { label: "Recettes TTC", value: <Money amount={report.total_gross_ttc} /> },
          { label: "Facturées", value: formatInteger(report.kept.invoiced) },
          { label: "En attente", value: formatInteger(report.kept.pending) },
          ...unusual,
        ]}
      />
      <MessageList
        title={TEXTS.errors}
        messages={report.errors}
        count={report.errors_count}
        next={TEXTS.errorsNext}
      />
      <MessageList title={TEXTS.warnings} messages={report.warnings} count={report.warnings_count} />
    </>
  );
}

function Filters({
  filter,
  kept,
  onChange,
  query,
}: {
  filter: DeclarationFilter;
  kept: ReportDetail["kept"] | undefined;
  onChange: (part: Partial<DeclarationFilter>, replace?: boolean) => void;
  query: ListQuery;
}) {
  const views: [DeclarationView | undefined, string, number | undefined][] = [
    [undefined, TEXTS.all, kept?.all],
    ...DECLARATION_VIEWS.map((view): [DeclarationView, string, number | undefined] => [
      view,
      TEXTS.views[view],
      kept?.[view],
    ]),
  ];
  return (
    <Group mb="md" gap="sm">
      <SearchBox
        label="Rechercher une déclaration"
        placeholder={TEXTS.search}
        search={filter.search}
        onSearch={(text) => onChange({ search: text }, true)}
      />
      <Group component="section" gap={6} aria-label="Déclarations affichées">
        {views
          .filter(([view, , count]) => view === undefined || view === filter.show || count !== 0)
          .map(([view, label, count]) => (
            <Button
              key={label}
              size="xs"
              radius="xl"
              variant={filter.show === view ? "filled" : "default"}
              aria-pressed={filter.show === view}
              onClick={() => onChange({ show: view })}
            >
              {count === undefined ? label : `${label} (${formatInteger(count)})`}
            </Button>
          ))}
      </Group>
      <SavedFilters list="declarations" query={query} />
    </Group>
  );
}
