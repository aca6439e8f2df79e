import type { CandidateKind, HistoryEntry } from "@bobine/contract/user-actions";
import { formatCount, formatInteger } from "@bobine/shared-ui";
import { KIND_KEYS } from "../../bank-parts/bank-parts.texts.ts";
import { PART_KINDS, type PartKind } from "../../bank-parts/part-line.ts";
import { REVERT_TEXTS } from "../../lettering.texts.ts";

export const TEXTS = {
  ...REVERT_TEXTS,
  /** UI-12 */
  title: "Actions Utilisateur en Attente",
  empty: "Aucune action utilisateur en attente.",
  congratulation: "Bravo, tout est traité. Les prochaines opérations à vérifier arriveront ici.",
  nothingYet:
    "Rien n’est encore arrivé\u00a0: les actions naissent de vos relevés bancaires et de vos rapports, quand une opération ou un cinéma attend votre avis.",
  noneFound: "Élargissez la recherche, ou choisissez une autre raison.",
  /** LET-46 */
  withoutEnd: (count: number) =>
    count === 1
      ? "Une opération du relevé n’a pas encore d’affectation (frais, fournisseur, virement…)."
      : `${formatInteger(count)}\u00a0opérations du relevé n’ont pas encore d’affectation (frais, fournisseurs, virements…).`,
  assign: "Les affecter",
  see: "Les voir",
  views: { all: "Toutes", open: "À traiter", done: "Terminées", rejected: "Rejetées" },
  resolve: "Résoudre",
  reject: "Rejeter",
  /** TXT-1 */
  resolved: "Action résolue avec succès.",
  rejected: "Action rejetée avec succès.",
  /** TXT-6 */
  resolveFailed: "Impossible de résoudre l’action.",
  rejectFailed: "Impossible de rejeter l’action.",
  loadFailed: "Impossible de charger les actions utilisateur.",
  exportFailed: "Impossible d’exporter les actions utilisateur.",
} as const;

export const DIALOG_TEXTS = {
  title: "Sélection des factures à rapprocher",
  confirmTitle: "Confirmer le rapprochement",
  confirm: "Rapprocher",
  proceed: "Continuer",
  /** UI-13, TXT-1 */
  errorTitle: "Erreur de rapprochement!",
  unexpected: "An unexpected error occurred during reconciliation.",
  loadFailed: "Une erreur est survenue lors du chargement des factures.",
  empty: "Aucune facture impayée ne correspond à votre recherche.",
  search: "N° de factures, montant, cinéma, semaine ou film",
  more: "Afficher la suite",
  choice: "Choix",
  suggestions: "Propositions",
  transaction: "Opération",
  selected: "Sélection",
  remaining: "Reste à affecter",
  missing: "Reste dû ensuite",
  balanced: "Le compte est bon",
  /** TXT-6 */
  difference: (transaction: string, selected: string) =>
    `Le montant de l’opération (${transaction}) diffère du total sélectionné (${selected}). Voulez-vous continuer\u202f?`,
  changed: "Le reste dû des factures choisies a changé.",
  surplus: (amount: string) => `Le trop-perçu de ${amount} sera conservé dans l’historique de l’opération.`,
  shortfall: "Le montant sera affecté aux factures par ordre de date jusqu’à épuisement.",
} as const;

export const DESK_TEXTS = {
  panel: "Action en cours",
  back: "Retour à la liste",
  detailFailed: "Impossible de charger cette action.",
  why: "Pourquoi cette question",
  whyDone: "Pourquoi ce rapprochement",
  sets: "Propositions",
  split: "Affecter en parts",
  noSet:
    "Aucune proposition : cherchez la facture par son numéro, un montant, un cinéma, une semaine ou un film.",
  /** BANK-38 */
  foreign: (currency: string) =>
    `Une opération en ${currency} n’est rapprochée d’aucune facture. Rejetez cette action\u202f; la facture se rapproche de l’opération en euros par laquelle la banque change cette somme.`,
  only: "seule combinaison possible",
  others: (count: number) => formatCount(count, "autre combinaison", "autres combinaisons"),
  exact: "montant exact",
  chosen: "Factures choisies",
  search: "Chercher des factures impayées",
  accept: DIALOG_TEXTS.confirm,
  searchHint:
    "Entrée : ajouter ou retirer · Maj+Entrée : tout ajouter · Ctrl+Entrée : rapprocher · Échap : revenir",
  addAll: (count: number) => `Ajouter les ${count}`,
  preview: "Voir le PDF",
  previewOf: (number: string) => `Voir le PDF de ${number}`,
  removeOf: (number: string) => `Retirer ${number}`,
  closePreview: "Fermer l’aperçu",
  noPdf: "Cette facture n’a pas de PDF.",
  nothingToPreview: "Choisissez d’abord une facture pour voir son PDF.",
  pdfFailed: "Impossible de charger le PDF de cette facture.",
  keep: "Garder en crédit client",
  receiptFirst: "Rapprocher d’abord l’encaissement",
  splitLine: "Affecter",
  related: "Opérations liées",
  history: "Historique de l’opération",
  nothingToUndo:
    "Aucune décision à annuler depuis l’ouverture de cette page. L’historique montre les plus anciennes.",
  reason: "Raison",
  allReasons: "Toutes les raisons",
  otherReason: "Autre raison",
  searchActions: "Libellé ou montant",
  period: "Période des opérations",
  shortcuts: "Raccourcis clavier",
  onWorkbench: "Sur cet écran",
  decisions: "Historique",
  bulk: "Accepter en série",
  left: (left: number, total: number) => `${formatInteger(left)} sur ${formatInteger(total)}`,
  leftLabel: "Reste à traiter",
  leftOfAllLabel: "Reste à traiter, toutes attributions",
  oldest: (date: string) => `depuis le ${date}`,
} as const;

