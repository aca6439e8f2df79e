import { ERROR_TEXTS } from "@bobine/shared-auth";
import type { FailureKind } from "./failures.ts";

/** Why, in a sentence for whoever sees the card; the details are for the team. */
export const FAILURE_REASONS: Record<FailureKind, string> = {
  network: "Son code n’a pas pu être chargé : le serveur ne peut pas être joint.",
  server: "Son code n’a pas pu être chargé : le serveur a répondu par une erreur.",
  timeout: "Son code n’a pas pu être chargé : le serveur n’a pas répondu à temps.",
  missing: "Une partie de son code n’existe plus sur le serveur.",
  integrity: "Son code n’est pas celui qui a été publié : le navigateur l’a refusé.",
  mime: "Le serveur a répondu autre chose que du code : le navigateur l’a refusé.",
  unlisted: "Un de ses fichiers n’a pas d’empreinte dans le registre : il n’a pas été exécuté.",
  registry: "Son code n’est pas déclaré correctement dans le registre : il n’a pas été exécuté.",
  origin: "Le registre situe son code sur un autre site\u00a0: il n’a pas été demandé.",
  override: "La version de développement demandée n’a pas pu être lue.",
  incompatible: "Cette version ne convient pas à l’application : elle n’a pas été exécutée.",
  execution: "Son code s’est arrêté sur une erreur au démarrage.",
  outdated: "La page reçue est plus ancienne que celle que le serveur donne.",
  render: "Il s’est arrêté sur une erreur inattendue.",
};

export const FAILURE_TEXTS = {
  title: "Ce module est indisponible",
  rest: "Le reste de l’application continue de fonctionner.",
  offline: ERROR_TEXTS.network,
  offlineHint: "Cet écran s’affichera au retour de la connexion.",
  remote: "Module",
  version: "Version",
  deployed: "Mis en ligne le",
  owner: "Responsable",
  reason: "Motif",
  supportCode: "Code pour le support",
  copy: "Copier le code",
  copied: "Code copié",
  override: "Version de développement",
  reset: "Réinitialiser",
  degradedTitle: "Mode dégradé",
  degraded: (build: string, failed: string, hasRun: boolean) =>
    `La nouvelle version de ce module (${failed}) ${hasRun ? "s’est arrêtée sur une erreur" : "n’a pas pu être chargée"}. La version précédente (${build}) la remplace ; vos données sont les mêmes.`,
} as const;
