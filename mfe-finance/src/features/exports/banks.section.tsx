import { civilDate, endOfMonth, isCivilDate } from "@bobine/contract/civil-date";
import type { TiedAccount } from "@bobine/contract/ties";
import { describeError, hasDraft } from "@bobine/shared-auth";
import { EmptyState, ErrorCard, Surface } from "@bobine/shared-ui";
import { Box, ActionIcon, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPencil, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useDecides } from "../../decider.tsx";
import { WhatFills } from "../../what-fills-lists.tsx";
import { AccountDot } from "../../bank-accounts/account-dot.tsx";
import { accountDraft, balanceDraft } from "./bank-account.draft.ts";
import { BankAccountDialog } from "./bank-account.dialog.tsx";
import { BankBalanceDialog } from "./bank-balance.dialog.tsx";
import { BankMonths } from "./bank-months.tsx";
import { BankRemarks } from "./bank-remarks.tsx";
import { useTies } from "./banks.queries.ts";
import { accountName, BANKS_TEXTS as TEXTS, shortNumber } from "./banks.texts.ts";

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
const lastDayOf = (month: string) => endOfMonth(civilDate(`${month}-01`));

type BankDialog =
  | { readonly what: "account"; readonly of: TiedAccount | null }
  | { readonly what: "balance"; readonly of: TiedAccount; readonly month: string };

/**
 * Whether the books are what the banks say: each account by month, and what is missing (EXP-15).
 * @param accountId that account alone; undefined: all of them
 */
export function BanksSection({ accountId }: { accountId?: number | undefined }) {
  const decides = useDecides();
  const [year, setYear] = useState<number>();
  const [asked, setAsked] = useState<BankDialog>();
  const ties = useTies(year);
  const shown = ties.data;
  const isShown = ({ account }: TiedAccount) => accountId === undefined || account?.id === accountId;
  const [looked, setLooked] = useState(false);
  if (decides && shown && !looked) {
    // Once: what a reload interrupted opens again (FED-6).
    setLooked(true);
    const interrupted = interruptedDialog(shown.accounts.filter(isShown), shown.years);
    setAsked(interrupted);
    const itsYear = interrupted?.what === "balance" ? Number(interrupted.month.slice(0, 4)) : shown.year;
    if (itsYear !== shown.year) setYear(itsYear);
  }
  const add = decides ? (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAsked({ what: "account", of: null })}
    >
      {TEXTS.add}
    </Button>
  ) : null;
  return (
    <section aria-label={TEXTS.title}>
      <Surface mt="md">
        <Group justify="space-between" align="flex-start" gap="sm" mb="md">
          <div>
            <Title order={2} size="h3">
              {TEXTS.title}
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              {TEXTS.intro}
            </Text>
          </div>
          <Group gap="sm" align="center">
            {shown ? <YearChoice year={shown.year} years={shown.years} choose={setYear} /> : null}
            {add}
          </Group>
        </Group>
        {ties.isError && !shown ? (
          <ErrorCard
            title={describeError(ties.error, TEXTS.loadFailed).message}
            onRetry={() => void ties.refetch()}
          />
        ) : shown === undefined ? (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={220} />
          </Box>
        ) : shown.accounts.length === 0 ? (
          <EmptyState
            text={TEXTS.empty}
            hint={decides ? TEXTS.emptyHint : TEXTS.emptyHintToReader}
            action={<WhatFills list="accounts" />}
          />
        ) : (
          <Stack gap="xl">
            {shown.accounts.filter(isShown).map((tied) => (
              <TiedBank
                key={tied.account?.id ?? 0}
                tied={tied}
                year={shown.year}
                refreshing={ties.isPlaceholderData}
                onEdit={() => setAsked({ what: "account", of: tied })}
                onState={(month) => setAsked({ what: "balance", of: tied, month })}
              />
            ))}
          </Stack>
        )}
      </Surface>
      {asked?.what === "account" ? (
        <BankAccountDialog
          account={asked.of?.account ?? null}
          proposed={asked.of ? proposedOpening(asked.of) : null}
          close={() => setAsked(undefined)}
        />
      ) : null}
      {asked?.what === "balance" ? (
        <BankBalanceDialog
          accountId={asked.of.account?.id ?? null}
          label={accountName(asked.of)}
          date={lastDayOf(asked.month)}
          close={() => setAsked(undefined)}
        />
      ) : null}
    </section>
  );
}

/** The dialog that this tab keeps a draft of. */
function interruptedDialog(
  accounts: readonly TiedAccount[],
  years: readonly number[],
): BankDialog | undefined {
  if (hasDraft(accountDraft(null))) return { what: "account", of: null };
  for (const of of accounts) {
    const id = of.account?.id ?? null;
    if (id !== null && hasDraft(accountDraft(id))) return { what: "account", of };
    const month = years
      .flatMap((year) => MONTHS.map((one) => `${year}-${one}`))
      .filter((one) => isCivilDate(`${one}-01`))
      .find((one) => hasDraft(balanceDraft(id, lastDayOf(one))));
    if (month !== undefined) return { what: "balance", of, month };
  }
  return undefined;
}

/** A year, and those beside it that have something. */
function YearChoice({
  year,
  years,
  choose,
}: {
  year: number;
  years: readonly number[];
  choose: (year: number) => void;
}) {
  const step = (by: -1 | 1) => {
    const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={TEXTS.yearOf(year + by)}
        disabled={!years.includes(year + by)}
        onClick={() => choose(year + by)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Group gap="xs" wrap="nowrap">
      {step(-1)}
      <Text fw={550} aria-live="polite">
        {year}
      </Text>
      {step(1)}
    </Group>
  );
}

function TiedBank({
  tied,
  year,
  refreshing,
  onEdit,
  onState,
}: {
  tied: TiedAccount;
  year: number;
  refreshing: boolean;
  onEdit: () => void;
  onState: (month: string) => void;
}) {
  const decides = useDecides();
  const { account } = tied;
  const name = accountName(tied);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Group gap={6} wrap="nowrap">
            <AccountDot colour={account?.colour ?? ""} />
            <Title order={3} size="h5">
              {name}
            </Title>
          </Group>
          <Text size="sm" c="dimmed">
            {account
              ? [
                  account.bank,
                  account.ledger_account,
                  account.journal,
                  shortNumber(account.number),
                  account.currency === "EUR" ? "" : account.currency,
                ]
                  .filter(Boolean)
                  .join(" · ")
              : TEXTS.unknownHint}
          </Text>
          {account ? (
            <Text size="sm">
              {[
                account.opened_on === null ? "" : TEXTS.openedOn(account.opened_on),
                account.opening_date !== null && account.opening_balance !== null
                  ? TEXTS.opening(account.opening_date, account.opening_balance)
                  : TEXTS.noOpening,
              ]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          ) : null}
        </div>
        {account && decides ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label={TEXTS.editAccount(name)}
            onClick={onEdit}
          >
            {TEXTS.edit}
          </Button>
        ) : null}
      </Group>
      <BankMonths tied={tied} year={year} onState={onState} refreshing={refreshing} />
      <BankRemarks tied={tied} />
    </Stack>
  );
}

function proposedOpening({ remarks }: TiedAccount) {
  const missing = remarks.find((remark) => remark.kind === "no_opening");
  return missing?.proposed ?? null;
}
