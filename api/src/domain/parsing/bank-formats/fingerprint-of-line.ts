import { hash } from "node:crypto";
import { normaliseText } from "../normalise-name.ts";
import type { StatementLine } from "../statement-line.ts";
import type { UnmarkedLine } from "./format-reading.ts";

/** What a line is marked by but its account and its day, which most lines share with the one before. */
type Marked = Pick<UnmarkedLine, "amount" | "currency_code" | "label">;

/** As long as what is marked may be to be put together in bytes: longer ones are texts. */
const ROOM = 4096;
const [LAST_ASCII, NEW_LINE, BLANK, MINUS, ZERO] = [0x7f, 0x0a, 0x20, 0x2d, 0x30];

/** `normaliseText`, character by character: what a letter or a digit is, and 0 for what parts words. */
const LETTERS = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

/**
 * Marks lines one after the other: SHA-256 of account and day, amount, currency, the words of the label and the rank, as hexadecimal digits
 * (BANK-10). A long statement has hundreds of thousands: what is marked is put together in bytes, not in texts of texts.
 */
export function fingerprints(): {
  /** What the next lines have in common. */
  begin(accountAndDay: string): void;
  of(line: Marked, rank: number): string;
} {
  const bytes = Buffer.alloc(ROOM);
  /** The same bytes, so many of them. */
  const views: Buffer[] = [];
  let common = "";
  let from = 0;

  const inBytes = ({ amount, currency_code, label }: Marked, rank: number): Buffer | undefined => {
    if (from + label.length + MOST_BESIDE > ROOM || currency_code.length > MOST_CURRENCY) return undefined;
    let at = putNumber(bytes, from, amount);
    bytes[at] = NEW_LINE;
    at += 1;
    for (let place = 0; place < currency_code.length; place += 1) {
      const code = currency_code.charCodeAt(place);
      if (code > LAST_ASCII) return undefined;
      bytes[at] = code;
      at += 1;
    }
    bytes[at] = NEW_LINE;
    at = putWords(bytes, at + 1, label);
    if (at === NONE) return undefined;
    bytes[at] = NEW_LINE;
    at = putNumber(bytes, at + 1, rank);
    return (views[at] ??= bytes.subarray(0, at));
  };

  return {
    begin(accountAndDay) {
      common = accountAndDay;
      from = accountAndDay.length > ROOM / 8 ? ROOM : bytes.write(accountAndDay);
    },
    of(line, rank) {
      const { amount, currency_code, label } = line;
      return hash(
        "sha256",
        inBytes(line, rank) ?? `${common}${amount}\n${currency_code}\n${normaliseText(label)}\n${rank}`,
      );
    },
  };
}

/** What a line would be known by if its file named the account so. @param names the bank's where a file names none */
export function fingerprintsUnder(
  { transaction_date, amount, currency_code, label, marked }: StatementLine,
  names: readonly string[],
): string[] {
  const line = { amount, currency_code, label: marked?.label ?? label };
  return names.map((name) => {
    ELSEWHERE.begin(`${name}\n${transaction_date}\n`);
    return ELSEWHERE.of(line, marked?.rank ?? 0);
  });
}
const ELSEWHERE = fingerprints();

/** Two numbers of sixteen digits with their signs, a currency, and what parts them. */
const MOST_BESIDE = 64;
const MOST_CURRENCY = 8;
const NONE = -1;

/** @returns where it ends */
function putNumber(bytes: Buffer, from: number, value: number): number {
  let left = Math.abs(value);
  let start = from;
  if (value < 0) {
    bytes[start] = MINUS;
    start += 1;
  }
  let end = start + 1;
  for (let power = 10; power <= left; power *= 10) end += 1;
  for (let at = end - 1; at >= start; at -= 1) {
    const rest = Math.floor(left / 10);
    bytes[at] = ZERO + left - rest * 10;
    left = rest;
  }
  return end;
}

/** @returns where they end; `NONE` when one has a letter beyond ASCII */
function putWords(bytes: Buffer, from: number, text: string): number {
  let at = from;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code > LAST_ASCII) return NONE;
    const letter = LETTERS[code] ?? 0;
    if (letter !== 0) {
      bytes[at] = letter;
      at += 1;
    } else if (at > from && bytes[at - 1] !== BLANK) {
      bytes[at] = BLANK;
      at += 1;
    }
  }
  return at > from && bytes[at - 1] === BLANK ? at - 1 : at;
}
