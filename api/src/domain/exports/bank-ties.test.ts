import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { type BankFacts, tieOf } from "./bank-ties.ts";

const TODAY = civilDate("2026-12-02");
const day = (date: string, amount: number, count = 1) => ({
  date: date as CivilDate,
  amount: cents(amount),
  count,
});
const closing = (date: string, amount: number) => ({
  kind: "closing" as const,
  date: date as CivilDate,
  amount: cents(amount),
});
const opening = (date: string, amount: number) => ({ date: date as CivilDate, amount: cents(amount) });
/** Its books say what its lines say. */
const account = (changes: Partial<BankFacts> = {}): BankFacts => {
  const facts = { opening: opening("2026-10-01", 100_00), days: [], stated: [], ...changes };
  const ledger = new Map<string, ReturnType<typeof cents>>();
  const add = (date: string, amount: number) =>
    ledger.set(date.slice(0, 7), cents((ledger.get(date.slice(0, 7)) ?? 0) + amount));
  if (facts.opening) add(facts.opening.date, facts.opening.amount);
  for (const { date, amount } of facts.days) add(date, amount);
  return { ledger, late: [], ...facts };
};
const tie = (changes?: Partial<BankFacts>, year = 2026) => tieOf(account(changes), year, TODAY);

describe("a bank account is tied (EXP-15)", () => {
  test("when opening balance, lines, the bank's balance and the books are one sum, month by month", () => {
    const { months, remarks } = tie({
      days: [day("2026-10-05", 50_00, 2), day("2026-11-30", -20_00)],
      stated: [
        closing("2026-10-31", 150_00),
        { ...closing("2026-11-01", 150_00), kind: "opening" },
        closing("2026-11-30", 130_00),
      ],
    });
    expect(months).toEqual([
      {
        month: "2026-10",
        opening: 100_00,
        line_count: 2,
        movements: 50_00,
        closing: 150_00,
        stated: { date: "2026-10-31", amount: 150_00, gap: 0 },
        ledger: 150_00,
        state: "tied",
      },
      {
        month: "2026-11",
        opening: 150_00,
        line_count: 1,
        movements: -20_00,
        closing: 130_00,
        stated: { date: "2026-11-30", amount: 130_00, gap: 0 },
        ledger: 130_00,
        state: "tied",
      },
      expect.objectContaining({
        month: "2026-12",
        opening: 130_00,
        closing: 130_00,
        stated: null,
        state: "open",
      }),
    ]);
    expect(remarks).toEqual([]);
  });

  test("in a year that goes on from the one before", () => {
    const changes = {
      opening: opening("2025-12-15", 100_00),
      days: [day("2025-12-20", 5_00), day("2026-01-02", 7_00)],
      stated: [closing("2026-01-31", 112_00)],
      ledger: new Map([["2026-01", cents(7_00)]]),
    };
    expect(tie(changes).months[0]).toMatchObject({
      opening: 105_00,
      closing: 112_00,
      ledger: 112_00,
      state: "tied",
    });
  });

  test("not by a balance of before its last lines", () => {
    const changes = {
      days: [day("2026-10-05", 50_00), day("2026-10-30", 1_00)],
      stated: [closing("2026-10-20", 150_00)],
    };
    expect(tie(changes).months[0]).toMatchObject({ stated: { gap: 0 }, state: "open" });
  });
});

