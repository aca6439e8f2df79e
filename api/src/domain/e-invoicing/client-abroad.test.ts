import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  addressAbroad,
  countryCodeOf,
  countryNameOf,
  isAbroad,
  isNamedByVatNumber,
} from "./client-abroad.ts";

/** Source: the code list EAS, within the official rules of EN 16931. */
const RULES = gunzipSync(
  readFileSync(join(import.meta.dirname, "official-rules", "EN16931-CII-validation.sef.json.gz")),
).toString();
const [EAS = ""] = /[0-9 ]*0225 [0-9 ]*9930 [0-9 ]*/.exec(RULES) ?? [];

test.each([
  "ATU12345678",
  "BE0123456749",
  "BG123456789",
  "CY12345678L",
  "CZ12345678",
  "DE123456789",
  "DK12345678",
  "EE123456789",
  "EL123456789",
  "ESX1234567R",
  "FI12345678",
  "HR12345678901",
  "HU12345678",
  "IE1234567FA",
  "IT12345678901",
  "LT123456789",
  "LU12345678",
  "LV12345678901",
  "MT12345678",
  "NL123456789B01",
  "PL1234567890",
  "PT123456789",
  "RO1234567890",
  "SE556036079301",
  "SI12345678",
  "SK1234567890",
])("the electronic address of a client with the VAT number %s has a scheme of the list", (vat_number) => {
  expect(isAbroad({ vat_number, siren: "" })).toBe(true);
  const { id, scheme } = addressAbroad({ vat_number });
  expect(vat_number).toContain(id);
  expect(EAS.split(" ")).toContain(scheme);
});

test.each([
  ["of France", "FR12123456782", ""],
  ["with a SIREN", "BE0123456749", "000200014"],
  ["without a VAT number", "", ""],
])("a client %s is not abroad", (_, vat_number, siren) => {
  expect(isAbroad({ vat_number, siren })).toBe(false);
  expect(isNamedByVatNumber({ vat_number, siren })).toBe(false);
});

test("a client of Monaco is named by its VAT number, and owes French VAT (BILL-8)", () => {
  const client = { vat_number: "FR90000012345", siren: "" };
  expect(isNamedByVatNumber(client)).toBe(true);
  expect(isAbroad(client)).toBe(false);
  expect([countryCodeOf(client), countryNameOf(client)]).toEqual(["MC", "Monaco"]);
  expect(addressAbroad(client)).toEqual({ id: "FR90000012345", scheme: "9940" });
  expect(EAS.split(" ")).toContain("9940");
});
