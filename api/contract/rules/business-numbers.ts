import { z } from "zod";
import { FIELD_MESSAGES } from "./field-messages.ts";

/** What is said of a number that is wrong (DIST-3). */
export const NUMBER_MESSAGES = {
  siren: "Le SIREN doit comporter 9 chiffres valides.",
  siret: "Le SIRET doit comporter 14 chiffres valides.",
  siretOfAnother: "Le SIRET commence par un autre SIREN.",
  prefixVat: "Le numéro de TVA doit être composé de 2 lettres suivies de 2 chiffres (ex: AB12)",
  vatNumber: "Le numéro de TVA doit commencer par le code du pays (ex\u00a0: FR39000100016).",
  vatKey: "Le numéro de TVA ne correspond pas au SIREN.",
  iban: "L’IBAN est invalide.",
  postCode: "Le code postal doit comporter 5 chiffres.",
  phone: "Le numéro de téléphone doit comporter 10 chiffres, ou commencer par + et l’indicatif du pays.",
} as const;

/** Numbers are typed in groups, with any kind of space; they are kept without. */
const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");

function luhnHolds(digits: string): boolean {
  let sum = 0;
  for (const [position, digit] of Array.from(digits).reverse().entries()) {
    const value = Number(digit) * (position % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** @param text digits only */
export const isSiren = (text: string): boolean => /^(?!0{9})\d{9}$/.test(text) && luhnHolds(text);

const LA_POSTE = "356000000";

/** La Poste has more establishments than Luhn leaves room for: theirs may have a digit sum that 5 divides instead. */
const siretKeyHolds = (digits: string): boolean =>
  luhnHolds(digits) ||
  (digits.startsWith(LA_POSTE) &&
    Array.from(digits).reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0);

/** @param text digits only */
export const isSiret = (text: string): boolean =>
  /^\d{14}$/.test(text) && isSiren(text.slice(0, 9)) && siretKeyHolds(text);

/** The two digits after `FR` in the VAT number of a company: (12 + 3 × (SIREN mod 97)) mod 97. */
export const frenchVatKey = (siren: string): string =>
  String((12 + 3 * (Number(siren.slice(0, 9)) % 97)) % 97).padStart(2, "0");

/**
 * Whether the beginning of a VAT number (`FR39`, or all of it) may belong to this SIREN or SIRET. Only a French key of two
 * digits can be told wrong: newer keys have letters, and other countries count otherwise.
 */
export const vatFitsSiren = (vatNumber: string, siren: string): boolean => {
  const french = /^FR(\d\d)(\d{9})?$/.exec(vatNumber);
  if (!french || siren === "") return true;
  const [, key, ending] = french;
  return key === frenchVatKey(siren) && (ending === undefined || ending === siren.slice(0, 9));
};

/** @param text upper case, without spaces */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d\d[0-9A-Z]{11,30}$/.test(text)) return false;
  if (text.startsWith("FR") && text.length !== 27) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  let remainder = 0;
  for (const sign of turned) {
    const value = parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** An IBAN as logs may show it: `FR76 •••• 809`. */
export const maskedIban = (iban: string): string =>
  iban === "" ? "" : `${iban.slice(0, 4)} •••• ${iban.slice(-3)}`;

const compact = z.string().max(100, FIELD_MESSAGES.maxLength).transform(withoutSpaces);
const compactUpper = compact.transform((text) => text.toUpperCase());

export const sirenSchema = compact.refine(isSiren, NUMBER_MESSAGES.siren).meta({ examples: ["000100016"] });
export const siretSchema = compact
  .refine(isSiret, NUMBER_MESSAGES.siret)
  .meta({ examples: ["73282932000074"] });

/** What somebody typed as SIREN or SIRET, as it is kept: the company's nine digits, and the fourteen of its establishment when they were given. */
export const splitSiret = (digits: string): { readonly siren: string; readonly siret: string } => ({
  siren: digits.slice(0, 9),
  siret: digits.length === 14 ? digits : "",
});

/** The field `siren` of a distributor: the console asks for a SIRET there, and who types one in the profile is understood (DIST-3). */
export const sirenOrSiretSchema = compact
  .superRefine((text, context) => {
    if (isSiren(text) || isSiret(text)) return;
    const message = text.length > 9 ? NUMBER_MESSAGES.siret : NUMBER_MESSAGES.siren;
    context.addIssue({ code: "custom", message });
  })
  .meta({ examples: ["000100016"] });

/** How a VAT number begins: country and key. The SIREN follows it. */
export const prefixVatSchema = compactUpper
  .refine((text) => /^[A-Z]{2}\d{2}$/.test(text), NUMBER_MESSAGES.prefixVat)
  .meta({ examples: ["FR39"] });

/** A whole VAT number. Whether it fits the SIREN is told by `vatFitsSiren`. */
export const vatNumberSchema = compactUpper
  .refine(
    (text) => (text.startsWith("FR") ? /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/ : /^[A-Z]{2}[0-9A-Z]{8,12}$/).test(text),
    NUMBER_MESSAGES.vatNumber,
  )
  .meta({ examples: ["FR39000100016"] });

export const ibanSchema = compactUpper
  .refine(isIban, NUMBER_MESSAGES.iban)
  .meta({ examples: ["FR7699999000010001234567809"] });

/** Of France with Corsica, overseas and Monaco. */
export const frenchPostCodeSchema = compact
  .refine((text) => /^(0[1-9]|[1-8]\d|9[0-8])\d{3}$/.test(text), NUMBER_MESSAGES.postCode)
  .meta({ examples: ["75010"] });

/** Kept as it is typed; only its digits are judged. */
export const phoneSchema = z
  .string()
  .trim()
  .max(30, FIELD_MESSAGES.maxLength)
  .refine(
    (text) => /^(0[1-9]\d{8}|\+[1-9]\d{6,14})$/.test(text.replace(/[\s.()-]/g, "")),
    NUMBER_MESSAGES.phone,
  )
  .meta({ examples: ["01 99 00 14 10"] });
