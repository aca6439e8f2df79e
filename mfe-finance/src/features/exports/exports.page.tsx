import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import { describeError } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { notifyFailure, notifySuccess, PageHeader, Surface } from "@bobine/shared-ui";
import { ANY_DAY, type DateRange, DateRangeField, RANGE_ADDRESS, useToday } from "@bobine/shared-ui/dates";
import { numberValue, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { ACCOUNT_FILTER_TEXTS, AccountFilter } from "../../bank-accounts/account-filter.tsx";
import { useBankAccounts } from "../../bank-accounts/bank-accounts.queries.ts";
import { NARROWING_ADDRESS, NOTHING_NARROWED } from "../../list-filters/narrowing.ts";
import { BanksSection } from "./banks.section.tsx";
import { useExport } from "./exports.queries.ts";
import { TEXTS } from "./exports.texts.ts";
import { LetterSection } from "./letter.section.tsx";
import { LotsSection } from "./lots.section.tsx";

const FORMATS: readonly ExportFormat[] = ["A", "B", "C"];

interface Chosen extends DateRange {
  readonly bank_account: number | undefined;
  readonly letters: string | undefined;
}

/**
 * `?bank_account=8`: the exports and the months of that account alone (BANK-35); `?letters=AAB`: what that code holds;
 * `?from=2026-11-01&to=2026-11-30`: the exports of these days.
 */
const ADDRESS = {
  filters: { bank_account: numberValue, letters: NARROWING_ADDRESS.letters, ...RANGE_ADDRESS },
};

/** What the calls give without days (EXP-1): the year and the one before it. */
function usualPeriod(today: CivilDate) {
  const year = Number(today.slice(0, 4));
  return { from: civilDate(`${year - 1}-01-01`), to: civilDate(`${year}-12-31`) };
}

export function ExportsPage() {
  return (
    <OpeningList list="entries" address={ADDRESS}>
      <Exports />
    </OpeningList>
  );
}

function Exports() {
  const list = useListView<Chosen>(ADDRESS);
  const { bank_account: chosen, letters, from, to } = list.view;
  const usual = usualPeriod(useToday());
  // What is no account of the distributor's is shown as it is read: all of them.
  const account = useBankAccounts().find(({ id }) => id === chosen);
  const download = useExport();
  const start = (format: ExportFormat) => {
    const variables = { format, account: account?.ledger_account, from, to };
    download.mutate(variables, {
      onSuccess: () => notifySuccess(TEXTS.done),
      onError: (error) => {
        const text = TEXTS.failed(format);
        notifyFailure(text, describeError(error, text).reason);
      },
    });
  };
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={<SavedFilters list="entries" query={list.query} />}
      />
      <Group gap="sm" mb="md" align="flex-end">
        <AccountFilter
          label={ACCOUNT_FILTER_TEXTS.account}
          maw={420}
          value={account?.id}
          onChange={(bank_account) => list.change({ bank_account })}
        />
        <DateRangeField
          label={TEXTS.period}
          range={{ from: from ?? usual.from, to: to ?? usual.to }}
          onRange={(range) => list.change(range)}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {FORMATS.map((format) => (
          <Surface key={format}>
            <Stack gap="sm" h="100%" justify="space-between">
              <div>
                <Title order={2} size="h3">
                  {TEXTS.what[format].name}
                </Title>
                <Text size="sm" c="dimmed" mt={4}>
                  {TEXTS.what[format].hint}
                </Text>
              </div>
              <Button
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={download.isPending && download.variables.format === format}
                onClick={() => start(format)}
              >
                {TEXTS.button(format)}
              </Button>
            </Stack>
          </Surface>
        ))}
      </SimpleGrid>
      <LetterSection
        shown={{ ...ANY_DAY, ...NOTHING_NARROWED, letters, account: account?.id, which: "all" }}
        onLetters={(code) => list.change({ letters: code })}
      />
      <LotsSection />
      <BanksSection accountId={account?.id} />
    </>
  );
}
