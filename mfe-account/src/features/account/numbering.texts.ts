export const NUMBERING = {
  title: "Début de numérotation",
  intro:
    "Seulement si un autre logiciel a déjà émis des factures cette année\u00a0: vos numéros suivent alors les siens, sans trou. À fixer avant votre première facture.",
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
