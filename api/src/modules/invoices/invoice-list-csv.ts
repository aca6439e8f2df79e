import { frenchDate } from "@bobine/contract/civil-date";
import type { Invoice } from "@bobine/contract/invoices";
import { centsFromWire } from "@bobine/contract/money";
import { INVOICE_STATUS } from "@bobine/contract/status-labels";
import { amount, BOM, csvLine, guarded } from "../../domain/exports/csv-cells.ts";

const TYPE_LABELS: Record<Invoice["type"], string> = { invoice: "Facture", credit_note: "Avoir" };

/** The columns of the screen (UI-9), with what a spreadsheet needs beside them. */
export const INVOICE_CSV_HEADER = `${BOM}${csvLine([
  "N° Facture",
  "Type",
  "Date",
  "Cinéma",
  "Semaine",
  "Date d'échéance",
  "Montant HT",
  "TVA",
  "Montant TTC",
  "Reste dû",
  "Statut",
])}`;

export const invoiceCsvLine = (invoice: Omit<Invoice, "files">): string =>
  csvLine([
    guarded(invoice.invoice_number),
    TYPE_LABELS[invoice.type],
    frenchDate(invoice.invoice_date),
    guarded(invoice.cinema_name),
    invoice.week_display,
    frenchDate(invoice.due_date),
    ...[invoice.total_net_amount, invoice.total_vat_amount, invoice.total_amount, invoice.outstanding].map(
      (money) => amount(centsFromWire(money)),
    ),
    INVOICE_STATUS[invoice.status].label,
  ]);
