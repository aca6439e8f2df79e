import { formatInteger } from "@bobine/shared-ui";

export const TAB_TITLE = "Rattachements";

export const PROPOSAL_TEXTS = {
  title: "Salles proposées",
  description:
    "Un rapport a nommé une salle inconnue d’un cinéma partagé. Acceptée, elle est ajoutée au cinéma. Les factures de ce rapport ne changent pas.",
  columns: {
    cinema: "Cinéma",
    screen: "Salle",
    number: "N° d’autorisation",
    distributor: "Rapport de",
    date: "Date",
    actions: "Actions",
  },
  unit: ["salle", "salles"],
  empty: "Aucune salle proposée",
  accept: "Accepter",
  refuse: "Refuser",
  of: (action: string, screen: string, cinema: string) => `${action} ${screen}, ${cinema}`,
  accepted: "Salle ajoutée au cinéma",
  refused: "Proposition refusée",
  loadFailed: "Impossible de charger les salles proposées",
  decideFailed: "Impossible d’enregistrer la décision",
} as const;

export const REQUEST_TEXTS = {
  title: "Demandes de rattachement",
  description:
    "Des distributeurs travaillent avec ces cinémas, que leurs fichiers n’ont pas reconnus avec certitude. Eux seuls les voient tant que vous n’avez pas décidé.",
  columns: {
    cinema: "Cinéma du fichier",
    numbers: "Identifiants",
    distributor: "Distributeur",
    use: "Factures et déclarations",
    candidate: "Cinéma ressemblant",
    date: "Date",
    actions: "Actions",
  },
  unit: ["demande", "demandes"],
  empty: "Aucune demande de rattachement",
  attach: "Rattacher",
  add: "Ajouter au référentiel",
  of: (action: string, name: string) => `${action}\u00a0: ${name}`,
  attachTitle: "Rattacher ce cinéma\u202f?",
  attachQuestion: (named: string, cinema: string, distributor: string) =>
    `«\u00a0${named}\u00a0» devient «\u00a0${cinema}\u00a0»\u00a0: ${distributor} verra sa fiche et ses contacts, et y retrouvera ses factures et ses déclarations. Ce choix ne s’annule pas.`,
  addTitle: "Ajouter ce cinéma au référentiel\u202f?",
  addQuestion: (named: string) =>
    `«\u00a0${named}\u00a0» devient un cinéma du référentiel, à valider. Ce choix ne s’annule pas.`,
  attached: "Cinéma rattaché",
  added: "Cinéma ajouté, à valider",
  failed: "Impossible d’enregistrer la décision",
  loadFailed: "Impossible de charger les demandes de rattachement",
} as const;

export const LINK_TEXTS = {
  title: "Nouveaux liens",
  description:
    "Les cinémas que les distributeurs ont gagnés depuis 30\u00a0jours, et par quoi, même rendus depuis.",
  columns: {
    cinema: "Cinéma",
    distributor: "Distributeur",
    origin: "Lié par",
    identifier: "Reconnu par",
    by: "Par qui",
    date: "Date",
    actions: "Actions",
  },
  cut: "Couper",
  cutOn: "Coupé le",
  givenBackOn: "Rendu le",
  of: (cinema: string, distributor: string) => `Couper le lien de ${cinema} avec ${distributor}`,
  cutTitle: "Couper ce lien\u202f?",
  cutQuestion: (cinema: string, distributor: string) =>
    `${distributor} ne verra plus la fiche ni les contacts de «\u00a0${cinema}\u00a0». Ses factures restent telles quelles, et nommer ce cinéma dans un fichier fera une demande de rattachement.`,
  cutButton: "Couper le lien",
  cutDone: "Lien coupé",
  cutFailed: "Impossible de couper le lien",
  unit: ["lien", "liens"],
  empty: "Aucun nouveau lien",
  loadFailed: "Impossible de charger les nouveaux liens",
  alertTitle: "Nombre inhabituel de nouveaux liens",
  alert: (name: string, count: number, limit: number) =>
    `${name}\u00a0: ${formatInteger(count)}\u00a0cinémas en 24\u00a0heures (seuil\u00a0: ${formatInteger(limit)}). Vérifiez ses imports ci-dessous.`,
} as const;