const PART_SHORTCUTS: Record<PartKind, string> = {
  invoice: "Affecter à une facture, en parts",
  client_credit: "Imputer un avoir ou une avance du client",
  advance: "Garder le reste comme avance du client (419100)",
  credit: "Garder le reste comme trop-perçu du client",
  write_off: "Solder un petit écart (658000, 758000)",
  return: "Rejet d’un encaissement\u00a0: ses factures redeviennent dues",
  refund: "Rembourser un avoir ou une avance",
  fees: "Affecter le reste aux frais bancaires",
  account: "Affecter le reste à un autre compte",
  unknown: "Laisser le reste à identifier (471000)",
};

/** What `?` shows. The keys as they are read on a French keyboard. */
export const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["↓", "J"], "Action suivante"],
  [["↑", "K"], "Action précédente"],
  [["1", "…", "5"], "Prendre une proposition ; encore une fois pour la retirer"],
  [["Entrée"], "Rapprocher la sélection, ou résoudre ; l’action suivante s’ouvre"],
  [["R"], "Rejeter"],
  [["U", "Ctrl+Z"], "Annuler la dernière décision"],
  [["/"], "Chercher une facture : plusieurs numéros, montant, cinéma, semaine, film"],
  [["P"], "Voir le PDF à côté, ou le fermer"],
  [["O"], "Ouvrir la sélection des factures"],
  ...PART_KINDS.map((kind) => [[KIND_KEYS[kind]], PART_SHORTCUTS[kind]] as const),
  [["D"], "Affecter les deux côtés d’un virement interne"],
  [["H"], "Historique des décisions"],
  [["Échap"], "Quitter la recherche, l’aperçu ou la sélection"],
];

const DECISIONS: Record<HistoryEntry["kind"], readonly [one: string, many: string]> = {
  lettered: ["rapprochement", "rapprochements"],
  closed: ["action résolue", "actions résolues"],
  rejected: ["action rejetée", "actions rejetées"],
  reverted: ["annulation", "annulations"],
};
/** « 14 rapprochements »; of bank lines that nobody was asked about « 1 affectation ». */
export const decisionName = ({
  kind,
  count,
  user_action_ids,
  transaction_ids,
}: Pick<HistoryEntry, "kind" | "count" | "user_action_ids" | "transaction_ids">): string =>
  kind === "lettered" && user_action_ids.length === 0 && transaction_ids.length > 0
    ? formatCount(count, "affectation", "affectations")
    : formatCount(count, ...DECISIONS[kind]);

export { UNDO_TEXTS, type UndoName } from "../../lettering.texts.ts";

export const RETURN_TEXTS = {
  title: "Encaissement rejeté",
  what: (date: string, label: string) =>
    `La banque a repris l’encaissement du ${date} (${label}). Si vous l’acceptez\u00a0:`,
  invoices: "Factures qui redeviennent dues",
  reopens: "redevient due de",
  accept: "Accepter le rejet",
} as const;

/** UI-25: where what is missing is written. */
export const REMEDY_TEXTS = {
  company: "Compléter la société",
  card: "Ouvrir la fiche du cinéma",
  settings: "Ajouter une adresse e-mail",
  linkRequest: "Voir la demande de rattachement",
  closeTitle: "Fermer cette action\u202f?",
  closeQuestion:
    "Ce qu’elle demande n’est pas encore fait, et la fermer n’y change rien. Elle se ferme d’elle-même dès que c’est complet.",
  close: "Fermer l’action",
} as const;

export const NET_TEXTS = {
  title: "Factures moins avoirs",
  documents: "Factures et avoirs",
  accept: "Rapprocher avec l’avoir",
} as const;

