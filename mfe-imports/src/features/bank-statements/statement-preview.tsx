import type { BankAccount } from "@bobine/contract/bank-accounts";
import type { ReadPreview } from "@bobine/contract/statement-previews";
import { describeError, isApiError, useUnfinishedWork } from "@bobine/shared-auth";
import { ErrorCard, Notice, notifyFailure, PageLoading, Surface } from "@bobine/shared-ui";
import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { MessageList } from "../../statistics-list.tsx";
import { notImported, useIsHere } from "../../upload-task.ts";
import { AccountSelect } from "./account-select.tsx";
import { useDropPreview, useImportPreview, useStatementPreview } from "./bank-statements.queries.ts";
import { TEXTS as PAGE_TEXTS } from "./bank-statements.texts.ts";
import { PREVIEW_TEXTS as TEXTS } from "./statement-preview.texts.ts";
import { PreviewedAccounts, PreviewedLines, PreviewSummary } from "./preview-summary.tsx";
import { StatementResult } from "./statement-result.tsx";
import { UnknownLayout } from "./unknown-layout.tsx";

const DAYS_TO_CONFIRM = "days_to_confirm";

interface StatementPreviewProps {
  id: string;
  /** Undefined until they are read. */
  accounts: readonly BankAccount[] | undefined;
  areAccountsUnread: boolean;
  /** Of what the file leaves without one; null: what the server says. */
  account: number | null;
  onAccount: (account: number) => void;
  /** The import of what is looked at here: while it runs, nothing takes its place. */
  importing: ReturnType<typeof useImportPreview>;
  /** The preview is over: dropped, or gone. */
  onEnd: () => void;
}

/** What a statement would bring, before anything of it counts (BANK-32). */
export function StatementPreview(props: StatementPreviewProps) {
  const { id, accounts, areAccountsUnread, account, onAccount, importing, onEnd } = props;
  const preview = useStatementPreview(id, account);
  const drop = useDropPreview(id);
  const { data, error } = preview;
  // Also of one that was read: it may have expired since, or its import was taken back (BANK-34).
  if (isApiError(error) && error.status === 404)
    return (
      <Notice tone="info" title={TEXTS.gone}>
        {TEXTS.goneHint}
        <div>
          <Button size="compact-sm" mt="xs" onClick={onEnd}>
            {TEXTS.chooseAgain}
          </Button>
        </div>
      </Notice>
    );
  if (!data && error)
    return (
      <ErrorCard
        title={describeError(error, TEXTS.loadFailed).message}
        onRetry={() => void preview.refetch()}
      />
    );
  if (!data) return <PageLoading />;
  const giveUp = (
    <Button
      variant="default"
      loading={drop.isPending}
      disabled={importing.isPending}
      onClick={() =>
        drop.mutate(undefined, {
          onSuccess: onEnd,
          onError: (failed) => {
            notifyFailure(TEXTS.dropFailed, describeError(failed, TEXTS.dropFailed).reason);
            // Somebody may have imported it: then its result shows.
            void preview.refetch();
          },
        })
      }
    >
      {TEXTS.drop}
    </Button>
  );
  if (data.outcome === "unknown_layout")
    return (
      <Stack gap="md">
        <UnknownLayout preview={data} />
        <Group>{giveUp}</Group>
      </Stack>
    );
  if (data.imported) return <StatementResult stats={data.imported} />;
  const asksForAccount = data.account_to_choose !== null;
  return (
    <Decision
      // A question that another account asks is another one.
      key={data.days_to_confirm.join("\n")}
      preview={data}
      account={account}
      importing={importing}
      // What it asks about has changed since: a day on which an account was opened, or a balance (BANK-33).
      onDaysToConfirm={() => void preview.refetch()}
      mayImport={!preview.isPlaceholderData && !drop.isPending && (!asksForAccount || accounts !== undefined)}
      giveUp={giveUp}
    >
      {!asksForAccount ? null : accounts ? (
        <AccountSelect
          accounts={accounts}
          isUnread={false}
          value={account ?? data.account_to_choose}
          onChange={onAccount}
          disabled={preview.isPlaceholderData || importing.isPending}
        />
      ) : areAccountsUnread ? (
        <Notice tone="warning">{TEXTS.accountsUnread}</Notice>
      ) : null}
    </Decision>
  );
}

function Decision({
  preview,
  account,
  importing,
  onDaysToConfirm,
  mayImport,
  giveUp,
  children,
}: {
  preview: ReadPreview;
  account: number | null;
  importing: ReturnType<typeof useImportPreview>;
  /** The import asks about days that the preview did not. */
  onDaysToConfirm: () => void;
  mayImport: boolean;
  giveUp: React.ReactNode;
  children: React.ReactNode;
}) {
  const [areDaysConfirmed, setDaysConfirmed] = useState(false);
  useUnfinishedWork(importing.isPending ? "upload" : undefined, TEXTS.title);
  const mustConfirm = preview.days_to_confirm.length > 0;
  const isHere = useIsHere();
  const send = () =>
    importing.mutate(
      {
        id: preview.id,
        body: {
          ...(account === null ? {} : { bank_account: account }),
          ...(mustConfirm ? { days_confirmed: areDaysConfirmed } : {}),
        },
      },
      {
        onError: (error) => {
          if (isApiError(error) && error.code === DAYS_TO_CONFIRM) onDaysToConfirm();
          if (!isHere())
            notifyFailure(notImported(PAGE_TEXTS.title, preview.file_name), describeError(error).reason);
        },
      },
    );
  return (
    <Stack gap="md">
      <section aria-label={TEXTS.title} aria-live="polite">
        <Surface>
          <Stack gap="lg">
            <PreviewSummary preview={preview} />
            {children}
            <PreviewedAccounts accounts={preview.accounts} />
            {mustConfirm ? (
              <Notice tone="warning" title={TEXTS.days}>
                {preview.days_to_confirm.map((sentence) => (
                  <div key={sentence}>{sentence}</div>
                ))}
                <Checkbox
                  mt="sm"
                  label={TEXTS.daysConfirmed}
                  checked={areDaysConfirmed}
                  onChange={(event) => setDaysConfirmed(event.currentTarget.checked)}
                />
              </Notice>
            ) : null}
            {importing.error && importing.variables.id === preview.id ? (
              <Notice tone="error">{describeError(importing.error, TEXTS.importFailed).message}</Notice>
            ) : null}
            <Group gap="sm">
              <Button
                onClick={send}
                loading={importing.isPending}
                disabled={!mayImport || (mustConfirm && !areDaysConfirmed)}
              >
                {TEXTS.import}
              </Button>
              {giveUp}
            </Group>
          </Stack>
        </Surface>
      </section>
      <MessageList title={TEXTS.notes} messages={preview.notes} count={preview.notes.length} />
      <MessageList title={TEXTS.errors} messages={preview.errors} count={preview.errors_count} />
      <PreviewedLines preview={preview} />
    </Stack>
  );
}
