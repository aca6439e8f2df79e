import { type CivilDate, daysBetween } from "@bobine/contract/civil-date";

const FIRST = "1970-01-01" as CivilDate;

/** Days since the beginning of 1970: what is compared with thousands of days is read once. */
export const dayNumber = (date: CivilDate): number => daysBetween(FIRST, date);
