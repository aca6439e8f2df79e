import { loadFailure } from "@bobine/shared-auth";
import { Button, Center } from "@mantine/core";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { type ShownLines, useTransactions } from "./bank-lines.queries.ts";
import { LINE_TEXTS as TEXTS } from "./bank-lines.texts.ts";
import { TransactionTable } from "./transaction-table.tsx";
import { TransactionTotals } from "./transaction-totals.tsx";

interface TransactionsProps {
  label: string;
  shown: ShownLines;
  /** False while nobody knows yet whether there are any. */
  isWanted?: boolean;
  /** Why nothing shows. */
  emptyText?: string;
  emptyHint?: string;
  emptyAction?: ReactNode;
}

/** Bank lines with their totals, a page and then the next below it. */
export function Transactions({ shown, isWanted = true, ...props }: TransactionsProps) {
  const lines = useTransactions(isWanted, shown);
  // An answer is drawn in the background: a click never waits for a hundred rows.
  const transactions = useDeferredValue(useMemo(() => lines.data?.pages.flat(), [lines.data]));
  return (
    <>
      <TransactionTotals isWanted={isWanted} shown={shown} />
      <TransactionTable
        {...props}
        transactions={transactions}
        refreshing={lines.isRefetching}
        error={loadFailure(lines, TEXTS.loadFailed)}
        onRetry={() => void lines.refetch()}
      />
      {lines.hasNextPage ? (
        <Center mt="md">
          <Button
            variant="default"
            loading={lines.isFetchingNextPage}
            onClick={() => void lines.fetchNextPage()}
          >
            {TEXTS.more}
          </Button>
        </Center>
      ) : null}
    </>
  );
}
