import type { MailState } from "@bobine/contract/mail-values";
import type { StatusColor } from "@bobine/shared-ui";

/** What a mail's state is called, in the history of an invoice and on a client's account. */
export const MAIL_STATE: Record<MailState, { label: string; color: StatusColor }> = {
  waiting: { label: "À envoyer", color: "blue" },
  sending: { label: "Envoi en cours", color: "blue" },
  sent: { label: "Envoyé", color: "green" },
  refused: { label: "Refusé", color: "red" },
  failed: { label: "Échec", color: "red" },
  unconfirmed: { label: "Envoi à vérifier", color: "orange" },
  no_address: { label: "Sans adresse", color: "orange" },
  cancelled: { label: "Annulé", color: "gray" },
};

/** What is wrong with a mail, before its problem is told: one that waits may still arrive, of one that was interrupted nobody knows. */
export const mailProblemTitle = (state: MailState): string =>
  state === "unconfirmed"
    ? MAIL_STATE.unconfirmed.label
    : state === "waiting"
      ? "L’e-mail n’est pas encore parti"
      : state === "sent"
        ? "L’e-mail n’est pas arrivé partout"
        : "L’e-mail n’est pas arrivé";
