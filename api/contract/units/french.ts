// How values are printed in French, on screens, in mails and on paper alike (TXT-3): spaced as `Intl` does, without its cost on long lists.
import type { Cents } from "./money.ts";

const NBSP = "\u00a0";
const THIN = "\u202f";

/** `1 234 567,80 €` */
export const euros = (amount: Cents): string => `${frenchAmount(amount)}${NBSP}€`;

/** `-1 234 567,80` */
export function frenchAmount(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  const whole = inThousands(digits.slice(0, -2));
  return `${amount < 0 ? "-" : ""}${whole},${digits.slice(-2)}`;
}

/** Hundredths of a percent, without the sign: 1250 → `12,5`. */
export const frenchPercent = (basisPoints: number): string => String(basisPoints / 100).replace(".", ",");

/** 5000 → `50 %`, 550 → `5,5 %`. */
export const percent = (basisPoints: number): string => `${frenchPercent(basisPoints)}${NBSP}%`;

/** 1147 → `1 147` */
export const wholeNumber = (value: number): string =>
  `${value < 0 ? "-" : ""}${inThousands(String(Math.round(Math.abs(value))))}`;

const inThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, THIN);

/** « d’Espace Demy », « de Bijou ». Whether an H is mute no rule says: it takes « de ». */
export const ofName = (name: string): string =>
  `${/^[aeiouàâäéèêëîïôöùûüœæ]/i.test(name) ? "d’" : "de "}${name}`;

/** French plural: 0 and 1,5 are singular. `counted(1147, "cinéma", "cinémas")` → `1 147 cinémas` */
export const counted = (count: number, one: string, many: string): string =>
  `${wholeNumber(count)} ${Math.abs(count) < 2 ? one : many}`;
