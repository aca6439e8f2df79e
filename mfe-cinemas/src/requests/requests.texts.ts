export const TEXTS = {
  propose: "Proposer un cinéma",
  proposeTitle: "Proposer un cinéma à Bobine",
  proposeHint:
    "Bobine vérifie ce cinéma, l’ajoute à votre liste et vous répond. Seul son nom est obligatoire\u202f; ce que vous savez de plus fait gagner du temps.",
  fields: {
    name: "Nom",
    city: "Ville",
    address: "Adresse",
    pin_code: "Code postal",
    legal_name: "Raison sociale",
    siren: "SIREN",
    cnc_authorization: "N° CNC",
  },
  words: "Un mot pour Bobine",
  nameMissing: "Le nom du cinéma est obligatoire",
  send: "Proposer",
  list: "Demandes à Bobine",
  columns: {
    date: "Date",
    cinema: "Cinéma",
    kind: "Objet",
    words: "Demande et réponse",
    by: "Par",
    state: "État",
  },
  kinds: { correction: "Correction", proposal: "Nouveau cinéma" },
  unit: ["demande", "demandes"],
  empty: "Aucune demande à Bobine",
  emptyHint:
    "Une fiche à corriger ou à compléter, un cinéma qui manque à votre liste\u00a0: écrivez-le à Bobine, sa réponse s’affichera ici.",
  none: "–",
} as const;
