import type { Invoice } from "@bobine/contract/invoices";
import { INVOICE_LIST } from "@bobine/contract/lists/invoices";
import { type DataColumn, DataTable, FrenchDate, Money, type Sort, StatusBadge } from "@bobine/shared-ui";
import { Tooltip } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { CommentCount } from "../../comments/comment-count.tsx";
import { useLatest } from "../../use-latest.ts";
import { WhatFills } from "../../what-fills-lists.tsx";
import classes from "./invoices.module.css";
import { hasRemainingCredit, labelOf, TEXTS } from "./invoices.texts.ts";

const { columns: COLUMNS } = INVOICE_LIST;

interface InvoiceTableProps {
  invoices: readonly Invoice[] | undefined;
  /** Nothing is filtered: an empty list is that of who has none at all. */
  isWhole: boolean;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  onOpen: (invoice: Invoice) => void;
  onPreview: (invoice: Invoice) => void;
}

/** `S47/2026`, with the days of the week in a tooltip (BILL-1), which is there once one points at it: a hundred cost a frame. */
function Week({ display }: { display: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isPointed, setIsPointed] = useState(false);
  const [label, range] = display.split(" – ");
  if (!range) return display;
  return (
    <>
      <span ref={place} onPointerEnter={() => setIsPointed(true)}>
        {label}
      </span>
      {isPointed ? <Tooltip label={range} target={place} /> : null}
    </>
  );
}

/** DIST-7: who has none is told what brings them. */
const noInvoice = () => ({
  emptyText: TEXTS.none,
  emptyHint: TEXTS.noneHint,
  emptyAction: <WhatFills list="invoices" />,
});

export function InvoiceTable(props: InvoiceTableProps) {
  const onOpen = useLatest(props.onOpen);
  const columns = useColumns(onOpen, useLatest(props.onPreview));
  return (
    <DataTable
      label={TEXTS.title}
      columns={columns}
      rows={props.invoices}
      followsTyping
      rowKey={(invoice) => invoice.id}
      onRowClick={onOpen}
      rowControl
      {...(props.isWhole ? noInvoice() : { emptyText: TEXTS.empty })}
      refreshing={props.refreshing}
      error={props.error}
      onRetry={props.onRetry}
      sort={props.sort}
      onSort={props.onSort}
    />
  );
}

type OnInvoice = (invoice: Invoice) => void;

// The same for as long as the screen is open, and of plain elements: a hundred rows are drawn at once while one types.
const useColumns = (onOpen: OnInvoice, onPreview: OnInvoice) =>
  useMemo(() => columnsOf(onOpen, onPreview), [onOpen, onPreview]);

/** What opens it, and how much is said of it (COM-3). */
const InvoiceNumber = ({ invoice, onOpen }: { invoice: Invoice; onOpen: OnInvoice }) => (
  <>
    <button
      type="button"
      className={`mantine-focus-auto ${classes["number"]}`}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(invoice);
      }}
    >
      {invoice.invoice_number}
    </button>
    <CommentCount count={invoice.comment_count} />
  </>
);

function columnsOf(onOpen: OnInvoice, onPreview: OnInvoice): DataColumn<Invoice>[] {
  return [
    {
      key: "invoice_number",
      width: "9.5%",
      part: "title",
      header: COLUMNS.invoice_number.label,
      sortable: true,
      cell: (invoice) => <InvoiceNumber invoice={invoice} onOpen={onOpen} />,
    },
    {
      key: "invoice_date",
      width: "9%",
      header: COLUMNS.invoice_date.label,
      sortable: true,
      cell: (invoice) => <FrenchDate date={invoice.invoice_date} />,
    },
    {
      key: "cinema_name",
      width: "12%",
      part: "subtitle",
      header: COLUMNS.cinema_name.label,
      sortable: true,
      cell: (invoice) => invoice.cinema_name,
    },
    {
      key: "week_number",
      width: "8%",
      header: COLUMNS.week_number.label,
      sortable: true,
      cell: (invoice) => <Week display={invoice.week_display} />,
    },
    {
      key: "due_date",
      width: "13%",
      header: COLUMNS.due_date.label,
      sortable: true,
      cell: (invoice) => <FrenchDate date={invoice.due_date} />,
    },
    {
      key: "total_net_amount",
      width: "9.5%",
      part: "minor",
      header: COLUMNS.total_net_amount.label,
      align: "right",
      cell: (invoice) => <Money amount={invoice.total_net_amount} />,
    },
    {
      key: "total_vat_amount",
      width: "8.5%",
      part: "minor",
      header: COLUMNS.total_vat_amount.label,
      align: "right",
      cell: (invoice) => <Money amount={invoice.total_vat_amount} />,
    },
    {
      key: "total_amount",
      width: "10.5%",
      part: "amount",
      header: COLUMNS.total_amount.label,
      align: "right",
      sortable: true,
      cell: (invoice) => <Money amount={invoice.total_amount} />,
    },
    {
      key: "status",
      width: "11.5%",
      part: "status",
      header: COLUMNS.status.label,
      sortable: true,
      cell: (invoice) => {
        const { label, color } = labelOf(invoice);
        return (
          <>
            <StatusBadge color={color}>{label}</StatusBadge>
            {hasRemainingCredit(invoice) ? (
              <span className={classes["remaining"]}>
                {TEXTS.remainingCredit} <Money amount={invoice.remaining_credit} />
              </span>
            ) : null}
          </>
        );
      },
    },
    {
      key: "files",
      width: "8.5%",
      part: "actions",
      header: "Documents",
      cell: (invoice) => (
        <button
          type="button"
          className={`mantine-focus-auto mantine-active ${classes["view"]}`}
          data-variant="subtle"
          onClick={(event) => {
            event.stopPropagation();
            onPreview(invoice);
          }}
          aria-label={`Voir ${invoice.invoice_number}`}
        >
          <IconFileText size={16} aria-hidden />
          Voir
        </button>
      ),
    },
  ];
}
