import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { creditableFilms, draftCreditByHand } from "./credit-by-hand.ts";
import { creditedOfImported, type NoteOfImported } from "./credited-of-imported.ts";
import { creditableOfImported } from "./imported-invoice.ts";
import type { VatOfRate } from "./invoice-totals.ts";

const rate = (vat_rate_bp: number, net: number, vat: number): VatOfRate => ({
  vat_rate_bp,
  net_amount: cents(net),
  vat_amount: cents(vat),
});
const note = (net: number, vat: number, ...vat_breakdown: VatOfRate[]): NoteOfImported => ({
  total_net_amount: cents(net),
  total_vat_amount: cents(vat),
  total_amount: cents(net + vat),
  vat_breakdown,
});
/** What is left to credit before tax, by rate, and what crediting it whole comes to. */
function creditWhole(total: number, vat: readonly VatOfRate[], notes: readonly NoteOfImported[]) {
  const lines = creditableOfImported("F1", cents(total), vat);
  const { credited, creditedVat } = creditedOfImported(lines, vat, notes);
  const films = creditableFilms(lines, credited);
  const chosen = films.map(({ line_id, remaining }) => ({ line_id, net_amount: remaining }));
  const draft = draftCreditByHand(films, chosen, vat, creditedVat, () => "");
  return { left: films.map((film) => film.remaining), credited: draft.total_amount };
}

describe("an imported invoice is never credited for more than its credit notes left of it (BILL-12, BILL-17)", () => {
  const TAXED = [rate(1000, 1000_00, 100_00)];
  test.each([
    ["nothing was credited", TAXED, 1100_00, [], [1000_00], -1100_00],
    [
      "one of its rate",
      TAXED,
      1100_00,
      [note(-300_00, -30_00, rate(1000, -300_00, -30_00))],
      [700_00],
      -770_00,
    ],
    ["one net of tax", TAXED, 1100_00, [note(-300_00, 0, rate(0, -300_00, 0))], [700_00], -800_00],
    ["one of a rate that is not known", TAXED, 1100_00, [note(-300_00, -28_00)], [700_00], -772_00],
    ["one without a rate or VAT", [rate(0, 1000_00, 0)], 1000_00, [note(-300_00, 0)], [700_00], -700_00],
    [
      "one of more VAT than it has",
      TAXED,
      1100_00,
      [note(-600_00, -120_00, rate(2000, -600_00, -120_00))],
      [345_45],
      -380_00,
    ],
    [
      "one net of tax beyond its net amount",
      TAXED,
      1100_00,
      [note(-1050_00, 0, rate(0, -1050_00, 0))],
      [45_45],
      -50_00,
    ],
    ["one of all of it, net of tax", TAXED, 1100_00, [note(-1100_00, 0, rate(0, -1100_00, 0))], [], 0],
    [
      "one beyond one of its two rates",
      [rate(1000, 100_00, 10_00), rate(2000, 100_00, 20_00)],
      230_00,
      [note(-150_00, -15_00, rate(1000, -150_00, -15_00))],
      [54_17],
      -65_00,
    ],
    [
      "cents that its parts miss of its total",
      TAXED,
      1100_02,
      [note(-300_00, 0, rate(0, -300_00, 0))],
      [700_02],
      -800_02,
    ],
    [
      "cents that a note's parts miss of its total",
      TAXED,
      1100_00,
      [{ ...note(-300_00, -30_00, rate(1000, -300_00, -30_00)), total_amount: cents(-330_02) }],
      [699_98],
      -769_98,
    ],
  ] as const)("%s", (_name, vat, total, notes, left, credited) => {
    expect(creditWhole(total, vat, notes)).toEqual({ left, credited: credited === 0 ? 0 : credited });
  });
});
