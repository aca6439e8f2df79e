import { isRest } from "./rests.ts";
import { isShare } from "./shares.ts";
import { isNamed, isRare } from "./named-payers.ts";
import { invoiceOf, type OpenSet, outstandingOf, sumOutstanding } from "./open-set.ts";
import { areOneCircuit, nameOfPayer } from "./payer-index.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import { identifiedKey, type ReferencedSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { rivalSets } from "./rival-sets.ts";

/** Numbers of the label that the payment does not pay, each with why (LET-48). */
export function leftOut(openSet: OpenSet, quoted: ReferencedSet, set: ReferencedSet): string[] {
  const payers = new Set(set.ranks.map((rank) => invoiceOf(openSet, rank).payer_key));
  return quoted.ranks
    .filter((rank) => !set.ranks.includes(rank))
    .map((rank) => {
      const { invoice_number: number, payer_key: owner } = invoiceOf(openSet, rank);
      return payers.has(owner)
        ? say.restAgain(number)
        : say.foreignNumber(number, nameOfPayer(openSet.payers, owner));
    });
}

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
  const isForeign = (rank: number): boolean =>
    !owed(rank) &&
    !isNamed(openSet, reading, rank) &&
    !areOneCircuit(openSet.payers, key, invoiceOf(openSet, rank).payer_key);
  const own = set.ranks.filter(owed);
  const whole = own.length < set.ranks.length ? own : own.filter((rank) => !isRest(openSet, rank));
  const others = set.ranks.filter((rank) => !whole.includes(rank));
  const isLeftOut = others.every((rank) => isForeign(rank) || (owed(rank) && isRest(openSet, rank)));
  if (whole.length === 0 || !isLeftOut || sumOutstanding(openSet, whole) !== amount) return set;
  return {
    ...set,
    ranks: whole,
    sum: amount,
    used: set.used.filter((reference) => reference.ranks.some((rank) => whole.includes(rank))),
  };
}

/**
 * Of several full numbers one has the amount, which no other open invoice of the distributor has, and the others are somebody else's or
 * were paid in part before: it is what is paid, whoever is named (LET-48). An amount that is a usual part of all of them, or that others
 * of them make together, may pay those.
 */
export function oneOfQuoted(
  openSet: OpenSet,
  { transaction: { amount } }: TransactionReading,
  set: ReferencedSet,
): ReferencedSet {
  if (set.ranks.length < 2 || set.sum === amount || set.used.some(({ form }) => form === "F5")) return set;
  const [rank, ...twins] = set.ranks.filter((one) => outstandingOf(openSet, one) === amount);
  if (rank === undefined || twins.length > 0 || !isRare(openSet, [rank]) || isShare(amount, set.sum))
    return set;
  const { payer_key: owner } = invoiceOf(openSet, rank);
  const isLeftOut = (other: number): boolean =>
    other === rank || invoiceOf(openSet, other).payer_key !== owner || isRest(openSet, other);
  if (!set.ranks.every(isLeftOut)) return set;
  const used = set.used.filter(({ ranks }) => ranks.includes(rank));
  if (!used.some(({ form, tentative }) => form !== "F2" && !tentative)) return set;
  return rivalSets(openSet, set.ranks, amount) > 0 ? set : { ...set, ranks: [rank], sum: amount, used };
}

/** Whom the label names: surely, or first of several whose names it may have too. */
function namedKey({ payer }: TransactionReading): string | undefined {
  const [first] = payer.matches;
  return (
    identifiedKey(payer) ??
    (first && payer.how !== "unknown" && first.coverage >= RESOLVED_COVERAGE ? first.payer_key : undefined)
  );
}
