import { expect, test } from "vitest";
import { lastMorning } from "./bank-round.ts";

test.each([
  ["2026-11-30T11:00:00Z", "2026-11-30T04:00:00.000Z", "in winter"],
  ["2026-11-30T04:00:00Z", "2026-11-30T04:00:00.000Z", "at five itself"],
  ["2026-11-30T03:59:59Z", "2026-11-29T04:00:00.000Z", "just before five"],
  ["2026-11-29T23:30:00Z", "2026-11-29T04:00:00.000Z", "after midnight in Paris"],
  ["2026-07-14T03:00:00Z", "2026-07-14T03:00:00.000Z", "in summer"],
  ["2026-07-14T02:59:59Z", "2026-07-13T03:00:00.000Z", "before five in summer"],
  ["2026-10-25T12:00:00Z", "2026-10-25T04:00:00.000Z", "on the day that summer ends"],
  ["2026-03-29T12:00:00Z", "2026-03-29T03:00:00.000Z", "on the day that it begins"],
])("at %s the last morning began at %s: %s", (now, morning) => {
  expect(lastMorning(new Date(now)).toISOString()).toBe(morning);
});
