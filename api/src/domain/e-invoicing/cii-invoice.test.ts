import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { byExtent } from "../../../../tooling/extent.mjs";
import { ciiInvoice } from "./cii-invoice.ts";
import { creditableOfImported } from "../invoicing/imported-invoice.ts";
import { schemaFailures } from "./cii-schema.testing.ts";
import type { InvoiceDocument } from "./invoice-document.ts";
import { failedRules, officialRuleSets } from "./official-rules.testing.ts";
import { aCreditNote, aDocument } from "./sample-invoice.testing.ts";

const base = aDocument();
const [line] = base.lines;

/** The invoice's own line at another amount and rate. */
const lineOf = (net: number, vat_rate_bp = 1000) => ({ ...line!, net_amount: cents(net), vat_rate_bp });

const DOCUMENTS: Readonly<Record<string, InvoiceDocument>> = {
  "the worked example A": aDocument(),
  "the worked example C, a credit note": aCreditNote(),
  "an invoice assigned to a factor": aDocument({
    factor: { name: "Factor & Cie", iban: "FR76 9999 9000 0200 0987 6543 210" },
  }),
  "VAT on debits": aDocument({ vat_on_debits: true }),
  "several rates of VAT": aDocument({
    lines: [lineOf(10_003), lineOf(333, 550), lineOf(12_345, 2000), lineOf(7, 210)],
  }),
  "a line that is taken back": aDocument({ lines: [lineOf(50_000), lineOf(-12_345)] }),
  "a client outside VAT": aDocument({
    lines: [lineOf(50_000, 0)],
    client: { ...base.client, post_code: "97300", city: "Cayenne" },
  }),
  "a client outside the territory of French VAT": aDocument({
    lines: [lineOf(50_000, 0)],
    client: { ...base.client, post_code: "97500", city: "Saint-Pierre" },
  }),
  "an exempt client beside a rated line": aDocument({ lines: [lineOf(50_000, 0), lineOf(100)] }),
  "a client of another country": aDocument({
    lines: [lineOf(50_000, 0)],
    client: { ...base.client, vat_number: "EL123456789", siren: "", post_code: "104 31", city: "Athènes" },
  }),
  "a client of Monaco": aDocument({
    client: { ...base.client, vat_number: "FR90000012345", siren: "", post_code: "98000", city: "Monaco" },
  }),
  "no week, no town of registration, no VAT number of the client": aDocument({
    week_start: null,
    supplier: { ...base.supplier, rcs_city: "", legal_mention: "" },
    client: { ...base.client, vat_number: "", address_line_2: "Bâtiment C" },
  }),
  "a credit note of an imported invoice without a week, whose VAT takes two cents of rounding": aDocument({
    ...aCreditNote(),
    week_start: null,
    corrects: { invoice_number: "F 22/11", invoice_date: base.invoice_date },
    lines: [
      {
        ...lineOf(-6_000),
        kind: "correction",
        film_title: "Facture F 22/11, TVA 10\u00a0%",
        visa_number: "",
        version: "",
        run_week: null,
        screens: [],
        screenings: null,
        rate_bp: null,
      },
    ],
    vat_breakdown: [{ vat_rate_bp: 1000, net_amount: cents(-6_000), vat_amount: cents(-602) }],
    total_net_amount: cents(-6_000),
    total_vat_amount: cents(-602),
    total_amount: cents(-6_602),
  }),
  "a credit note of VAT alone": aDocument({
    ...aCreditNote(),
    lines: [lineOf(0)],
    vat_breakdown: [{ vat_rate_bp: 1000, net_amount: cents(0), vat_amount: cents(-1) }],
    total_net_amount: cents(0),
    total_vat_amount: cents(-1),
    total_amount: cents(-1),
  }),
  "hostile names": aDocument({
    client: { ...base.client, name: `L’Étoile & <Fils> "Ciné"\u0007\ud800` },
    lines: [{ ...line!, film_title: "]]> & <![CDATA[", description: "<script>&amp;</script>" }],
  }),
  "a hundred films": aDocument({ lines: Array.from({ length: 100 }, (_, index) => lineOf(101 + index)) }),
};

/** What the official rules judge in each `npm test`: the longest document takes as long as all others, and of France what may only be warned of waits. */
const { "a hundred films": long, ...others } = DOCUMENTS;
const JUDGED = byExtent("official-rules", { part: others, ci: { ...others, "a hundred films": long! } });

