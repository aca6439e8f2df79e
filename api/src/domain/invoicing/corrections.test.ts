import { civilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BilledDeclaration } from "./billed-declaration.ts";
import { aContext, aDeclaration, firstInvoice, issued, rivageNord } from "./builders.testing.ts";
import { correctInvoicing, type CreditNoteDraft, type InvoicedDocument } from "./corrections.ts";
import { invoiceTotals } from "./invoice-totals.ts";

const WEEK = { cinema_id: 10, week_start: civilDate("2026-11-18") };
const NOTHING = { complementary_invoice: null, former_complements: [], credit_notes: [] };
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");
const invoiced = (declarations: BilledDeclaration[], changes: Partial<InvoicedDocument> = {}) =>
  issued(firstInvoice(declarations, aContext())!, changes);
const correct = (documents: InvoicedDocument[], declarations: BilledDeclaration[]) =>
  correctInvoicing(WEEK, documents, declarations, aContext());

/** « Les Heures bleues » after the corrected report of example C. */
const corrected = aDeclaration({
  id: 9,
  admissions_paid: 800,
  admissions_free: 21,
  gross_ttc: cents(582540),
  base_film_ht: cents(489723),
  share_ht: cents(244862),
});
const original = [aDeclaration(), rivageNord()];

test("the same declarations correct nothing", () => {
  expect(correct([invoiced(original)], original)).toEqual(NOTHING);
});

describe("worked example C: fewer admissions than invoiced", () => {
  const { complementary_invoice, credit_notes } = correct([invoiced(original)], [corrected, rivageNord()]);
  test("one credit note refers to the invoice and its date", () => {
    expect(complementary_invoice).toBeNull();
    expect(credit_notes).toHaveLength(1);
    expect(credit_notes[0]).toMatchObject({
      ...WEEK,
      corrects: { id: 123, invoice_number: "F26000123", invoice_date: "2026-11-30" },
      total_net_amount: -3530,
      total_vat_amount: -353,
      total_amount: -3883,
    });
  });
  test("its line explains the difference", () => {
    expect(credit_notes[0]!.lines).toHaveLength(1);
    expect(credit_notes[0]!.lines[0]).toMatchObject({
      position: 1,
      kind: "correction",
      admissions_paid: -12,
      gross_ttc: -8400,
      base_film_ht: -7061,
      rate_bp: 5000,
      net_amount: -3530,
      declaration_ids: [9],
    });
    expect(plain(credit_notes[0]!.lines[0]!.description)).toBe(
      "Les Heures bleues (VF) – S47 – rectification du bordereau : 800 entrées au lieu de 812, part 2 448,62 € au lieu de 2 483,92 €",
    );
  });
  test("once it is issued, the same report corrects nothing more", () => {
    const credit = { id: 7, type: "credit_note" as const, invoice_number: "A26000007", corrects_id: 123 };
    const { lines, vat_breakdown } = credit_notes[0]!;
    const documents = [invoiced(original), { ...invoiced(original), ...credit, lines, vat_breakdown }];
    expect(correct(documents, [corrected, rivageNord()])).toEqual(NOTHING);
  });
});

describe("a week worth more than invoiced", () => {
  test("a new film is billed as usual on a complementary invoice", () => {
    const { complementary_invoice, credit_notes } = correct([invoiced([aDeclaration()])], original);
    expect(credit_notes).toEqual([]);
    expect(complementary_invoice).toMatchObject({ ...WEEK, total_net_amount: 15000, total_amount: 16500 });
    expect(complementary_invoice!.lines.map((line) => line.kind)).toEqual(["rental", "minimum_guarantee"]);
  });
  test("a film that brought more is billed for the difference", () => {
    const { complementary_invoice } = correct([invoiced([corrected])], [aDeclaration()]);
    expect(complementary_invoice).toMatchObject({ total_net_amount: 3530, total_amount: 3883 });
    expect(complementary_invoice!.lines[0]).toMatchObject({ kind: "correction", admissions_paid: 12 });
  });
  test("a late screen of an invoiced film is billed for its share", () => {
    const late = aDeclaration({ id: 3, screen_name: "Salle 5", share_ht: cents(10000) });
    const { complementary_invoice } = correct([invoiced([aDeclaration()])], [aDeclaration(), late]);
    expect(complementary_invoice).toMatchObject({ total_net_amount: 10000 });
  });
});

test("a film that was billed without a visa is the one whose visa a late screen tells", () => {
  const pending = rivageNord({ visa_number: "" });
  const late = rivageNord({ id: 3, screen_name: "Salle 5" });
  const { complementary_invoice } = correct([invoiced([pending])], [pending, late]);
  // 237.94 € are beyond the guarantee, whose complement comes back.
  expect(complementary_invoice!.lines.map((line) => [line.kind, line.net_amount])).toEqual([
    ["correction", 11897],
    ["minimum_guarantee", -3103],
  ]);
});

