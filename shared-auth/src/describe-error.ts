import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import { counted } from "@bobine/contract/french";
import { type ApiError, isApiError, textOf } from "./api-error.ts";

export interface DescribedError {
  /** For a toast, a card or a dialog: what failed, and why when that is known. */
  message: string;
  /** Why alone, for those who say what failed in a title of their own. */
  reason?: string;
  /** Field → first message, in French, to be shown under the field (API-3). */
  fieldErrors: Record<string, string>;
}

/** TXT-6. */
export const ERROR_TEXTS = {
  network: "Connexion au serveur impossible. Vérifiez votre connexion Internet.",
  timeout: "Le serveur met trop de temps à répondre. Veuillez réessayer.",
  aborted: "La requête a été annulée.",
  badRequest: "La requête est invalide.",
  unreadable: "La réponse du serveur est illisible.",
  unauthorized: "Votre session a expiré. Veuillez vous reconnecter.",
  forbidden: "Vous n’avez pas les droits nécessaires pour cette action.",
  notFound: "Élément introuvable.",
  conflict: "Cet élément a été modifié entre-temps. Rechargez la page.",
  tooLarge: "Le fichier est trop volumineux.",
  unsupported: "Format de fichier non pris en charge.",
  server: "Une erreur est survenue. Nos équipes ont été prévenues.",
  form: "Veuillez corriger les erreurs dans le formulaire",
} as const;

/** TXT-6; `seconds` from `Retry-After`. */
export const tooManyAttempts = (seconds: number): string =>
  `Trop de tentatives. Réessayez dans ${counted(seconds, "seconde", "secondes")}.`;

/**
 * The one function that turns any failure of a call into French.
 * @param text the screen's own sentence (TXT-1); it is said whatever the reason, which follows it
 * @param server "instead" where TXT-1 says « the server's error, else » the sentence
 */
export function describeError(
  error: unknown,
  text?: string,
  server: "after" | "instead" = "after",
): DescribedError {
  const { reason, isServers, fieldErrors = {}, otherwise } = reasonOf(error);
  if (text === undefined) return { message: reason ?? otherwise, ...(reason ? { reason } : {}), fieldErrors };
  if (reason === undefined) return { message: text, fieldErrors };
  if (server === "instead" && isServers) return { message: reason, reason, fieldErrors };
  return { message: `${text}${/[.!?]$/.test(text) ? "" : "."} ${reason}`, reason, fieldErrors };
}

/**
 * What is said in the place of something that could not be loaded; undefined while what was loaded before still shows.
 * @param text the screen's own sentence
 */
export const loadFailure = (
  query: { readonly isError: boolean; readonly data: unknown; readonly error: unknown },
  text?: string,
): string | undefined =>
  query.isError && query.data === undefined ? describeError(query.error, text).message : undefined;

interface Reason {
  readonly reason?: string;
  /** The server's own words, not ours for a status or a network that is down. */
  readonly isServers?: boolean;
  readonly fieldErrors?: Record<string, string>;
  /** What can be said when nobody says anything. */
  readonly otherwise: string;
}

function reasonOf(error: unknown): Reason {
  if (!isApiError(error)) return { otherwise: ERROR_TEXTS.server };
  if (error.failure !== "http") return { reason: failureText(error), otherwise: "" };
  const servers = (reason: string): Reason => ({ reason, isServers: true, otherwise: "" });
  const words = textOf(error.body, "detail") ?? textOf(error.body, "error");
  // Of a crash the server says nothing, and a proxy's page is not a reason; what it lacks (room, the bank) it says with a code.
  if (error.status >= 500) {
    return words && error.status > 500 && error.code ? servers(words) : { otherwise: ERROR_TEXTS.server };
  }
  // A limit of its own kind says in its words what to do.
  if (error.status === 429)
    return servers(words && error.code !== "throttled" ? words : tooManyAttempts(error.retryAfter ?? 60));
  if (error.status === 401 && (error.code === "token_not_valid" || !words)) {
    return { reason: ERROR_TEXTS.unauthorized, otherwise: "" };
  }
  if (words) return servers(words);
  const { non_field_errors: general, ...fieldErrors } = fieldErrorsOf(error.body);
  if (general) return { ...servers(general), fieldErrors };
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors, otherwise: ERROR_TEXTS.form };
  return { otherwise: statusText(error.status) };
}

function failureText(error: ApiError): string {
  switch (error.failure) {
    case "network":
      return ERROR_TEXTS.network;
    case "timeout":
      return ERROR_TEXTS.timeout;
    case "unreadable":
      return ERROR_TEXTS.unreadable;
    default:
      return ERROR_TEXTS.aborted;
  }
}

function statusText(status: number): string {
  const byStatus: Record<number, string> = {
    401: ERROR_TEXTS.unauthorized,
    403: ERROR_TEXTS.forbidden,
    404: ERROR_TEXTS.notFound,
    408: ERROR_TEXTS.timeout,
    409: ERROR_TEXTS.conflict,
    413: ERROR_TEXTS.tooLarge,
    415: ERROR_TEXTS.unsupported,
  };
  return byStatus[status] ?? ERROR_TEXTS.badRequest;
}

function fieldErrorsOf(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return {};
  const entries = Object.entries(body).flatMap(([field, messages]): [string, string][] => {
    const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
    return typeof first === "string" ? [[field, translateFieldMessage(field, first)]] : [];
  });
  return Object.fromEntries(entries);
}

/** API-3: known server messages and codes get their own sentence, others are shown as received. */
export function translateFieldMessage(field: string, message: string): string {
  const suffix = /must end with ['"]?(@[^\s'"]+?)['"]?\.?$/i.exec(message)?.[1];
  if (suffix) return `L'email de communication doit se terminer par ${suffix}`;
  if (field === "prefix_vat" && /^invalid$|2 letters|vat/i.test(message)) {
    return "Le numéro de TVA doit être composé de 2 lettres suivies de 2 chiffres (ex: AB12)";
  }
  if (message === "blank" || message === "This field may not be blank.") return FIELD_MESSAGES.blank;
  if (message === "required" || message === "This field is required.") return FIELD_MESSAGES.required;
  if (message === "Enter a valid email address." || (message === "invalid" && field.includes("email"))) {
    return FIELD_MESSAGES.email;
  }
  if (message === "max_length" || /^Ensure this field has no more than \d+ characters\.$/.test(message)) {
    return FIELD_MESSAGES.maxLength;
  }
  return message;
}
