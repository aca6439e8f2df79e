import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { EmptyState, ErrorCard, PageHeader, Surface } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { numberValue } from "@bobine/shared-ui/lists";
import { Button, Center, Group } from "@mantine/core";
import { useMemo } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ACCOUNT_FILTER_TEXTS, AccountFilter } from "../../bank-accounts/account-filter.tsx";
import { AccountChoices } from "../../bank-parts/account-choices.tsx";
import { ACCOUNTS_TEXTS } from "../../bank-parts/account-choices.texts.ts";
import { paths } from "../../paths.ts";
import { readTransactionsCsv, useBankConnection, useTransactions } from "./original-statement.queries.ts";
import { TEXTS } from "./original-statement.texts.ts";
import { StatementImports } from "./statement-imports.tsx";
import { IMPORTS_TEXTS } from "./statement-imports.texts.ts";
import { TransactionTable } from "./transaction-table.tsx";

/** `?imported` shows the lines of uploaded statements although no bank is connected. */
const IMPORTED = "imported";
/** `?accounts` opens the list of accounts for bank lines. */
const ACCOUNTS = "accounts";
/** `?bank_account=8` shows the lines of one account. */
const ACCOUNT = "bank_account";

/** `?imports` shows the statements that were imported, `?imports=2` the second page of them. */
const IMPORTS = "imports";

/** The bank's own lines (UI-19). */
export function OriginalStatementPage() {
  const [params, setParams] = useSearchParams();
  const connection = useBankConnection();
  const isConnected = connection.data?.is_connected;
  const showsLines = isConnected === true || params.has(IMPORTED);
  const account = numberValue.read(params.getAll(ACCOUNT));
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
              <Button variant="default" onClick={() => showAccounts(true)}>
                {ACCOUNTS_TEXTS.open}
              </Button>
              <CsvButton
                fileName={TRANSACTION_LIST.fileName}
                content={() => readTransactionsCsv(account)}
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
              <Group mt="sm" gap="xs" justify="center">
                <Button component={Link} to={paths.bankConnection()}>
                  {TEXTS.connect}
                </Button>
                <Button variant="subtle" onClick={() => setParams({ [IMPORTED]: "" })}>
                  {TEXTS.showImported}
                </Button>
              </Group>
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
          <AccountFilter
            label={ACCOUNT_FILTER_TEXTS.account}
            maw={420}
            mb="md"
            value={account}
            onChange={(id) =>
              setParams((current) => {
                current.delete(ACCOUNT);
                if (id !== undefined) current.set(ACCOUNT, String(id));
                return current;
              })
            }
          />
          <Transactions isWanted={showsLines} account={account} />
        </>
      )}
      {params.has(ACCOUNTS) ? <AccountChoices close={() => showAccounts(false)} /> : null}
    </>
  );
}

const pageIn = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1);

function Transactions({ isWanted, account }: { isWanted: boolean; account: number | undefined }) {
  const lines = useTransactions(isWanted, account);
  const transactions = useMemo(() => lines.pages?.flat(), [lines.pages]);
  return (
    <>
      <TransactionTable
        transactions={transactions}
        refreshing={lines.isRefetching}
        error={loadFailure(lines, TEXTS.loadFailed)}
        onRetry={() => void lines.refetch()}
      />
      {lines.showMore ? (
        <Center mt="md">
          <Button variant="default" loading={lines.isLoadingMore} onClick={lines.showMore}>
            {TEXTS.more}
          </Button>
        </Center>
      ) : null}
    </>
  );
}
