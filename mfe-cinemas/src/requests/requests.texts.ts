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
  proposeList: "Proposer une liste",
  list: {
    title: "Proposer une liste de cinémas à Bobine",
    hint: "Bobine vérifie cette liste, crée les cinémas qui manquent, les ajoute tous à la vôtre et vous répond. Les fiches déjà connues ne changent pas.",
    file: "Fichier XLSX des cinémas",
    fileHint:
      "Une ligne par cinéma\u00a0: colonne Nom obligatoire, et si vous les avez Ville, Code postal, SIREN, N° CNC.",
  },
  words: "Un mot pour Bobine",
  nameMissing: "Le nom du cinéma est obligatoire",
  send: "Proposer",
  requests: "Demandes à Bobine",
  columns: {
    date: "Date",
    cinema: "Cinéma",
    kind: "Objet",
    words: "Demande et réponse",
    by: "Par",
    state: "État",
    actions: "Actions",
  },
  withdraw: "Retirer",
  withdrawOf: (cinema: string) => `Retirer la demande sur ${cinema}`,
  withdrawTitle: "Retirer la demande\u202f?",
  withdrawQuestion: (cinema: string) =>
    `Bobine ne répondra pas à votre demande sur «\u00a0${cinema}\u00a0». Pour la reprendre, il faudra l’écrire de nouveau.`,
  withdrawn: "Demande retirée",
  withdrawFailed: "Impossible de retirer la demande.",
  kinds: { correction: "Correction", proposal: "Nouveau cinéma", list: "Liste de cinémas" },
  unit: ["demande", "demandes"],
  empty: "Aucune demande à Bobine",
  emptyHint:
    "Une fiche à corriger ou à compléter, un cinéma qui manque à votre liste\u00a0: écrivez-le à Bobine, sa réponse s’affichera ici.",
  none: "–",
} as const;
