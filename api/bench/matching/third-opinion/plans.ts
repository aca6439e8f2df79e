import { ALL_LAYOUTS, type Layout, TRAIN_LAYOUTS } from "./layouts.ts";
import type { ThirdNumbering } from "./numbering.ts";
import type { ThirdPlan } from "./third-world.ts";

const plan = (
  seed: number,
  numbering: ThirdNumbering,
  layouts: readonly Layout[],
  cinemas: number,
  flat = 0.12,
): ThirdPlan => ({
  name: `${seed} ${numbering} ${cinemas}`,
  seed,
  numbering,
  layouts,
  cinemas,
  flat,
  weeks: 20,
});

/** Whoever tunes the engine looks at these. */
export const THIRD_TRAIN: readonly ThirdPlan[] = [
  plan(3101, "series", TRAIN_LAYOUTS, 260),
  plan(3102, "counter first", TRAIN_LAYOUTS, 260),
  plan(3103, "letters", TRAIN_LAYOUTS, 260, 0.35),
  plan(3104, "middle", TRAIN_LAYOUTS, 260),
  plan(3105, "dashed", TRAIN_LAYOUTS, 260),
];

/** Run once, when the tuning is over: four more layouts, three more numberings. */
export const THIRD_BLIND: readonly ThirdPlan[] = [
  plan(8201, "series", ALL_LAYOUTS, 300),
  plan(8202, "counter first", ALL_LAYOUTS, 300),
  plan(8203, "letters", ALL_LAYOUTS, 300),
  plan(8204, "dashed", ALL_LAYOUTS, 300, 0.35),
  plan(8205, "middle", ALL_LAYOUTS, 300),
  plan(8206, "short", ALL_LAYOUTS, 300),
  plan(8207, "word inside", ALL_LAYOUTS, 300),
  plan(8209, "series", ALL_LAYOUTS, 300, 0.35),
  plan(8208, "monthly", ALL_LAYOUTS, 300),
];
