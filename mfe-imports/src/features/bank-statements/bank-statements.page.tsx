import { STATEMENT_EXTENSIONS, type StatementStats } from "@bobine/contract/banking";
import { formatDate, formatInteger, Money } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { FileImport } from "../../file-import.tsx";
import { MessageList, type Statistic, StatisticsList } from "../../statistics-list.tsx";
import { AccountSelect } from "./account-select.tsx";
import { statementFileError } from "./bank-statement-file.ts";
import { useBankAccounts, useStatementUpload } from "./bank-statements.queries.ts";
import { TEXTS } from "./bank-statements.texts.ts";
import { COLUMN_TEXTS } from "./columns.texts.ts";
import { RememberedLayouts } from "./remembered-layouts.tsx";
import { StatementColumns } from "./statement-columns.tsx";
import { isTable, useColumnsOfFile } from "./use-columns-of-file.ts";

export function BankStatementsPage() {
  const [chosen, setChosen] = useState<number | null>(null);
  const accounts = useBankAccounts();
  const all = accounts.data?.results ?? [];
  // A super admin may have gone to another distributor meanwhile.
  const account = all.some(({ id }) => id === chosen) ? chosen : null;
  const columns = useColumnsOfFile();
  const upload = useStatementUpload(account, columns.layouts);
  return (
    <FileImport
      title={TEXTS.title}
      below={<RememberedLayouts accounts={all} />}
      texts={TEXTS}
      accept={STATEMENT_EXTENSIONS}
      fileError={statementFileError}
      upload={upload}
      choice={
        <AccountSelect
          accounts={all}
          isUnread={accounts.isError}
          value={account}
          onChange={(id) => {
            setChosen(id);
            upload.reset();
          }}
          disabled={upload.isPending}
        />
      }
      onFile={columns.forgetFile}
      actions={(file, send) =>
        isTable(file) ? (
          <>
            <Button
              variant="default"
              disabled={upload.isPending}
              title={COLUMN_TEXTS.openHint}
              onClick={columns.ask}
            >
              {COLUMN_TEXTS.open}
            </Button>
            {columns.isAsked(upload.error) ? (
              <StatementColumns
                file={file}
                account={account}
                chosen={columns.layouts()}
                onChosen={(layout) => {
                  columns.choose(layout, upload.error);
                  send();
                }}
                close={() => columns.close(upload.error)}
              />
            ) : null}
          </>
        ) : null
      }
    >
      {({ stats }) => <Result stats={stats} />}
    </FileImport>
  );
}

function Result({ stats }: { stats: StatementStats }) {
  return (
    <div aria-live="polite">
      <StatisticsList title={TEXTS.result} statistics={statisticsOf(stats)} />
      {stats.columns_from ? (
        <Text size="sm" mt="md">
          {TEXTS.columnsFrom[stats.columns_from]}
        </Text>
      ) : null}
      <MessageList title={TEXTS.notes} messages={stats.notes ?? []} count={stats.notes?.length ?? 0} />
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
