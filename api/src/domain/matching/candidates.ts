import { daysBetween } from "@bobine/contract/civil-date";
import { isWeekOf } from "./gates.ts";
import { type Hypothesis, ROUNDING_LIMIT, ROUNDING_SHARE, weigh } from "./hypothesis.ts";
import type { CandidateKind } from "./lettering-types.ts";
import {
  invoicesOfAmount,
  invoicesOfPayer,
  type OpenSet,
  outstandingOf,
  sumOutstanding,
} from "./open-set.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import { ranksOf } from "./rank-index.ts";
import { isIdentified, rangeMembers, strongSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { compactNumber } from "./reference-index.ts";
import { searchSubsets } from "./subset-search.ts";

/** Everything that may explain a transaction which the gates did not let through. */
export interface Candidates {
  readonly hypotheses: readonly Hypothesis[];
  /** A search stopped at its bound; the person is told. */
  readonly bounded: boolean;
}

const MAX_PAYERS = 3;
const MAX_SUBSETS = 20;
const MAX_SHOWN_SUBSETS = 5;
const MAX_AMOUNT_ONLY = 50;
const BANK_CHARGE = 1_200;
/** DOMAIN §4.1, row 8. */
const AMOUNT_ONLY_MIN = 5_000;
const AMOUNT_ONLY_DAYS = 120;

/** Makes the hypotheses of MATCHING §3.4, only from hash look-ups and inside the payers that the label may name. */
export function findCandidates(
  openSet: OpenSet,
  reading: TransactionReading,
  reverted: ReadonlySet<number>,
): Candidates {
  const hypotheses: Hypothesis[] = [];
  let bounded = false;
  const add = (
    ranks: readonly number[],
    kind: CandidateKind,
    words: readonly string[],
    alternatives = 0,
  ): void => {
    if (ranks.length > 0)
      hypotheses.push(weigh(openSet, reading, { ranks, kind, words, alternatives }, reverted));
  };
  const payers = payersToTry(reading);
  fromStrongNumbers(openSet, reading, add);
  fromWeakNumbers(openSet, reading, payers, add);
  fromTypos(openSet, reading, add);
  for (const key of payers) if (fromPayer(openSet, reading, key, add)) bounded = true;
  if (!isIdentified(reading.payer)) fromAmount(openSet, reading, add);
  return { hypotheses, bounded };
}

/** DOMAIN §4.1, row 8: the only open invoice of this amount, large and recent enough to mean something. */
export function isTellingAmount(openSet: OpenSet, reading: TransactionReading, today: string): boolean {
  const { amount } = reading.transaction;
  const [rank, ...others] = invoicesOfAmount(openSet, amount, 2);
  const invoice = rank === undefined ? undefined : openSet.invoices[rank];
  if (!invoice || others.length > 0 || amount < AMOUNT_ONLY_MIN || invoice.invoice_date > today) return false;
  return daysBetween(invoice.invoice_date, reading.transaction.transaction_date) <= AMOUNT_ONLY_DAYS;
}

type Add = (
  ranks: readonly number[],
  kind: CandidateKind,
  words: readonly string[],
  alternatives?: number,
) => void;

function payersToTry({ payer }: TransactionReading): string[] {
  if (isIdentified(payer)) return payer.matches.slice(0, 1).map((match) => match.payer_key);
  return payer.matches
    .filter((match) => match.coverage >= RESOLVED_COVERAGE)
    .slice(0, MAX_PAYERS)
    .map((match) => match.payer_key);
}

function fromStrongNumbers(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const set = strongSet(openSet, reading);
  const number = (rank: number): string => openSet.invoices[rank]?.invoice_number ?? "";
  const words = set.ranks.slice(0, 6).map((rank) => say.numberInLabel(number(rank)));
  add(set.ranks, set.ranks.length === 1 ? "single_reference" : "reference_set", words);
  // One of the numbers may be the one that is paid.
  if (set.ranks.length > 1)
    for (const rank of set.ranks)
      if (outstandingOf(openSet, rank) === reading.transaction.amount)
        add([rank], "single_reference", [say.numberInLabel(number(rank))], set.ranks.length - 1);
  for (const reference of set.ambiguous)
    for (const rank of reference.ranks.slice(0, 5))
      if (outstandingOf(openSet, rank) > 0)
        add([rank], "weak_reference", [say.numberInLabel(number(rank))], reference.ranks.length - 1);
  // « F26000123 et solde »: the numbers, and the invoices of the same payer that make up the rest.
  const rest = reading.transaction.amount - set.sum;
  const payer = openSet.invoices[set.ranks[0] ?? -1]?.payer_key;
  if (set.ranks.length === 0 || rest < ROUNDING_LIMIT || payer === undefined) return;
  const others = invoicesOfPayer(openSet, payer).filter((rank) => !set.ranks.includes(rank));
  const same = others.filter((rank) => outstandingOf(openSet, rank) === rest);
  const search = searchSubsets(
    others.map((rank) => outstandingOf(openSet, rank)),
    rest,
    MAX_SHOWN_SUBSETS,
  );
  const sets = [
    ...same.map((rank) => [rank]),
    ...search.solutions.map((solution) => solution.map((at) => others[at] ?? 0)),
  ];
  for (const members of sets.slice(0, MAX_SHOWN_SUBSETS))
    add([...set.ranks, ...members], "reference_set", words, sets.length - 1);
}

function fromWeakNumbers(
  openSet: OpenSet,
  reading: TransactionReading,
  payers: readonly string[],
  add: Add,
): void {
  const chosen: number[] = [];
  const words: string[] = [];
  for (const reference of reading.references) {
    if (reference.strong) continue;
    const members = reference.form === "F5" ? rangeMembers(openSet, reference.ranks) : reference.ranks;
    const open = members.filter((rank) => outstandingOf(openSet, rank) > 0);
    const own = open.filter((rank) => payers.includes(openSet.invoices[rank]?.payer_key ?? ""));
    const exact = open.filter((rank) => outstandingOf(openSet, rank) === reading.transaction.amount);
    const word = say.weakNumber(reference.written);
    for (const rank of exact.slice(0, 3)) add([rank], "weak_reference", [word], exact.length - 1);
    for (const rank of own.slice(0, 3)) add([rank], "weak_reference", [word], own.length - 1);
    const likely = own.length > 0 ? own : open;
    if (reference.form === "F5" ? likely.length > 1 : likely.length === 1) {
      chosen.push(...likely);
      words.push(word);
    }
  }
  const distinct = [...new Set(chosen)];
  if (distinct.length > 1) add(distinct, "reference_set", words);
}

/** F6: one wrong or two swapped digits. Only a suggestion, and only with the exact amount (MATCHING §3.2). */
function fromTypos(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  for (const reference of reading.references) {
    const compact = compactNumber(reference.written);
    if (!reference.strong || reference.form === "F5" || compact.length < 6 || compact.length > 20) continue;
    if (reference.ranks.some((rank) => outstandingOf(openSet, rank) === reading.transaction.amount)) continue;
    for (const near of oneDigitAway(compact))
      for (const rank of ranksOf(openSet.references.compact, near))
        if (outstandingOf(openSet, rank) === reading.transaction.amount)
          add([rank], "typo_reference", [
            say.typo(reference.written, openSet.invoices[rank]?.invoice_number ?? ""),
          ]);
  }
}

function* oneDigitAway(compact: string): Generator<string> {
  for (let at = 0; at < compact.length; at++) {
    const here = compact[at] ?? "";
    if (here < "0" || here > "9") continue;
    for (let digit = 0; digit < 10; digit++)
      if (String(digit) !== here) yield compact.slice(0, at) + String(digit) + compact.slice(at + 1);
    const next = compact[at + 1] ?? "";
    if (next >= "0" && next <= "9" && next !== here)
      yield compact.slice(0, at) + next + here + compact.slice(at + 2);
  }
}

/** All that one payer's open invoices may say. @returns true when a search stopped at its bound */
function fromPayer(openSet: OpenSet, reading: TransactionReading, key: string, add: Add): boolean {
  const { amount } = reading.transaction;
  const owed = invoicesOfPayer(openSet, key);
  if (owed.length === 0) return false;
  const open = (rank: number): number => outstandingOf(openSet, rank);
  const amounts = owed.map(open);
  const balance = sumOutstanding(openSet, owed);

  const same = owed.filter((rank) => open(rank) === amount);
  const search = searchSubsets(amounts, amount, MAX_SUBSETS);
  const fitting = same.length + search.solutions.length;
  for (const rank of same.slice(0, MAX_SHOWN_SUBSETS)) add([rank], "exact_single", [], fitting - 1);
  for (const solution of search.solutions.slice(0, MAX_SHOWN_SUBSETS)) {
    const whole = solution.length === owed.length;
    const words = whole ? [say.wholeBalance] : fitting === 1 && search.complete ? [say.onlySet] : [];
    add(
      solution.map((at) => owed[at] ?? 0),
      whole ? "whole_balance" : "subset",
      words,
      fitting - 1,
    );
  }

  const near = owed.filter((rank) => isNear(amount, open(rank)));
  for (const rank of near.slice(0, MAX_SHOWN_SUBSETS)) add([rank], "near_single", [], near.length - 1);
  if (owed.length > 1 && isNear(amount, balance)) add(owed, "whole_balance", [say.wholeBalance]);
  for (const run of nearRuns(owed, amounts, amount)) add(run, "subset", []);

  const charged = owed.filter(
    (rank) => open(rank) - amount >= ROUNDING_LIMIT && open(rank) - amount <= BANK_CHARGE,
  );
  for (const rank of charged.slice(0, 3)) add([rank], "bank_charges", [], charged.length - 1);

  const ofWeeks = owed.filter((rank) => {
    const invoice = openSet.invoices[rank];
    return invoice !== undefined && reading.weeks.some((week) => isWeekOf(week, invoice));
  });
  if (ofWeeks.length > 0 && ofWeeks.length <= 25) add(ofWeeks, "week_set", []);

  const larger = owed.filter((rank) => open(rank) > amount);
  const preferred = [...new Set([...larger.filter((rank) => ofWeeks.includes(rank)), ...larger])];
  for (const rank of preferred.slice(0, 3)) add([rank], "partial", [], larger.length - 1);
  if (same.length === 0) add(oldestFirst(openSet, owed, amount), "oldest_first", [say.oldestFirst]);
  return !search.complete && fitting === 0;
}

/** SPEC §5: money is applied in date order until it is exhausted. */
function oldestFirst(openSet: OpenSet, owed: readonly number[], amount: number): number[] {
  const taken: number[] = [];
  let left = amount;
  for (const rank of [...owed].sort((a, b) => a - b)) {
    if (left <= 0 || taken.length === 50) break;
    taken.push(rank);
    left -= outstandingOf(openSet, rank);
  }
  return taken.length > 1 || owed.length === 1 ? taken : [];
}

const isNear = (amount: number, sum: number): boolean => {
  const gap = Math.abs(amount - sum);
  return gap > 0 && gap < ROUNDING_LIMIT && gap <= sum * ROUNDING_SHARE;
};

const LONGEST_RUN = 13;

/** Consecutive due dates whose sum is close but not exact; the first three. */
function nearRuns(owed: readonly number[], amounts: readonly number[], amount: number): number[][] {
  const runs: number[][] = [];
  for (let start = 0; start < owed.length && runs.length < 3; start++) {
    let sum = amounts[start] ?? 0;
    for (let end = start + 1; end < owed.length && end - start < LONGEST_RUN && sum < amount; end++) {
      sum += amounts[end] ?? 0;
      if (isNear(amount, sum)) runs.push(owed.slice(start, end + 1));
    }
  }
  return runs;
}

/** Nobody is named: invoices of exactly this amount, whoever owes them. */
function fromAmount(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const same = invoicesOfAmount(openSet, reading.transaction.amount, MAX_AMOUNT_ONLY);
  for (const rank of same) {
    const words = same.length > 1 ? [say.shared(same.length)] : [];
    add([rank], "amount_only", words, same.length - 1);
  }
}
