import { type Cents, cents } from "@bobine/contract/money";
import { must } from "../must.ts";

/** Blanks that French files put between thousands (U+0020, U+00A0, U+202F, U+2009), and apostrophes of some exports. */
const BLANKS = /[\s\u00a0\u202f\u2009'’]/g;
const CURRENCY = /(€|EUR)/gi;
const MAX_DIGITS = 13;
const MACHINE_INTEGER = /^\d{1,9}$/;
const [ZERO, NINE, DOT, COMMA, MINUS] = [0x30, 0x39, 0x2e, 0x2c, 0x2d];

/** `text[from, to)` as a whole number; undefined when a sign of it is no digit. A large report has millions of numbers. */
function digitsOf(text: string, from: number, to: number): number | undefined {
  let value = 0;
  for (let i = from; i < to; i += 1) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return undefined;
    value = value * 10 + code - ZERO;
  }
  return value;
}

/** `1234.56`, `1234,5` or `1234`, up to twelve digits and two decimals, in cents. */
export function machineAmount(text: string): number | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  const decimals = decimalsOf(text);
  const mark = decimals === 0 ? text.length : text.length - decimals - 1;
  if (mark <= start || mark > start + 12) return undefined;
  const whole = digitsOf(text, start, mark);
  const fraction = digitsOf(text, mark + 1, text.length);
  if (whole === undefined || fraction === undefined) return undefined;
  const value = whole * 100 + (decimals === 1 ? fraction * 10 : fraction);
  return start === 0 ? value : -value;
}

/** How many stand behind a mark, two at most. */
function decimalsOf(text: string): 0 | 1 | 2 {
  const { length } = text;
  if (length > 2 && isMark(text.charCodeAt(length - 3))) return 2;
  return length > 1 && isMark(text.charCodeAt(length - 2)) ? 1 : 0;
}
const isMark = (code: number): boolean => code === DOT || code === COMMA;

/** What a lone mark before exactly three digits may be: `12,500`. */
type LoneMark = "thousands" | "decimal" | "unclear";

/**
 * An amount as banks write it, in cents: `1 234,56`, `1.234,56`, `1234.56`, `-12,5`, `12,50-`, `(12,50)`, `+3`,
 * `€`, U+2212 (BANK-6). The last of `,` and `.` is the decimal mark. Undefined when it is not readable without guessing: `12,3O`,
 * `1,234.5678`, `1.2.3`.
 * @param lone what a lone mark before exactly three digits is: what the amounts beside it say (`MarksOfAmounts`), else it separates thousands
 */
export function frenchAmount(text: string, lone: LoneMark = "thousands"): Cents | undefined {
  // Machine notation is nearly all there is in a large report.
  const machine = machineAmount(text);
  if (machine !== undefined) return cents(machine);
  let rest = text
    .replace(CURRENCY, "")
    .replace(BLANKS, "")
    .replace(/\u2212/g, "-");
  let sign = 1;
  if (/^\(.*\)$/.test(rest)) {
    sign = -1;
    rest = rest.slice(1, -1);
  }
  const signed = /^([+-]?)([\d.,]+)([+-]?)$/.exec(rest);
  if (!signed || (signed[1] !== "" && signed[3] !== "")) return undefined;
  if (signed[1] === "-" || signed[3] === "-") sign = -sign;
  const digits = plainDecimal(must(signed[2], "digits"), lone);
  if (digits === undefined) return undefined;
  const [whole = "", fraction = ""] = digits.split(".");
  if (whole.length > MAX_DIGITS || /[^0]/.test(fraction.slice(2))) return undefined;
  return cents(sign * Number(`${whole}${fraction.slice(0, 2).padEnd(2, "0")}`));
}

/** An amount of a report in cents: its decimals are decimals, `500.000` too (xs:decimal), and thousands have no mark of their own. */
export const reportAmount = (text: string): Cents | undefined => frenchAmount(text, "decimal");

/** `12,500` is twelve and a half, or twelve thousand five hundred: only what stands beside it can tell. */
export const isUnclearAmount = (text: string): boolean =>
  frenchAmount(text) !== undefined && frenchAmount(text, "unclear") === undefined;

/** `1.234,56` → `1234.56`; undefined when the marks make no sense. */
function plainDecimal(text: string, lone: LoneMark): string | undefined {
  const marks = text.match(/[.,]/g) ?? [];
  if (marks.length === 0) return /^\d+$/.test(text) ? text : undefined;
  const last = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  const mark = must(text[last], "decimal mark");
  const isOnlyKind = marks.every((other) => other === mark);
  const after = text.length - last - 1;
  const isLone = marks.length === 1 && after === 3 && /^[1-9]\d{0,2}$/.test(text.slice(0, last));
  if (isLone && lone === "unclear") return undefined;
  const areThousands = isOnlyKind && after === 3 && (marks.length > 1 || (isLone && lone === "thousands"));
  if (isOnlyKind && marks.length > 1 && !areThousands) return undefined;
  const whole = areThousands ? text : text.slice(0, last);
  const fraction = areThousands ? "" : text.slice(last + 1);
  const separator = areThousands ? mark : mark === "," ? "." : ",";
  // Groups of thousands are of three digits, all with the same mark.
  const groups = whole.split(separator);
  if (groups.some((group, i) => !/^\d+$/.test(group) || (i > 0 && group.length !== 3))) return undefined;
  if (groups.length > 1 && must(groups[0], "first group").length > 3) return undefined;
  return fraction === "" ? groups.join("") : `${groups.join("")}.${fraction}`;
}

/** A count: `1 234`, `1.234`, `12,00`. Undefined for anything else than a whole number from 0 on, and for `1.000`, which may be one. */
export function frenchInteger(text: string): number | undefined {
  if (text.length > 0 && text.length <= 9) {
    const machine = digitsOf(text, 0, text.length);
    if (machine !== undefined) return machine;
  }
  const plain = text.replace(BLANKS, "");
  if (/^\d{1,3}[.,]000$/.test(plain)) return undefined;
  // A mark before exactly three digits separates thousands: there is no part of a person.
  const digits = /^[1-9]\d{0,2}([.,])\d{3}(\1\d{3})*$/.test(plain)
    ? plain.replace(/[.,]/g, "")
    : plain.replace(/[.,]0{1,2}$/, "");
  return MACHINE_INTEGER.test(digits) ? Number(digits) : undefined;
}

/** A rate in hundredths of a percent, rounded: `50`, `50,00`, `50 %` → 5000, as `exactRate` reads it. */
export function frenchRate(text: string): number | undefined {
  const rate = exactRate(text);
  return rate === undefined ? undefined : roundedRate(rate);
}

/** Millionths of a percent → hundredths, as rates are stored and shown. */
export const roundedRate = (rate_millionths: number): number => Math.round(rate_millionths / 10_000);

/**
 * A rate in millionths of a percent, rounded: `33,3333` → 33 333 300; programs write all the decimals that they compute with. A value up
 * to 1 is a fraction: `0,5` → 50 000 000 (BOX-2).
 */
export function exactRate(text: string): number | undefined {
  const plain = text.replace(BLANKS, "").replace("%", "").replace(",", ".");
  if (!/^-?\d{1,3}(\.\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  const isFraction = value > 0 && value <= 1 && !text.includes("%");
  return Math.round(value * (isFraction ? 100_000_000 : 1_000_000));
}
