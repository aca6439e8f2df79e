import { type Axes, USUAL } from "./axes.ts";
import { ALL_FAMILIES, TRAIN_FAMILIES } from "./banks.ts";
import type { Numbering } from "./trade.ts";

export interface WorldPlan {
  readonly name: string;
  readonly seed: number;
  readonly axes: Axes;
}

const plan = (
  seed: number,
  families: Axes["families"],
  numbering: Numbering,
  cinemas: number,
): WorldPlan => ({
  name: `${seed} ${numbering} ${cinemas}`,
  seed,
  axes: { ...USUAL, families, numbering, cinemas },
});

/** Looked at while tuning. */
export const TRAIN_WORLDS: readonly WorldPlan[] = [
  plan(11, TRAIN_FAMILIES, "compact", 400),
  plan(12, TRAIN_FAMILIES, "dashed", 400),
  plan(13, TRAIN_FAMILIES, "compact", 1500),
];

/** Only for the published table: never looked at row by row, never tuned on. */
export const BLIND_WORLDS: readonly WorldPlan[] = [
  plan(90210, ALL_FAMILIES, "compact", 400),
  plan(90211, ALL_FAMILIES, "compact", 2500),
  plan(90212, ALL_FAMILIES, "lettered", 400),
  plan(90213, ALL_FAMILIES, "slashed", 400),
  plan(90214, ALL_FAMILIES, "long", 400),
  plan(90215, ALL_FAMILIES, "dashed", 400),
];
