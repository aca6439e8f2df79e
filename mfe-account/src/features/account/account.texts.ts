import { BANK_FIELD_LABELS } from "@bobine/contract/bank-details";
import type { AccountField } from "./account-fields.ts";

export const TEXTS = {
  companyKept:
    "Les informations de la société et ses coordonnées bancaires ne se changent pas ici avec votre rôle.",
  title: "Informations du compte",
  incomplete: "Complétez votre profil pour accéder à l’application.",
  /** UI-11 */
  edit: "Modifier",
  cancel: "Annuler",
  toInvoicing: "Options de facturation",
  save: "Enregistrer",
  /** TXT-1 */
  saveFailed: "Impossible de sauvegarder les modifications",
  companyNotSaved: "Votre profil est enregistré. Les informations de la société ne le sont pas",
  saved: "Informations de la société mises à jour",
  loadFailed: "Impossible de charger les informations du compte.",
  sections: {
    user: "Votre profil",
    company: "Informations de la société",
    bank: "Informations bancaires",
    extra: "Informations complémentaires",
  },
  chooseDistributor: "Sélectionnez un distributeur pour voir les informations de sa société.",
  automation: "Facturation automatique",
  automationOn: "En marche",
  automationOff: "En pause",
  plan: "Plan d’abonnement",
  noPlan: "Aucun abonnement",
  /** UI-11: the payment plan is shown as billed monthly. */
  billing: "Facturation",
  billedMonthly: "Facturé mensuellement",
  toPlan: "Voir le plan d’abonnement",
  security: "Sécurité de la connexion",
  toSecondFactor: "Second facteur",
  kept: "Seul un administrateur de Bobine peut modifier cette adresse.",
  nothing: "–",
  /** Of a SIREN or VAT number that a validated company has given. */
  pending: (value: string) => `${value} en attente de vérification`,
  isSplit: "C’était un SIRET\u00a0: ses 9 premiers chiffres sont votre SIREN.",
  isPending: "en attente de vérification",
  checkedName:
    "Un autre nom met la facturation en pause\u00a0: une fois qu’il est validé par Bobine, remettez-la en marche.",
  checked: "Bobine vérifie un changement avant qu’il figure sur vos documents.",
} as const;

export interface FieldTexts {
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete?: string;
  readonly inputMode?: "email" | "numeric" | "tel";
}

export const FIELDS: Readonly<Record<AccountField, FieldTexts>> = {
  first_name: { label: "Prénom", autoComplete: "given-name" },
  last_name: { label: "Nom", autoComplete: "family-name" },
  company: { label: "Société", autoComplete: "organization" },
  name: { label: "Raison sociale" },
  email: { label: "E-mail du contact", inputMode: "email" },
  address: { label: "Adresse", autoComplete: "street-address" },
  post_code: { label: "Code postal", autoComplete: "postal-code", inputMode: "numeric" },
  city: { label: "Ville", autoComplete: "address-level2" },
  phone: { label: "Téléphone", autoComplete: "tel", inputMode: "tel" },
  siren: { label: "SIREN", hint: "9 chiffres", inputMode: "numeric" },
  siret: { label: "SIRET", hint: "14 chiffres, facultatif", inputMode: "numeric" },
  prefix_vat: {
    label: "Numéro de TVA",
    hint: "2 lettres + 2 chiffres (ex\u00a0: AB12)\u202f; votre SIREN le complète.",
  },
  iban: { label: BANK_FIELD_LABELS.iban, hint: "Il figure sur vos factures." },
  secondary_iban: { label: BANK_FIELD_LABELS.secondary_iban },
  communication_email: { label: "E-mail de communication", inputMode: "email" },
};
