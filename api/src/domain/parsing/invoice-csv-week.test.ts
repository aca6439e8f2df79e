import { weekDisplay, weekLabel, type CinemaWeek, cinemaWeekOf } from "@bobine/contract/cinema-week";
import { addDays, civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { weekOf } from "./invoice-csv-week.ts";

/** Of 2020 to 2050, each with an invoice of its Tuesday. */
const WEEKS = Array.from({ length: 1617 }, (_, at) => cinemaWeekOf(addDays(civilDate("2020-01-01"), at * 7)));
const padded = ({ number }: CinemaWeek): string => String(number).padStart(2, "0");

test.each<[string, (week: CinemaWeek) => string]>([
  ["S2", ({ number }) => `S${number}`],
  ["02", padded],
  ["SEM 2", ({ number }) => `SEM ${number}`],
  ["S2/2027", weekLabel],
  ["2/27", ({ number, year }) => `${number}/${year % 100}`],
  ["2027-S02", (week) => `${week.year}-S${padded(week)}`],
  ["as we show it", weekDisplay],
  ["du … au …", ({ start, end }) => `du ${start} au ${end}`],
])("in no year a week written « %s » is another one (BILL-1, BILL-18)", (_form, written) => {
  expect(WEEKS.map((week) => weekOf(written(week), week.end))).toEqual(WEEKS);
});

test("a number alone is that of the last week begun by the invoice's date, in each year (BILL-18)", () => {
  const later = WEEKS.slice(0, -30);
  expect(later.map((week) => weekOf(`S${week.number}`, addDays(week.start, 200)))).toEqual(later);
});
