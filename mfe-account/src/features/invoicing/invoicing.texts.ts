import { INVOICING_LABELS, PAYMENT_TERMS_LABELS } from "@bobine/contract/invoicing-options";
import { counted, percent } from "@bobine/contract/french";
import type { VatDue } from "@bobine/contract/vat";

export const TEXTS = {
  title: "Options de facturation",
  intro: "Elles valent pour les factures à venir. Ce qui est déjà émis garde ce qu’il dit.",
  loadFailed: "Impossible de charger les options de facturation.",
  saveFailed: "Impossible d’enregistrer les options de facturation",
  saved: "Options de facturation enregistrées",
  save: "Enregistrer",
  discard: "Abandonner les modifications",
  chooseDistributor: "Sélectionnez un distributeur pour voir ses options de facturation.",
  back: "Informations du compte",
  labels: INVOICING_LABELS,
  sections: {
    company: "Votre société",
    payment: "Paiement",
    vat: "TVA et assiette",
    factor: "Affacturage",
    reminders: "Envois et relances",
    accounts: "Comptes et numéros",
  },
  hints: {
    legal_form: "Par exemple SAS, SARL ou Association",
    share_capital: "En euros. Laissez vide si votre société n’en a pas.",
    rcs_city: "Ville du greffe où votre société est immatriculée",
    payment_terms: "L’échéance en est calculée, et figure sur chaque facture.",
    write_off_limit: "En euros, par facture. Au-delà, un écart ne peut pas être soldé.",
    default_vat_rate_bp:
      "À confirmer avec votre expert-comptable. Aussi pour la Guadeloupe, la Martinique et La Réunion\u202f; la Guyane, Mayotte, Saint-Pierre-et-Miquelon, Saint-Barthélemy, Saint-Martin et le Pacifique sont facturés sans TVA, un client d’un autre pays de l’Union aussi, s’il a un numéro de TVA (autoliquidation). 0\u00a0% sans numéro de TVA\u00a0: franchise en base (art. 293 B du CGI).",
    sacem_deducted: "Seulement quand un rapport ne déclare pas votre part",
    factor: "Les factures des cinémas que le factor garantit le désignent comme bénéficiaire du paiement.",
    reminder_before_due: "Un e-mail cinq jours avant l’échéance",
    mailing_from: "Les factures datées d’avant ne sont ni envoyées ni relancées automatiquement.",
  },
  terms: PAYMENT_TERMS_LABELS,
  rate: (basisPoints: number) => percent(basisPoints),
  code: "Code de votre second facteur",
  codeHint:
    "Changer le factor change où vos clients paient\u00a0: un code de votre application d’authentification le confirme.",
  toSecondFactor: "Activer un second facteur",
  regime: "Exigibilité de la TVA",
  regimes: {
    collection: "Sur les encaissements",
    debits: "Sur les débits",
  } satisfies Record<VatDue, string>,
  toVat: "Réglages de TVA",
  vatAccounts: "Comptes de TVA",
  bankAccounts: "Comptes des opérations bancaires",
  toBankAccounts: "Comptes d’affectation",
  numbering: "Numérotation et coordonnées bancaires",
  toAccount: "Informations du compte",
  wrongAmount: "Saisissez un montant en euros, par exemple 40\u202f000.",
  lateRate: "Pénalités de retard",
  lateRateOf: (rate: number, from: string, to: string) => `${percent(rate)} l’an, du ${from} au ${to}`,
  noLateRate:
    "Bobine n’a pas encore le taux de ce semestre\u00a0: les mises en demeure le disent en toutes lettres.",
  lateRateHint: "Taux légal (BCE plus 10\u00a0points), le même pour tous\u00a0: Bobine le tient à jour.",
  preview: "Aperçu des mentions",
  previewIntro: "Ce que porterait une facture émise aujourd’hui",
  previewFailed: "L’aperçu n’est pas disponible pour le moment.",
  previewWaits: "Corrigez les champs signalés pour voir l’aperçu à jour.",
  head: "En tête",
  foot: "Sous les totaux",
  assignment: "Pour un cinéma garanti par le factor",
  reminded: (count: number) =>
    `${counted(
      count,
      "facture impayée antérieure serait alors relancée",
      "factures impayées antérieures seraient alors relancées",
    )} automatiquement.`,
} as const;
