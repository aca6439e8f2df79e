import { expect, test } from "vitest";
import { cinemaWeekNumbered, cinemaWeekOf } from "./cinema-week.ts";
import { addDays, civilDate } from "./civil-date.ts";

const DAY_MS = 86_400_000;
const DAYS = Array.from({ length: (Date.UTC(2051, 0, 1) - Date.UTC(2020, 0, 1)) / DAY_MS }, (_, day) =>
  addDays(civilDate("2020-01-01"), day),
);
const YEARS = Array.from({ length: 31 }, (_, at) => 2020 + at);
/** Years of 53 ISO weeks: those whose 1 January or 31 December is a Thursday. */
const LONG_YEARS = [2020, 2026, 2032, 2037, 2043, 2048];
const lengthOf = (year: number): number => (LONG_YEARS.includes(year) ? 53 : 52);

test("each day of 2020 to 2050 is in a week from Wednesday to Tuesday, and their numbers follow one another (BILL-1)", () => {
  const numbered = YEARS.flatMap((year) =>
    Array.from({ length: lengthOf(year) }, (_, at) => ({ number: at + 1, year })),
  );
  // 1 January 2020 is a Wednesday.
  const weeks = numbered.map((week, at) => {
    const start = addDays(civilDate("2020-01-01"), at * 7);
    return { start, end: addDays(start, 6), ...week };
  });
  expect(DAYS.map(cinemaWeekOf)).toEqual(DAYS.map((_, day) => weeks[Math.floor(day / 7)]));
});

test("a week is found by its number and year in all years (BILL-1)", () => {
  const weeks = DAYS.map(cinemaWeekOf);
  expect(weeks.map(({ number, year }) => cinemaWeekNumbered(number, year))).toEqual(weeks);
});

test("a year has 52 weeks, or 53 where the ISO year has them (BILL-1)", () => {
  const numbers = Array.from({ length: 56 }, (_, at) => at - 1);
  expect(
    YEARS.map((year) => numbers.filter((number) => cinemaWeekNumbered(number, year)?.number === number)),
  ).toEqual(YEARS.map((year) => numbers.filter((number) => number >= 1 && number <= lengthOf(year))));
});

// 1 January of 2021, 2027 and 2038 is a Friday: their 5 January is in the last week of the year before.
test.each([
  [1, 2021, "2021-01-06"],
  [1, 2026, "2025-12-31"],
  [53, 2026, "2026-12-30"],
  [1, 2027, "2027-01-06"],
  [52, 2027, "2027-12-29"],
  [53, 2027, undefined],
  [1, 2038, "2038-01-06"],
  [47.5, 2027, undefined],
  [1, 1899, undefined],
])("week %d of %i begins on %s (BILL-1)", (number, year, start) => {
  expect(cinemaWeekNumbered(number, year)?.start).toBe(start);
});
