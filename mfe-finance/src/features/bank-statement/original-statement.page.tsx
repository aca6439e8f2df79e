import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { EmptyState, ErrorCard, Notice, PageHeader, Surface } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { ANY_DAY, DateRangeField, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { numberValue } from "@bobine/shared-ui/lists";
import { Anchor, Button, Center, Group, SegmentedControl } from "@mantine/core";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Deciders } from "../../decider.tsx";
import { ACCOUNT_FILTER_TEXTS, AccountFilter } from "../../bank-accounts/account-filter.tsx";
import { AccountChoices } from "../../bank-parts/account-choices.tsx";
import { ACCOUNTS_TEXTS } from "../../bank-parts/account-choices.texts.ts";
import { paths } from "../../paths.ts";
import { WhatFills } from "../../what-fills-lists.tsx";
import {
  readTransactionsCsv,
  type ShownLines,
  useBankConnection,
  useTransactions,
} from "./original-statement.queries.ts";
import { TEXTS } from "./original-statement.texts.ts";
import { StatementImports } from "./statement-imports.tsx";
import { IMPORTS_TEXTS } from "./statement-imports.texts.ts";
import { TransactionTable } from "./transaction-table.tsx";

/** `?imported` shows the lines without a word about the bank that is not connected. */
const IMPORTED = "imported";
/** `?accounts` opens the list of accounts for bank lines. */
const ACCOUNTS = "accounts";
/** `?bank_account=8` shows the lines of one account. */
const ACCOUNT = "bank_account";
/** `?open` shows those alone that have no end (LET-46), `?ignored` the credits that nobody is asked about (LET-51). */
const WHICH = ["open", "ignored"] as const;

/** `?imports` shows the statements that were imported, `?imports=2` the second page of them. */
const IMPORTS = "imports";

/** The bank's own lines (UI-19). */
export function OriginalStatementPage() {
  const [params, setParams] = useSearchParams();
  const connection = useBankConnection();
  const isConnected = connection.data?.is_connected;
  const shown: ShownLines = {
    account: numberValue.read(params.getAll(ACCOUNT)),
    which: WHICH.find((name) => params.has(name)) ?? "all",
    from: RANGE_ADDRESS.from.read(params.getAll("from")),
    to: RANGE_ADDRESS.to.read(params.getAll("to")),
  };
  const isRequested =
    isConnected === true ||
    params.has(IMPORTED) ||
    shown.which !== "all" ||
    (shown.from ?? shown.to) !== undefined;
  const byFile = useTransactions(isConnected === false && !isRequested, {
    ...ANY_DAY,
    account: undefined,
    which: "all",
  });
  const hasFiles = byFile.data?.pages.some((lines) => lines.length > 0) === true;
  const showsLines = isRequested || hasFiles || byFile.isError;
  const showAccounts = (isShown: boolean) =>
    setParams((current) => {
      current.delete(ACCOUNTS);
      if (isShown) current.set(ACCOUNTS, "");
      return current;
    });
  const showImports = (page: number | null) =>
    setParams((current) => {
      current.delete(IMPORTS);
      if (page !== null) current.set(IMPORTS, page === 1 ? "" : String(page));
      return current;
    });
  const showsImports = params.has(IMPORTS);
  const toImports = (
    <Button variant="default" onClick={() => showImports(showsImports ? null : 1)}>
      {showsImports ? IMPORTS_TEXTS.close : IMPORTS_TEXTS.open}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        actions={
          showsImports || !showsLines ? (
            toImports
          ) : (
            <>
              {toImports}
              <Deciders>
                <Button variant="default" onClick={() => showAccounts(true)}>
                  {ACCOUNTS_TEXTS.open}
                </Button>
              </Deciders>
              <CsvButton
                fileName={TRANSACTION_LIST.fileName}
                content={() => readTransactionsCsv(shown)}
                describe={(error) => describeError(error, TEXTS.exportFailed).message}
              />
            </>
          )
        }
      />
      {showsImports ? (
        <StatementImports page={pageIn(params.get(IMPORTS))} onPage={showImports} />
      ) : isConnected === false && !showsLines ? (
        <Surface>
          <EmptyState
            text={TEXTS.notConnected}
            hint={TEXTS.hint}
            action={
              <Button mt="sm" component={Link} to={paths.bankConnection()}>
                {TEXTS.connect}
              </Button>
            }
          />
        </Surface>
      ) : connection.isError && !connection.data && !showsLines ? (
        <ErrorCard
          title={describeError(connection.error, TEXTS.statusFailed).message}
          onRetry={() => void connection.refetch()}
        />
      ) : (
        <>
          {isConnected === false && !params.has(IMPORTED) ? (
            <Notice tone="info">
              {TEXTS.notConnected}{" "}
              <Anchor component={Link} to={paths.bankConnection()} underline="always">
                {TEXTS.connect}
              </Anchor>
            </Notice>
          ) : null}
          <Filters
            shown={shown}
            onChange={({ account, which, from, to }) =>
              setParams((current) => {
                for (const name of [ACCOUNT, ...WHICH, "from", "to"]) current.delete(name);
                if (account !== undefined) current.set(ACCOUNT, String(account));
                if (which !== "all") current.set(which, "");
                if (from !== undefined) current.set("from", from);
                if (to !== undefined) current.set("to", to);
                return current;
              })
            }
          />
          <Transactions isWanted={showsLines} shown={shown} />
        </>
      )}
      <Deciders>
        {params.has(ACCOUNTS) ? <AccountChoices close={() => showAccounts(false)} /> : null}
      </Deciders>
    </>
  );
}

const pageIn = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1);

function Filters({ shown, onChange }: { shown: ShownLines; onChange: (shown: ShownLines) => void }) {
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <AccountFilter
        label={ACCOUNT_FILTER_TEXTS.account}
        maw={420}
        value={shown.account}
        onChange={(account) => onChange({ ...shown, account })}
      />
      <SegmentedControl
        aria-label={TEXTS.shown}
        value={shown.which}
        onChange={(which) => onChange({ ...shown, which })}
        data={[
          { value: "all", label: TEXTS.all },
          { value: "open", label: TEXTS.withoutEnd },
          { value: "ignored", label: TEXTS.ignored },
        ]}
      />
      <DateRangeField
        label={TEXTS.period}
        range={shown}
        onRange={(range) => onChange({ ...shown, ...range })}
      />
    </Group>
  );
}

function Transactions({ isWanted, shown }: { isWanted: boolean; shown: ShownLines }) {
  const lines = useTransactions(isWanted, shown);
  const emptyText = { all: undefined, open: TEXTS.noneWithoutEnd, ignored: TEXTS.noneIgnored }[shown.which];
  // Nothing is left out: there is nothing yet.
  const isWhole = shown.which === "all" && (shown.account ?? shown.from ?? shown.to) === undefined;
  const transactions = useMemo(() => lines.data?.pages.flat(), [lines.data]);
  return (
    <>
      <TransactionTable
        transactions={transactions}
        {...(emptyText === undefined ? {} : { emptyText })}
        {...(isWhole ? { emptyHint: TEXTS.nothingYet, emptyAction: <WhatFills list="statement" /> } : {})}
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
