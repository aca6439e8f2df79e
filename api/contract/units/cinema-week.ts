import { addDays, type CivilDate, civilDate, daysBetween, frenchDate, isoWeekday } from "./civil-date.ts";

/** A cinema week: Wednesday to Tuesday, numbered by the ISO week of its Wednesday (BILL-1). */
export interface CinemaWeek {
  start: CivilDate;
  end: CivilDate;
  /** 1–53 */
  number: number;
  year: number;
}

const WEDNESDAY = 3;

/** The cinema week that holds `date`. */
export function cinemaWeekOf(date: CivilDate): CinemaWeek {
  const start = addDays(date, -((isoWeekday(date) - WEDNESDAY + 7) % 7));
  // The ISO year is the year of the week's Thursday, the day after the Wednesday.
  const thursday = addDays(start, 1);
  const year = Number(thursday.slice(0, 4));
  const firstThursday = addDays(
    civilDate(`${year}-01-04`),
    WEDNESDAY + 1 - isoWeekday(civilDate(`${year}-01-04`)),
  );
  return { start, end: addDays(start, 6), number: daysBetween(firstThursday, thursday) / 7 + 1, year };
}

/** The Wednesday of a numbered week, or undefined when that year has no such week. */
export function cinemaWeekNumbered(number: number, year: number): CinemaWeek | undefined {
  if (!Number.isInteger(number) || number < 1 || number > 53 || year < 1900 || year > 2999) return undefined;
  // 7 January is in a week of its year, whatever day it is; 5 January, where it is a Tuesday, is in the last one of the year before.
  const known = cinemaWeekOf(civilDate(`${year}-01-07`));
  const week = cinemaWeekOf(addDays(known.start, (number - known.number) * 7));
  return week.number === number && week.year === year ? week : undefined;
}

/** `S47/2026` */
export const weekLabel = (week: CinemaWeek): string => `S${week.number}/${week.year}`;

/** `S47/2026 – du 18/11/2026 au 24/11/2026` */
export const weekDisplay = (week: CinemaWeek): string =>
  `${weekLabel(week)} – du ${frenchDate(week.start)} au ${frenchDate(week.end)}`;

/**
 * Of weeks by their Wednesdays, those whose Tuesday has not passed (BOX-10): takings may still come in.
 * @param today civil date in Paris
 */
export const unfinishedWeeks = (starts: readonly CivilDate[], today: CivilDate): CivilDate[] =>
  starts.filter((start) => today <= cinemaWeekOf(start).end);
