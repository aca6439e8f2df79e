import { lowerBound } from "./lower-bound.ts";
import type { PayerIndex } from "./payer-index.ts";
import { must } from "../must.ts";

/** A bank that prints lines of 32 characters cuts words anywhere: « EXPLO ITATION » is one. */
export function joinedWords(index: PayerIndex, words: readonly string[]): string[] {
  const whole: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [must(words[at], "word"), words[at + 1]];
    const joined = next === undefined ? "" : word + next;
    // « AMIS DE S ORGUES » is cut behind « DE », which is whole.
    const later = (next ?? "") + (words[at + 2] ?? "");
    const isWhole = index.postings.has(word) && later.length > joined.length && index.postings.has(later);
    if (
      joined !== "" &&
      !isWhole &&
      !(index.postings.has(word) && index.postings.has(next ?? "")) &&
      index.postings.has(joined)
    ) {
      whole.push(joined);
      at++;
    } else whole.push(word);
  }
  return whole;
}

/** The only known word that begins with `prefix`; undefined when there are none or several. */
export function onlyWordStarting(words: readonly string[], prefix: string): string | undefined {
  const low = lowerBound(words, prefix);
  const word = words[low];
  return word?.startsWith(prefix) && !words[low + 1]?.startsWith(prefix) ? word : undefined;
}
