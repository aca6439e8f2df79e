import { daysBetween } from "@bobine/contract/civil-date";
import type { Gate } from "./lettering-types.ts";
import { invoiceOf, invoicesOfAmount, invoicesOfPayer, type OpenSet, outstandingOf } from "./open-set.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import { identifiedKey, isIdentified, rangeMembers, strongSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { searchSubsets } from "./subset-search.ts";
import { must } from "../must.ts";

/** What may be lettered without asking anybody, with the evidence that allows it. */
export interface Verdict {
  readonly gate: Gate;
  /** In allocation order; each is allocated its whole outstanding amount. */
  readonly ranks: readonly number[];
  readonly explanation: readonly string[];
}

/** Why evidence that looks complete is not enough; shown to the person who decides. */
export interface Refusal {
  readonly refusals: readonly string[];
}

/** LET-13: beyond, an unreferenced payment says too little. */
const MAX_DAYS_LATE = 120;
/** An amount that is a multiple of this many cents is a payment on account as often as an invoice. */
const ROUND_AMOUNT = 5_000;
/** Counting further would change nothing. */
const MAX_SHARING = 50;

/** G1, G2 (LET-10): strong numbers whose open invoices add up to the cent. */
export function strongVerdict(openSet: OpenSet, reading: TransactionReading): Verdict | Refusal | undefined {
  const { label, transaction } = reading;
  if (label.type !== "incoming_transfer" && label.type !== "other") return undefined;
  const set = strongSet(openSet, reading);
  if (set.ranks.length === 0 || set.sum !== transaction.amount) return undefined;
  if (set.missing.length > 0 || set.ambiguous.length > 0) return undefined;
  // A keyword and a number that resolves to nothing, or elsewhere: the label says more than the strong numbers do.
  if (
    reading.references.some(
      (reference) => !reference.strong && !reference.ranks.some((rank) => set.ranks.includes(rank)),
    )
  )
    return undefined;
  const digitsOnly = set.used.every((reference) => reference.form === "F2");
  // A label of no known family must quote the number in full (LET-5: « matched weakly »).
  if (label.type === "other" && digitsOnly) return undefined;
  if (contradictsPayer(openSet, reading, set.ranks, digitsOnly)) return undefined;
  if (set.ranks.length === 1 && isUnsupported(openSet, reading, must(set.ranks[0], "rank")))
    return { refusals: [say.shared(openInvoicesSharing(openSet, transaction.amount))] };
  const numbers = set.ranks.map((rank) => say.numberInLabel(invoiceOf(openSet, rank).invoice_number));
  const single = set.ranks.length === 1;
  return {
    gate: single ? "G1" : "G2",
    ranks: set.ranks,
    explanation: [...numbers, single ? say.exact : say.exactSum(set.ranks.length), ...payerEvidence(reading)],
  };
}

/**
 * The label surely names another payer than the invoice's. One company may pay for another, so this alone refuses only bare
 * digits; it refuses everything when the named payer owes that very amount too: then the number may be the error.
 */
function contradictsPayer(
  openSet: OpenSet,
  reading: TransactionReading,
  ranks: readonly number[],
  digitsOnly: boolean,
): boolean {
  const payer = identifiedKey(reading.payer);
  if (payer === undefined || ranks.some((rank) => openSet.invoices[rank]?.payer_key === payer)) return false;
  if (digitsOnly) return true;
  return invoicesOfPayer(openSet, payer).some(
    (rank) => outstandingOf(openSet, rank) === reading.transaction.amount,
  );
}

/**
 * A flat fee that many invoices share confirms no number: unless the label also names the invoice's payer, one wrong digit
 * would letter a stranger's invoice. Stricter than the first gate (LET-10).
 */
function isUnsupported(openSet: OpenSet, reading: TransactionReading, rank: number): boolean {
  const payer = openSet.invoices[rank]?.payer_key;
  return (
    openInvoicesSharing(openSet, reading.transaction.amount) > lowEntropyLimit(openSet) &&
    !reading.payer.matches.some((match) => match.payer_key === payer)
  );
}

/** G4 (LET-10): ends of numbers after a keyword; only with the exact amount and a payer that fits. */
export function weakReferenceVerdict(openSet: OpenSet, reading: TransactionReading): Verdict | undefined {
  const { label, transaction, references, payer } = reading;
  if (label.type !== "incoming_transfer" || references.length === 0) return undefined;
  const best = payer.matches[0];
  if (!best || best.coverage < RESOLVED_COVERAGE) return undefined;
  const fitting = new Set(
    payer.matches
      .filter((match) => match.coverage >= RESOLVED_COVERAGE && match.score >= best.score - 1e-9)
      .map((match) => match.payer_key),
  );
  const fits = (rank: number): boolean =>
    outstandingOf(openSet, rank) > 0 && fitting.has(invoiceOf(openSet, rank).payer_key);
  const ranks = new Set<number>();
  for (const reference of references) {
    const members = reference.form === "F5" ? rangeMembers(openSet, reference.ranks) : reference.ranks;
    const own = members.filter(fits);
    // Every number must find its invoice at this payer, and only one.
    if (reference.form === "F5" ? own.length < 2 || own.length !== members.length : own.length !== 1)
      return undefined;
    for (const rank of own) ranks.add(rank);
  }
  const sorted = [...ranks].sort((a, b) => a - b);
  let sum = 0;
  for (const rank of sorted) sum += outstandingOf(openSet, rank);
  if (sum !== transaction.amount) return undefined;
  const single = sorted.length === 1;
  // A set of tails is read against one payer only when that payer is sure.
  if (!single && !isIdentified(payer)) return undefined;
  return {
    gate: single ? "G4" : "G2",
    ranks: sorted,
    explanation: [
      ...references.map(({ strong, written }) =>
        strong ? say.numberInLabel(written) : say.weakNumber(written),
      ),
      single ? say.exact : say.exactSum(sorted.length),
      ...payerEvidence(reading),
    ],
  };
}

