import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { ExportPeriod } from "./export-data.ts";

/** Before all that a distributor has. */
const BEGINNING = "0001-01-01" as CivilDate;

/**
 * Periods that follow one another from the beginning to a last day, each of about so many rows: books of any length are read without
 * being held whole.
 * @param days those that have rows, in order
 */
export function bookWindows(
  days: readonly { readonly day: CivilDate; readonly count: number }[],
  most: number,
  to: CivilDate,
): ExportPeriod[] {
  const windows: ExportPeriod[] = [];
  let from = BEGINNING;
  let rows = 0;
  let last = from;
  for (const { day, count } of days) {
    if (day > to) break;
    if (rows > 0 && rows + count > most) {
      windows.push({ from, to: last });
      from = addDays(last, 1);
      rows = 0;
    }
    rows += count;
    last = day;
  }
  return [...windows, { from, to }];
}
