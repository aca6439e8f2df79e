import type { CivilDate } from "@bobine/contract/civil-date";
import type { StatementStats } from "@bobine/contract/banking";
import type { StatementLine } from "../statement-line.ts";
import { fingerprints } from "./fingerprint-of-line.ts";
import type { FormatReading, UnmarkedLine } from "./format-reading.ts";

export interface StatementReading
  extends Omit<FormatReading, "lines" | "layout" | "hasIdentifiers">,
    Pick<StatementStats, "currency" | "period_start" | "period_end"> {
  /** In the order of the file. */
  readonly lines: readonly StatementLine[];
  /** One of a single file; of files that were sent together one each, in their order. */
  readonly sources: readonly LineSource[];
}

/** What writes an operation in one way only, so that its lines are known again by their fingerprints (BANK-11). */
export interface LineSource {
  /** The format, and of a table also its layout. */
  readonly name: string;
  /** The bank whose layout it is; null of a layout of several, and of a format of all. */
  readonly bank: string | null;
  readonly period_start: CivilDate | null;
  readonly period_end: CivilDate | null;
  /** Of a table that gives each operation an identifier, by which it is known again (BANK-10). */
  readonly has_identifiers?: true;
  /** How many of the lines are its own. */
  readonly line_count: number;
}

/** What is the same for every format: fingerprints, currency and period. */
export function finishReading({ layout, hasIdentifiers, ...reading }: FormatReading): StatementReading {
  const { lines, bank, file_format } = reading;
  const seen = whatLinesSay(lines, bank);
  for (const line of lines) seen.take(line);
  const told = seen.told();
  const { period_start, period_end } = told;
  const source =
    layout === undefined ? { name: file_format, bank: null } : { name: `${file_format} ${layout}`, bank };
  return {
    ...reading,
    lines,
    ...told,
    sources: [
      {
        ...source,
        period_start,
        period_end,
        line_count: lines.length,
        ...(hasIdentifiers ? { has_identifiers: true } : {}),
      },
    ],
  };
}

/**
 * Gives each line what it is recognised by in another export of its account: account, date, amount, label, and its
 * rank among those that are alike in the file, so that two identical transfers of one day are both kept (BANK-10).
 * Where the file names no account, its bank stands for it.
 */
function whatLinesSay(
  lines: readonly UnmarkedLine[],
  bank: string | null,
): {
  /** Each of them once, in their order. */
  take(line: UnmarkedLine): void;
  told(): Pick<StatementReading, "currency" | "period_start" | "period_end">;
} {
  /** How many more are like the one of this fingerprint. */
  const ranks = new Map<string, number>();
  const seen = seenFingerprints(lines);
  const marks = fingerprints();
  let [account, day] = ["", ""];
  let first: CivilDate | null = null;
  let last: CivilDate | null = null;
  const currencies = new Map<string, number>();
  let currency = "";
  let ofCurrency = 0;
  const countCurrency = (): void => {
    if (ofCurrency > 0) currencies.set(currency, (currencies.get(currency) ?? 0) + ofCurrency);
    ofCurrency = 0;
  };
  return {
    take(line) {
      const { bank_account, transaction_date, currency_code } = line;
      // Most lines have all of it from the line before.
      if (account !== bank_account || day !== transaction_date) {
        [account, day] = [bank_account, transaction_date];
        marks.begin(`${account || (bank ?? "")}\n${day}\n`);
        if (first === null || transaction_date < first) first = transaction_date;
        if (last === null || transaction_date > last) last = transaction_date;
      }
      if (currency_code !== currency) {
        countCurrency();
        currency = currency_code;
      }
      ofCurrency += 1;
      let fingerprint = marks.of(line, 0);
      let rank = 0;
      if (seen(fingerprint)) {
        rank = (ranks.get(fingerprint) ?? 0) + 1;
        ranks.set(fingerprint, rank);
        fingerprint = marks.of(line, rank);
      }
      // The readers make lines for this reading alone: a copy of each would be the larger part of its memory.
      line.fingerprint = fingerprint;
      if (rank > 0 || line.labelInstead !== undefined) line.marked = { label: line.label, rank };
      if (line.labelInstead === undefined) return;
      line.label = line.labelInstead;
      delete line.labelInstead;
    },
    told() {
      countCurrency();
      const [most] = [...currencies].toSorted((a, b) => b[1] - a[1]);
      return { currency: most?.[0] ?? "EUR", period_start: first, period_end: last };
    },
  };
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
