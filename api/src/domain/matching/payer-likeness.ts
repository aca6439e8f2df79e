import { lowerBound } from "./lower-bound.ts";
import type { PayerIndex } from "./payer-index.ts";
import { EMPTY, GENERIC } from "./payer-words.ts";
import type { TransactionReading } from "./reading.ts";
import { must } from "../must.ts";

/** How much a label that names nobody surely resembles each payer. It orders suggestions and proposes payers; no gate reads it. */
export interface Likeness {
  /** 0–1. */
  readonly of: (payerKey: string) => number;
  /** Payers that the words resemble most, best first; those that `matches` already holds are left out. */
  readonly others: readonly string[];
}

const SHORTEST_START = 3;
/** A start that more words share says nothing. */
const MAX_STARTED = 24;
const MAX_HOLDERS = 400;
const MAX_OTHERS = 5;
const LEAST = 0.45;
const GENERIC_SHARE = 0.2;

/**
 * Banks cut names, accountants abbreviate them (« SCH ET FIL »), and a marked zone may hold a stub only: all words of the label
 * are compared, and a word may be the start of a name's.
 */
export function likenessOf(index: PayerIndex, reading: TransactionReading): Likeness {
  const words = [
    ...new Set((reading.label.text.match(/[A-Z]{2,}/g) ?? []).filter((word) => !EMPTY.has(word))),
  ];
  /** Weight of each word of the label, and the shares of it that a payer earns. */
  let total = 0;
  const earned = new Map<number, number>();
  for (const word of words) {
    const isGeneric = GENERIC.has(word);
    const exact = index.postings.get(word);
    const started = exact ? [word] : word.length >= SHORTEST_START ? wordsStarting(index.words, word) : [];
    if (started.length === 0) continue;
    const weight = (isGeneric ? GENERIC_SHARE : 1) * (exact ? 1 : 0.8);
    total += weight;
    if (isGeneric) continue;
    const lists = started.map((one) => index.postings.get(one) ?? []);
    if (lists.reduce((sum, list) => sum + list.length, 0) > MAX_HOLDERS) continue;
    const holders = new Set(lists.flat());
    for (const rank of holders) earned.set(rank, (earned.get(rank) ?? 0) + weight);
  }
  const byKey = new Map<string, number>();
  for (const [rank, weight] of earned) byKey.set(must(index.payers[rank], "payer").key, weight / total);
  const known = new Set(reading.payer.matches.map((match) => match.payer_key));
  const others = [...byKey]
    .filter(([key, share]) => share >= LEAST && !known.has(key))
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, MAX_OTHERS)
    .map(([key]) => key);
  return { of: (key) => byKey.get(key) ?? 0, others };
}

/** Words that begin with `start`; none when too many do. */
function wordsStarting(words: readonly string[], start: string): string[] {
  const low = lowerBound(words, start);
  let end = low;
  while (end < words.length && words[end]?.startsWith(start)) end++;
  return end - low > MAX_STARTED ? [] : words.slice(low, end);
}
