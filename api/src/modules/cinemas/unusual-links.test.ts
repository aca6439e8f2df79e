import { expect, test } from "vitest";
import { usualGain } from "./unusual-links.ts";

const NOW = new Date("2026-11-30T11:00:00Z");

test.each([
  ["of few cinemas: fifty a day", 12, "2026-01-01", 50],
  ["of many: a fifth of them", 1_001, "2026-01-01", 201],
  ["in its first four weeks: twenty, however many it has", 1_001, "2026-11-03", 20],
  ["after four weeks: as the others", 0, "2026-11-02", 50],
])("the usual gain of a distributor %s", (_title, before, since, limit) => {
  expect(usualGain(before, new Date(`${since}T11:00:00Z`), NOW)).toBe(limit);
});
