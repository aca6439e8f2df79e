import { expect, test } from "vitest";
import { accountFormOf, requiredFields, wrongFields } from "./account-fields.ts";
import { aCompany } from "@bobine/contract/testing/distributors";

const NOT_ITS_KEY = "Le numéro de TVA ne correspond pas au SIREN.";
const user = {
  firstName: "Camille",
  lastName: "Rousseau",
  company: "Lumen",
  system_role: "distributor_staff",
  email: "c@lumen.example",
} as const;
const wrongIn = (changes: object, saved: Parameters<typeof aCompany>[0] = {}) => {
  const form = accountFormOf(user, aCompany(saved));
  return wrongFields({ ...form, ...changes }, form, new Set());
};

test.each([
  [{ prefix_vat: "FR38" }, {}, { prefix_vat: NOT_ITS_KEY }],
  [{ prefix_vat: "fr 39" }, {}, {}],
  [{ siren: "732 829 320" }, {}, { siren: NOT_ITS_KEY }],
  [{ siren: "732 829 320", prefix_vat: "FR44" }, {}, {}],
  [{ prefix_vat: "BE12" }, {}, {}],
  [
    { prefix_vat: "FR3" },
    {},
    { prefix_vat: "Le numéro de TVA doit être au format 2 lettres + 2 chiffres (ex: AB12)" },
  ],
  // What was kept before the two were compared does not stand in the way of another change.
  [{ city: "Lille" }, { prefix_vat: "FR38" }, {}],
])("%j of a company that has %j is wrong in %j", (changes, saved, wrong) =>
  expect(wrongIn(changes, saved)).toEqual(wrong),
);

test("a SIREN that waits to be checked may be taken back, one that was checked may not be left blank", () => {
  const pending = { pending_siren: "732829320", pending_prefix_vat: "FR44" };
  const required = (saved: Parameters<typeof aCompany>[0]) => {
    const company = aCompany({ ...saved, ...pending });
    return requiredFields(user, company, accountFormOf(user, company)).has("siren");
  };
  expect([required({ siren: "", prefix_vat: "" }), required({})]).toEqual([false, true]);
});

test("whether the VAT number may be taken back is the server's to say: in franchise a company has none (BILL-5)", () => {
  const company = aCompany({});
  const saved = accountFormOf(user, company);
  const required = requiredFields(user, company, saved);
  expect([company.prefix_vat !== "", required.has("prefix_vat")]).toEqual([true, false]);
  expect(wrongFields({ ...saved, prefix_vat: "" }, saved, required)).toEqual({});
});
