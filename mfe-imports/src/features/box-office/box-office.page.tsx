import type { BoxOfficeStats } from "@bobine/contract/box-office";
import { type CinemaWeek, cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import { describeError, useDistributorScope } from "@bobine/shared-auth";
import { FileUpload, formatInteger, Money, PageHeader, Surface, UploadProgress } from "@bobine/shared-ui";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { MessageList, type Statistic, StatisticsList } from "../../statistics-list.tsx";
import { boxOfficeFileError } from "./box-office-file.ts";
import { useBoxOfficeUpload } from "./box-office.queries.ts";
import { TEXTS } from "./box-office.texts.ts";

export function BoxOfficePage() {
  const kind = useLocation().pathname.split("/").filter(Boolean).at(-1) ?? "";
  const { hasAccess } = useDistributorScope();
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const upload = useBoxOfficeUpload(kind);
  const choose = (next: File | null) => {
    setFile(next);
    setInvalid(next ? boxOfficeFileError(next) : undefined);
    upload.reset();
  };
  const send = () => {
    const reason = boxOfficeFileError(file);
    setInvalid(reason);
    if (!reason && file) upload.mutate(file);
  };
  const failure = upload.error ? describeError(upload.error, TEXTS.failed).message : undefined;

  return (
    <>
      <PageHeader title={TEXTS.title(kind)} description={TEXTS.intro} />
      <Stack gap="md">
        <Surface>
          <Stack gap="md">
            <FileUpload
              label={TEXTS.file}
              hint={TEXTS.hint}
              accept={[".xml", "text/xml", "application/xml"]}
              file={file}
              onFile={choose}
              error={invalid ?? failure}
              disabled={upload.isPending}
            />
            {upload.isPending ? <UploadProgress percent={upload.percent} /> : null}
            <Group>
              <Button onClick={send} loading={upload.isPending} disabled={!hasAccess}>
                {TEXTS.send}
              </Button>
            </Group>
          </Stack>
        </Surface>
        {upload.data ? <Result message={upload.data.message} stats={upload.data.preliminary_stats} /> : null}
      </Stack>
    </>
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
