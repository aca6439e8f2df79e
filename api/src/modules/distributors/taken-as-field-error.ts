import { type AppError, errors } from "../../errors.ts";

const TAKEN: Record<string, () => AppError> = {
  distributor_siren: () => errors.field("siren", "Un autre distributeur a déjà ce SIREN."),
  distributor_communication_email_key: () =>
    errors.field("communication_email", "Un autre distributeur a déjà cette adresse de communication."),
};
const EMAIL_TAKEN = "Un compte existe déjà avec cette adresse e-mail.";

/**
 * Runs `work` of a super admin, and tells a value that somebody else has as an error of its field. What the people of a distributor may
 * write of these is never compared with others': they would learn who is a customer.
 * @param emailField the field that carries a user's address in this call
 */
export async function takenAsFieldError<T>(emailField: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint === undefined) throw error;
    if (constraint === "app_user_email") throw errors.field(emailField, EMAIL_TAKEN);
    throw TAKEN[constraint]?.() ?? error;
  }
}
