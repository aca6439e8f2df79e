import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { counted, euros, frenchAmount, wholeNumber } from "@bobine/contract/french";
import { type Cents, centsFromWire, type Money } from "@bobine/contract/money";

const LOCALE = "fr-FR";
const ZONE = "Europe/Paris";

const currencyFormats = new Map<string, Intl.NumberFormat>();

function currencyFormat(currency: string): Intl.NumberFormat {
  let format = currencyFormats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, { style: "currency", currency });
    currencyFormats.set(currency, format);
  }
  return format;
}

/** What is no currency code would end the page: the amount is then shown with it as it stands. */
function withCurrency(amount: Cents, currency: string): string {
  try {
    return currencyFormat(currency).format(amount / 100);
  } catch {
    return `${frenchAmount(amount)}\u00a0${currency}`;
  }
}

/** 289731 or `"2897.31"` → `2 897,31 €` (U+202F between thousands, U+00A0 before the sign). `currency` is ISO 4217. */
export function formatMoney(amount: Cents | Money, currency = "EUR"): string {
  const value = typeof amount === "string" ? centsFromWire(amount) : amount;
  return currency === "EUR" ? euros(value) : withCurrency(value, currency);
}

/** `2026-11-18` → `18/11/2026` */
export const formatDate = (date: CivilDate): string => frenchDate(date);

const instantFormat = new Intl.DateTimeFormat(LOCALE, {
  timeZone: ZONE,
  dateStyle: "short",
  timeStyle: "short",
});
const dayFormat = new Intl.DateTimeFormat(LOCALE, {
  timeZone: ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});

/** An ISO instant → `18/11/2026 15:05`, Paris time. */
export const formatDateTime = (instant: string): string => instantFormat.format(new Date(instant));

/** An ISO instant → `18/11/2026`, Paris time. */
export const formatDay = (instant: string): string => dayFormat.format(new Date(instant));

/** 1147 → `1 147` */
export const formatInteger = wholeNumber;

/** French plural: 0 and 1,5 are singular. `formatCount(1147, "cinéma", "cinémas")` → `1 147 cinémas` */
export const formatCount = counted;

const sizeFormat = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** Bytes → `12,4 Mo`, in powers of 1000 as French systems show them. */
export function formatFileSize(bytes: number): string {
  const units = ["o", "ko", "Mo", "Go"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${sizeFormat.format(value)}\u00a0${units[unit]}`;
}

const collator = new Intl.Collator("fr", { sensitivity: "base", numeric: true });

/** Alphabetical order as a French reader expects it. */
export const compareFrench = (a: string, b: string): number => collator.compare(a, b);

/** Lower case without accents, with the apostrophe of a keyboard and its letters one by one, for searching as people type; as the server's searches. */
export const searchable = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLocaleLowerCase("fr")
    .replaceAll("’", "'")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae");
