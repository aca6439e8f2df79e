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

const NUMBERINGS = [
  "series",
  "counter first",
  "letters",
  "dashed",
  "middle",
  "short",
  "word inside",
  "monthly",
  "series",
] as const satisfies readonly ThirdNumbering[];

/**
 * A set that is run once, when the tuning is over: four more layouts and three more numberings than the engine was tuned on.
 *
 * @param base its seeds begin behind: 8200 makes 8201 to 8209
 */
export const thirdSet = (base: number): ThirdPlan[] =>
  NUMBERINGS.map((numbering, at) =>
    plan(base + at + 1, numbering, ALL_LAYOUTS, 300, at === 3 || at === 8 ? 0.35 : 0.12),
  );
