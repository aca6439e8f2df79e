import { expect, it } from "vitest";
import { deploymentAge } from "./deployment-age.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");

it.each([
  ["2026-11-21T10:00:00.000Z", "à l’instant"],
  ["2026-11-21T09:59:01.000Z", "à l’instant"],
  ["2026-11-21T10:00:30.000Z", "à l’instant"],
  ["2026-11-21T09:58:00.000Z", "il y a 2 minutes"],
  ["2026-11-21T08:59:00.000Z", "il y a 1 heure"],
  ["2026-11-18T09:00:00.000Z", "il y a 3 jours"],
  ["hier", undefined],
])("a build of %s went live %s", (deployedAt, age) => {
  expect(deploymentAge(deployedAt, NOW)).toBe(age);
});
