import { NOT_A_STATEMENT, STATEMENT_TOO_LARGE } from "@bobine/contract/banking";

export const TEXTS = {
  title: "Relevés bancaires",
  intro:
    "Importez le relevé de votre banque : les règlements certains sont rapprochés, les autres deviennent des actions à traiter.",
  file: "Fichier du relevé",
  hint: "Un fichier XLSX, CSV, CAMT, OFX, CFONB 120 ou MT940, tel que votre banque l’exporte",
  account: "Compte bancaire",
  accountHint: "Pour un relevé qui ne dit pas lui-même de quel compte il est",
  accountsUnread:
    "Vos comptes bancaires n’ont pas pu être lus\u00a0: un relevé qui ne dit pas de quel compte il est irait au premier. Rechargez la page pour en choisir un autre.",
  send: "Importer le relevé",
  look: "Voir l’aperçu",
  required: "Veuillez sélectionner un fichier à téléverser",
  notStatement: NOT_A_STATEMENT,
  tooLarge: STATEMENT_TOO_LARGE,
  failed: "Failed to upload file",
  result: "Relevé importé",
  errors: "Lignes illisibles",
  notes: "À vérifier",
  columnsFrom: {
    chosen: "Les colonnes que vous avez indiquées serviront aussi aux prochains relevés de ce compte.",
    remembered: "Les colonnes ont été lues comme vous l’aviez indiqué.",
  },
  toActions: "Traiter les actions",
  /** BANK-12, in its order */
  labels: {
    bank: "Banque détectée",
    rows_read: "Lignes lues",
    imported: "Opérations importées",
    duplicates: "Doublons ignorés",
    ignored: "Lignes ignorées",
    credits: "Encaissements",
    debits: "Décaissements",
    total_credits: "Total des encaissements",
    total_debits: "Total des décaissements",
    period: "Période",
    auto_reconciled: "Rapprochements automatiques",
    invoices_paid: "Factures soldées",
    user_actions_created: "Actions à traiter",
    unmatched: "Opérations non identifiées",
  },
  unknownBank: "Non reconnue",
} as const;
