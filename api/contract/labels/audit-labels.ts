import type { AuditActionType } from "../calls/audit.contract.ts";

// The words of the audit log: the screen and its CSV say the same.

/** TXT-4; the colour is that of a dot, the text keeps its contrast. */
export const AUDIT_ACTION: Record<AuditActionType, { readonly label: string; readonly color: string }> = {
  created_invoice: { label: "Facture créée", color: "blue" },
  sent_email: { label: "E-mail envoyé", color: "indigo" },
  updated_box_office: { label: "Recettes mises à jour", color: "grape" },
  processed_banking: { label: "Opérations bancaires traitées", color: "cyan" },
  manual_reconciliation: { label: "Rapprochement manuel", color: "green" },
  reverted_reconciliation: { label: "Rapprochement annulé", color: "orange" },
  updated_user: { label: "Utilisateur modifié", color: "yellow" },
  updated_cinema: { label: "Cinéma modifié", color: "teal" },
  system_action: { label: "Action système", color: "gray" },
  other: { label: "Autre", color: "dark" },
};

/** TXT-5. The API writes no other detail than these: `writeAudit` is typed so. */
export const AUDIT_DETAIL_LABELS = {
  invoice_id: "Identifiant de la facture",
  invoice_number: "N° de facture",
  invoice_numbers: "Factures concernées",
  invoice_count: "Nombre de factures",
  total_net_amount: "Montant HT",
  total_vat_amount: "TVA",
  total_amount: "Montant TTC",
  due_date: "Date d'échéance",
  week_display: "Semaine cinématographique",
  film_title: "Film",
  visa_number: "N° de visa",
  cinema_name: "Cinéma",
  cinema_id: "Identifiant du cinéma",
  screen_name: "Salle",
  authorization_number: "N° d’autorisation",
  group: "Groupe",
  distributor_name: "Distributeur",
  recipients: "Destinataires",
  subject: "Objet",
  template: "Modèle d’e-mail",
  reminder_level: "Niveau de relance",
  previous_status: "Ancien statut",
  new_status: "Nouveau statut",
  changed_fields: "Champs modifiés",
  old_value: "Ancienne valeur",
  new_value: "Nouvelle valeur",
  email: "E-mail",
  role: "Rôle",
  transaction_id: "Identifiant de l’opération",
  transaction_label: "Libellé bancaire",
  transaction_date: "Date de l’opération",
  transaction_amount: "Montant de l’opération",
  allocated_amount: "Montant affecté",
  remaining_amount: "Reste dû",
  surplus_amount: "Trop-perçu",
  lettering_code: "Code de lettrage",
  client_accounts: "Comptes clients",
  user_action_id: "Action utilisateur",
  reason: "Raison",
  comment: "Commentaire",
  bank_name: "Banque",
  imported: "Lignes importées",
  duplicates: "Doublons ignorés",
  errors: "Erreurs",
  file_name: "Fichier",
  file_size: "Taille du fichier",
  declarations_found: "Déclarations trouvées",
  period_start: "Début de période",
  period_end: "Fin de période",
  export_format: "Format d’export",
  row_count: "Nombre de lignes",
  lot_number: "Numéro de lot",
  automation_on: "Facturation automatique",
  plan_name: "Formule d’abonnement",
  ip_address: "Adresse IP",
  created: "Créés",
  updated: "Mis à jour",
  // Beyond TXT-5: what our own entries also tell.
  remote: "Module",
  build: "Build",
  decision: "Décision",
  audience: "Pour qui",
  forced: "Forcé",
  team: "Équipe",
  rights: "Droits",
  fingerprint: "Empreinte de la clé",
  auto_reconciled: "Rapprochements automatiques",
  removed_lines: "Lignes retirées",
  kept_comments: "Commentaires conservés",
  kept_files: "Pièces jointes conservées",
  invoices_paid: "Factures soldées",
  user_actions_created: "Actions à traiter",
  unmatched: "Opérations non identifiées",
  corrections: "Corrections",
  set_aside: "Mises de côté",
  unknown_cinemas: "Cinémas inconnus",
  import_id: "Identifiant de l’import",
  screens_added: "Salles ajoutées",
  created_by_import: "Créé par l’import",
  event: "Évènement",
  message: "Message",
  origin: "Origine",
  type: "Type de document",
  corrects: "Facture corrigée",
  week: "Semaine",
  week_start: "Début de semaine",
  removed: "Opérations retirées par la banque",
  group_key: "Identifiant du rapprochement groupé",
  automatic_lettering_on: "Rapprochement automatique",
  automatic_letterings: "Rapprochements automatiques mesurés",
  reverted_letterings: "Rapprochements automatiques annulés",
  precision: "Précision mesurée",
  precision_line: "Limite de précision",
  previous_precision_line: "Ancienne limite de précision",
  min_sample: "Nombre minimal de rapprochements mesurés",
  previous_min_sample: "Ancien nombre minimal de rapprochements mesurés",
  action: "Action",
  job: "Tâche",
  job_id: "Identifiant de la tâche",
  state_before: "État précédent",
  linked_through: "Lié par",
  to_confirm: "Lignes à confirmer",
  identifier: "Identifiant reconnu",
  screens_proposed: "Salles proposées",
  confirmed_by: "Confirmation",
  valid_until: "Valable jusqu’au",
  parts: "Parts de l’opération",
  client_credit: "Crédit client",
  call: "Appel",
  attempts: "Tentatives en une heure",
} as const satisfies Readonly<Record<string, string>>;
export type AuditDetailKey = keyof typeof AUDIT_DETAIL_LABELS;

