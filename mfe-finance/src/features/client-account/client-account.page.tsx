import { type ClientAccountView, statementFileName } from "@bobine/contract/client-accounts";
import { ACCOUNT_LIST } from "@bobine/contract/lists/client-account";
import { describeError, isApiError, loadFailure } from "@bobine/shared-auth";
import {
  EmptyState,
  ErrorCard,
  formatMoney,
  notifyFailure,
  notifySuccess,
  PageHeader,
  Pager,
  Surface,
} from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { DateRangeField, type DateRange, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import { oneOf, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { IconDownload, IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import { CommentThread } from "../../comments/comment-thread.tsx";
import { TEXTS as COMMENTS_TEXTS } from "../../comments/comments.texts.ts";
import { Deciders } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import { AccountAmounts } from "./account-amounts.tsx";
import { AccountContacts } from "./account-contacts.tsx";
import { AccountReminders } from "./account-reminders.tsx";
import {
  readAccountCsv,
  useAccountMovements,
  useClientAccount,
  useStatementPdf,
} from "./client-account.queries.ts";
import { TEXTS } from "./client-account.texts.ts";
import { MailStatementDialog } from "./mail-statement.dialog.tsx";
import { MovementTable } from "./movement-table.tsx";

const TABS = ["contacts", "reminders", "comments"] as const;
type Tab = (typeof TABS)[number];
const MOVEMENTS = "movements";

/** What of the page is in the address: `?tab=contacts`, and the period of the movements. */
const ADDRESS = { filters: { ...RANGE_ADDRESS, tab: oneOf(TABS) } } as const;

/** A client's account: what it owes on a day, what moved it, whom to ask and what was written (CLI-1). */
export function ClientAccountPage() {
  const { account = "" } = useParams();
  // Another account is another page: nothing of the one before stands under its address.
  return <ClientAccount key={account} account={account} />;
}

function ClientAccount({ account }: { account: string }) {
  const list = useListView<DateRange & { tab: Tab | undefined }>(ADDRESS);
  const { view } = list;
  const client = useClientAccount({ account, to: view.to });
  const [isMailing, setIsMailing] = useState(false);
  if (client.isError && !client.data) return <NotLoaded account={account} query={client} />;
  return (
    <>
      <PageHeader
        title={client.data?.client_name ?? TEXTS.title}
        description={
          client.data ? TEXTS.subtitle(client.data.client_account, client.data.cinemas.length) : null
        }
        actions={
          <>
            <Deciders>
              <Button
                variant="default"
                leftSection={<IconMail size={16} aria-hidden />}
                onClick={() => setIsMailing(true)}
              >
                {TEXTS.mail}
              </Button>
            </Deciders>
            <PdfButton account={account} range={{ from: view.from, to: view.to }} />
            <CsvButton
              fileName={statementFileName(account, "csv")}
              content={() => readAccountCsv({ account, from: view.from, to: view.to })}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
            />
          </>
        }
      />
      <Stack gap="md">
        <Surface>
          {client.data ? (
            <AccountAmounts account={client.data} refreshing={client.isPlaceholderData} />
          ) : (
            <Skeleton height={64} />
          )}
        </Surface>
        <Tabs
          value={view.tab ?? MOVEMENTS}
          onChange={(tab) => list.change({ tab: TABS.find((one) => one === tab), page: view.page })}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value={MOVEMENTS}>{TEXTS.movements}</Tabs.Tab>
            <Tabs.Tab value="contacts">{TEXTS.contacts(client.data?.cinemas.length)}</Tabs.Tab>
            <Tabs.Tab value="reminders">{TEXTS.reminders(client.data && countOf(client.data))}</Tabs.Tab>
            <Tabs.Tab value="comments">{COMMENTS_TEXTS.title}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={MOVEMENTS}>
            <Movements account={account} client={client.data} list={list} />
          </Tabs.Panel>
          <Tabs.Panel value="contacts">
            {client.data ? <AccountContacts cinemas={client.data.cinemas} /> : <Skeleton height={120} />}
          </Tabs.Panel>
          <Tabs.Panel value="comments">
            <Surface>
              <CommentThread subject={{ kind: "client", id: account }} order={2} />
            </Surface>
          </Tabs.Panel>
          <Tabs.Panel value="reminders">
            {client.data ? <AccountReminders {...client.data} /> : <Skeleton height={120} />}
          </Tabs.Panel>
        </Tabs>
      </Stack>
      {isMailing ? (
        <MailStatementDialog
          account={account}
          name={client.data?.client_name ?? account}
          range={{ from: view.from, to: view.to }}
          close={() => setIsMailing(false)}
        />
      ) : null}
    </>
  );
}

const countOf = ({ reminders, stops, statements }: ClientAccountView): number =>
  reminders.length + stops.length + statements.length;

function Movements({
  account,
  client,
  list,
}: {
  account: string;
  client: ClientAccountView | undefined;
  list: ReturnType<typeof useListView<DateRange & { tab: Tab | undefined }>>;
}) {
  const { from, to, page } = list.view;
  const movements = useAccountMovements({ account, from, to, page });
  const { data } = movements;
  const isNarrowed = (from ?? to) !== undefined;
  return (
    <>
      <Group gap="sm" mb="sm" justify="space-between">
        <DateRangeField
          label={TEXTS.period}
          range={{ from, to }}
          onRange={(range) => list.change({ ...range })}
        />
        {data && data.count > 0 ? (
          <Text size="sm" c="dimmed" aria-live="polite">
            {[
              from === undefined ? "" : TEXTS.before(formatMoney(data.opening_balance)),
              TEXTS.sides(formatMoney(data.debit), formatMoney(data.credit)),
              TEXTS.after(formatMoney(data.closing_balance)),
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        ) : null}
      </Group>
      <MovementTable
        label={TEXTS.movementsOf(client?.client_name ?? account)}
        movements={list.rowsOf(movements)}
        emptyText={isNarrowed ? TEXTS.noneInPeriod : TEXTS.empty}
        emptyHint={isNarrowed ? TEXTS.noneInPeriodHint : TEXTS.emptyHint}
        refreshing={movements.isPlaceholderData}
        error={loadFailure(movements, TEXTS.movementsFailed)}
        onRetry={() => void movements.refetch()}
      />
      <Pager {...list.pagerOf(movements)} pageSize={ACCOUNT_LIST.pageSize} unit={[...TEXTS.unit]} />
    </>
  );
}

function PdfButton({ account, range }: { account: string; range: DateRange }) {
  const pdf = useStatementPdf();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={pdf.isPending}
      onClick={() =>
        pdf.mutate(
          { account, ...range },
          {
            onSuccess: () => notifySuccess(TEXTS.pdfDone),
            onError: (error) => {
              const { reason, fieldErrors } = describeError(error, TEXTS.pdfFailed);
              notifyFailure(TEXTS.pdfFailed, fieldErrors["from"] ?? fieldErrors["to"] ?? reason);
            },
          },
        )
      }
    >
      {TEXTS.pdf}
    </Button>
  );
}

function NotLoaded({ account, query }: { account: string; query: ReturnType<typeof useClientAccount> }) {
  const failure = describeError(query.error, TEXTS.loadFailed);
  return (
    <>
      <PageHeader title={TEXTS.title} description={account} />
      {isApiError(query.error) && query.error.status === 404 ? (
        <Surface>
          <EmptyState
            text={TEXTS.unknown}
            hint={TEXTS.unknownHint}
            action={
              <Button mt="sm" component={Link} to={paths.invoices()}>
                {TEXTS.toInvoices}
              </Button>
            }
          />
        </Surface>
      ) : (
        <ErrorCard title={failure.message} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}
