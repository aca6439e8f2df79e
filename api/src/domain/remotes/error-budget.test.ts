import { describe, expect, it } from "vitest";
import { figuresOf, overspent, type Witness } from "./error-budget.ts";

const budget = { share: 20, loads: 10, people: 3 };
const since = new Date("2026-11-30T10:00:00Z");
const now = new Date("2026-11-30T10:20:00Z");
const each = (people: number, loads: number, failures: number): Witness[] =>
  Array.from({ length: people }, () => ({ loads, failures }));
const judged = (witnesses: readonly Witness[], more: Partial<Parameters<typeof overspent>[0]> = {}) =>
  overspent({ budget, since, now, witnesses, before: undefined, ...more });

describe("the error budget of a build that has just gone live (FED-27)", () => {
  it("is spent when more than its share of the loads fails", () => {
    expect(judged([...each(3, 1, 1), ...each(9, 1, 0)])).toEqual({ loads: 12, failures: 3, people: 3 });
    expect(judged([...each(3, 1, 1), ...each(12, 1, 0)])).toBeUndefined();
  });

  it.each([
    ["too few loads", each(3, 3, 3)],
    ["too few people, however often they load", each(2, 500, 500)],
    ["one person who fails among many", [...each(1, 5, 5), ...each(5, 1, 0)]],
    ["nobody", []],
  ])("says nothing of %s", (_, witnesses) => {
    expect(judged(witnesses)).toBeUndefined();
  });

  it("says nothing of what one of several distributors saw fail, and is spent where there is one only, or two saw it", () => {
    const of = (group: string, some: readonly Witness[]) => some.map((one) => ({ ...one, group }));
    const failing = of("lumen", each(3, 4, 4));
    expect(judged(failing)).toMatchObject({ people: 3 });
    expect(judged([...failing, ...of("nova", each(1, 1, 0))])).toBeUndefined();
    expect(judged([...failing, ...of("nova", each(1, 1, 1))])).toMatchObject({ people: 4 });
  });

  it("weighs each person by five loads, with the share of theirs that failed", () => {
    expect(figuresOf([{ loads: 100, failures: 50 }])).toEqual({ loads: 5, failures: 3, people: 1 });
    // Who reloads what fails does not outvote those for whom it works.
    expect(judged([...each(3, 200, 200), ...each(70, 1, 0)])).toBeUndefined();
    expect(
      figuresOf([
        { loads: 0, failures: 4 },
        { loads: 2, failures: 9 },
      ]),
    ).toEqual({
      loads: 2,
      failures: 2,
      people: 1,
    });
  });

  it("is of the first hour, and of no time before the build went live", () => {
    const bad = each(4, 3, 3);
    expect(judged(bad, { now: new Date("2026-11-30T10:59:59Z") })).toBeDefined();
    expect(judged(bad, { now: new Date("2026-11-30T11:00:00Z") })).toBeUndefined();
    expect(judged(bad, { now: new Date("2026-11-30T09:59:00Z") })).toBeUndefined();
  });

  it("blames no build for what the one before it did as badly", () => {
    const half = [...each(5, 1, 1), ...each(5, 1, 0)];
    expect(judged(half, { before: { loads: 100, failures: 30 } })).toBeUndefined();
    expect(judged(half, { before: { loads: 100, failures: 20 } })).toBeDefined();
    expect(judged(half, { before: { loads: 3, failures: 3 } })).toBeDefined();
  });

  it("is kept by nobody where it is switched off", () => {
    expect(judged(each(50, 5, 5), { budget: null })).toBeUndefined();
  });
});
