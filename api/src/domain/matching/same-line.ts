import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { LineIdentity } from "../parsing/statement-line.ts";
import { plainText } from "./normalise-label.ts";

/** BANK-11 */
const DAYS_AROUND = [0, -1, 1];
const SIMILARITY = 0.8;
/** A label of CFONB ends after 31 characters, one of OFX after 32, or goes on elsewhere with a blank in a word. */
const [LEAST_CUT, CUT_SHORT] = [20, 0.95];

/**
 * Which lines of one source are lines that another source brought before: same account, amount and currency, dates at most a
 * day apart, labels alike (BANK-11). One to one, surest first, so that two identical transfers stay two.
 * @returns index of the line → index of the known line
 */
export function linesSeenBefore(
  lines: readonly LineIdentity[],
  known: readonly LineIdentity[],
): Map<number, number> {
  const byDay = new Map<string, number[]>();
  const keyOf = ({ amount, currency_code }: LineIdentity, date: CivilDate): string =>
    `${amount} ${currency_code} ${date}`;
  for (const [index, line] of known.entries()) {
    const key = keyOf(line, line.transaction_date);
    const sameDay = byDay.get(key);
    if (sameDay) sameDay.push(index);
    else byDay.set(key, [index]);
  }
  const pairs = lines.flatMap((line, index) =>
    DAYS_AROUND.flatMap((days) =>
      (byDay.get(keyOf(line, addDays(line.transaction_date, days))) ?? []).flatMap((candidate) => {
        const other = known[candidate];
        if (!other || !isSameAccount(line.bank_account, other.bank_account)) return [];
        const similarity = labelSimilarity(line.label, other.label);
        return similarity < SIMILARITY ? [] : [{ index, candidate, apart: Math.abs(days), similarity }];
      }),
    ),
  );
  pairs.sort(
    (a, b) =>
      b.similarity - a.similarity || a.apart - b.apart || a.index - b.index || a.candidate - b.candidate,
  );
  const found = new Map<number, number>();
  const taken = new Set<number>();
  for (const { index, candidate } of pairs) {
    if (found.has(index) || taken.has(candidate)) continue;
    found.set(index, candidate);
    taken.add(candidate);
  }
  return found;
}

/**
 * Whether two names may be those of one account. Files give an IBAN, a number, its end behind stars, or nothing, which
 * excludes nothing.
 */
export function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [accountParts(one), accountParts(other)];
  const isWithin = (parts: readonly string[], whole: readonly string[]): boolean => {
    const text = whole.join("");
    return parts.every((part) => text.includes(part));
  };
  return isWithin(a, b) || isWithin(b, a) || a.length === 0 || b.length === 0;
}

const accountParts = (account: string): string[] =>
  account
    .toUpperCase()
    .replaceAll(/[\s.-]+/g, /^[A-Z]{2}\d{2}/.test(account.trim()) ? "" : " ")
    .split(/[^A-Z0-9]+/)
    .map((part) => part.replace(/^0+/, ""))
    .filter((part) => part !== "");

/**
 * 0 to 1: the greater of two likenesses, of words and of trigrams. Labels that cite different numbers are different lines,
 * however alike the rest is: « MOTIF F26000123 » and « MOTIF F26000124 ».
 */
export function labelSimilarity(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  if (a.join(" ") === b.join(" ")) return 1;
  if (isCutShort(a.join(""), b.join(""))) return CUT_SHORT;
  const [numbersA, numbersB] = [a.filter(isNumber), b.filter(isNumber)];
  if (numbersA.length > 0 && numbersB.length > 0 && !numbersA.some((number) => numbersB.includes(number)))
    return 0;
  return Math.max(likeness(a, b), likeness(trigrams(a.join(" ")), trigrams(b.join(" "))));
}

const isCutShort = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= LEAST_CUT && (a.startsWith(b) || b.startsWith(a));

const words = (label: string): string[] =>
  plainText(label)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");
const isNumber = (word: string): boolean => (word.match(/\d/g)?.length ?? 0) >= 4;
const trigrams = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));

/** Dice: twice what they share, of all that they have. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const part of b) left.set(part, (left.get(part) ?? 0) + 1);
  let shared = 0;
  for (const part of a) {
    const count = left.get(part) ?? 0;
    if (count === 0) continue;
    left.set(part, count - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}
