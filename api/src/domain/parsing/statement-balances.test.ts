import { describe, expect, test } from "vitest";
import { balanceOfRow } from "./statement-balances.ts";

const ACCOUNT = "0300001234567890";
const of = (...cells: string[]) => balanceOfRow({ line: 1, cells }, ACCOUNT);

describe("BANK-16: a balance has the day behind « solde au », else the one that is nearest before it", () => {
  test.each([
    [["=", ACCOUNT, "01/11/2026", "30/11/2026", "2", "30/11/2026", "2 114,56 EUR"], "2026-11-30", 2114_56],
    [[ACCOUNT, "01.11.2026", "30.11.2026", "-2 114,56"], "2026-11-30", -2114_56],
    [["Solde au 31/12/2026 45 210,18 €"], "2026-12-31", 45_210_18],
    [["Solde au 31/12/2026", "45,00", "imprimé le 02/01/2027"], "2026-12-31", 45_00],
    [["Solde", "45,00", "31/12/2026", "02/01/2027"], "2026-12-31", 45_00],
    [["Solde au 31/12/2026 du compte ouvert le 01/02/2019", "45 210,18 €"], "2026-12-31", 45_210_18],
    [["Solde au 31/12/2026 (arrêté le 05/01/2027)", "45 210,18"], "2026-12-31", 45_210_18],
    [["Solde créditeur au :", "31/12/2026", "05/01/2027", "45,00"], "2026-12-31", 45_00],
    [
      ["Ancien solde au 30/11/2026", "Nouveau solde au 31/12/2026 (le 05/01/2027)", "45,00"],
      "2026-12-31",
      45_00,
    ],
    [["Solde du 01/12/2026 au 31/12/2026", "45,00"], "2026-12-31", 45_00],
  ])("%j", (cells, date, amount) => {
    expect(of(...cells)).toMatchObject({ date, amount });
  });

  test.each([[["Solde", "45,00"]], [["Solde au 31/12/2026"]], [["Autre", "31/12/2026", "45,00"]]])(
    "%j is none",
    (cells) => {
      expect(of(...cells)).toBeUndefined();
    },
  );
});
