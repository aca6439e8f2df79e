import { isOddRest, isRest } from "./rests.ts";
import { daysBetween } from "@bobine/contract/civil-date";
import { areOfTitle } from "./contrary-words.ts";
import { cutNumberOf, mayGoOn } from "./cut-lines.ts";
import { foreignNumber, unreadNumber } from "./foreign-numbers.ts";
import type { LabelReference } from "./label-reference.ts";
import type { Gate, OpenInvoice } from "./lettering-types.ts";
import {
  invoiceOf,
  invoicesOfAmount,
  invoicesOfPayer,
  type OpenSet,
  outstandingOf,
  sumOutstanding,
} from "./open-set.ts";
import { withoutLineBreaks } from "./line-breaks.ts";
import {
  contradictsPayer,
  isNamed,
  isRare,
  lowEntropyLimit,
  MAX_SHARING,
  mayBeAnother,
  openInvoicesSharing,
} from "./named-payers.ts";
import { nameOfPayer } from "./payer-index.ts";
import { hasOtherForm, RESOLVED_COVERAGE } from "./payers.ts";
import { otherBodyThan } from "./public-bodies.ts";
import {
  identifiedKey,
  isIdentified,
  rangeMembers,
  type ReferencedSet,
  strongSet,
  type TransactionReading,
} from "./reading.ts";
import { otherNumberQuoted } from "./other-numbers.ts";
import { leftOut, oneOfQuoted, ownOfQuoted } from "./quoted-numbers.ts";
import { rareQuoted } from "./rare-number.ts";
import { isInstalmentOf, isShare } from "./shares.ts";
import { say } from "./reasons.ts";
import { compactNumber } from "./reference-index.ts";
import { rivalSets } from "./rival-sets.ts";
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
/** Smaller sums meet by accident. */
const SETTLING_AMOUNT = 5_000;
/** In more open invoices than these, some set has any sum. */
const MAX_SETTLED = 60;

/** LET-29: a credit whose label has no word for its operation is a transfer, as its column and its sign say. */
const isTransfer = ({ label }: TransactionReading): boolean =>
  label.type === "incoming_transfer" || label.type === "other";

/** G1, G2 (LET-10): strong numbers whose open invoices add up to the cent, or one of which alone has the amount. */
export const strongVerdict = (
  openSet: OpenSet,
  reading: TransactionReading,
  paidFor: ReadonlyMap<string, number>,
): Verdict | Refusal | undefined =>
  isTransfer(reading)
    ? (verdictOfSum(openSet, reading, paidFor) ?? verdictOfRareNumber(openSet, reading))
    : undefined;

/**
 * LET-55: the full number of the only open invoice of this amount. What is read beside it must be nobody's open invoice, somebody else's,
 * or one that was paid in part before (LET-48), and must not make the amount, nor have it as a usual part.
 */
function verdictOfRareNumber(openSet: OpenSet, reading: TransactionReading): Verdict | undefined {
  const rank = rareQuoted(openSet, reading);
  if (rank === undefined || contradictsPayer(openSet, reading, [rank])) return undefined;
  if (reading.references.some(({ form }) => form === "F5")) return undefined;
  const { amount } = reading.transaction;
  const others = strongSet(openSet, reading).ranks.filter((other) => other !== rank);
  const sum = sumOutstanding(openSet, others);
  const { payer_key: owner } = invoiceOf(openSet, rank);
  if (others.some((other) => invoiceOf(openSet, other).payer_key === owner && !isRest(openSet, other)))
    return undefined;
  if (others.length > 0 && (sum === amount || isShare(amount, sum + amount) || isShare(amount, sum)))
    return undefined;
  if (rivalSets(openSet, others, amount) > 0) return undefined;
  return {
    gate: "G1",
    ranks: [rank],
    explanation: [
      say.numberInLabel(invoiceOf(openSet, rank).invoice_number),
      say.exact,
      say.rare,
      ...(isNamed(openSet, reading, rank) ? payerEvidence(reading) : []),
    ],
  };
}