/** The text of the only element of this name; of several, the first. */
const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];
const notes = (xml: string): string[] =>
  [...xml.matchAll(/<ram:SubjectCode>([A-Z]+)</g)].map(([, code]) => code ?? "");

describe("the official XML schema of the profile EN 16931", () => {
  test.each(Object.entries(DOCUMENTS))("accepts %s", (_, document) => {
    expect(schemaFailures(ciiInvoice(document))).toEqual([]);
  });
  test("refuses an element that is not in its place", () => {
    const wrong = ciiInvoice(aDocument()).replace("<ram:TypeCode>VAT</ram:TypeCode>", "<ram:Unknown/>");
    expect(schemaFailures(wrong).join()).toContain("Unknown");
  });
});

const RULE_SETS = byExtent("official-rules", {
  part: officialRuleSets().filter((ruleSet) => !ruleSet.includes("_WARNING")),
  ci: officialRuleSets(),
});
describe("the official rules of EN 16931 and of France", () => {
  test.each(RULE_SETS)(
    "%s accepts every kind of document",
    async (ruleSet) => {
      for (const [name, document] of Object.entries(JUDGED)) {
        expect({ name, failed: await failedRules(ruleSet, ciiInvoice(document)) }).toEqual({
          name,
          failed: [],
        });
      }
    },
    240_000,
  );
  test("refuse an invoice without the indemnity and with a wrong total", async () => {
    const xml = ciiInvoice(aDocument());
    const wrong = xml
      .replace(
        /<ram:IncludedNote>(?:(?!<\/ram:IncludedNote>).)*PMT<\/ram:SubjectCode><\/ram:IncludedNote>/,
        "",
      )
      .replace("<ram:GrandTotalAmount>2897.31", "<ram:GrandTotalAmount>2897.32");
    expect(notes(wrong)).not.toContain("PMT");
    const failed = (await Promise.all(RULE_SETS.map((ruleSet) => failedRules(ruleSet, wrong))))
      .flat()
      .join("\n");
    expect(failed).toContain("BR-FR-05");
    expect(failed).toContain("BR-CO-15");
  }, 240_000);
});

