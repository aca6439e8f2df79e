import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { cutText, isTidy } from "../cut-text.ts";
import { machineAmount } from "../french-number.ts";
import { remembered } from "../remembered.ts";

const NBSP = "\u00a0";
/** A billion: what is larger is an account or a reference in the wrong place, and 50,000 of them would no longer add up. */
const MAX_AMOUNT = 999_999_999_99;
const MAX_DIGITS = 15;
const CENTURY = "20";
/** Two digits of a year from here on are of the century before, of which no bank has lines. */
const OLD_YEARS = "80";

/** A text without characters that are no text, nor halves of some, which a record of fixed columns cuts: a database refuses some of them, and none says anything. */
export const plainText = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\ufeff]/gu, " ");

export function tidyText(text: string): string {
  if (isTidy(text)) return text;
  const trimmed = text.trim();
  return isTidy(trimmed) ? trimmed : plainText(text).replace(/\s+/g, " ").trim();
}

export const quoted = (text: string): string => `«${NBSP}${cutText(tidyText(text), 40)}${NBSP}»`;

export const atLine = (line: number, message: string): string => `Ligne ${line}${NBSP}: ${message}`;

/** What has no more than a billion in it (BANK-6). */
export const boundedCents = (value: number): Cents | undefined =>
  Number.isSafeInteger(value) && Math.abs(value) <= MAX_AMOUNT ? cents(value) : undefined;

/** `1234,5`, `1234,` or `-1234.50` in cents: what programs write, so that no mark separates thousands. */
export function decimalCents(text: string): Cents | undefined {
  const plain = machineAmount(text);
  if (plain !== undefined) return boundedCents(plain === 0 ? 0 : plain);
  const match = /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  if (whole + fraction === "" || whole.length > MAX_DIGITS || /[^0]/.test(fraction.slice(2)))
    return undefined;
  const value = Number(`${whole}${fraction.slice(0, 2).padEnd(2, "0")}`);
  return boundedCents(sign === "-" ? 0 - value : value);
}

/** A day of this century whose year has two digits. */
export const shortDate = (year: string, month: string, day: string): CivilDate | undefined =>
  dayOfDigits(year + month + day);

/** The same, `YYMMDD`. */
export const dayOfDigits = remembered((text): CivilDate | undefined => {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  if (!/^\d\d$/.test(year) || year >= OLD_YEARS) return undefined;
  const date = `${CENTURY}${year}-${month}-${day}`;
  return isCivilDate(date) ? date : undefined;
});

export const currencyCode = (text: string): string =>
  text !== "EUR" && /^[A-Z]{3}$/.test(text) ? text : "EUR";

/** `1 234,56` */
export const frenchCents = (value: number): string => {
  const digits = String(Math.abs(value)).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return `${value < 0 ? "-" : ""}${whole},${digits.slice(-2)}`;
};
