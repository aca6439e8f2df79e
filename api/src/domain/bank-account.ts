import type { ACCOUNT_COLOURS } from "@bobine/contract/bank-accounts";
import { isIban } from "@bobine/contract/business-numbers";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import { isKnownCurrency } from "./parsing/currency-names.ts";

/** A bank account of a distributor as the books know it. */
export interface BankAccount {
  readonly id: number;
  /** IBAN, number or end of it, as its source names the account. */
  readonly number: string;
  readonly label: string;
  /** 512100 */
  readonly ledger_account: string;
  /** BQ of the only account, BQ1, BQ2 of several. */
  readonly journal: string;
  readonly opening: OpeningBalance | null;
}

/** What people know an account by, and what its lines are in. */
export interface AccountFields {
  readonly bank: string;
  readonly colour: "" | (typeof ACCOUNT_COLOURS)[number];
  readonly currency: string;
  /** The day on which the bank opened it; null while nobody has said it. */
  readonly opened_on: CivilDate | null;
}

/** What is on an account before the first line of a day. */
export interface OpeningBalance {
  readonly date: CivilDate;
  readonly amount: Cents;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** A French IBAN ends with two digits that banks leave out when they show the end of a number. */
const FRENCH_KEY = /^(FR|MC)\d{2}.{23}$/;
/** What is shorter says only how a number ends. */
const WHOLE_NUMBER = 8;

/**
 * The account that a source names by its IBAN, by its number or by the end of it behind stars.
 * @returns undefined when none is named so, and when several may be meant
 */
export function accountNamed<Account extends Pick<BankAccount, "number">>(
  name: string,
  accounts: readonly Account[],
): Account | undefined {
  const exact = accounts.find(({ number }) => compact(number) === compact(name));
  if (exact || currencyPart(name)) return exact;
  const found = accounts.filter(({ number }) => !currencyPart(number) && mayBeOne(number, name));
  return found.length === 1 ? found[0] : undefined;
}

/** The part of an account that is in another currency, named by the whole one: `USD*FR76…` (BANK-38). */
export const currencyPartOf = (number: string, currency: string): string =>
  `${currency}*${number === "" ? UNNAMED : number}`;
/** The account of files that name none, while none is known. */
export const UNNAMED = "COMPTE";
const CURRENCY_PART = /^([A-Z]{3})\*(.+)$/s;

/** What a name of such a part says; undefined of any other name. */
export function currencyPart(
  name: string,
): { readonly currency: string; readonly number: string } | undefined {
  const [, currency, number] = CURRENCY_PART.exec(name) ?? [];
  return currency !== undefined && number !== undefined ? { currency, number } : undefined;
}

const compact = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9*]/g, "");

function mayBeOne(one: string, other: string): boolean {
  const [mine, theirs] = [numberAlone(one), numberAlone(other)];
  if (mine.currency !== "" && theirs.currency !== "" && mine.currency !== theirs.currency) return false;
  const [a, b] = [compact(mine.number), compact(theirs.number)];
  if (a === b) return a !== "";
  if (IBAN.test(a) && IBAN.test(b)) return false;
  return isNamedBy(a, theirs.number) || isNamedBy(b, mine.number);
}

/** Banks write a currency behind a number, above all in MT940 (BANK-28): it is no part of it, and tells two accounts apart that both have one. */
export function numberAlone(name: string): { readonly number: string; readonly currency: string } {
  const [, number, currency] = /^(.*\d)[ /]?([A-Z]{3})$/.exec(name.trim()) ?? [];
  return number !== undefined && currency !== undefined && isKnownCurrency(currency) && !isIban(compact(name))
    ? { number, currency }
    : { number: name, currency: "" };
}

/** @param name stars, blanks and branch before the number are no part of it */
function isNamedBy(account: string, name: string): boolean {
  const shown = /[A-Z0-9]+$/.exec(name.toUpperCase().trim())?.[0].replace(/^0+/, "") ?? "";
  if (shown.length < 3 || IBAN.test(compact(name))) return false;
  const ends = FRENCH_KEY.test(account) ? [account, account.slice(0, -2)] : [account];
  if (ends.some((end) => end.endsWith(shown))) return true;
  return shown.length >= WHOLE_NUMBER && IBAN.test(account) && account.includes(shown);
}

/** « Compte 5722 » */
export const standardLabel = (name: string): string =>
  /\d/.test(name) ? `Compte ${compact(numberAlone(name).number).slice(-4)}` : name;

/** « Courant (USD) » */
export const partLabel = (whole: string, currency: string): string => `${whole} (${currency})`.slice(-60);

const LEDGER_ACCOUNTS = [
  ...Array.from({ length: 9 }, (_, place) => `512${place + 1}00`),
  ...Array.from({ length: 99 }, (_, place) => `5120${String(place + 1).padStart(2, "0")}`),
];

/** The first of 512100, 512200 … that no account has. */
export const freeLedgerAccount = (taken: readonly string[]): string | undefined =>
  LEDGER_ACCOUNTS.find((one) => !taken.includes(one));

/**
 * The journals of the accounts once there is one more, which is the last. A journal that has posted entries stays what it is.
 * @param journals of the accounts so far, in their order
 */
export function journalsWithOneMore(
  journals: readonly string[],
  isPosted: (journal: string) => boolean,
): string[] {
  if (journals.length === 0) return ["BQ"];
  const all = [...journals];
  for (const [place, journal] of journals.entries()) {
    const wanted = `BQ${place + 1}`;
    if (journal === "BQ" && !isPosted(journal) && !all.includes(wanted)) all[place] = wanted;
  }
  let number = journals.length + 1;
  while (all.includes(`BQ${number}`)) number += 1;
  return [...all, `BQ${number}`];
}
