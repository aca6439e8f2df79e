import { cents, sumCents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aContext, aDeclaration, firstInvoice, rivageNord } from "./builders.testing.ts";
import type { InvoiceDraft } from "./draft-invoice.ts";

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");
const draft = (...args: Parameters<typeof firstInvoice>): InvoiceDraft => {
  const invoice = firstInvoice(...args);
  if (!invoice) throw new Error("nothing is billed");
  return invoice;
};

describe("worked example A: Le Beffroi, week 47", () => {
  const invoice = draft([aDeclaration(), rivageNord()], aContext());
  test("its totals come out to the cent", () => {
    expect(invoice).toMatchObject({
      cinema_id: 10,
      week_start: "2026-11-18",
      total_net_amount: 263392,
      total_vat_amount: 26339,
      total_amount: 289731,
      vat_breakdown: [{ vat_rate_bp: 1000, net_amount: 263392, vat_amount: 26339 }],
    });
  });
  test("the guarantee's complement is a line of its own after its film", () => {
    expect(invoice.lines.map((line) => [line.position, line.kind, line.net_amount])).toEqual([
      [1, "rental", 248392],
      [2, "rental", 11897],
      [3, "minimum_guarantee", 3103],
    ]);
    expect(invoice.lines.map((line) => plain(line.description))).toEqual([
      "Les Heures bleues (VF) – S1 – 812 entrées – base film 4 967,84 € × 50 %",
      "Rivage nord (VOST) – S4 – 58 entrées – base film 297,43 € × 40 %",
      "Rivage nord – complément au minimum garanti (150,00 € HT)",
    ]);
  });
  test("a line keeps what its declarations say", () => {
    expect(invoice.lines[0]).toMatchObject({
      film_title: "Les Heures bleues",
      visa_number: "199041",
      version: "VF",
      run_week: 1,
      screens: ["Salle 1"],
      screenings: 21,
      admissions_paid: 812,
      admissions_free: 9,
      gross_ttc: 590940,
      base_film_ht: 496784,
      rate_bp: 5000,
      vat_rate_bp: 1000,
      declaration_ids: [1],
    });
  });
});

test("worked example B: a film on two screens sums the rounded shares", () => {
  const invoice = draft(
    [
      aDeclaration({ id: 3, base_film_ht: cents(1998367), share_ht: cents(999184) }),
      aDeclaration({
        id: 4,
        base_film_ht: cents(741099),
        share_ht: cents(370550),
        screen_name: "Salle 4",
        screenings: 28,
      }),
    ],
    aContext(),
  );
  expect(invoice).toMatchObject({
    total_net_amount: 1369734,
    total_vat_amount: 136973,
    total_amount: 1506707,
  });
  expect(invoice.lines).toHaveLength(1);
  expect(invoice.lines[0]).toMatchObject({
    screens: ["Salle 1", "Salle 4"],
    screenings: 49,
    base_film_ht: 2739466,
    declaration_ids: [3, 4],
  });
});

test("worked example D: a flat fee is billed whole and its admissions kept as statistics", () => {
  const flat = aDeclaration({
    terms_type: "FORFAIT",
    rate_bp: null,
    flat_fee_ht: cents(12000),
    share_ht: cents(12000),
  });
  const invoice = draft([flat], aContext({ 10: cents(50000) }));
  expect(invoice).toMatchObject({ total_net_amount: 12000, total_vat_amount: 1200, total_amount: 13200 });
  expect(invoice.lines).toEqual([
    expect.objectContaining({ kind: "flat_fee", rate_bp: null, admissions_paid: 812, net_amount: 12000 }),
  ]);
  expect(plain(invoice.lines[0]!.description)).toBe("Les Heures bleues (VF) – S1 – forfait 120,00 € HT");
});

