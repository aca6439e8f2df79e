import type { ExportFormat } from "@bobine/contract/exports";
import { describeError } from "@bobine/shared-auth";
import { SavedFilters } from "@bobine/shared-features/saved-filters";
import { notifyFailure, notifySuccess, PageHeader, Surface } from "@bobine/shared-ui";
import { ANY_DAY } from "@bobine/shared-ui/dates";
import { numberValue, useListView } from "@bobine/shared-ui/lists";
import { Button, SimpleGrid, Stack, Text, Title } from "@mantine/core";
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

/** `?bank_account=8`: the exports and the months of that account alone (BANK-35); `?letters=AAB`: what that code holds. */
const ADDRESS = { filters: { bank_account: numberValue, letters: NARROWING_ADDRESS.letters } };

export function ExportsPage() {
  const list = useListView<{ bank_account: number | undefined; letters: string | undefined }>(ADDRESS);
  const { bank_account: chosen, letters } = list.view;
  // What is no account of the distributor's is shown as it is read: all of them.
  const account = useBankAccounts().find(({ id }) => id === chosen);
  const download = useExport();
  const start = (format: ExportFormat) => {
    const variables = { format, account: account?.ledger_account };
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
      <AccountFilter
        label={ACCOUNT_FILTER_TEXTS.account}
        maw={420}
        mb="md"
        value={account?.id}
        onChange={(bank_account) => list.change({ bank_account })}
      />
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
