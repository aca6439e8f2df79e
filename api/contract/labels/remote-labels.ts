import type { RemoteDecision } from "../calls/remotes.contract.ts";
import type { RemoteRight } from "../rules/remotes.policy.ts";

export const REMOTE_RIGHT_LABELS: Readonly<Record<RemoteRight, string>> = {
  publish: "Publier",
  promote: "Mettre en service",
  rollback: "Revenir en arrière",
};

/** What was decided of a module, as the audit log and the console say it; the registry's own words are the keys. */
export const REMOTE_DECISION_LABELS: Readonly<
  Record<
    RemoteDecision["decision"] | "publish" | "prune" | "automatic-rollback" | "automatic-end-canary",
    string
  >
> = {
  publish: "Publication",
  promote: "Mise en service",
  rollback: "Retour en arrière",
  retire: "Retrait",
  canary: "Essai par une partie des utilisateurs",
  "end-canary": "Fin de l’essai",
  "automatic-rollback": "Retour en arrière automatique",
  "automatic-end-canary": "Fin automatique de l’essai",
  prune: "Suppression d’un ancien build",
};
