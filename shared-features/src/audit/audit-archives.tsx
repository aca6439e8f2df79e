import type { AuditArchiveOfYear } from "@bobine/contract/audit";
import { civilDateInParis } from "@bobine/contract/civil-date";
import { describeError, loadFailure, useAction } from "@bobine/shared-auth";
import { type DataColumn, DataTable, formatInteger, FrenchDate, notifyError } from "@bobine/shared-ui";
import { saveFile } from "@bobine/shared-ui/csv";
import { Button, Text, Title } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { TEXTS } from "./audit.texts.ts";

/** The file of a year. */
export interface ArchiveFile {
  readonly read: (year: number) => Promise<Blob>;
  readonly nameOf: (year: number) => string;
}

interface AuditArchivesProps {
  archives: UseQueryResult<{ readonly results: AuditArchiveOfYear[] }>;
  /** The same one at each call: a constant of the module. */
  file: ArchiveFile;
}

/** The years that are no longer in the log (SEC-28); nothing where there are none. */
export function AuditArchives({ archives, file }: AuditArchivesProps) {
  const columns = useMemo(() => columnsOf(file), [file]);
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
        columns={columns}
        rowKey={({ year }) => year}
        rows={rows}
        error={loadFailure(archives, TEXTS.archivesFailed)}
        onRetry={() => void archives.refetch()}
        emptyText=""
      />
    </section>
  );
}

const columnsOf = (file: ArchiveFile): DataColumn<AuditArchiveOfYear>[] => [
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
    cell: ({ year }) => <DownloadButton year={year} file={file} />,
  },
];

function DownloadButton({ year, file }: { year: number; file: ArchiveFile }) {
  const download = useAction({
    mutationFn: () => file.read(year),
    onSuccess: (content) => saveFile(content, file.nameOf(year)),
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
