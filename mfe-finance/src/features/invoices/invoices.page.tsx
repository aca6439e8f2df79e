import { INVOICE_LIST } from "@bobine/contract/lists/invoices";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { OpeningList, SavedFilters } from "@bobine/shared-features/saved-filters";
import { lazyPage, PageHeader, Pager } from "@bobine/shared-ui";
import { CsvButton } from "@bobine/shared-ui/csv";
import { ANY_DAY } from "@bobine/shared-ui/dates";
import { type ListQuery, useListView } from "@bobine/shared-ui/lists";
import { Button, Tabs } from "@mantine/core";
import { memo, Suspense, useDeferredValue, useState } from "react";
import { Link, useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { CreditsSection } from "../../client-credits/credits.section.tsx";
import { NOTHING_NARROWED } from "../../list-filters/narrowing.ts";
import { paths } from "../../paths.ts";
import { useLatest } from "../../use-latest.ts";
import {
  filterOf,
  INVOICE_ADDRESS,
  type InvoiceFilter,
  type InvoiceView,
  isNarrowed,
} from "./invoice-filter.ts";
import { InvoiceFilterBar } from "./invoice-filter-bar.tsx";
import { InvoicePreview } from "./invoice-preview.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import { InvoiceTotalsStrip } from "./invoice-totals.tsx";
import {
  readInvoicesCsv,
  useCinemaChoices,
  useCinemaName,
  useInvoices,
  useInvoiceTotals,
} from "./invoices.queries.ts";
import { TEXTS } from "./invoices.texts.ts";

const NOTHING_ASKED: InvoiceFilter = {
  search: "",
  status: [],
  cinema: undefined,
  week: undefined,
  overdue: false,
  ...NOTHING_NARROWED,
  ...ANY_DAY,
};

/** `?tab=credits` shows the credits of clients in place of the invoices. */
const CREDITS = "credits";
const INVOICES = "invoices";

// Most visits are to the list: the detail comes with the first invoice that is opened.
const InvoiceDetailPanel = lazyPage<{
  id: number;
  onPreview: () => void;
  close: () => void;
}>(async () => (await import("./invoice-detail.panel.tsx")).InvoiceDetailPanel);

/** The list; `/invoices/:invoiceId` opens one beside it, and `?document` its document over both. */
export function InvoicesPage() {
  const isCovered = useParams()["invoiceId"] !== undefined;
  return (
    <OpeningList list="invoices" address={INVOICE_ADDRESS} opens={!isCovered}>
      <Invoices />
    </OpeningList>
  );
}

function Invoices() {
  const { invoiceId } = useParams();
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const list = useListView(INVOICE_ADDRESS);
  const change = useLatest(list.change);
  const { view, queryString: search } = list;
  const invoices = useInvoices(view);
  // An answer is drawn in the background: a key press never waits for a hundred rows.
  const rows = list.rowsOf(invoices);
  const shown = useDeferredValue(rows);
  const totals = useInvoiceTotals(filterOf(view));

  // What was opened from below it closes with a step back: « Back » then leaves the list instead of opening it again.
  const state = location.state as { isFromList?: boolean; isStep?: boolean } | null;
  const closeTo = (pathname: string) =>
    void (state?.isStep ? navigate(-1) : navigate({ pathname, search }, { replace: true }));
  const open = (id: number) =>
    void navigate({ pathname: paths.invoice(id), search }, { state: { isStep: true } });
  const openDocument = (id: number, isFromList: boolean) =>
    void navigate(
      { pathname: paths.invoice(id), search: search ? `${search}&document` : "document" },
      { state: { isFromList, isStep: true } },
    );
  const close = () => closeTo(paths.invoices());
  const id = Number(invoiceId);
  const openedId = invoiceId === undefined ? undefined : Number.isSafeInteger(id) ? id : 0;
  const isDocument = params.has("document");
  const isCredits = params.get("tab") === CREDITS;
  const isFromList = state?.isFromList === true;

  return (
    <>
      <Head view={view} isCredits={isCredits} isEmpty={!invoices.data || invoices.data.count === 0} />
      <Tabs
        value={isCredits ? CREDITS : INVOICES}
        onChange={(tab) =>
          setParams((current) => {
            current.delete("tab");
            if (tab === CREDITS) current.set("tab", CREDITS);
            return current;
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value={INVOICES}>{TEXTS.title}</Tabs.Tab>
          <Tabs.Tab value={CREDITS}>{TEXTS.credits}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={INVOICES}>
          <Filters view={view} change={change} query={list.query} />
          {totals.isError && !totals.data ? null : (
            <InvoiceTotalsStrip totals={totals.data} refreshing={totals.isPlaceholderData} />
          )}
          <InvoiceTable
            invoices={shown}
            isWhole={!isNarrowed(view)}
            refreshing={invoices.isPlaceholderData || shown !== rows}
            error={loadFailure(invoices, TEXTS.loadFailed)}
            onRetry={() => void invoices.refetch()}
            sort={list.sort}
            onSort={list.onSort}
            onOpen={(invoice) => open(invoice.id)}
            onPreview={(invoice) => openDocument(invoice.id, true)}
          />
          <Pager
            {...list.pagerOf(invoices)}
            pageSize={INVOICE_LIST.pageSize}
            unit={["facture", "factures"]}
          />
        </Tabs.Panel>
        <Tabs.Panel value={CREDITS}>
          <CreditsSection />
        </Tabs.Panel>
      </Tabs>
      {openedId !== undefined && !(isDocument && isFromList) ? (
        <Suspense fallback={null}>
          <InvoiceDetailPanel
            key={openedId}
            id={openedId}
            onPreview={() => openDocument(openedId, false)}
            close={close}
          />
        </Suspense>
      ) : null}
      {openedId !== undefined && isDocument ? (
        <InvoicePreview
          id={openedId}
          close={() => closeTo(isFromList ? paths.invoices() : paths.invoice(openedId))}
        />
      ) : null}
    </>
  );
}

// Neither is drawn again when an answer comes: a letter of the search waits for what is.
const Head = memo(function Head({
  view,
  isCredits,
  isEmpty,
}: {
  view: InvoiceView;
  isCredits: boolean;
  isEmpty: boolean;
}) {
  return (
    <PageHeader
      title={TEXTS.title}
      actions={
        isCredits ? null : (
          <>
            <Button variant="default" component={Link} to={paths.reminders()}>
              {TEXTS.reminders}
            </Button>
            <Button variant="default" component={Link} to={paths.agedBalance()}>
              {TEXTS.agedBalance}
            </Button>
            <CsvButton
              fileName={INVOICE_LIST.fileName}
              content={() => readInvoicesCsv(view)}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={isEmpty}
            />
          </>
        )
      }
    />
  );
});

const NO_CINEMAS: readonly never[] = [];

const Filters = memo(function Filters({
  view,
  change,
  query,
}: {
  view: InvoiceView;
  change: (part: Partial<InvoiceView>, replace?: boolean) => void;
  query: ListQuery;
}) {
  const [search, setSearch] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const cinemas = useCinemaChoices(search, isOpen);
  const chosen = useCinemaName(view.cinema);
  return (
    <InvoiceFilterBar
      filter={view}
      onChange={change}
      // One word is typed in several pauses: it is one step of « Back » at most.
      onSearch={(text) => change({ search: text }, true)}
      onClear={isNarrowed(view) ? () => change(NOTHING_ASKED) : undefined}
      cinemas={cinemas.data?.results ?? NO_CINEMAS}
      chosenCinema={chosen.data?.name ?? (chosen.isError ? TEXTS.cinemaGone : undefined)}
      onCinemaSearch={(text) => setSearch(text === chosen.data?.name ? "" : text.replace(/ \(.*\)$/, ""))}
      onCinemaOpen={() => setIsOpen(true)}
      saved={<SavedFilters list="invoices" query={query} />}
    />
  );
});
