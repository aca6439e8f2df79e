import { addDays, type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { must } from "../must.ts";
import { remembered } from "./remembered.ts";

const pad = (text: string): string => text.padStart(2, "0");
const dateOf = (year: string, month: string, day: string): CivilDate | undefined => {
  const date = `${year}-${pad(month)}-${pad(day)}`;
  return isCivilDate(date) ? date : undefined;
};

/**
 * A date as files write it: `2026-11-18`, `18/11/2026`, `18-11-26`, `18.11.2026`, `20261118`; a time after it is ignored.
 * Day first always (BANK-5). Undefined when it is no date of the calendar.
 */
export const frenchDate = remembered((text): CivilDate | undefined => {
  const trimmed = text.trim();
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(trimmed);
  if (iso) return dateOf(must(iso[1], "year"), must(iso[2], "month"), must(iso[3], "day"));
  const french = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ].*)?$/.exec(trimmed);
  if (french) {
    const year = must(french[3], "year");
    return dateOf(year.length === 2 ? `20${year}` : year, must(french[2], "month"), must(french[1], "day"));
  }
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(trimmed);
  return compact
    ? dateOf(must(compact[1], "year"), must(compact[2], "month"), must(compact[3], "day"))
    : undefined;
});

const EXCEL_EPOCH = "1899-12-30" as CivilDate;
const EXCEL_FIRST = 20_000;
const EXCEL_LAST = 80_000;

/** The day of an Excel serial number (1900 system). Undefined outside 1954–2119: not a statement's date. */
export function excelDate(serial: number): CivilDate | undefined {
  if (!Number.isFinite(serial) || serial < EXCEL_FIRST || serial > EXCEL_LAST) return undefined;
  const day = Math.floor(serial);
  let date = excelDays.get(day);
  if (date === undefined) excelDays.set(day, (date = addDays(EXCEL_EPOCH, day)));
  return date;
}
/** A long workbook has many cells of each day. */
const excelDays = new Map<number, CivilDate>();
