import type { CinemaRequestState } from "../calls/cinema-requests.contract.ts";
import type { Cinema } from "../calls/cinemas.contract.ts";
import type { DeclarationOutcome } from "../calls/declarations.contract.ts";
import type { OnboardingStatus } from "../calls/distributors.contract.ts";
import type { Invoice, InvoiceStatus } from "../calls/invoices.contract.ts";
import type { JobState } from "../calls/operations.contract.ts";
import type { UserActionStatus } from "../calls/user-actions.contract.ts";
import type { ValidationStatus } from "../rules/distributors.policy.ts";

/** What a screen or a file writes for a status, and the colour of its badge. */
export interface StatusFacts {
  readonly label: string;
  readonly color: "blue" | "gray" | "green" | "orange" | "red" | "yellow";
}

/** TXT-7 */
export const INVOICE_STATUS: Record<InvoiceStatus, StatusFacts> = {
  awaiting_payment: { label: "En attente", color: "blue" },
  part_paid: { label: "Partiellement payé", color: "yellow" },
  paid: { label: "Payé", color: "green" },
  default: { label: "Défaut", color: "red" },
};

export const INVOICE_TYPE: Record<Invoice["type"], string> = { invoice: "Facture", credit_note: "Avoir" };
/** « Facture F26000123 » */
export const invoiceTitle = (invoice: Pick<Invoice, "type" | "invoice_number">): string =>
  `${INVOICE_TYPE[invoice.type]} ${invoice.invoice_number}`;

/** TXT-7 */
export const USER_ACTION_STATUS: Record<UserActionStatus, StatusFacts> = {
  PENDING: { label: "En attente", color: "yellow" },
  DONE: { label: "Terminé", color: "green" },
  REJECTED: { label: "Rejeté", color: "red" },
  CREATED: { label: "Créé", color: "blue" },
  AWAITING_INVOICE_SELECTION: { label: "Facture à sélectionner", color: "orange" },
};

/** CIN-10 */
export const CINEMA_REQUEST_STATE: Record<CinemaRequestState, StatusFacts> = {
  open: { label: "En attente", color: "yellow" },
  done: { label: "Traitée", color: "green" },
  refused: { label: "Refusée", color: "red" },
  withdrawn: { label: "Retirée", color: "gray" },
};

/** TXT-7 */
export const CINEMA_VALIDATION: Record<"validated" | "not_validated", StatusFacts> = {
  validated: { label: "Validé", color: "green" },
  not_validated: { label: "Non Validé", color: "orange" },
};
export const validationOf = ({ is_validated }: { readonly is_validated: boolean }): StatusFacts =>
  CINEMA_VALIDATION[is_validated ? "validated" : "not_validated"];

/** Whether a cinema shows films. */
export const CINEMA_ACTIVITY: Record<Cinema["status"], string> = {
  active: "Actif",
  inactive: "Inactif",
  closed: "Fermé",
};

/** TXT-7, DIST-1: in the order in which a distributor goes through them. */
export const ONBOARDING_STATUS: Record<OnboardingStatus, StatusFacts> = {
  created: { label: "Créé", color: "gray" },
  email_verified: { label: "Email vérifié", color: "blue" },
  company_info_added: { label: "Infos société ajoutées", color: "blue" },
  plan_selected: { label: "Plan sélectionné", color: "blue" },
  bank_connected: { label: "Banque connectée", color: "blue" },
  email_assigned: { label: "Email assigné", color: "blue" },
  data_imported: { label: "Données importées", color: "blue" },
  active: { label: "Actif", color: "green" },
  paused: { label: "En pause", color: "orange" },
};

/** Of a distributor that registered by itself. */
export const VALIDATION_STATUS: Record<ValidationStatus, StatusFacts> = {
  prospect: { label: "À valider", color: "yellow" },
  validated: { label: "Validé", color: "green" },
  refused: { label: "Refusé", color: "red" },
};

/** What became of a declaration. */
export const DECLARATION_OUTCOME: Record<DeclarationOutcome, StatusFacts> = {
  invoiced: { label: "Facturée", color: "green" },
  nothing_due: { label: "Rien à facturer", color: "gray" },
  superseded: { label: "Remplacée", color: "gray" },
  set_aside: { label: "Mise de côté", color: "orange" },
  not_validated: { label: "Compte à valider", color: "yellow" },
  automation_off: { label: "Facturation en pause", color: "yellow" },
  cinema_not_validated: { label: "Cinéma non validé", color: "yellow" },
  supplier_incomplete: { label: "Votre société est incomplète", color: "red" },
  client_incomplete: { label: "Identité du cinéma incomplète", color: "red" },
  to_check: { label: "À vérifier", color: "orange" },
  under_way: { label: "Facturation en cours", color: "blue" },
};

export const JOB_STATUS: Record<JobState, StatusFacts> = {
  failed: { label: "En échec", color: "red" },
  retrying: { label: "Nouvel essai prévu", color: "orange" },
  running: { label: "En cours", color: "blue" },
  waiting: { label: "En attente", color: "gray" },
  cancelled: { label: "Annulée", color: "gray" },
  done: { label: "Réussie", color: "green" },
};
