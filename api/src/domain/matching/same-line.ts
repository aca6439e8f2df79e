import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { LineIdentity } from "../parsing/statement-line.ts";
import { numberAlone } from "../bank-account.ts";
import { must } from "../must.ts";
import { plainText } from "./normalise-label.ts";
import { type BankWords, bankWords, isPartOf } from "./same-words.ts";

/** BANK-11 */
const DAYS_AROUND = [0, -1, 1];
const SIMILARITY = 0.8;
/** Of one amount and day: beyond so many pairs, only labels that are the same are compared. */
const MOST_PAIRS = 10_000;

interface Pair {
  readonly index: number;
  readonly candidate: number;
  readonly apart: number;
  readonly similarity: number;
}

/**
 * Which lines of one source are lines that another source brought before: same account, amount and currency, dates at most a
 * day apart, labels alike (BANK-11). One to one, surest first, so that two identical transfers stay two.
 * @returns index of the line → index of the known line
 */
export function linesSeenBefore(
  lines: readonly LineIdentity[],
  known: readonly LineIdentity[],
): Map<number, number> {
  const keyOf = ({ amount, currency_code }: LineIdentity, date: CivilDate): string =>
    `${amount} ${currency_code} ${date}`;
  const ours = (index: number): LineIdentity => must(lines[index], "line");
  const theirs = (index: number): LineIdentity => must(known[index], "known line");
  const words = labelWords();
  const accounts = sameAccounts();
  const found = new Map<number, number>();
  const taken = new Set<number>();
  const take = ({ index, candidate }: Pick<Pair, "index" | "candidate">): void => {
    if (found.has(index) || taken.has(candidate)) return;
    found.set(index, candidate);
    taken.add(candidate);
  };
  // Those of the same words first, which are nearly all: hundreds of one amount and day are no rarity.
  const dayAndText = (line: LineIdentity, date: CivilDate): string =>
    `${keyOf(line, date)} ${words(line.label).text}`;
  const byText = Map.groupBy([...known.keys()].toReversed(), (index) =>
    dayAndText(theirs(index), theirs(index).transaction_date),
  );
  for (const days of DAYS_AROUND)
    for (const index of lines.keys()) {
      if (found.has(index)) continue;
      const line = ours(index);
      const candidates = byText.get(dayAndText(line, addDays(line.transaction_date, days))) ?? [];
      const place = candidates.findLastIndex((one) => accounts(line, theirs(one)));
      const [candidate] = place < 0 ? [] : candidates.splice(place, 1);
      if (candidate !== undefined) take({ index, candidate });
    }
  const byDay = Map.groupBy(
    [...known.keys()].filter((index) => !taken.has(index)),
    (index) => keyOf(theirs(index), theirs(index).transaction_date),
  );
  const left = [...lines.keys()].filter((index) => !found.has(index));
  const pairs: Pair[] = [];
  for (const group of Map.groupBy(left, (index) => keyOf(ours(index), ours(index).transaction_date)).values())
    for (const days of DAYS_AROUND) {
      const [first] = group.map(ours);
      const candidates = (first && byDay.get(keyOf(first, addDays(first.transaction_date, days)))) ?? [];
      if (candidates.length * group.length > MOST_PAIRS) continue;
      for (const index of group)
        for (const candidate of candidates) {
          const [line, other] = [ours(index), theirs(candidate)];
          if (!accounts(line, other)) continue;
          const similarity = likenessOf(words(line.label), words(other.label), days === 0);
          if (similarity >= SIMILARITY) pairs.push({ index, candidate, apart: Math.abs(days), similarity });
        }
    }
  pairs
    .sort(
      (one, other) =>
        other.similarity - one.similarity ||
        one.apart - other.apart ||
        one.index - other.index ||
        one.candidate - other.candidate,
    )
    .forEach(take);
  return found;
}

/**
 * Whether two names may be those of one account. Files give an IBAN, a number, its end behind stars, or nothing, which
 * excludes nothing.
 */
export function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [accountParts(numberAlone(one).number), accountParts(numberAlone(other).number)];
  const isWithin = (parts: readonly string[], whole: readonly string[]): boolean => {
    const text = whole.join("");
    return parts.every((part) => text.includes(part));
  };
  return isWithin(a, b) || isWithin(b, a) || a.length === 0 || b.length === 0;
}

/** Of few accounts, each pair once. */
function sameAccounts(): (
  one: Pick<LineIdentity, "bank_account">,
  other: Pick<LineIdentity, "bank_account">,
) => boolean {
  const known = new Map<string, boolean>();
  return ({ bank_account: one }, { bank_account: other }) => {
    const key = `${one}\n${other}`;
    const same = known.get(key) ?? isSameAccount(one, other);
    known.set(key, same);
    return same;
  };
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
 * however alike the rest is: « MOTIF F26000123 » and « MOTIF F26000124 ». Of one that was cut short, what is left must be all of it.
 */
export const labelSimilarity = (one: string, other: string): number =>
  similarityOf(wordsIn(one), wordsIn(other));

/**
 * One format says who transfers money for what, another one also how: « CINE REX F26000123 » is « VIR RECU 9458139105S DE: CINE REX
 * MOTIF: F26000123 » of the same day.
 */
const likenessOf = (a: LabelWords, b: LabelWords, isSameDay: boolean): number =>
  Math.max(
    similarityOf(a, b),
    isSameDay && (isPartOf(a.ofBank(), b.ofBank()) || isPartOf(b.ofBank(), a.ofBank())) ? SIMILARITY : 0,
  );

/** CFONB and OFX end a label after 31 and 32 characters, or go on elsewhere with a blank in a word. */
const CUT_FROM = 28;
const [SAME_LETTERS, CUT_SHORT] = [0.98, 0.9];

interface LabelWords {
  readonly words: readonly string[];
  readonly numbers: readonly string[];
  /** With single blanks, and without any. */
  readonly text: string;
  readonly letters: string;
  readonly trigrams: readonly string[];
  /** Of few labels: only those that no other one is the same as are asked for. */
  readonly ofBank: () => BankWords;
}

function similarityOf(a: LabelWords, b: LabelWords): number {
  if (a.text === b.text) return 1;
  if (a.letters === b.letters && a.letters !== "") return SAME_LETTERS;
  const isOfOther =
    a.numbers.length > 0 && b.numbers.length > 0 && !a.numbers.some((number) => b.numbers.includes(number));
  if (isOfOther) return 0;
  if (isCutShort(a, b) || isCutShort(b, a)) return CUT_SHORT;
  return Math.max(likeness(a.words, b.words), likeness(a.trigrams, b.trigrams));
}

/** `cut` is the beginning of `whole`, and does not end within a number. */
const isCutShort = (cut: LabelWords, whole: LabelWords): boolean =>
  cut.text.length >= CUT_FROM &&
  whole.letters.startsWith(cut.letters) &&
  !/^\d\d/.test(cut.letters.slice(-1) + whole.letters.slice(cut.letters.length));

/** What labels are made of, each once. */
function labelWords(): (label: string) => LabelWords {
  const known = new Map<string, LabelWords>();
  return (label) => {
    const one = known.get(label) ?? wordsIn(label);
    known.set(label, one);
    return one;
  };
}

function wordsIn(label: string): LabelWords {
  const words = plainText(label)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");
  const text = words.join(" ");
  let ofBank: BankWords | undefined;
  return {
    words,
    numbers: words.filter(isNumber),
    text,
    letters: words.join(""),
    trigrams: trigrams(text),
    ofBank: () => (ofBank ??= bankWords(label)),
  };
}
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
