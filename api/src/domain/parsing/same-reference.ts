import type { StatementLine } from "./statement-line.ts";

export type ReferencedLine = Pick<
  StatementLine,
  "bank_account" | "transaction_date" | "amount" | "currency_code" | "bank_reference"
>;

/** A short one, or one without a digit, is no operation's own. */
export const isDistinctive = (reference: string): boolean => reference.length >= 6 && /\d/.test(reference);

/**
 * The lines of a file whose money another message of the bank has brought: under the same reference of the bank, of one account and
 * day, the same sum is here already. One message may tell of a batch, another of the transfers in it (BANK-20).
 * @returns indexes of `lines`
 */
export function moneySeenBefore(
  lines: readonly ReferencedLine[],
  known: readonly ReferencedLine[],
): ReadonlySet<number> {
  const before = new Map<string, number>();
  for (const line of known) before.set(keyOf(line), (before.get(keyOf(line)) ?? 0) + line.amount);
  const now = new Map<string, { sum: number; readonly indexes: number[] }>();
  for (const [index, line] of lines.entries()) {
    if (!isDistinctive(line.bank_reference)) continue;
    const group = now.get(keyOf(line)) ?? { sum: 0, indexes: [] };
    group.sum += line.amount;
    group.indexes.push(index);
    now.set(keyOf(line), group);
  }
  return new Set([...now].flatMap(([key, { sum, indexes }]) => (before.get(key) === sum ? indexes : [])));
}

const keyOf = (line: ReferencedLine): string =>
  [line.bank_account, line.transaction_date, line.currency_code, line.bank_reference].join("\n");
