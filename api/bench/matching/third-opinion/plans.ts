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
  plan(7801, "series", ALL_LAYOUTS, 300),
  plan(7802, "counter first", ALL_LAYOUTS, 300),
  plan(7803, "letters", ALL_LAYOUTS, 300),
  plan(7804, "dashed", ALL_LAYOUTS, 300, 0.35),
  plan(7805, "middle", ALL_LAYOUTS, 300),
  plan(7806, "short", ALL_LAYOUTS, 300),
  plan(7807, "word inside", ALL_LAYOUTS, 300),
  plan(7809, "series", ALL_LAYOUTS, 300, 0.35),
  plan(7808, "monthly", ALL_LAYOUTS, 300),
];
