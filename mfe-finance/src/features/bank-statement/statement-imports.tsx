import { IMPORTS_PAGE_SIZE, type StatementImport } from "@bobine/contract/statement-imports";
import { describeError, loadFailure, useUnfinishedWork } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  formatDate,
  formatFileSize,
  Money,
  notifyFailure,
  notifySuccess,
  Pager,
  type PagerProps,
  rememberFocus,
  StatusBadge,
} from "@bobine/shared-ui";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Deciders, useDecides } from "../../decider.tsx";
import { AccountName } from "../../bank-accounts/account-name.tsx";
import { paths } from "../../paths.ts";
import {
  usePreviewAgain,
  useStatementFile,
  useStatementImports,
  useTakeBack,
} from "./statement-imports.queries.ts";
import { doneBy, IMPORTS_TEXTS as TEXTS, periodOf } from "./statement-imports.texts.ts";

/** The statements that were imported, each with its file and the way back (BANK-31, BANK-34). */
export function StatementImports({
  page,
  onPage,
  onGone,
}: Required<Pick<PagerProps, "page" | "onPage" | "onGone">>) {
  const imports = useStatementImports(page);
  const [asked, setAsked] = useState<StatementImport>();
  const columns: DataColumn<StatementImport>[] = [
    ...COLUMNS,
    {
      key: "actions",
      width: "auto",
      part: "actions",
      header: TEXTS.columns.actions,
      cell: (one) => <ImportActions statement={one} onTakeBack={() => setAsked(one)} />,
    },
  ];
  return (
    <section aria-label={TEXTS.title}>
      <Title order={2} size="h3" mb="sm">
        {TEXTS.title}
      </Title>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={imports.data?.results}
        rowKey={(one) => one.id}
        rowName={(one) => one.file_name}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        emptyAction={
          <Deciders>
            <Button component={Link} to={paths.statementImport()}>
              {TEXTS.toImport}
            </Button>
          </Deciders>
        }
        error={loadFailure(imports, TEXTS.loadFailed)}
        onRetry={() => void imports.refetch()}
        refreshing={imports.isPlaceholderData}
      />
      <Pager
        page={page}
        pageSize={IMPORTS_PAGE_SIZE}
        count={imports.data?.count ?? 0}
        unit={TEXTS.unit}
        onPage={onPage}
        onGone={onGone}
      />
      {asked ? <TakeBackDialog statement={asked} close={() => setAsked(undefined)} /> : null}
    </section>
  );
}

const COLUMNS: DataColumn<StatementImport>[] = [
  {
    key: "file",
    width: "20%",
    part: "title",
    header: TEXTS.columns.file,
    cell: (one) => (
      <Stack gap={2}>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {one.file_name}
        </Text>
        <Text size="xs" c="dimmed">
          {[one.bank, formatFileSize(one.file_size), one.has_file ? null : TEXTS.noFile]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {one.taken_back ? <TakenBack {...one.taken_back} /> : null}
      </Stack>
    ),
  },
  {
    key: "imported",
    width: "15%",
    part: "subtitle",
    header: TEXTS.columns.imported,
    cell: (one) => doneBy(one.created_at, one.created_by),
  },
  { key: "period", width: "14%", header: TEXTS.columns.period, cell: periodOf },
  {
    key: "lines",
    width: "10%",
    header: TEXTS.columns.lines,
    align: "right",
    cell: (one) => (
      <>
        {one.taken_back ? TEXTS.left(0, one.imported) : TEXTS.left(one.line_count, one.imported)}
        {one.duplicates > 0 ? (
          <Text size="xs" c="dimmed">
            {TEXTS.duplicates(one.duplicates)}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: "balances",
    width: "18%",
    header: TEXTS.columns.balances,
    cell: ({ balances }) => (balances.length === 0 ? "–" : <Balances balances={balances} />),
  },
];

/** Beside the name of the file: the buttons keep a line for themselves. */
function TakenBack({ at, by }: NonNullable<StatementImport["taken_back"]>) {
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge color="gray">{TEXTS.takenBack}</StatusBadge>
      <Text size="xs" c="dimmed">
        {doneBy(at, by)}
      </Text>
    </Stack>
  );
}

function Balances({ balances }: Pick<StatementImport, "balances">) {
  const isOfSeveral = new Set(balances.map((one) => one.account_label)).size > 1;
  return (
    <Stack gap={2}>
      {balances.map(({ account_label, kind, date, amount }) => (
        <Text key={`${account_label} ${kind}`} size="xs">
          {isOfSeveral && (
            <>
              <AccountName label={account_label} />,{" "}
            </>
          )}
          {kind === "opening" ? TEXTS.opening : TEXTS.closing} ({formatDate(date)}) <Money amount={amount} />
        </Text>
      ))}
    </Stack>
  );
}

function ImportActions({ statement, onTakeBack }: { statement: StatementImport; onTakeBack: () => void }) {
  const decides = useDecides();
  const file = useStatementFile();
  const again = usePreviewAgain();
  const navigate = useNavigate();
  const { taken_back, has_file, may_lack, id } = statement;
  return (
    <Group gap="xs">
      {has_file ? (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={TEXTS.of(TEXTS.download, statement)}
          loading={file.isPending}
          onClick={() =>
            file.mutate(statement, {
              onError: (error) =>
                notifyFailure(TEXTS.downloadFailed, describeError(error, TEXTS.downloadFailed).reason),
            })
          }
        >
          {TEXTS.download}
        </Button>
      ) : null}
      {decides && (taken_back || may_lack) && has_file ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={TEXTS.of(TEXTS.again, statement)}
          loading={again.isPending}
          onClick={() =>
            again.mutate(id, {
              onSuccess: ({ preview }) => void navigate(paths.statementPreview(preview)),
              onError: (error) =>
                notifyFailure(TEXTS.againFailed, describeError(error, TEXTS.againFailed).reason),
            })
          }
        >
          {TEXTS.again}
        </Button>
      ) : null}
      {taken_back || !decides ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={TEXTS.of(TEXTS.takeBack, statement)}
          onClick={onTakeBack}
        >
          {TEXTS.takeBack}
        </Button>
      )}
    </Group>
  );
}

function TakeBackDialog({ statement, close }: { statement: StatementImport; close: () => void }) {
  const takeBack = useTakeBack();
  useUnfinishedWork(takeBack.isPending ? "reconciliation" : undefined, TEXTS.takeBackTitle);
  return (
    <ConfirmDialog
      opened
      title={TEXTS.takeBackTitle}
      confirmLabel={TEXTS.takeBack}
      cancelLabel="Retour"
      danger
      pending={takeBack.isPending}
      error={
        takeBack.error ? describeError(takeBack.error, TEXTS.takeBackFailed, "instead").message : undefined
      }
      close={close}
      onConfirm={() => {
        const giveFocusBack = rememberFocus();
        takeBack.mutate(statement.id, {
          onSuccess: ({ message }) => {
            notifySuccess(message);
            close();
            giveFocusBack();
          },
        });
      }}
    >
      <Stack gap="xs">
        <Text>{TEXTS.question(statement)}</Text>
        {statement.has_file ? (
          <Text size="sm" c="dimmed">
            {TEXTS.questionHint}
          </Text>
        ) : null}
      </Stack>
    </ConfirmDialog>
  );
}
