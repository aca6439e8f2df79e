import { invoiceOf, type OpenSet, outstandingOf } from "./open-set.ts";
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
  const { compact, digits } = openSet.references;
  for (const word of wordsLikeNumbers(reading)) {
    if (ranksOf(compact, word).some((rank) => outstandingOf(openSet, rank) === amount)) continue;
    const index = /^\d+$/.test(word) ? digits : compact;
    const seen = new Set<number>();
    for (const near of oneEditAway(word))
      for (const rank of ranksOf(index, near)) {
        const goal = goals.find(
          ({ base, wanted }) => outstandingOf(openSet, rank) === wanted && !base.includes(rank),
        );
        if (!goal || seen.has(rank)) continue;
        seen.add(rank);
        add([...goal.base, rank], "typo_reference", [
          say.typo(word, invoiceOf(openSet, rank).invoice_number),
        ]);
      }
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

/** Digits only are changed; letters are the mask of the distributor. */
function* oneEditAway(word: string): Generator<string> {
  const isDigit = (character: string | undefined): boolean => character !== undefined && /\d/.test(character);
  if (/\dO|O\d/.test(word)) yield word.replace(/(?<=\d)O|O(?=\d)/g, "0");
  for (let at = 0; at <= word.length; at++) {
    const [before, here, next] = [word.slice(0, at), word[at], word[at + 1]];
    const isBetween = isDigit(here) || isDigit(word[at - 1]);
    for (let digit = 0; digit < 10; digit++) {
      if (isBetween) yield `${before}${digit}${word.slice(at)}`;
      if (isDigit(here) && String(digit) !== here) yield `${before}${digit}${word.slice(at + 1)}`;
    }
    if (!isDigit(here)) continue;
    yield before + word.slice(at + 1);
    if (isDigit(next) && next !== here)
      yield `${before}${must(next, "digit")}${must(here, "digit")}${word.slice(at + 2)}`;
  }
}
