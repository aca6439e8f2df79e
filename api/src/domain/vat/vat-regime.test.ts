import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { ON_DEBITS, regimeOn, vatAccountOf } from "./vat-regime.ts";

test("VAT-3: a document has the regime of its day; before any choice, books were on debits", () => {
  const january = { ...ON_DEBITS, since: civilDate("2027-01-01"), vat_due: "collection" as const };
  const june = { ...ON_DEBITS, since: civilDate("2027-06-01") };
  const on = (day: string) => regimeOn([june, january], civilDate(day));
  expect(on("2026-12-31")).toBe(ON_DEBITS);
  expect(on("2027-01-01")).toBe(january);
  expect(on("2027-05-31")).toBe(january);
  expect(on("2027-06-01")).toBe(june);
});

test("each rate has its account; one that is not known has the general one", () => {
  expect([2000, 1000, 550, 210, 850, null, 1960].map((rate) => vatAccountOf(ON_DEBITS, rate))).toEqual([
    "445711",
    "445712",
    "445713",
    "445714",
    "445715",
    "445710",
    "445710",
  ]);
});
