import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { stateBilledWeeks } from "./billed-weeks.ts";

const week = civilDate("2026-09-23");
const at = (cinema_name: string, ...invoice_numbers: string[]) => ({
  week_start: week,
  cinema_name,
  invoice_numbers,
});
const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/[\u00a0\u202f]/g, " "));
const THEN =
  "vérifiez que les factures importées ne la facturent pas une seconde fois, et supprimez celles qui sont de trop.";

test("a week of one cinema is told with its invoices, the first five (BILL-18)", () => {
  expect(plain(stateBilledWeeks([at("Le Rex", "F26000001")], "issued"))).toEqual([
    `La semaine S39/2026 de Le Rex est déjà facturée par F26000001 (facture émise ici) : ${THEN}`,
  ]);
  expect(plain(stateBilledWeeks([at("Le Rex", "1", "2", "3", "4", "5", "6")], "issued"))).toEqual([
    `La semaine S39/2026 de Le Rex est déjà facturée par 1, 2, 3, 4, 5… (factures émises ici) : ${THEN}`,
  ]);
});

test("all cinemas of a week are told in one sentence that names three, each week in its own", () => {
  const cinemas = ["A", "B", "C", "D"].map((name) => at(name, `F-${name}`));
  const other = { ...at("A", "F-9"), week_start: civilDate("2026-09-30") };
  expect(plain(stateBilledWeeks([...cinemas, other], "issued"))).toEqual([
    `La semaine S39/2026 est déjà facturée à 4 cinémas par des factures émises ici (A : F-A ; B : F-B ; C : F-C ; …) : ${THEN}`,
    `La semaine S40/2026 de A est déjà facturée par F-9 (facture émise ici) : ${THEN}`,
  ]);
});

test("nothing is told of none", () => {
  expect(stateBilledWeeks([], "imported")).toEqual([]);
});
