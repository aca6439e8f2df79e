import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import type { PreviewedWeek, ReportPreview as Preview } from "@bobine/contract/report-previews";
import { useUnfinishedWork } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatCount,
  formatDate,
  formatInteger,
  Money,
  Notice,
  StatusBadge,
  Surface,
} from "@bobine/shared-ui";
import { Button, Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Facts, MessageList, type Statistic } from "../../statistics-list.tsx";
import { MISSING_TEXTS, OUTCOME_HINTS } from "../../outcome-texts.ts";
import classes from "./report-preview.module.css";
import { DOCUMENT_TEXTS, OUTCOME_FACTS, PREVIEW_TEXTS as TEXTS } from "./report-preview.texts.ts";
import { NothingOfOurs } from "./nothing-of-ours.tsx";
import { statisticsOf } from "./report-statistics.tsx";

interface ReportPreviewProps {
  preview: Preview;
  isImporting: boolean;
  onImport: () => void;
  onCancel: () => void;
}

/** What a report would bring, before anything of it counts (BOX-9). */
export function ReportPreview({ preview, isImporting, onImport, onCancel }: ReportPreviewProps) {
  const [isConfirmed, setConfirmed] = useState(false);
  const { stats, unfinished_weeks } = preview;
  const mustConfirm = unfinished_weeks.length > 0;
  // The file is with this page alone until it is imported.
  useUnfinishedWork(isImporting ? undefined : "form", TEXTS.title);
  return (
    <Stack gap="md">
      <section aria-label={TEXTS.title} aria-live="polite">
        <Surface>
          <Stack gap="lg">
            <div>
              <Title order={2} className={classes["name"]}>
                {preview.file_name}
              </Title>
              <Text size="sm" c="dimmed" mt={4}>
                {TEXTS.nothingYet}
              </Text>
              <Facts statistics={[...issuedFacts(preview), ...countedFacts(preview)]} />
            </div>
            <NothingOfOurs stats={stats} />
            {mustConfirm ? (
              <Notice tone="warning" title={TEXTS.unfinished}>
                {unfinished_weeks.map((start) => {
                  const week = cinemaWeekOf(start);
                  return <div key={start}>{TEXTS.ends(weekLabel(week), formatDate(week.end))}</div>;
                })}
                <Checkbox
                  mt="sm"
                  label={TEXTS.unfinishedConfirmed}
                  checked={isConfirmed}
                  onChange={(event) => setConfirmed(event.currentTarget.checked)}
                />
              </Notice>
            ) : null}
            <Group gap="sm">
              <Button onClick={onImport} loading={isImporting} disabled={mustConfirm && !isConfirmed}>
                {TEXTS.import}
              </Button>
              <Button variant="default" onClick={onCancel} disabled={isImporting}>
                {TEXTS.cancel}
              </Button>
            </Group>
          </Stack>
        </Surface>
      </section>
      <Refused preview={preview} />
      <MessageList title={TEXTS.warnings} messages={stats.warnings} count={stats.warnings_count} />
      <PreviewedWeeks preview={preview} />
    </Stack>
  );
}

/** Declarations that the import would not take, by cinema. */
function Refused({ preview: { refused, stats } }: { preview: Preview }) {
  if (refused.length === 0) return null;
  const messageCount = refused.reduce((sum, { messages }) => sum + messages.length, 0);
  return (
    <section aria-label={TEXTS.errors}>
      <Surface>
        <Title order={2} size="h3" mb="xs">
          {TEXTS.errors} ({formatInteger(stats.errors_count)})
        </Title>
        <dl className={classes["refused"]}>
          {refused.map(({ cinema_name, messages }) => (
            <div key={cinema_name}>
              <dt>{cinema_name || TEXTS.unnamedCinema}</dt>
              {[...new Set(messages)].map((message) => (
                <dd key={message}>{message}</dd>
              ))}
            </div>
          ))}
        </dl>
        {stats.errors_count > messageCount ? (
          <Text size="sm" c="dimmed" mt="xs">
            … et {formatInteger(stats.errors_count - messageCount)} de plus.
          </Text>
        ) : null}
      </Surface>
    </section>
  );
}

