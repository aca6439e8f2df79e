import { plainText } from "./normalise-label.ts";

/** Invoice numbers whose digits are printed in groups, learned from the numbers themselves: `2605/0123`, `FA 2026-05.17`. */
export interface NumberFamily {
  /** How many digits each group has, without the last: the counter. */
  readonly head: readonly number[];
  /** Of the counter. */
  readonly shortest: number;
  readonly longest: number;
  /** The digits before the counter that open invoices have: years, months, series. */
  readonly heads: ReadonlySet<string>;
  /** Some of these numbers have no letters. */
  readonly isBare: boolean;
}

const GROUPED = /^([A-Z]*)[-/._ ]*(\d+(?:[-/._ ]+\d+)+)$/;

/** Families of grouped numbers, by the length of their groups. */
export function learnFamilies(numbers: readonly string[]): NumberFamily[] {
  const families = new Map<
    string,
    { -readonly [Key in keyof NumberFamily]: NumberFamily[Key] } & { heads: Set<string> }
  >();
  for (const number of numbers) {
    if (!/\d[^A-Za-z0-9]+\d/.test(number)) continue;
    const [, letters, digits] = GROUPED.exec(plainText(number)) ?? [];
    const groups = digits?.split(/[-/._ ]+/);
    const counter = groups?.pop()?.length ?? 0;
    if (!groups || groups.length === 0) continue;
    const head = groups.map((group) => group.length);
    const family = families.get(head.join()) ?? {
      head,
      shortest: counter,
      longest: counter,
      heads: new Set<string>(),
      isBare: false,
    };
    families.set(head.join(), family);
    family.shortest = Math.min(family.shortest, counter);
    family.longest = Math.max(family.longest, counter);
    family.heads.add(groups.join(""));
    family.isBare ||= letters === "";
  }
  return [...families].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, family]) => family);
}
