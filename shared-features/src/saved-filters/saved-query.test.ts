// What is saved of the filters of a list, and what it is on another day (UI-28).
import { civilDate } from "@bobine/contract/civil-date";
import { saveFilter } from "@bobine/contract/saved-filters";
import { presetsOf } from "@bobine/shared-ui/dates";
import { expect, test } from "vitest";
import {
  isSameQuery,
  isWhollyUnderstood,
  movingPeriodOf,
  movingQuery,
  periodOf,
  queryOn,
} from "./saved-query.ts";

const NOVEMBER = civilDate("2026-11-27");
const NEXT_YEAR = civilDate("2027-01-04");
const THIS_MONTH = "status=paid&from=2026-11-01&to=2026-11-30";

test("« ce mois » that moves is this month, then the next one, in whatever year", () => {
  expect(periodOf(THIS_MONTH, NOVEMBER)).toBe("this_month");
  const saved = movingQuery(THIS_MONTH, "this_month");
  expect(movingPeriodOf(saved)).toBe("this_month");
  expect(isSameQuery(queryOn(saved, NOVEMBER), THIS_MONTH)).toBe(true);
  expect(isSameQuery(queryOn(saved, NEXT_YEAR), "status=paid&from=2027-01-01&to=2027-01-31")).toBe(true);
});

test("each period with a name comes back as itself, and can be sent", () => {
  for (const { name, range } of presetsOf(NOVEMBER)) {
    const query = `from=${range.from}&to=${range.to}`;
    expect(periodOf(query, NOVEMBER)).toBe(name);
    const saved = movingQuery(query, name);
    expect(queryOn(saved, NOVEMBER)).toBe(query);
    expect(saveFilter.body.shape.query.parse(saved)).toBe(saved);
  }
});

test.each([
  ["two other days", "from=2026-11-03&to=2026-11-20"],
  ["one bound", "from=2026-11-01"],
  ["no days", "status=paid"],
])("%s stay what they are", (_what, query) => {
  expect(periodOf(query, NOVEMBER)).toBeUndefined();
  expect(queryOn(query, NEXT_YEAR)).toBe(query);
});

test("a period that nobody knows any more is left to the list, which leaves it out", () => {
  expect(queryOn("period=this_decade&status=paid", NOVEMBER)).toBe("period=this_decade&status=paid");
  expect(isWhollyUnderstood("period=this_decade&status=paid", "status=paid")).toBe(false);
  expect(isWhollyUnderstood("status=paid", "status=paid")).toBe(true);
});

test("the order in which filters are said makes no other ones", () => {
  expect(isSameQuery("status=paid&search=rex", "search=rex&status=paid")).toBe(true);
  expect(isSameQuery("status=paid", "status=paid&search=rex")).toBe(false);
});
