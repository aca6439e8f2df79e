import type { PreviewedAccount, ReadPreview } from "@bobine/contract/statement-previews";
import {
  type DataColumn,
  DataTable,
  formatDate,
  formatInteger,
  Money,
  StatusBadge,
  FrenchDate,
} from "@bobine/shared-ui";
import { Group, Text, Title } from "@mantine/core";
import { Facts, type Statistic } from "../../statistics-list.tsx";
import classes from "./statement-preview.module.css";
import { PREVIEW_TEXTS as TEXTS } from "./statement-preview.texts.ts";
import { periodOf } from "./statement-result.tsx";

/** What the file is, and what of it is new. */
export function PreviewSummary({ preview }: { preview: ReadPreview }) {
  return (
    <div>
      <Title order={2} className={classes["name"]}>
        {preview.file_name}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {preview.new_count === 0 ? `${TEXTS.nothingNew} ` : ""}
        {TEXTS.waits(preview.expires_at)}
      </Text>
      <Facts statistics={factsOf(preview)} />
    </div>
  );
}

function factsOf(preview: ReadPreview): Statistic[] {
  const { labels } = TEXTS;
  const { currency, lettering } = preview;
  const counted = (label: string, count: number): Statistic[] =>
    count === 0 ? [] : [{ label, value: formatInteger(count) }];
  return [
    { label: labels.bank, value: preview.bank ?? TEXTS.unknownBank },
    { label: labels.format, value: TEXTS.formats[preview.file_format] },
    { label: labels.period, value: periodOf(preview) },
    { label: labels.new, value: formatInteger(preview.new_count) },
    { label: labels.known, value: formatInteger(preview.known_count) },
    ...counted(labels.errors, preview.errors_count),
    ...counted(labels.ignored, preview.ignored),
    {
      label: `${labels.credits} (${formatInteger(preview.credits)})`,
      value: <Money amount={preview.total_credits} currency={currency} />,
    },
    {
      label: `${labels.debits} (${formatInteger(preview.debits)})`,
      value: <Money amount={preview.total_debits} currency={currency} />,
    },
    {
      label: lettering ? `${labels.lettering} (${formatInteger(lettering.count)})` : labels.lettering,
      value: lettering ? <Money amount={lettering.total} /> : TEXTS.unplanned,
    },
  ];
}

/** The accounts that the file is of, with what it says is on them before and after. */
export function PreviewedAccounts({ accounts }: { accounts: readonly PreviewedAccount[] }) {
  return (
    <div>
      <Title order={3} size="h4">
        {accounts.length > 1 ? TEXTS.severalAccounts : TEXTS.accounts}
      </Title>
      <ul className={classes["accounts"]}>
        {accounts.map((account) => (
          <li key={account.ledger_account}>
            <div>
              <Group gap="xs">
                <strong>{account.label || TEXTS.noAccount}</strong>
                {account.ledger_account ? (
                  <Text span size="sm" c="dimmed">
                    {account.ledger_account}
                  </Text>
                ) : null}
                {account.is_new ? <StatusBadge color="blue">{TEXTS.newAccount}</StatusBadge> : null}
              </Group>
              <Text size="sm" c="dimmed">
                {TEXTS.lineCount(account.line_count)}
              </Text>
            </div>
            <Balance label={TEXTS.opening} balance={account.opening_balance} />
            <Balance label={TEXTS.closing} balance={account.closing_balance} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Balance({ label, balance }: { label: string; balance: PreviewedAccount["opening_balance"] }) {
  return (
    <div className={classes["balance"]}>
      <Text size="sm" c="dimmed">
        {balance ? `${label} (${formatDate(balance.date)})` : label}
      </Text>
      {balance ? <Money amount={balance.amount} /> : <Text size="sm">{TEXTS.noBalance}</Text>}
    </div>
  );
}

/** Two may be alike: each is known by its place. */
type Line = ReadPreview["lines"][number] & { readonly place: number };

const COLUMNS: DataColumn<Line>[] = [
  {
    key: "date",
    part: "subtitle",
    header: TEXTS.columns.date,
    width: 110,
    cell: (line) => <FrenchDate date={line.transaction_date} />,
  },
  {
    key: "label",
    part: "title",
    header: TEXTS.columns.label,
    cell: (line) => (
      <Text size="sm" miw={180} maw={640} style={{ overflowWrap: "anywhere" }}>
        {line.label}
      </Text>
    ),
  },
  {
    key: "amount",
    part: "amount",
    header: TEXTS.columns.amount,
    align: "right",
    cell: (line) => <Money amount={line.amount} currency={line.currency_code} signed />,
  },
  {
    key: "state",
    part: "status",
    header: TEXTS.columns.state,
    width: 140,
    cell: (line) => (
      <StatusBadge color={line.is_known ? "gray" : "green"}>
        {line.is_known ? TEXTS.known : TEXTS.new}
      </StatusBadge>
    ),
  },
];

/** The newest operations of the file, each with whether it is here already. */
export function PreviewedLines({ preview }: { preview: ReadPreview }) {
  const { lines, new_count, known_count } = preview;
  if (lines.length === 0) return null;
  return (
    <div>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2} size="h3">
          {TEXTS.lines}
        </Title>
        {new_count + known_count > lines.length ? (
          <Text size="sm" c="dimmed">
            {TEXTS.firstLines(lines.length)}
          </Text>
        ) : null}
      </Group>
      <DataTable
        label={TEXTS.lines}
        columns={COLUMNS}
        rows={lines.map((line, place) => ({ ...line, place }))}
        rowKey={(line) => line.place}
        emptyText={TEXTS.nothingNew}
      />
    </div>
  );
}
