import { isOddRest } from "./rests.ts";
import { type Add, coherence, type Pool } from "./exact-sets.ts";
import { ROUNDING_LIMIT } from "./hypothesis.ts";
import {
  byDueDate,
  debtOf,
  invoiceOf,
  invoicesOfPayer,
  type OpenSet,
  outstandingOf,
  sumOutstanding,
} from "./open-set.ts";
import { isNamed } from "./named-payers.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import type { PayingHabits } from "./paying-habits.ts";
import { rangeMembers, strongSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { isRoundGap, isShare } from "./shares.ts";
import { searchSubsets } from "./subset-search.ts";
import { must } from "../must.ts";

// Hypotheses that the numbers of a label lead to (LET-8).

const MAX_SHOWN_SUBSETS = 5;
const MAX_OF_A_KIND = 3;
/** In more open invoices than these, some run has any sum. */
export const MAX_CIRCUIT = 500;

export function fromStrongNumbers(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const set = strongSet(openSet, reading);
  const number = (rank: number): string => invoiceOf(openSet, rank).invoice_number;
  const words = set.ranks.slice(0, 6).map((rank) => say.numberInLabel(number(rank)));
  const isCutShort = reading.transaction.amount > set.sum && AND_MORE.test(reading.label.text);
  add(set.ranks, set.ranks.length === 1 ? "single_reference" : "reference_set", words, {
    bonus: (isCutShort ? -CUT_SHORT : 0) - (isAnothers(openSet, reading, set.ranks) ? ANOTHERS : 0),
  });
  // « F26000223 AU F26001109 »: what lies between them may not be paid.
  if (set.sum !== reading.transaction.amount)
    for (const { form, strong, ranks } of reading.references) {
      const [first, last] = [ranks[0], ranks.at(-1)];
      if (form === "F5" && strong && ranks.length > 2 && first !== undefined && last !== undefined)
        add(
          [first, last].filter((rank) => outstandingOf(openSet, rank) > 0),
          "reference_set",
          [first, last].map((rank) => say.numberInLabel(number(rank))),
        );
    }
  // One of the numbers may be the one that is paid.
  if (set.ranks.length > 1)
    for (const rank of set.ranks)
      if (outstandingOf(openSet, rank) === reading.transaction.amount)
        add([rank], "single_reference", [say.numberInLabel(number(rank))], {
          alternatives: set.ranks.length - 1,
        });
  for (const reference of set.ambiguous)
    for (const rank of reference.ranks.slice(0, 5))
      if (outstandingOf(openSet, rank) > 0)
        add([rank], "weak_reference", [say.numberInLabel(number(rank))], {
          alternatives: reference.ranks.length - 1,
        });
}

/** The first that the label names owes exactly this, and the number is of somebody whom it does not name: the number is the likelier error. */
function isAnothers(openSet: OpenSet, reading: TransactionReading, ranks: readonly number[]): boolean {
  const { payer, transaction } = reading;
  const [first] = payer.matches;
  if (!first || payer.isSeat || payer.how === "unknown" || first.coverage < RESOLVED_COVERAGE) return false;
  const owes = debtOf(openSet, first.payer_key).amounts.includes(transaction.amount);
  return owes && ranks.length > 0 && ranks.every((rank) => !isNamed(openSet, reading, rank));
}
const ANOTHERS = 6;

/** « F26000123 et suivantes », « F26000123 au F26000140 » of several sites: the numbers, and what makes up the rest. */
export function fromFirstNumbers(
  openSet: OpenSet,
  reading: TransactionReading,
  habits: PayingHabits,
  learned: readonly string[],
  add: Add,
): void {
  const quoted = quotedRanks(openSet, reading);
  const rest = reading.transaction.amount - sumOutstanding(openSet, quoted);
  const payer = openSet.invoices[quoted[0] ?? -1]?.payer_key;
  if (quoted.length === 0 || payer === undefined) return;
  const words = quoted.slice(0, 6).map((rank) => say.numberInLabel(invoiceOf(openSet, rank).invoice_number));
  if (Math.abs(rest) < ROUNDING_LIMIT || rest < 0) {
    if (rest > -LARGEST_SHORT)
      add(quoted, "reference_set", words, { bonus: isAnothers(openSet, reading, quoted) ? -ANOTHERS : 0 });
    return;
  }
  const { circuit } = reading.payer;
  const keys = circuit?.payer_keys.includes(payer)
    ? circuit.payer_keys
    : [...new Set([payer, ...(learned.includes(payer) ? learned : [])])];
  const others = keys
    .flatMap((key) => invoicesOfPayer(openSet, key))
    .filter((rank) => !quoted.includes(rank));
  if (keys.length > 1 && others.length > MAX_CIRCUIT) return;
  others.sort(byDueDate(openSet));
  const amounts = others.map((rank) => outstandingOf(openSet, rank));
  const pool: Pool = { openSet, reading, owed: others, amounts, amount: rest, add };
  const complete = (kept: number, told: readonly string[], weight: number): void => {
    const same = others.flatMap((_, place) => (amounts[place] === rest + kept ? [[place]] : []));
    const { solutions } = searchSubsets(amounts, rest + kept, MAX_SHOWN_SUBSETS);
    const sets = [...same, ...solutions];
    for (const places of sets.slice(0, MAX_SHOWN_SUBSETS))
      add([...quoted, ...places.map((place) => must(others[place], "rank"))], "reference_set", told, {
        alternatives: sets.length - 1,
        bonus: weight + (places.length > 1 ? 0.5 * coherence(pool, places) : 1.5),
      });
  };
  complete(0, words, 0);
  // One more invoice, of which a round sum is kept back, up to half of it.
  if (AND_MORE.test(reading.label.text))
    others.forEach((rank, place) => {
      const open = must(amounts[place], "amount");
      if ((isRoundGap(open - rest, open) || isShare(rest, open)) && !isOddRest(openSet, rank))
        add([...quoted, rank], "reference_set", words);
    });
  for (const { cents, isOwn } of habits.keptBack(keys))
    complete(cents, [...words, say.keptBack(cents, isOwn)], isOwn ? 3 : 2);
}

const LARGEST_SHORT = 15_000;
/** « F26000123 ET SUIVANTES »: what it says itself is not all that is paid. */
const AND_MORE = /(?:\bET|\+|&) ?(?:LES )?(?:SUIV|AUTRES?\b|SOLDE)|\bETC\b|\.\.\.|\bSUIV\b/;
const CUT_SHORT = 3;

/** The open invoices that the numbers name; of a range over several payers its two ends. */
function quotedRanks(openSet: OpenSet, reading: TransactionReading): number[] {
  const set = strongSet(openSet, reading);
  const ends = reading.references.flatMap(({ form, ranks, strong }) => {
    const [first, last] = [ranks[0], ranks.at(-1)];
    // Of ends of numbers, the first and the last that end so are anybody's.
    if (form !== "F5" || !strong || first === undefined || last === undefined) return [];
    if (rangeMembers(openSet, ranks).length > 0) return [];
    return [first, last].filter((rank) => outstandingOf(openSet, rank) > 0);
  });
  return [...new Set([...set.ranks, ...ends])];
}

export function fromWeakNumbers(
  openSet: OpenSet,
  reading: TransactionReading,
  payers: readonly string[],
  habits: PayingHabits,
  add: Add,
): void {
  const chosen: number[] = [];
  const words: string[] = [];
  const options: (readonly number[])[] = [];
  const isList = reading.references.filter(({ ranks }) => ranks.length > 0).length > 1;
  for (const reference of reading.references) {
    if (reference.strong) continue;
    const members = reference.form === "F5" ? rangeMembers(openSet, reference.ranks) : reference.ranks;
    const open = members.filter((rank) => outstandingOf(openSet, rank) > 0);
    const own = open.filter((rank) => payers.includes(invoiceOf(openSet, rank).payer_key));
    const exact = open.filter((rank) => outstandingOf(openSet, rank) === reading.transaction.amount);
    const word = say.weakNumber(reference.written);
    const bonus = isList ? -ONE_OF_A_LIST : 0;
    for (const rank of exact.slice(0, 3))
      add([rank], "weak_reference", [word], { alternatives: exact.length - 1, bonus });
    for (const rank of own.slice(0, 3))
      add([rank], "weak_reference", [word], { alternatives: own.length - 1, bonus });
    // The payer that is read may be the office that pays (LET-32), or a wrong one.
    if (own.length === 0 && exact.length === 0 && open.length <= MAX_OF_A_KIND && reference.form !== "F5")
      for (const rank of open) add([rank], "weak_reference", [word], { alternatives: open.length - 1 });
    const likely = own.length > 0 ? own : open;
    if (reference.form !== "F5" && likely.length > 0) options.push(likely);
    if (reference.form === "F5" ? likely.length > 1 : likely.length === 1) {
      chosen.push(...likely);
      words.push(word);
    }
  }
  const distinct = [...new Set(chosen)];
  if (distinct.length > 1) add(distinct, "reference_set", words);
  // Each end fits several invoices, but only some choice of them makes the amount.
  const choices = options.length > 1 ? choicesOfSum(openSet, options, reading.transaction.amount) : [];
  for (const choice of choices)
    add(choice, "reference_set", words, { alternatives: choices.length - 1, bonus: 1 });
  if (choices.length > 0 || options.length < 2) return;
  for (const { cents, isOwn } of habits.keptBack(payers))
    for (const choice of choicesOfSum(openSet, options, reading.transaction.amount + cents))
      add(choice, "reference_set", [...words, say.keptBack(cents, isOwn)], { bonus: 1 });
}
const ONE_OF_A_LIST = 2;

const MAX_CHOICES = 20_000;

/** One invoice of each list, together exactly `amount` cents; at most three such choices. */
function choicesOfSum(openSet: OpenSet, options: readonly (readonly number[])[], amount: number): number[][] {
  let partial: { readonly sum: number; readonly ranks: readonly number[] }[] = [{ sum: 0, ranks: [] }];
  for (const list of options) {
    const longer: typeof partial = [];
    for (const { sum, ranks } of partial)
      for (const rank of list) {
        const more = sum + outstandingOf(openSet, rank);
        if (more > amount || ranks.includes(rank)) continue;
        if (longer.length === MAX_CHOICES) return [];
        longer.push({ sum: more, ranks: [...ranks, rank] });
      }
    partial = longer;
  }
  return partial
    .filter(({ sum }) => sum === amount)
    .map(({ ranks }) => [...ranks])
    .slice(0, 3);
}
