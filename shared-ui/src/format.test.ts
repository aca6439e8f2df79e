import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, it } from "vitest";
import {
  compareFrench,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatFileSize,
  formatMoney,
  searchable,
} from "./format.ts";

describe("amounts", () => {
  it.each([
    [cents(0), "EUR", "0,00\u00a0€"],
    [cents(289731), "EUR", "2\u202f897,31\u00a0€"],
    [cents(-5), "EUR", "-0,05\u00a0€"],
    ["1234567.80", "EUR", "1\u202f234\u202f567,80\u00a0€"],
    ["12.00", "USD", "12,00\u00a0$US"],
    ["1234.50", "dollars", "1\u202f234,50\u00a0dollars"],
  ] as const)("%s %s", (amount, currency, french) => {
    expect(formatMoney(amount, currency)).toBe(french);
  });
});

describe("dates", () => {
  it("are written day first, at the hour of Paris", () => {
    expect(formatDate(civilDate("2026-11-18"))).toBe("18/11/2026");
    expect(formatDateTime("2026-11-18T14:05:00.000Z")).toBe("18/11/2026 15:05");
    expect(formatDateTime("2026-07-18T22:30:00.000Z")).toBe("19/07/2026 00:30");
    expect(formatDay("2026-07-18T22:30:00.000Z")).toBe("19/07/2026");
  });
});

it.each([
  [0, "0 cinéma"],
  [1, "1 cinéma"],
  [2, "2 cinémas"],
  [1147, "1\u202f147 cinémas"],
])("counts %i", (count, text) => {
  expect(formatCount(count, "cinéma", "cinémas")).toBe(text);
});

it.each([
  [0, "0\u00a0o"],
  [999, "999\u00a0o"],
  [12_400_000, "12,4\u00a0Mo"],
])("size of %i bytes", (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

it("sorts and searches without caring for accents and case", () => {
  expect(["Zénith", "étoile", "Eden", "Arc"].toSorted(compareFrench)).toEqual([
    "Arc",
    "Eden",
    "étoile",
    "Zénith",
  ]);
  expect(searchable("Ciné-Théâtre L’ŒIL")).toBe("cine-theatre l'oeil");
});
