export const NUMBERING = {
  title: "Début de numérotation",
  intro:
    "Pour un distributeur qui arrive en cours d’année\u00a0: ses numéros suivent, sans trou, ceux de son ancien logiciel. À fixer avant sa première facture.",
  series: "Série",
  invoices: "Factures (F)",
  creditNotes: "Avoirs (A)",
  last: "Dernier numéro déjà émis cette année",
  lastHint: "Le compteur seul, par exemple 123",
  save: "Fixer le début",
  saved: "Début de numérotation enregistré",
  failed: "Impossible d’enregistrer le début de numérotation.",
  notNumber: "Saisissez un nombre entier de 0 à 999998.",
} as const;
