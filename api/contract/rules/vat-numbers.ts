import { frenchVatKey, isSiren } from "./business-numbers.ts";

/** What follows the letters of each country of the Union, as VIES reads it (CIN-2). */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ["AT", /^U\d{8}$/],
  ["BE", /^[01]\d{9}$/],
  ["BG", /^\d{9,10}$/],
  ["CY", /^\d{8}[A-Z]$/],
  ["CZ", /^\d{8,10}$/],
  ["DE", /^\d{9}$/],
  ["DK", /^\d{8}$/],
  ["EE", /^\d{9}$/],
  ["EL", /^\d{9}$/],
  ["ES", /^[0-9A-Z]\d{7}[0-9A-Z]$/],
  ["FI", /^\d{8}$/],
  ["FR", /^[0-9A-HJ-NP-Z]{2}\d{9}$/],
  ["HR", /^\d{11}$/],
  ["HU", /^\d{8}$/],
  ["IE", /^\d[0-9A-Z]\d{5}[A-Z]{1,2}$/],
  ["IT", /^\d{11}$/],
  ["LT", /^(\d{9}|\d{12})$/],
  ["LU", /^\d{8}$/],
  ["LV", /^\d{11}$/],
  ["MT", /^\d{8}$/],
  ["NL", /^\d{9}B\d{2}$/],
  ["PL", /^\d{10}$/],
  ["PT", /^\d{9}$/],
  ["RO", /^\d{2,10}$/],
  ["SE", /^\d{12}$/],
  ["SI", /^\d{8}$/],
  ["SK", /^\d{10}$/],
]);

/** Greece is EL in its VAT numbers, and GR everywhere else. */
const ISO_OF = new Map([["EL", "GR"]]);

/** A VAT number as it is kept: people write it in groups, with blanks, dots or hyphens. */
export const compactVatNumber = (text: string): string => text.replace(/[\s.-]/g, "").toUpperCase();

/**
 * Whether it has the form of its country; a French one also ends in a SIREN, or in Monaco's digits after three zeros, and a key of two
 * digits is that of what follows.
 * @param number compact
 */
export function isUnionVatNumber(number: string): boolean {
  const [country, rest] = [number.slice(0, 2), number.slice(2)];
  if (!FORMS.get(country)?.test(rest)) return false;
  if (country !== "FR") return true;
  const [key, siren] = [rest.slice(0, 2), rest.slice(2)];
  return (siren.startsWith("000") || isSiren(siren)) && (!/^\d\d$/.test(key) || key === frenchVatKey(siren));
}

/** The country (ISO 3166) of what is a VAT number of the Union; undefined for any other text. */
export function vatCountryOf(text: string): string | undefined {
  const number = compactVatNumber(text);
  const letters = number.slice(0, 2);
  return FORMS.get(letters)?.test(number.slice(2)) ? (ISO_OF.get(letters) ?? letters) : undefined;
}

/** Whether it is the VAT number of another country of the Union than France: its client settles the VAT (BILL-5). */
export const isVatNumberOfOther = (text: string): boolean => {
  const country = vatCountryOf(text);
  return country !== undefined && country !== "FR";
};

/** Whether it is a VAT number of Monaco: French letters, and no SIREN in it. Its companies owe French VAT and have no SIREN (BILL-8). */
export const isVatNumberOfMonaco = (text: string): boolean =>
  /^FR[0-9A-HJ-NP-Z]{2}000\d{6}$/.test(compactVatNumber(text));
