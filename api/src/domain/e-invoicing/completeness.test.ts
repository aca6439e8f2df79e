import { describe, expect, test } from "vitest";
import {
  missingOfClient,
  missingOfSupplier,
  questionAboutClient,
  questionAboutSupplier,
} from "./completeness.ts";
import { aDocument } from "./sample-invoice.testing.ts";

const { client, supplier } = aDocument();

describe("what an invoice must say", () => {
  test("of the worked example is all known", () => {
    expect(missingOfClient(client)).toEqual([]);
    expect(missingOfSupplier(supplier, false)).toEqual([]);
  });
  test.each(["name", "address", "post_code", "city", "siren"] as const)("of its client: %s", (field) => {
    expect(missingOfClient({ ...client, vat_number: "", [field]: " " })).toEqual([field]);
  });
  test.each(["name", "address", "post_code", "city", "siren", "vat_number", "iban"] as const)(
    "of its issuer: %s",
    (field) => {
      expect(missingOfSupplier({ ...supplier, [field]: "" }, false)).toEqual([field]);
    },
  );
});

test("of a client of another country of the Union is no SIREN asked for, its VAT number names it (BILL-8)", () => {
  expect(missingOfClient({ ...client, siren: "", vat_number: "BE0123456749" })).toEqual([]);
  expect(missingOfClient({ ...client, siren: "", vat_number: "FR12123456782" })).toEqual(["siren"]);
});

test("of a client of Monaco is no SIREN asked for: its companies have none (BILL-8)", () => {
  expect(missingOfClient({ ...client, siren: "", vat_number: "FR90000012345" })).toEqual([]);
});

test("of a company in franchise is no VAT number asked for (BILL-8)", () => {
  expect(missingOfSupplier({ ...supplier, vat_number: "", iban: "" }, true)).toEqual(["iban"]);
});

describe("the question says what is missing and where to fill it in", () => {
  test("about a cinema", () => {
    const question = questionAboutClient({ name: "Cinéma Le Beffroi", city: "Douai" }, [
      "address",
      "post_code",
      "siren",
    ]);
    expect(question.description).toBe(
      "Cinéma Le Beffroi (Douai)\u00a0: il manque l’adresse, le code postal et le SIREN. À compléter dans la fiche du cinéma, rubrique «\u00a0Facturation\u00a0»\u202f; les factures en attente seront alors émises. Une société de Monaco ou d’un autre pays de l’Union européenne n’a pas de SIREN\u00a0: indiquez son numéro de TVA. Bobine ne facture pas les sociétés d’autres pays\u00a0: facturez-les à part.",
    );
    expect(question.explanation[0]).toBe(
      "SIREN du client manquant\u00a0: facture non conforme à la facturation électronique.",
    );
  });
  test("about the company, of which Bobine has yet to check what it gave", () => {
    expect(questionAboutSupplier(["siren", "vat_number"], ["siren", "vat_number"])).toMatchObject({
      description:
        "Votre société\u00a0: en attente de vérification par Bobine\u00a0: le SIREN et le numéro de TVA\u202f; les factures en attente seront alors émises.",
      explanation: [
        "En attente de vérification par Bobine\u00a0: le SIREN de votre société.",
        "En attente de vérification par Bobine\u00a0: le numéro de TVA de votre société.",
      ],
    });
    expect(questionAboutSupplier(["siren", "iban"], ["siren"])).toMatchObject({
      description:
        "Votre société\u00a0: il manque l’IBAN principal. À compléter dans les informations de la société\u202f; en attente de vérification par Bobine\u00a0: le SIREN\u202f; les factures en attente seront alors émises.",
      explanation: [
        "À renseigner\u00a0: l’IBAN principal de votre société.",
        "En attente de vérification par Bobine\u00a0: le SIREN de votre société.",
      ],
    });
  });
  test("about the company", () => {
    expect(questionAboutSupplier(["iban"]).description).toBe(
      "Votre société\u00a0: il manque l’IBAN principal. À compléter dans les informations de la société\u202f; les factures en attente seront alors émises.",
    );
  });
});
