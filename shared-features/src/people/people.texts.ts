import { INVITATION_DAYS } from "@bobine/contract/invitations";
import { formatCount } from "@bobine/shared-ui";

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
  role: "Rôle",
  changeRole: "Changer le rôle",
  changeRoleOf: (name: string) => `Changer le rôle de ${name}`,
  roleDone: (name: string, role: string) => `${name}\u00a0: rôle «\u00a0${role}\u00a0»`,
  roleFailed: "Impossible de changer le rôle.",
  save: "Enregistrer",
  lastKeepsRole: "C’est le dernier administrateur actif\u00a0: nommez-en d’abord un autre.",
  ownRole: "C’est votre propre rôle\u00a0: ensuite, seul un autre administrateur pourra vous le rendre.",
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

export const INVITATIONS = {
  title: "Invitations en attente",
  loadFailed: "Impossible de charger les invitations",
  invite: "Inviter un collègue",
  intro: `Cette personne reçoit un e-mail avec un lien qui crée son compte, valable ${INVITATION_DAYS}\u00a0jours.`,
  email: "Adresse e-mail",
  firstName: "Prénom",
  lastName: "Nom",
  emailMissing: "Ce champ est obligatoire",
  send: "Envoyer l’invitation",
  sent: (email: string) => `Invitation envoyée à ${email}`,
  wasWaiting:
    "Cette personne est déjà invitée\u00a0: rien n’a été envoyé. Pour lui écrire de nouveau, choisissez «\u00a0Renvoyer\u00a0» dans la liste des invitations.",
  failed: "Impossible d’envoyer l’invitation.",
  by: (who: string | null, moment: string) =>
    who === null ? `Envoyée le ${moment}` : `Envoyée par ${who} le ${moment}`,
  validUntil: (moment: string) => `valable jusqu’au ${moment}`,
  expired: "Expirée",
  refused: "Refusée",
  refusedBy: (who: string | null, moment: string) =>
    `Demandée ${who === null ? "" : `par ${who} `}le ${moment}. L’adresse a refusé l’e-mail\u00a0: vérifiez-la. Si elle est fausse, retirez l’invitation et invitez de nouveau cette personne.`,
  givenUp: "Non partie",
  givenUpBy: (who: string | null, moment: string) =>
    `Demandée ${who === null ? "" : `par ${who} `}le ${moment}. E-mail non parti\u00a0: un serveur de messagerie l’a refusé, sans mettre l’adresse en cause. Renvoyez l’invitation, ou prévenez l’assistance de Bobine si un nouvel envoi est refusé aussi.`,
  resend: "Renvoyer",
  resendOne: (email: string) => `Renvoyer l’invitation à ${email}`,
  resendTitle: "Renvoyer l’invitation",
  resendQuestion: (email: string) =>
    `Renvoyer l’invitation à ${email}\u202f? Le nouveau lien remplace le précédent, qui ne marche plus.`,
  resent: (email: string) => `Invitation renvoyée à ${email}`,
  resendFailed: "Impossible de renvoyer l’invitation.",
  resendFrom: (moment: string) => `Peut être renvoyée à partir du ${moment}`,
  resendNoMore: "Déjà envoyée cinq fois\u00a0: retirez-la, puis invitez de nouveau cette personne.",
  withdraw: "Retirer",
  withdrawOne: (email: string) => `Retirer l’invitation de ${email}`,
  withdrawTitle: "Retirer l’invitation",
  withdrawQuestion: (email: string) =>
    `Retirer l’invitation de ${email}\u202f? Son lien cesse de marcher aussitôt.`,
  withdrawn: (email: string) => `Invitation de ${email} retirée`,
  toPlans: "Voir les formules",
  choosePlan: "Choisissez d’abord ce distributeur en haut de la page, puis PLAN D’ABONNEMENT.",
  withdrawFailed: "Impossible de retirer l’invitation.",
} as const;
