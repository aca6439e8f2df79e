// Automatic lettering is paused while a statement is being lettered: after the pause has answered, nothing is lettered alone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRace } from "./concurrency.testing.ts";
import { aSampleDistributor, importedStats, sample, violationsIn } from "./statement.testing.ts";
import { type Accountant, LEDGER } from "./banking.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());

const automaticOf = async ({ distributorId }: Accountant): Promise<number> =>
  (
    await bank.owner.query("select from reconciliation where distributor_id = $1 and decided_by is null", [
      distributorId,
    ])
  ).rowCount ?? 0;

/** Imports a statement and pauses when the import comes to a statement of SQL, which waits for the pause as long as it may. */
async function pausedAt(at: RegExp, withoutLocks: boolean) {
  const me = await aSampleDistributor(bank);
  let afterPause: Promise<number> | undefined;
  const pause = async (): Promise<number> => {
    const answer = await me.call("PATCH", "/banking/automatic-lettering/", { is_on: false });
    expect(answer.statusCode).toBe(200);
    return await automaticOf(me);
  };
  const calm = startRace(bank.services.pool, {
    withoutLocks,
    before: async (text) => {
      if (afterPause || !at.test(text)) return;
      afterPause = pause();
      await Promise.race([afterPause, new Promise((resolve) => setTimeout(resolve, 500))]);
    },
  });
  try {
    const stats = await importedStats(me, "releve.csv", sample("releve-1-bnp.csv"));
    return { me, stats, whenPaused: await afterPause, inTheEnd: await automaticOf(me) };
  } finally {
    calm();
  }
}

describe("once a pause has answered, a statement that is being lettered letters nothing more alone", () => {
  test("when its plan is made and nothing certain is written yet, which is then proposed", async () => {
    const { stats, whenPaused, inTheEnd } = await pausedAt(/insert into user_action/, false);
    expect({ whenPaused, inTheEnd }).toEqual({ whenPaused: 0, inTheEnd: 0 });
    expect(stats).toMatchObject({ auto_reconciled: 0, imported: 6 });
    expect(await violationsIn(bank)).toEqual([]);
  });

  test.each([
    ["is being written", /insert into allocation/],
    ["is about to be kept", /update import_file set stats/],
  ])("and what is certain and %s comes before the pause", async (_, at) => {
    const { whenPaused, inTheEnd, stats } = await pausedAt(at, false);
    expect(stats.auto_reconciled).toBeGreaterThan(0);
    expect(whenPaused).toBe(inTheEnd);
  });

  test("which without the lock it would not", async () => {
    const { whenPaused, inTheEnd } = await pausedAt(/update import_file set stats/, true);
    expect(whenPaused).not.toBe(inTheEnd);
  });
});
