import type { ClientCredit, CreditUse } from "@bobine/contract/client-credits";
import { CREDIT_LIST } from "@bobine/contract/lists/credits";
import { centsFromWire } from "@bobine/contract/money";
import { describeError, hasDraft, loadFailure } from "@bobine/shared-auth";
import { SavedFilters } from "@bobine/shared-features/saved-filters";
import { Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { SearchBox } from "@bobine/shared-ui/forms";
import { flagValue, textValue, useListView } from "@bobine/shared-ui/lists";
import { Group, SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { useDecides } from "../decider.tsx";
import { WhatFills } from "../what-fills-lists.tsx";
import { applyDraft } from "./apply-credit.draft.ts";
import { ApplyCredit } from "./apply-credit.tsx";
import { CreditTable } from "./credit-table.tsx";
import { readCreditsCsv, useCredits } from "./credits.queries.ts";
import { TEXTS } from "./credits.texts.ts";
import { UndoUse } from "./undo-use.tsx";

/** What of the list is in the address, beside the list of invoices. */
const CREDIT_ADDRESS = {
  prefix: "credit_",
  filters: { search: textValue, all: flagValue },
} as const;

/** The credits of clients: what is left of each, where it went, and how to use it or take that back. */
export function CreditsSection() {
  const list = useListView<{ search: string; all: boolean }>(CREDIT_ADDRESS);
  const { view } = list;
  const credits = useCredits(view);
  const rows = list.rowsOf(credits);
  const decides = useDecides();
  const [applying, setApplying] = useState<ClientCredit>();
  const [looked, setLooked] = useState(false);
  if (decides && rows && !looked) {
    // Once: what a reload interrupted opens again (FED-6).
    setLooked(true);
    setApplying(rows.find(({ id, remaining }) => centsFromWire(remaining) > 0 && hasDraft(applyDraft(id))));
  }
  const [undoing, setUndoing] = useState<CreditUse>();
  return (
    <section aria-label={TEXTS.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {TEXTS.hint}
      </Text>
      <Group gap="sm" mb="sm" align="center">
        <SearchBox
          label={TEXTS.searchLabel}
          placeholder={TEXTS.search}
          search={view.search}
          onSearch={(search) => list.change({ search }, true)}
        />
        <SegmentedControl
          aria-label={TEXTS.state}
          value={view.all ? "all" : "open"}
          onChange={(state) => list.change({ all: state === "all" })}
          data={[
            { value: "open", label: TEXTS.open },
            { value: "all", label: TEXTS.all },
          ]}
        />
        <CsvButton
          fileName={CREDIT_LIST.fileName}
          content={() => readCreditsCsv(view)}
          describe={(error) => describeError(error, TEXTS.exportFailed).message}
          disabled={!credits.data || credits.data.count === 0}
        />
        {/* The address says the tab, too: no list of it opens by itself. */}
        <SavedFilters list="credits" query={list.query} opens={false} />
      </Group>
      <CreditTable
        credits={rows}
        emptyText={view.search === "" ? TEXTS.empty : TEXTS.noneFound}
        {...(view.search === ""
          ? { emptyHint: TEXTS.emptyHint, emptyAction: <WhatFills list="credits" /> }
          : {})}
        refreshing={credits.isPlaceholderData}
        error={loadFailure(credits, TEXTS.loadFailed)}
        onRetry={() => void credits.refetch()}
        onApply={setApplying}
        onUndo={setUndoing}
      />
      <Pager {...list.pagerOf(credits)} pageSize={CREDIT_LIST.pageSize} unit={TEXTS.unit} />
      {applying ? (
        <ApplyCredit key={applying.id} credit={applying} close={() => setApplying(undefined)} />
      ) : null}
      {undoing ? <UndoUse use={undoing} close={() => setUndoing(undefined)} /> : null}
    </section>
  );
}
