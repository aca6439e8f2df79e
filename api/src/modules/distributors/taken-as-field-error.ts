import { isSuperAdmin, type Person } from "@bobine/contract/policy/people";
import { type AppError, errors } from "../../errors.ts";

const TAKEN: Record<string, () => AppError> = {
  distributor_siren: () => errors.field("siren", "Un autre distributeur a déjà ce SIREN."),
  distributor_communication_email_key: () =>
    errors.field("communication_email", "Un autre distributeur a déjà cette adresse de communication."),
};
const EMAIL_TAKEN = "Un compte existe déjà avec cette adresse e-mail.";
const NEUTRAL_SIREN =
  "Ce SIREN ne peut pas être enregistré ici. Vérifiez-le\u00a0; s’il est exact, écrivez à l’assistance de Bobine.";

/**
 * Runs `work`, and tells a value that somebody else has as an error of its field.
 * @param emailField the field that carries a user's address in this call
 * @param reader people of a distributor are not told who else is a customer; super admins are
 */
export async function takenAsFieldError<T>(
  emailField: string,
  reader: Person,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint === undefined) throw error;
    if (constraint === "app_user_email") throw errors.field(emailField, EMAIL_TAKEN);
    if (constraint === "distributor_siren" && !isSuperAdmin(reader))
      throw errors.field("siren", NEUTRAL_SIREN);
    throw TAKEN[constraint]?.() ?? error;
  }
}
