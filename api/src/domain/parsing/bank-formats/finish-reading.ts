import { createHash } from "node:crypto";
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
  const lines = withFingerprints(reading.lines, reading.bank);
  const dates = lines.map((line) => line.transaction_date).sort();
  return {
    ...reading,
    lines,
    currency: mostFrequent(lines.map((line) => line.currency_code)) ?? "EUR",
    period_start: dates[0] ?? null,
    period_end: dates.at(-1) ?? null,
  };
}

/**
 * Gives each line what it is recognised by in another export of its account: account, date, amount, label, and its
 * rank among those that are alike in the file, so that two identical transfers of one day are both kept (BANK-10).
 * Where the file names no account, its bank stands for it.
 */
function withFingerprints(found: readonly UnmarkedLine[], bank: string | null): StatementLine[] {
  const ranks = new Map<string, number>();
  return found.map((line) => {
    const { bank_account, transaction_date, amount, currency_code, label } = line;
    const alike = [
      bank_account || (bank ?? ""),
      transaction_date,
      amount,
      currency_code,
      normaliseText(label),
    ].join("\n");
    const rank = ranks.get(alike) ?? 0;
    ranks.set(alike, rank + 1);
    return { ...line, fingerprint: createHash("sha256").update(`${alike}\n${rank}`).digest("hex") };
  });
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
