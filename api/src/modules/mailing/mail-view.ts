import type { InvoiceMail } from "@bobine/contract/mailing";
import type { MailRow } from "./mailing.repository.ts";

/** A mail as the invoice's history shows it, with its problem in French. */
export function mailView({ last_response, ...mail }: MailRow): InvoiceMail {
  return { ...mail, problem: problemOf(mail, last_response) };
}

function problemOf(mail: Omit<InvoiceMail, "problem">, response: string): string {
  const refused = mail.recipients
    .filter(({ state }) => state === "refused")
    .map(({ address }) => address)
    .join(", ");
  switch (mail.state) {
    case "no_address":
      return "Aucune adresse e-mail n’est connue pour ce cinéma.";
    case "refused":
      return refused === ""
        ? `Le serveur de messagerie a refusé le message\u00a0: ${response}`
        : `Adresse refusée par le serveur de messagerie\u00a0: ${refused}`;
    case "failed":
      return `Le serveur de messagerie n’a pas accepté le message après ${mail.attempts} essais\u00a0: ${response}`;
    case "unconfirmed":
      return "L’envoi a été interrompu\u00a0: le message est peut-être parti. Vérifiez avant de renvoyer.";
    case "waiting":
      return mail.attempts === 0 || response === "" ? "" : `Dernier essai sans succès\u00a0: ${response}`;
    case "cancelled":
      return response;
    case "sent":
      return refused === "" ? "" : `Parti, mais refusé pour\u00a0: ${refused}`;
    case "sending":
      return "";
  }
}
