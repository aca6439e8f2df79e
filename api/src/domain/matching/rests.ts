import { must } from "../must.ts";

/** What it reads of an open set. */
export interface RestSource {
  readonly outstanding: Float64Array;
  readonly totals: Float64Array;
}

export const isRest = ({ outstanding, totals }: RestSource, rank: number): boolean =>
  must(outstanding[rank], "outstanding amount") < must(totals[rank], "total");

/** Neither half nor a third of it is left, nor most of it: something was kept back. */
export function isOddRest({ outstanding, totals }: RestSource, rank: number): boolean {
  const total = must(totals[rank], "total");
  const open = must(outstanding[rank], "outstanding amount");
  if (open >= total * MOSTLY) return false;
  return (
    Math.abs(total / 2 - open) > 2 && Math.abs(total / 3 - open) > 2 && Math.abs((2 * total) / 3 - open) > 2
  );
}
const MOSTLY = 0.7;
