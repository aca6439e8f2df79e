import { AGED_COLUMNS } from "@bobine/contract/aged-labels";
import { type AgedBalance, agedBalanceFileName } from "@bobine/contract/client-accounts";
import { civilDateInParis, isCivilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { Money, notifyFailure, notifySuccess, PageHeader, searchable, Surface } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { DayField } from "@bobine/shared-ui/dates";
import { SearchBox } from "@bobine/shared-ui/forms";
import { matchingValue, oneOfOr, textValue, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { CivilDate } from "@bobine/contract/civil-date";
import { WhatFills } from "../../what-fills-lists.tsx";
import classes from "./aged-balance.module.css";
import { readAgedBalanceCsv, useAgedBalance, useAgedBalancePdf } from "./aged-balance.queries.ts";
import { TEXTS } from "./aged-balance.texts.ts";
import { GroupMerges } from "./group-merges.tsx";
import { ClientTable, GroupTable, type ListedClient } from "./aged-table.tsx";

const VIEWS = ["clients", "groups"] as const;

const todayInParis = () => civilDateInParis(new Date());

interface Filters {
  on: CivilDate | undefined;
  view: (typeof VIEWS)[number];
  search: string;
}

const ADDRESS = {
  filters: { on: matchingValue(isCivilDate), view: oneOfOr(VIEWS, "clients"), search: textValue },
} as const;

/** What all clients owe on a day, by how late it is, by client or by group (CLI-3, CLI-4). */
export function AgedBalancePage() {
  return (
    <OpeningList list="aged_balance" address={ADDRESS}>
      <AgedClients />
    </OpeningList>
  );
}

function AgedClients() {
  const list = useListView<Filters>(ADDRESS);
  const { on, view } = list.view;
  // Six thousand clients are looked through in the background: a key press does not wait for them.
  const search = useDeferredValue(list.view.search);
  // A file would be of another day than the field shows.
  const [isNoDay, setNoDay] = useState(false);
  const aged = useAgedBalance(on);
  const found = useMemo(() => (aged.data ? foundIn(aged.data, search) : undefined), [aged.data, search]);
  const table = {
    emptyText: search === "" ? TEXTS.empty : TEXTS.noneFound,
    emptyHint: search === "" ? TEXTS.emptyHint : TEXTS.noneFoundHint,
    // Of another day, an empty balance says nothing of what is missing.
    emptyAction: search === "" && on === undefined ? <WhatFills list="invoices" /> : null,
    refreshing: aged.isPlaceholderData,
    error: loadFailure(aged, TEXTS.loadFailed),
    onRetry: () => void aged.refetch(),
  };
  // The balance says which day it is of: over midnight the tab's own could be another one (UI-24).
  const day = on ?? (aged.isPlaceholderData ? undefined : aged.data?.on) ?? todayInParis();
  const hasNoFile = isNoDay || !aged.data || aged.data.client_count === 0;
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.intro}
        actions={
          <>
            <PdfButton on={day} disabled={hasNoFile} />
            <CsvButton
              fileName={agedBalanceFileName(day, "csv")}
              content={() => readAgedBalanceCsv(day)}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={hasNoFile}
            />
          </>
        }
      />
      <Group gap="sm" mb="md" align="flex-end">
        <DayField
          label={TEXTS.on}
          day={day}
          // There is always a day: until another one can be read it stays, and what is typed beside its message (UI-24).
          onDay={(next) => {
            if (next === undefined) return;
            const unasked = on === undefined ? day : todayInParis();
            list.change({ on: next === unasked ? undefined : next }, true);
          }}
          onWrong={(message) => setNoDay(message !== undefined)}
          w={180}
        />
        <SegmentedControl
          aria-label={TEXTS.view}
          value={view}
          onChange={(next) => list.change({ view: next === "groups" ? "groups" : "clients" })}
          data={[
            { value: "clients", label: TEXTS.clients },
            { value: "groups", label: TEXTS.groups },
          ]}
        />
        <SearchBox
          label={TEXTS.searchLabel}
          placeholder={TEXTS.search}
          search={list.view.search}
          onSearch={(text) => list.change({ search: text }, true)}
        />
        <SavedFilters list="aged_balance" query={list.query} />
      </Group>
      {aged.data && aged.data.client_count > 0 ? (
        <Surface mb="md">
          <Totals balance={aged.data} />
        </Surface>
      ) : null}
      {view === "groups" ? (
        <>
          <GroupMerges />
          <GroupTable {...table} rows={found?.groups} />
        </>
      ) : (
        <ClientTable {...table} rows={found?.clients} />
      )}
    </>
  );
}

/** The clients and groups that a search finds, by name, account or group; who owes most first. */
function foundIn(
  { groups }: AgedBalance,
  search: string,
): { readonly clients: readonly ListedClient[]; readonly groups: AgedBalance["groups"] } {
  const words = searchable(search).split(/\s+/).filter(Boolean);
  const isFound = (text: string) => words.every((word) => searchable(text).includes(word));
  const clients = groups
    .flatMap(({ group, clients: members }) => members.map((client) => ({ ...client, group })))
    .filter(({ client_name, client_account, group }) => isFound(`${client_name} ${client_account} ${group}`))
    .toSorted((a, b) => centsFromWire(b.amounts.balance) - centsFromWire(a.amounts.balance));
  const accounts = new Set(clients.map((client) => client.client_account));
  return {
    clients,
    groups: groups.filter(
      ({ group, clients: members }) =>
        isFound(group) || members.some((one) => accounts.has(one.client_account)),
    ),
  };
}

/** The sums of all clients, whatever the search shows. */
function Totals({ balance: { amounts, client_count } }: { balance: AgedBalance }) {
  return (
    <section aria-label={TEXTS.total(client_count)}>
      <Text size="sm" c="dimmed" mb={6}>
        {TEXTS.total(client_count)}
      </Text>
      <dl className={classes["totals"]}>
        {AGED_COLUMNS.map(({ name, label }) => (
          <div key={name} data-strong={name === "balance" || undefined}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amounts[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PdfButton({ on, disabled }: { on: CivilDate; disabled: boolean }) {
  const pdf = useAgedBalancePdf();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={pdf.isPending}
      disabled={disabled}
      onClick={() =>
        pdf.mutate(on, {
          onSuccess: () => notifySuccess(TEXTS.pdfDone),
          onError: (error) => notifyFailure(TEXTS.pdfFailed, describeError(error, TEXTS.pdfFailed).reason),
        })
      }
    >
      {TEXTS.pdf}
    </Button>
  );
}
