import { OPEN_REQUESTS_MAX } from "@bobine/contract/cinema-requests";
import { counted } from "@bobine/contract/french";

/** CIN-10: what a distributor’s people write to Bobine about cinemas. */
export const REQUEST_TEXTS = {
  ask: "Écrire à Bobine",
  askOf: (cinema: string) => `Écrire à Bobine\u00a0: ${cinema}`,
  title: (cinema: string) => `Écrire à Bobine – ${cinema}`,
  hint: "Dites avec vos mots ce qui est à corriger ou à compléter. Bobine vous répond ici et dans vos actions.",
  words: "Votre demande",
  wordsMissing: "Écrivez votre demande.",
  send: "Envoyer",
  sent: "Demande envoyée à Bobine",
  failed: "Impossible d’envoyer la demande",
  latest: "Demandes à Bobine",
  answer: "Réponse de Bobine",
  more: "Voir toutes les demandes",
  loadFailed: "Impossible de charger les demandes",
  file: (name: string) => `Fichier\u00a0: ${name}`,
  leftOut: (count: number) => counted(count, "ligne laissée de côté", "lignes laissées de côté"),
  limit: `${OPEN_REQUESTS_MAX}\u00a0demandes au plus attendent à la fois.`,
} as const;
