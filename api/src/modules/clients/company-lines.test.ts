import { expect, test } from "vitest";
import { aDocument } from "../../domain/e-invoicing/sample-invoice.testing.ts";
import { companyLines, legalLine } from "./company-lines.ts";

const { supplier } = aDocument();
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("a company's legal line has its form, capital, seat, SIREN and RCS with its town (MAIL-4)", () => {
  expect(plain(legalLine(supplier))).toBe(
    "SAS au capital de 40 000 € – 14 rue des Ormes-Bleus, 75010 Paris – SIREN 000 100 016 – RCS Paris 000 100 016",
  );
});

test.each([
  [{ rcs_city: "", legal_mention: "" }, "14 rue des Ormes-Bleus, 75010 Paris – SIREN 000 100 016"],
  [
    { rcs_city: "", legal_mention: "Association", address: "", post_code: "", city: "", siren: "" },
    "Association",
  ],
  [{ rcs_city: "Paris", legal_mention: "", address: "", post_code: "", city: "", siren: "" }, ""],
])("with nothing that the settings have not: %j", (changes, line) => {
  expect(plain(legalLine({ ...supplier, ...changes }))).toBe(line);
});

test("papers name it as its invoices do (CLI-2)", () => {
  expect(companyLines(supplier).map(plain)).toEqual([
    "Lumen Films Distribution",
    "SAS au capital de 40 000 €",
    "14 rue des Ormes-Bleus",
    "75010 Paris",
    "SIREN 000 100 016 · RCS Paris 000 100 016 · TVA FR39000100016",
    "Tél. 01 99 00 14 10",
  ]);
});
