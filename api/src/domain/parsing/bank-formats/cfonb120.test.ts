import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { balance, complement, movement } from "./cfonb120.testing.ts";

const read = async (records: readonly string[], end = "\r\n") =>
  await readBankStatement(Buffer.from(records.join(end), "latin1"));
const OPENING = balance("01", "301126", 100_00);
const PAID = movement("281226", "VIR SEPA SARL BEFFROI CINES", 2897_31);
const FEE = movement("311226", "COTISATION COMPTE PRO", -39_90);
const CLOSING = balance("07", "311226", 100_00 + 2897_31 - 39_90);

describe("BANK-23: CFONB in records of 120 characters", () => {
  test("gives account, dates, words, amounts and balances", async () => {
    const { file_format, rows_read, ignored, errors, lines, balances } = await read([
      OPENING,
      PAID,
      FEE,
      CLOSING,
    ]);
    expect({ file_format, rows_read, ignored, errors }).toEqual({
      file_format: "cfonb120",
      rows_read: 4,
      ignored: 2,
      errors: [],
    });
    expect(lines[0]).toMatchObject({
      bank_account: "FR7630003000200005432100044",
      transaction_date: "2026-12-28",
      value_date: "2026-12-28",
      label: "VIR SEPA SARL BEFFROI CINES",
      amount: 2897_31,
      currency_code: "EUR",
    });
    expect(lines[1]?.amount).toBe(-39_90);
    expect(balances).toEqual([
      { bank_account: lines[0]?.bank_account, kind: "opening", date: "2026-12-01", amount: 100_00 },
      { bank_account: lines[0]?.bank_account, kind: "closing", date: "2026-12-31", amount: 2957_41 },
    ]);
  });

  test.each([
    ["without ends of lines", ""],
    ["with line feeds", "\n"],
    ["with returns", "\r"],
  ])("comes %s", async (_how, end) => {
    expect((await read([OPENING, PAID, FEE, CLOSING], end)).lines.map((line) => line.amount)).toEqual([
      2897_31, -39_90,
    ]);
  });

  describe("an operation with the code of a rejection", () => {
    const rejected = (text: string, code: string) => text.slice(0, 40) + code + text.slice(42);
    test.each([
      ["VIR CINE ATLAS F26000055", "02", -5_00, "REJET VIR CINE ATLAS F26000055"],
      ["VIR CINE ATLAS F26000055", "AC", 5_00, "REJET VIR CINE ATLAS F26000055"],
      ["IMPAYE CHQ CINE ATLAS", "01", -5_00, "IMPAYE CHQ CINE ATLAS"],
      ["VIR CINE ATLAS F26000055", "00", -5_00, "VIR CINE ATLAS F26000055"],
      ["VIR CINE ATLAS F26000055", "  ", -5_00, "VIR CINE ATLAS F26000055"],
    ])("« %s » with %j is « %s »", async (label, code, cents, expected) => {
      const plain = movement("281226", label, cents);
      const [one] = (await read([rejected(plain, code)])).lines;
      expect(one?.label).toBe(expected);
      // It is known again that came in without the word.
      expect(one?.fingerprint).toBe((await read([plain])).lines[0]?.fingerprint);
    });
  });

  test("amounts in a currency of three decimals are rounded, and that is told", async () => {
    const inDinars = (text: string, currency = "TND") => text.replace("EUR2", `${currency}3`);
    const records = [
      balance("01", "301126", 0),
      movement("281226", "VIR TUNIS", 12_345),
      movement("281226", "VIR", -12_346),
    ];
    const { lines, errors, notes } = await read(
      [...records, balance("07", "311226", -1)].map((one) => inDinars(one)),
    );
    expect(lines.map(({ amount, currency_code }) => [amount, currency_code])).toEqual([
      [12_35, "TND"],
      [-12_35, "TND"],
    ]);
    expect([errors, notes]).toEqual([
      [],
      ["Les montants en TND ont trois décimales\u00a0: ils sont arrondis à deux."],
    ]);
    // No euro has a thousandth.
    await expect(read(records.map((one) => inDinars(one, "EUR")))).rejects.toThrow("montant illisible");
  });

  test("a character that the columns of a record cut in two leaves no half of itself", async () => {
    const cut = complement("LC", "\ud83d\ude00FACTURE F26000123");
    const { lines } = await readBankStatement(Buffer.from([OPENING, PAID, cut, CLOSING].join("\n")));
    expect(lines[0]?.label).toBe("VIR SEPA SARL BEFFROI CINES \ufffdFACTURE F26000123");
    expect(JSON.stringify(lines)).not.toMatch(/\\ud[89a-f]/);
  });

  test("complements follow the words of their operation behind the qualifiers that the letterer knows", async () => {
    const { lines } = await read([
      OPENING,
      PAID,
      complement("NPY", "SARL BEFFROI CINES"),
      complement("LCC", "FACTURE F26000123 SEMAINE 47".padEnd(66, ".") + "F260"),
      complement("LC2", "00124"),
      complement("RCN", "REG180738"),
      complement("REF", "BNK-77"),
      complement("MMO", "USD200000000123456"),
      FEE,
      CLOSING,
    ]);
    expect(lines[0]?.label).toBe(
      `VIR SEPA SARL BEFFROI CINES NPY SARL BEFFROI CINES LCC ${"FACTURE F26000123 SEMAINE 47".padEnd(66, ".")}F26000124 RCN REG180738`,
    );
    expect(lines[0]?.bank_reference).toBe("BNK-77");
  });

  describe("a reason that fills its record and goes on behind a blank", () => {
    const FULL = "REGLEMENT DE NOS LOCATIONS DE FILMS DU MOIS DE NOVEMBRE FACT F26000123";
    const withReason = (rest: string, paid = PAID) =>
      read([OPENING, paid, complement("LCC", FULL), complement("LC2", rest), CLOSING]);

    test("keeps it between its words", async () => {
      const { lines } = await withReason(" F26000139 F26000144");
      expect(lines[0]?.label).toBe(`VIR SEPA SARL BEFFROI CINES LCC ${FULL} F26000139 F26000144`);
    });

    test("is known again that came in without it (BANK-10)", async () => {
      const [[apart], [joined]] = [
        (await withReason(" F26000139 F26000144")).lines,
        (await withReason("F26000139 F26000144")).lines,
      ];
      expect(joined?.label).toContain("F26000123F26000139 F26000144");
      expect(apart?.fingerprint).toBe(joined?.fingerprint);
      // As the versions gave it that left the blank out.
      expect(apart?.fingerprint).toBe("abbe991123027cbf4be7337b258b2db7648075b1d21130d42f4bc803ed9be5b9");
      // What the fingerprint would be under another name of the account.
      expect(apart?.marked).toEqual({ label: joined?.label, rank: 0 });
    });

    test("is a rejection all the same", async () => {
      const rejected = `${PAID.slice(0, 40)}02${PAID.slice(42)}`;
      const { lines } = await withReason(" F26000139", rejected);
      expect(lines[0]?.label).toBe(`REJET VIR SEPA SARL BEFFROI CINES LCC ${FULL} F26000139`);
      expect(lines[0]?.fingerprint).toBe((await withReason("F26000139")).lines[0]?.fingerprint);
    });
  });

  test("balances that do not add up are told with their amounts", async () => {
    const { errors } = await read([OPENING, PAID, CLOSING]);
    expect(errors).toEqual([
      "Ligne 3\u00a0: l’ancien solde du compte FR7630003000200005432100044, 100,00, et les opérations, 2\u202f897,31, ne donnent pas le nouveau solde du 31/12/2026, 2\u202f957,41.",
    ]);
  });

  test("a statement that does not go on where the last one ended is told", async () => {
    const { errors } = await read([
      OPENING,
      PAID,
      FEE,
      CLOSING,
      balance("01", "311226", 1),
      balance("07", "020127", 1),
    ]);
    expect(errors).toEqual([
      expect.stringMatching(
        /^Ligne 5\u00a0: l’ancien solde du compte FR.*n’est pas le nouveau solde du 31\/12\/2026/u,
      ),
    ]);
  });

  test("a file that is cut off is told", async () => {
    const { errors, lines } = await read([OPENING, PAID]);
    expect(lines).toHaveLength(1);
    expect(errors).toEqual([expect.stringContaining("n’a pas de nouveau solde")]);
  });

  test("several accounts keep their lines apart", async () => {
    const other = (record: string) => `${record.slice(0, 21)}99999999999${record.slice(32)}`;
    const { lines, errors } = await read([
      OPENING,
      PAID,
      FEE,
      CLOSING,
      ...[OPENING, PAID, FEE, CLOSING].map(other),
    ]);
    expect(errors).toEqual([]);
    expect(new Set(lines.map((line) => line.bank_account)).size).toBe(2);
  });

  test("braces of French teletype are é and è", async () => {
    const { lines } = await read([
      OPENING,
      movement("281226", "A", 10_00).replace("{", "é"),
      movement("281226", "B", -10_00).replace("}", "è"),
      balance("07", "311226", 100_00),
    ]);
    expect(lines.map((line) => line.amount)).toEqual([10_00, -10_00]);
  });

  test("an operation that cannot be read is told, the others are kept; many of them refuse the file", async () => {
    const bad = `${PAID.slice(0, 90)}XXXXXXXXXXXXXX${PAID.slice(104)}`;
    const old = movement("281298", "VIR", 1);
    const some = await read([OPENING, ...Array.from({ length: 9 }, () => FEE), bad, CLOSING]);
    expect(some.errors).toEqual(["Ligne 11\u00a0: montant illisible («\u00a0XXXXXXXXXXXXXX\u00a0»)."]);
    expect(some.lines).toHaveLength(9);
    await expect(read([OPENING, FEE, old, CLOSING])).rejects.toThrow(UnreadableTable);
  });

  test("what is no record, and a complement of nothing, are told", async () => {
    const { errors } = await read([OPENING, complement("LIB", "RIEN"), PAID, FEE, "FIN", CLOSING]);
    expect(errors).toEqual([
      expect.stringContaining("Ligne 2\u00a0: ce complément"),
      expect.stringContaining("Ligne 5\u00a0: enregistrement CFONB inconnu"),
    ]);
  });
});