function verdictOfSum(
  openSet: OpenSet,
  reading: TransactionReading,
  paidFor: ReadonlyMap<string, number>,
): Verdict | Refusal | undefined {
  const { label, transaction } = reading;
  const quoted = strongSet(openSet, reading);
  const set = oneOfQuoted(openSet, reading, ownOfQuoted(openSet, reading, quoted));
  if (set.ranks.length === 0 || set.sum !== transaction.amount || set.ambiguous.length > 0) return undefined;
  const digitsOnly = set.used.every((reference) => reference.form === "F2");
  const supported = set.ranks.every((rank) => isNamed(openSet, reading, rank));
  // A label of no known family must quote the number in full, or name who owes it (LET-5: « matched weakly »).
  if (label.type === "other" && digitsOnly && !supported) return undefined;
  if (digitsOnly && speakOfElse(openSet, reading, set.ranks)) return undefined;
  if (saysMore(reading, set)) {
    const rare = isRare(openSet, set.ranks);
    if (digitsOnly ? !(supported && rare) : !(supported || rare)) return undefined;
  }
  if (contradictsPayer(openSet, reading, set.ranks)) return undefined;
  if (
    set.ranks.length === 1 &&
    mayBeAnother(openSet, reading, must(set.ranks[0], "rank"), digitsOnly, supported, paidFor)
  )
    return { refusals: [say.shared(openInvoicesSharing(openSet, transaction.amount))] };
  const numbers = numbersOf(openSet, set);
  const single = set.ranks.length === 1;
  return {
    gate: single ? "G1" : "G2",
    ranks: set.ranks,
    explanation: [
      ...numbers,
      single ? say.exact : say.exactSum(set.ranks.length),
      ...payerEvidence(reading),
      ...leftOut(openSet, quoted, set),
    ],
  };
}

/** The numbers of a set, each with where it stands. */
export const numbersOf = (openSet: OpenSet, { ranks, used }: ReferencedSet): string[] =>
  ranks.map((rank) => {
    const { invoice_number: number } = invoiceOf(openSet, rank);
    const isStructured = used.some((reference) => reference.structured && reference.ranks.includes(rank));
    return isStructured ? say.structured(number) : say.numberInLabel(number);
  });

/** Beside the numbers of the set, one that no open invoice has, or the end of another. */
const saysMore = (reading: TransactionReading, set: ReferencedSet): boolean =>
  set.missing.length > 0 ||
  reading.references.some(
    (reference) => !reference.strong && !reference.ranks.some((rank) => set.ranks.includes(rank)),
  );

/** G4 (LET-10): ends of numbers after a keyword; only with the exact amount and a payer that fits. */
export function weakReferenceVerdict(
  openSet: OpenSet,
  reading: TransactionReading,
): Verdict | Refusal | undefined {
  if (!isTransfer(reading) || reading.references.length === 0) return undefined;
  const verdict = endsOfPayer(openSet, reading) ?? endOfRareAmount(openSet, reading);
  if (verdict && speakOfElse(openSet, reading, verdict.ranks)) return undefined;
  for (const rank of verdict?.ranks ?? []) {
    const body = otherBody(openSet, reading, invoiceOf(openSet, rank));
    if (body !== undefined) return { refusals: [say.otherBody(body)] };
  }
  return verdict;
}

