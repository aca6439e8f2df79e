import { invoiceOf, type OpenSet, outstandingOf } from "./open-set.ts";

export const isRest = (openSet: OpenSet, rank: number): boolean =>
  outstandingOf(openSet, rank) < invoiceOf(openSet, rank).total_amount;

/** Neither half nor a third of it is left, nor most of it: something was kept back. */
export function isOddRest(openSet: OpenSet, rank: number): boolean {
  const { total_amount: total } = invoiceOf(openSet, rank);
  const open = outstandingOf(openSet, rank);
  if (open >= total * MOSTLY) return false;
  return (
    Math.abs(total / 2 - open) > 2 && Math.abs(total / 3 - open) > 2 && Math.abs((2 * total) / 3 - open) > 2
  );
}
const MOSTLY = 0.7;
