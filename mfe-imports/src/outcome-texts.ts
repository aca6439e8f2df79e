import type { DeclarationOutcome } from "@bobine/contract/declarations";

/** What to do about a declaration that waits for somebody. */
export const OUTCOME_HINTS: Record<DeclarationOutcome, string> = {
  invoiced: "",
  nothing_due: "Part nulle, ou correction sans effet.",
  superseded: "Une déclaration plus récente a pris sa place.",
  set_aside: "Elle contredit une déclaration déjà reçue sans la rectifier.",
  not_validated: "Rien n’est facturé tant que votre compte n’est pas validé\u00a0: voyez INFOS COMPTE.",
  automation_off: "Elle sera facturée dès que la facturation automatique sera en marche, depuis l’accueil.",
  cinema_not_validated: "Elle sera facturée dès que le cinéma sera validé.",
  supplier_incomplete: "À compléter dans INFOS COMPTE",
  client_incomplete: "À compléter sur la fiche du cinéma",
  to_check: "La semaine n’a pas pu être facturée\u00a0: ses déclarations sont à vérifier.",
  under_way: "",
};

/** What an invoice must say of a party, as people call it. */
export const MISSING_TEXTS: Readonly<Record<string, string>> = {
  name: "nom",
  address: "adresse",
  post_code: "code postal",
  city: "ville",
  siren: "SIREN",
  vat_number: "n° de TVA",
  iban: "IBAN",
};
