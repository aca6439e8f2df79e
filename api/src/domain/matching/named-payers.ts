import { debtOf, invoiceOf, invoicesOfAmount, type OpenSet, outstandingOf } from "./open-set.ts";
import { areOneCircuit, isPublic, nameOfPayer } from "./payer-index.ts";
import { nameToRemember } from "./payer-words.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import { identifiedKey, type TransactionReading } from "./reading.ts";

// What the name in a label says for or against the invoices that its numbers name.

/** Share of a name from which a label may mean its payer. */
const NAMED_COVERAGE = 0.35;
/** Counting further would change nothing. */
export const MAX_SHARING = 50;

/** The label may name the payer of this invoice: a third of its name is read, or the circuit that it belongs to. */
export function isNamed(openSet: OpenSet, { payer }: TransactionReading, rank: number): boolean {
  const key = invoiceOf(openSet, rank).payer_key;
  return (
    payer.matches.some((match) => match.payer_key === key && match.coverage >= NAMED_COVERAGE) ||
    payer.circuit?.payer_keys.includes(key) === true
  );
}

/** No other open invoice has the amount of any of these. */
export const isRare = (openSet: OpenSet, ranks: readonly number[]): boolean =>
  ranks.every((rank) => openInvoicesSharing(openSet, outstandingOf(openSet, rank)) === 1);

/**
 * The label surely names another payer than the invoice's: the number may be the error (LET-30). Companies of one circuit pay for
 * each other, a treasury that names none for any commune, and for nobody else (LET-32).
 */
export function contradictsPayer(
  openSet: OpenSet,
  reading: TransactionReading,
  ranks: readonly number[],
): boolean {
  const key = identifiedKey(reading.payer);
  const owesIt = (payerKey: string): boolean => owesExactly(openSet, payerKey, reading.transaction.amount);
  if (key === undefined)
    return reading.payer.isRemembered
      ? !isOfAny(openSet, reading, ranks) && [...reading.payer.possible].some(owesIt)
      : namesOthers(openSet, reading, ranks);
  const foreign = ranks.filter((rank) => invoiceOf(openSet, rank).payer_key !== key);
  if (foreign.length === 0) return false;
  if (owesIt(key)) return true;
  // People chose a payer for the name of somebody else, who may pay for others too.
  if (reading.payer.isRemembered) return false;
  const owner = (rank: number): string => invoiceOf(openSet, rank).payer_key;
  return !(
    (reading.payer.isSeat && foreign.every((rank) => isPublic(openSet.payers, owner(rank)))) ||
    foreign.every(
      (rank) =>
        isNamed(openSet, reading, rank) ||
        isNamesake(openSet, key, owner(rank)) ||
        areOneCircuit(openSet.payers, key, owner(rank)),
    )
  );
}

const isOfAny = (openSet: OpenSet, { payer }: TransactionReading, ranks: readonly number[]): boolean =>
  ranks.every((rank) => payer.possible.has(invoiceOf(openSet, rank).payer_key));

/** A client, or another of the same name: the number says which. */
function isNamesake(openSet: OpenSet, one: string, other: string): boolean {
  const name = nameOfPayer(openSet.payers, one);
  return one === other || (name !== "" && name === nameOfPayer(openSet.payers, other));
}

/** The label names one of several payers, and none of them owes any of these. */
function namesOthers(openSet: OpenSet, { payer }: TransactionReading, ranks: readonly number[]): boolean {
  if (payer.how !== "ambiguous" || payer.isTreasury) return false;
  const named = payer.matches.filter(({ coverage }) => coverage >= RESOLVED_COVERAGE);
  return ranks.every((rank) => {
    const owner = invoiceOf(openSet, rank).payer_key;
    return (
      !payer.possible.has(owner) &&
      named.every(({ payer_key: key }) => !areOneCircuit(openSet.payers, key, owner))
    );
  });
}

/**
 * One wrong digit would letter a stranger's invoice of the same flat fee: where many share the amount, nobody else whom the label names
 * as well owes it too, nor anybody whom this name or account has paid for, and the number is written in full (LET-30).
 */
export function mayBeAnother(
  openSet: OpenSet,
  { payer, transaction, label }: TransactionReading,
  rank: number,
  digitsOnly: boolean,
  isSupported: boolean,
  paidFor: ReadonlyMap<string, number>,
): boolean {
  const sharing = openInvoicesSharing(openSet, transaction.amount);
  const owner = invoiceOf(openSet, rank).payer_key;
  if (sharing === 1 || paidFor.has(owner)) return false;
  // Nobody knows who pays: neither a client nor somebody who has paid before.
  const isUnknown = paidFor.size === 0 && nameToRemember(label) !== "";
  if (sharing <= lowEntropyLimit(openSet)) return !isSupported && isUnknown;
  const owes = (key: string): boolean =>
    !isNamesake(openSet, key, owner) && owesExactly(openSet, key, transaction.amount);
  const place = payer.matches.findIndex((match) => match.payer_key === owner);
  const nearer = payer.matches.slice(0, place < 0 ? undefined : place).map((match) => match.payer_key);
  if (nearer.some(owes)) return true;
  if (isSupported) return false;
  // Who has paid for others, and never for this client, may mean one of those whom nobody knows it pays for yet.
  if (!payer.isTreasury && nameToRemember(label) !== "") return true;
  if ([...paidFor.keys()].some(owes)) return true;
  return digitsOnly || isUnknown || (payer.isTreasury && !isPublic(openSet.payers, owner));
}

const owesExactly = (openSet: OpenSet, payerKey: string, amount: number): boolean =>
  debtOf(openSet, payerKey).amounts.includes(amount);

/** Above this many open invoices with one amount, the amount says nothing: flat fees and guarantees (LET-9). */
export const lowEntropyLimit = (openSet: OpenSet): number =>
  Math.max(2, Math.ceil(openSet.invoices.length / 10_000));

export const openInvoicesSharing = (openSet: OpenSet, amount: number): number =>
  invoicesOfAmount(openSet, amount, MAX_SHARING).length;
