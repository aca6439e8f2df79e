import type { AuditActionType } from "./audit.contract.ts";

// The words of the audit log: the screen and its CSV say the same.

/** DOMAIN §10.2 */
export const AUDIT_ACTION_LABELS: Record<AuditActionType, string> = {
  created_invoice: "Facture créée",
  sent_email: "E-mail envoyé",
  updated_box_office: "Recettes mises à jour",
  processed_banking: "Opérations bancaires traitées",
  manual_reconciliation: "Rapprochement manuel",
  reverted_reconciliation: "Rapprochement annulé",
  updated_user: "Utilisateur modifié",
  updated_cinema: "Cinéma modifié",
  system_action: "Action système",
  other: "Autre",
};

/** DOMAIN §10.3 */
export const AUDIT_DETAIL_LABELS: Readonly<Record<string, string>> = {
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
  authorization_number: "N° d'autorisation",
  group: "Groupe",
  distributor_name: "Distributeur",
  recipients: "Destinataires",
  subject: "Objet",
  template: "Modèle d'e-mail",
  reminder_level: "Niveau de relance",
  previous_status: "Ancien statut",
  new_status: "Nouveau statut",
  changed_fields: "Champs modifiés",
  old_value: "Ancienne valeur",
  new_value: "Nouvelle valeur",
  email: "E-mail",
  transaction_id: "Identifiant de l'opération",
  transaction_label: "Libellé bancaire",
  transaction_date: "Date de l'opération",
  transaction_amount: "Montant de l'opération",
  allocated_amount: "Montant affecté",
  remaining_amount: "Reste à payer",
  surplus_amount: "Trop-perçu",
  lettering_code: "Code de lettrage",
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
  export_format: "Format d'export",
  row_count: "Nombre de lignes",
  automation_on: "Automatisation",
  plan_name: "Formule d'abonnement",
  ip_address: "Adresse IP",
  created: "Créés",
  updated: "Mis à jour",
  // Beyond DOMAIN §10.3: what our own entries also tell.
  auto_reconciled: "Rapprochements automatiques",
  invoices_paid: "Factures soldées",
  user_actions_created: "Actions à traiter",
  unmatched: "Opérations non identifiées",
  corrections: "Corrections",
  set_aside: "Mises de côté",
  unknown_cinemas: "Cinémas inconnus",
  import_id: "Identifiant de l'import",
  screens_added: "Salles ajoutées",
  created_by_import: "Créé par l'import",
  event: "Évènement",
  message: "Message",
};

/** The label of a detail; an unknown key `snake_case` reads « Snake case » (DOMAIN §10.3). */
export function detailLabel(key: string): string {
  const known = Object.hasOwn(AUDIT_DETAIL_LABELS, key) ? AUDIT_DETAIL_LABELS[key] : undefined;
  if (known !== undefined) return known;
  const words = key.replaceAll("_", " ").trim();
  return words.slice(0, 1).toLocaleUpperCase("fr") + words.slice(1);
}