/** Events that programs look for in the log by their code; others are written in French at once. */
const AUDIT_EVENTS: Readonly<Record<string, string>> = {
  list_export: "Liste exportée",
  invoice_list_export: "Liste des factures exportée",
  client_account_export: "Compte client exporté",
  aged_balance_export: "Balance âgée exportée",
  refused_call: "Appel refusé",
  refused_sign_in: "Connexion refusée",
  invoice_deleted: "Facture supprimée",
  week_not_invoiced: "Semaine non facturée",
  lot_made: "Lot créé",
  reminders_stopped: "Relances arrêtées",
  reminders_resumed: "Relances reprises",
  audit_log_archived: "Journal d’audit archivé",
  audit_archive_export: "Archive du journal d’audit téléchargée",
  // Written by operators until 0.1.
  audit_log_part_archived: "Partie du journal d’audit archivée",
  audit_retention_changed: "Durée du journal d’audit modifiée",
  letters_repaired: "Lettrage recalculé",
  // As it was called before: entries of the log never change, each is part of the chain of those after it.
  letters_mended: "Lettrage recalculé",
};
export const eventLabel = (event: string): string =>
  (Object.hasOwn(AUDIT_EVENTS, event) ? AUDIT_EVENTS[event] : undefined) ?? event;

type Details = Readonly<Record<string, unknown>>;

/** What an entry tells (TXT-4): by its event, else by what its details say was done, else by its type. */
export function auditName(type: AuditActionType, details: Details): string {
  const { event } = details;
  if (typeof event === "string" && event !== "") return eventLabel(event);
  return saidIn(type, details) ?? AUDIT_ACTION[type].label;
}

function saidIn(type: AuditActionType, details: Details): string | undefined {
  const { plan_name: plan, comment, decision } = details;
  // The step of a subscription, whoever took it.
  if (plan !== undefined && typeof comment === "string" && comment !== "") return comment;
  // About a build, by a person or by the product itself.
  if (typeof decision === "string" && decision !== "") return decision;
  switch (type) {
    case "other":
      return otherName(details);
    case "reverted_reconciliation":
      return undoName(details);
    case "updated_cinema":
      return cinemaName(details);
    case "updated_user":
      return typeof details["action"] === "string" ? details["action"] : undefined;
    default:
      return undefined;
  }
}

/** Entries are part of a chain and never rewritten: what older ones did is read from what they say. */
function otherName(details: Details): string | undefined {
  const { automation_on: isOn, user_action_id: action, new_status: status } = details;
  if (typeof isOn === "boolean") return isOn ? "Facturation remise en marche" : "Facturation mise en pause";
  if (action !== undefined && status === "REJECTED")
    return details["previous_status"] === "REJECTED" ? "Raison d’un rejet donnée" : "Action rejetée";
  if (action !== undefined && status === "DONE") return "Action résolue";
  if (details["export_format"] !== undefined) return "Export comptable téléchargé";
  if (details["changed_fields"] === undefined) return undefined;
  return details["invoice_id"] === undefined ? "Réglages modifiés" : "Facture modifiée";
}

/** What of a shared cinema is more than a change of its card; an import tells of all its cinemas at once. */
function cinemaName({ comment, created, updated }: Details): string | undefined {
  if (created !== undefined && updated !== undefined) return "Cinémas importés";
  return comment === "Cinéma créé" || comment === "Cinéma supprimé" ? comment : undefined;
}

/** Undoing is called by what it undoes, as its buttons are. */
function undoName(details: Details): string | undefined {
  if (details["previous_status"] === "REJECTED") return "Rejet annulé";
  const isQuestion = details["user_action_id"] !== undefined && details["transaction_id"] === undefined;
  return isQuestion && details["previous_status"] === "DONE" ? "Résolution annulée" : undefined;
}

/** The label of a detail; an unknown key `snake_case` reads « Snake case » (TXT-5). */
export function detailLabel(key: string): string {
  const labels: Readonly<Record<string, string>> = AUDIT_DETAIL_LABELS;
  const known = Object.hasOwn(labels, key) ? labels[key] : undefined;
  if (known !== undefined) return known;
  const words = key.replaceAll("_", " ").trim();
  return words.slice(0, 1).toLocaleUpperCase("fr") + words.slice(1);
}
