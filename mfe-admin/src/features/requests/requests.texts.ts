import { formatCount } from "@bobine/shared-ui";

export const TEXTS = {
  title: "Demandes sur les cinémas",
  description:
    "Ce que les distributeurs demandent de corriger, de compléter ou d’ajouter. Votre réponse arrive dans leurs actions et dans leurs demandes.",
  columns: {
    cinema: "Cinéma",
    distributor: "Distributeur",
    words: "Demande et réponse",
    date: "Date",
    state: "État",
    actions: "Actions",
  },
  states: { open: "À traiter", all: "Toutes" },
  show: "Demandes affichées",
  open: (count: number) => formatCount(count, "demande à traiter", "demandes à traiter"),
  unit: ["demande", "demandes"],
  empty: "Aucune demande à traiter",
  emptyAll: "Aucune demande sur les cinémas",
  by: (name: string) => `par ${name}`,
  card: "Ouvrir la fiche",
  linkRequest: "Voir la demande de rattachement",
  linkRequestOf: (cinema: string) => `Voir la demande de rattachement\u00a0: ${cinema}`,
  cardOf: (cinema: string) => `Ouvrir la fiche\u00a0: ${cinema}`,
  proposal: "Nouveau cinéma",
  fields: {
    address: "Adresse",
    pin_code: "Code postal",
    city: "Ville",
    legal_name: "Raison sociale",
    siren: "SIREN",
    cnc_authorization: "N° CNC",
  },
  candidate: (cinema: string) => `Ressemble à ${cinema}`,
  list: {
    counts: (created: number, known: number) =>
      `${formatCount(created, "cinéma à créer", "cinémas à créer")}, ${formatCount(known, "déjà connu", "déjà connus")}`,
    created: "Cinémas à créer",
    known: "Déjà connus\u00a0: ils sont liés, leur fiche ne change pas",
    differs: (columns: readonly string[]) => `La liste diffère\u00a0: ${columns.join(", ")}`,
    errors: "Lignes laissées de côté",
    line: (number: number) => `Ligne ${number}`,
    loadFailed: "Impossible de comparer cette liste aux cinémas connus",
  },
  loadFailed: "Impossible de charger les demandes sur les cinémas",
  failed: "Impossible d’enregistrer la réponse",
  answer: "Réponse au distributeur",
  answerMissing: "Indiquez la raison du refus.",
  of: (action: string, cinema: string) => `${action}\u00a0: ${cinema}`,
} as const;

export interface AnswerTexts {
  readonly action: string;
  readonly title: (cinema: string) => string;
  readonly hint: (cinema: string, distributor: string) => string;
  readonly submit: string;
  readonly done: string;
}

/** What one may answer: done, in one of four ways, or refused. */
export const ANSWERS: Record<"done" | "create" | "attach" | "accept" | "refuse", AnswerTexts> = {
  done: {
    action: "Marquer comme traitée",
    title: (cinema) => `Demande traitée – ${cinema}`,
    hint: (_cinema, distributor) => `${distributor} lira votre réponse dans ses actions.`,
    submit: "Marquer comme traitée",
    done: "Demande traitée",
  },
  create: {
    action: "Créer le cinéma",
    title: (cinema) => `Créer ${cinema}\u202f?`,
    hint: (cinema, distributor) =>
      `«\u00a0${cinema}\u00a0» est créé avec ce qui est proposé, validé, et lié à ${distributor}. Sa fiche se complète ensuite comme les autres.`,
    submit: "Créer le cinéma",
    done: "Cinéma créé et lié",
  },
  attach: {
    action: "C’est ce cinéma",
    title: (cinema) => `Lier ${cinema}\u202f?`,
    hint: (cinema, distributor) =>
      `${distributor} verra la fiche et les contacts de «\u00a0${cinema}\u00a0».`,
    submit: "Lier ce cinéma",
    done: "Cinéma lié",
  },
  accept: {
    action: "Voir la liste",
    title: (list) => `${list}\u00a0: l’accepter\u202f?`,
    hint: (_list, distributor) =>
      `Les cinémas qui manquent sont créés et validés, puis tous sont liés à ${distributor}.`,
    submit: "Accepter la liste",
    done: "Liste acceptée",
  },
  refuse: {
    action: "Refuser",
    title: (cinema) => `Refuser la demande – ${cinema}`,
    hint: (_cinema, distributor) => `${distributor} lira la raison dans ses actions.`,
    submit: "Refuser",
    done: "Demande refusée",
  },
};
