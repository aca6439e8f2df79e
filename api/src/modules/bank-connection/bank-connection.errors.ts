import { AppError, errors } from "../../errors.ts";
import { BankAggregatorError } from "../../platform/bank-aggregator/bank-aggregator.ts";

export const UNAVAILABLE =
  "Le service bancaire est momentanément indisponible. Réessayez dans quelques minutes.";
const NOT_CONNECTED = "Aucune banque connectée.";

/** AGG-5: the screen shows `error` as it is (AGG-5). */
export const bankErrors = {
  notConnected: () => errors.upload(NOT_CONNECTED, 400, "bank_not_connected"),
  needsPerson: (message: string) => errors.upload(message, 400, "bank_action_required"),
  unavailable: () => errors.upload(UNAVAILABLE, 400, "bank_unavailable"),
  notSigned: () =>
    new AppError(401, "signature_not_valid", {
      detail: "La signature de cet événement est invalide.",
      code: "signature_not_valid",
    }),
};

/** What a person is told when the aggregator failed; anything else goes on as it is. */
export function toBankError(error: unknown): unknown {
  return error instanceof BankAggregatorError ? bankErrors.unavailable() : error;
}

/** What the page of jobs says of a job that failed on the aggregator (the log keeps its own words as the cause). */
export function toJobError(error: unknown): unknown {
  if (!(error instanceof BankAggregatorError)) return error;
  const answer = error.status === undefined ? "aucune réponse" : `réponse ${error.status}`;
  return new Error(JOB_FAILURES[error.kind](answer), { cause: error });
}
const JOB_FAILURES: Record<BankAggregatorError["kind"], (answer: string) => string> = {
  unavailable: (answer) =>
    `Le service bancaire n’a pas répondu comme attendu (${answer}). Il sera redemandé de lui-même.`,
  refused: (answer) =>
    `Le service bancaire a refusé la demande (${answer}). Vérifiez ses clés d’accès, puis relancez la tâche.`,
  malformed: (answer) =>
    `La réponse du service bancaire est illisible (${answer}). Relancez la tâche plus tard.`,
};
