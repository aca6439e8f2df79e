import { expect, test } from "vitest";
import { counterOf, NUMBERINGS } from "./numbering.ts";
import { THIRD_TRAIN, thirdSet } from "./plans.ts";
import { makeThirdWorld, type ThirdPlan } from "./third-world.ts";

const PLAN: ThirdPlan = { ...(THIRD_TRAIN[0] as ThirdPlan), cinemas: 60 };
const WORLD = makeThirdWorld(PLAN);

test("a seed makes one world", () => {
  expect(makeThirdWorld(PLAN).rows).toEqual(WORLD.rows);
  expect(makeThirdWorld({ ...PLAN, seed: PLAN.seed + 1 }).rows).not.toEqual(WORLD.rows);
});

test("a line pays no more than it brings, and no invoice is paid beyond what is due", () => {
  const paid = new Map<string, number>();
  for (const { shares } of WORLD.before)
    for (const { bill, cents } of shares) paid.set(bill.id, (paid.get(bill.id) ?? 0) + cents);
  for (const { amount, truth } of WORLD.rows) {
    const sum = truth.reduce((total, { cents }) => total + cents, 0);
    expect(sum).toBeLessThanOrEqual(Math.max(0, amount));
    for (const { bill, cents } of truth) {
      expect(cents).toBeGreaterThan(0);
      paid.set(bill.id, (paid.get(bill.id) ?? 0) + cents);
      expect(paid.get(bill.id)).toBeLessThanOrEqual(bill.total - bill.credited);
    }
  }
});

test("words that name something else pay no invoice, though the amount is one's", () => {
  const contrary = WORLD.rows.filter(({ kind }) => kind.startsWith("contrary"));
  expect(contrary.length).toBeGreaterThan(3);
  expect(contrary.flatMap(({ truth }) => truth)).toEqual([]);
});

test("what is for blind worlds only is in no other", () => {
  const layouts = new Set(THIRD_TRAIN.flatMap((plan) => plan.layouts));
  const numberings = new Set(THIRD_TRAIN.map(({ numbering }) => numbering));
  const plans = thirdSet(8200);
  const blind = new Set(plans.flatMap((plan) => plan.layouts));
  expect([...blind].filter((layout) => !layouts.has(layout))).toHaveLength(4);
  expect(plans.filter(({ numbering }) => !numberings.has(numbering))).toHaveLength(3);
});

test("the counter of a number is what counts in it, wherever it stands", () => {
  for (const number of Object.values(NUMBERINGS)) expect(counterOf(number(143, 26))).toBe(143);
});
