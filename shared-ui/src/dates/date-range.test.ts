import { civilDate } from "@bobine/contract/civil-date";
import { describe, expect, it } from "vitest";
import { ANY_DAY, presetsOf, rangeText } from "./date-range.ts";

const days = (today: string) =>
  presetsOf(civilDate(today)).map(({ label, range }) => `${label} ${range.from}/${range.to}`);

describe("periods with a name (UI-24)", () => {
  it("are the months, quarters and years of a day", () => {
    expect(days("2026-11-26")).toEqual([
      "Ce mois 2026-11-01/2026-11-30",
      "Mois dernier 2026-10-01/2026-10-31",
      "Ce trimestre 2026-10-01/2026-12-31",
      "Trimestre dernier 2026-07-01/2026-09-30",
      "Exercice 2026 2026-01-01/2026-12-31",
      "Exercice 2025 2025-01-01/2025-12-31",
    ]);
  });

  it("of January go back into the year before, and February ends as it does", () => {
    expect(days("2028-01-31").slice(1, 4)).toEqual([
      "Mois dernier 2027-12-01/2027-12-31",
      "Ce trimestre 2028-01-01/2028-03-31",
      "Trimestre dernier 2027-10-01/2027-12-31",
    ]);
    expect(days("2028-03-31")[1]).toBe("Mois dernier 2028-02-01/2028-02-29");
  });

  it.each([
    [ANY_DAY, ""],
    [{ from: civilDate("2026-10-01"), to: civilDate("2026-10-31") }, "Mois dernier"],
    [{ from: civilDate("2026-11-03"), to: civilDate("2026-11-20") }, "du 03/11/2026 au 20/11/2026"],
    [{ from: civilDate("2026-11-03"), to: civilDate("2026-11-03") }, "le 03/11/2026"],
    [{ from: civilDate("2026-11-03"), to: undefined }, "depuis le 03/11/2026"],
    [{ from: undefined, to: civilDate("2026-11-20") }, "jusqu’au 20/11/2026"],
  ])("are told in words: %j", (range, text) => {
    expect(rangeText(range, civilDate("2026-11-26"))).toBe(text);
  });
});
