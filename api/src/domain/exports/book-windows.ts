import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type ExportPeriod, isInPeriod } from "./export-data.ts";

/**
 * Periods that follow one another and make a whole one, each of about so many rows: books of any length are read without being
 * held whole.
 * @param days those that have rows, in order; what is outside of the whole period is left out
 */
export function bookWindows(
  days: readonly { readonly day: CivilDate; readonly count: number }[],
  most: number,
  whole: ExportPeriod,
): ExportPeriod[] {
  const windows: ExportPeriod[] = [];
  let { from } = whole;
  let rows = 0;
  let last = from;
  for (const { day, count } of days) {
    if (!isInPeriod(day, whole)) continue;
    if (rows > 0 && rows + count > most) {
      windows.push({ from, to: last });
      from = addDays(last, 1);
      rows = 0;
    }
    rows += count;
    last = day;
  }
  return [...windows, { from, to: whole.to }];
}