/** The kinds of ready-made sets, for those that are accepted together. */
const SET_KINDS: Record<CandidateKind, string> = {
  single_reference: "Numéro de facture dans le libellé",
  reference_set: "Plusieurs numéros dans le libellé",
  weak_reference: "Fin de numéro dans le libellé",
  typo_reference: "Numéro proche d’une facture",
  exact_single: "Montant exact d’une facture",
  near_single: "Montant proche d’une facture",
  bank_charges: "Frais bancaires déduits",
  week_set: "Semaine citée dans le libellé",
  whole_balance: "Tout le solde du cinéma",
  subset: "Plusieurs factures pour ce montant",
  oldest_first: "Factures les plus anciennes",
  partial: "Paiement partiel",
  overpaid: "Montant supérieur à une facture",
  amount_only: "Montant seul",
  other: "Autre proposition",
};
export const setKindName = (kind: CandidateKind): string => SET_KINDS[kind];

export const BULK_TEXTS = {
  title: "Accepter en série",
  kind: "Propositions à accepter",
  differences: "Accepter aussi celles dont le montant diffère",
  loadFailed: "Impossible de préparer ces rapprochements.",
  acceptFailed: "Impossible d’accepter ces rapprochements.",
  none: "Aucune action de ce genre n’attend.",
  moreRefused: (count: number) => `et ${formatCount(count, "autre", "autres")}`,
  allRefused: "Aucune de ces actions ne peut être acceptée ainsi.",
  allDiffer:
    "Leur montant diffère de celui des factures. Cochez la case ci-dessus pour les accepter quand même.",
  preview: "Rapprochements prévus",
  surplus: "gardé en crédit client",
  shortfall: "les factures restent dues d’autant",
  refused: (count: number) => formatCount(count, "action laissée de côté", "actions laissées de côté"),
  notAccepted: (count: number) =>
    formatCount(count, "action n’a pas été acceptée", "actions n’ont pas été acceptées"),
  accept: (count: number) => `Accepter ${formatCount(count, "rapprochement", "rapprochements")}`,
  accepted: (count: number) =>
    formatCount(count, "action résolue avec succès.", "actions résolues avec succès."),
  reverted: (count: number) =>
    formatCount(count, "action annulée avec succès.", "actions annulées avec succès."),
  first: (count: number) => `Les ${count} premières sont montrées ; les suivantes viendront ensuite.`,
} as const;

export const HISTORY_TEXTS = {
  title: "Historique des décisions",
  loadFailed: "Impossible de charger l’historique.",
  empty: "Aucune décision pour l’instant.",
  whose: { me: "Les miennes", people: "Celles de l’équipe", all: "Toutes" },
  undone: "Annulé",
  question: (count: number) =>
    `Annuler ces ${count} rapprochements ? Les opérations bancaires et les factures associées reviendront à leur état précédent.`,
} as const;

export const AUTOMATIC_TEXTS = {
  label: "Rapprochement automatique",
  active: "actif",
  paused: "en pause",
  loadFailed: "L’état du rapprochement automatique n’a pas pu être lu.",
  changeFailed: "Impossible de modifier le rapprochement automatique.",
  pause: "Mettre en pause",
  resume: "Reprendre",
  setLine: "Régler la limite",
  resumed: "Rapprochement automatique repris.",
  stopped: "Rapprochement automatique mis en pause.",
  noMeasure: "pas encore de mesure",
  right: (share: string) => `${share} de rapprochements justes`,
  measured: (automatic: string, reverted: string) => `${automatic}, ${reverted} sur 90 jours`,
  ever: (automatic: string, reverted: string) => `${automatic}, ${reverted} depuis le début`,
  byPrecision: (line: string) =>
    `Trop de rapprochements automatiques ont été annulés pour que ce soit un hasard : le rapprochement automatique est passé sous ${line} et s’est mis en pause. Les opérations suivantes attendent ici. Vérifiez les annulations, puis reprenez.`,
  showUndone: "Voir les rapprochements annulés",
  undoneOnly: "Rapprochements automatiques annulés",
  showAll: "Tout afficher",
  byPerson: (who: string, when: string) =>
    `Mis en pause ${who} le ${when}. Les opérations sûres attendent ici jusqu’à la reprise.`,
} as const;

/** LET-53 */
export const REJECTION_TEXTS = {
  open: "Dire pourquoi",
  change: "Changer la raison",
  said: "Raison du rejet",
  saidBecause: (reason: string) => `Raison du rejet\u00a0: ${reason}`,
  title: "Pourquoi ce rejet\u202f?",
  label: "Raison",
  missing: "Dites pourquoi en quelques mots.",
  save: "Enregistrer",
  saved: "Raison du rejet enregistrée",
  failed: "Impossible d’enregistrer la raison.",
} as const;

/** LET-52 */
export const ASSIGNMENT_TEXTS = {
  label: "Attribuée à",
  to: (name: string) => `Attribuée à ${name}`,
  nobody: "Personne",
  clear: "N’attribuer à personne",
  filter: "Attribution",
  all: "Toutes les attributions",
  mine: "Mes actions",
  unassigned: "Attribuées à personne",
  failed: "Impossible d’attribuer l’action.",
  assigned: (name: string) => `Action attribuée à ${name}`,
  unassignedDone: "Action attribuée à personne",
} as const;
