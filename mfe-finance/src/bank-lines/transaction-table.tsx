import type { ListedTransaction } from "@bobine/contract/banking";
import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { isClosed, userActionStatusSchema } from "@bobine/contract/user-actions";
import { hasDraft } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatDateTime,
  FrenchDate,
  Money,
  StatusBadge,
} from "@bobine/shared-ui";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { CommentThread } from "../comments/comment-thread.tsx";
import { useDecides } from "../decider.tsx";
import { partsDraft } from "../bank-parts/parts.draft.ts";
import { PARTS_TEXTS } from "../bank-parts/bank-parts.texts.ts";
import { DecidedParts } from "../bank-parts/decided-parts.tsx";
import { SplitLine } from "../bank-parts/split-line.tsx";
import { byWhom, OUTCOMES } from "../lettering.texts.ts";
import { LineFacts } from "../line-facts.tsx";
import { OperationFiles } from "../operation-files/operation-files.tsx";
import { paths } from "../paths.ts";
import { RevertLettering, type Undoes } from "../revert-lettering.tsx";
import { IGNORED_TEXTS } from "../ignored-credits.texts.ts";
import { letteringState, LINE_TEXTS as TEXTS } from "./bank-lines.texts.ts";

interface TransactionTableProps {
  /** What the table lists. */
  label: string;
  /** Undefined while they load. */
  transactions: readonly ListedTransaction[] | undefined;
  emptyText?: string;
  /** What would fill an account that has nothing yet. */
  emptyHint?: string;
  emptyAction?: ReactNode;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
}

/** The lines of the bank as they came, newest first (UI-19), with what became of each. */
export function TransactionTable({ transactions, emptyText = TEXTS.empty, ...props }: TransactionTableProps) {
  const decides = useDecides();
  const [splitting, setSplitting] = useState<number>();
  const [looked, setLooked] = useState(false);
  if (decides && transactions && !looked) {
    // Once: the parts that a reload interrupted open again, whichever row they were of (FED-6).
    setLooked(true);
    setSplitting(transactions.find((line) => canSplit(line) && hasDraft(partsDraft(line.id)))?.id);
  }
  return (
    <>
      <DataTable
        {...props}
        columns={COLUMNS}
        rows={transactions}
        rowKey={(line) => line.id}
        rowName={labelOf}
        emptyText={emptyText}
        expanded={detailOf}
      />
      {splitting === undefined ? null : (
        <SplitLine transactionId={splitting} close={() => setSplitting(undefined)} />
      )}
    </>
  );
}

// The same at each turn: a row is drawn again only when its line changes.
const labelOf = (line: ListedTransaction) => line.label;
const detailOf = (line: ListedTransaction) => <TransactionDetail line={line} />;

const { columns: LABELS } = TRANSACTION_LIST;
const COLUMNS: DataColumn<ListedTransaction>[] = [
  {
    key: "date",
    header: LABELS.transaction_date.label,
    width: 110,
    cell: (line) => <FrenchDate date={line.transaction_date} />,
  },
  {
    key: "description",
    width: "auto",
    part: "title",
    header: "Description",
    cell: (line) => (
      <Text size="sm" maw={640} style={{ overflowWrap: "anywhere" }}>
        {line.label}
      </Text>
    ),
  },
  {
    key: "amount",
    width: 140,
    part: "amount",
    header: LABELS.amount.label,
    align: "right",
    cell: (line) => <Money amount={line.amount} currency={line.currency_code} signed />,
  },
  {
    key: "lettering",
    header: LABELS.lettering.label,
    width: 190,
    cell: (line) => <Lettering line={line} />,
  },
];

function Lettering({ line }: { line: ListedTransaction }) {
  const state = letteringState(line);
  return state ? <StatusBadge color={state.color}>{state.label}</StatusBadge> : "–";
}

