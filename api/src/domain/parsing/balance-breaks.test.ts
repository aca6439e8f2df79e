import type { CivilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { type AccountWithFile, balanceBreaks, type DatedAmount, type SaidBalance } from "./balance-breaks.ts";

const day = (date: string) => `2026-${date}` as CivilDate;
const opening = (date: string, amount: number): SaidBalance => ({
  kind: "opening",
  date: day(date),
  amount: cents(amount),
});
const closing = (date: string, amount: number): SaidBalance => ({
  kind: "closing",
  date: day(date),
  amount: cents(amount),
});
const line = (date: string, amount: number): DatedAmount => ({
  transaction_date: day(date),
  amount: cents(amount),
});
const breaks = (account: Partial<AccountWithFile>): string[] =>
  balanceBreaks({ label: "Courant", known: [], told: [], lines: [], fresh: [], ...account }).map((text) =>
    text.replaceAll(/[\u00a0\u202f]/g, " "),
  );

/** November was imported, with its balances. */
const november = {
  known: [opening("11-01", 0), closing("11-30", 1000_00)],
  lines: [line("11-15", 1000_00)],
};

describe("the balances of a file beside those that are known (BANK-36)", () => {
  test.each<[string, Partial<AccountWithFile>]>([
    [
      "the first file",
      { told: [opening("12-01", 5_00), closing("12-31", 9_00)], fresh: [line("12-04", 1_00)] },
    ],
    ["the next month", { ...november, told: [opening("12-01", 1000_00)], fresh: [line("12-04", 1_00)] }],
    ["a month later without operations between", { ...november, told: [opening("12-20", 1000_00)] }],
    ["the month before", { known: [opening("11-01", 70_00)], told: [closing("10-31", 70_00)] }],
    ["the same file again", { ...november, told: november.known }],
    ["more than was known", { ...november, told: [opening("10-15", -5_00)], fresh: [line("10-20", 5_00)] }],
    ["a file without balances, that completes the month", { known: november.known, fresh: november.lines }],
    ["days that nobody balanced", { ...november, fresh: [line("12-04", 3_00)] }],
    [
      "the end of a month that was known to its middle",
      { ...november, told: [closing("12-31", 1003_00)], fresh: [line("12-04", 3_00)] },
    ],
  ])("go on: %s", (_, account) => expect(breaks(account)).toEqual([]));

  test.each<[string, Partial<AccountWithFile>, string]>([
    [
      "days are missing between two files",
      { ...november, told: [opening("12-05", 1200_00)] },
      "Courant : de 1 000,00 € au 30/11/2026 à 1 200,00 € au 04/12/2026, les opérations font 0,00 €. Écart de 200,00 € : il en manque du 01/12/2026 au 04/12/2026, ou il y en a en double.",
    ],
    [
      "a file with a closing balance alone begins too late",
      { ...november, told: [closing("12-31", 900_00)], fresh: [line("12-20", -50_00)] },
      "Courant : de 1 000,00 € au 30/11/2026 à 900,00 € au 31/12/2026, les opérations font -50,00 €. Écart de 50,00 € : il en manque du 01/12/2026 au 31/12/2026, ou il y en a en double.",
    ],
    [
      "the file begins with another balance than the last one ended",
      { ...november, told: [opening("12-01", 1000_01)] },
      "Courant : au 30/11/2026, ce relevé donne 1 000,01 €, et 1 000,00 € étaient déjà connus. Écart de 0,01 €.",
    ],
    [
      "an overlap says something else of a day inside it",
      { ...november, told: [opening("11-10", 0), closing("12-10", 900_00)], fresh: [line("11-20", -100_00)] },
      "Courant : au 30/11/2026, ce relevé donne 900,00 €, et 1 000,00 € étaient déjà connus. Écart de 100,00 €.",
    ],
    [
      "an older file does not lead to what is known",
      { known: [opening("11-01", 70_00)], told: [closing("10-30", 60_00)] },
      "Courant : de 60,00 € au 30/10/2026 à 70,00 € au 31/10/2026, les opérations font 0,00 €. Écart de 10,00 € : il en manque le 31/10/2026, ou il y en a en double.",
    ],
    [
      "a file without balances doubles what is known",
      { ...november, fresh: [line("11-16", 1000_00)] },
      "Courant : de 0,00 € au 31/10/2026 à 1 000,00 € au 30/11/2026, les opérations font 2 000,00 €. Écart de 1 000,00 € : il en manque du 01/11/2026 au 30/11/2026, ou il y en a en double.",
    ],
    [
      "the only account has no name",
      { ...november, label: "", told: [opening("12-01", 999_00)] },
      "Au 30/11/2026, ce relevé donne 999,00 €, et 1 000,00 € étaient déjà connus. Écart de 1,00 €.",
    ],
  ])("are told: %s", (_, account, sentence) => expect(breaks(account)).toEqual([sentence]));

  test("of a gap that was there before say nothing new", () => {
    const known = [...november.known, closing("12-31", 5000_00)];
    const account = { known, lines: november.lines, told: [opening("01-01", 7_00)], fresh: [] };
    expect(breaks({ ...account, told: [] })).toEqual([]);
  });
});
