import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { shareCredits } from "./credit-shares.ts";

const invoice = (id: number, day: string, outstanding: number) => ({
  id,
  due_date: civilDate(day),
  outstanding: cents(outstanding),
});
const LATE = [
  invoice(1, "2026-12-30", 10_000),
  invoice(2, "2026-11-30", 20_000),
  invoice(3, "2026-12-30", 5_000),
];

test.each<[number, [number, number][]]>([
  [0, []],
  [15_000, [[2, 15_000]]],
  [
    33_000,
    [
      [2, 20_000],
      [1, 10_000],
      [3, 3_000],
    ],
  ],
  [
    99_000,
    [
      [2, 20_000],
      [1, 10_000],
      [3, 5_000],
    ],
  ],
])(
  "open credits of %i cents are set against what was due first, never beyond what is owed",
  (credits, shares) => {
    expect([...shareCredits(cents(credits), LATE)]).toEqual(shares);
  },
);
