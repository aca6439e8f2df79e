import type { MailState } from "@bobine/contract/mail-values";
import type { StatusColor } from "@bobine/shared-ui";

/** What a mail's state is called, in the history of an invoice and on a client's account. */
export const MAIL_STATE: Record<MailState, { label: string; color: StatusColor }> = {
  waiting: { label: "À envoyer", color: "blue" },
  sending: { label: "Envoi en cours", color: "blue" },
  sent: { label: "Envoyé", color: "green" },
  refused: { label: "Refusé", color: "red" },
  failed: { label: "Échec", color: "red" },
  unconfirmed: { label: "Non confirmé", color: "orange" },
  no_address: { label: "Sans adresse", color: "orange" },
  cancelled: { label: "Annulé", color: "gray" },
};
