import type { StatementStats } from "@bobine/contract/banking";
import { formatDate, formatInteger, Money } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { MessageList, type Statistic, StatisticsList } from "../../statistics-list.tsx";
import { TEXTS } from "./bank-statements.texts.ts";

/** What an import brought (BANK-12). */
export function StatementResult({ stats }: { stats: StatementStats }) {
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

/** « 28/12/2026 – 31/12/2026 » */
export const periodOf = ({
  period_start,
  period_end,
}: Pick<StatementStats, "period_start" | "period_end">): string =>
  period_start && period_end ? `${formatDate(period_start)} – ${formatDate(period_end)}` : "–";

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
    { label: labels.period, value: periodOf(stats) },
    { label: labels.auto_reconciled, value: formatInteger(stats.auto_reconciled) },
    { label: labels.invoices_paid, value: formatInteger(stats.invoices_paid) },
    { label: labels.user_actions_created, value: formatInteger(stats.user_actions_created) },
    { label: labels.unmatched, value: formatInteger(stats.unmatched) },
  ];
}
