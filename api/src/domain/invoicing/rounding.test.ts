import { cents } from "@bobine/contract/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { atRate, proportionHalfUp } from "./rounding.ts";

test.each([
  [1, 5000, 1],
  [3, 5000, 2],
  [-1, 5000, -1],
  [-3530, 1000, -353],
  [-3535, 1000, -354],
  [4, 1000, 0],
  [5, 1000, 1],
])("%i cents at %i hundredths of a percent are %i cents", (amount, rate, expected) => {
  expect(atRate(cents(amount), rate)).toBe(expected);
});

test("a proportion is the exact half-up one, checked with big integers", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e14, max: 1e14 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.constantFrom(211, 10_000, 100_000),
      (amount, numerator, denominator) => {
        fc.pre(numerator <= denominator);
        const [n, d] = [BigInt(Math.abs(amount)) * BigInt(numerator), BigInt(denominator)];
        const exact = Number((2n * n + d) / (2n * d));
        const expected = amount < 0 && exact !== 0 ? -exact : exact;
        expect(proportionHalfUp(cents(amount), numerator, denominator)).toBe(expected);
      },
    ),
  );
});
