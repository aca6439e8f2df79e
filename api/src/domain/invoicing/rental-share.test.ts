import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { lineShare, sacemOf, type ShareTerms, ticketVatOf, tsaOf } from "./rental-share.ts";

const terms = (changes: Partial<ShareTerms>): ShareTerms => ({
  terms_type: "POURCENTAGE",
  rate_millionths: 50_000_000,
  flat_fee_ht: null,
  base_film_ht: cents(496784),
  declared_share_ht: null,
  declared_sacem: null,
  sacem_deducted: false,
  ...changes,
});

test.each([
  ["Les Heures bleues at Le Beffroi", 590940, 63349, 30807, 496784, 7526],
  ["Rivage nord at Le Beffroi", 35380, 3793, 1844, 29743, 451],
  ["Mégascope Rennes, screen 1", 2377120, 254827, 123926, 1998367, 30275],
  ["Mégascope Rennes, screen 4", 881560, 94503, 45958, 741099, 11228],
  ["Les Heures bleues, corrected", 582540, 62448, 30369, 489723, 7419],
  ["a free screening", 0, 0, 0, 0, 0],
])("%s: TSA, VAT, base film and SACEM follow the takings", (_, gross, tsa, vat, base, sacem) => {
  expect([tsaOf(cents(gross)), ticketVatOf(cents(gross)), gross - tsa - vat]).toEqual([tsa, vat, base]);
  expect(sacemOf(cents(base))).toBe(sacem);
});

describe("without a declared share", () => {
  test("the share is base × rate, the legal base", () => {
    expect(lineShare(terms({}))).toEqual({
      share_ht: 248392,
      share_declared: false,
      sacem_deducted: false,
      expected_share_ht: null,
    });
  });
  test("the SACEM is taken off first when the distributor says so", () => {
    expect(lineShare(terms({ sacem_deducted: true }))).toMatchObject({
      share_ht: 244629,
      sacem_deducted: true,
    });
  });
  test.each([
    [1998367, 5000, 999184],
    [741099, 5000, 370550],
    [29743, 4000, 11897],
    [489723, 5000, 244862],
  ])("the share of %i at %i rounds half-up to %i", (base, rate, share) => {
    expect(lineShare(terms({ base_film_ht: cents(base), rate_millionths: rate * 10_000 })).share_ht).toBe(
      share,
    );
  });
});

describe("a declared share is authoritative", () => {
  test.each([
    ["equals base × rate", 248392, false, null],
    ["is 0.05 € from base × rate", 248397, false, null],
    ["is 0.06 € from base × rate", 248398, null, 248392],
    ["equals (base − SACEM) × rate", 244629, true, null],
    ["is 0.05 € under (base − SACEM) × rate", 244624, true, null],
    ["fits neither", 200000, null, 248392],
  ])("when it %s", (_, declared, sacem_deducted, expected_share_ht) => {
    expect(lineShare(terms({ declared_share_ht: cents(declared) }))).toEqual({
      share_ht: declared,
      share_declared: true,
      sacem_deducted,
      expected_share_ht,
    });
  });
  test("one that fits neither is compared with the formula of the cinema", () => {
    const share = lineShare(terms({ declared_share_ht: cents(200000), sacem_deducted: true }));
    expect(share.expected_share_ht).toBe(244629);
  });
  test("one that both formulas explain does not tell which is used", () => {
    const share = lineShare(terms({ base_film_ht: cents(0), declared_share_ht: cents(0) }));
    expect(share).toMatchObject({ sacem_deducted: null, expected_share_ht: null });
  });
  test("the declared SACEM is the one deducted in the check", () => {
    const share = lineShare(terms({ declared_sacem: cents(10000), declared_share_ht: cents(243392) }));
    expect(share.sacem_deducted).toBe(true);
  });
});

test("a flat fee is the share whatever the takings (example D)", () => {
  const share = lineShare(terms({ terms_type: "FORFAIT", rate_millionths: null, flat_fee_ht: cents(12000) }));
  expect(share).toMatchObject({ share_ht: 12000, sacem_deducted: null });
});

test("a free screening has no share", () => {
  expect(lineShare(terms({ terms_type: "GRATUIT", declared_share_ht: cents(500) })).share_ht).toBe(0);
});

test("terms that say no amount are refused", () => {
  expect(() => lineShare(terms({ rate_millionths: null }))).toThrow(RangeError);
  expect(() => lineShare(terms({ terms_type: "FORFAIT" }))).toThrow(RangeError);
});