function endsOfPayer(openSet: OpenSet, reading: TransactionReading): Verdict | undefined {
  const { transaction, references, payer } = reading;
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
    let own = members.filter(fits);
    // One end of two numbers: the amount tells which (LET-36).
    if (references.length === 1 && reference.form !== "F5" && own.length > 1)
      own = own.filter((rank) => outstandingOf(openSet, rank) === transaction.amount);
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
  // A set of tails is read against one payer: a sure one, or the only one of several whose invoices end so and make the sum.
  const owners = new Set(sorted.map((rank) => invoiceOf(openSet, rank).payer_key));
  if (!single && !isIdentified(payer) && (owners.size > 1 || payer.how === "unknown")) return undefined;
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

/** LET-36: the end of one number, and no other open invoice has the amount: two accidents would have to meet. */
function endOfRareAmount(openSet: OpenSet, reading: TransactionReading): Verdict | undefined {
  const { references, transaction } = reading;
  const [reference, ...others] = references;
  if (!reference || others.length > 0 || reference.form === "F5") return undefined;
  const rank = reference.ranks.find((one) => outstandingOf(openSet, one) === transaction.amount);
  if (rank === undefined || !isRare(openSet, [rank]) || transaction.amount % ROUND_AMOUNT === 0)
    return undefined;
  // Also where the label names one of several: what a full number may not letter, its end may not either (LET-30).
  if (contradictsPayer(openSet, reading, [rank])) return undefined;
  const { invoice_number: number } = invoiceOf(openSet, rank);
  return {
    gate: "G4",
    ranks: [rank],
    explanation: [
      reference.strong ? say.numberInLabel(number) : say.weakNumber(reference.written),
      say.exact,
      say.rare,
      ...(isNamed(openSet, reading, rank) ? payerEvidence(reading) : []),
    ],
  };
}

/**
 * G3 (LET-10): no number at all, a sure payer, and nothing else of that payer that could explain the amount.
 * @param paidBy compact numbers of what a payer paid lately
 */
export function payerVerdict(
  openSet: OpenSet,
  reading: TransactionReading,
  paidBy: (payerKey: string) => readonly string[],
): Verdict | Refusal | undefined {
  const { transaction, references, weeks, payer } = reading;
  if (!isTransfer(reading) || references.some(({ ranks }) => ranks.length > 0)) return undefined;
  const identified = identifiedKey(payer);
  const key = identified ?? payerOfAmount(openSet, reading);
  if (key === undefined) return undefined;
  const owed = invoicesOfPayer(openSet, key);
  const same = owed.filter((rank) => outstandingOf(openSet, rank) === transaction.amount);
  const rank = same[0];
  const invoice = rank === undefined ? undefined : openSet.invoices[rank];
  if (rank === undefined || !invoice || same.length > 1 || speakOfElse(openSet, reading, same))
    return undefined;
  const begun = cutNumberOf(reading.label, invoice);
  const isOther = ({ written }: LabelReference): boolean => compactNumber(written) !== begun;
  if (references.some(isOther)) return undefined;
  if (begun === undefined && mayGoOn(openSet.payers, reading, key)) return undefined;
  const unread =
    begun === undefined
      ? (unreadNumber(openSet, reading.label) ?? foreignNumber(openSet, reading.label.text))
      : undefined;

  const refusals: string[] = [];
  // What is left of an invoice is seldom paid for itself: what is kept back waits for a credit note (LET-49).
  if (isOddRest(openSet, rank)) refusals.push(say.rest);
  const shared = owed.find((other) => other !== rank && isInstalment(openSet, other, transaction.amount));
  if (shared !== undefined) {
    const { invoice_number: number } = invoiceOf(openSet, shared);
    const isTwice = outstandingOf(openSet, shared) < transaction.amount;
    refusals.push(isTwice ? say.twiceOf(number) : say.instalmentOf(number));
  }
  const { legalForm } = payer;
  if (legalForm !== undefined && payer.how !== "alias" && payer.how !== "siren")
    if (hasOtherForm(openSet.payers, key, legalForm)) refusals.push(say.otherForm(legalForm));
  const body = otherBody(openSet, reading, invoice);
  if (body !== undefined) refusals.push(say.otherBody(body));
  // « F26OO1401 », « F2600140 »: the label names an invoice, we do not know which.
  if (unread !== undefined) refusals.push(say.notOpen(unread));
  const another = otherNumberQuoted(openSet, reading, rank, owed, paidBy(key));
  if (another !== undefined) refusals.push(say.otherNumber(another));
  const isWhole = identified !== undefined && payer.isWhole && !payer.isSeat;
  const rivals = isWhole ? payer.alike : payer.possible;
  const twin = invoicesOfAmount(openSet, transaction.amount, MAX_SHARING).find((other) => {
    const owner = openSet.invoices[other]?.payer_key;
    return owner !== undefined && owner !== key && rivals.has(owner);
  });
  if (twin !== undefined) refusals.push(say.namesake(invoiceOf(openSet, twin).invoice_number));
  const sets = rivalSets(openSet, owed, transaction.amount);
  if (sets > 0) refusals.push(say.otherSets(sets));
  const sharing = openInvoicesSharing(openSet, transaction.amount);
  if (!isWhole && sharing > (payer.isSeat ? 1 : lowEntropyLimit(openSet))) refusals.push(say.shared(sharing));
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
      ...(begun === undefined ? [] : [say.begunNumber(begun)]),
      say.exact,
      ...(identified === undefined
        ? [say.settled(nameOfPayer(openSet.payers, key))]
        : payerEvidence(reading)),
      ...(weeks.length > 0 && invoice.week_number !== null ? [say.weeks([invoice.week_number])] : []),
      ...(reading.label.isTypeGiven ? [say.typeTold] : []),
    ],
  };
}