test.each([
  ["annulled and another one declared", [rivageNord({ is_cancelled: true, share_ht: cents(0) })]],
  ["corrected", []],
])("a film whose visa was %s is one film with the screen that tells none (BILL-4)", (_, cancelled) => {
  const other = rivageNord({ id: 3, visa_number: "", screen_name: "Salle 5", share_ht: cents(1000) });
  const renamed = rivageNord({ id: 4, visa_number: "199088" });
  const before = invoiced([rivageNord(), other]);
  const { complementary_invoice, credit_notes } = correct([before], [...cancelled, renamed, other]);
  expect([before.lines.length, complementary_invoice?.total_net_amount]).toEqual([2, 15000]);
  expect(credit_notes.map((one) => one.total_net_amount)).toEqual([-15000]);
});

describe.each([
  ["in franchise, of a company that has a VAT number since", "", 0, 0],
  ["without VAT, of a company that is in franchise since", "FR39000100016", 0, 0],
  ["with VAT, of a company that is in franchise since", "FR39000100016", 1000, 353],
])("a week that was billed %s (BILL-13)", (_title, vat_number, default_vat_rate_bp, vat) => {
  const before = issued(firstInvoice([corrected], { ...aContext(), default_vat_rate_bp })!, { vat_number });
  const briefly = (declarations: BilledDeclaration[]) => {
    const { complementary_invoice, former_complements } = correct([before], declarations);
    return [complementary_invoice, ...former_complements].map(
      (one) => one && [one.vat_number, one.total_net_amount, one.total_vat_amount],
    );
  };
  test("what its film is worth more has the number, or none, and the rate of that invoice", () => {
    expect(briefly([aDeclaration()])).toEqual([null, [vat_number, 3530, vat]]);
  });
  test("beside a new film it is a complement of its own", () => {
    expect(briefly(original)).toEqual([
      [null, 15000, 1500],
      [vat_number, 3530, vat],
    ]);
  });
  test("once it was credited whole, it is billed as by the company of today", () => {
    const credit = {
      ...before,
      id: 7,
      type: "credit_note" as const,
      corrects_id: before.id,
      lines: before.lines.map((line) => ({ ...line, net_amount: cents(0 - line.net_amount) })),
    };
    const { complementary_invoice, former_complements } = correct([before, credit], [aDeclaration()]);
    expect([complementary_invoice?.total_net_amount, former_complements]).toEqual([248392, []]);
  });
});

test("films that go up and down are a complementary invoice and a credit note", () => {
  const more = rivageNord({ share_ht: cents(20000) });
  const { complementary_invoice, credit_notes } = correct([invoiced(original)], [corrected, more]);
  expect(complementary_invoice?.total_net_amount).toBe(5000);
  expect(credit_notes.map((one) => one.total_net_amount)).toEqual([-3530]);
});

describe("under a minimum guarantee", () => {
  test("a share that moves below it corrects nothing", () => {
    expect(correct([invoiced(original)], [aDeclaration(), rivageNord({ share_ht: cents(9000) })])).toEqual(
      NOTHING,
    );
  });
  test("a share that passes it is explained with the complement that it replaces", () => {
    const { complementary_invoice } = correct(
      [invoiced([rivageNord()])],
      [rivageNord({ share_ht: cents(20000) })],
    );
    expect(complementary_invoice!.lines.map((line) => [line.kind, line.net_amount])).toEqual([
      ["correction", 8103],
      ["minimum_guarantee", -3103],
    ]);
    expect(complementary_invoice!.total_net_amount).toBe(5000);
  });
});

describe("a guarantee of the settings that came after the invoice", () => {
  const correctSince = (before: BilledDeclaration[], after: BilledDeclaration[]) =>
    correctInvoicing(WEEK, [invoiced(before)], after, aContext({ 10: cents(15000) }));
  const free = (changes: Partial<BilledDeclaration> = {}) =>
    rivageNord({ minimum_guarantee_ht: null, ...changes });

  test("changes nothing of a film while another one of its week is corrected (BILL-13)", () => {
    const { complementary_invoice, credit_notes } = correctSince(
      [aDeclaration(), free()],
      [corrected, free({ is_settled: true })],
    );
    expect(complementary_invoice).toBeNull();
    expect(credit_notes.map((one) => one.total_net_amount)).toEqual([-3530]);
  });
  test("nor of one that was worth nothing", () => {
    const nothing = free({ share_ht: cents(0), is_settled: true });
    expect(correctSince([aDeclaration(), nothing], [aDeclaration(), nothing])).toEqual(NOTHING);
  });
  test("counts for a film that is itself corrected", () => {
    const { complementary_invoice } = correctSince([free()], [free({ share_ht: cents(12000) })]);
    expect(complementary_invoice?.total_net_amount).toBe(3103);
  });
});

