import {
  addDays,
  type CivilDate,
  civilDate,
  endOfMonth,
  isCivilDate,
  startOfMonth,
} from "@bobine/contract/civil-date";
import { formatDate } from "../format.ts";
import { matchingValue } from "../lists/list-address.ts";

/** Days from one to another, both within; undefined is open on that side. */
export interface DateRange {
  readonly from: CivilDate | undefined;
  readonly to: CivilDate | undefined;
}

/** How the period of a list stands in the address. */
export const RANGE_ADDRESS = { from: matchingValue(isCivilDate), to: matchingValue(isCivilDate) };

export const ANY_DAY: DateRange = { from: undefined, to: undefined };

/** The periods that move with the calendar. */
export const PERIOD_NAMES = [
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_year",
] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

interface Preset {
  readonly name: PeriodName;
  readonly label: string;
  readonly range: DateRange;
}

/** The periods that one asks for by name. The financial year is the civil one. */
export function presetsOf(today: CivilDate): readonly Preset[] {
  const month = startOfMonth(today);
  const lastMonth = startOfMonth(addDays(month, -1));
  const quarter = startOfQuarter(today);
  const lastQuarter = startOfQuarter(addDays(quarter, -1));
  const year = Number(today.slice(0, 4));
  return [
    { name: "this_month", label: "Ce mois", range: { from: month, to: endOfMonth(month) } },
    { name: "last_month", label: "Mois dernier", range: { from: lastMonth, to: endOfMonth(lastMonth) } },
    { name: "this_quarter", label: "Ce trimestre", range: { from: quarter, to: endOfQuarter(quarter) } },
    {
      name: "last_quarter",
      label: "Trimestre dernier",
      range: { from: lastQuarter, to: endOfQuarter(lastQuarter) },
    },
    { name: "this_year", label: `Exercice ${year}`, range: yearOf(year) },
    { name: "last_year", label: `Exercice ${year - 1}`, range: yearOf(year - 1) },
  ];
}

const yearOf = (year: number): DateRange => ({
  from: civilDate(`${year}-01-01`),
  to: civilDate(`${year}-12-31`),
});

function startOfQuarter(date: CivilDate): CivilDate {
  const month = Number(date.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return civilDate(`${date.slice(0, 5)}${String(first).padStart(2, "0")}-01`);
}

/** Two months and a day after its start is within its last one. */
const endOfQuarter = (start: CivilDate): CivilDate => endOfMonth(addDays(start, 62));

const isSame = (a: DateRange, b: DateRange): boolean => a.from === b.from && a.to === b.to;

/** « Mois dernier », « du 01/11/2026 au 15/11/2026 », « jusqu’au 15/11/2026 »; empty for any day. */
export function rangeText({ from, to }: DateRange, today: CivilDate): string {
  const named = presetsOf(today).find(({ range }) => isSame(range, { from, to }));
  if (named) return named.label;
  if (from !== undefined && from === to) return `le ${formatDate(from)}`;
  if (from !== undefined && to !== undefined) return `du ${formatDate(from)} au ${formatDate(to)}`;
  if (from !== undefined) return `depuis le ${formatDate(from)}`;
  return to === undefined ? "" : `jusqu’au ${formatDate(to)}`;
}
