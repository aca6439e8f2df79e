import { expect, it } from "vitest";
import { untilMailsLeft } from "./mail-polling.ts";

const NOW = Date.parse("2026-12-01T07:00:00.000Z");
const waiting = (minutes: number) => ({
  state: "waiting" as const,
  next_attempt_at: new Date(NOW + minutes * 60_000).toISOString(),
});

it.each([
  ["not before they are read", undefined, false],
  ["not when all have left or will not", [{ state: "sent" }, { state: "failed" }], false],
  ["in a moment while one is due", [{ state: "sent" }, waiting(-1)], 5_000],
  ["in a moment while one is being sent", [{ state: "sending" }, waiting(30)], 5_000],
  ["at the hour of one that is to come", [waiting(40), waiting(30)], 30 * 60_000],
  ["within the hour for one of another day", [waiting(3 * 24 * 60)], 60 * 60_000],
  ["not for one that has waited long past its hour", [waiting(-20)], false],
  ["not for one that has no hour", [{ state: "waiting", next_attempt_at: null }], false],
] as const)("MAIL-8: mails are looked at again %s", (_, mails, again) => {
  expect(untilMailsLeft(mails, NOW)).toBe(again);
});
