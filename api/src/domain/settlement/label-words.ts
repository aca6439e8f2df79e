import { plainText } from "../matching/normalise-label.ts";
import { EMPTY, GENERIC } from "../matching/payer-words.ts";

/** A number as it is printed, with other separators, or without. */
export const numberIn = (number: string): RegExp =>
  new RegExp(`(?<![A-Z0-9])${wordsOf(plainText(number)).join("[^A-Z0-9]*")}(?![A-Z0-9])`);

export const wordsOf = (text: string): string[] => text.split(/[^A-Z0-9]+/).filter((word) => word !== "");

/** All words of the name that tell it from others. */
export function isNamed(name: string, words: ReadonlySet<string>): boolean {
  const own = wordsOf(plainText(name)).filter(
    (word) => word.length > 1 && !EMPTY.has(word) && !/^\d+$/.test(word),
  );
  const telling = own.filter((word) => !GENERIC.has(word));
  return telling.length > 0 && telling.every((word) => words.has(word));
}
