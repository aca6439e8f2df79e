import type { GroupMerge } from "@bobine/contract/group-merges";
import { formatCount } from "@bobine/shared-ui";

export const TEXTS = {
  title: "Balance âgée",
  intro:
    "Ce que doivent les clients à une date, selon le retard. Les règlements reçus après cette date ne sont pas déduits.",
  on: "À la date du",
  view: "Présentation",
  clients: "Par client",
  groups: "Par groupe",
  searchLabel: "Chercher un client",
  search: "Client, compte, groupe…",
  table: "Balance âgée des clients",
  groupTable: "Balance âgée des groupes",
  clientsOf: (group: string) => `Clients de ${group}`,
  columns: { client: "Client", group: "Groupe", clients: "Clients" },
  noGroup: "Sans groupe",
  total: (count: number) => `Total, ${formatCount(count, "client", "clients")}`,
  empty: "Aucun client ne doit rien à cette date.",
  emptyHint: "Une facture non réglée s’affiche ici dès son établissement.",
  noneFound: "Aucun client trouvé.",
  noneFoundHint: "Modifiez votre recherche.",
  loadFailed: "Impossible de charger la balance âgée",
  exportFailed: "Impossible d’exporter la balance âgée.",
  pdf: "Exporter en PDF",
  pdfDone: "Balance âgée enregistrée",
  pdfFailed: "Impossible d’établir le PDF de la balance âgée.",
  toInvoices: "Factures",
} as const;

/** « Ciné Nord » (4 cinémas) et « CINÉ NORD » (1 cinéma) */
const namesOf = ({ names }: GroupMerge): string =>
  new Intl.ListFormat("fr").format(
    names.map(
      ({ name, cinema_count }) =>
        `«\u00a0${name.trim()}\u00a0» (${formatCount(cinema_count, "cinéma", "cinémas")})`,
    ),
  );

export const MERGE_TEXTS = {
  title: "Groupes écrits de plusieurs façons",
  names: namesOf,
  summed: "Ils sont additionnés ici comme un seul groupe.",
  ask: "Ils sont additionnés ici comme un seul groupe. Un administrateur Bobine peut les fusionner.",
  merge: (name: string) => `Fusionner sous «\u00a0${name}\u00a0»`,
  question: (name: string) => `Fusionner sous «\u00a0${name}\u00a0»\u202f?`,
  explained: (merge: GroupMerge) =>
    `${namesOf(merge)} deviennent un seul groupe, «\u00a0${merge.proposed}\u00a0», pour les cinémas de tous les distributeurs.`,
  confirm: "Fusionner",
  failed: "Impossible de fusionner les groupes.",
} as const;
