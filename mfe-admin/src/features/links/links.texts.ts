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

export const LINK_TEXTS = {
  title: "Nouveaux liens",
  description: "Les cinémas que les distributeurs ont gagnés depuis 30\u00a0jours, et par quoi.",
  columns: {
    cinema: "Cinéma",
    distributor: "Distributeur",
    origin: "Lié par",
    identifier: "Reconnu par",
    by: "Par qui",
    date: "Date",
  },
  unit: ["lien", "liens"],
  empty: "Aucun nouveau lien",
  loadFailed: "Impossible de charger les nouveaux liens",
  alertTitle: "Nombre inhabituel de nouveaux liens",
  alert: (name: string, count: number, limit: number) =>
    `${name}\u00a0: ${formatInteger(count)}\u00a0cinémas en 24\u00a0heures (seuil\u00a0: ${formatInteger(limit)}). Vérifiez ses imports ci-dessous.`,
} as const;
