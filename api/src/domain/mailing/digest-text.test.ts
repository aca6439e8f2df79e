import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { digestText, type WaitingActions } from "./digest-text.ts";

const bank = (count: number): WaitingActions => ({
  reason: "Trop-perçu",
  count,
  since: civilDate("2026-11-28"),
  is_about_bank: true,
});
const mail = (count: number): WaitingActions => ({
  ...bank(count),
  reason: "Adresse e-mail manquante",
  is_about_bank: false,
});

test.each([
  [[bank(5)], "5 actions à traiter sur vos opérations bancaires"],
  [[bank(1)], "1 action à traiter sur vos opérations bancaires"],
  [[bank(2), mail(3)], "5 actions à traiter, dont 2 sur vos opérations bancaires"],
  [[mail(1)], "1 action à traiter"],
  [[bank(1234)], "1\u202f234 actions à traiter sur vos opérations bancaires"],
])("the subject counts what waits: %#", (waiting, subject) => {
  expect(digestText(waiting, 0).subject).toBe(subject);
});

test.each([
  [5, 2, "5 actions, dont 2 nouvelles, attendent une décision."],
  [5, 1, "5 actions, dont 1 nouvelle, attendent une décision."],
  [5, 0, "5 actions attendent une décision."],
  [1, 1, "1 action, dont 1 nouvelle, attend une décision."],
])("of %d actions, %d are new", (count, fresh, intro) => {
  expect(digestText([bank(count)], fresh).intro).toBe(intro);
});

test("each reason has its number and its oldest day", () => {
  expect(digestText([bank(2), mail(1)], 0).rows).toEqual([
    ["Trop-perçu", "2", "28/11/2026"],
    ["Adresse e-mail manquante", "1", "28/11/2026"],
  ]);
});