test("the guarantee of a screen that is cancelled comes back, though its share was nothing", () => {
  const other = rivageNord({ minimum_guarantee_ht: null });
  const guaranteed = rivageNord({ id: 3, screen_name: "Salle 5", share_ht: cents(0) });
  const { credit_notes } = correct(
    [invoiced([other, guaranteed])],
    [
      { ...other, is_settled: true },
      { ...guaranteed, is_cancelled: true },
    ],
  );
  expect(credit_notes.map((one) => one.total_net_amount)).toEqual([-3103]);
});

describe("a film that is not declared any more", () => {
  test("is credited whole, its guarantee with it", () => {
    const { credit_notes } = correct([invoiced(original)], [aDeclaration()]);
    expect(credit_notes[0]!.lines.map((line) => [line.kind, line.net_amount])).toEqual([
      ["correction", -11897],
      ["minimum_guarantee", -3103],
    ]);
    expect(plain(credit_notes[0]!.lines[0]!.description)).toBe(
      "Rivage nord (VOST) – S47 – déclaration annulée : part 0,00 € au lieu de 118,97 €",
    );
  });
  test("a cancelled week credits its invoice whole", () => {
    const { credit_notes } = correct([invoiced(original)], []);
    expect(credit_notes.map((one) => one.total_amount)).toEqual([-289731]);
  });
});

describe("a credit note names the declarations that it comes of", () => {
  const other = aDeclaration({ id: 3, screen_name: "Salle 5", share_ht: cents(10000), is_settled: true });
  const credited = (before: BilledDeclaration[], after: BilledDeclaration[]) =>
    correct([invoiced(before)], after).credit_notes.flatMap(({ lines }) =>
      lines.map((line) => [line.kind, line.declaration_ids]),
    );

  test("that cancel a film", () => {
    const cancelled = rivageNord({ id: 9, is_cancelled: true });
    expect(credited(original, [aDeclaration({ is_settled: true }), cancelled])).toEqual([
      ["correction", [9]],
      ["minimum_guarantee", [9]],
    ]);
  });
  test("that cancel one of its screens, beside what is billed of the others", () => {
    const cancelled = aDeclaration({ id: 9, is_cancelled: true });
    expect(credited([aDeclaration(), other], [other, cancelled])).toEqual([["correction", [3, 9]]]);
  });
  test("that are worth nothing any more", () => {
    expect(credited([aDeclaration()], [aDeclaration({ id: 9, share_ht: cents(0) })])).toEqual([
      ["correction", [9]],
    ]);
  });
  test("and not those of before, or of another version", () => {
    const before = aDeclaration({ id: 7, is_cancelled: true, is_settled: true });
    const version = aDeclaration({ id: 8, version: "VOST", is_cancelled: true });
    const less = aDeclaration({ id: 9, share_ht: cents(1) });
    expect(credited([aDeclaration()], [before, version, less])).toEqual([["correction", [9]]]);
  });
});

describe("several invoices of one week", () => {
  const complement = (net: Cents, id = 130): InvoicedDocument => {
    const line = { ...invoiced([aDeclaration()]).lines[0]!, kind: "correction" as const, net_amount: net };
    return {
      ...invoiced([aDeclaration()]),
      id,
      invoice_number: `F26000${id}`,
      invoice_date: civilDate("2026-12-05"),
      ...invoiceTotals([line]),
      lines: [line],
    };
  };
  test("the newest one that holds the whole difference is credited", () => {
    const documents = [invoiced([aDeclaration()]), complement(cents(5000))];
    const { credit_notes } = correct(documents, [aDeclaration({ share_ht: cents(250000) })]);
    expect(credit_notes.map((one) => [one.corrects.id, one.total_net_amount])).toEqual([[130, -3392]]);
  });
  test("a difference beyond the newest one goes to one that holds it", () => {
    const documents = [invoiced([aDeclaration()]), complement(cents(5000))];
    const { credit_notes } = correct(documents, [aDeclaration({ share_ht: cents(200000) })]);
    expect(credit_notes.map((one) => [one.corrects.id, one.total_net_amount])).toEqual([[123, -53392]]);
  });
  test("a difference that none holds alone is spread, none credited beyond its lines", () => {
    const documents = [invoiced([aDeclaration()]), complement(cents(5000))];
    const { credit_notes } = correct(documents, []);
    expect(credit_notes.map((one) => [one.corrects.id, one.total_net_amount])).toEqual([
      [130, -5000],
      [123, -248392],
    ]);
    expect(sumCents(credit_notes.map((one) => cents(one.lines[0]!.admissions_paid)))).toBe(-2 * 812);
  });
});

