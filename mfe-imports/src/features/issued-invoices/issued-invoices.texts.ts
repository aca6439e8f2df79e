import { INVOICE_CSV_TOO_LARGE, NOT_AN_INVOICE_CSV } from "@bobine/contract/invoices";

export const TEXTS = {
  title: "Factures émises",
  intro:
    "Importez les factures établies hors de Bobine : elles gardent leur numéro, et leurs règlements sont suivis comme les autres.",
  file: "Liste des factures",
  hint: "Un fichier CSV de moins de 10 Mo. Le traitement peut prendre jusqu’à une minute.",
  columnsTitle: "Colonnes attendues",
  columns: {
    required: "Obligatoires",
    optional: "Facultatives",
    cinema: "Pour trouver le cinéma, au moins une",
  },
  columnsNote:
    "Séparateur « ; » ou « , ». Un cinéma inconnu est créé, à valider, si son nom et sa ville sont donnés.",
  send: "Importer les factures",
  /** SPEC §5 */
  required: "Veuillez sélectionner un fichier à téléverser",
  notCsv: NOT_AN_INVOICE_CSV,
  tooLarge: INVOICE_CSV_TOO_LARGE,
  /** SPEC §8 */
  failed: "Une erreur inconnue est survenue lors du téléversement.",
  result: "Factures importées",
  imported: "Factures ajoutées",
  refused: "Lignes en erreur",
  errors: "Lignes à corriger",
  toInvoices: "Voir les factures",
} as const;

/** DOMAIN §1.11: the names of the columns, as the server reads them. */
export const COLUMNS = {
  required: ["numero_facture", "date_facture", "montant_ht", "montant_ttc"],
  cinema: ["code_cinema", "cnc", "siren", "nom_cinema"],
  optional: [
    "date_echeance",
    "ville",
    "semaine",
    "montant_tva",
    "taux_tva",
    "montant_regle",
    "statut",
    "film",
  ],
} as const;
