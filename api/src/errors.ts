import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import { counted } from "@bobine/contract/french";

/**
 * An error that is meant for the caller. `shape` is how it goes on the wire (API-2): `{detail, code}`, field errors
 * `{field: [message]}`, or `{error}` for uploads.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly status: number;
  readonly code: string;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = {},
  ) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.body = body;
    this.headers = headers;
  }
}

const detail = (status: number, code: string, message: string, headers?: Record<string, string>): AppError =>
  new AppError(status, code, { detail: message, code }, headers);

/** The cause is for the log; it is never answered. */
const because = (cause: unknown, error: AppError): AppError => Object.assign(error, { cause });

/** The catalogue: id, status and French message in one place. */
export const errors = {
  notFound: () => detail(404, "not_found", "Élément introuvable."),
  badRequest: (message = "La requête est invalide.") => detail(400, "invalid", message),
  conflict: (message = "Cet élément a été modifié entre-temps. Rechargez la page.", code = "conflict") =>
    detail(409, code, message),
  /** @param whom whom to ask, where a role would do (SEC-22) */
  forbidden: (whom = "Vous n’avez pas les droits nécessaires pour cette action.") =>
    detail(403, "permission_denied", whom),
  profileIncomplete: () =>
    detail(403, "profile_incomplete", "Complétez votre profil pour accéder à l’application."),
  tooLarge: () => detail(413, "too_large", "Le fichier est trop volumineux."),
  unsupportedMedia: () => detail(415, "unsupported_media_type", "Format de fichier non pris en charge."),
  tooMany: (seconds: number) =>
    detail(
      429,
      "throttled",
      `Trop de tentatives. Réessayez dans ${counted(seconds, "seconde", "secondes")}.`,
      {
        "retry-after": String(seconds),
      },
    ),
  unexpected: () => detail(500, "error", "Une erreur est survenue. Nos équipes ont été prévenues."),
  unavailable: () =>
    detail(
      503,
      "unavailable",
      "Le service est momentanément indisponible. Réessayez dans quelques instants.",
      { "retry-after": "5" },
    ),
  overloaded: () =>
    detail(
      503,
      "overloaded",
      "Trop de demandes arrivent en même temps. Rien n’est perdu\u00a0: réessayez dans quelques secondes.",
      { "retry-after": "3" },
    ),
  /** Of one who sends more at once than any screen does; the node itself has room. */
  tooManyWaiting: () =>
    detail(
      429,
      "too_many_waiting",
      "Trop de vos demandes attendent déjà leur tour. Rien n’est perdu\u00a0: réessayez dans quelques secondes.",
      { "retry-after": "3" },
    ),
  /** Nobody reads it: whoever asked has left. */
  interrupted: () => detail(400, "interrupted", "La demande a été interrompue. Réessayez."),
  /** Field errors: `{field: ["message", …]}`. */
  fields: (fields: Record<string, string[]>) => new AppError(400, "invalid", fields),
  field: (name: string, message: string) => new AppError(400, "invalid", { [name]: [message] }),
  /** Upload calls answer `{error}` (API-2). */
  upload: (message: string, status = 400, code = "invalid_file") =>
    new AppError(status, code, { error: message, code }),
  auth: {
    notSignedIn: () => detail(401, "not_authenticated", "Votre session a expiré. Veuillez vous reconnecter."),
    // API-2: this code, or the word 'token' in the detail, makes the client refresh once.
    tokenNotValid: () => detail(401, "token_not_valid", "Le token d’accès est invalide ou a expiré."),
    refreshNotValid: () =>
      detail(401, "refresh_not_valid", "Votre session a expiré. Veuillez vous reconnecter."),
    csrf: () => detail(403, "csrf_failed", "La vérification CSRF a échoué. Rechargez la page."),
    linkInvalid: () =>
      new AppError(400, "link_invalid", {
        error: "Lien magique invalide. Veuillez réessayer.",
        code: "link_invalid",
      }),
    /** The link stays good: it comes again with a code. */
    secondFactorRequired: () =>
      new AppError(400, "second_factor_required", {
        error: "Saisissez le code de votre application d’authentification.",
        code: "second_factor_required",
      }),
    secondFactorWrong: () =>
      new AppError(400, "second_factor_wrong", {
        error: "Ce code n’est pas valable ou a déjà servi. Saisissez le suivant.",
        code: "second_factor_wrong",
      }),
    linkExpired: () =>
      new AppError(400, "link_expired", {
        error: "Ce lien a expiré. Demandez un nouveau lien de connexion.",
        code: "link_expired",
      }),
    /** Whoever was registering has no account: nobody mails them a link to sign in. */
    registrationExpired: () =>
      new AppError(400, "registration_expired", {
        error: "Ce lien d’inscription a expiré. Demandez-en un autre.",
        code: "registration_expired",
      }),
    invitationExpired: () =>
      new AppError(400, "invitation_expired", {
        error:
          "Cette invitation n’est plus valable. Demandez à la personne qui vous a invité de vous l’envoyer de nouveau.",
        code: "invitation_expired",
      }),
    invitationWithdrawn: () =>
      new AppError(400, "invitation_withdrawn", {
        error:
          "Cette invitation n’est plus valable\u00a0: demandez-en une autre à la personne qui vous a invité.",
        code: "invitation_withdrawn",
      }),
    /** In the words of the page of the link that a later mail has replaced (UI-6). */
    invitationReplaced: () =>
      new AppError(400, "invitation_withdrawn", {
        error:
          "Ce lien d’invitation n’est plus valable. Ouvrez celui du dernier e-mail d’invitation que vous avez reçu, ou demandez à la personne qui vous a invité de vous en envoyer un autre.",
        code: "invitation_withdrawn",
      }),
    /** The link is a good one: no word of another link, which would say the same. */
    addressTaken: () =>
      new AppError(400, "address_taken", {
        error:
          "Cette adresse a déjà un compte Bobine ailleurs, et une adresse n’a qu’un compte\u00a0: demandez à être invité à une autre adresse. Votre compte actuel ne change pas.",
        code: "address_taken",
      }),
    planIsFull: () =>
      new AppError(400, "plan_full", {
        error:
          "La formule de votre société ne comprend pas d’utilisateur de plus pour l’instant. Prévenez la personne qui vous a invité\u00a0: votre lien reste valable.",
        code: "plan_full",
      }),
    /** UI-6: the screen goes to the dashboard of the user who is already there, in silence. */
    otherUser: () =>
      new AppError(400, "other_user", {
        error: "User is already logged in as another user.",
        code: "other_user",
      }),
    linkUsed: () =>
      new AppError(400, "link_used", { error: "Ce lien a déjà été utilisé.", code: "link_used" }),
  },
  subscription: {
    planNotFound: () => detail(404, "plan_not_found", "Formule introuvable."),
    alreadyActive: () => detail(409, "already_subscribed", "Un abonnement est déjà actif."),
    paymentPending: () =>
      detail(
        409,
        "payment_pending",
        "Votre paiement est en cours de traitement\u00a0: l’abonnement sera actif dès que votre banque l’aura confirmé.",
      ),
    none: () =>
      detail(409, "not_subscribed", "Aucun abonnement n’est en cours\u00a0: choisissez d’abord une formule."),
    samePlan: () => detail(409, "same_plan", "Cette formule est déjà la vôtre. Rechargez la page."),
    unpaid: () =>
      detail(
        409,
        "payment_refused",
        "Le dernier paiement a été refusé\u00a0: réglez d’abord cette facture, ou changez de carte.",
      ),
    neverPaid: () =>
      detail(
        409,
        "never_paid",
        "Aucune carte n’est enregistrée\u00a0: elle le sera avec votre premier paiement.",
      ),
    providerUnavailable: () => detail(502, "payment_unavailable", "Le service de paiement est indisponible."),
    notSigned: () => detail(400, "signature_invalid", "La signature de cet événement n’est pas valide."),
  },
  files: {
    unavailable: (cause?: unknown) =>
      because(
        cause,
        detail(
          503,
          "files_unavailable",
          "Le stockage des documents est momentanément indisponible. Rien n’est perdu\u00a0: réessayez dans quelques instants.",
          { "retry-after": "10" },
        ),
      ),
    noSpaceForUpload: (cause?: unknown) =>
      because(
        cause,
        new AppError(
          503,
          "no_space",
          {
            error:
              "Le serveur n’a plus la place de recevoir ce fichier pour l’instant. Rien n’a été importé\u00a0: réessayez dans quelques minutes.",
            code: "no_space",
          },
          { "retry-after": "60" },
        ),
      ),
    noSuchPart: () => detail(416, "no_such_part", "La partie demandée de ce document n’existe pas."),
    missing: (cause?: unknown) =>
      because(
        cause,
        detail(
          404,
          "file_missing",
          "Ce document est introuvable dans le stockage. Contactez l’assistance de Bobine.",
        ),
      ),
  },
  registry: {
    /** What went wrong is what the log and an operator's command say (FED-18). */
    away: (cause: Error) =>
      Object.assign(
        because(
          cause,
          detail(
            503,
            "registry_away",
            "Le registre des modules ne répond pas. Réessayez dans quelques instants.",
            { "retry-after": "5" },
          ),
        ),
        { message: cause.message },
      ),
  },
  operations: {
    jobDone: () => detail(409, "job_done", "Cette tâche a réussi\u00a0: il n’y a rien à relancer."),
    jobEnded: () => detail(409, "job_ended", "Cette tâche est terminée\u00a0: il n’y a plus rien à annuler."),
  },
  secondFactor: {
    wrongCode: "Ce code n’est pas valable ou a déjà servi. Saisissez le suivant.",
    signInAgain: () =>
      detail(
        403,
        "fresh_sign_in_required",
        "Pour activer le second facteur, la connexion doit dater de moins de quinze minutes. Déconnectez-vous, reconnectez-vous, puis recommencez.",
      ),
    alreadyEnabled: () =>
      detail(409, "second_factor_enabled", "Un second facteur est déjà activé. Rechargez la page."),
    notStarted: () =>
      detail(409, "second_factor_not_started", "L’activation a expiré. Recommencez avec un nouveau QR code."),
    /** SEC-24 */
    missing: {
      "to-enable": () =>
        detail(
          403,
          "second_factor_to_enable",
          "Un super administrateur a besoin d’un second facteur. Activez-le dans INFOS COMPTE, «\u00a0Second facteur\u00a0»\u00a0: tout le reste s’ouvre ensuite.",
        ),
      "to-give": () =>
        detail(
          403,
          "second_factor_to_give",
          "Cette session a été ouverte sans le code de votre second facteur. Déconnectez-vous, puis reconnectez-vous avec un code.",
        ),
    },
    ownFactor: () =>
      detail(
        409,
        "own_second_factor",
        "Votre propre second facteur se désactive avec un de ses codes. Si vous n’en avez plus, demandez-le à un autre super administrateur.",
      ),
    /** Of a change of IBAN. */
    tooYoung: () =>
      detail(
        403,
        "second_factor_too_young",
        "Votre second facteur est activé depuis moins de 72 heures. Confirmez par le lien de l’e-mail.",
      ),
  },
  bankDetails: {
    notYours: () =>
      detail(
        403,
        "permission_denied",
        "Seuls les administrateurs de la société et ceux de Bobine confirment un changement d’IBAN.",
      ),
    tooNew: () =>
      detail(
        403,
        "administrator_too_new",
        "Votre accès d’administrateur, ou son adresse, date de moins de 72 heures. Demandez à un autre administrateur de la société, ou à l’assistance de Bobine, de confirmer.",
      ),
    noneWaits: () =>
      detail(
        409,
        "bank_details_settled",
        "Ce changement d’IBAN n’attend plus de confirmation. Rechargez la page pour voir où il en est.",
      ),
    otherWaits: () =>
      detail(
        409,
        "bank_details_replaced",
        "Un autre changement d’IBAN a été demandé depuis que vous avez lu celui-ci. Vérifiez chaque chiffre du nouveau avant de confirmer.",
      ),
    linkUnknown: () =>
      detail(
        404,
        "link_unknown",
        "Ce lien n’est pas valable pour votre compte. Ouvrez celui de l’e-mail que vous avez reçu vous-même.",
      ),
    tooManyRequests: (seconds: number) =>
      detail(
        429,
        "too_many_changes",
        "Trop de changements d’IBAN ont été demandés depuis hier. Réessayez demain, ou contactez l’assistance de Bobine.",
        { "retry-after": String(seconds) },
      ),
    mailedAlready: (seconds: number) =>
      detail(
        429,
        "mailed_already",
        "L’envoi de l’e-mail de confirmation vient d’être demandé. Attendez avant d’en demander un autre, et vérifiez aussi les courriers indésirables.",
        { "retry-after": String(seconds) },
      ),
  },
  idempotency: {
    invalidKey: () =>
      detail(
        400,
        "idempotency_key_invalid",
        "L’en-tête Idempotency-Key compte de 1 à 255 caractères ASCII visibles, sans espace.",
      ),
    otherRequest: () =>
      detail(
        422,
        "idempotency_key_reused",
        "Cette clé d’idempotence a déjà servi à une autre demande. Envoyez celle-ci avec une nouvelle clé.",
      ),
    underWay: () =>
      detail(
        409,
        "idempotency_in_progress",
        "Cette demande est déjà en cours de traitement. Réessayez dans quelques instants.",
        { "retry-after": "2" },
      ),
  },
  distributor: {
    required: () => detail(400, "distributor_required", "Veuillez sélectionner un distributeur."),
    notValidated: () =>
      detail(
        409,
        "distributor_not_validated",
        "Votre compte est en cours de validation\u00a0: rien n’est encore facturé ni envoyé. Complétez votre dossier dans INFOS COMPTE\u202f; vous serez prévenu par e-mail dès qu’il sera validé.",
      ),
    refused: () =>
      detail(
        409,
        "distributor_refused",
        "Votre inscription a été refusée\u00a0: rien ne peut être facturé ni envoyé. Le motif est dans INFOS COMPTE.",
      ),
  },
} as const;

export { FIELD_MESSAGES };
