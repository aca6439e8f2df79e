import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { frenchVatKey, maskedIban, NUMBER_MESSAGES, sirenOfVat, vatFitsSiren } from "./business-numbers.ts";
import {
  frenchPostCodeSchema,
  ibanSchema,
  phoneSchema,
  prefixVatSchema,
  sirenOrSiretSchema,
  siretOrSirenSchema,
  sirenSchema,
  siretSchema,
  vatNumberSchema,
} from "./business-number-schemas.ts";

/** What is kept of a text, or what is said of it. */
const read = (schema: z.ZodType<string, string>, text: string): string => {
  const result = schema.safeParse(text);
  return result.success ? result.data : `! ${result.error.issues[0]?.message}`;
};

const TABLES: readonly [
  name: string,
  schema: z.ZodType<string, string>,
  message: string,
  good: readonly [typed: string, kept: string][],
  wrong: readonly string[],
][] = [
  [
    "a SIREN has 9 digits that Luhn accepts",
    sirenSchema,
    NUMBER_MESSAGES.siren,
    [
      ["000100016", "000100016"],
      [" 732 829 320 ", "732829320"],
      ["732\u00a0829\u202f320", "732829320"],
      ["356000000", "356000000"],
    ],
    ["", "000000000", "732829321", "73282932", "7328293200", "73282932O", "732.829.320", "٧٣٢٨٢٩٣٢٠"],
  ],
  [
    "a SIRET has 14 digits that Luhn accepts, and begins with a SIREN",
    siretSchema,
    NUMBER_MESSAGES.siret,
    [
      ["732 829 320 00074", "73282932000074"],
      ["35600000000048", "35600000000048"],
    ],
    [
      "",
      "73282932000075",
      "7328293200007",
      "732829320000740",
      "00000000000000",
      "73282932100009",
      "732829320",
    ],
  ],
  [
    "an establishment of La Poste may have a digit sum that 5 divides, and nobody else's",
    siretSchema,
    NUMBER_MESSAGES.siret,
    [["35600000049837", "35600000049837"]],
    ["35600000049838", "73282932000004"],
  ],
  [
    "the beginning of a VAT number is two letters and two digits",
    prefixVatSchema,
    NUMBER_MESSAGES.prefixVat,
    [
      ["AB12", "AB12"],
      ["fr39", "FR39"],
      [" FR 39 ", "FR39"],
    ],
    ["", "FR3", "FR390", "F R3A", "12FR", "FRAB", "FR39000100016", "ÉR39"],
  ],
  [
    "a VAT number is a country code and its digits",
    vatNumberSchema,
    NUMBER_MESSAGES.vatNumber,
    [
      ["fr39 000 100 016", "FR39000100016"],
      ["FRZ9000100016", "FRZ9000100016"],
      ["BE0123456789", "BE0123456789"],
    ],
    ["", "FR39", "39000100016", "FR3900010001", "FRO9000100016", "BE1", "BE0123456789012345"],
  ],
  [
    "an IBAN leaves 1 when 97 divides it",
    ibanSchema,
    NUMBER_MESSAGES.iban,
    [
      ["FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606"],
      ["fr1420041010050500013m02606", "FR1420041010050500013M02606"],
      ["BE68 5390 0754 7034", "BE68539007547034"],
      ["DE89370400440532013000", "DE89370400440532013000"],
    ],
    ["", "FR1420041010050500013M02607", "FR14", "BE68539007547035", "1420041010050500013M02606", "FR14-2004"],
  ],
  [
    "a French IBAN has 27 characters",
    ibanSchema,
    NUMBER_MESSAGES.iban,
    [],
    // Right by the key alone.
    ["FR085390075470340000"],
  ],
  [
    "a postcode is one of France",
    frenchPostCodeSchema,
    NUMBER_MESSAGES.postCode,
    [
      ["75010", "75010"],
      ["01 000", "01000"],
      ["20200", "20200"],
      ["97200", "97200"],
      ["98000", "98000"],
    ],
    ["", "00100", "99000", "7501", "750100", "75O10"],
  ],
  [
    "a telephone number is kept as it is typed",
    phoneSchema,
    NUMBER_MESSAGES.phone,
    [
      ["01 99 00 14 10", "01 99 00 14 10"],
      [" 01.99.00.14.10 ", "01.99.00.14.10"],
      ["+33 (0)1 99 00 14 10", "+33 (0)1 99 00 14 10"],
    ],
    ["", "12", "01 99 00 14", "00 99 00 14 10", "téléphone", "01 99 00 14 10 11"],
  ],
];

describe.each(TABLES)("%s", (_name, schema, message, good, wrong) => {
  test.each([...good])("%j is kept as %j", (typed, kept) => expect(read(schema, typed)).toBe(kept));
  test.each([...wrong])("%j is refused", (text) => expect(read(schema, text)).toBe(`! ${message}`));
});

test.each([
  ["000100016", "000100016"],
  ["732 829 320 00074", "73282932000074"],
  ["123456789", `! ${NUMBER_MESSAGES.siren}`],
  ["12345678901234", `! ${NUMBER_MESSAGES.siret}`],
])("where both are taken, %j is judged by its length", (typed, kept) => {
  for (const schema of [sirenOrSiretSchema, siretOrSirenSchema]) expect(read(schema, typed)).toBe(kept);
});

test.each(["123", "1234567890", "123456789012345", "Lumen"])(
  "what is neither, as %j, is told as a wrong one of what the field asks for",
  (typed) => {
    expect(read(sirenOrSiretSchema, typed)).toBe(`! ${NUMBER_MESSAGES.siren}`);
    expect(read(siretOrSirenSchema, typed)).toBe(`! ${NUMBER_MESSAGES.siret}`);
  },
);

test.each([
  ["100000009", "88"],
  ["000100016", "39"],
  ["73282932000074", "44"],
])("the French VAT key of %s is %s", (siren, key) => expect(frenchVatKey(siren)).toBe(key));

test.each([
  ["FR39", "000100016", true],
  ["FR39000100016", "000100016", true],
  ["FR39000100016", "00010001600018", true],
  ["FR38", "000100016", false],
  ["FR38000100016", "000100016", false],
  ["FR44732829320", "000100016", false],
  ["FRZ9000100016", "000100016", true],
  ["AB12", "000100016", true],
  ["FR12", "", true],
  ["FRAB552100554", "732829320", false],
  ["BE0123456749", "732829320", false],
])("that %s may belong to %j is %j", (vat, siren, fits) => expect(vatFitsSiren(vat, siren)).toBe(fits));

test.each([
  ["FR44732829320", "732829320"],
  ["FRZ9000100016", "000100016"],
  ["FR45732829320", undefined],
  ["FR44732829321", undefined],
  ["BE0732829320", undefined],
  ["FR44", undefined],
])("the SIREN of the VAT number %s is %s (DIST-3)", (vat, siren) => expect(sirenOfVat(vat)).toBe(siren));

test("an IBAN is masked but for its ends", () => {
  expect(maskedIban("FR1420041010050500013M02606")).toBe("FR14 •••• 606");
  expect(maskedIban("")).toBe("");
});
