import { BANK_FIELD_LABELS } from "@bobine/contract/bank-details";
import { percent } from "@bobine/contract/french";
import { INVOICING_LABELS, PAYMENT_TERMS_LABELS } from "@bobine/contract/invoicing-options";
import { CINEMA_ACTIVITY } from "@bobine/contract/status-labels";
import { formatMoney } from "@bobine/shared-ui";

/** Fields that were changed, as their forms call them (TXT-5). */
const FIELD_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...BANK_FIELD_LABELS,
    ...INVOICING_LABELS,
    // Of a company, a cinema and a person.
    name: "Nom",
    legal_name: "Raison sociale",
    address: "Adresse",
    address_line_2: "Complément d’adresse",
    post_code: "Code postal",
    pin_code: "Code postal",
    city: "Ville",
    phone: "Téléphone",
    phones: "Téléphones",
    siren: "SIREN",
    siret: "SIRET",
    prefix_vat: "Préfixe TVA",
    vat_number: "N° de TVA",
    communication_email: "E-mail de communication",
    group: "Groupe",
    sub_group: "Sous-groupe",
    classification: "Classement",
    status: "Statut",
    cnc_authorization: "N° autorisation CNC",
    short_name_code: "Code court",
    default_accounting_code: "Code comptable",
    default_invoice_emails: "E-mails de facturation",
    default_reminder_emails: "E-mails de relance",
    invoicing_company_name: "Société facturée",
    invoicing_address: "Adresse de facturation",
    invoicing_address_line_2: "Complément d’adresse de facturation",
    invoicing_pin_code: "Code postal de facturation",
    invoicing_city: "Ville de facturation",
    invoicing_siren: "SIREN facturé",
    first_name: "Prénom",
    last_name: "Nom",
    company: "Société",
    job_role: "Fonction",
    role: "Rôle",
    // Of a cinema for one distributor.
    additional_invoice_emails: "E-mails de facturation ajoutés",
    invoice_email_override: "E-mails de facturation remplacés",
    additional_reminder_emails: "E-mails de relance ajoutés",
    reminder_email_override: "E-mails de relance remplacés",
    minimum_guarantee: "Minimum garanti",
    custom_accounting_code: "Code comptable personnalisé",
    is_factor_guaranteed: "Garantie du factor",
    // Of an invoice.
    invoice_number: "N° de facture",
    invoice_date: "Date de facture",
    cinema_id: "Cinéma",
    week_start: "Début de semaine",
    total_net_amount: "Montant HT",
    total_vat_amount: "TVA",
    total_amount: "Montant TTC",
    due_date: "Échéance",
    notes: "Notes",
    in_default: "Défaut",
    is_validated: "Validation",
    screens: "Salles",
    email: "E-mail",
    numbering_start: "Début de la numérotation",
    contrary_words: "Mots qui parlent d’autre chose",
    statement_layout: "Disposition d’un relevé",
    bank_account: "Compte bancaire",
    bank_balance: "Solde du relevé",
    vat_due: "Exigibilité de la TVA",
    provision: "Provision",
    provision_accounts: "Comptes de provision",
    accounts: "Comptes d’affectation",
    iban_holder: "Titulaire du compte",
    write_off_limit: "Limite des petits écarts",
  }),
);

/** Of a field of a later version its own name. */
export const fieldLabel = (name: string): string => FIELD_LABELS.get(name) ?? name;

/** Whose names do not say that they are amounts; a cinema's guarantee is a number on the wire (CIN-4). */
const AMOUNTS: ReadonlySet<string> = new Set(["minimum_guarantee", "provision", "write_off_limit"]);
const DECIMAL = /^-?\d{1,12}(\.\d\d?)?$/;

/** Choices of a field by its name. */
const CHOICES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ["payment_terms", new Map(Object.entries(PAYMENT_TERMS_LABELS))],
  ["status", new Map(Object.entries(CINEMA_ACTIVITY))],
]);

/** The value of a field as its form shows it (TXT-5); undefined where its kind says nothing of it. */
export function fieldValue(name: string, value: string | number): string | undefined {
  if (typeof value === "number" && name.endsWith("_bp")) return percent(value);
  if (AMOUNTS.has(name) && DECIMAL.test(String(value))) return formatMoney(Number(value).toFixed(2));
  return CHOICES.get(name)?.get(String(value));
}
