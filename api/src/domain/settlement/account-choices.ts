import type { AccountChoice } from "@bobine/contract/bank-parts";

/** The list of a distributor that has made none of its own. */
export const STANDARD_ACCOUNTS: readonly AccountChoice[] = [
  { code: "401000", label: "Fournisseurs" },
  { code: "421000", label: "Personnel – rémunérations dues" },
  { code: "431000", label: "Sécurité sociale" },
  { code: "445510", label: "TVA à décaisser" },
  { code: "580000", label: "Virements internes" },
  { code: "613200", label: "Locations immobilières" },
  { code: "740000", label: "Subventions d’exploitation" },
  { code: "768000", label: "Autres produits financiers" },
];
