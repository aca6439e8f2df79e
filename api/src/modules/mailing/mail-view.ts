import type { InvoiceMail } from "@bobine/contract/mailing";
import { failureText, leftOutText, reasonText } from "../../domain/mailing/smtp-answers.ts";
import type { MailRow } from "./mailing.repository.ts";

/** A mail as the invoice's history shows it, with its problem in French. */
export function mailView({ last_response, is_held, ...mail }: MailRow): InvoiceMail {
  return { ...mail, problem: is_held ? heldText(mail, last_response) : problemOf(mail, last_response) };
}

/** Why a mail of the plan stays, and what a person can do (MAIL-8). */
const heldText = ({ kind, attempts }: Omit<InvoiceMail, "problem">, response: string): string =>
  [
    attempts === 0 || response === "" ? "" : `Dernier essai sans succès. ${reasonText(response)}`,
    kind === "reminder"
      ? "La facturation automatique est désactivée\u00a0: la relance attend qu’elle soit activée, ou que vous l’envoyiez depuis les prochaines relances."
      : "La facturation automatique est désactivée\u00a0: l’envoi attend qu’elle soit activée, ou que vous le renvoyiez.",
  ]
    .filter(Boolean)
    .join(" ");

function problemOf(mail: Omit<InvoiceMail, "problem">, response: string): string {
  const refused = mail.recipients
    .filter(({ state }) => state === "refused")
    .map(({ address }) => address)
    .join(", ");
  switch (mail.state) {
    case "no_address":
      return "Aucune adresse e-mail n’est connue pour cet envoi.";
    case "refused":
      return refused === ""
        ? reasonText(response)
        : `Adresse refusée par le serveur de messagerie\u00a0: ${refused}`;
    case "failed":
      if (mail.recipients.some(({ state }) => state === "unconfirmed"))
        return "La relance n’est pas arrivée, selon qui a répondu à l’action «\u00a0Envoi à vérifier\u00a0».";
      return [
        failureText(
          mail.attempts,
          mail.recipients.find(({ state }) => state === "waiting")?.response ?? response,
        ),
        refused === "" ? "" : `Adresse refusée par le serveur de messagerie\u00a0: ${refused}`,
      ]
        .filter(Boolean)
        .join(" – ");
    case "unconfirmed":
      return mail.kind === "reminder"
        ? "L’envoi a été interrompu\u00a0: la relance est peut-être partie. Vérifiez auprès du cinéma."
        : "L’envoi a été interrompu\u00a0: le message est peut-être parti. Vérifiez avant de renvoyer.";
    case "waiting":
      return mail.attempts === 0 || response === ""
        ? ""
        : `Dernier essai sans succès. ${reasonText(response)} L’envoi est retenté de lui-même.`;
    case "cancelled":
      return response;
    case "sent":
      return [
        refused === "" ? "" : `Parti, mais refusé pour\u00a0: ${refused}`,
        ...mail.recipients.filter(({ state }) => state === "waiting").map(leftOutText),
      ]
        .filter(Boolean)
        .join(" – ");
    case "sending":
      return "";
  }
}
