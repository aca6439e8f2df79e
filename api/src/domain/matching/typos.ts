import { invoiceOf, invoicesOfAmount, type OpenSet, outstandingOf } from "./open-set.ts";
import type { Add } from "./exact-sets.ts";
import { ranksOf } from "./rank-index.ts";
import { strongSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { compactNumber } from "./reference-index.ts";
import { must } from "../must.ts";

const SHORTEST = 6;
const LONGEST = 20;
const MAX_WORDS = 16;

/**
 * F6: one character wrong, missing, doubled, two swapped, a letter O for a zero. Only a suggestion, and only when the amount is
 * exact: the whole payment, or what the other numbers of the label leave of it (LET-6).
 */
export function fromTypos(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const { amount } = reading.transaction;
  const set = strongSet(openSet, reading);
  const goals: { readonly base: readonly number[]; readonly wanted: number }[] = [
    { base: [], wanted: amount },
  ];
  if (set.ranks.length > 0 && set.sum < amount) goals.push({ base: set.ranks, wanted: amount - set.sum });
  // The amount tells more than a word with an error: few invoices have it, and each is compared with the words.
  const paid = goals.flatMap(({ base, wanted }) =>
    invoicesOfAmount(openSet, wanted, Infinity)
      .filter((rank) => !base.includes(rank))
      .map((rank) => ({ base, rank })),
  );
  if (paid.length === 0) return;
  const { compact, compacts, digitsOf } = openSet.references;
  for (const word of wordsLikeNumbers(reading)) {
    if (ranksOf(compact, word).some((rank) => outstandingOf(openSet, rank) === amount)) continue;
    const numbers = /^\d+$/.test(word) ? digitsOf : compacts;
    for (const { base, rank } of paid)
      if (isOneEditAway(word, must(numbers[rank], "number")))
        add([...base, rank], "typo_reference", [say.typo(word, invoiceOf(openSet, rank).invoice_number)]);
  }
}

function wordsLikeNumbers({ label, references }: TransactionReading): string[] {
  const written = references
    .filter(({ strong, form }) => strong && form !== "F5")
    .map((reference) => compactNumber(reference.written));
  const words = new Set([...written, ...(label.text.match(/[A-Z0-9]+/g) ?? [])]);
  return [...words]
    .filter(
      (word) => word.length >= SHORTEST && word.length <= LONGEST && word.replace(/\D/g, "").length >= 4,
    )
    .slice(0, MAX_WORDS);
}

/** One digit more, less or another, or two that are swapped; letters are the mask of the distributor. A letter O beside a digit may stand for zero. */
export function isOneEditAway(word: string, number: string): boolean {
  const longer = number.length - word.length;
  if (Math.abs(longer) > 1 || word === number) return false;
  const shorter = Math.min(word.length, number.length);
  let start = 0;
  while (start < shorter && word[start] === number[start]) start++;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === number.at(-1 - end)) end++;
  const [here, next] = [word[start], word[start + 1]];
  const [wanted, behind] = [number[start], number[start + 1]];
  const same = start + end;
  if (longer === 1)
    return same === word.length && isDigit(wanted) && (isDigit(here) || isDigit(word[start - 1]));
  if (longer === -1) return same === number.length && isDigit(here);
  if (same === word.length - 1 && isDigit(here) && isDigit(wanted)) return true;
  if (same === word.length - 2 && here === behind && next === wanted && isDigit(here) && isDigit(next))
    return true;
  return word.includes("O") && word.replace(/(?<=\d)O|O(?=\d)/g, "0") === number;
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9";
