import type { Scored, Run } from "./protocol.ts";

/** Counts over judged lines; shares are made of them when printed. */
export interface Score {
  readonly rows: number;
  /** Lines that pay something. */
  readonly receivable: number;
  readonly automatic: number;
  readonly wrong: number;
  readonly wrongPayer: number;
  readonly certain: number;
  readonly certainAutomatic: number;
  readonly numbered: number;
  readonly numberedAutomatic: number;
  /** Lines that pay something and were left to people. */
  readonly left: number;
  readonly first: number;
  readonly firstThree: number;
  readonly firstFive: number;
  /** The best suggestion shares an invoice with the truth. */
  readonly touches: number;
  /** Credits that pay nothing, lettered all the same. */
  readonly unrelatedAutomatic: number;
  readonly unrelated: number;
  readonly naive: number;
  readonly naiveWrong: number;
}

const truthKey = ({ row }: Scored): string => keyOf(row.truth.map(({ bill }) => bill.id));
const keyOf = (ids: readonly string[]): string => ids.toSorted().join();

export function isRight(judged: Scored): boolean {
  if (truthKey(judged) !== keyOf(judged.entry.invoice_ids)) return false;
  const due = new Map(judged.row.truth.map(({ bill, cents }) => [bill.id, cents]));
  return judged.entry.allocations.every(({ invoice_id, amount }) => due.get(invoice_id) === amount);
}

/** 1 for the first suggestion; 0 when the true set is not among them. */
export function rankOfTruth(judged: Scored): number {
  return (
    1 + judged.entry.candidates.findIndex((candidate) => keyOf(candidate.invoice_ids) === truthKey(judged))
  );
}

export function score(judged: readonly Scored[], bills: Run["bills"]): Score {
  const receivable = judged.filter(({ row }) => row.truth.length > 0);
  const automatic = judged.filter(({ entry }) => entry.outcome === "automatic");
  const wrong = automatic.filter((one) => !isRight(one));
  const left = receivable.filter(({ entry }) => entry.outcome !== "automatic");
  const places = left.map(rankOfTruth);
  const within = (most: number): number => places.filter((place) => place >= 1 && place <= most).length;
  const isAutomatic = ({ entry }: Scored): boolean => entry.outcome === "automatic";
  const certain = judged.filter(({ isCertain }) => isCertain !== null);
  const numbered = judged.filter(({ isCertain }) => isCertain === "numbers");
  const nobodys = judged.filter(({ row }) => row.truth.length === 0 && row.amount > 0);
  const naive = judged.filter((one) => one.naive !== null);
  return {
    rows: judged.length,
    receivable: receivable.length,
    automatic: automatic.length,
    wrong: wrong.length,
    wrongPayer: wrong.filter((one) => hasWrongPayer(one, bills)).length,
    certain: certain.length,
    certainAutomatic: certain.filter(isAutomatic).length,
    numbered: numbered.length,
    numberedAutomatic: numbered.filter(isAutomatic).length,
    left: left.length,
    first: within(1),
    firstThree: within(3),
    firstFive: within(5),
    touches: left.filter(({ row, entry }) =>
      row.truth.some(({ bill }) => entry.candidates[0]?.invoice_ids.includes(bill.id)),
    ).length,
    unrelatedAutomatic: nobodys.filter(isAutomatic).length,
    unrelated: nobodys.length,
    naive: naive.length,
    naiveWrong: naive.filter(
      ({ row, naive: id }) =>
        row.truth.length !== 1 || row.truth[0]?.bill.id !== id || row.truth[0]?.cents !== row.amount,
    ).length,
  };
}

export function sumOfScores(scores: readonly Score[]): Score {
  const [first, ...others] = scores;
  if (!first) throw new Error("No score");
  const sum = { ...first } as Record<keyof Score, number>;
  for (const other of others)
    for (const name of Object.keys(sum) as (keyof Score)[]) sum[name] += other[name];
  return sum;
}

function hasWrongPayer({ row, entry }: Scored, bills: Run["bills"]): boolean {
  const rightful = new Set(row.truth.map(({ bill }) => bill.cinema.company.id));
  return entry.invoice_ids.some((id) => !rightful.has(bills.get(id)?.cinema.company.id ?? ""));
}

/** Two-sided 95 % Clopper-Pearson interval of a share, by bisection on the binomial tail. */
export function clopperPearson(
  successes: number,
  trials: number,
): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const bisect = (isTooLow: (p: number) => boolean): number => {
    let [low, high] = [0, 1];
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (isTooLow(middle)) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const failures = trials - successes;
  return {
    low: successes === 0 ? 0 : bisect((p) => atMost(failures, trials, 1 - p) < 0.025),
    high: failures === 0 ? 1 : bisect((p) => atMost(successes, trials, p) > 0.025),
  };
}

/** P(at most `count` of `trials`), each with probability p. */
function atMost(count: number, trials: number, p: number): number {
  if (p <= 0) return 1;
  if (p >= 1) return count >= trials ? 1 : 0;
  let term = trials * Math.log1p(-p);
  let sum = Math.exp(term);
  for (let at = 1; at <= count; at++) {
    term += Math.log((trials - at + 1) / at) + Math.log(p / (1 - p));
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