describe("what is missing is told (EXP-15)", () => {
  test("once, between the two balances where it is missing", () => {
    const { months, remarks } = tie({
      days: [day("2026-10-05", 50_00)],
      stated: [closing("2026-10-31", 150_00), closing("2026-11-10", 120_00), closing("2026-12-01", 120_00)],
    });
    expect(months.map(({ stated, state }) => [stated?.gap, state])).toEqual([
      [0, "tied"],
      [-30_00, "gap"],
      [-30_00, "gap"],
    ]);
    expect(remarks).toEqual([{ kind: "gap", from: "2026-10-31", to: "2026-11-10", amount: -30_00 }]);
  });

  test("between the end of a statement and the beginning of the next", () => {
    const { remarks } = tie({
      stated: [closing("2026-10-31", 100_00), { ...closing("2026-11-05", 140_00), kind: "opening" }],
    });
    expect(remarks).toContainEqual({ kind: "gap", from: "2026-10-31", to: "2026-11-04", amount: 40_00 });
  });

  test("when no opening balance is known, with what the first balance and its lines come to", () => {
    const { months, remarks } = tie({
      opening: null,
      days: [day("2026-10-05", 50_00), day("2026-11-05", 1_00)],
      stated: [closing("2026-10-31", 150_00)],
    });
    expect(months[0]).toMatchObject({
      opening: null,
      closing: null,
      ledger: null,
      movements: 50_00,
      state: "open",
    });
    expect(remarks[0]).toEqual({ kind: "no_opening", proposed: { date: "2026-10-05", amount: 100_00 } });
    expect(tie({ opening: null, days: [day("2026-10-05", 1)] }).remarks).toContainEqual({
      kind: "no_opening",
      proposed: null,
    });
  });

  test("when lines are older than the opening balance: the books have them, the balance does not", () => {
    const { months, remarks } = tie({ days: [day("2026-09-30", 3_00), day("2026-10-05", 50_00)] });
    expect(remarks).toContainEqual({ kind: "before_opening", count: 1, amount: 3_00 });
    expect(months.at(-1)).toMatchObject({ closing: 150_00, ledger: 153_00, state: "gap" });
  });

  test("when months have neither line nor balance; the running month is not missed", () => {
    const changes = { opening: opening("2026-07-01", 0), days: [day("2026-07-05", 1), day("2026-10-05", 1)] };
    expect(tie(changes).remarks).toEqual([
      { kind: "no_statement", from: "2026-08", to: "2026-09" },
      { kind: "no_statement", from: "2026-11", to: "2026-11" },
    ]);
  });

  test("when two statements contradict one another, or the opening balance", () => {
    expect(
      tie({
        stated: [closing("2026-10-31", 1_00), closing("2026-10-31", 2_00), closing("2026-09-30", 99_00)],
      }).remarks,
    ).toEqual([
      { kind: "no_statement", from: "2026-10", to: "2026-11" },
      { kind: "contradiction", date: "2026-10-31", amounts: [1_00, 2_00] },
      { kind: "contradiction", date: "2026-09-30", amounts: [100_00, 99_00] },
    ]);
  });

  test("when the books have another sum than the bank", () => {
    const { months } = tie({
      days: [day("2026-10-05", 50_00)],
      ledger: new Map([["2026-10", cents(149_99)]]),
    });
    expect(months[0]).toMatchObject({ closing: 150_00, ledger: 149_99, state: "gap" });
  });

  test("what the books have later than the bank, from the end of its month until the day of its entry", () => {
    const late = {
      date: civilDate("2026-10-20"),
      entered_on: civilDate("2026-12-01"),
      label: "VIR",
      amount: cents(55),
    };
    const { months, late: told } = tie({
      days: [day("2026-10-20", 55)],
      stated: [closing("2026-10-31", 100_55), closing("2026-12-01", 100_55)],
      ledger: new Map([
        ["2026-10", cents(100_00)],
        ["2026-12", cents(55)],
      ]),
      late: [late, { ...late, date: civilDate("2026-12-01"), entered_on: civilDate("2026-12-02") }],
    });
    expect(months.map(({ closing: lines, ledger, state }) => [lines, ledger, state])).toEqual([
      [100_55, 100_00, "gap"],
      [100_55, 100_00, "gap"],
      [100_55, 100_55, "tied"],
    ]);
    expect(told).toEqual([late]);
  });

  test("also of many lines, without those that were taken back and came again", () => {
    const line = (amount: number, label = "VIR") => ({
      date: civilDate("2026-10-20"),
      entered_on: civilDate("2026-12-01"),
      label,
      amount: cents(amount),
    });
    const many = Array.from({ length: 25_000 }, (_, place) => line(place + 1));
    const { late } = tie({
      days: [day("2026-10-20", 55)],
      late: [
        ...many,
        line(7, "TWICE"),
        ...many.toReversed().map(({ amount }) => line(0 - amount)),
        line(-3, "BACK"),
      ],
    });
    expect(late.map(({ label, amount }) => [label, amount])).toEqual([
      ["VIR", 7],
      ["BACK", -3],
    ]);
  });

  test("and a year begins with what the books had at the end of the one before", () => {
    const late = {
      date: civilDate("2025-12-20"),
      entered_on: civilDate("2026-02-01"),
      label: "VIR",
      amount: cents(55),
    };
    const { months, late: told } = tie({
      opening: opening("2025-12-15", 100_00),
      days: [day("2025-12-20", 55)],
      stated: [closing("2026-01-31", 100_55), closing("2026-02-28", 100_55)],
      ledger: new Map([["2026-02", cents(55)]]),
      late: [late],
    });
    expect(months.slice(0, 2).map(({ ledger, state }) => [ledger, state])).toEqual([
      [100_00, "gap"],
      [100_55, "tied"],
    ]);
    expect(told).toEqual([late]);
  });
});
