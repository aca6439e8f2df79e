import { cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import type { NormalisedLabel } from "./normalise-label.ts";

/** A cinema week that a label names; `year` only when it is written. */
export interface LabelWeek {
  readonly number: number;
  readonly year: number | null;
}

const EXPRESSION =
  /(?<![A-Z0-9])(?:(?:SEMAINES?|SEM)\.? ?(?:N )?|S\.? ?)(\d{1,2})(?![A-Z0-9])(?:\/(20\d{2})(?!\d))?((?: ?(?:,|\/|\+|&|-|(?:ET|AU?)(?= )) ?(?:SEMAINES?|SEM|S)?\.? ?\d{1,2}(?![A-Z0-9])(?:\/20\d{2})?)*)/g;
const MEMBER = /(,|\/|\+|&|-|ET|AU?) ?(?:SEMAINES?|SEM|S)?\.? ?(\d{1,2})(?:\/(20\d{2}))?/g;

/**
 * The cinema weeks of a label: `S46 S47`, `SEM 47`, `SEMAINES 46 ET 47`, `S46-48`, `S47/2026`, `S47/26` (BILL-1, BANK-13).
 * @param yearHint of the bank line
 * @returns the weeks, sorted, and the label's zones with these words taken out (a week is never an invoice number)
 */
export function readWeeks(
  label: NormalisedLabel,
  yearHint: number,
): { weeks: LabelWeek[]; zones: NormalisedLabel["zones"] } {
  const found = new Map<string, LabelWeek>();
  const add = (number: number, year: number | null): void => {
    if (number >= 1 && number <= 53) found.set(`${number}/${year ?? ""}`, { number, year });
  };
  const zones = label.zones.map((zone) => {
    // A bank's own reference holds no week.
    if (zone.kind === "bank_reference" || zone.kind === "head") return zone;
    const text = withCommas(zone.text).replace(
      EXPRESSION,
      (_all, first: string, year: string | undefined, tail: string) => {
        readExpression(Number(first), year === undefined ? null : Number(year), tail, yearHint, add);
        // The bar keeps the words on both sides apart: they were not neighbours.
        return " | ";
      },
    );
    return { kind: zone.kind, text: text.replace(/ +/g, " ").trim() };
  });
  const weeks = [...found.values()].sort((a, b) => (a.year ?? 0) - (b.year ?? 0) || a.number - b.number);
  return { weeks, zones };
}

/** « SEM 19 20 » is « SEM 19,20 »: a blank alone stands only before a week that soon follows. */
function withCommas(text: string): string {
  let whole = text;
  for (;;) {
    const next = whole.replace(
      BLANK_BETWEEN,
      (both: string, before: string, first: string, second: string) => {
        const weeks = Number(second) - Number(first);
        return weeks > 0 && weeks <= SOON ? `${before}${first},${second}` : both;
      },
    );
    if (next === whole) return whole;
    whole = next;
  }
}
const BLANK_BETWEEN =
  /(?<![A-Z0-9])((?:SEMAINES?|SEM|S)\.? ?(?:\d{1,2},)*)(\d{1,2}) (\d{1,2})(?![A-Z0-9/.-])/g;
const SOON = 6;

function readExpression(
  first: number,
  year: number | null,
  tail: string,
  yearHint: number,
  add: (number: number, year: number | null) => void,
): void {
  const members = [...tail.matchAll(MEMBER)];
  const sole = members.length === 1 ? members[0] : undefined;
  const soleYear = sole?.[1] === "/" ? yearOf(first, Number(sole[2]), yearHint) : undefined;
  if (soleYear !== undefined) {
    add(first, soleYear);
    return;
  }
  let last = first;
  let own = year;
  add(first, year);
  for (const [, link, digits, memberYear] of members) {
    const number = Number(digits);
    const isRange = link === "-" || link === "A" || link === "AU";
    const ofYear = number < last ? weeksOf(own ?? yearHint - 1) : 0;
    if (isRange && number !== last && number + ofYear - last <= LONGEST_RANGE) {
      for (let week = last + 1; week < number + ofYear; week++)
        if (ofYear === 0 || week <= ofYear) add(week, own);
        else add(week - ofYear, own === null ? null : own + 1);
      // « SEMAINES 51 A 02 » ends in the next year.
      if (ofYear > 0 && own !== null) own += 1;
    }
    add(number, memberYear === undefined ? own : Number(memberYear));
    last = number;
  }
}
const LONGEST_RANGE = 12;
const weeksOf = (year: number): number => (cinemaWeekNumbered(53, year) ? 53 : 52);

/**
 * « S47/26 » in 2026 is week 47 of 2026, and « S52/26 » in 2027 the one that was; « S46/47 » is two weeks, and so is « S24/26 » in 2027:
 * they are written in their order.
 */
function yearOf(number: number, digits: number, yearHint: number): number | undefined {
  if (digits === number + 1) return undefined;
  if (digits === yearHint % 100) return yearHint;
  const before = yearHint - 1;
  return digits === before % 100 && digits < number && number <= weeksOf(before) ? before : undefined;
}
