import type { Zone } from "./normalise-label.ts";

/** The bar keeps the words on both sides apart, as where a week stood. */
const BAR = " | ";
const WHOLE = String.raw`\d{1,3}(?:\.?\d{3})*`;
const IN_CENTS = String.raw`${WHOLE}[.,]\d{2}`;
const MONEY = "(?:EUROS?|EUR|€)";
/** « 2610077 EUR 457,37 »: the currency belongs to the sum behind it, unless that has one of its own. */
const BEFORE_A_SUM = String.raw` ?${IN_CENTS}(?!\d)(?! ?${MONEY})`;
const WITH_CURRENCY = new RegExp(
  String.raw`(?<![A-Z0-9])${MONEY} ?${WHOLE}(?:[.,]\d{2})?(?![\d.,]\d|\d)|(?<![A-Z0-9]|[A-Z0-9][-/.,])(?:${IN_CENTS} ?(?:${MONEY}|E)(?![A-Z0-9])|${WHOLE} ?(?:${MONEY}|E)(?![A-Z0-9])(?!${BEFORE_A_SUM}))`,
  "g",
);
/** « 196,97 » behind a blank; « 124,25 » right behind a number is a list. */
const DECIMALS = /(?<=^| )\d{1,3}(?:\.?\d{3})*,\d{2}(?![\d,;/])/g;

/**
 * Sums of money that people write beside a number (LET-31): the amount of the transaction in any writing, what stands beside a
 * currency, what has two decimals behind a comma. None of their digits is read as a number.
 * @param amount cents
 */
export function withoutAmounts(zones: readonly Zone[], amount: number): Zone[] {
  const ends = [".", ",", "E", "€"].map((mark) => mark + decimalsOf(amount));
  let own: RegExp | undefined;
  return zones.map(({ kind, text }) => {
    let read = text;
    // Most labels have none: what all writings of a sum have is looked for before the writings.
    if (ends.some((end) => text.includes(end)) || (amount % 100 === 0 && CURRENCY.test(text))) {
      own ??= ownAmount(amount);
      read = read.replace(own, BAR);
    }
    if (CURRENCY.test(read)) read = read.replace(WITH_CURRENCY, BAR);
    return { kind, text: read.includes(",") ? read.replace(DECIMALS, BAR) : read };
  });
}
const CURRENCY = /€|EUR|\d ?E(?![A-Z0-9])/;

const decimalsOf = (amount: number): string => String(amount % 100).padStart(2, "0");

function ownAmount(amount: number): RegExp {
  const euros = String(Math.floor(amount / 100)).replace(/\B(?=(?:\d{3})+$)/g, "[ .]?");
  const decimals = decimalsOf(amount);
  const sum = String.raw`${euros}(?:[.,]|[E€])${decimals}(?![\dA-Z]|[-/.,]\d)`;
  // The currency before it goes with it: left there, it would make a sum of the number before it.
  const before = amount % 100 === 0 ? String.raw`(?:${sum}|${euros}(?![\dA-Z]|[-/.,]\d))` : sum;
  return new RegExp(
    String.raw`(?<![A-Z0-9])${MONEY} ?${before}(?! ?${MONEY})|(?<![A-Z0-9]|[A-Z0-9][-/.,])${sum}(?: ?${MONEY})?`,
    "g",
  );
}
