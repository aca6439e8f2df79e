import { describe, expect, test } from "vitest";
import { mentions } from "../../pdf/invoice-mentions.ts";
import { ciiInvoice } from "./cii-invoice.ts";
import { schemaFailures } from "./cii-schema.testing.ts";
import { failedRules, officialRuleSets } from "./official-rules.testing.ts";
import { aDocument } from "./sample-invoice.testing.ts";
import { isInFranchise, vatCategory } from "./vat-category.ts";

const { supplier, client, lines } = aDocument();
const untaxed = lines.map((line) => ({ ...line, vat_rate_bp: 0 }));
const inFranchise = aDocument({ lines: untaxed, supplier: { ...supplier, vat_number: "" } });

describe("why a rate is nothing (BILL-5)", () => {
  test.each([
    ["a supplier without a VAT number", { vat_number: "" }, {}, "TVA non applicable, art. 293 B du CGI"],
    [
      "the same, to Guyane",
      { vat_number: "" },
      { post_code: "97300" },
      "TVA non applicable, art. 293 B du CGI",
    ],
    [
      "a client of another country",
      {},
      { vat_number: "BE0123456749", siren: "" },
      "Autoliquidation – art. 283-2 du CGI",
    ],
    [
      "a French client with a number of another country",
      {},
      { vat_number: "BE0123456749" },
      "Opération exonérée de TVA",
    ],
    ["a client in Guyane", {}, { post_code: "97300" }, "TVA non applicable – art. 294 du CGI"],
    ["a client in Saint-Barthélemy", {}, { post_code: "97133" }, "TVA non applicable – art. 259-1 du CGI"],
    ["a client in Nouvelle-Calédonie", {}, { post_code: "98800" }, "TVA non applicable – art. 259-1 du CGI"],
    // Bobine does not know on what ground, and invents none.
    ["a supplier with a VAT number", {}, {}, "Opération exonérée de TVA"],
  ])("%s", (_, seller, buyer, reason) => {
    const parties = { supplier: { ...supplier, ...seller }, client: { ...client, ...buyer } };
    expect(vatCategory(0, parties).reason).toBe(reason);
    expect(vatCategory(1000, parties)).toMatchObject({ code: "S", reason: null });
  });

  test("a company is in franchise that bills without VAT, and neither has nor has given a number of it", () => {
    const company = { default_vat_rate_bp: 0, prefix_vat: "", proposed_prefix_vat: "" };
    expect(isInFranchise(company)).toBe(true);
    for (const change of [
      { default_vat_rate_bp: 1000 },
      { prefix_vat: "FR39" },
      { proposed_prefix_vat: "FR39" },
    ])
      expect(isInFranchise({ ...company, ...change })).toBe(false);
  });
});

describe("a document in franchise", () => {
  test("prints the words of article 293 E, and nothing of when VAT is due", () => {
    expect(mentions(inFranchise)).toContain("TVA non applicable, art. 293 B du CGI.");
    expect(mentions(inFranchise).join()).not.toContain("encaissements");
  });

  test("says it with the code of the list, and its SIREN for the VAT number", () => {
    const xml = ciiInvoice(inFranchise);
    expect(xml).toContain("<ram:ExemptionReason>TVA non applicable, art. 293 B du CGI</ram:ExemptionReason>");
    expect(xml).toContain("<ram:ExemptionReasonCode>VATEX-FR-FRANCHISE</ram:ExemptionReasonCode>");
    expect(xml).toContain('<ram:ID schemeID="FC">000100016</ram:ID>');
    expect(schemaFailures(xml)).toEqual([]);
  });

  test.each(officialRuleSets())(
    "is accepted by %s",
    async (ruleSet) => {
      expect(await failedRules(ruleSet, ciiInvoice(inFranchise))).toEqual([]);
    },
    240_000,
  );
});
