import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { namedFee } from "../settlement/returned-receipts.ts";
import type { ExportTransaction, ReturnedCredit } from "./export-data.ts";

/** Of a returned payment: what one client owes again; null is the waiting account. */
export interface ReturnedPart {
  readonly client_account: string | null;
  readonly amount: Cents;
}

/**
 * EXP-2: on whose account a returned payment is entered, and how much of it. It takes back what its credit was entered with: what that paid
 * on each account, and what was too much on the first. Once the lettering of the credit was undone, or when credits that it may take
 * back differ, it is on the waiting account. The parts sum to the whole.
 */
export function returnedParts({
  amount,
  label,
  returned,
}: Pick<ExportTransaction, "amount" | "label" | "returned">): ReturnedPart[] {
  const all = cents(0 - amount);
  const fee = namedFee(label);
  // Nobody has said yet what the bank charged in the same line.
  const isBeside = (returned ?? []).some(
    ({ received, paid }) => received === all - fee || sumCents(paid.map((one) => one.amount)) === all - fee,
  );
  const whole = cents(fee > 0 && isBeside ? all - fee : all);
  const [parts, ...others] = (returned ?? []).flatMap((credit) => partsOf(whole, credit));
  if (!parts || others.some((other) => !areSame(parts, other)))
    return [{ client_account: null, amount: all }];
  return [
    ...[...parts].map(([client_account, part]) => ({ client_account, amount: cents(part) })),
    ...(whole === all ? [] : [{ client_account: null, amount: cents(all - whole) }]),
  ];
}

type Parts = ReadonlyMap<string, number>;

/** None of a credit that pays nothing. */
function partsOf(whole: Cents, { paid }: ReturnedCredit): Parts[] {
  const [first] = paid;
  if (!first) return [];
  const parts = new Map<string, number>();
  const add = (account: string, amount: number): void => {
    if (amount > 0) parts.set(account, (parts.get(account) ?? 0) + amount);
  };
  let left: number = whole;
  for (const { client_account, amount } of paid) {
    const part = Math.min(left, amount);
    add(client_account, part);
    left -= part;
  }
  add(first.client_account, left);
  return [parts];
}

const areSame = (one: Parts, other: Parts): boolean =>
  one.size === other.size && [...one].every(([account, amount]) => other.get(account) === amount);
