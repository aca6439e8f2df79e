import { jobLabel } from "@bobine/contract/job-labels";
import { expect, test } from "vitest";
import { JOB_NAMES, optionsOfQueue, SCHEDULED } from "./job-queues.ts";

test.each(JOB_NAMES)("the job %s has a French name for the operators", (name) => {
  expect(jobLabel(name)).not.toBe(name);
});

test("what the clock asks for is seen at least until it asks again", () => {
  const [hour, day] = [60 * 60, 24 * 60 * 60];
  const pauseOf = (cron: string): number => (/^\d+ \d+ /.test(cron) ? day : hour);
  for (const [name, cron] of SCHEDULED)
    expect([name, optionsOfQueue(name).deleteAfterSeconds]).toEqual([
      name,
      expect.toSatisfy((seconds: number) => seconds >= pauseOf(cron)),
    ]);
});

test("SEC-28: a night's archive that failed is seen for ninety days, and is not tried again before the next night", () => {
  expect(optionsOfQueue("archive-round")).toMatchObject({
    deleteAfterSeconds: 90 * 24 * 60 * 60,
    retryLimit: 0,
  });
});

test("OPS-15: a night that makes parts of a large audit log is not ended half-way, and ends before the next one", () => {
  const { expireInSeconds } = optionsOfQueue("archive-round");
  expect(expireInSeconds).toBeGreaterThanOrEqual(6 * 60 * 60);
  expect(expireInSeconds).toBeLessThan(24 * 60 * 60);
});
