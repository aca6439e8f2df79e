import { dayNumber } from "./day-number.ts";
import type { OpenInvoice } from "./lettering-types.ts";
import { lowerBound } from "./lower-bound.ts";
import { addRank, type RankIndex, ranksOf } from "./rank-index.ts";
import { must } from "../must.ts";

/** What it reads of an open set. */
interface NearSource {
  readonly invoices: readonly OpenInvoice[];
  readonly outstanding: Float64Array;
  readonly dueDays: Int32Array;
}

/** All open invoices by what is due, and those that were lowered by what they were: for lines that name nobody. */
export interface NearIndex {
  /** Ranks by outstanding amount. */
  readonly ranks: Int32Array;
  readonly amounts: Float64Array;
  /** First amount of an invoice that a credit note or an instalment lowered → ranks. */
  readonly lowered: RankIndex<number>;
}

const MAX_SCANNED = 2_000;

export function buildNearIndex(source: NearSource): NearIndex {
  const ranks = Int32Array.from(source.invoices.keys());
  ranks.sort(
    (a, b) =>
      must(source.outstanding[a], "outstanding amount") - must(source.outstanding[b], "outstanding amount") ||
      a - b,
  );
  const lowered: RankIndex<number> = new Map();
  source.invoices.forEach((invoice, rank) => {
    if (invoice.total_amount > invoice.outstanding) addRank(lowered, invoice.total_amount, rank);
  });
  return {
    ranks,
    amounts: Float64Array.from(ranks, (rank) => must(source.outstanding[rank], "outstanding amount")),
    lowered,
  };
}

/**
 * Open invoices of `from` to `to` cents, those due nearest to `day` first, at most `limit`.
 * @param index made of the same invoices; what was lettered since is left out
 */
export function invoicesBetween(
  source: NearSource,
  index: NearIndex,
  [from, to]: readonly [number, number],
  day: OpenInvoice["due_date"],
  limit: number,
): number[] {
  const low = lowerBound(index.amounts, from);
  const found: number[] = [];
  for (let at = low; at < index.amounts.length && at - low < MAX_SCANNED; at++) {
    const amount = must(index.amounts[at], "amount");
    if (amount > to) break;
    const rank = must(index.ranks[at], "rank");
    if (source.outstanding[rank] === amount) found.push(rank);
  }
  return nearestDue(source, found, day, limit);
}

/** Open invoices whose first amount, before a credit note or an instalment, was this one. */
export const loweredFrom = (source: NearSource, index: NearIndex, amount: number): number[] =>
  ranksOf(index.lowered, amount).filter((rank) => must(source.outstanding[rank], "outstanding amount") > 0);

/** Those due nearest to a day, at most `limit`. */
export function nearestDue(
  source: NearSource,
  ranks: readonly number[],
  day: OpenInvoice["due_date"],
  limit: number,
): number[] {
  const today = dayNumber(day);
  const away = (rank: number): number => Math.abs(today - must(source.dueDays[rank], "due day"));
  return ranks
    .map((rank) => ({ rank, days: away(rank) }))
    .sort((a, b) => a.days - b.days || a.rank - b.rank)
    .slice(0, limit)
    .map(({ rank }) => rank);
}
