import type { LineEvidence } from "../line-evidence.ts";
import { withoutKey } from "../matching/creditor-reference.ts";
import { isDateLike } from "../matching/date-like.ts";
import { plainText } from "../matching/normalise-label.ts";
import { EMPTY, GENERIC } from "../matching/payer-words.ts";
import { say } from "../matching/reasons.ts";
import { INVOICE_WORD, SHORTEST_COMPACT, SHORTEST_SIGNED } from "../matching/reference-index.ts";
import { listRanges } from "./number-ranges.ts";

const CREDIT_NOTE_WORDS = /(?:^| )(?:AVOIRS?|AV|NC|NOTES?(?: DE)? CREDITS?)$/;
/** Else it is April. */
const CREDIT_NOTE_NUMBER = /(?:^| )AVR (?:N|NO|NR|NUM|NUMERO)$/;
/** Words for a document that a number may be written right behind: « FACT47 », « FACTF26000123 »; « FA26-47 » is a number itself. */
const GLUED_WORD =
  /(?<![A-Z0-9])(?:(?:FACTURES?|FACTS?|FACS?|FCT|FTURE|INVOICE|INV|AVOIRS?)(?=[A-Z]{0,4}\d)|(?:N|NO|NR|NUM|NUMEROS?)(?=\d)|(?:FA|AV|NC)(?=\d+(?![A-Z0-9]|[-/._]\d)))/g;
const WORD_FOR_NUMBER = /^(?:N|NO|NR|NUM|NUMERO|NUMEROS)$/;
/** Digits that a number is written to with signs, before it and behind. */
const JOINED_BEFORE = /(?:\d+[-/.,:])+$/;
const JOINED_BEHIND = /^(?:[-/.,:]\d+)+/;
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0?[1-9]|1[0-2])";
const YEAR = "(?:20)?\\d\\d";
/** « 12/03 », « 12/11/2026 », « 2026-11-12 », and the month of one: « 11/2026 ». */
const A_DAY = new RegExp(
  `^(?:${DAY}[-/]${MONTH}(?:[-/]${YEAR})?|${MONTH}[-/]20\\d\\d|20\\d\\d[-/]${MONTH}(?:[-/]\\d\\d?)?)$`,
);
/** A day, an hour or a sum that something is joined to: « 1233-12/11/2026 », « 1233-250,00 ». */
const AT_END = new RegExp(
  `(?:${[
    `[-/.,:]${DAY}[-/.]${MONTH}[-/.]${YEAR}`,
    `[-/,:]20\\d\\d[-/]${MONTH}[-/]${DAY}`,
    `[-/,:]${MONTH}[-/]20\\d\\d`,
    // Short numbers with one sign are a list: « 1-2-3 ».
    `(?<=\\d{3})[-/,:]${DAY}[-/]${MONTH}|-${DAY}/${MONTH}|/${DAY}-${MONTH}`,
    "[-/,](?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?",
    // « 47,48,49 » are three numbers.
    "[-/:]\\d+[.,]\\d\\d|,(?:\\d+,0\\d|\\d{3,},\\d\\d|\\d+\\.\\d\\d)|[-/,:]\\d{1,3}(?:\\.\\d{3})+,\\d\\d",
  ].join("|")})$`,
);
/** The day and the month of « 15 11 2026 », with what is before and behind them. */
const IS_DAY = new RegExp(`^${DAY}$`);
const IS_MONTH = new RegExp(`^${MONTH}$`);
const BEHIND_DAY = new RegExp(`(?<!\\d)${DAY} $`);
const BEFORE_MONTH = new RegExp(`^ ${MONTH} 20\\d\\d(?!\\d)`);
const BEFORE_YEAR = /^ 20\d\d(?!\d)/;
const AN_HOUR = /^\d{1,2}:\d\d(?::\d\d)?$/;
/** What goes on so is a sum: « 1 250,00 », « 250 EUR ». */
const GOES_ON_AS_A_SUM = /^(?: \d{3})+[.,]\d\d(?!\d)|^(?: \d{3})* ?(?:EUR|€)/;

/** « FACT47 » as « FACT 47 ». */
export const withoutGlue = (text: string): string => text.replace(GLUED_WORD, "$& ");

/**
 * Whether a text quotes a number whole: as it is printed, with other separators, or without, also right behind a word for it. Digits alone that are few, or a day, may be anything:
 * they count with the sign that they are printed with, or behind a word for a document, alone or in a list (LET-6, LET-55).
 * @param text plain
 */
export function isQuoted(number: string, text: string): boolean {
  const separate = withoutGlue(text);
  return isWritten(number, text) || (separate !== text && isWritten(number, separate));
}

function isWritten(number: string, text: string): boolean {
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
  const alone = new RegExp(`(?<![A-Z0-9])${written}(?![A-Z0-9])`, "g");
  return [...text.matchAll(alone)].some(({ 0: found, index }) => {
    const [before, behind] = [text.slice(0, index), text.slice(index + found.length)];
    const isWhole = !JOINED_BEFORE.test(before) && !JOINED_BEHIND.test(behind);
    return (isSigned && isWhole && found === printed) || isAnnounced(before, found, behind);
  });
}

