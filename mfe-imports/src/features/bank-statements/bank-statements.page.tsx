import type { StatementStats } from "@bobine/contract/banking";
import { describeError, useDistributorScope } from "@bobine/shared-auth";
import {
  FileUpload,
  formatDate,
  formatInteger,
  Money,
  PageHeader,
  Surface,
  UploadProgress,
} from "@bobine/shared-ui";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { MessageList, type Statistic, StatisticsList } from "../../statistics-list.tsx";
import { statementFileError } from "./bank-statement-file.ts";
import { useStatementUpload } from "./bank-statements.queries.ts";
import { TEXTS } from "./bank-statements.texts.ts";

export function BankStatementsPage() {
  const { hasAccess } = useDistributorScope();
  const [file, setFile] = useState<File | null>(null);
  const [invalid, setInvalid] = useState<string>();
  const upload = useStatementUpload();
  const choose = (next: File | null) => {
    setFile(next);
    setInvalid(next ? statementFileError(next) : undefined);
    upload.reset();
  };
  const send = () => {
    const reason = statementFileError(file);
    setInvalid(reason);
    if (!reason && file) upload.mutate(file);
  };
  const failure = upload.error ? describeError(upload.error, TEXTS.failed).message : undefined;

  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.intro} />
      <Stack gap="md">
        <Surface>
          <Stack gap="md">
            <FileUpload
              label={TEXTS.file}
              hint={TEXTS.hint}
              accept={[".xlsx", ".csv"]}
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
        {upload.data ? <Result stats={upload.data.stats} /> : null}
      </Stack>
    </>
  );
}

function Result({ stats }: { stats: StatementStats }) {
  return (
    <div aria-live="polite">
      <StatisticsList title={TEXTS.result} statistics={statisticsOf(stats)} />
      <MessageList title={TEXTS.errors} messages={stats.errors} count={stats.errors_count} />
      {stats.user_actions_created > 0 ? (
        <Button component={Link} to="/user-actions?view=open" variant="light" mt="md">
          {TEXTS.toActions}
        </Button>
      ) : null}
    </div>
  );
}

function statisticsOf(stats: StatementStats): Statistic[] {
  const { labels } = TEXTS;
  const number = (
    key: "rows_read" | "imported" | "duplicates" | "ignored" | "credits" | "debits",
  ): Statistic => ({
    label: labels[key],
    value: formatInteger(stats[key]),
  });
  return [
    { label: labels.bank, value: stats.bank ?? TEXTS.unknownBank },
    number("rows_read"),
    number("imported"),
    number("duplicates"),
    number("ignored"),
    number("credits"),
    number("debits"),
    { label: labels.total_credits, value: <Money amount={stats.total_credits} currency={stats.currency} /> },
    { label: labels.total_debits, value: <Money amount={stats.total_debits} currency={stats.currency} /> },
    {
      label: labels.period,
      value:
        stats.period_start && stats.period_end
          ? `${formatDate(stats.period_start)} – ${formatDate(stats.period_end)}`
          : "–",
    },
    { label: labels.auto_reconciled, value: formatInteger(stats.auto_reconciled) },
    { label: labels.invoices_paid, value: formatInteger(stats.invoices_paid) },
    { label: labels.user_actions_created, value: formatInteger(stats.user_actions_created) },
    { label: labels.unmatched, value: formatInteger(stats.unmatched) },
  ];
}