describe("the minimum guarantee (BILL-4)", () => {
  const complement = (...args: Parameters<typeof firstInvoice>) =>
    (firstInvoice(...args)?.lines ?? [])
      .filter((line) => line.kind === "minimum_guarantee")
      .map((line) => line.net_amount);
  const low = (changes: Parameters<typeof rivageNord>[0] = {}) =>
    rivageNord({ minimum_guarantee_ht: null, ...changes });

  test("comes from the settings when the declaration gives none", () => {
    expect(complement([low()], aContext({ 10: cents(20000) }))).toEqual([8103]);
  });
  test("a declared one overrides the settings, even downwards", () => {
    expect(complement([rivageNord()], aContext({ 10: cents(20000) }))).toEqual([3103]);
    expect(complement([low({ minimum_guarantee_ht: cents(0) })], aContext({ 10: cents(20000) }))).toEqual([]);
  });
  test("the settings of another cinema do not count", () => {
    expect(complement([low()], aContext({ 11: cents(20000) }))).toEqual([]);
  });
  test("nothing is added when the share reaches it exactly", () => {
    expect(complement([low()], aContext({ 10: cents(11897) }))).toEqual([]);
  });
  test("it is one per film and week: screens and versions add up before it", () => {
    const screens = [rivageNord(), rivageNord({ id: 5, screen_name: "Salle 3", version: "VF" })];
    expect(complement(screens, aContext())).toEqual([]);
    const lower = screens.map((d) => ({ ...d, minimum_guarantee_ht: cents(30000) }));
    expect(complement(lower, aContext())).toEqual([30000 - 2 * 11897]);
  });
  test("a screen that gives no visa shows the film of its title: one guarantee for both", () => {
    const pending = rivageNord({ id: 5, visa_number: "", film_title: "RIVAGE NORD", screen_name: "Salle 3" });
    const { lines } = draft([pending, rivageNord()], aContext());
    expect(lines.map((line) => [line.kind, line.visa_number, line.net_amount, line.screens])).toEqual([
      ["rental", "199087", 2 * 11897, ["Salle 2", "Salle 3"]],
    ]);
  });
  test("without a visa, one of several films of its title is none of them", () => {
    const films = ["", "199087", "199088"].map((visa_number, id) => low({ id, visa_number }));
    expect(complement(films, aContext({ 10: cents(15000) }))).toEqual([3103, 3103, 3103]);
  });
  test("each film has its own", () => {
    const films = [low(), low({ id: 6, visa_number: "199088", film_title: "Autre rive" })];
    expect(complement(films, aContext({ 10: cents(15000) }))).toEqual([3103, 3103]);
  });
  test("a flat fee and a free screening call none", () => {
    const flat = low({ terms_type: "FORFAIT", rate_bp: null, flat_fee_ht: cents(100) });
    expect(complement([flat], aContext({ 10: cents(20000) }))).toEqual([]);
    const free = low({ terms_type: "GRATUIT", rate_bp: null, share_ht: cents(0) });
    expect(complement([free], aContext({ 10: cents(20000) }))).toEqual([]);
  });
  test("a cancelled screening without a paid admission calls none, one with some does", () => {
    const empty = { admissions_paid: 0, share_ht: cents(0), cancelled_screening: true };
    expect(complement([rivageNord(empty)], aContext())).toEqual([]);
    expect(complement([rivageNord({ ...empty, admissions_paid: 1 })], aContext())).toEqual([15000]);
    expect(complement([rivageNord({ ...empty, cancelled_screening: false })], aContext())).toEqual([15000]);
  });
  test("a share of zero stays beside the complement that it explains", () => {
    const nothing = rivageNord({ admissions_paid: 0, share_ht: cents(0), base_film_ht: cents(0) });
    expect(draft([nothing], aContext()).lines.map((line) => [line.kind, line.net_amount])).toEqual([
      ["rental", 0],
      ["minimum_guarantee", 15000],
    ]);
  });
});

describe("what is invoiced", () => {
  test("versions of a film are lines of their own", () => {
    const invoice = draft([aDeclaration({ version: "VOST" }), aDeclaration({ id: 2 })], aContext());
    expect(invoice.lines.map((line) => line.version)).toEqual(["VF", "VOST"]);
  });
  test("two rates of one film are two lines, as a line states its rate", () => {
    const invoice = draft([aDeclaration(), aDeclaration({ id: 2, rate_bp: 4000 })], aContext());
    expect(invoice.lines.map((line) => line.rate_bp)).toEqual([5000, 4000]);
  });
  test("a visa written with spaces is the same film", () => {
    const invoice = draft([aDeclaration(), aDeclaration({ id: 2, visa_number: "199 041" })], aContext());
    expect(invoice.lines).toHaveLength(1);
  });
  test("a free screening bills nothing, beside others or alone", () => {
    const free = aDeclaration({ id: 7, terms_type: "GRATUIT", rate_bp: null, share_ht: cents(0) });
    expect(firstInvoice([free], aContext())).toBeNull();
    const { lines } = draft([rivageNord(), free], aContext());
    expect(lines.every((line) => !line.declaration_ids.includes(7))).toBe(true);
  });
  test("a preview is told by its letters and one admission is singular", () => {
    const [line] = draft([aDeclaration({ run_week: 0, admissions_paid: 1 })], aContext()).lines;
    expect(plain(line!.description)).toContain("(VF) – AVP – 1 entrée –");
  });
});

test("whatever is declared, totals are the sums of their lines and nothing is negative", () => {
  const declaration = fc
    .record({
      visa_number: fc.constantFrom("1", "2", ""),
      version: fc.constantFrom("VF", "VOST"),
      terms_type: fc.constantFrom("POURCENTAGE", "FORFAIT", "GRATUIT"),
      rate_bp: fc.constantFrom(5000, 4000, 2500),
      minimum_guarantee_ht: fc.option(fc.integer({ min: 0, max: 50000 }).map(cents)),
      cancelled_screening: fc.boolean(),
      admissions_paid: fc.integer({ min: 0, max: 3 }),
      share_ht: fc.integer({ min: 0, max: 99999 }).map(cents),
    })
    .map((changes) => aDeclaration(changes as never));
  fc.assert(
    fc.property(fc.array(declaration, { maxLength: 12 }), (declarations) => {
      const numbered = declarations.map((d, index) => ({ ...d, id: index + 1 }));
      const invoice = firstInvoice(numbered, aContext({ 10: cents(30000) }));
      const lines = invoice?.lines ?? [];
      for (const line of lines) expect(line.net_amount).toBeGreaterThanOrEqual(0);
      expect(lines.map((line) => line.position)).toEqual(lines.map((_, index) => index + 1));
      if (invoice) {
        expect(invoice.total_net_amount).toBe(sumCents(lines.map((line) => line.net_amount)));
        expect(invoice.total_amount).toBe(invoice.total_net_amount + invoice.total_vat_amount);
        expect(invoice.total_amount).toBeGreaterThan(0);
      }
      const billed = new Set(lines.flatMap((line) => line.declaration_ids));
      const worth = numbered.filter((d) => d.terms_type !== "GRATUIT" && d.share_ht > 0);
      expect(worth.filter((d) => !billed.has(d.id))).toEqual([]);
    }),
  );
});
