import type { BoxOfficeStats } from "@bobine/contract/box-office";
import { type CinemaWeek, cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import { formatInteger, Money } from "@bobine/shared-ui";
import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router-dom";
import { FileImport } from "../../file-import.tsx";
import { MessageList, type Statistic, StatisticsList } from "../../statistics-list.tsx";
import { boxOfficeFileError } from "./box-office-file.ts";
import { useBoxOfficeUpload } from "./box-office.queries.ts";
import { TEXTS } from "./box-office.texts.ts";

export function BoxOfficePage() {
  const kind = useLocation().pathname.split("/").filter(Boolean).at(-1) ?? "";
  const upload = useBoxOfficeUpload(kind);
  return (
    <FileImport
      title={TEXTS.title(kind)}
      texts={TEXTS}
      accept={[".xml", "text/xml", "application/xml"]}
      fileError={boxOfficeFileError}
      upload={upload}
    >
      {({ message, preliminary_stats }) => <Result message={message} stats={preliminary_stats} />}
    </FileImport>
  );
}

function Result({ message, stats }: { message: string; stats: BoxOfficeStats }) {
  return (
    <div aria-live="polite">
      <StatisticsList title={TEXTS.result} message={message} statistics={statisticsOf(stats)} />
      <MessageList title={TEXTS.errors} messages={stats.errors} count={stats.errors_count} />
      <MessageList title={TEXTS.warnings} messages={stats.warnings} count={stats.warnings_count} />
      {stats.invoices_expected > 0 ? (
        <Button component={Link} to="/invoices" variant="light" mt="md">
          {TEXTS.toInvoices}
        </Button>
      ) : null}
    </div>
  );
}

/** The figures of an import; those that only speak when something happened are left out at zero. */
function statisticsOf(stats: BoxOfficeStats): Statistic[] {
  const { labels } = TEXTS;
  const weeks: CinemaWeek[] = stats.weeks.map((week) => cinemaWeekOf(week));
  const unusual = [
    "duplicates",
    "corrections",
    "set_aside",
    "other_distributors",
    "unknown_cinemas",
    "invoices_held",
  ] as const;
  return [
    { label: labels.declarations_found, value: formatInteger(stats.declarations_found) },
    { label: labels.imported, value: formatInteger(stats.imported) },
    { label: labels.weeks, value: weeks.map(weekLabel).join(", ") || "–" },
    { label: labels.cinemas_found, value: formatInteger(stats.cinemas_found) },
    { label: labels.screens_found, value: formatInteger(stats.screens_found) },
    { label: labels.films_found, value: formatInteger(stats.films_found) },
    { label: labels.total_admissions, value: formatInteger(stats.total_admissions) },
    { label: labels.total_gross_ttc, value: <Money amount={stats.total_gross_ttc} /> },
    { label: labels.invoices_expected, value: formatInteger(stats.invoices_expected) },
    ...unusual
      .filter((key) => stats[key] > 0)
      .map((key) => ({ label: labels[key], value: formatInteger(stats[key]) })),
  ];
}
