import type { AgedAmounts } from "../calls/client-accounts.contract.ts";

/** How late what is owed is, in the order of the accountant (CLI-3). */
export const AGED_COLUMNS: readonly { readonly name: keyof AgedAmounts; readonly label: string }[] = [
  { name: "not_due", label: "Non échu" },
  { name: "days_1_30", label: "1 à 30\u00a0jours" },
  { name: "days_31_60", label: "31 à 60\u00a0jours" },
  { name: "days_61_90", label: "61 à 90\u00a0jours" },
  { name: "over_90_days", label: "Plus de 90\u00a0jours" },
  { name: "unapplied", label: "À imputer" },
  { name: "balance", label: "Solde dû" },
];
