import fc from "fast-check";
import { expect, test } from "vitest";
import { partialSums } from "./partial-sums.ts";

const SCALE = 1024;
const values = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 8 });

test("every part of the values that does not exceed the most is there once, by its sum", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 1_500 }), (list, most) => {
      const parts = Array.from({ length: 2 ** list.length }, (_, mask) => ({
        mask,
        sum: list.reduce((sum, value, bit) => sum + ((mask >> bit) & 1) * value, 0),
      }));
      const fitting = parts.filter(({ sum }) => sum <= most).map(({ sum, mask }) => sum * SCALE + mask);
      expect([...partialSums(list, SCALE, most)]).toEqual(fitting.toSorted((a, b) => a - b));
    }),
  );
});
