import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { describeError } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { EmptyState, ErrorCard, Notice, PageHeader, Surface } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { ANY_DAY, type DateRange, DateRangeField, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { type ListQuery, numberValue, presentValue, useListView } from "@bobine/shared-ui/lists";
import { Anchor, Button, Group, SegmentedControl } from "@mantine/core";
import { Link, useSearchParams } from "react-router-dom";
import { Deciders, useDecides } from "../../decider.tsx";
import { ACCOUNT_FILTER_TEXTS, AccountFilter } from "../../bank-accounts/account-filter.tsx";
import { AccountChoices } from "../../bank-parts/account-choices.tsx";
import { ACCOUNTS_TEXTS } from "../../bank-parts/account-choices.texts.ts";
import { paths } from "../../paths.ts";
import { WhatFills } from "../../what-fills-lists.tsx";
import {
  BOUNDS,
  readTransactionsCsv,
  type ShownLines,
  type WhichLines,
  useTransactions,
} from "../../bank-lines/bank-lines.queries.ts";
import { Transactions } from "../../bank-lines/transactions.tsx";
import { AmountRange } from "../../list-filters/amount-range.tsx";
import { LettersFilter } from "../../list-filters/letters-filter.tsx";
import { type Narrowing, NARROWING_ADDRESS, NOTHING_NARROWED } from "../../list-filters/narrowing.ts";
import { useBankConnection } from "./original-statement.queries.ts";
import { TEXTS } from "./original-statement.texts.ts";
import { StatementImports } from "./statement-imports.tsx";
import { IMPORTS_TEXTS } from "./statement-imports.texts.ts";

/** `?imported` shows the lines without a word about the bank that is not connected. */
const IMPORTED = "imported";
/** `?accounts` opens the list of accounts for bank lines. */
const ACCOUNTS = "accounts";
/**
 * `?bank_account=8` shows the lines of one account, `?open` those alone that have no end (LET-46), `?unasked` those of them that no action waits for, `?ignored` the credits that nobody
 * is asked about (LET-51).
 */
const ADDRESS = {
  filters: {
    bank_account: numberValue,
    open: presentValue,
    unasked: presentValue,
    ignored: presentValue,
    ...RANGE_ADDRESS,
    ...NARROWING_ADDRESS,
  },
};

/** `?imports` shows the statements that were imported, `?imports=2` the second page of them. */
const IMPORTS = "imports";

/** The bank's own lines (UI-19). */
export function OriginalStatementPage() {
  return (
    <OpeningList list="bank_lines" address={ADDRESS}>
      <OriginalStatement />
    </OpeningList>
  );
}

function NotConnected() {
  const decides = useDecides();
  return (
    <Surface>
      <EmptyState
        text={TEXTS.notConnected}
        hint={decides ? TEXTS.hint : TEXTS.nothingYet}
        action={
          <Deciders>
            <Group gap="xs" justify="center" mt="sm">
              <Button component={Link} to={paths.bankConnection()}>
                {TEXTS.connect}
              </Button>
              <Button variant="default" component={Link} to={paths.statementImport()}>
                {TEXTS.toImport}
              </Button>
            </Group>
          </Deciders>
        }
      />
    </Surface>
  );
}

function OriginalStatement() {
  const [params, setParams] = useSearchParams();
  const connection = useBankConnection();
  const isConnected = connection.data?.is_connected;
  const list = useListView<LinesView>(ADDRESS);
  const { bank_account: account, open, unasked, ignored, ...bounds } = list.view;
  const which: WhichLines = open ? "open" : unasked ? "unasked" : ignored ? "ignored" : "all";
  const shown: ShownLines = { ...bounds, account, which };
  const isRequested =
    isConnected === true || params.has(IMPORTED) || shown.which !== "all" || isBounded(shown);
  const byFile = useTransactions(isConnected === false && !isRequested, {
    ...ANY_DAY,
    ...NOTHING_NARROWED,
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
  const showImports = (page: number | null, replace = false) =>
    setParams(
      (current) => {
        current.delete(IMPORTS);
        if (page !== null) current.set(IMPORTS, page === 1 ? "" : String(page));
        return current;
      },
      { replace },
    );
  const showsImports = params.has(IMPORTS);
  // The same button in both views: the focus stays on it.
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
          <>
            {toImports}
            {showsImports || !showsLines ? null : (
              <>
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
            )}
          </>
        }
      />
      {showsImports ? (
        <StatementImports
          page={pageIn(params.get(IMPORTS))}
          onPage={showImports}
          onGone={(last) => showImports(last, true)}
        />
      ) : isConnected === false && !showsLines ? (
        <NotConnected />
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
              <Deciders>
                <Anchor component={Link} to={paths.bankConnection()} inherit underline="always">
                  {TEXTS.connect}
                </Anchor>
              </Deciders>
            </Notice>
          ) : null}
          <Filters
            shown={shown}
            onChange={({ account, which, ...bounds }) =>
              list.change({
                ...bounds,
                bank_account: account,
                open: which === "open",
                unasked: which === "unasked",
                ignored: which === "ignored",
              })
            }
            query={list.query}
          />
          <Transactions label={TEXTS.title} isWanted={showsLines} shown={shown} {...whyEmpty(shown)} />
        </>
      )}
      <Deciders>
        {params.has(ACCOUNTS) ? <AccountChoices close={() => showAccounts(false)} /> : null}
      </Deciders>
    </>
  );
}

interface LinesView extends DateRange, Narrowing {
  bank_account: number | undefined;
  open: boolean;
  unasked: boolean;
  ignored: boolean;
}

const isBounded = (shown: ShownLines): boolean => BOUNDS.some((name) => shown[name] !== undefined);

const pageIn = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : 1);

function Filters({
  shown,
  onChange,
  query,
}: {
  shown: ShownLines;
  onChange: (shown: ShownLines) => void;
  query: ListQuery;
}) {
  return (
    <Group my="md" gap="sm" align="flex-end">
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
          // The workbench leads to the narrower one: here they are one choice.
          shown.which === "unasked"
            ? { value: "unasked", label: TEXTS.unasked }
            : { value: "open", label: TEXTS.withoutEnd },
          { value: "ignored", label: TEXTS.ignored },
        ]}
      />
      <DateRangeField
        label={TEXTS.period}
        range={shown}
        onRange={(range) => onChange({ ...shown, ...range })}
      />
      <AmountRange
        label={TRANSACTION_LIST.columns.amount.label}
        range={shown}
        onRange={(amounts) => onChange({ ...shown, ...amounts })}
      />
      <LettersFilter letters={shown.letters} onLetters={(letters) => onChange({ ...shown, letters })} />
      <SavedFilters list="bank_lines" query={query} />
    </Group>
  );
}

/** Why nothing shows: all is in order, the filters find nothing, or there is nothing yet and this brings it. */
function whyEmpty(shown: ShownLines) {
  if (shown.account !== undefined || isBounded(shown)) return {};
  if (shown.which === "unasked") return { emptyText: TEXTS.noneUnasked };
  if (shown.which === "open") return { emptyText: TEXTS.noneWithoutEnd };
  if (shown.which === "ignored") return { emptyText: TEXTS.noneIgnored };
  return { emptyHint: TEXTS.nothingYet, emptyAction: <WhatFills list="statement" /> };
}
