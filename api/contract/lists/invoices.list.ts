import { exportInvoiceList, type Invoice, listInvoices } from "../calls/invoices.contract.ts";
import { INVOICE_TYPE } from "../labels/status-labels.ts";
import { dateCell, guarded, moneyCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

/** The columns of the screen (UI-9), with what a spreadsheet needs beside them. */
export const INVOICE_LIST = defineList({
  page: listInvoices,
  csv: exportInvoiceList,
  fileName: "factures.csv",
  pageSize: 100,
  columns: defineColumns<Omit<Invoice, "files">>()({
    invoice_number: { label: "N° Facture", csv: (invoice) => guarded(invoice.invoice_number) },
    type: { label: "Type", csv: (invoice) => INVOICE_TYPE[invoice.type] },
    invoice_date: { label: "Date", csv: (invoice) => dateCell(invoice.invoice_date) },
    cinema_name: { label: "Cinéma", csv: (invoice) => guarded(invoice.cinema_name) },
    week_number: { label: "Semaine", csv: (invoice) => invoice.week_display },
    due_date: { label: "Date d'échéance", csv: (invoice) => dateCell(invoice.due_date) },
    total_net_amount: { label: "Montant HT", csv: (invoice) => moneyCell(invoice.total_net_amount) },
    total_vat_amount: { label: "TVA", csv: (invoice) => moneyCell(invoice.total_vat_amount) },
    total_amount: { label: "Montant TTC", csv: (invoice) => moneyCell(invoice.total_amount) },
    outstanding: { label: "Reste dû", csv: (invoice) => moneyCell(invoice.outstanding) },
    status: { label: "Statut", csv: (invoice) => invoice.label },
  }),
});
