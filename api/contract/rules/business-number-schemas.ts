import { z } from "zod";
import { isIban, isSiren, isSiret, NUMBER_MESSAGES } from "./business-numbers.ts";
import { FIELD_MESSAGES } from "./field-messages.ts";

/** Numbers are typed in groups, with any kind of space; they are kept without. */
const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");

const compact = z.string().max(100, FIELD_MESSAGES.maxLength).transform(withoutSpaces);
const compactUpper = compact.transform((text) => text.toUpperCase());

export const sirenSchema = compact.refine(isSiren, NUMBER_MESSAGES.siren).meta({ examples: ["000100016"] });
export const siretSchema = compact
  .refine(isSiret, NUMBER_MESSAGES.siret)
  .meta({ examples: ["73282932000074"] });

/** A field that asks for one of them and understands the other; what is neither is told as a wrong one of what it asks for (DIST-3). */
const eitherSchema = (asked: "siren" | "siret") =>
  compact
    .superRefine((text, context) => {
      if (isSiren(text) || isSiret(text)) return;
      const meant = text.length === 9 ? "siren" : text.length === 14 ? "siret" : asked;
      context.addIssue({ code: "custom", message: NUMBER_MESSAGES[meant] });
    })
    .meta({ examples: ["000100016"] });

/** The field `siren` of the profile. */
export const sirenOrSiretSchema = eitherSchema("siren");
/** The field `siren` of the console, which asks for a SIRET. */
export const siretOrSirenSchema = eitherSchema("siret");

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