/** Why a line that nobody decided stands as it does. */
function reasonOf({ lettering, amount }: ListedTransaction): string {
  if (lettering?.reason) return lettering.reason;
  if (lettering?.ignored_reason) return IGNORED_TEXTS[lettering.ignored_reason].of;
  return amount.startsWith("-") ? TEXTS.undecided : TEXTS.none;
}

/** What of it can be taken back; undefined: nothing was decided. */
function undoesOf({ lettering }: ListedTransaction): Undoes | undefined {
  if (lettering && lettering.invoices.length > 0) return "lettered";
  if (lettering && lettering.parts.length > 0) return "assigned";
  const status = userActionStatusSchema.safeParse(lettering?.user_action_status).data;
  if (status === undefined || !isClosed(status)) return undefined;
  return status === "REJECTED" ? "rejected" : "closed";
}

const canSplit = (line: ListedTransaction): boolean =>
  line.lettering !== undefined && undoesOf(line) === undefined && line.currency_code === "EUR";

/** What was decided of it; undefined: nothing. */
function outcomeOf({ lettering }: ListedTransaction): string | undefined {
  if (lettering && lettering.invoices.length > 0) return OUTCOMES.lettered;
  if (lettering && lettering.parts.length > 0) return TEXTS.assigned;
  return lettering?.decision ? OUTCOMES[lettering.decision.outcome] : undefined;
}

/** Who or what decided, when, why, which invoices it paid; and the way back. */
function TransactionDetail({ line }: { line: ListedTransaction }) {
  const { lettering } = line;
  const decision = lettering?.decision;
  const isLettered = lettering !== undefined && lettering.invoices.length + lettering.parts.length > 0;
  const outcome = outcomeOf(line);
  const undoes = undoesOf(line);
  const decides = useDecides();
  const [splitting, setSplitting] = useState(false);
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4}>
          {outcome ? (
            <Text size="sm">
              {outcome} {byWhom(decision?.is_automatic ?? false, decision?.decided_by ?? null)}
              {decision?.decided_at ? ` le ${formatDateTime(decision.decided_at)}` : ""}
              {decision && decision.reasons.length > 0 ? `\u00a0: ${decision.reasons.join(", ")}` : ""}
            </Text>
          ) : (
            <Text size="sm">{reasonOf(line)}</Text>
          )}
          {isLettered
            ? lettering.invoices.map((invoice) => (
                <Group key={invoice.id} gap="md">
                  <Anchor component={Link} to={paths.invoice(invoice.id)} size="sm">
                    {invoice.invoice_number}
                  </Anchor>
                  <Money amount={invoice.amount} />
                </Group>
              ))
            : null}
          {isLettered ? <DecidedParts parts={lettering.parts} /> : null}
          {lettering?.origin ? <LineFacts origin={lettering.origin} amount={line.amount} /> : null}
          {isLettered &&
          lettering.surplus_amount !== "0.00" &&
          !lettering.parts.some(({ kind }) => kind === "credit") ? (
            <Text size="sm" c="dimmed">
              {TEXTS.surplusKept} <Money amount={lettering.surplus_amount} />
            </Text>
          ) : null}
        </Stack>
        <Group gap="xs">
          {lettering?.user_action_id != null ? (
            <Anchor component={Link} to={paths.userAction(lettering.user_action_id)} size="sm">
              {TEXTS.open}
            </Anchor>
          ) : null}
          {decides && canSplit(line) ? (
            <Button
              size="compact-sm"
              aria-label={`${PARTS_TEXTS.open} ${line.label}`}
              onClick={() => setSplitting(true)}
            >
              {PARTS_TEXTS.open}
            </Button>
          ) : null}
          {splitting ? <SplitLine transactionId={line.id} close={() => setSplitting(false)} /> : null}
          {undoes ? <RevertLettering transactionId={line.id} undoes={undoes} label={line.label} /> : null}
        </Group>
      </Group>
      <OperationFiles transaction={line.id} />
      <CommentThread subject={{ kind: "transaction", id: line.id }} />
    </>
  );
}
