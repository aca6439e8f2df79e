import { type Cents, cents } from "@bobine/contract/money";

/** A search box takes a pasted list of numbers; more than this is not a person's. */
const MAX_TERMS = 30;
/** Whole euros beyond these digits are a number of something else. */
const MAX_EURO_DIGITS = 7;

export interface SearchTerm {
  /** As it was written. */
  readonly text: string;
  /** Letters and digits of a number, upper case: `F26-000123` finds F26000123. */
  readonly numberKey?: string;
  /** Written with cents: `1254,30`, `1 254.30`. */
  readonly amount?: Cents;
  /** Digits alone may be whole euros too: all the amounts that begin by them. */
  readonly euros?: number;
  readonly week?: { readonly number: number; readonly year?: number };
  /** Only a week: `S47`, `47/2026`. */
  readonly isWeekOnly?: boolean;
}

const GROUPED_AMOUNT = /(?<![\d.,])(\d{1,3}(?: \d{3})+)([.,]\d{1,2})(?!\d)/g;
const AMOUNT = /^(\d{1,12})[.,](\d{1,2})$/;
const WEEK = /^s(?:em(?:aine)?)?\.?(\d{1,2})(?:\/(\d{4}|\d{2}))?$/i;
const WEEK_OF_YEAR = /^(\d{1,2})\/(\d{4})$/;

/**
 * What a person typed to find invoices: numbers, amounts and words between blanks, commas, semicolons or bars (LET-16).
 * A comma between digits that leaves one or two of them is an amount's, any other one parts a list.
 */
export function searchTermsOf(search: string): SearchTerm[] {
  const text = search.replace(/[\s\u00a0\u202f]+/g, " ").replace(/€/g, " ");
  const joined = text.replace(
    GROUPED_AMOUNT,
    (_, whole: string, rest: string) => whole.replace(/ /g, "") + rest,
  );
  return joined
    .split(/[ |;]+/)
    .map((word) => word.replace(/^[,.]+|[,.]+$/g, ""))
    .flatMap((word) => (AMOUNT.test(word) ? [word] : word.split(",")))
    .filter((word) => word !== "")
    .slice(0, MAX_TERMS)
    .map(termOf);
}

function termOf(text: string): SearchTerm {
  const [, whole, fraction] = AMOUNT.exec(text) ?? [];
  if (whole !== undefined && fraction !== undefined)
    return { text, amount: cents(Number(whole) * 100 + Number(fraction.padEnd(2, "0"))) };
  const [, number, year] = WEEK.exec(text) ?? WEEK_OF_YEAR.exec(text) ?? [];
  if (number !== undefined) {
    const week = { number: Number(number), ...(year ? { year: fullYear(year) } : {}) };
    // `S47` may be in a number too, but a week is what it says.
    return { text, week, isWeekOnly: true };
  }
  const key = text.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  if (!/\d/.test(key)) return { text };
  const isDigits = /^\d+$/.test(text);
  return {
    text,
    numberKey: key,
    ...(isDigits && key.length <= 2 ? { week: { number: Number(key) } } : {}),
    ...(isDigits && key.length <= MAX_EURO_DIGITS ? { euros: Number(key) } : {}),
  };
}

const fullYear = (digits: string): number => (digits.length === 2 ? 2000 : 0) + Number(digits);
