import type { UnfinishedWork } from "@bobine/shared-auth";

export const UPDATE_TEXTS = {
  title: "Nouvelle version disponible",
  message: "Enregistrez votre travail, puis actualisez la page.",
  reload: "Actualiser",
} as const;

/** How a person is asked before something that unfinished work would not outlive. */
export interface LeaveTexts {
  readonly title: string;
  readonly confirm: string;
  /** What becomes of it. */
  readonly outcome: (work: UnfinishedWork) => string;
}

const UNSEEN = "l’enregistrement en cours se terminera sans que son résultat s’affiche.";
const UPLOAD_UNSEEN = "l’envoi en cours se terminera sans que son résultat s’affiche.";
const UNSAVED = "vos modifications ne sont pas enregistrées\u202f; ";
const LOST = "vos modifications non enregistrées seront perdues.";

export const LEAVE_TEXTS: {
  readonly [situation in "page" | "reload" | "distributor" | "signOut"]: LeaveTexts;
} = {
  page: {
    title: "Quitter la page\u202f?",
    confirm: "Quitter la page",
    outcome: ({ kind, survivesReload }) => {
      if (kind === "upload") return UPLOAD_UNSEEN;
      if (kind === "reconciliation") return UNSEEN;
      return survivesReload ? `${UNSAVED}vous les retrouverez en revenant sur cette page.` : LOST;
    },
  },
  reload: {
    title: "Actualiser la page\u202f?",
    confirm: "Actualiser",
    outcome: ({ kind, survivesReload }) => {
      if (kind === "upload") return "l’envoi en cours sera interrompu, le fichier sera à envoyer de nouveau.";
      if (kind === "reconciliation") return UNSEEN;
      return survivesReload ? `${UNSAVED}la page les reprendra.` : LOST;
    },
  },
  distributor: {
    title: "Changer de distributeur\u202f?",
    confirm: "Changer de distributeur",
    outcome: ({ kind, survivesReload }) => {
      if (kind === "upload")
        return "l’envoi en cours se terminera pour le distributeur actuel, sans que son résultat s’affiche.";
      if (kind === "reconciliation") return UNSEEN;
      return survivesReload ? `${UNSAVED}vous les retrouverez en revenant à ce distributeur.` : LOST;
    },
  },
  signOut: {
    title: "Se déconnecter\u202f?",
    confirm: "Se déconnecter",
    outcome: ({ kind }) => (kind === "upload" ? UPLOAD_UNSEEN : kind === "reconciliation" ? UNSEEN : LOST),
  },
};

export const UNFINISHED = "Un travail n’est pas terminé\u00a0:";
