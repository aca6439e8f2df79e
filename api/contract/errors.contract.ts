import { z } from "zod";

/** What went wrong, for a person, with a code for programs (DESIGN §4). */
export const detailErrorSchema = z.object({ detail: z.string(), code: z.string() });
/** Field errors of a form: the first message of each field is shown under it. */
export const fieldErrorsSchema = z.record(z.string(), z.array(z.string()));
/** Upload calls answer `{error}` (SPEC §8). */
export const uploadErrorSchema = z.object({ error: z.string(), code: z.string().optional() });

/** Messages of the server that screens translate (SPEC §5). Both sides use these constants. */
export const FIELD_MESSAGES = {
  blank: "Ce champ ne peut pas être vide",
  required: "Ce champ est obligatoire",
  email: "Veuillez saisir une adresse email valide",
  maxLength: "Ce champ ne peut pas dépasser la longueur maximale",
  unknown: "Ce champ n’est pas attendu.",
  type: "Cette valeur n’a pas le bon type.",
} as const;
