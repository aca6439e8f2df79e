import { INVOICE_STATUSES } from "@bobine/contract/invoices";
import { describeError } from "@bobine/shared-auth";
import { PageHeader, Pager } from "@bobine/shared-ui";
import { CloseButton, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { filterOf, orderingOfSort, paramsOf, sortOf } from "./invoice-filter.ts";
import { InvoicePreviewDialog } from "./invoice-preview.dialog.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import {
  type InvoiceFilter,
  useInvoice,
  useInvoiceFile,
  useInvoiceFiles,
  useInvoices,
} from "./invoices.queries.ts";
import { INVOICE_STATUS, TEXTS } from "./invoices.texts.ts";

const PAGE_SIZE = 100;
const SEARCH_DELAY_MS = 300;

export function InvoicesPage() {
  const { invoiceId } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const filter = filterOf(params);
  const [typed, setTyped] = useState(filter.search);
  const invoices = useInvoices(filter);

  const change = (part: Partial<InvoiceFilter>) => setParams(paramsOf({ ...filter, page: 1, ...part }));
  const search = useDebouncedCallback((text: string) => change({ search: text.trim() }), SEARCH_DELAY_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const keepFilter = (path: string) => ({ pathname: path, search: params.toString() });

  return (
    <>
      <PageHeader title={TEXTS.title} />
      <Group mb="md" gap="sm">
        <TextInput
          aria-label="Rechercher une facture"
          placeholder={TEXTS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed ? <CloseButton aria-label="Effacer la recherche" onClick={() => type("")} /> : null
          }
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          style={{ flex: "1 1 280px", maxWidth: 420 }}
        />
        <Select
          aria-label="Statut"
          placeholder={TEXTS.allStatuses}
          clearable
          clearButtonProps={{ "aria-label": "Effacer le statut" }}
          value={filter.status ?? null}
          onChange={(status) => change({ status: INVOICE_STATUSES.find((s) => s === status) })}
          data={INVOICE_STATUSES.map((status) => ({ value: status, label: INVOICE_STATUS[status].label }))}
          w={200}
        />
      </Group>
      <InvoiceTable
        invoices={invoices.data?.results}
        refreshing={invoices.isPlaceholderData}
        error={
          invoices.isError && !invoices.data
            ? describeError(invoices.error, TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void invoices.refetch()}
        sort={sortOf(filter.ordering)}
        onSort={(sort) => change({ ordering: orderingOfSort(sort) })}
        onPreview={(invoice) => void navigate(keepFilter(paths.invoice(invoice.id)))}
      />
      <Pager
        page={filter.page}
        pageSize={PAGE_SIZE}
        count={invoices.data?.count ?? 0}
        unit={["facture", "factures"]}
        onPage={(page) => change({ page })}
      />
      {invoiceId !== undefined ? (
        <Preview id={Number(invoiceId)} close={() => void navigate(keepFilter(paths.invoices()))} />
      ) : null}
    </>
  );
}

/** Loads what the dialog shows, so that the dialog itself fetches nothing. */
function Preview({ id, close }: { id: number; close: () => void }) {
  const [chosen, setChosen] = useState<number>();
  const known = Number.isSafeInteger(id) ? id : 0;
  const invoice = useInvoice(known);
  const documents = useInvoiceFiles(known);
  const files = documents.data?.files;
  const file =
    files?.find((f) => f.id === chosen) ??
    files?.find((f) => f.content_type === "application/pdf") ??
    files?.[0];
  const content = useInvoiceFile(file);
  const failed = [invoice, documents, content].find((query) => query.error);
  const error = failed
    ? describeError(failed.error, failed === invoice ? TEXTS.loadFailed : TEXTS.fileFailed).message
    : undefined;
  return (
    <InvoicePreviewDialog
      invoice={invoice.data}
      error={error}
      onRetry={() => void failed?.refetch()}
      files={files}
      file={file}
      onFile={setChosen}
      content={content.data?.blob}
      close={close}
    />
  );
}
