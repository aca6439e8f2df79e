import { isNamed } from "./named-payers.ts";
import { invoiceOf, type OpenSet, outstandingOf, sumOutstanding } from "./open-set.ts";
import { areOneCircuit, nameOfPayer } from "./payer-index.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import { identifiedKey, type ReferencedSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";

/** Numbers of the label that the payment does not pay, each with why (LET-48). */
export const leftOut = (
  openSet: OpenSet,
  reading: TransactionReading,
  quoted: ReferencedSet,
  set: ReferencedSet,
): string[] =>
  quoted.ranks
    .filter((rank) => !set.ranks.includes(rank))
    .map((rank) => {
      const { invoice_number: number, payer_key: owner } = invoiceOf(openSet, rank);
      return owner === namedKey(reading)
        ? say.restAgain(number)
        : say.foreignNumber(number, nameOfPayer(openSet.payers, owner));
    });

/**
 * Of several numbers the recognised payer owes some that make the amount, and the others are somebody else's, whom the label does not
 * name, or were paid in part before and are quoted again (LET-48): those of its own that make the amount are what it pays.
 */
export function ownOfQuoted(
  openSet: OpenSet,
  reading: TransactionReading,
  set: ReferencedSet,
): ReferencedSet {
  const { amount } = reading.transaction;
  const key = namedKey(reading);
  if (key === undefined || reading.payer.isRemembered || reading.payer.isSeat) return set;
  if (set.ranks.length < 2 || set.sum === amount || set.used.some(({ form }) => form === "F5")) return set;
  const owed = (rank: number): boolean => invoiceOf(openSet, rank).payer_key === key;
  const isRest = (rank: number): boolean =>
    outstandingOf(openSet, rank) < invoiceOf(openSet, rank).total_amount;
  const isForeign = (rank: number): boolean =>
    !owed(rank) &&
    !isNamed(openSet, reading, rank) &&
    !areOneCircuit(openSet.payers, key, invoiceOf(openSet, rank).payer_key);
  const own = set.ranks.filter(owed);
  const whole = own.length < set.ranks.length ? own : own.filter((rank) => !isRest(rank));
  const others = set.ranks.filter((rank) => !whole.includes(rank));
  const isLeftOut = others.every((rank) => isForeign(rank) || (owed(rank) && isRest(rank)));
  if (whole.length === 0 || !isLeftOut || sumOutstanding(openSet, whole) !== amount) return set;
  return {
    ...set,
    ranks: whole,
    sum: amount,
    used: set.used.filter((reference) => reference.ranks.some((rank) => whole.includes(rank))),
  };
}

/** Whom the label names: surely, or first of several whose names it may have too. */
function namedKey({ payer }: TransactionReading): string | undefined {
  const [first] = payer.matches;
  return (
    identifiedKey(payer) ??
    (first && payer.how !== "unknown" && first.coverage >= RESOLVED_COVERAGE ? first.payer_key : undefined)
  );
}
