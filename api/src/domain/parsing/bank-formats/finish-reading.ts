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
    lines: markLines(lines, bank),
    currency: mostFrequentCurrency(lines) ?? "EUR",
    ...periodOf(lines),
  };
}

function periodOf(lines: readonly UnmarkedLine[]): Pick<StatementReading, "period_start" | "period_end"> {
  let first: CivilDate | null = null;
  let last: CivilDate | null = null;
  let before: CivilDate | undefined;
  for (const { transaction_date: day } of lines) {
    if (day === before) continue;
    before = day;
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
function markLines(lines: readonly UnmarkedLine[], bank: string | null): readonly StatementLine[] {
  /** How many more are like the one of this fingerprint. */
  const ranks = new Map<string, number>();
  const seen = seenFingerprints(lines);
  let [account, day, accountAndDay] = ["", "", ""];
  for (const line of lines) {
    const { bank_account, transaction_date, amount, currency_code, label } = line;
    // Most lines have both from the line before.
    if (account !== bank_account || day !== transaction_date || accountAndDay === "") {
      [account, day] = [bank_account, transaction_date];
      accountAndDay = `${account || (bank ?? "")}\n${day}\n`;
    }
    const alike = `${accountAndDay}${amount}\n${currency_code}\n${normaliseText(label)}\n`;
    let fingerprint = hash("sha256", `${alike}0`);
    if (seen(fingerprint)) {
      const rank = (ranks.get(fingerprint) ?? 0) + 1;
      ranks.set(fingerprint, rank);
      fingerprint = hash("sha256", `${alike}${rank}`);
    }
    // The readers make lines for this reading alone: a copy of each would be the larger part of its memory.
    line.fingerprint = fingerprint;
  }
  return lines;
}

/**
 * Whether a line before has a fingerprint, asked for one line after the other. A set of texts would look at each of its digits; some of
 * them tell nearly all apart.
 */
function seenFingerprints(lines: readonly UnmarkedLine[]): (fingerprint: string) => boolean {
  const places = 2 ** Math.max(4, Math.ceil(Math.log2(2 * lines.length + 1)));
  /** The numbers of lines, from 1, each with how its fingerprint begins. */
  const known = new Int32Array(2 * places);
  let asked = 0;
  return (fingerprint) => {
    asked += 1;
    const start = startOf(fingerprint);
    let place = start & (places - 1);
    for (let at = known[2 * place]; at !== undefined && at > 0; at = known[2 * place]) {
      if (known[2 * place + 1] === start && lines[at - 1]?.fingerprint === fingerprint) return true;
      place = (place + 1) & (places - 1);
    }
    known[2 * place] = asked;
    known[2 * place + 1] = start;
    return false;
  };
}

/** A number of the first seven of its hexadecimal digits. */
function startOf(fingerprint: string): number {
  let start = 0;
  for (let at = 0; at < 7; at += 1) {
    const code = fingerprint.charCodeAt(at);
    start = start * 16 + (code < 97 ? code - 48 : code - 87);
  }
  return start;
}

function mostFrequentCurrency(lines: readonly UnmarkedLine[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { currency_code } of lines) counts.set(currency_code, (counts.get(currency_code) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
