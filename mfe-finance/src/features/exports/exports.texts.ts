import type { ExportFormat } from "@bobine/contract/exports";

export const TEXTS = {
  /** UI-20 */
  title: "Relevé Bancaire Avec Lettrage",
  intro:
    "Les factures, les règlements et leur lettrage, prêts à importer en comptabilité. Sans autre choix, de l’année en cours et de l’année précédente.",
  period: "Période des exports",
  button: (format: ExportFormat) => `Export Format ${format}`,
  /** TXT-1 */
  failed: (format: ExportFormat) => `Impossible de télécharger le fichier Format ${format}`,
  done: "Export réussi",
  what: {
    A: {
      name: "Fichier des écritures (18 colonnes)",
      hint: "Ventes et encaissements au format du FEC. Ce n’est pas le FEC complet de la société.",
    },
    B: {
      name: "Import d’écritures",
      hint: "Pour Sage, EBP, ACD, Ciel ou Cegid : une ligne par écriture, avec échéance et lettrage.",
    },
    C: {
      name: "Relevé bancaire lettré",
      hint: "Chaque opération avec les factures qu’elle règle, le reste dû et le code de lettrage.",
    },
  } satisfies Record<ExportFormat, { name: string; hint: string }>,
} as const;

export const LETTER_TEXTS = {
  title: "Retrouver un lettrage",
  intro: "Saisissez un code de lettrage des exports pour voir ce qu’il contient.",
  invoices: (letters: string) => `Factures lettrées ${letters}`,
  lines: (letters: string) => `Opérations lettrées ${letters}`,
  none: (letters: string) => `Aucune opération n’est lettrée ${letters}.`,
} as const;
