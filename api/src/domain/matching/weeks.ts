import { cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import { must } from "../must.ts";
import type { NormalisedLabel } from "./normalise-label.ts";

/** A cinema week that a label names; `year` only when it is written. */
export interface LabelWeek {
  readonly number: number;
  readonly year: number | null;
}

const EXPRESSION =
  /(?<![A-Z0-9])(?:(?:SEMAINES?|SEM)\.? ?(?:N )?|S\.? ?)(\d{1,2})(?![A-Z0-9])(?:\/(20\d{2})(?!\d))?((?: ?(?:,|\/|\+|&|-|(?:ET|AU?)(?= )) ?(?:SEMAINES?|SEM|S)?\.? ?\d{1,2}(?![A-Z0-9])(?:\/20\d{2})?)*)/g;
const MEMBER = /(,|\/|\+|&|-|ET|AU?) ?(SEMAINES?|SEM|S)?\.? ?(\d{1,2})(?:\/(20\d{2}))?/g;

/**
 * The cinema weeks of a label: `S46 S47`, `SEM 47`, `SEMAINES 46 ET 47`, `S46-48`, `S47/2026`, `S47/26`, `S51/26-S52/26` (BILL-1, BANK-13).
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
    const text = withCommas(zone.text, yearHint).replace(
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

/** « SEM 19 20 » is « SEM 19,20 », also over the turn of the year: a blank alone stands only before a week that soon follows. */
function withCommas(text: string, yearHint: number): string {
  let whole = text;
  for (;;) {
    const next = whole.replace(
      BLANK_BETWEEN,
      (both: string, before: string, first: string, second: string, behind: string, at: number) => {
        const [from, to] = [Number(first), Number(second)];
        const isOther = isOfDay(to, behind) || isCounted(second, whole.slice(at + both.length));
        const isNext = isSoon(to - from) || (isSoon(to + weeksOf(yearHint - 1) - from) && !isOther);
        return isNext ? `${before}${first},${second}${behind}` : both;
      },
    );
    if (next === whole) return whole;
    whole = next;
  }
}
const BLANK_BETWEEN =
  /(?<![A-Z0-9])((?:SEMAINES?|SEM|S)\.? ?(?:\d{1,2},)*)(\d{1,2}) (\d{1,2})(?![A-Z0-9/.-])((?: \d+(?![A-Z0-9]))*)/g;
/** « S51 2 FILMS », « SEM 49 02 DECEMBRE », « S51 01 AU 07 »: no week of the next year; one digit is none before any word. */
const isCounted = (number: string, behind: string): boolean =>
  /^ (?:JAN|FEV|MAR|AVR|MAI|JUI|AOU|SEP|OCT|NOV|DEC|AU? \d)/.test(behind) ||
  (number.length === 1 && /^ [A-Z]/.test(behind));
const SOON = 6;
const isSoon = (weeks: number): boolean => weeks > 0 && weeks <= SOON;

/** « SEM 50 03 12 2026 », « SEM 52 01 2027 »: what is before a month or a year is no week of the next year. */
function isOfDay(number: number, behind: string): boolean {
  const numbers = behind.trim().split(" ");
  if (behind.trim() === "" || must(numbers[0], "a number").length > 4) return false;
  return numbers.some((one) => /^20\d\d$/.test(one)) || !isSoon(Number(numbers[0]) - number);
}

interface Member {
  readonly link: string;
  readonly number: number;
  readonly year: number | null;
}

function readExpression(
  first: number,
  year: number | null,
  tail: string,
  yearHint: number,
  add: (number: number, year: number | null) => void,
): void {
  const [head, ...members] = withYears({ link: "", number: first, year }, tail, yearHint);
  if (!head) return;
  let last = head.number;
  let own = head.year;
  add(last, own);
  for (const { link, number, year: memberYear } of members) {
    const isRange = link === "-" || link === "A" || link === "AU";
    const ofYear = number < last ? weeksOf(own ?? yearHint - 1) : 0;
    const longest = ofYear > 0 ? SOON : LONGEST_RANGE;
    if (isRange && number !== last && number + ofYear - last <= longest) {
      for (let week = last + 1; week < number + ofYear; week++)
        if (ofYear === 0 || week <= ofYear) add(week, own);
        else add(week - ofYear, own === null ? null : own + 1);
      // « SEMAINES 51 A 02 » ends in the next year.
      if (ofYear > 0 && own !== null) own += 1;
    } else if (ofYear > 0 && own !== null && isSoon(number + ofYear - last)) own += 1;
    own = memberYear ?? own;
    add(number, own);
    last = number;
  }
}

/**
 * The weeks of an expression. Two digits behind a bar, without a word for a week, are the year of the week before them where they can be
 * that in all of it, as in « S51/26 ET S52/26 »; else one more week.
 */
function withYears(first: Member, tail: string, yearHint: number): Member[] {
  const all: Written[] = [first];
  for (const [, link = "", word, digits = "", year] of tail.matchAll(MEMBER)) {
    const last = must(all.at(-1), "week before");
    const isBare = link === "/" && word === undefined && digits.length === 2 && year === undefined;
    if (isBare && last.year === null && last.digits === undefined)
      all[all.length - 1] = { ...last, digits: Number(digits) };
    else all.push({ link, number: Number(digits), year: year === undefined ? null : Number(year) });
  }
  const years = yearsOf(all, yearHint);
  return all.flatMap(({ link, number, year, digits }, at) => {
    if (digits === undefined) return [{ link, number, year }];
    const read = years?.[at];
    if (read !== undefined) return [{ link, number, year: read }];
    return [
      { link, number, year },
      { link: "/", number: digits, year: null },
    ];
  });
}

interface Written extends Member {
  /** What stands behind its bar. */
  readonly digits?: number;
}

/** By place, of those that have something behind their bar; undefined when one of these is no year. */
function yearsOf(all: readonly Written[], yearHint: number): readonly (number | undefined)[] | undefined {
  const dated = all.flatMap(({ number, digits }) => (digits === undefined ? [] : [{ number, digits }]));
  const [first] = dated;
  if (!first) return undefined;
  // « S51-52/26 »: one among weeks without is out of order, and the others are not behind bars.
  if (
    dated.length === 1 &&
    all.length > 1 &&
    (first.digits > first.number || all.some(({ link }) => link === "/"))
  )
    return undefined;
  const isSaidAgain = dated.length > 1 && dated.every(({ digits }) => digits === first.digits);
  const years = all.map(({ number, digits }) =>
    digits === undefined ? undefined : yearOf(number, digits, yearHint, isSaidAgain),
  );
  return years.every((year, at) => year !== undefined || all[at]?.digits === undefined) ? years : undefined;
}

const LONGEST_RANGE = 12;
const weeksOf = (year: number): number => (cinemaWeekNumbered(53, year) ? 53 : 52);

/**
 * « S47/26 » in 2026 is week 47 of 2026, and « S52/26 » in 2027 the one that was; « S46/47 » is two weeks, and so is « S24/26 » in 2027:
 * they are written in their order.
 * @param isSaidAgain other weeks have the same digits: « S24/26 ET S25/26 »
 */
function yearOf(number: number, digits: number, yearHint: number, isSaidAgain: boolean): number | undefined {
  const year = [yearHint, yearHint - 1].find((one) => one % 100 === digits);
  if (year === undefined || number > weeksOf(year)) return undefined;
  if (isSaidAgain) return year;
  return digits !== number + 1 && (year === yearHint || digits < number) ? year : undefined;
}
