import { cinemaWeekOf, weekDisplay } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";

/** Some twenty years of them. */
const MOST_WEEKS = 1_000;
const texts = new Map<CivilDate, string>();

/**
 * `S47/2026 – du 18/11/2026 au 24/11/2026`, or nothing for what is of no week (BILL-1). Each row of a list asks for it, and lists have a few
 * weeks: they are kept, since to work one out took a sixth of the processor of a page of invoices.
 * @param start a Wednesday
 */
export function weekText(start: CivilDate | null): string {
  if (start === null) return "";
  let text = texts.get(start);
  if (text === undefined) {
    if (texts.size >= MOST_WEEKS) texts.clear();
    text = weekDisplay(cinemaWeekOf(start));
    texts.set(start, text);
  }
  return text;
}
