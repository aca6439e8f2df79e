import { civilDate } from "@bobine/contract/civil-date";
import { expect, it } from "vitest";
import { weekText } from "./week-text.ts";

it("is the number of the week with its first and last day, however often it is asked for", () => {
  const wednesday = civilDate("2026-11-18");
  expect([weekText(wednesday), weekText(wednesday)]).toEqual([
    "S47/2026 – du 18/11/2026 au 24/11/2026",
    "S47/2026 – du 18/11/2026 au 24/11/2026",
  ]);
  expect(weekText(civilDate("2026-11-25"))).toBe("S48/2026 – du 25/11/2026 au 01/12/2026");
});

it("is nothing for what is of no week", () => expect(weekText(null)).toBe(""));
