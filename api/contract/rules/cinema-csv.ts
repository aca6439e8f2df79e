import type { Cinema } from "../calls/cinemas.contract.ts";
import { BOM, csvLine, guarded } from "../units/csv.ts";

/** What a cinema is in a list for a spreadsheet: the same of a distributor's and of the console's. */
export const CINEMA_CSV_HEADER = `${BOM}${csvLine([
  "Nom",
  "Raison sociale",
  "Adresse",
  "Code postal",
  "Ville",
  "Groupe",
  "Sous-groupe",
  "N° autorisation CNC",
  "SIREN",
  "Société facturée",
  "SIREN facturé",
  "Téléphones",
  "E-mails de facturation",
  "E-mails de relance",
  "Code court",
  "Code comptable",
  "Salles",
  "Statut",
])}`;

export const cinemaCsvLine = (cinema: Cinema): string =>
  csvLine(
    [
      cinema.name,
      cinema.legal_name,
      cinema.address,
      cinema.pin_code,
      cinema.city,
      cinema.group,
      cinema.sub_group,
      cinema.cnc_authorization,
      cinema.siren,
      cinema.invoicing_company_name,
      cinema.invoicing_siren,
      cinema.phones.join(", "),
      cinema.default_invoice_emails.join(", "),
      cinema.default_reminder_emails.join(", "),
      cinema.short_name_code ?? "",
      cinema.default_accounting_code,
      String(cinema.screens.length),
      cinema.is_validated ? "Validé" : "Non Validé",
    ].map(guarded),
  );