describe("the VAT of the credit notes of one invoice", () => {
  const film = (share: number, number = 1) =>
    aDeclaration({ id: number, visa_number: String(number), share_ht: cents(share) });
  /** The VAT of each document: the invoice, then the credit notes that each state of the week brings. */
  const vatsOf = (states: BilledDeclaration[][], byHand: InvoicedDocument[] = []) => {
    const [first = [], ...later] = states;
    const documents = [invoiced(first), ...byHand];
    for (const declarations of later)
      for (const note of correct(documents, declarations).credit_notes)
        documents.push(asIssued(note, documents.length));
    return documents.map((one) => one.vat_breakdown.map((rate): number => rate.vat_amount));
  };
  const asIssued = (note: CreditNoteDraft, index: number): InvoicedDocument => ({
    id: 200 + index,
    type: "credit_note",
    invoice_number: `A2600000${index}`,
    invoice_date: civilDate("2026-12-05"),
    corrects_id: note.corrects.id,
    by_hand: false,
    vat_number: null,
    lines: note.lines,
    vat_breakdown: note.vat_breakdown,
  });

  test.each([
    ["never more than was billed", [1010, 505, 0], [101, -51, -50]],
    ["nor less, when it is credited to the end", [1008, 504, 0], [101, -50, -51]],
  ])("is %s", (_, shares, expected) => {
    expect(vatsOf(shares.map((share) => [film(share)])).flat()).toEqual(expected);
  });
  test("is that of all its films: the last one takes what is left", () => {
    expect(vatsOf([[film(1004), film(1004, 2)], [film(1004, 2)], []]).flat()).toEqual([201, -100, -101]);
  });
  test("counts what a person has credited", () => {
    const byHand = asIssued(correct([invoiced([film(1010)])], [film(505)]).credit_notes[0]!, 1);
    expect(vatsOf([[film(1010)], []], [{ ...byHand, by_hand: true }]).flat()).toEqual([101, -51, -50]);
  });
});

test("a correction keeps the VAT rate of what it corrects", () => {
  const context = { ...aContext(), default_vat_rate_bp: 550 };
  const { credit_notes } = correctInvoicing(WEEK, [invoiced(original)], [corrected, rivageNord()], context);
  expect(credit_notes[0]!.lines[0]!.vat_rate_bp).toBe(1000);
});

test("after any chain of corrections, what was invoiced is what is declared", () => {
  const share = fc.integer({ min: 0, max: 40000 }).map(cents);
  const state = fc.array(
    fc.record({ film: fc.integer({ min: 1, max: 3 }), version: fc.constantFrom("VF", "VOST"), share }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), (states) => {
      const documents: InvoicedDocument[] = [];
      for (const films of states) {
        const declarations = films.map(({ film, version, share: share_ht }, index) =>
          aDeclaration({
            id: index + 1,
            visa_number: String(film),
            film_title: `Film ${film}`,
            version,
            share_ht,
            minimum_guarantee_ht: film === 1 ? cents(15000) : null,
          }),
        );
        const { complementary_invoice, credit_notes } = correct(documents, declarations);
        const add = (
          type: InvoicedDocument["type"],
          { lines, vat_breakdown }: Pick<InvoicedDocument, "lines" | "vat_breakdown">,
          corrects_id: number | null,
        ) =>
          documents.push({
            id: documents.length + 1,
            type,
            invoice_number: String(documents.length + 1),
            invoice_date: WEEK.week_start,
            corrects_id,
            by_hand: false,
            vat_number: null,
            lines,
            vat_breakdown,
          });
        if (complementary_invoice) {
          expect(complementary_invoice.total_net_amount).toBeGreaterThan(0);
          add("invoice", complementary_invoice, null);
        }
        for (const credit of credit_notes) {
          expect(credit.total_net_amount).toBeLessThan(0);
          add("credit_note", credit, credit.corrects.id);
        }
        for (const { id } of documents.filter((one) => one.type === "invoice")) {
          const ofInvoice = documents.filter((one) => one.id === id || one.corrects_id === id);
          const left = sumCents(ofInvoice.flatMap((one) => one.lines.map((line) => line.net_amount)));
          expect(left).toBeGreaterThanOrEqual(0);
          const vat = sumCents(ofInvoice.flatMap((one) => one.vat_breakdown.map((rate) => rate.vat_amount)));
          expect(vat).toBeGreaterThanOrEqual(0);
          if (left === 0) expect(vat).toBe(0);
        }
        const expected = firstInvoice(declarations, aContext())?.total_net_amount ?? 0;
        const lines = documents.flatMap((one) => one.lines.map((line) => line.net_amount));
        expect(sumCents(lines)).toBe(expected);
        expect(correct(documents, declarations)).toEqual(NOTHING);
      }
    }),
  );
});
