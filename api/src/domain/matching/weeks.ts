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
  let last = first;
  const members = [...tail.matchAll(MEMBER)];
  const sole = members.length === 1 ? members[0] : undefined;
  // « S47/26 » in 2026 is week 47 of 2026; « S46/47 » is two weeks.
  if (sole?.[1] === "/" && Number(sole[2]) === yearHint % 100 && Number(sole[2]) !== first + 1) {
    add(first, yearHint);
    return;
  }
  add(first, year);
  for (const [, link, digits, memberYear] of members) {
    const number = Number(digits);
    if ((link === "-" || link === "A" || link === "AU") && number > last && number - last <= 12)
      for (let week = last + 1; week < number; week++) add(week, year);
    add(number, memberYear === undefined ? year : Number(memberYear));
    last = number;
  }
}
