import { type CinemaWeek, cinemaWeekNumbered, cinemaWeekOf } from "@bobine/contract/cinema-week";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { isInvoiceYear } from "@bobine/contract/invoice-dates";
import { dayOf } from "./invoice-csv-cells.ts";

const NUMBERED =
  /^(?:S|SEM|SEMAINE)?\.?\s*(\d{1,2})(?:(?:\s*[-/]\s*|\s+(?=\d{4}))(\d{4}|\d{2}))?(?:\s+[–-]\s.*)?$/i;
const YEAR_FIRST = /^(\d{4})(?:[-/ ]?[SW]|[-/ ])(\d{1,2})$/i;
const BY_DAYS = /^(.*?)\s*\bdu (\S+) au (\S+)$/i;

/**
 * `47`, `S47`, `S47/2026`, `S47 2026`, `2026-S47`, `2026/47`, our own display, its first and last day, or a day of it. Without a year, the last one
 * begun by the invoice's date.
 */
export function weekOf(text: string, invoice_date: CivilDate): CinemaWeek | undefined {
  const day = dayOf(text);
  if (day && isInvoiceYear(day)) return cinemaWeekOf(day);
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return cinemaWeekNumbered(Number(yearFirst[2]), Number(yearFirst[1]));
  const plain = NUMBERED.exec(text);
  if (!plain) return weekByDays(text, invoice_date);
  const number = Number(plain[1]);
  if (plain[2] !== undefined)
    return cinemaWeekNumbered(number, plain[2].length === 2 ? 2000 + Number(plain[2]) : Number(plain[2]));
  const year = Number(invoice_date.slice(0, 4));
  return [year + 1, year, year - 1]
    .map((one) => cinemaWeekNumbered(number, one))
    .find((week) => week !== undefined && week.start <= invoice_date);
}

/** Both days are of it, and so is a number before them. */
function weekByDays(text: string, invoice_date: CivilDate): CinemaWeek | undefined {
  const [, before = "", ...days] = BY_DAYS.exec(text) ?? [];
  const [first, last] = days.map(dayOf);
  if (!first || !last || !isInvoiceYear(first) || last < first) return undefined;
  const week = cinemaWeekOf(first);
  if (last > week.end) return undefined;
  const isNamed = before === "" || /^semaine$/i.test(before);
  return isNamed || weekOf(before, invoice_date)?.number === week.number ? week : undefined;
}

/** Days: an invoice may be before its week, but not by half a year. */
const MOST_AHEAD = 180;

export const isTooLate = (week: CinemaWeek, invoice_date: CivilDate): boolean =>
  week.start > addDays(invoice_date, MOST_AHEAD);
