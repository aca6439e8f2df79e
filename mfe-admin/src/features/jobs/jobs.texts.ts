import type { StatusColor } from "@bobine/shared-ui";

/** In place of « En cours » while the job has not stopped yet. */
export const CANCEL_REQUESTED: { label: string; color: StatusColor } = {
  label: "Annulation demandée",
  color: "orange",
};

export const TEXTS = {
  title: "Tâches de fond",
  description: "Émissions, e-mails, synchronisations\u00a0: ce que Bobine fait sans vous faire attendre.",
  refresh: "Actualiser",
  filter: "État",
  all: "À suivre (toutes sauf réussies)",
  unit: ["tâche", "tâches"],
  empty: "Aucune tâche à suivre",
  emptyHint: "Celles qui attendent, qui tournent ou qui ont échoué apparaissent ici.",
  emptyState: "Aucune tâche dans cet état",
  emptyFailed: "Aucune tâche en échec",
  everybody: "Toute l’installation",
  notStarted: "Pas encore commencée",
  nextTry: "Prochain essai",
  tries: (tries: number, most: number) => `${tries}\u00a0sur\u00a0${most}`,
  actions: "Actions",
  detail: {
    failure: "Raison du dernier échec",
    cancelRequested: "Annulation demandée",
    started: "Commencée",
    ended: "Terminée",
    id: "Identifiant",
  },
  runAgain: "Relancer",
  cancel: "Annuler la tâche",
  ofJob: (action: string, job: string, distributor: string) => `${action}\u00a0: ${job}, ${distributor}`,
  ranAgain: "Tâche relancée",
  cancelled: "Tâche annulée",
  cancelRequested: "Annulation demandée",
  loadFailed: "Impossible de charger les tâches de fond",
  runAgainFailed: "Impossible de relancer la tâche",
  cancelFailed: "Impossible d’annuler la tâche",
  exportFailed: "Impossible d’exporter les tâches de fond",
} as const;

export const CANCEL_TEXTS = {
  title: "Annuler cette tâche\u202f?",
  body: (job: string, distributor: string) =>
    `«\u00a0${job}\u00a0» (${distributor}) ne sera pas exécutée. Vous pourrez la relancer depuis cette page.`,
  bodyRunning: (job: string, distributor: string) =>
    `«\u00a0${job}\u00a0» (${distributor}) est en cours\u00a0: elle s’arrêtera à la prochaine étape. Ce qu’elle a déjà fait sera conservé. Vous pourrez la relancer depuis cette page.`,
  confirm: "Annuler la tâche",
  keep: "Garder la tâche",
} as const;
