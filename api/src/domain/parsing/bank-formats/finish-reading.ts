import { hash } from "node:crypto";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { StatementStats } from "@bobine/contract/banking";
import { normaliseText } from "../normalise-name.ts";
import type { StatementLine } from "../statement-line.ts";
import type { FormatReading, UnmarkedLine } from "./format-reading.ts";

export interface StatementReading
  extends Omit<FormatReading, "lines">,
    Pick<StatementStats, "currency" | "period_start" | "period_end"> {
  /** In the order of the file. */
  readonly lines: readonly StatementLine[];
}

/** What is the same for every format: fingerprints, currency and period. */
export function finishReading(reading: FormatReading): StatementReading {
  const { lines, bank } = reading;
  return {
    ...reading,
    lines: withFingerprints(lines, bank),
    currency: mostFrequent(lines, (line) => line.currency_code) ?? "EUR",
    ...periodOf(lines),
  };
}

function periodOf(lines: readonly UnmarkedLine[]): Pick<StatementReading, "period_start" | "period_end"> {
  let first: CivilDate | null = null;
  let last: CivilDate | null = null;
  for (const { transaction_date: day } of lines) {
    if (first === null || day < first) first = day;
    if (last === null || day > last) last = day;
  }
  return { period_start: first, period_end: last };
}

/**
 * Gives each line what it is recognised by in another export of its account: account, date, amount, label, and its
 * rank among those that are alike in the file, so that two identical transfers of one day are both kept (BANK-10).
 * Where the file names no account, its bank stands for it.
 */
function withFingerprints(found: readonly UnmarkedLine[], bank: string | null): StatementLine[] {
  /** How many more are like the one of this fingerprint. */
  const ranks = new Map<string, number>();
  const seen = new Set<string>();
  return found.map((line) => {
    const { bank_account, transaction_date, amount, currency_code, label } = line;
    const account = bank_account || (bank ?? "");
    const alike = `${account}\n${transaction_date}\n${amount}\n${currency_code}\n${normaliseText(label)}`;
    let fingerprint = sha256(`${alike}\n0`);
    const before = seen.size;
    if (seen.add(fingerprint).size === before) {
      const rank = (ranks.get(fingerprint) ?? 0) + 1;
      ranks.set(fingerprint, rank);
      fingerprint = sha256(`${alike}\n${rank}`);
    }
    // The readers make lines for this reading alone: a copy of each would be the larger part of its memory.
    return Object.assign(line, { fingerprint });
  });
}

const SHORT = 300;
/** Of UTF-8, three at most for each unit of a text. */
const bytes = Buffer.alloc(3 * SHORT);
const begins: Buffer[] = [];

/** Bytes that are there already cost half as much as a text. */
function sha256(text: string): string {
  if (text.length > SHORT) return hash("sha256", text);
  const length = bytes.write(text);
  return hash("sha256", (begins[length] ??= bytes.subarray(0, length)));
}

function mostFrequent<Item>(items: readonly Item[], of: (item: Item) => string): string | undefined {
  const counts = new Map<string, number>();
  for (const item of items) {
    const value = of(item);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
