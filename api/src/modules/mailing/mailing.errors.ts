import { errors } from "../../errors.ts";

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
  noAddressOfClient: () =>
    errors.conflict(
      "Aucun cinéma de ce compte n’a d’adresse e-mail de facturation. Ajoutez-en une à sa fiche, ou dans vos paramètres pour ce cinéma.",
      "no_address",
    ),
  nothingDue: () =>
    errors.conflict("Rien n’est attendu sur ce document\u00a0: il n’est pas relancé.", "nothing_due"),
  planChanged: () =>
    errors.conflict(
      "Cette relance n’est plus celle qui est prévue\u00a0: une facture a été réglée, arrêtée ou déjà relancée. Rechargez la page.",
      "plan_changed",
    ),
  weekend: () => errors.conflict("Aucune relance ne part le week-end.", "weekend"),
  notIssuedHere: () =>
    errors.conflict(
      "Cette facture a été émise par un autre logiciel\u00a0: son document n’est pas ici, elle ne peut pas être envoyée.",
      "imported_invoice",
    ),
} as const;
