import type { AuditArchiveOfYear } from "@bobine/contract/audit";
import { civilDateInParis } from "@bobine/contract/civil-date";
import { archiveFileName } from "@bobine/contract/lists/audit";
import { describeError, loadFailure, useAction } from "@bobine/shared-auth";
import { type DataColumn, DataTable, formatInteger, FrenchDate, notifyError } from "@bobine/shared-ui";
import { saveFile } from "@bobine/shared-ui/csv";
import { Button, Text, Title } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { TEXTS } from "./audit.texts.ts";
import { readArchiveCsv, useAuditArchives } from "./audit.queries.ts";

/** The years that are no longer in the log (SEC-28); nothing where there are none. */
export function AuditArchives({ isNext }: { isNext: boolean }) {
  const archives = useAuditArchives(isNext);
  const rows = archives.data?.results;
  if (!archives.isError && (rows === undefined || rows.length === 0)) return null;
  return (
    <section aria-labelledby="audit-archives">
      <Title order={2} size="h4" id="audit-archives" mt="xl">
        {TEXTS.archives}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" maw="70ch">
        {TEXTS.archivesHint}
      </Text>
      <DataTable
        label={TEXTS.archives}
        columns={COLUMNS}
        rowKey={({ year }) => year}
        rows={rows}
        error={loadFailure(archives, TEXTS.archivesFailed)}
        onRetry={() => void archives.refetch()}
        emptyText=""
      />
    </section>
  );
}

const COLUMNS: DataColumn<AuditArchiveOfYear>[] = [
  { key: "year", header: TEXTS.year, part: "title", width: 110, cell: ({ year }) => year },
  {
    key: "period",
    header: TEXTS.archivedPeriod,
    part: "subtitle",
    width: "auto",
    cell: ({ from_instant, to_instant }) => (
      <>
        <FrenchDate date={civilDateInParis(new Date(from_instant))} />
        {" – "}
        <FrenchDate date={civilDateInParis(new Date(to_instant))} />
      </>
    ),
  },
  {
    key: "count",
    header: TEXTS.archivedActions,
    width: 140,
    align: "right",
    cell: ({ entry_count }) => formatInteger(entry_count),
  },
  {
    key: "download",
    header: TEXTS.download,
    hiddenHeader: true,
    part: "actions",
    width: 180,
    cell: ({ year }) => <DownloadButton year={year} />,
  },
];

function DownloadButton({ year }: { year: number }) {
  const download = useAction({
    mutationFn: () => readArchiveCsv(year),
    onSuccess: (file) => saveFile(file, archiveFileName(year)),
    onError: (error) => notifyError(describeError(error, TEXTS.downloadFailed(year)).message),
  });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFileSpreadsheet size={17} aria-hidden />}
      aria-label={TEXTS.downloadOf(year)}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {TEXTS.download}
    </Button>
  );
}
