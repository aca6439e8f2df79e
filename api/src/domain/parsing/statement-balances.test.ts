import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { balanceOfRow } from "./statement-balances.ts";
import { workbook, type WorkbookCell } from "./tables/workbook.testing.ts";

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
    [["Solde au 31/12/2026", "45210.18"], "2026-12-31", 45_210_18],
    [["Solde au 31/12/2026", "-45210.1"], "2026-12-31", -45_210_10],
    [["Solde au 31/12/2026", "45210"], "2026-12-31", 45_210_00],
    [["Solde au", "2026-12-31", "45210.18"], "2026-12-31", 45_210_18],
    [["Solde au", "31/12/2026", "0"], "2026-12-31", 0],
    [["30/11/2026", "Solde au 30/11/2026", "1 100,00"], "2026-11-30", 1100_00],
    [["01/12/2026", "Ancien solde au 30/11/2026", "1 100,00"], "2026-11-30", 1100_00],
  ])("%j", (cells, date, amount) => {
    expect(of(...cells)).toMatchObject({ date, amount });
  });

  test.each([
    [["Solde", "45,00"]],
    [["Solde au 31/12/2026"]],
    [["Autre", "31/12/2026", "45,00"]],
    [["01/12/2026", "Ancien solde", "45,00"]],
    [["Solde au 31/12/2026", "10278", "45"]],
    [["Solde du compte 1100 au 31/12/2026"]],
    [["Solde au 31/12/2026", "00040613484"]],
    [[ACCOUNT, "31/12/2026", "45"]],
  ])("%j is none", (cells) => {
    expect(of(...cells)).toBeUndefined();
  });
});

describe("BANK-16: a balance beside the operations of a workbook or in the column of days", () => {
  const OPERATION = ["Date", "Libellé", "Montant"] as const;
  const closing = [{ bank_account: "", kind: "closing", date: "2026-12-31", amount: 45_210_18 }];
  const DAY = 46_387;

  test.each<[string, readonly WorkbookCell[]]>([
    ["a number", ["Solde au 31/12/2026", 45_210.18]],
    ["a day and a number", ["Solde au", { date: DAY }, 45_210.18]],
  ])("is read from cells that are %s", async (_, balance) => {
    const bytes = await workbook([balance, OPERATION, [{ date: DAY - 1 }, "VIR A", 12.5]]);
    const { balances, lines } = await readBankStatement(bytes);
    expect([lines.length, balances]).toEqual([1, closing]);
  });

  test("is read below the operations, with its day in their column", async () => {
    const rows = [
      "Date;Libellé;Montant",
      "28/12/2026;VIR A;5,00",
      "31/12/2026;Solde au 31/12/2026;45 210,18",
      "",
    ];
    const { balances, lines } = await readBankStatement(Buffer.from(rows.join("\n")));
    expect([lines.length, balances]).toEqual([1, closing]);
  });
});
