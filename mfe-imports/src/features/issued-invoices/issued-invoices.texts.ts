import { formatInteger } from "@bobine/shared-ui";
import { INVOICE_CSV_TOO_LARGE, NOT_AN_INVOICE_CSV } from "@bobine/contract/invoices";

export const TEXTS = {
  title: "Factures émises",
  intro:
    "Importez les factures établies hors de Bobine\u00a0: elles gardent leur numéro, et leurs règlements sont suivis comme les autres.",
  file: "Liste des factures",
  hint: "Un fichier CSV de moins de 10 Mo. Le traitement peut prendre jusqu’à une minute.",
  columnsTitle: "Colonnes attendues",
  columns: {
    required: "Obligatoires",
    optional: "Facultatives",
    cinema: "Pour trouver le cinéma, au moins une",
  },
  columnsNote:
    "Séparateur «\u00a0;\u00a0» ou «\u00a0,\u00a0». Un avoir a des montants négatifs, ou une colonne «\u00a0type\u00a0» qui le dit. Un cinéma avec lequel vous ne travaillez pas encore est à confirmer ici, à moins que deux identifiants (code, CNC, SIREN, nom) concordent et que rien ne les contredise.",
  accounting: {
    label: "Dans votre comptabilité, ces factures sont",
    already_booked: {
      label: "déjà comptabilisées",
      hint: "Un autre logiciel les a passées\u00a0: seul leur solde entre, au journal AN, à la date du jour.",
    },
    to_book: {
      label: "à comptabiliser",
      hint: "Elles entrent au journal des ventes, à leur date.",
    },
  },
  send: "Importer les factures",
  /** API-6 */
  required: "Veuillez sélectionner un fichier à téléverser",
  notCsv: NOT_AN_INVOICE_CSV,
  tooLarge: INVOICE_CSV_TOO_LARGE,
  /** TXT-1 */
  failed: "Une erreur inconnue est survenue lors du téléversement.",
  result: "Factures importées",
  imported: "Factures ajoutées",
  refused: "À corriger ou à confirmer",
  errors: "Lignes à corriger",
  warnings: "Points à vérifier",
  unread: (names: readonly string[]) => `Colonnes non lues\u00a0: ${names.join(", ")}`,
  toInvoices: "Voir les factures",
} as const;

export const CONFIRM_TEXTS = {
  title: (count: number) =>
    count === 1 ? "1\u00a0cinéma à confirmer" : `${formatInteger(count)}\u00a0cinémas à confirmer`,
  label: "Cinémas à confirmer",
  intro:
    "Vos listes nomment ces cinémas, avec lesquels vous ne travaillez pas encore. Vérifiez ce que dit votre fichier\u00a0: une fois confirmés, leurs factures sont importées, et Bobine valide le cinéma.",
  columns: {
    name: "Cinéma",
    numbers: "Identifiants",
    invoices: "Factures",
    total: "Total TTC",
    file: "Fichier",
    actions: "Actions",
  },
  numbers: { short_code: "Code", cnc: "CNC", siren: "SIREN" },
  confirm: "Confirmer",
  discard: "Ne pas importer",
  confirmAll: "Tout confirmer",
  confirmPage: (shown: number) => `Confirmer cette page (${formatInteger(shown)})`,
  of: (action: string, name: string) => `${action} ${name}`,
  confirmFailed: "Impossible de confirmer ces cinémas",
  discarded: "Factures abandonnées",
  discardFailed: "Impossible d’abandonner ces factures",
  discardTitle: "Ne pas importer ces factures\u202f?",
  discardQuestion: (name: string) =>
    `Les lignes de votre fichier pour «\u00a0${name}\u00a0» seront oubliées. Vous pourrez importer le fichier à nouveau.`,
  loadFailed: "Impossible de charger les cinémas à confirmer",
  unit: ["cinéma", "cinémas"],
} as const;

/** BILL-18: the names of the columns, as the server reads them. */
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
    "reste_a_payer",
    "statut",
    "type",
    "facture_corrigee",
    "devise",
    "film",
  ],
} as const;
