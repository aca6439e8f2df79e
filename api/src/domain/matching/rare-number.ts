import { isDateLike } from "./date-like.ts";
import { invoiceOf, invoicesOfAmount, type OpenSet } from "./open-set.ts";
import type { TransactionReading } from "./reading.ts";
import { ranksOf } from "./rank-index.ts";
import { compactNumber, SHORTEST_COMPACT, SHORTEST_DIGITS } from "./reference-index.ts";
import { plainText } from "./normalise-label.ts";

const MOST_WORDS = 5;
/** What may stand inside one number. */
const INSIDE = /^ ?[-/._ ]? ?$/;
/** Digits alone in the bank's own reference may be anything. */
const LEAST_DIGITS_OF_BANK = 7;

/**
 * The one open invoice of this amount, when its number stands in the label in full, whatever is read beside it: between
 * « 0854 2026/1001 2026 » the bar may be in either number or between them, and of all readings one alone has the amount (LET-55).
 */
export function rareQuoted(openSet: OpenSet, reading: TransactionReading): number | undefined {
  const { label, transaction, contrary } = reading;
  const [rank, ...others] = invoicesOfAmount(openSet, transaction.amount, 2);
  if (rank === undefined || others.length > 0) return undefined;
  const number = plainText(invoiceOf(openSet, rank).invoice_number);
  const compact = compactNumber(number);
  const isBare = !/[A-Z]/.test(compact);
  if (compact.length < SHORTEST_COMPACT || ranksOf(openSet.references.compact, compact).length > 1)
    return undefined;
  if (isBare && contrary !== undefined) return undefined;
  // A day in the bank's own reference is the bank's.
  const dated = label.dated.filter((zone) => zone.kind !== "bank_reference");
  const isQuoted = [...label.zones, ...dated].some(({ kind, text }) => {
    if (kind === "head" || (kind === "bank_reference" && isBare && compact.length < LEAST_DIGITS_OF_BANK))
      return false;
    return isWrittenIn(
      text,
      compact,
      isBare && (isDateLike(compact) || compact.length < SHORTEST_DIGITS) ? number : undefined,
    );
  });
  return isQuoted ? rank : undefined;
}

/**
 * Whole words of the text, with nothing but separators between them, are this number.
 * @param asPrinted nothing else will do: it reads as a day, or is short
 */
function isWrittenIn(text: string, compact: string, asPrinted: string | undefined): boolean {
  const words = [...text.matchAll(/[A-Z0-9]+/g)];
  return words.some((first, at) => {
    let joined = "";
    for (const [place, word] of words.slice(at, at + MOST_WORDS).entries()) {
      const before = words[at + place - 1];
      if (place > 0 && before && !INSIDE.test(text.slice(before.index + before[0].length, word.index)))
        return false;
      joined += word[0];
      if (joined === compact) return asPrinted === undefined || text.slice(first.index).startsWith(asPrinted);
      if (!compact.startsWith(joined)) return false;
    }
    return false;
  });
}
