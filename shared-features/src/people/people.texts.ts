import type { DistributorRole } from "@bobine/contract/policy/people";
import { formatCount } from "@bobine/shared-ui";

const ROLES: Readonly<Record<DistributorRole, string>> = {
  admin: "Administrateur",
  accountant: "Comptable",
  viewer: "Lecture seule",
};
export const roleLabel = (role: string): string =>
  Object.hasOwn(ROLES, role) ? ROLES[role as DistributorRole] : role;

export const USERS = {
  none: "Aucun utilisateur",
  loadFailed: "Impossible de charger les utilisateurs",
  mainContact: "Contact principal",
  oneself: "Vous",
  disabled: "Désactivé",
  disabledSince: (day: string) => `Désactivé le ${day}`,
  lastUsed: (moment: string) => `Dernière activité\u00a0: ${moment}`,
  neverUsed: "Aucune activité récente",
  lastAdministrator: "Dernier administrateur actif\u00a0: il ne peut pas être désactivé.",
  sessions: (count: number) => formatCount(count, "session", "sessions"),
  sessionsOf: (name: string) => `Sessions de ${name}`,
  countOf: (count: number, name: string) => `${formatCount(count, "session", "sessions")} de ${name}`,
  disable: "Désactiver",
  disableOne: (name: string) => `Désactiver ${name}`,
  disableTitle: "Désactiver le compte",
  disableQuestion: (name: string) =>
    `Désactiver le compte de ${name}\u202f? Ses sessions et ses liens de connexion cessent aussitôt. Rien de ce que cette personne a fait n’est effacé, et vous pourrez réactiver son compte.`,
  disableDone: (name: string) => `Compte de ${name} désactivé`,
  disableFailed: "Impossible de désactiver le compte.",
  enable: "Réactiver",
  enableOne: (name: string) => `Réactiver ${name}`,
  enableTitle: "Réactiver le compte",
  enableQuestion: (name: string) =>
    `Réactiver le compte de ${name}\u202f? Cette personne pourra de nouveau demander un lien de connexion.`,
  enableDone: (name: string) => `Compte de ${name} réactivé`,
  enableFailed: "Impossible de réactiver le compte.",
} as const;

export const SESSIONS = {
  none: "Aucune session ouverte",
  loadFailed: "Impossible de charger les sessions",
  unknownDevice: "Appareil inconnu",
  current: "Cette session",
  opened: (moment: string) => `Ouverte le ${moment}`,
  used: (moment: string) => `utilisée le ${moment}`,
  network: (network: string) => `réseau ${network}`,
  end: "Fermer",
  endOne: (device: string) => `Fermer la session ${device}`,
  endTitle: "Fermer la session",
  endConfirm: "Fermer la session",
  endQuestion: (device: string) =>
    `Fermer la session ${device}\u202f? Il faudra un nouveau lien pour s’y reconnecter.`,
  endDone: "Session fermée",
  endFailed: "Impossible de fermer la session.",
  endAllConfirm: "Fermer les sessions",
  endOthers: "Fermer toutes les autres",
  endOthersTitle: "Fermer les autres sessions",
  endOthersQuestion:
    "Fermer toutes vos sessions sauf celle-ci\u202f? Sur les autres appareils, il faudra un nouveau lien pour se reconnecter.",
  endAll: "Fermer toutes les sessions",
  endAllTitle: "Fermer toutes les sessions",
  endAllQuestion:
    "Fermer toutes les sessions de cette personne\u202f? Il lui faudra un nouveau lien pour se reconnecter.",
  endedDone: "Sessions fermées",
} as const;
