import { GENERIC } from "./payer-words.ts";
import { must } from "../must.ts";

/**
 * The names of all payers, word by word: labels are compared with hundreds of them, and what lies side by side is read faster than
 * sets of texts.
 */
export interface NameTable {
  readonly numberOfWord: ReadonlyMap<string, number>;
  /** By number of a word. */
  readonly isGeneric: Uint8Array;
  /** The names of payer n begin at place n. */
  readonly namesAt: Int32Array;
  /** The words of name n begin at place n. */
  readonly wordsAt: Int32Array;
  /** What all words of a name weigh. */
  readonly totals: Float64Array;
  /** Numbers of the words of all names, one after the other. */
  readonly words: Int32Array;
  /** As `words`. */
  readonly weights: Float64Array;
}

/** @param payers the names of each, every name a list of distinct words */
export function nameTable(
  payers: readonly { readonly names: readonly (readonly string[])[] }[],
  weights: ReadonlyMap<string, number>,
): NameTable {
  const known = [...weights.keys()];
  const numberOfWord = new Map(known.map((word, number) => [word, number]));
  const names = payers.flatMap((payer) => payer.names);
  const words = names.flat();
  const weightOf = (word: string): number => must(weights.get(word), "weight of a word");
  return {
    numberOfWord,
    isGeneric: Uint8Array.from(known, (word) => (GENERIC.has(word) ? 1 : 0)),
    namesAt: placesOf(payers.map((payer) => payer.names)),
    wordsAt: placesOf(names),
    totals: Float64Array.from(names, (name) => name.reduce((sum, word) => sum + weightOf(word), 0)),
    words: Int32Array.from(words, (word) => must(numberOfWord.get(word), "number of a word")),
    weights: Float64Array.from(words, weightOf),
  };
}

/** Where each list begins when all stand one after the other, and where the last ends. */
function placesOf(lists: readonly (readonly unknown[])[]): Int32Array {
  const places = new Int32Array(lists.length + 1);
  lists.forEach((list, at) => {
    places[at + 1] = must(places[at], "place") + list.length;
  });
  return places;
}

/** Which words a label has, by their numbers. */
export function seenIn({ numberOfWord, isGeneric }: NameTable, words: Iterable<string>): Uint8Array {
  const seen = new Uint8Array(isGeneric.length);
  for (const word of words) {
    const number = numberOfWord.get(word);
    if (number !== undefined) seen[number] = 1;
  }
  return seen;
}

/** The best name of a payer: the share of it that the label has, and how many telling words. */
export function bestName(
  table: NameTable,
  payer: number,
  seen: Uint8Array,
): { coverage: number; significant: number } {
  const { namesAt, wordsAt, totals, words, weights, isGeneric } = table;
  let coverage = 0;
  let significant = 0;
  const end = must(namesAt[payer + 1], "place");
  for (let name = must(namesAt[payer], "place"); name < end; name++) {
    let held = 0;
    let telling = 0;
    const last = must(wordsAt[name + 1], "place");
    for (let at = must(wordsAt[name], "place"); at < last; at++) {
      const word = must(words[at], "word");
      if (seen[word] === 0) continue;
      held += must(weights[at], "weight");
      if (isGeneric[word] === 0) telling++;
    }
    const total = must(totals[name], "total");
    const share = total > 0 && telling > 0 ? held / total : 0;
    if (share > coverage || (share === coverage && telling > significant)) {
      coverage = share;
      significant = telling;
    }
  }
  return { coverage, significant };
}