interface QuotingLine {
  readonly label: string;
  /** What the bank tells beside the label (BANK-29). */
  readonly evidence?: LineEvidence | null;
}

/**
 * What of a bank line may quote numbers, plain: its label, and what the bank tells in fields for them (LET-40), as it is and without the
 * key of a creditor reference: « RF260001 » may be a number itself.
 */
export const quotingTexts = ({ label, evidence }: QuotingLine): string[] =>
  [label, ...(evidence?.references ?? []).flatMap((one) => [one, withoutKey(one)])].map(plainText);

/** The evidence of a number that a line quotes. */
export const sayQuoted = (number: string, { label }: QuotingLine): string =>
  isQuoted(number, plainText(label)) ? say.numberInLabel(number) : say.structured(number);

/** The last words before a number say that it is one of a document, or of a list of them: « FACTURES 47, 48 ET 49 », « FACT 47/48 » (LET-6). */
function isAnnounced(before: string, found: string, behind: string): boolean {
  const [start = ""] = JOINED_BEFORE.exec(before) ?? [];
  const [end = ""] = JOINED_BEHIND.exec(behind) ?? [];
  if (isPartOfDay(before, found, behind)) return false;
  const list = withoutEnd(start + found + end, start.length, found);
  if (start.length > list.length) return false;
  const isJoined = list !== found;
  if (isJoined && !isList(list)) return false;
  const all = wordsOf(before.replaceAll("(S)", "S"));
  const words = all.filter((word) => !WORD_FOR_NUMBER.test(word));
  const last = words.findLastIndex((word) => !/^(?:\d+|ET)$/.test(word));
  const isFirst = last === words.length - 1;
  // Further on it may be a year (« FACT 47/2026 ») or a sum (« FACT 47 250 EUR »).
  if ((!isFirst || isJoined) && (/^20\d\d$/.test(found) || GOES_ON_AS_A_SUM.test(behind))) return false;
  const said = words.slice(0, last + 1);
  return (
    INVOICE_WORD.test(said.at(-1) ?? "") ||
    CREDIT_NOTE_WORDS.test(said.join(" ")) ||
    (isFirst && CREDIT_NOTE_NUMBER.test(all.join(" ")))
  );
}

/**
 * What numbers with signs between them list, without the days, hours and sums at their end, and what they are of: « 1233:250,00 ».
 * The number itself stays, which may be printed as a day (« 26-02 »).
 */
function withoutEnd(joined: string, place: number, number: string): string {
  let list = joined;
  while (!A_DAY.test(list) && !isRun(list)) {
    const at = list.search(AT_END);
    if (at < 0 || (at + 1 === place && list.slice(place) === number)) break;
    list = list.slice(0, at);
  }
  return AN_HOUR.test(list) ? list : list.replace(/:.*$/, "");
}

/** Three numbers or more of which each is the next one's neighbour: « 07,08,09 », « 101,100,99 ». */
function isRun(joined: string): boolean {
  const numbers = joined.split(",").map(Number);
  const isNext = (one: number, place: number) =>
    place === 0 || Math.abs(one - Number(numbers[place - 1])) === 1;
  return numbers.length > 2 && numbers.every(isNext);
}

/** The day or the month of « 15 11 2026 ». */
const isPartOfDay = (before: string, found: string, behind: string): boolean =>
  (IS_DAY.test(found) && BEFORE_MONTH.test(behind)) ||
  (IS_MONTH.test(found) && BEHIND_DAY.test(before) && BEFORE_YEAR.test(behind));

/** Numbers with signs between them are several; not the parts of a day, of an hour or of a sum (LET-31). */
const isList = (joined: string): boolean =>
  !/[.:]/.test(joined) && !/^\d+,\d\d$/.test(joined) && !A_DAY.test(joined);

export const wordsOf = (text: string): string[] => text.split(/[^A-Z0-9]+/).filter((word) => word !== "");

/** More words than these no number has. */
const WORDS_OF_A_NUMBER = 6;

/**
 * What a line may quote, without signs: words of a text that follow each other, and what lies between two numbers of a series. `isQuoted`
 * tells which of these numbers it does quote.
 */
export function listNumberKeys(line: QuotingLine): string[] {
  const texts = quotingTexts(line).flatMap((text) => [...new Set([text, withoutGlue(text)])]);
  const runs = texts.flatMap((text) => {
    const words = wordsOf(text);
    return words.flatMap((_, first) =>
      words.slice(first, first + WORDS_OF_A_NUMBER).map((__, more) => words.slice(first, first + more + 1)),
    );
  });
  return [...new Set([...runs.map((run) => run.join("")), ...texts.flatMap(listRanges).flat()])];
}

/** All words of the name that tell it from others. */
export function isNamed(name: string, words: ReadonlySet<string>): boolean {
  const own = wordsOf(plainText(name)).filter(
    (word) => word.length > 1 && !EMPTY.has(word) && !/^\d+$/.test(word),
  );
  const telling = own.filter((word) => !GENERIC.has(word));
  return telling.length > 0 && telling.every((word) => words.has(word));
}
