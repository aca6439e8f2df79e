import type { Invoice } from "@bobine/contract/invoices";
import { type DataColumn, DataTable, FrenchDate, Money, type Sort, StatusBadge } from "@bobine/shared-ui";
import { Button, Tooltip, UnstyledButton } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import classes from "./invoices.module.css";
import { INVOICE_STATUS, TEXTS } from "./invoices.texts.ts";

interface InvoiceTableProps {
  invoices: readonly Invoice[] | undefined;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (invoice: Invoice) => void;
  onPreview: (invoice: Invoice) => void;
}

/** `S47/2026`, with the days of the week in a tooltip (DOMAIN §1.2). */
function Week({ display }: { display: string }) {
  const [label, range] = display.split(" – ");
  if (!range) return display;
  return (
    <Tooltip label={range}>
      <span>{label}</span>
    </Tooltip>
  );
}

export function InvoiceTable(props: InvoiceTableProps) {
  const columns: DataColumn<Invoice>[] = [
    {
      key: "invoice_number",
      part: "title",
      header: "N° Facture",
      sortable: true,
      cell: (invoice) => (
        <UnstyledButton
          className={classes["number"] ?? ""}
          onClick={(event) => {
            event.stopPropagation();
            props.onOpen(invoice);
          }}
        >
          {invoice.invoice_number}
        </UnstyledButton>
      ),
    },
    {
      key: "invoice_date",
      header: "Date",
      sortable: true,
      cell: (invoice) => <FrenchDate date={invoice.invoice_date} />,
    },
    {
      key: "cinema_name",
      part: "subtitle",
      header: "Cinéma",
      sortable: true,
      cell: (invoice) => invoice.cinema_name,
      width: "20%",
    },
    {
      key: "week_number",
      header: "Semaine",
      sortable: true,
      cell: (invoice) => <Week display={invoice.week_display} />,
    },
    {
      key: "due_date",
      header: "Date d'échéance",
      sortable: true,
      cell: (invoice) => <FrenchDate date={invoice.due_date} />,
    },
    {
      key: "total_net_amount",
      part: "minor",
      header: "Montant HT",
      align: "right",
      cell: (invoice) => <Money amount={invoice.total_net_amount} />,
    },
    {
      key: "total_vat_amount",
      part: "minor",
      header: "TVA",
      align: "right",
      cell: (invoice) => <Money amount={invoice.total_vat_amount} />,
    },
    {
      key: "total_amount",
      part: "amount",
      header: "Montant TTC",
      align: "right",
      sortable: true,
      cell: (invoice) => <Money amount={invoice.total_amount} />,
    },
    {
      key: "status",
      part: "status",
      header: "Statut",
      sortable: true,
      cell: (invoice) => (
        <StatusBadge color={INVOICE_STATUS[invoice.status].color}>
          {INVOICE_STATUS[invoice.status].label}
        </StatusBadge>
      ),
    },
    {
      key: "files",
      part: "actions",
      header: "Documents",
      cell: (invoice) => (
        <Button
          variant="subtle"
          size="compact-sm"
          px={4}
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={(event) => {
            event.stopPropagation();
            props.onPreview(invoice);
          }}
          aria-label={`Voir ${invoice.invoice_number}`}
        >
          Voir
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      label={TEXTS.title}
      columns={columns}
      rows={props.invoices}
      rowKey={(invoice) => invoice.id}
      onRowClick={props.onOpen}
      rowControl
      emptyText={TEXTS.empty}
      refreshing={props.refreshing}
      error={props.error}
      onRetry={props.onRetry}
      sort={props.sort}
      onSort={props.onSort}
    />
  );
}