describe("the French rules (EINV-2)", () => {
  const xml = ciiInvoice(aDocument());
  test("BR-FR-01, 02: the number has at most 35 characters of those allowed", () => {
    expect(textOf(xml, "ID")).toBe("S1");
    expect(xml).toMatch(/<rsm:ExchangedDocument><ram:ID>[A-Za-z0-9+\-_/]{1,35}</);
  });
  test.each([
    ["an invoice", aDocument(), "380"],
    ["a credit note", aCreditNote(), "381"],
  ])("BR-FR-04: %s has its type", (_, document, type) => {
    expect(ciiInvoice(document)).toContain(`</ram:ID><ram:TypeCode>${type}</ram:TypeCode>`);
  });
  test("BR-FR-05, 20, 31: penalties, indemnity, discount and audience are noted once each", () => {
    expect(notes(xml).toSorted()).toEqual(["AAB", "ABL", "BAR", "PMD", "PMT", "REG"]);
    expect(xml).toContain("<ram:Content>B2B</ram:Content><ram:SubjectCode>BAR");
    expect(xml).toMatch(/40 €[^<]*<\/ram:Content><ram:SubjectCode>PMT/);
  });
  test("BR-FR-08: the process is a service", () => {
    expect(xml).toContain(
      "<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>S1</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>",
    );
  });
  test("BR-FR-09 to 13, 21, 23, 32: both parties have their SIREN and the address that begins with it", () => {
    for (const siren of ["000100016", "000200014"]) {
      expect(xml).toContain(`<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">${siren}</ram:ID>`);
      expect(xml).toContain(`<ram:URIUniversalCommunication><ram:URIID schemeID="0225">${siren}</ram:URIID>`);
    }
  });
  test("a client of another country without a SIREN has the country and the address of its VAT number", () => {
    const foreign = ciiInvoice(DOCUMENTS["a client of another country"]!);
    const buyer = /<ram:BuyerTradeParty>.*<\/ram:BuyerTradeParty>/.exec(foreign)?.[0] ?? "";
    expect(buyer).not.toContain("SpecifiedLegalOrganization");
    expect(buyer).toContain("<ram:CountryID>GR</ram:CountryID>");
    expect(buyer).toContain(
      '<ram:URIUniversalCommunication><ram:URIID schemeID="9933">EL123456789</ram:URIID>',
    );
    expect(foreign).toContain("<ram:Content>B2BINT</ram:Content><ram:SubjectCode>BAR");
    expect(xml).not.toContain("<ram:CountryID>GR");
    const french = ciiInvoice(aDocument({ client: { ...base.client, vat_number: "BE0123456749" } }));
    expect(french).not.toContain("<ram:CountryID>BE");
  });
  test("a client of Monaco has its country and the address of its VAT number, and French VAT (BILL-8)", () => {
    const monegasque = ciiInvoice(DOCUMENTS["a client of Monaco"]!);
    const buyer = /<ram:BuyerTradeParty>.*<\/ram:BuyerTradeParty>/.exec(monegasque)?.[0] ?? "";
    expect(buyer).not.toContain("SpecifiedLegalOrganization");
    expect(buyer).toContain("<ram:CountryID>MC</ram:CountryID>");
    expect(buyer).toContain('<ram:URIID schemeID="9940">FR90000012345</ram:URIID>');
    expect(monegasque).toContain("<ram:Content>B2BINT</ram:Content><ram:SubjectCode>BAR");
    expect(monegasque).not.toContain("VATEX-EU-AE");
  });
  test.each([
    ["10 %", aDocument(), "S", "10"],
    ["5.5 %", aDocument({ lines: [lineOf(100, 550)] }), "S", "5.5"],
    ["2.1 %", aDocument({ lines: [lineOf(100, 210)] }), "S", "2.1"],
    ["outside VAT", DOCUMENTS["a client outside VAT"]!, "E", "0"],
    ["reverse charge", DOCUMENTS["a client of another country"]!, "AE", "0"],
  ])("BR-FR-15, 16: %s is a category and a rate of the list", (_, document, category, rate) => {
    expect(ciiInvoice(document)).toContain(
      `<ram:CategoryCode>${category}</ram:CategoryCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent>`,
    );
  });
  test("BR-FR-CO-05: a credit note names the invoice that it corrects, with its date", () => {
    expect(ciiInvoice(aCreditNote())).toContain(
      '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>F26000123</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20261130</qdt:DateTimeString>',
    );
  });
  test.each([
    ["F26000123", "F26000123"],
    ["F 22/11", "F-22/11"],
    ["Fév. n°\u00a07", "Fev-n-7"],
    ["X".repeat(60), "X".repeat(35)],
  ])("BR-FR-01, 02: %s, which is corrected, is named within the allowed signs", (invoice_number, written) => {
    const corrects = { invoice_number, invoice_date: base.invoice_date };
    expect(ciiInvoice(aDocument({ ...aCreditNote(), corrects }))).toContain(
      `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${written}</ram:IssuerAssignedID>`,
    );
  });
  test("BR-FR-CO-07: the due date is the invoice's, and a credit note has none", () => {
    expect(xml).toContain(
      '<ram:DueDateDateTime><udt:DateTimeString format="102">20261230</udt:DateTimeString>',
    );
    expect(ciiInvoice(aCreditNote())).not.toContain("DueDateDateTime");
  });
  test("BT-8 is not there without any VAT", () => {
    for (const name of ["a client outside VAT", "a client of another country"])
      expect(textOf(ciiInvoice(DOCUMENTS[name]!), "DueDateTypeCode")).toBeUndefined();
  });
  test.each([
    [false, "72"],
    [true, "5"],
  ])("BT-8: VAT on debits %s is %s", (vat_on_debits, code) => {
    expect(textOf(ciiInvoice(aDocument({ vat_on_debits })), "DueDateTypeCode")).toBe(code);
  });
});

