import type { StatementLine } from "./statement-line.ts";

export type ReferencedLine = Pick<
  StatementLine,
  "bank_account" | "transaction_date" | "amount" | "amount_before_fee" | "currency_code" | "bank_reference"
>;

/** A line that may be here under another fingerprint. */
export type IdentifiedLine = ReferencedLine & Pick<StatementLine, "fingerprint">;

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

/**
 * The lines of a table that gives each operation an identifier which are here already: under the same one, of one account, day and amount,
 * whatever their labels, one to one (BANK-10). Somebody may write a note beside an operation between two exports.
 * @param isSameAccount of two names that are both told; an export may tell none
 * @returns by index of `lines` the line that is here
 */
export function operationsSeenBefore<Known extends IdentifiedLine>(
  lines: readonly IdentifiedLine[],
  known: readonly Known[],
  isSameAccount: (one: string, other: string) => boolean,
): Map<number, Known> {
  const seen = new Map<number, Known>();
  const before = Map.groupBy(known, operationOf);
  const ofMany = numbersOfMany([...lines, ...known]);
  const isItsOwn = ({ bank_reference }: ReferencedLine): boolean =>
    isDistinctive(bank_reference) && !ofMany.has(bank_reference);
  // Some banks give several operations one number: the very one that is here first.
  for (const [index, line] of lines.entries()) {
    if (!isItsOwn(line)) continue;
    const candidates = before.get(operationOf(line)) ?? [];
    const place = candidates.findIndex(({ fingerprint }) => fingerprint === line.fingerprint);
    const [found] = place < 0 ? [] : candidates.splice(place, 1);
    if (found) seen.set(index, found);
  }
  for (const [index, line] of lines.entries()) {
    if (!isItsOwn(line)) continue;
    for (const amount of [line.amount, line.amount_before_fee ?? line.amount]) {
      if (seen.has(index)) break;
      const candidates = before.get(operationOf({ ...line, amount })) ?? [];
      const place = candidates.findIndex(
        ({ bank_account }) =>
          bank_account === "" || line.bank_account === "" || isSameAccount(bank_account, line.bank_account),
      );
      const [found] = place < 0 ? [] : candidates.splice(place, 1);
      if (found) seen.set(index, found);
    }
  }
  return seen;
}

/** A customer, an account or a contract stands on operations of many days; one may come back under its number once. */
function numbersOfMany(lines: readonly ReferencedLine[]): ReadonlySet<string> {
  const days = new Map<string, readonly string[]>();
  for (const { bank_reference, transaction_date } of lines) {
    const seen = days.get(bank_reference) ?? [];
    if (seen.length < DAYS_OF_MANY && !seen.includes(transaction_date))
      days.set(bank_reference, [...seen, transaction_date]);
  }
  return new Set([...days].flatMap(([number, seen]) => (seen.length < DAYS_OF_MANY ? [] : [number])));
}
const DAYS_OF_MANY = 3;

const operationOf = ({ transaction_date, amount, currency_code, bank_reference }: ReferencedLine): string =>
  [transaction_date, amount, currency_code, bank_reference].join("\n");

const keyOf = (line: ReferencedLine): string =>
  [line.bank_account, line.transaction_date, line.currency_code, line.bank_reference].join("\n");
