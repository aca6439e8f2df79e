import { describe, expect, test } from "vitest";
import { must } from "../must.ts";
import { readBankStatement } from "./bank-statement.ts";
import { currencyIn, currencyInName, currencyOf } from "./currency-names.ts";
import { statementTables } from "./statement-tables.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const read = async (...lines: string[]) =>
  (await csv(...lines)).lines.map(({ amount, currency_code }) => [amount, currency_code]);

describe("the currency of an operation (BANK-38)", () => {
  test.each([
    ["EUR", "EUR"],
    ["eur", "EUR"],
    ["€", "EUR"],
    ["Euros", "EUR"],
    ["Euro (EUR)", "EUR"],
    ["EUR (€)", "EUR"],
    ["978", "EUR"],
    ["$", "USD"],
    ["US$", "USD"],
    ["US Dollar", "USD"],
    ["Dollar américain", "USD"],
    ["USD - Dollar", "USD"],
    ["£", "GBP"],
    ["Livre sterling", "GBP"],
    ["CHF.", "CHF"],
    ["SEK", "SEK"],
    ["", ""],
    ["-", ""],
    ["N/A", ""],
    ["EUR/USD", undefined],
    ["Sesterces", undefined],
    ["constructor", undefined],
  ])("is read of « %s »", (text, code) => {
    expect(currencyOf(text)).toBe(code);
  });

  test("is that of its row, by a sign or a name; a word that is none is an error of its line", async () => {
    const HEADER = "Date;Libellé;Montant;Devise";
    const rows = [
      "02/11/2026;A;1,00;$",
      "02/11/2026;B;2,00;US Dollar",
      "02/11/2026;C;3,00;",
      "02/11/2026;D;4,00;€",
    ];
    expect(await read(HEADER, ...rows)).toEqual([
      [1_00, "USD"],
      [2_00, "USD"],
      [3_00, "EUR"],
      [4_00, "EUR"],
    ]);
    const { lines, errors } = await csv(HEADER, ...rows, "03/11/2026;E;5,00;Sesterces");
    expect(lines).toHaveLength(4);
    expect(errors).toEqual(["Ligne 6\u00a0: devise inconnue («\u00a0Sesterces\u00a0»)."]);
  });

  test.each([
    [["Devise : USD"]],
    [["Devise: $"]],
    [["Compte", "FR7630003000200005432100044", "Devise", "USD"]],
    [["Devise du compte", "", "USD"]],
    [["Account currency: USD"]],
    [["Devise du compte\u00a0: dollar américain"]],
    [["Devise USD"]],
  ])("is that which stands above all rows: %s", async (above) => {
    expect(currencyIn([{ cells: above }])).toBe("USD");
    const rows = [above.join(";"), "Date;Libellé;Montant", "02/11/2026;A;2000,00"];
    expect(await read(...rows)).toEqual([[2000_00, "USD"]]);
  });

  test.each([
    [["Devise", "Montant"]],
    [["Devise : toutes"]],
    [["Solde en devise : 12,00 USD"]],
    [["Devises"]],
    [["Devise"]],
  ])("is not told by %s", (cells) => {
    expect(currencyIn([{ cells }])).toBeUndefined();
  });

  test("of a row counts before that above", async () => {
    const rows = ["Devise;USD", "Date;Libellé;Montant;Devise", "02/11/2026;A;1,00;EUR", "02/11/2026;B;2,00;"];
    expect(await read(...rows)).toEqual([
      [1_00, "EUR"],
      [2_00, "USD"],
    ]);
  });

  test.each([
    ["Montant en EUR", "EUR"],
    ["Débit euros", "EUR"],
    ["Montant (€)", "EUR"],
    ["Amount (USD)", "USD"],
    ["Montant", undefined],
    ["Montant TTC", undefined],
    ["Montant HT NET", undefined],
  ])("is told by the name of its column: %s", (name, code) => {
    expect(currencyInName(name)).toBe(code);
  });

  test("that the name of the column of amounts says counts before all others", async () => {
    const row = "02/11/2026;A;110,00;USD;100,00";
    expect(await read("Date;Libellé;Montant en devise;Devise;Montant en EUR", row)).toEqual([
      [100_00, "EUR"],
    ]);
  });

  test.each(["Date;Libellé;Montant;Devise;Montant EUR", "Date;Libellé;Montant;Devise;Montant en euros"])(
    "is the euros of « %s », which came onto the account",
    async (header) => {
      const rows = ["02/11/2026;CB NEW YORK;-100,00;USD;-92,41", "03/11/2026;VIR CINE REX;310,00;EUR;310,00"];
      expect(await read(header, ...rows)).toEqual([
        [-92_41, "EUR"],
        [310_00, "EUR"],
      ]);
    },
  );

  test("is told by the name of a column that a person chose, too", async () => {
    const file = Buffer.from("Quand;Quoi;Combien (USD)\n02/11/2026;VIR CINE;5,00\n");
    const table = must((await statementTables(file, []))[0], "table");
    const key = must(table.rows[0], "header").key;
    const known = {
      header_key: key,
      skip: 0,
      columns: table.choice,
      account: "",
      isForUnnamed: true,
    } as const;
    const { lines } = await readBankStatement(file, [{ ...known, origin: "chosen" }]);
    expect(lines).toMatchObject([{ amount: 5_00, currency_code: "USD" }]);
  });
});
