import { cents } from "@bobine/contract/money";
import { describe, expect, it } from "vitest";
import { aContext, aDeclaration, firstInvoice, issued } from "./builders.testing.ts";
import { correctInvoicing } from "./corrections.ts";
import {
  type BilledLine,
  creditableFilms,
  creditableParts,
  draftCreditByHand,
  NotCreditable,
} from "./credit-by-hand.ts";

const line = (changes: Partial<BilledLine> & { id: number }): BilledLine => ({
  film_title: "Les Heures bleues",
  visa_number: "199041",
  version: "VF",
  net_amount: cents(100_00),
  vat_rate_bp: 1000,
  ...changes,
});
const vatOf = (net: number, vat: number) => [
  { vat_rate_bp: 1000, net_amount: cents(net), vat_amount: cents(vat) },
];
const draft = (
  films: ReturnType<typeof creditableFilms>,
  chosen: [number, number][],
  vat = vatOf(100_00, 10_00),
  credited: ReturnType<typeof vatOf> = [],
) =>
  draftCreditByHand(
    films,
    chosen.map(([line_id, net]) => ({ line_id, net_amount: cents(net) })),
    vat,
    credited,
    (film) => film.line.film_title,
  );

describe("what of an invoice can be credited", () => {
  it("is one amount per film and rate, whatever its versions", () => {
    const films = creditableFilms(
      [
        line({ id: 1 }),
        line({ id: 2, version: "VOST", net_amount: cents(20_00) }),
        line({ id: 3, vat_rate_bp: 550 }),
      ],
      [],
    );
    expect(films.map(({ line_id, billed, remaining }) => [line_id, billed, remaining])).toEqual([
      [1, 12000, 12000],
      [3, 10000, 10000],
    ]);
  });

  it("is what its credit notes have left; what is used up is not offered", () => {
    const films = creditableFilms(
      [line({ id: 1 }), line({ id: 2, visa_number: "2" })],
      [
        line({ id: 0, net_amount: cents(-30_00) }),
        line({ id: 0, visa_number: "2", net_amount: cents(-100_00) }),
      ],
    );
    expect(films.map(({ line_id, remaining }) => [line_id, remaining])).toEqual([[1, 7000]]);
  });

  it("counts a credit note that knows the visa of a film, which the invoice did not (BILL-4)", () => {
    const films = creditableFilms(
      [line({ id: 1, visa_number: "" })],
      [line({ id: 0, net_amount: cents(-30_00) })],
    );
    expect(films.map(({ line_id, remaining }) => [line_id, remaining])).toEqual([[1, 7000]]);
  });
});

describe("a credit note by hand", () => {
  const films = creditableFilms([line({ id: 1 })], []);

  it("is negative, with its VAT", () => {
    const { lines: _, ...totals } = draft(films, [[1, 30_00]]);
    expect(totals).toEqual({
      vat_breakdown: [{ vat_rate_bp: 1000, net_amount: -3000, vat_amount: -300 }],
      total_net_amount: -3000,
      total_vat_amount: -300,
      total_amount: -3300,
    });
  });

  it("in three parts comes to the invoice to the cent, however each part rounds", () => {
    // 33.35 at 10 % rounds to 3.34 twice; the last part takes what is left of 10.01.
    const net = 100_05;
    let credited = { net: 0, vat: 0 };
    for (const part of [33_35, 33_35, 33_35]) {
      const left = creditableFilms(
        [line({ id: 1, net_amount: cents(net) })],
        [line({ id: 0, net_amount: cents(credited.net) })],
      );
      const made = draft(left, [[1, part]], vatOf(net, 10_01), vatOf(credited.net, credited.vat));
      credited = { net: credited.net + made.total_net_amount, vat: credited.vat + made.total_vat_amount };
    }
    expect(credited).toEqual({ net: -net, vat: -10_01 });
  });

  it.each([
    ["more than the film is worth", [[1, 100_01]]],
    ["a film that the invoice does not bill", [[7, 1]]],
    ["nothing of it", [[1, 0]]],
    [
      "the same film twice",
      [
        [1, 10_00],
        [1, 10_00],
      ],
    ],
  ] as [string, [number, number][]][])("is not made of %s", (_, chosen) => {
    expect(() => draft(films, chosen)).toThrow(NotCreditable);
  });
});

describe("VAT that is left of an invoice whose films are credited", () => {
  const films = (credited: number, vat: number) =>
    creditableParts(
      [line({ id: 1, net_amount: cents(10_08) })],
      [line({ id: 0, net_amount: cents(-credited) })],
      vatOf(10_08, 1_01),
      vatOf(-credited, -vat),
    );

  it("can be credited alone", () => {
    const left = films(10_08, 1_00);
    expect(left).toMatchObject([{ line_id: 1, billed: 0, remaining: 0, vat_alone: 1 }]);
    const { lines, ...totals } = draft(left, [[1, 0]], vatOf(10_08, 1_01), vatOf(-10_08, -1_00));
    expect(lines.map((one) => one.net_amount)).toEqual([0]);
    expect(totals).toEqual({
      vat_breakdown: [{ vat_rate_bp: 1000, net_amount: 0, vat_amount: -1 }],
      total_net_amount: 0,
      total_vat_amount: -1,
      total_amount: -1,
    });
  });
  it.each([
    ["nothing is left", 10_08, 1_01, []],
    ["more was credited", 10_08, 1_02, []],
    ["something is left before tax", 10_00, 1_00, [[8, 0]]],
  ])("is not offered where %s", (_, credited, vat, expected) => {
    expect(films(credited, vat).map((film) => [film.remaining, film.vat_alone])).toEqual(expected);
  });
});

describe("a week of which a person has credited something", () => {
  const declared = (share: number) => aDeclaration({ share_ht: cents(share) });
  const { cinema_id, week_start } = declared(0);
  const after = (creditedByHand: number, share: number) => {
    const draft = firstInvoice([declared(1000_00)], aContext());
    const invoice = issued(draft as NonNullable<typeof draft>);
    const credit = {
      ...invoice,
      id: 124,
      type: "credit_note" as const,
      corrects_id: invoice.id,
      by_hand: true,
      lines: invoice.lines.map((one) => ({
        ...one,
        kind: "correction" as const,
        net_amount: cents(-creditedByHand),
      })),
      vat_breakdown: vatOf(-creditedByHand, -creditedByHand / 10),
    };
    const decision = correctInvoicing(
      { cinema_id, week_start },
      [invoice, credit],
      [declared(share)],
      aContext(),
    );
    return [
      decision.complementary_invoice?.total_net_amount ?? 0,
      ...decision.credit_notes.map((note) => note.total_net_amount),
    ];
  };

  it.each([
    ["the same declaration bills nothing again", 1000_00, 1000_00, [0]],
    ["a higher one bills the difference only", 1000_00, 1200_00, [200_00]],
    ["a lower one credits what is left, never more than was billed", 900_00, 800_00, [0, -100_00]],
    ["a lower one credits nothing when all is credited", 1000_00, 800_00, [0]],
    ["a lower one credits the difference when that is left", 300_00, 800_00, [0, -200_00]],
  ])("%s", (_, creditedByHand, share, expected) => {
    expect(after(creditedByHand, share)).toEqual(expected);
  });
});