/** A usual part of it is the amount, or it is half of the amount: flat fees are often parts of others (LET-34). */
function isInstalment(openSet: OpenSet, rank: number, amount: number): boolean {
  const open = outstandingOf(openSet, rank);
  return open > amount ? isInstalmentOf(amount, open) : open * 2 === amount;
}

/** Its words for something else are no title of a film of these invoices, also where the end of a bank's line cuts it. */
function speakOfElse(
  openSet: OpenSet,
  { contrary, label }: TransactionReading,
  ranks: readonly number[],
): boolean {
  if (contrary === undefined) return false;
  const titles = ranks.flatMap((rank) => invoiceOf(openSet, rank).film_titles ?? []);
  return ![label.text, ...withoutLineBreaks(label.text)].some((text) => areOfTitle(contrary, text, titles));
}

/** The public body that the label names instead of the invoice's payer, as it has it (LET-32); the title of a film names none. */
function otherBody(
  { payers }: OpenSet,
  { label, payer }: TransactionReading,
  { payer_key, film_titles = [] }: OpenInvoice,
): string | undefined {
  const found = otherBodyThan(payers, label, payer, payer_key);
  return found && !areOfTitle(found, label.text, film_titles) ? found.what : undefined;
}

/**
 * The words may name several payers, or leave a doubt (LET-33). One of them alone owes this amount, which no other open invoice of
 * the distributor has, and no set of the others' makes it. Whom memory alone suggests the words do not name (LET-7).
 */
function payerOfAmount(openSet: OpenSet, { payer, transaction }: TransactionReading): string | undefined {
  if ((payer.how !== "ambiguous" && payer.how !== "likely") || payer.isRemembered) return undefined;
  if (transaction.amount < SETTLING_AMOUNT) return undefined;
  const [rank, ...others] = invoicesOfAmount(openSet, transaction.amount, 2);
  const key = rank === undefined || others.length > 0 ? undefined : invoiceOf(openSet, rank).payer_key;
  if (key === undefined || !payer.possible.has(key)) return undefined;
  let owed = 0;
  for (const possible of payer.possible) {
    const ranks = invoicesOfPayer(openSet, possible);
    owed += ranks.length;
    if (owed > MAX_SETTLED || (possible !== key && rivalSets(openSet, ranks, transaction.amount) > 0))
      return undefined;
  }
  return key;
}

export const isWeekOf = (
  week: { readonly number: number; readonly year: number | null },
  invoice: { readonly week_number: number | null; readonly week_year: number | null },
): boolean => week.number === invoice.week_number && (week.year === null || week.year === invoice.week_year);

/** Who pays, in words. */
export function payerEvidence({ payer, label }: TransactionReading): string[] {
  const name = payer.matches[0]?.display_name;
  if (name === undefined) return [];
  if (payer.how === "siren") return [say.siren(name)];
  if (payer.how === "alias") return [say.alias(name)];
  if (payer.how === "name") return [label.isPayerGiven ? say.toldPayer(name) : say.payer(name)];
  if (payer.how === "likely") return [say.likelyPayer(name)];
  const resolved = payer.matches.filter((match) => match.coverage >= RESOLVED_COVERAGE);
  if (payer.how === "ambiguous")
    return [say.ambiguousPayer([...new Set(resolved.map((match) => match.display_name))].slice(0, 3))];
  return [];
}
