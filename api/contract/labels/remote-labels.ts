import { z } from "zod";
import type { RemoteDecision, RemoteLogEntry } from "../calls/remotes.contract.ts";
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

/** For whom a build is on trial. @param audience `share` in percent of the users */
export const audienceText = ({ share, distributors }: Audience): string =>
  [
    ...(share == null ? [] : [`${share.toLocaleString("fr")}\u00a0% des utilisateurs`]),
    ...(distributors === undefined || distributors.length === 0
      ? []
      : [`${distributors.length > 1 ? "distributeurs" : "distributeur"} ${distributors.join(", ")}`]),
  ].join(" et ");

interface Audience {
  readonly share?: number | null | undefined;
  readonly distributors?: readonly number[] | undefined;
}

/** What the registry's log says beside who, what and why: for whom, instead of what, after which failures, against what somebody insisted. */
export function decisionNotes({ details }: Pick<RemoteLogEntry, "details">): string[] {
  const { share, distributors, from, loads, failures, forced, builds } = z.object(NOTES).parse(details);
  const audience = audienceText({ share, distributors });
  return [
    ...(audience === "" ? [] : [`Pour ${audience}`]),
    ...(from ? [`À la place de ${from}`] : []),
    ...(loads === undefined || failures === undefined
      ? []
      : [`${failures.toLocaleString("fr")} pannes pour ${loads.toLocaleString("fr")} chargements`]),
    ...(forced ? [`Forcé malgré\u00a0: ${forced.join(" ")}`] : []),
    ...(builds ? [builds.join(", ")] : []),
  ];
}

/** Of a registry that knows more, or less, what is understood is said. */
const NOTES = {
  share: z.number().optional().catch(undefined),
  distributors: z.array(z.number()).optional().catch(undefined),
  from: z.string().nullish().catch(undefined),
  loads: z.number().optional().catch(undefined),
  failures: z.number().optional().catch(undefined),
  forced: z.array(z.string()).optional().catch(undefined),
  builds: z.array(z.string()).optional().catch(undefined),
};
