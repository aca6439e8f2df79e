import type { ReceivableAge } from "@bobine/contract/dashboard";
import { formatInteger } from "@bobine/shared-ui";

export const TEXTS = {
  title: "Vue d’ensemble",
  loadFailed: "Impossible de charger la vue d’ensemble.",
  receivables: "Créances par ancienneté",
  receivablesEmpty: "Aucune facture en attente de paiement.",
  inDefault: "En défaut",
  age: "Échéance",
  amount: "Montant",
  invoices: "Factures",
  cash: "Encaissements par semaine",
  cashHint: "Virements reçus, 12 dernières semaines",
  cashEmpty: "Aucun virement reçu depuis 12 semaines.",
  lettered: "Rapproché",
  unlettered: "À rapprocher",
  week: "Semaine du",
  received: "Reçu",
  numbers: "Voir les chiffres",
  late: "Principaux retards de paiement",
  lateEmpty: "Aucune facture n’est en retard.",
  cinema: "Cinéma",
  delay: "Retard",
  days: (days: number) => `${formatInteger(days)} j`,
  lettering: "Taux de rapprochement",
  letteringHint: "Virements reçus, 12 dernières semaines",
  letteringEmpty: "Aucun virement reçu depuis 12 semaines.",
  kinds: {
    automatic: "Automatique",
    by_hand: "À la main",
    open: "À rapprocher",
    closed: "Classés sans facture",
  },
  lines: "Virements",
  kind: "Lettrage",
  share: "Part",
} as const;

export const AGES: Record<ReceivableAge, string> = {
  not_due: "Non échu",
  "1_30": "1 à 30 jours",
  "31_60": "31 à 60 jours",
  "61_90": "61 à 90 jours",
  over_90: "Plus de 90 jours",
};