/** G3 (LET-10): no number at all, a sure payer, and nothing else of that payer that could explain the amount. */
export function payerVerdict(openSet: OpenSet, reading: TransactionReading): Verdict | Refusal | undefined {
  const { label, transaction, references, weeks, payer } = reading;
  const key = identifiedKey(payer);
  if (label.type !== "incoming_transfer" || references.length > 0 || key === undefined) return undefined;
  const unread = unreadNumber(openSet, reading);
  const owed = invoicesOfPayer(openSet, key);
  const same = owed.filter((rank) => outstandingOf(openSet, rank) === transaction.amount);
  const rank = same[0];
  const invoice = rank === undefined ? undefined : openSet.invoices[rank];
  if (rank === undefined || !invoice || same.length > 1) return undefined;

  const refusals: string[] = [];
  // « F26OO1401 », « F2600140 »: the label names an invoice, we do not know which.
  if (unread !== undefined) refusals.push(say.notOpen(unread));
  const twin = invoicesOfAmount(openSet, transaction.amount, MAX_SHARING).find((other) => {
    const owner = openSet.invoices[other]?.payer_key;
    return owner !== undefined && owner !== key && payer.possible.has(owner);
  });
  if (twin !== undefined) refusals.push(say.namesake(invoiceOf(openSet, twin).invoice_number));
  const search = searchSubsets(
    owed.map((other) => outstandingOf(openSet, other)),
    transaction.amount,
    5,
  );
  if (search.solutions.length > 0) refusals.push(say.otherSets(search.solutions.length));
  else if (!search.complete) refusals.push(say.tooMany);
  const sharing = openInvoicesSharing(openSet, transaction.amount);
  if (sharing > lowEntropyLimit(openSet)) refusals.push(say.shared(sharing));
  if (transaction.amount % ROUND_AMOUNT === 0) refusals.push(say.roundAmount);
  const late = daysBetween(invoice.due_date, transaction.transaction_date);
  if (transaction.transaction_date < invoice.invoice_date) refusals.push(say.beforeInvoice);
  else if (late > MAX_DAYS_LATE) refusals.push(say.longOverdue);
  // A label of two weeks announces two invoices: one that fits alone is a coincidence.
  if (!weeks.every((week) => isWeekOf(week, invoice))) refusals.push(say.otherWeek);
  if (refusals.length > 0) return { refusals };
  return {
    gate: "G3",
    ranks: [rank],
    explanation: [
      say.exact,
      ...payerEvidence(reading),
      ...(weeks.length > 0 && invoice.week_number !== null ? [say.weeks([invoice.week_number])] : []),
    ],
  };
}

/** A word with the letters of our numbers and other digits, or a credit note's: what it names is not what is found. */
function unreadNumber(openSet: OpenSet, { label }: TransactionReading): string | undefined {
  const prefixes = new Set<string>();
  for (const mask of openSet.references.masks.keys()) {
    const letters = /^[A-Z]+/.exec(mask)?.[0];
    if (letters !== undefined) prefixes.add(letters);
  }
  if (prefixes.size > 0) prefixes.add("A");
  for (const zone of label.zones) {
    if (zone.kind === "bank_reference" || zone.kind === "head") continue;
    for (const word of zone.text.match(/[A-Z0-9]+/g) ?? []) {
      const letters = /^[A-Z]+?(?=\d)/.exec(word)?.[0];
      if (letters === undefined || !prefixes.has(letters)) continue;
      if (/^\d[\dOIL]{3,}$/.test(word.slice(letters.length))) return word;
    }
  }
  return undefined;
}

/** Above this many open invoices with one amount, the amount says nothing: flat fees and guarantees (LET-9). */
const lowEntropyLimit = (openSet: OpenSet): number =>
  Math.max(2, Math.ceil(openSet.invoices.length / 10_000));

const openInvoicesSharing = (openSet: OpenSet, amount: number): number =>
  invoicesOfAmount(openSet, amount, MAX_SHARING).length;

export const isWeekOf = (
  week: { readonly number: number; readonly year: number | null },
  invoice: { readonly week_number: number | null; readonly week_year: number | null },
): boolean => week.number === invoice.week_number && (week.year === null || week.year === invoice.week_year);

/** Who pays, in words. */
export function payerEvidence({ payer }: TransactionReading): string[] {
  const name = payer.matches[0]?.display_name;
  if (name === undefined) return [];
  if (payer.how === "siren") return [say.siren(name)];
  if (payer.how === "alias") return [say.alias(name)];
  if (payer.how === "name") return [say.payer(name)];
  if (payer.how === "likely") return [say.likelyPayer(name)];
  const resolved = payer.matches.filter((match) => match.coverage >= RESOLVED_COVERAGE);
  if (payer.how === "ambiguous")
    return [say.ambiguousPayer([...new Set(resolved.map((match) => match.display_name))].slice(0, 3))];
  return [];
}
