import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { LateLetters } from "./late-letters.ts";

const [JANUARY, FEBRUARY, MARCH] = [
  civilDate("2026-01-31"),
  civilDate("2026-02-01"),
  civilDate("2026-03-01"),
];
const line = (code: string, client_account = "C1", date: typeof JANUARY | null = JANUARY) => ({
  client_account,
  letters: { code, is_balanced: date !== null, date },
});

test("letters have the date of the last entry of their group in the books (EXP-3)", () => {
  const late = new LateLetters();
  late.add(JANUARY, [line("AAA"), line("AAB")]);
  late.add(MARCH, [line("AAA")]);
  late.add(FEBRUARY, [line("AAA"), line("aac", "C1", null), { client_account: "", letters: null }]);
  expect(late.groups()).toEqual([{ client_account: "C1", code: "AAA", date: MARCH }]);
  expect(late.dated(line("AAA"))).toEqual({ code: "AAA", is_balanced: true, date: MARCH });
  expect(late.dated(line("AAB"))?.date).toBe(JANUARY);
  // The same letters of another client are another group's; letters that are not balanced have no date.
  expect(late.dated(line("AAA", "C2"))?.date).toBe(JANUARY);
  expect(late.dated(line("aac", "C1", null))?.date).toBeNull();
  expect(late.dated({ client_account: "", letters: null })).toBeNull();
});
