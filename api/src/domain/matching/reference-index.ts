import type { CivilDate } from "@bobine/contract/civil-date";
import { plainText } from "./normalise-label.ts";
import { learnFamilies, type NumberFamily } from "./number-families.ts";
import { addRank, type RankIndex, ranksOf } from "./rank-index.ts";
import { must } from "../must.ts";

/** The shape of a family of invoice numbers, learned from the numbers themselves: `F########`, `########`, `#####INV####`. */
export interface Mask {
  readonly pattern: string;
  readonly hasLetters: boolean;
  /** Digits that are the year of the invoice date: 0, 2 or 4. */
  readonly yearWidth: 0 | 2 | 4;
  /** The year stands behind the counter: `0143/2026`. */
  readonly endsWithYear: boolean;
}

/** Every way to write the number of an open invoice (LET-6). Tokens are compared whole, never as substrings. */
export interface ReferenceIndex {
  /** F0, F1: letters and digits without separators. */
  readonly compact: RankIndex<string>;
  /** F2: the digits alone, six at least. */
  readonly digits: RankIndex<string>;
  /** F0, F1 by rank. */
  readonly compacts: readonly string[];
  /** F2 by rank; empty when they are fewer. */
  readonly digitsOf: readonly string[];
  /** F3: the counter without year and leading zeros. */
  readonly sequence: RankIndex<number>;
  /** F3: the last 3, 4 or 5 digits, as `length * 1e6 + value`. */
  readonly suffix: RankIndex<number>;
  readonly masks: ReadonlyMap<string, Mask>;
  /** Numbers printed in groups of digits. */
  readonly families: readonly NumberFamily[];
  /** Of the number with most digits: more of them are a bank's identifier (LET-30). */
  readonly longest: number;
}

/** `F26-000123` → `F26000123`. */
export const compactNumber = (number: string): string => plainText(number).replace(/[^A-Z0-9]/g, "");

export const patternOf = (compact: string): string => compact.replace(/\d/g, "#");

/** LET-6: a bare number shorter than this is no reference. */
export const SHORTEST_COMPACT = 5;
/** One that is written with its sign, as it is printed: « 26-74 ». */
export const SHORTEST_SIGNED = 4;
export const SHORTEST_DIGITS = 6;
/** What announces one. */
export const INVOICE_WORD = /^(?:FAC|FACS|FACT|FACTS|FACTURE|FACTURES|FA|FCT|FTURE|INV|INVOICE)$/;
const SUFFIXES = [3, 4, 5] as const;
const suffixKey = (length: number, value: number): number => length * 1_000_000 + value;

/** @param invoices in rank order */
export function buildReferenceIndex(
  invoices: readonly { readonly invoice_number: string; readonly invoice_date: CivilDate }[],
): ReferenceIndex {
  const compacts = invoices.map((invoice) => compactNumber(invoice.invoice_number));
  const masks = learnMasks(invoices, compacts);
  const digitsOf: string[] = [];
  const index = {
    compacts,
    digitsOf,
    compact: new Map() as RankIndex<string>,
    digits: new Map() as RankIndex<string>,
    sequence: new Map() as RankIndex<number>,
    suffix: new Map() as RankIndex<number>,
    masks,
    families: learnFamilies(invoices.map((invoice) => invoice.invoice_number)),
    longest: Math.max(0, ...[...masks.keys()].map((pattern) => pattern.replace(/[^#]/g, "").length)),
  };
  compacts.forEach((compact, rank) => {
    if (compact.length >= SHORTEST_SIGNED) addRank(index.compact, compact, rank);
    const digits = compact.replace(/\D/g, "");
    const isLong = digits.length >= SHORTEST_DIGITS;
    if (isLong) addRank(index.digits, digits, rank);
    digitsOf.push(isLong ? digits : "");
    const mask = masks.get(patternOf(compact));
    const counter = mask?.endsWithYear
      ? digits.slice(0, -mask.yearWidth)
      : digits.slice(mask?.yearWidth ?? 0);
    if (counter !== "") addRank(index.sequence, Number(counter.slice(-9)), rank);
    const ending = mask?.endsWithYear ? counter : digits;
    for (const length of SUFFIXES)
      if (ending.length > length)
        addRank(index.suffix, suffixKey(length, Number(ending.slice(-length))), rank);
  });
  return index;
}

/** The only full number that has these digits. */
export function compactOf(index: ReferenceIndex, digits: string): string | undefined {
  for (const mask of index.masks.values()) {
    let used = 0;
    const number = mask.pattern.replace(/#/g, () => digits[used++] ?? "");
    if (used === digits.length && index.compact.has(number)) return number;
  }
  return undefined;
}

/** The open invoices that `digits`, 3 to 6 of them, may be the end of: the whole counter first, else a tail of it. */
export function invoicesEndingWith(index: ReferenceIndex, digits: string): readonly number[] {
  const exact = ranksOf(index.sequence, Number(digits));
  if (exact.length > 0 || digits.length > 5) return exact;
  return ranksOf(index.suffix, suffixKey(digits.length, Number(digits)));
}

function learnMasks(
  invoices: readonly { readonly invoice_date: CivilDate }[],
  compacts: readonly string[],
): Map<string, Mask> {
  const counts = new Map<
    string,
    { all: number; short: number; long: number; shortEnd: number; longEnd: number }
  >();
  compacts.forEach((compact, rank) => {
    const pattern = patternOf(compact);
    const count = counts.get(pattern) ?? { all: 0, short: 0, long: 0, shortEnd: 0, longEnd: 0 };
    counts.set(pattern, count);
    const digits = compact.replace(/\D/g, "");
    const year = must(invoices[rank], "invoice").invoice_date.slice(0, 4);
    count.all++;
    if (digits.length >= 7 && digits.startsWith(year)) count.long++;
    if (digits.length >= 5 && digits.startsWith(year.slice(2))) count.short++;
    if (digits.length >= 7 && digits.endsWith(year)) count.longEnd++;
    if (digits.length >= 5 && digits.endsWith(year.slice(2))) count.shortEnd++;
  });
  const masks = new Map<string, Mask>();
  for (const [pattern, count] of counts) {
    const often = count.all * 0.8;
    const endsWithYear = Math.max(count.long, count.short) < often;
    const [long, short] = endsWithYear ? [count.longEnd, count.shortEnd] : [count.long, count.short];
    masks.set(pattern, {
      pattern,
      hasLetters: /[A-Z]/.test(pattern),
      yearWidth: long >= often ? 4 : short >= often ? 2 : 0,
      endsWithYear: endsWithYear && Math.max(long, short) >= often,
    });
  }
  return masks;
}