describe("the amounts", () => {
  test("are those of the invoice", () => {
    const xml = ciiInvoice(aDocument());
    expect([...xml.matchAll(/<ram:LineTotalAmount>([^<]+)</g)].map(([, text]) => text)).toEqual([
      "2483.92",
      "118.97",
      "31.03",
      "2633.92",
    ]);
    expect(xml).toContain('<ram:TaxTotalAmount currencyID="EUR">263.39</ram:TaxTotalAmount>');
    expect(textOf(xml, "GrandTotalAmount")).toBe("2897.31");
    expect(textOf(xml, "DuePayableAmount")).toBe("2897.31");
  });
  test("of a credit note are positive", () => {
    const xml = ciiInvoice(aCreditNote());
    expect(textOf(xml, "GrandTotalAmount")).toBe("38.83");
    expect(xml).not.toMatch(/Amount[^>]*>-/);
  });
  test("taken back have a negative quantity, never a negative price (BR-27)", () => {
    const xml = ciiInvoice(DOCUMENTS["a line that is taken back"]!);
    expect(xml).toContain("<ram:ChargeAmount>123.45</ram:ChargeAmount>");
    expect(xml).toContain('<ram:BilledQuantity unitCode="C62">-1</ram:BilledQuantity>');
    expect(xml).toContain("<ram:LineTotalAmount>-123.45</ram:LineTotalAmount>");
  });
  test.each(Object.entries(DOCUMENTS))("of %s add up (BR-CO-10, 13, 14, 15)", (_, document) => {
    const xml = ciiInvoice(document);
    const all = (pattern: RegExp): number =>
      [...xml.matchAll(pattern)].reduce((sum, [, text]) => sum + Math.round(Number(text) * 100), 0);
    const header = xml.slice(xml.indexOf("HeaderMonetarySummation"));
    const one = (name: string): number => Math.round(Number(textOf(header, name)) * 100);
    const net = all(/LineMonetarySummation><ram:LineTotalAmount>([^<]+)</g);
    expect(one("LineTotalAmount")).toBe(net);
    expect(one("TaxBasisTotalAmount")).toBe(net);
    expect(all(/<ram:BasisAmount>([^<]+)</g)).toBe(net);
    expect(one("TaxTotalAmount")).toBe(all(/<ram:CalculatedAmount>([^<]+)</g));
    expect(one("GrandTotalAmount")).toBe(net + one("TaxTotalAmount"));
    expect(one("GrandTotalAmount")).toBe(Math.abs(document.total_amount));
  });
});

describe("the facts of a line are those of the page", () => {
  const factsOf = (document: InvoiceDocument): string[] =>
    [
      ...ciiInvoice(document).matchAll(
        /<ram:ApplicableProductCharacteristic><ram:Description>([^<]+)<\/ram:Description><ram:Value>([^<]+)</g,
      ),
    ].map(([, name, value]) => `${name}: ${value}`);
  const none = { admissions_paid: 0, admissions_free: 0, gross_ttc: cents(0), base_film_ht: cents(0) };

  test("of a credit of an amount, nothing of admissions and takings, as if there had been none", () => {
    const [corrected] = aCreditNote().lines;
    expect(factsOf(aCreditNote())).toContain("Entrées payantes: 12");
    const byHand = { ...corrected!, ...none, rate_bp: null, screens: [] };
    expect(factsOf({ ...aCreditNote(), lines: [byHand] })).toEqual([
      "Film: Les Heures bleues",
      "Visa: 199041",
      "Version: VF",
    ]);
  });
  test("of a line of an invoice, admissions and takings though there were none", () => {
    expect(factsOf(aDocument({ lines: [{ ...line!, ...none }] }))).toContain("Entrées payantes: 0");
  });
  test("of a credit of an imported invoice, no film: none is known", () => {
    const corrects = { invoice_number: "2026-0043", invoice_date: base.invoice_date };
    const vat = [{ vat_rate_bp: 550, net_amount: cents(10_000), vat_amount: cents(550) }];
    const [billed] = creditableOfImported(corrects.invoice_number, cents(10_550), vat);
    const credited = {
      ...aCreditNote().lines[0]!,
      ...none,
      ...billed!,
      kind: "correction" as const,
      screens: [],
      rate_bp: null,
      net_amount: cents(-10_000),
    };
    const ofImported = { ...aCreditNote(), corrects, lines: [credited] };
    expect(factsOf(ofImported)).toEqual([]);
    expect(factsOf({ ...ofImported, lines: [{ ...credited, film_title: "Facture" }] })).toEqual([
      "Film: Facture",
    ]);
  });
});

test("an assigned invoice is paid to the factor, and says so (BILL-16)", () => {
  const xml = ciiInvoice(DOCUMENTS["an invoice assigned to a factor"]!);
  expect(xml).toContain("<ram:PayeeTradeParty><ram:Name>Factor &amp; Cie</ram:Name></ram:PayeeTradeParty>");
  expect(textOf(xml, "IBANID")).toBe("FR7699999000020009876543210");
  expect(notes(xml)).toContain("ACC");
});

test("the same document gives the same text, and nothing of a name is markup", () => {
  expect(ciiInvoice(aDocument())).toBe(ciiInvoice(aDocument()));
  const xml = ciiInvoice(DOCUMENTS["hostile names"]!);
  expect(xml).toContain("L’Étoile &amp; &lt;Fils&gt; &quot;Ciné&quot; \ufffd</ram:Name>");
  expect(xml).toContain("&lt;script&gt;&amp;amp;&lt;/script&gt;");
});
