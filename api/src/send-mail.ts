import { isOfMailbox, isOfRelay } from "./domain/mailing/smtp-answers.ts";
import type { Mail, Services } from "./services.ts";

/** Whether a mail was taken, or who is said to be why it never will be: its address, or the message itself. */
type SendResult = "taken" | "address_refused" | "message_refused";

/**
 * Sends a mail unless the server will never have it (MAIL-4).
 * @throws what another try may change
 */
export async function sendUnlessRefused(
  { mailer, log }: Pick<Services, "mailer" | "log">,
  mail: Mail,
): Promise<SendResult> {
  try {
    await mailer.send(mail);
    return "taken";
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    log.error({ err: error, subject: mail.subject }, "a mail was refused for good");
    return refusal;
  }
}

/**
 * 5yz to the recipient or the message. What is said to us (sign-in, sender, connection, a relay that does not know us) ends when the
 * installation is mended; what is said of the message or by a policy blames no address (MAIL-14).
 */
function refusalOf(error: unknown): Exclude<SendResult, "taken"> | undefined {
  const { responseCode = 0, response, message, command } = error as Refusal;
  const text = response ?? message;
  if (responseCode < 500 || isOfRelay(text)) return undefined;
  if (command === "RCPT TO") return isOfMailbox(text) ? "address_refused" : "message_refused";
  return command === "DATA" ? "message_refused" : undefined;
}

/** What nodemailer says of an answer. */
interface Refusal extends Error {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}
