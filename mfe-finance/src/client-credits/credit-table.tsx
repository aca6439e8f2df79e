import { creditState, nameOfUse } from "@bobine/contract/credit-labels";
import { CREDIT_LIST } from "@bobine/contract/lists/credits";
import { centsFromWire } from "@bobine/contract/money";
import { type DataColumn, DataTable, FrenchDate, Money, StatusBadge } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { ClientCredit, CreditUse } from "@bobine/contract/client-credits";
import type { ReactNode } from "react";
import { useDecides } from "../decider.tsx";
import { RevertLettering } from "../revert-lettering.tsx";
import { APPLY_TEXTS, TEXTS } from "./credits.texts.ts";

const COLUMNS = CREDIT_LIST.columns;

interface CreditTableProps {
  credits: readonly ClientCredit[] | undefined;
  emptyText: string;
  emptyHint?: string;
  emptyAction?: ReactNode;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
  onApply: (credit: ClientCredit) => void;
  onUndo: (use: CreditUse) => void;
}

/** Money of clients that waits, what is left of each, and what was done with it. */
export function CreditTable({ credits, onApply, onUndo, ...props }: CreditTableProps) {
  const decides = useDecides();
  const columns = columnsOf(onApply);
  return (
    <DataTable
      {...props}
      label={TEXTS.title}
      columns={decides ? columns : columns.filter(({ key }) => key !== "actions")}
      rows={credits}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      expanded={(credit) => <Uses credit={credit} onUndo={onUndo} />}
    />
  );
}

const columnsOf = (onApply: (credit: ClientCredit) => void): DataColumn<ClientCredit>[] => [
  { key: "date", header: COLUMNS.date.label, width: 110, cell: ({ date }) => <FrenchDate date={date} /> },
  {
    key: "credit",
    width: "auto",
    part: "title",
    header: COLUMNS.credit.label,
    cell: ({ label }) => label,
  },
  {
    key: "client",
    width: "20%",
    part: "subtitle",
    header: COLUMNS.client.label,
    cell: ({ cinema_name, client_account }) =>
      [cinema_name, client_account].filter(Boolean).join(" · ") || "–",
  },
  {
    key: "amount",
    width: "11%",
    part: "minor",
    header: COLUMNS.amount.label,
    align: "right",
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    key: "remaining",
    width: "12%",
    part: "amount",
    header: COLUMNS.remaining.label,
    align: "right",
    cell: ({ remaining }) => <Money amount={remaining} />,
  },
  {
    key: "state",
    width: "9.5rem",
    part: "status",
    header: COLUMNS.state.label,
    cell: (credit) => {
      const { label, color } = creditState(credit);
      return <StatusBadge color={color}>{label}</StatusBadge>;
    },
  },
  {
    key: "actions",
    width: "7.5rem",
    part: "actions",
    header: TEXTS.actions,
    cell: (credit) =>
      centsFromWire(credit.remaining) > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={APPLY_TEXTS.openOf(credit.label)}
          onClick={() => onApply(credit)}
        >
          {APPLY_TEXTS.open}
        </Button>
      ) : null,
  },
];

function Uses({ credit, onUndo }: { credit: ClientCredit; onUndo: (use: CreditUse) => void }) {
  const decides = useDecides();
  if (credit.uses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {TEXTS.noUse}
      </Text>
    );
  return (
    <Stack gap={6} component="ul" aria-label={COLUMNS.uses.label} m={0} p={0} style={{ listStyle: "none" }}>
      {credit.uses.map((use) => (
        <Group key={use.id} component="li" justify="space-between" gap="sm">
          <Text size="sm">
            <FrenchDate date={use.date} /> · {nameOfUse(use)}
          </Text>
          <Group gap="sm" wrap="nowrap">
            <Money amount={use.amount} />
            {use.transaction_id !== null ? (
              // Decided with a bank line, it is undone with it.
              <RevertLettering
                transactionId={use.transaction_id}
                label={`${credit.label} ${nameOfUse(use)}`}
              />
            ) : decides ? (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={TEXTS.undoOf(nameOfUse(use))}
                onClick={() => onUndo(use)}
              >
                {TEXTS.undo}
              </Button>
            ) : null}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
