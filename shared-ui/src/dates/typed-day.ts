import { type CivilDate, frenchDate, isCivilDate } from "@bobine/contract/civil-date";

/** How a day is written in a field. */
export const writtenDay = (day: CivilDate | undefined): string => (day === undefined ? "" : frenchDate(day));

/** `24/12/2026`, `24.12.26`, `24 12 2026`, `24122026` or `2026-12-24`; undefined for what is no day of the calendar. */
export function typedDay(text: string): CivilDate | undefined {
  const written = text.trim();
  if (isCivilDate(written)) return written;
  const parts =
    /^(\d{1,2})[\s./-](\d{1,2})[\s./-](\d{4}|\d{2})$/.exec(written) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(written);
  if (!parts) return undefined;
  const [, day = "", month = "", year = ""] = parts;
  const iso = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCivilDate(iso) ? iso : undefined;
}
