// Long lives of distributors: after each step letters keep their rules, and the three exports are the books that an independent
// ledger keeps of the same events. `BOBINE_LIFE=<seed>` lives one life again, `BOBINE_LIVES=<count>` as many, `BOBINE_LIVES_FROM=<seed>` begins later.
// Many short ones meet more beginnings than a few long ones (`BOBINE_LIFE=<seed> BOBINE_STEPS=5`).
import { afterAll, beforeAll, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../../../tooling/extent.mjs";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { LifeFailed, setClockPerLife } from "./life.testing.ts";
import { FIRST_SHORT, live, type ReadAfter } from "./live.testing.ts";

const STEPS = Number(process.env["BOBINE_STEPS"] ?? byExtent("long-lives", { part: 30, ci: 300 }));
const LIVES = byExtent("long-lives", { part: 2, ci: 40, all: 10_000 });
const GIVEN = process.env["BOBINE_LIVES"];
const FIRST = Number(process.env["BOBINE_LIVES_FROM"] ?? 1);
const ONLY = process.env["BOBINE_LIFE"];
const FIRST_OF_SOME = 11;
/** However long thousands take. */
const LIMIT_MS = extentOf("short-lives") === "all" ? 0 : 300_000;
/** Lives at once in a process: one computes while the other waits for the database. */
const AT_ONCE = 3;
/** Tries to make a failed life shorter. */
const SHORTENINGS = 60;

const failureOf = async (
  app: TestApp,
  seed: number,
  steps: readonly number[],
  readAfter?: ReadAfter,
): Promise<LifeFailed | undefined> => {
  try {
    await live(app, seed, steps, readAfter);
    return undefined;
  } catch (error) {
    if (error instanceof LifeFailed) return error;
    throw error;
  }
};

/** The same failure with as few steps as can be found. */
async function shortened(app: TestApp, seed: number, failed: LifeFailed, steps: readonly number[]) {
  let [shortest, failure] = [steps.filter((step) => step <= failed.step), failed];
  let tries = SHORTENINGS;
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < shortest.length && tries > 0; tries -= 1) {
      const fewer = shortest.filter((_, place) => place < from || place >= from + size);
      const still = fewer.length === 0 ? undefined : await failureOf(app, seed, fewer);
      if (still) [shortest, failure] = [fewer.filter((step) => step <= still.step), still];
      else from += size;
    }
  }
  return { shortest, failure };
}

/** Lives all of them, a few at once. @returns what is wrong, with the fewest steps that fail alike; empty when nothing is */
async function liveAll(
  app: TestApp,
  seeds: number[],
  steps: readonly number[],
  readAfterOf?: (seed: number) => ReadAfter,
): Promise<string> {
  let wrong = "";
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const failed = await failureOf(app, seed, steps, readAfterOf?.(seed));
      if (!failed) continue;
      seeds.length = 0;
      // Told at once: shortening takes its time.
      process.stderr.write(`life ${seed}: ${failed.message}\n`);
      const { shortest, failure } = await shortened(app, seed, failed, steps);
      wrong = `life ${seed} (BOBINE_LIFE=${seed}): ${failed.message}\nsteps ${shortest.join(" ")}: ${failure.message}`;
    }
  });
  await Promise.all(workers);
  return wrong;
}

const stepsOf = (count: number): number[] => Array.from({ length: count }, (_, step) => step + 1);

/** The product that the lives of a file have, while its tests run. */
function forLives(): () => TestApp {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    setClockPerLife(app);
  });
  afterAll(() => app.close());
  return () => app;
}

/** Of seeds that follow each other two by two: the even ones make lots and cost a fifth more, so that each half has as many of both. */
const halfOf = (seed: number): number => Math.floor(seed / 2) % 2;

/** The tests of one half of the lives: each file of tests has a processor. */
export function testLives(share: { readonly half: 0 | 1 }): void {
  const count = Number(GIVEN ?? LIVES);
  const app = forLives();

  const upToCount = Array.from({ length: count }, (_, place) => place + 1).filter((seed) => seed >= FIRST);
  const drawn = ONLY === undefined ? upToCount : [Number(ONLY)];
  const seeds = drawn.filter((seed) => halfOf(seed) === share.half);
  test.skipIf(seeds.length === 0)(
    `of ${seeds.length} long lives of ${STEPS} steps, after each step letters keep their rules and the exports are the books`,
    async () => expect(await liveAll(app(), seeds, stepsOf(STEPS))).toBe(""),
    // However long thousands take.
    GIVEN === undefined && extentOf("long-lives") === "part" ? 300_000 : 0,
  );
}

/** Some that are neither, in which lots are made and credits wait: for books that are read in another way. */
export function testSomeLives({ count, steps }: { readonly count: number; readonly steps: number }): void {
  const app = forLives();

  test(
    `of ${count} lives of ${steps} steps letters keep their rules and the exports are the books`,
    async () => {
      const seeds = Array.from({ length: count }, (_, place) => FIRST_OF_SOME + place);
      expect(await liveAll(app(), seeds, stepsOf(steps))).toBe("");
    },
    LIMIT_MS,
  );
}

/** To read them costs more than the steps: once one has done something. */
const readAll: ReadAfter = () => "changes";

/** Many short ones. */
export function testShortLives({ count, steps }: { readonly count: number; readonly steps: number }): void {
  const app = forLives();

  test(
    `of ${count} short lives of ${steps} steps the same is true of A, B and C after each`,
    async () => {
      // Odd seeds, which make no lots: these are too few steps for one, and all three exports are compared whole.
      const seeds = Array.from({ length: count }, (_, place) => FIRST_SHORT + 2 * place);
      expect(await liveAll(app(), seeds, stepsOf(steps), () => readAll)).toBe("");
    },
    LIMIT_MS,
  );
}
