import { type Cinema, listCinemas } from "../calls/cinemas.contract.ts";
import { exportConsoleCinemas } from "../calls/list-exports.contract.ts";
import { validationOf } from "../labels/status-labels.ts";
import { guarded } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

/** A distributor's cinemas and the console's: the same columns. The distributor's screen writes its file itself. */
export const CINEMA_LIST = defineList({
  page: listCinemas,
  csv: exportConsoleCinemas,
  fileName: "cinemas.csv",
  pageSize: 100,
  columns: defineColumns<Cinema>()({
    name: { label: "Nom", csv: (cinema) => guarded(cinema.name) },
    legal_name: { label: "Raison sociale", csv: (cinema) => guarded(cinema.legal_name) },
    address: { label: "Adresse", csv: (cinema) => guarded(cinema.address) },
    pin_code: { label: "Code postal", csv: (cinema) => guarded(cinema.pin_code) },
    city: { label: "Ville", csv: (cinema) => guarded(cinema.city) },
    group: { label: "Groupe", csv: (cinema) => guarded(cinema.group) },
    sub_group: { label: "Sous-groupe", csv: (cinema) => guarded(cinema.sub_group) },
    cnc_authorization: { label: "N° autorisation CNC", csv: (cinema) => guarded(cinema.cnc_authorization) },
    siren: { label: "SIREN", csv: (cinema) => guarded(cinema.siren) },
    invoicing_company_name: {
      label: "Société facturée",
      csv: (cinema) => guarded(cinema.invoicing_company_name),
    },
    invoicing_siren: { label: "SIREN facturé", csv: (cinema) => guarded(cinema.invoicing_siren) },
    vat_number: { label: "N° de TVA", csv: (cinema) => guarded(cinema.vat_number) },
    phones: { label: "Téléphones", csv: (cinema) => guarded(cinema.phones.join(", ")) },
    default_invoice_emails: {
      label: "E-mails de facturation",
      csv: (cinema) => guarded(cinema.default_invoice_emails.join(", ")),
    },
    default_reminder_emails: {
      label: "E-mails de relance",
      csv: (cinema) => guarded(cinema.default_reminder_emails.join(", ")),
    },
    short_name_code: { label: "Code court", csv: (cinema) => guarded(cinema.short_name_code ?? "") },
    default_accounting_code: {
      label: "Code comptable",
      csv: (cinema) => guarded(cinema.default_accounting_code),
    },
    screens: { label: "Salles", csv: (cinema) => String(cinema.screens.length) },
    is_validated: { label: "Statut", csv: (cinema) => validationOf(cinema).label },
  }),
});
