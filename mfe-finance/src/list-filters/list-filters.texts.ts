export const FILTER_TEXTS = {
  from: "De … €",
  to: "À … €",
  amountWrong: "Saisissez un montant, par exemple 118,97.",
  letters: "Lettrage",
  lettersHint: "Lettrage (AAB…)",
  lettersWrong: "Saisissez au moins trois lettres, par exemple AAB.",
  totals: "Totaux de la sélection",
} as const;
