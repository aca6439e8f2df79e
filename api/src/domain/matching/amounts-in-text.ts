import type { Zone } from "./normalise-label.ts";

/** The bar keeps the words on both sides apart, as where a week stood. */
const BAR = " | ";
const DIGITS = String.raw`\d{1,3}(?:\.?\d{3})*(?:[.,]\d{2})?`;
const WITH_CURRENCY = new RegExp(
  String.raw`(?<![A-Z0-9])(?:EUROS?|EUR|€) ?${DIGITS}(?![\d.,]\d|\d)|(?<![A-Z0-9]|[A-Z0-9][-/.,])${DIGITS} ?(?:EUROS?|EUR|€|E)(?![A-Z0-9])`,
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
    if (ends.some((end) => text.includes(end))) {
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
  return new RegExp(
    String.raw`(?<![A-Z0-9]|[A-Z0-9][-/.,])${euros}(?:[.,]|[E€])${decimals}(?![\dA-Z]|[-/.,]\d)(?: ?(?:EUROS?|EUR|€))?`,
    "g",
  );
}
