import { MOST_BANK_ACCOUNTS } from "@bobine/contract/bank-accounts";
import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { errors } from "../../errors.ts";

export const bankAccountErrors = {
  numberTaken: (label: string) =>
    errors.field("number", `Ce numéro est déjà celui du compte «\u00a0${label}\u00a0».`),
  ledgerAccountTaken: (ledgerAccount: string) =>
    errors.field("ledger_account", `Le compte ${ledgerAccount} est déjà celui d’un autre compte bancaire.`),
  /** What a lot holds is never changed. */
  posted: (ledgerAccount: string) =>
    errors.field(
      "ledger_account",
      `Le compte ${ledgerAccount} a des écritures dans un lot\u00a0: son numéro ne change plus.`,
    ),
  /** EXP-14: those of lines that name no account are what the first one is made of. */
  postedUnnamed: (ledgerAccount: string) =>
    errors.field(
      "ledger_account",
      `Les opérations sans compte sont dans un lot sur le compte ${ledgerAccount}\u00a0: le premier compte garde ce numéro.`,
    ),
  /** BANK-15: those in euros get an account of their own before one in another currency is the first. */
  unnamedHave: (ledgerAccount: string) =>
    errors.field(
      "ledger_account",
      `Le compte ${ledgerAccount} est celui des opérations sans compte, qui sont en euros\u00a0: choisissez-en un autre.`,
    ),
  openingDateMissing: () => errors.field("opening_date", "Indiquez la date du solde d’ouverture."),
  openingDateOutside: (first: CivilDate, last: CivilDate) =>
    errors.field("opening_date", `Choisissez une date du ${frenchDate(first)} au ${frenchDate(last)}.`),
  openedLater: () =>
    errors.field(
      "opened_on",
      "Choisissez le jour où la banque a ouvert le compte, aujourd’hui au plus tard.",
    ),
  openedAfterBalance: (day: CivilDate) =>
    errors.field(
      "opened_on",
      `Le solde d’ouverture est du ${frenchDate(day)}\u00a0: choisissez ce jour ou un jour avant, ou changez la date du solde.`,
    ),
  openingBalanceMissing: () => errors.field("opening_balance", "Indiquez le solde d’ouverture."),
  /** BANK-38 */
  openingNotInEuros: (currency: string) =>
    errors.field(
      "opening_balance",
      `Un compte en ${currency} n’est pas dans les exports\u00a0: il n’a pas de solde d’ouverture en euros.`,
    ),
  /** BANK-38: what a file of an account in dollars says in euros, or leaves without a currency. */
  otherCurrency: (label: string, currency: string, told: string) =>
    errors.field(
      "bank_account",
      `Le compte «\u00a0${label}\u00a0» est en ${currency}, et ce relevé a des opérations en ${told}\u00a0: choisissez un autre compte, ou donnez la devise dans une colonne «\u00a0Devise\u00a0».`,
    ),
  /** Of the account that a file is imported on. */
  unknown: () =>
    errors.field("bank_account", "Choisissez un compte bancaire de la liste, celui-ci n’existe pas."),
  importedOn: (label: string) =>
    errors.field(
      "bank_account",
      `Ce relevé est déjà importé sur le compte «\u00a0${label}\u00a0»\u00a0: choisissez ce compte.`,
    ),
  tooMany: () =>
    errors.conflict(
      `Un distributeur a ${MOST_BANK_ACCOUNTS} comptes bancaires au plus.`,
      "too_many_accounts",
    ),
};
