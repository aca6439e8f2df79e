import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { describeError, translateFieldMessage } from "./describe-error.ts";

const http = (status: number, body?: unknown, retryAfter?: number) =>
  new ApiError("http", { status, body, retryAfter });

describe("the sentence of an error", () => {
  it.each([
    [
      "a network failure",
      new ApiError("network"),
      "Connexion au serveur impossible. Vérifiez votre connexion Internet.",
    ],
    ["a timeout", new ApiError("timeout"), "Le serveur met trop de temps à répondre. Veuillez réessayer."],
    ["a cancelled call", new ApiError("aborted"), "La requête a été annulée."],
    ["an unreadable answer", new ApiError("unreadable"), "La réponse du serveur est illisible."],
    [
      "an expired session",
      http(401, { code: "token_not_valid", detail: "jeton" }),
      "Votre session a expiré. Veuillez vous reconnecter.",
    ],
    ["a 403 without reason", http(403), "Vous n’avez pas les droits nécessaires pour cette action."],
    ["a 404 without reason", http(404), "Élément introuvable."],
    ["a 409 without reason", http(409), "Cet élément a été modifié entre-temps. Rechargez la page."],
    ["a 413 without reason", http(413), "Le fichier est trop volumineux."],
    ["a 415 without reason", http(415), "Format de fichier non pris en charge."],
    [
      "a limit of its own kind",
      http(429, { detail: "Réessayez demain.", code: "too_many_changes" }, 86_400),
      "Réessayez demain.",
    ],
    [
      "too many attempts",
      http(429, { detail: "x", code: "throttled" }, 12),
      "Trop de tentatives. Réessayez dans 12 secondes.",
    ],
    [
      "too many attempts, for a day (TXT-3)",
      http(429, { detail: "x", code: "throttled" }, 86_400),
      "Trop de tentatives. Réessayez dans 86\u202f400 secondes.",
    ],
    [
      "a server in trouble",
      http(500, { detail: "stack trace" }),
      "Une erreur est survenue. Nos équipes ont été prévenues.",
    ],
    ["a proxy's page", http(502, undefined), "Une erreur est survenue. Nos équipes ont été prévenues."],
    [
      "a server that lacks something, and says what",
      http(503, { detail: "Le stockage des documents est indisponible.", code: "files_unavailable" }),
      "Le stockage des documents est indisponible.",
    ],
    [
      "the server's own reason",
      http(401, { detail: "Ce lien a déjà été utilisé.", code: "link_used" }),
      "Ce lien a déjà été utilisé.",
    ],
    ["an upload's reason", http(400, { error: "No file provided" }), "No file provided"],
    [
      "something that is not an answer",
      new TypeError("bug"),
      "Une erreur est survenue. Nos équipes ont été prévenues.",
    ],
  ])("%s", (_, error, sentence) => {
    expect(describeError(error).message).toBe(sentence);
  });

  it.each([
    ["a failure without a reason", http(500), "Impossible de charger les transactions."],
    [
      "a network failure",
      new ApiError("network"),
      "Impossible de charger les transactions. Connexion au serveur impossible. Vérifiez votre connexion Internet.",
    ],
    [
      "the server's own reason",
      http(400, { detail: "Solde insuffisant." }),
      "Impossible de charger les transactions. Solde insuffisant.",
    ],
    ["wrong fields", http(400, { name: ["blank"] }), "Impossible de charger les transactions."],
  ])("begins with the screen's own one: %s", (_, error, sentence) => {
    expect(describeError(error, "Impossible de charger les transactions.").message).toBe(sentence);
  });

  it.each([
    ["the server's own reason stands for it", http(400, { error: "Format inconnu." }), "Format inconnu."],
    [
      "a network failure does not",
      new ApiError("timeout"),
      "Failed to upload file. Le serveur met trop de temps à répondre. Veuillez réessayer.",
    ],
    ["nor does a server in trouble", http(503, { detail: "stack" }), "Failed to upload file"],
    [
      "nor does a crash, whatever it says",
      http(500, { detail: "Une erreur est survenue.", code: "error" }),
      "Failed to upload file",
    ],
    [
      "what the server lacks stands for it",
      http(503, { error: "Le serveur n’a plus la place de recevoir ce fichier.", code: "no_space" }),
      "Le serveur n’a plus la place de recevoir ce fichier.",
    ],
    [
      "a session that ended in silence does not",
      http(401),
      "Failed to upload file. Votre session a expiré. Veuillez vous reconnecter.",
    ],
  ])("where TXT-1 says the server's error, else the screen's: %s", (_, error, sentence) => {
    expect(describeError(error, "Failed to upload file", "instead").message).toBe(sentence);
  });

  it("gives the reason alone to those who have a title", () => {
    expect(describeError(http(500), "Impossible").reason).toBeUndefined();
    expect(describeError(new ApiError("aborted"), "Impossible").reason).toBe("La requête a été annulée.");
  });
});

describe("field errors", () => {
  it("keep the first message of each field", () => {
    expect(describeError(http(400, { name: ["blank", "other"], city: ["Trop court."] })).fieldErrors).toEqual(
      {
        name: "Ce champ ne peut pas être vide",
        city: "Trop court.",
      },
    );
  });

  it("give the general error as the sentence", () => {
    const described = describeError(
      http(400, { non_field_errors: ["Dates incohérentes."], name: ["required"] }),
    );
    expect(described).toEqual({
      message: "Dates incohérentes.",
      reason: "Dates incohérentes.",
      fieldErrors: { name: "Ce champ est obligatoire" },
    });
  });

  it.each([
    ["name", "This field may not be blank.", "Ce champ ne peut pas être vide"],
    ["name", "This field is required.", "Ce champ est obligatoire"],
    ["email", "Enter a valid email address.", "Veuillez saisir une adresse email valide"],
    ["admin_email", "invalid", "Veuillez saisir une adresse email valide"],
    [
      "name",
      "Ensure this field has no more than 200 characters.",
      "Ce champ ne peut pas dépasser la longueur maximale",
    ],
    [
      "prefix_vat",
      "VAT prefix must be 2 letters followed by 2 digits.",
      "Le numéro de TVA doit être composé de 2 lettres suivies de 2 chiffres (ex: AB12)",
    ],
    [
      "communication_email",
      "Email must end with @factures.bobine.example",
      "L'email de communication doit se terminer par @factures.bobine.example",
    ],
    ["city", "Ville inconnue.", "Ville inconnue."],
  ])("%s: %s", (field, received, shown) => {
    expect(translateFieldMessage(field, received)).toBe(shown);
  });
});
