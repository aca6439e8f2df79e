import { type Cents, cents } from "@bobine/contract/money";

/** Text of JSON whose numbers under these names are left as they are written, so that no amount ever is a float. */
const AMOUNTS = new Set(["amount", "balance"]);

/** JSON with the amounts as the text that came. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (key: string, value: unknown, context?: { source?: string }) =>
    AMOUNTS.has(key) && typeof value === "number" ? (context?.source ?? String(value)) : value,
  ) as unknown;
}

/** The greatest amount that a line keeps: a billion euros. */
const MAX_CENTS = 99_999_999_999n;
const NUMBER = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Cents of a JSON number as it is written: `2897.31`, `1.0E7`. Undefined for what is no whole number of cents.
 */
export function centsOfJsonNumber(text: string): Cents | undefined {
  const [, sign, whole, fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  // digits × 10^shift cents
  const shift = Number(exponent) - fraction.length + 2;
  if (Math.abs(shift) > 30) return undefined;
  const digits = BigInt(whole + fraction);
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) return undefined;
  const value = shift < 0 ? digits / scale : digits * scale;
  if (value > MAX_CENTS) return undefined;
  return cents(Number(sign === "-" ? -value : value));
}
