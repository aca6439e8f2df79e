import { ownText } from "./cut-text.ts";

/** A file has some dozen names in hundreds of thousands of tags; a hostile one has a new name in each. */
const PLACES = 512;

/** A name of a tag or an attribute. */
export interface KnownName {
  /** As it stands in the file. */
  readonly written: string;
  /** What it is called from then on. */
  readonly told: string;
}

/**
 * Reads names where they stand in a text: each is looked at once, and cut out of it once.
 * @param pattern of what is a name
 * @param most characters of a name that is remembered
 * @param as what a name is called
 * @returns undefined for what is no name
 */
export function knownNames(
  pattern: RegExp,
  most: number,
  as: (written: string) => string,
): (text: string, from: number, until: number) => KnownName | undefined {
  const names = Array.from<KnownName | undefined>({ length: PLACES });
  return (text, from, until) => {
    const length = until - from;
    if (length < 1) return undefined;
    const [first, last] = [text.charCodeAt(from), text.charCodeAt(until - 1)];
    const place = (first * 37 + last * 5 + length) % PLACES;
    const known = names[place];
    if (known !== undefined && known.written.length === length && standsAt(known.written, text, from))
      return known;
    const written = text.slice(from, until);
    if (!pattern.test(written)) return undefined;
    const own = ownText(written);
    const name = { written: own, told: as(own) };
    if (length <= most) names[place] = name;
    return name;
  };
}

/** Of so short a text faster than `startsWith`. The text must be long enough. */
export function standsAt(short: string, text: string, from: number): boolean {
  for (let at = 0; at < short.length; at += 1)
    if (short.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}
