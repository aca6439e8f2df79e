import { expect, it } from "vitest";
import { typedDay } from "./typed-day.ts";

it.each([
  ["24/12/2026", "2026-12-24"],
  [" 4/1/27 ", "2027-01-04"],
  ["24.12.2026", "2026-12-24"],
  ["24 12 26", "2026-12-24"],
  ["24122026", "2026-12-24"],
  ["241226", "2026-12-24"],
  ["2026-12-24", "2026-12-24"],
  ["31/02/2026", undefined],
  ["12/2026", undefined],
  ["demain", undefined],
  ["", undefined],
])("reads « %s » as %s (UI-24)", (text, day) => {
  expect(typedDay(text)).toBe(day);
});
