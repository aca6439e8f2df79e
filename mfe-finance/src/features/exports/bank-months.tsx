import type { TiedAccount, TiedMonth } from "@bobine/contract/ties";
import { type DataColumn, DataTable, Money, StatusBadge } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useDecides } from "../../decider.tsx";
import { accountName, BANKS_TEXTS as TEXTS, monthName, stateOf } from "./banks.texts.ts";

const amount = (value: string | null) => (value === null ? TEXTS.none : <Money amount={value} />);

/** The months of a bank account, each with what it comes to, what the bank says and what the books have (EXP-15). */
export function BankMonths({
  tied,
  year,
  onState,
  refreshing,
}: {
  tied: TiedAccount;
  year: number;
  /** Somebody types the balance of the statement of a month. */
  onState: (month: string) => void;
  refreshing: boolean;
}) {
  const decides = useDecides();
  const typed: DataColumn<TiedMonth> = {
    key: "actions",
    part: "actions",
    header: TEXTS.columns.actions,
    hiddenHeader: true,
    cell: ({ month }) => (
      <Button
        size="compact-sm"
        variant="light"
        aria-label={TEXTS.typeOf(month)}
        onClick={() => onState(month)}
      >
        {TEXTS.type}
      </Button>
    ),
  };
  const columns: readonly DataColumn<TiedMonth>[] = [
    {
      key: "month",
      part: "title",
      header: TEXTS.columns.month,
      cell: ({ month }) => <strong>{monthName(month)}</strong>,
    },
    {
      key: "opening",
      header: TEXTS.columns.opening,
      align: "right",
      cell: (month) => amount(month.opening_balance),
    },
    {
      key: "movements",
      header: TEXTS.columns.movements,
      align: "right",
      cell: ({ movements, line_count }) => (
        <>
          <Money amount={movements} />
          <Text span display="block" size="xs" c="dimmed">
            {TEXTS.lines(line_count)}
          </Text>
        </>
      ),
    },
    {
      key: "closing",
      part: "amount",
      header: TEXTS.columns.closing,
      align: "right",
      cell: (month) => amount(month.closing_balance),
    },
    {
      key: "stated",
      header: TEXTS.columns.stated,
      align: "right",
      cell: ({ stated }) =>
        stated === null ? (
          TEXTS.none
        ) : (
          <>
            <Money amount={stated.balance} />
            <Text span display="block" size="xs" c="dimmed">
              {TEXTS.at(stated.date)}
            </Text>
          </>
        ),
    },
    {
      key: "ledger",
      header: TEXTS.columns.ledger,
      align: "right",
      cell: (month) => amount(month.ledger_balance),
    },
    {
      key: "state",
      part: "status",
      header: TEXTS.columns.state,
      cell: (month) => {
        const { label, color } = stateOf(month);
        return <StatusBadge color={color}>{label}</StatusBadge>;
      },
    },
    ...(decides ? [typed] : []),
  ];
  return (
    <DataTable
      label={TEXTS.table(accountName(tied))}
      columns={columns}
      rows={tied.months}
      rowKey={({ month }) => month}
      rowName={({ month }) => monthName(month)}
      emptyText={TEXTS.nothing(year)}
      refreshing={refreshing}
    />
  );
}
