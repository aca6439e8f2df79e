import { vatMonthSchema, type VatOfMonth, type VatOfRate } from "@bobine/contract/vat";
import { describeError, hasDraft, loadFailure } from "@bobine/shared-auth";
import {
  type DataColumn,
  DataTable,
  formatInteger,
  Money,
  Notice,
  notifyFailure,
  notifySuccess,
  PageHeader,
  Surface,
} from "@bobine/shared-ui";
import { MonthField, monthText } from "@bobine/shared-ui/dates";
import { ActionIcon, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconDownload, IconSettings } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Deciders } from "../../decider.tsx";
import { WhatFills } from "../../what-fills-lists.tsx";
import { monthAfter } from "./months.ts";
import { VatEntries } from "./vat-entries.tsx";
import { SETTINGS_DRAFT } from "./vat-settings.draft.ts";
import { VatSettings } from "./vat-settings.tsx";
import { useVat, useVatFile, useVatSettings } from "./vat.queries.ts";
import { rateName, SETTINGS_TEXTS, VAT_TEXTS as TEXTS } from "./vat.texts.ts";

const COLUMNS: readonly DataColumn<VatOfRate>[] = [
  {
    key: "rate",
    part: "title",
    header: TEXTS.columns.rate,
    cell: ({ vat_rate_bp }) => <strong>{rateName(vat_rate_bp)}</strong>,
  },
  {
    key: "base",
    header: TEXTS.columns.base,
    align: "right",
    cell: ({ base }) => <Money amount={base} />,
  },
  {
    key: "tax",
    part: "amount",
    header: TEXTS.columns.tax,
    align: "right",
    cell: ({ tax }) => <Money amount={tax} />,
  },
  {
    key: "entries",
    part: "subtitle",
    header: TEXTS.columns.entries,
    align: "right",
    cell: ({ entry_count }) => formatInteger(entry_count),
  },
];

/** `?settings` opens the settings. */
const SETTINGS = "settings";

/** VAT that is due of a month, by rate, with the entries behind each figure (VAT-5). */
export function VatPage() {
  const [params, setParams] = useSearchParams();
  const [isSetting, setIsSetting] = useState(() => params.has(SETTINGS) || hasDraft(SETTINGS_DRAFT));
  const chosen = params.get("month");
  const month = vatMonthSchema.safeParse(chosen).data;
  const vat = useVat(month);
  const shown = month ?? vat.data?.month;
  const choose = (chosen: string) => setParams({ month: chosen }, { replace: true });
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={
          <Group gap="sm">
            <Deciders>
              <Button
                variant="default"
                leftSection={<IconSettings size={16} aria-hidden />}
                onClick={() => setIsSetting(true)}
              >
                {SETTINGS_TEXTS.open}
              </Button>
            </Deciders>
            <CsvButton month={shown} />
          </Group>
        }
      />
      <Stack gap="md">
        <Difference />
        <Surface>
          <MonthChoice month={shown} choose={choose} />
          <DataTable
            label={TEXTS.table(shown === undefined ? "" : monthText(shown))}
            columns={COLUMNS}
            rows={vat.data?.rates}
            rowKey={({ vat_rate_bp }) => vat_rate_bp ?? "unknown"}
            rowName={({ vat_rate_bp }) => rateName(vat_rate_bp)}
            expanded={({ vat_rate_bp, entries, entry_count }) => (
              <VatEntries
                label={TEXTS.entries(rateName(vat_rate_bp))}
                entries={entries}
                count={entry_count}
              />
            )}
            emptyText={TEXTS.empty(shown === undefined ? "" : monthText(shown))}
            emptyHint={TEXTS.emptyHint}
            // Of a month that was chosen, an empty table says nothing of what is missing.
            emptyAction={month === undefined ? <WhatFills list="invoices" /> : null}
            error={loadFailure(vat, TEXTS.loadFailed)}
            onRetry={() => void vat.refetch()}
            refreshing={vat.isPlaceholderData}
          />
          {vat.data ? <Remarks vat={vat.data} /> : null}
        </Surface>
        {vat.data ? <Advances advances={vat.data.advances} /> : null}
      </Stack>
      {isSetting ? <VatSettings close={() => setIsSetting(false)} /> : null}
    </>
  );
}

/** A month, and those beside it. */
function MonthChoice({ month, choose }: { month: string | undefined; choose: (month: string) => void }) {
  const step = (by: -1 | 1) => {
    const next = month === undefined ? undefined : monthAfter(month, by);
    const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
    const label = by < 0 ? TEXTS.previous : TEXTS.next;
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label(next === undefined ? "" : monthText(next))}
        disabled={next === undefined}
        onClick={() => next !== undefined && choose(next)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Group gap="xs" wrap="nowrap" mb="md">
      {step(-1)}
      <MonthField label={TEXTS.month} month={month} onMonth={choose} />
      {step(1)}
    </Group>
  );
}

function CsvButton({ month }: { month: string | undefined }) {
  const file = useVatFile();
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={file.isPending}
      disabled={month === undefined}
      onClick={() =>
        month !== undefined &&
        file.mutate(month, {
          onSuccess: () => notifySuccess(TEXTS.csvDone),
          onError: (error) => notifyFailure(TEXTS.csvFailed, describeError(error, TEXTS.csvFailed).reason),
        })
      }
    >
      {TEXTS.csv}
    </Button>
  );
}

/** What invoices print is not what the books do: somebody has to choose. */
function Difference() {
  const { data } = useVatSettings();
  if (!data || data.printed === data.current.vat_due) return null;
  return <Notice tone="warning">{TEXTS.differs(data.printed)}</Notice>;
}

function Remarks({ vat }: { vat: VatOfMonth }) {
  const { rates, tax, provisional_count } = vat;
  return (
    <Stack gap="xs" mt="md">
      {rates.length > 0 ? (
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{TEXTS.total}</Text>
          <Text fw={600} component="div">
            <Money amount={tax} />
          </Text>
        </Group>
      ) : null}
      {provisional_count > 0 ? (
        <Text size="sm" c="dimmed">
          {TEXTS.provisional(provisional_count)}
        </Text>
      ) : null}
      {rates.some(({ vat_rate_bp }) => vat_rate_bp === null) ? (
        <Notice tone="warning">{TEXTS.unknownRate}</Notice>
      ) : null}
    </Stack>
  );
}

function Advances({ advances }: { advances: VatOfMonth["advances"] }) {
  const id = useId();
  const { received_tax, applied_tax, net_tax, entries } = advances;
  const figures = [
    [TEXTS.advances.received, received_tax],
    [TEXTS.advances.applied, applied_tax],
    [TEXTS.advances.net, net_tax],
  ] as const;
  return (
    <section aria-labelledby={id}>
      <Surface>
        <Title order={2} size="h3" id={id}>
          {TEXTS.advances.title}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {entries.length === 0 ? TEXTS.advances.none : TEXTS.advances.intro(advances.vat_rates_bp)}
        </Text>
        {entries.length === 0 ? null : (
          <Stack gap="md">
            <Group gap="xl">
              {figures.map(([name, amount]) => (
                <div key={name}>
                  <Text size="sm" c="dimmed">
                    {name}
                  </Text>
                  <Text fw={600} component="div">
                    <Money amount={amount} />
                  </Text>
                </div>
              ))}
            </Group>
            <VatEntries
              label={TEXTS.entries(TEXTS.advances.title)}
              entries={entries}
              count={entries.length}
            />
          </Stack>
        )}
      </Surface>
    </section>
  );
}
