import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { errors } from "../../errors.ts";

const NBSP = "\u00a0";

/** What keeps an invoice from being sent, in French. */
export const mailingErrors = {
  underWay: () => errors.conflict("Un envoi de ce document est déjà en cours.", "mail_under_way"),
  noAddress: (cinemaName: string) =>
    errors.conflict(
      `Le cinéma ${cinemaName} n’a pas d’adresse e-mail de facturation. Ajoutez-en une à sa fiche, ou dans vos paramètres pour ce cinéma.`,
      "no_address",
    ),
  noAddressOfCut: (cinemaName: string) =>
    errors.conflict(
      `Votre lien avec le cinéma ${cinemaName} est coupé, et aucun envoi précédent ne garde son adresse e-mail. Demandez à Bobine de rétablir le lien, ou téléchargez le document et envoyez-le vous-même.`,
      "no_address",
    ),
  noAddressOfFormer: (client: string, cinemaName: string) =>
    errors.conflict(
      `Aucune adresse e-mail n’est connue pour ${client}, la société facturée pour le cinéma ${cinemaName}, dont la fiche nomme maintenant une autre société. Écrivez-lui vous-même\u00a0: le document se télécharge dans Factures.`,
      "no_address",
    ),
  noAddressOfClient: () =>
    errors.conflict(
      "Aucun cinéma de ce compte n’a d’adresse e-mail de facturation. Ajoutez-en une à sa fiche, ou dans vos paramètres pour ce cinéma.",
      "no_address",
    ),
  /** Of an account whose cinemas have all been taken over to other accounts. */
  noAddressOfFormerClient: (clients: string) =>
    errors.conflict(
      `Aucune adresse e-mail n’est connue pour ${clients}, dont une autre société a repris le cinéma. Téléchargez le relevé et envoyez-le vous-même.`,
      "no_address",
    ),
  nothingDue: () =>
    errors.conflict("Rien n’est attendu sur ce document\u00a0: il n’est pas relancé.", "nothing_due"),
  planChanged: () =>
    errors.conflict(
      "Cette relance n’est plus celle qui est prévue\u00a0: une facture a été réglée, arrêtée ou déjà relancée. Rechargez la page.",
      "plan_changed",
    ),
  /** MAIL-10: whoever saves the text has read another one. */
  textChanged: () =>
    errors.conflict(
      "Quelqu’un a modifié ce texte depuis que vous l’avez ouvert. Relisez-le, puis enregistrez de nouveau.",
      "text_changed",
    ),
  promised: (day: CivilDate) =>
    errors.conflict(
      `Le paiement est promis pour le ${frenchDate(day)}${NBSP}: cette relance ne part pas avant que ce jour soit passé.`,
      "promised",
    ),
  weekend: () => errors.conflict("Aucune relance ne part le week-end.", "weekend"),
  notIssuedHere: () =>
    errors.conflict(
      "Cette facture a été émise par un autre logiciel\u00a0: son document n’est pas ici, elle ne peut pas être envoyée.",
      "imported_invoice",
    ),
} as const;
