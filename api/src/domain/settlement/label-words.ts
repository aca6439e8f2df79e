import type { LineEvidence } from "../line-evidence.ts";
import { isDateLike } from "../matching/date-like.ts";
import { withoutKey } from "../matching/label-with-evidence.ts";
import { plainText } from "../matching/normalise-label.ts";
import { EMPTY, GENERIC } from "../matching/payer-words.ts";
import { say } from "../matching/reasons.ts";
import { INVOICE_WORD, SHORTEST_COMPACT, SHORTEST_SIGNED } from "../matching/reference-index.ts";

const CREDIT_NOTE_WORD = /^AVOIRS?$/;
const WORD_FOR_NUMBER = /^(?:N|NO|NR|NUM|NUMERO)$/;

/**
 * Whether a text quotes a number whole: as it is printed, with other separators, or without. Digits alone that are few, or a day, may be anything:
 * they count with the sign that they are printed with, or right behind a word for a document (LET-6, LET-55).
 * @param text plain
 */
export function isQuoted(number: string, text: string): boolean {
  const printed = plainText(number);
  const words = wordsOf(printed);
  const compact = words.join("");
  const written = words.join("[^A-Z0-9]*");
  if (compact === "") return false;
  if (/[A-Z]/.test(compact)) return new RegExp(`(?<![A-Z0-9])${written}(?![A-Z0-9])`).test(text);
  if (compact.length >= SHORTEST_COMPACT && !isDateLike(compact))
    // What has two decimals is a sum (LET-31).
    return new RegExp(`(?<![A-Z0-9])${written}(?![A-Z0-9]|,\\d\\d(?!\\d))`).test(text);
  const isSigned = compact.length >= SHORTEST_SIGNED && /\d[-/._]\d/.test(printed);
  const alone = new RegExp(`(?<![A-Z0-9]|\\d[-/.,])${written}(?![A-Z0-9]|[-/.,]\\d)`, "g");
  return [...text.matchAll(alone)].some(
    ({ 0: found, index }) => (isSigned && found === printed) || isAnnounced(text.slice(0, index)),
  );
}

interface QuotingLine {
  readonly label: string;
  /** What the bank tells beside the label (BANK-29). */
  readonly evidence?: LineEvidence | null;
}

/** What of a bank line may quote numbers, plain: its label, and what the bank tells in fields for them (LET-40). */
export const quotingTexts = ({ label, evidence }: QuotingLine): string[] =>
  [label, ...(evidence?.references ?? []).map(withoutKey)].map(plainText);

/** The evidence of a number that a line quotes. */
export const sayQuoted = (number: string, { label }: QuotingLine): string =>
  isQuoted(number, plainText(label)) ? say.numberInLabel(number) : say.structured(number);

/** The last words before a number say that it is one of a document. */
function isAnnounced(before: string): boolean {
  const words = wordsOf(before);
  const word = words.findLast((one) => !WORD_FOR_NUMBER.test(one));
  return word !== undefined && (INVOICE_WORD.test(word) || CREDIT_NOTE_WORD.test(word));
}

export const wordsOf = (text: string): string[] => text.split(/[^A-Z0-9]+/).filter((word) => word !== "");

/** More words than these no number has. */
const WORDS_OF_A_NUMBER = 6;

/** What a line may quote, without signs: words of a text that follow each other. `isQuoted` tells which of these numbers it does quote. */
export function listNumberKeys(line: QuotingLine): string[] {
  const runs = quotingTexts(line).flatMap((text) => {
    const words = wordsOf(text);
    return words.flatMap((_, first) =>
      words.slice(first, first + WORDS_OF_A_NUMBER).map((__, more) => words.slice(first, first + more + 1)),
    );
  });
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
