import { AUDIT_ACTION_LABELS, detailLabel } from "@bobine/contract/audit-labels";
import { cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import { frenchDate } from "@bobine/contract/civil-date";
import { amount, BOM, csvLine, guarded } from "@bobine/contract/csv";
import { type Declaration, DECLARATION_OUTCOME_LABELS, type Report } from "@bobine/contract/declarations";
import { centsFromWire, type Money } from "@bobine/contract/money";
import { JOB_STATE_LABELS, jobLabel, type OperatedJob } from "@bobine/contract/operations";
import { USER_ACTION_STATUS } from "@bobine/contract/status-labels";
import type { UserAction } from "@bobine/contract/user-actions";
import { dateOrEmpty } from "../../domain/exports/csv-cells.ts";
import type { AuditCsvRow, TransactionCsvRow } from "./list-exports.repository.ts";

const header = (columns: readonly string[]): string => `${BOM}${csvLine(columns)}`;
const money = (value: Money | null): string => (value === null ? "" : amount(centsFromWire(value)));

const instantFormat = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "medium",
});
/** An ISO instant → `18/11/2026 15:05:12`, Paris time. */
const instant = (value: string): string => instantFormat.format(new Date(value));

export const TRANSACTION_HEADER = header([
  "Date",
  "Date de valeur",
  "Libellé",
  "Montant",
  "Devise",
  "Compte",
  "Montant rapproché",
  "Lettrage",
  "Factures",
  "Action utilisateur",
]);

export const transactionLine = (row: TransactionCsvRow): string =>
  csvLine([
    frenchDate(row.transaction_date),
    dateOrEmpty(row.value_date),
    guarded(row.label),
    money(row.amount),
    row.currency_code,
    guarded(row.bank_account),
    money(row.allocated_amount),
    row.letters ?? "",
    guarded(row.invoice_numbers ?? ""),
    row.status === null ? "" : USER_ACTION_STATUS[row.status].label,
  ]);

export const USER_ACTION_HEADER = header([
  "Date de l'opération",
  "Description",
  "Montant",
  "Devise",
  "Raison",
  "Statut",
  "Créée le",
  "Factures rapprochées",
  "Trop-perçu",
  "Décidée par",
  "Décidée le",
]);

export const userActionLine = (action: UserAction): string => {
  const { decision } = action;
  const person = decision?.decided_by;
  const who = person ? `${person.first_name} ${person.last_name}`.trim() || person.email : "";
  return csvLine([
    dateOrEmpty(action.transaction_date),
    guarded(action.transaction_description),
    money(action.transaction_amount),
    action.currency_code,
    guarded(action.reason),
    USER_ACTION_STATUS[action.status].label,
    instant(action.created_at),
    guarded(action.allocations.map((each) => each.invoice_number).join(", ")),
    money(action.surplus_amount),
    decision?.is_automatic ? "Automatique" : guarded(who),
    decision?.decided_at ? instant(decision.decided_at) : "",
  ]);
};

export const REPORT_HEADER = header([
  "Fichier",
  "Importé le",
  "Par",
  "Semaines",
  "Déclarations",
  "Nouvelles",
  "Doublons",
  "Rectifications",
  "Mises de côté",
  "Autres distributeurs",
  "Cinémas inconnus",
  "Refusées",
  "Avertissements",
]);

export const reportLine = (report: Report): string => {
  const person = report.imported_by;
  return csvLine([
    guarded(report.file_name),
    instant(report.created_at),
    guarded(person ? `${person.first_name} ${person.last_name}`.trim() || person.email : ""),
    report.weeks.map((week) => weekLabel(cinemaWeekOf(week))).join(", "),
    ...[
      report.declarations_found,
      report.imported,
      report.duplicates,
      report.corrections,
      report.set_aside,
      report.other_distributors,
      report.unknown_cinemas,
      report.errors_count,
      report.warnings_count,
    ].map(String),
  ]);
};

export const DECLARATION_HEADER = header([
  "Référence",
  "Nature",
  "Semaine",
  "Cinéma",
  "Salle",
  "N° d'autorisation",
  "Film",
  "N° de visa",
  "Version",
  "Séances",
  "Entrées payantes",
  "Entrées gratuites",
  "Recette TTC",
  "TSA",
  "TVA",
  "Base film HT",
  "Conditions",
  "Taux (%)",
  "Part HT",
  "Minimum garanti HT",
  "Devenue",
  "Facture",
  "Avertissements",
]);

const NATURES: Record<Declaration["nature"], string> = {
  initiale: "Initiale",
  rectificative: "Rectificative",
  annulation: "Annulation",
};
const TERMS: Record<Declaration["terms_type"], string> = {
  POURCENTAGE: "Pourcentage",
  FORFAIT: "Forfait",
  GRATUIT: "Gratuit",
};

export const declarationLine = (one: Declaration): string =>
  csvLine([
    guarded(one.reference),
    NATURES[one.nature],
    one.week_display,
    guarded(one.cinema_name),
    guarded(one.screen_name),
    guarded(one.screen_authorization),
    guarded(one.film_title),
    guarded(one.visa_number),
    guarded(one.version),
    one.screenings === null ? "" : String(one.screenings),
    String(one.admissions_paid),
    String(one.admissions_free),
    money(one.gross_ttc),
    money(one.tsa),
    money(one.vat),
    money(one.base_film_ht),
    TERMS[one.terms_type],
    one.rate_bp === null ? "" : String(one.rate_bp / 100).replace(".", ","),
    money(one.share_ht),
    money(one.minimum_guarantee_ht),
    DECLARATION_OUTCOME_LABELS[one.outcome],
    one.invoice?.invoice_number ?? "",
    guarded(one.warnings.join(" | ")),
  ]);

export const JOB_HEADER = header([
  "Identifiant",
  "Tâche",
  "État",
  "Distributeur",
  "Demandée",
  "Commencée",
  "Terminée",
  "Essais",
  "Essais au plus",
  "Raison du dernier échec",
]);

export const jobLine = (job: OperatedJob): string =>
  csvLine([
    job.id,
    guarded(jobLabel(job.name)),
    JOB_STATE_LABELS[job.state],
    guarded(job.distributor?.name ?? ""),
    instant(job.created_at),
    job.started_at === null ? "" : instant(job.started_at),
    job.ended_at === null ? "" : instant(job.ended_at),
    String(job.tries),
    String(job.max_tries),
    guarded(job.failure ?? ""),
  ]);

export const AUDIT_HEADER = header(["Date", "Auteur", "Action", "Détails"]);

export const auditLine = (entry: AuditCsvRow): string =>
  csvLine([
    instant(entry.created_at),
    guarded(entry.actor ?? "Système"),
    AUDIT_ACTION_LABELS[entry.action_type],
    guarded(
      Object.entries(entry.action_details)
        .map(([key, value]) => `${detailLabel(key)}\u00a0: ${detailText(value)}`)
        .join(" | "),
    ),
  ]);

/** A detail of any shape as text; values are as they were kept, so that a spreadsheet can look for them. */
function detailText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(detailText).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, inner]) => `${detailLabel(name)}\u00a0: ${detailText(inner)}`)
      .join(", ");
  return String(value as string | number);
}