/** What would be issued and what would wait; complements and credit notes only when there are some. */
function issuedFacts({ issued, held }: Preview): Statistic[] {
  const { labels } = TEXTS;
  const sum = (label: string, { count, total }: Preview["held"], isUsual = false): Statistic[] =>
    count === 0 && !isUsual
      ? []
      : [{ label: `${label} (${formatInteger(count)})`, value: <Money amount={total} /> }];
  return [
    ...sum(labels.invoice, issued.invoice, true),
    ...sum(labels.complement, issued.complement),
    ...sum(labels.credit_note, issued.credit_note),
    ...sum(labels.held, held),
  ];
}

/** The figures of the import; those of invoices are told with their amounts. */
function countedFacts({ stats, unchanged_count }: Preview): Statistic[] {
  const unchanged = { label: TEXTS.labels.unchanged, value: formatInteger(unchanged_count) };
  return [...(unchanged_count > 0 ? [unchanged] : []), ...statisticsOf(stats, { withInvoices: false })];
}

const documentKey = ({ kind, corrects }: PreviewedWeek["documents"][number]): string => `${kind} ${corrects}`;

function Documents({ week }: { week: PreviewedWeek }) {
  if (week.documents.length === 0) return <>–</>;
  return (
    <>
      {week.documents.map((document) => (
        <div key={documentKey(document)}>
          <Text span size="xs" c="dimmed">
            {DOCUMENT_TEXTS[document.kind]}
            {document.corrects ? ` ${TEXTS.corrects(document.corrects)}` : ""}{" "}
          </Text>
          <Money amount={document.total_amount} />
        </div>
      ))}
    </>
  );
}

function Outcome({ week }: { week: PreviewedWeek }) {
  const { outcome } = week;
  const { label, color } = OUTCOME_FACTS[outcome];
  const hint = outcome === "issued" || outcome === "unchanged" ? "" : OUTCOME_HINTS[outcome];
  const missing = week.missing.map((name) => MISSING_TEXTS[name] ?? name).join(", ");
  return (
    <div>
      <StatusBadge color={color}>{label}</StatusBadge>
      {hint ? (
        <Text size="xs" c="dimmed" mt={4} maw={320}>
          {hint}
          {missing ? `\u00a0: ${missing}.` : ""}
        </Text>
      ) : null}
    </div>
  );
}

function countsOf(week: PreviewedWeek): string {
  const { counts } = TEXTS;
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((key) => week[key] > 0)
    .map((key) => formatCount(week[key], counts[key][0], counts[key][1]))
    .join(", ");
}

/** One cinema may stand in a file by two names: each row is known by its place. */
type Row = PreviewedWeek & { readonly place: number };

const COLUMNS: DataColumn<Row>[] = [
  {
    key: "cinema",
    part: "title",
    header: TEXTS.columns.cinema,
    cell: (week) => (
      <div className={classes["name"]}>
        {week.cinema_name}
        {week.city ? (
          <Text size="xs" c="dimmed">
            {week.city}
          </Text>
        ) : null}
      </div>
    ),
  },
  {
    key: "week",
    part: "subtitle",
    header: TEXTS.columns.week,
    cell: (week) => weekLabel(cinemaWeekOf(week.week_start)),
  },
  { key: "declarations", header: TEXTS.columns.declarations, cell: countsOf },
  {
    key: "documents",
    part: "amount",
    header: TEXTS.columns.documents,
    align: "right",
    cell: (week) => <Documents week={week} />,
  },
  {
    key: "outcome",
    part: "status",
    header: TEXTS.columns.outcome,
    cell: (week) => <Outcome week={week} />,
  },
];

/** Those that wait for somebody stand first. */
function PreviewedWeeks({ preview: { weeks, weeks_count } }: { preview: Preview }) {
  return (
    <div>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h3">
          {TEXTS.weeks}
        </Title>
        {weeks_count > weeks.length ? (
          <Text size="sm" c="dimmed">
            {TEXTS.firstWeeks(weeks.length, weeks_count)}
          </Text>
        ) : null}
      </Group>
      <DataTable
        label={TEXTS.weeks}
        columns={COLUMNS}
        rows={weeks.map((week, place) => ({ ...week, place }))}
        rowKey={(week) => week.place}
        emptyText={TEXTS.noWeeks}
        maxHeight="640px"
      />
    </div>
  );
}
