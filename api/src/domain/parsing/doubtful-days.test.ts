import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { doubtfulDays } from "./doubtful-days.ts";

const plain = (texts: readonly string[]): string[] =>
  texts.map((text) => text.replace(/[\u00a0\u202f]/g, " "));
const TODAY = civilDate("2026-12-31");
const line = (
  day: string,
  { openedOn, opening }: { readonly openedOn?: string; readonly opening?: string } = {},
) => ({
  transaction_date: civilDate(day),
  openedOn: openedOn === undefined ? null : civilDate(openedOn),
  opening: opening === undefined ? null : { date: civilDate(opening) },
});

test.each([
  ["nothing is known of its account", line("1996-12-31")],
  ["it is of today", line("2026-12-31")],
  ["it is of the day on which its account was opened", line("2026-10-01", { openedOn: "2026-10-01" })],
  [
    "it is of the day of the opening balance",
    line("2026-10-15", { openedOn: "2026-10-01", opening: "2026-10-15" }),
  ],
])("an operation is not asked about where %s", (_, own) => {
  expect(doubtfulDays([own], TODAY)).toEqual([]);
});

test.each([
  [
    "to come",
    [line("2027-01-03")],
    "1 opération est datée après aujourd’hui (03/01/2027) : vérifiez l’année et l’ordre du jour et du mois.",
  ],
  [
    "before their account was opened, without an opening balance",
    [line("2026-09-30", { openedOn: "2026-10-01" }), line("2025-10-02", { openedOn: "2026-10-01" })],
    "2 opérations sont datées avant le 01/10/2026, jour où le compte a été ouvert (du 02/10/2025 au 30/09/2026).",
  ],
  [
    "before the opening balance",
    [line("2026-10-14", { openedOn: "2026-10-01", opening: "2026-10-15" })],
    "1 opération est datée avant le 15/10/2026, jour du solde d’ouverture du compte (14/10/2026).",
  ],
])("operations %s are asked about", (_, lines, sentence) => {
  expect(plain(doubtfulDays(lines, TODAY))).toEqual([sentence]);
});

test("each operation is told once, by the account that it is on", () => {
  const lines = [
    line("2026-09-30", { openedOn: "2026-10-01", opening: "2026-10-15" }),
    line("2026-10-02", { openedOn: "2026-10-01", opening: "2026-10-15" }),
    line("2026-09-30", { openedOn: "2026-11-01" }),
  ];
  expect(plain(doubtfulDays(lines, TODAY))).toEqual([
    "1 opération est datée avant le 01/10/2026, jour où le compte a été ouvert (30/09/2026).",
    "1 opération est datée avant le 15/10/2026, jour du solde d’ouverture du compte (02/10/2026).",
    "1 opération est datée avant le 01/11/2026, jour où le compte a été ouvert (30/09/2026).",
  ]);
});
