import { plainText } from "../matching/normalise-label.ts";
import { EMPTY, GENERIC } from "../matching/payer-words.ts";

/** A number as it is printed, with other separators, or without. */
export const numberIn = (number: string): RegExp =>
  new RegExp(`(?<![A-Z0-9])${wordsOf(plainText(number)).join("[^A-Z0-9]*")}(?![A-Z0-9])`);

export const wordsOf = (text: string): string[] => text.split(/[^A-Z0-9]+/).filter((word) => word !== "");

/** More words than these no number has. */
const WORDS_OF_A_NUMBER = 6;

/** What a text may quote, without signs: the words of it that follow each other. `numberIn` tells which of these numbers it does quote. */
export function listNumberKeys(text: string): string[] {
  const words = wordsOf(plainText(text));
  const runs = words.flatMap((_, first) =>
    words.slice(first, first + WORDS_OF_A_NUMBER).map((__, more) => words.slice(first, first + more + 1)),
  );
  return [...new Set(runs.map((run) => run.join("")))];
}

/** All words of the name that tell it from others. */
export function isNamed(name: string, words: ReadonlySet<string>): boolean {
  const own = wordsOf(plainText(name)).filter(
    (word) => word.length > 1 && !EMPTY.has(word) && !/^\d+$/.test(word),
  );
  const telling = own.filter((word) => !GENERIC.has(word));
  return telling.length > 0 && telling.every((word) => words.has(word));
}
