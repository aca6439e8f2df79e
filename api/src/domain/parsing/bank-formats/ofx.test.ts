import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";

const read = async (text: string, encoding: BufferEncoding = "utf8") =>
  await readBankStatement(Buffer.from(text, encoding));
const refusal = async (text: string): Promise<string> => {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableTable);
  return (error as Error).message;
};

const HEADER = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n";
const ACCOUNT =
  "<BANKACCTFROM><BANKID>30003<BRANCHID>00020<ACCTID>00054321000<ACCTTYPE>CHECKING</BANKACCTFROM>";
const operation = (amount: string, more = "<NAME>VIR SARL BEFFROI<MEMO>FACTURE F26000123") =>
  `<STMTTRN>\r\n<TRNTYPE>CREDIT\r\n<DTPOSTED>20261228\r\n<TRNAMT>${amount}\r\n<FITID>A1\r\n${more}\r\n</STMTTRN>\r\n`;
const statement = (operations: string, account = ACCOUNT, currency = "EUR") =>
  `<STMTTRNRS><STMTRS><CURDEF>${currency}\r\n${account}\r\n<BANKTRANLIST><DTSTART>20261201<DTEND>20261231\r\n${operations}</BANKTRANLIST>\r\n<LEDGERBAL><BALAMT>2957.41<DTASOF>20261231</LEDGERBAL></STMTRS></STMTTRNRS>\r\n`;
const sgml = (statements: string) =>
  `${HEADER}<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Banque des Deux Rives<FID>1</FI></SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1>${statements}</BANKMSGSRSV1></OFX>`;

describe("BANK-27: OFX", () => {
  test("1.x, whose values have no end, gives account, bank, dates, words, amounts and the balance", async () => {
    const reading = await read(
      sgml(statement(operation("2897.31") + operation("-39,90", "<NAME>COTISATION"))),
    );
    expect(reading).toMatchObject({
      file_format: "ofx",
      bank: "Banque des Deux Rives",
      rows_read: 2,
      ignored: 0,
      errors: [],
      balances: [
        { bank_account: "FR7630003000200005432100044", kind: "closing", date: "2026-12-31", amount: 2957_41 },
      ],
    });
    expect(reading.lines).toMatchObject([
      {
        bank_account: "FR7630003000200005432100044",
        transaction_date: "2026-12-28",
        label: "VIR SARL BEFFROI FACTURE F26000123",
        amount: 2897_31,
        currency_code: "EUR",
        bank_reference: "A1",
      },
      { label: "COTISATION", amount: -39_90 },
    ]);
  });

  test("2.x, which is XML, gives the same", async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF>
      <BANKACCTFROM><BANKID>30003</BANKID><ACCTID>FR76 3000 3000 2000 0543 2100 044</ACCTID></BANKACCTFROM><BANKTRANLIST>
      <STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261228120000.000[+1:CET]</DTPOSTED><DTAVAIL>20261229</DTAVAIL><TRNAMT>+12.5</TRNAMT><FITID>Z</FITID>
      <PAYEE><NAME>CIN&#201;MA &amp; FILS</NAME></PAYEE><MEMO><![CDATA[SOLDE <47>]]></MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    expect((await read(xml)).lines).toMatchObject([
      {
        bank_account: "FR7630003000200005432100044",
        transaction_date: "2026-12-28",
        value_date: "2026-12-29",
        label: "CINÉMA & FILS SOLDE <47>",
        amount: 12_50,
      },
    ]);
  });

  test("is read in windows-1252, and with upper and lower case tags", async () => {
    const text = sgml(statement(operation("1.00", "<name>CINÉMA")));
    expect((await read(text, "latin1")).lines[0]?.label).toBe("CINÉMA");
  });

  test("the account of the other party is not the account of the statement", async () => {
    const other = "<NAME>VIR<BANKACCTTO><BANKID>1<ACCTID>999</BANKACCTTO>";
    const reading = await read(sgml(statement(operation("1.00", other) + operation("2.00"))));
    expect(new Set(reading.lines.map((line) => line.bank_account))).toEqual(
      new Set(["FR7630003000200005432100044"]),
    );
  });

  test("several accounts and cards in one file keep their lines apart", async () => {
    const card = statement(operation("-5.00"), "<CCACCTFROM><ACCTID>4970********1234</CCACCTFROM>")
      .replaceAll("STMTRS", "CCSTMTRS")
      .replaceAll("CCCC", "CC");
    const { lines } = await read(sgml(statement(operation("1.00")) + card));
    expect(lines.map((line) => [line.bank_account, line.amount])).toEqual([
      ["FR7630003000200005432100044", 1_00],
      ["4970********1234", -5_00],
    ]);
  });

  test("operations without an end, of nothing, or still pending", async () => {
    const open = operation("1.00").replace("</STMTTRN>", "");
    const pending = operation("9.00").replaceAll("STMTTRN", "STMTTRNP");
    const reading = await read(sgml(statement(open + operation("0.00") + pending + open)));
    expect(reading).toMatchObject({ rows_read: 4, ignored: 2, errors: [] });
    expect(reading.lines.map((line) => line.amount)).toEqual([1_00, 1_00]);
  });

  describe("a kind that says which way the money goes", () => {
    const of = (kind: string, amount: string) => operation(amount).replace("CREDIT", kind);
    test("and an amount that says otherwise are an error of its line", async () => {
      const many = of("DEBIT", "-1.00").repeat(5);
      for (const amount of ["220.64", "+220.64"]) {
        const { lines, errors } = await read(sgml(statement(many + of("debit", amount))));
        expect(lines).toHaveLength(5);
        expect(errors).toEqual([
          `Ligne 45\u00a0: le montant («\u00a0${amount}\u00a0») contredit le débit de la ligne.`,
        ]);
      }
    });
    test("alone refuses a file of such operations", async () => {
      expect(await refusal(sgml(statement(of("DEBIT", "1.00"))))).toContain("contredit le débit");
    });
    test.each(["CHECK", "FEE", "PAYMENT", "DIRECTDEBIT", "POS", "ATM", "XFER", "OTHER"])(
      "is not %s, which comes back with a plus",
      async (kind) => {
        const { lines, errors, notes } = await read(sgml(statement(of(kind, "1.00"))));
        expect([lines[0]?.amount, errors, notes]).toEqual([1_00, [], []]);
      },
    );
    test("a minus among the credits is a debit, and told", async () => {
      const { lines, errors, notes } = await read(
        sgml(statement(of("CREDIT", "1.00") + of("CREDIT", "-80.00"))),
      );
      expect([lines.map(({ amount }) => amount), errors]).toEqual([[1_00, -80_00], []]);
      expect(notes).toEqual([
        "1 crédit sur 2 a un montant négatif (ligne 17)\u00a0: il est compté comme un décaissement.",
      ]);
    });
  });

  describe("an operation that corrects another one", () => {
    const one = (reference: string, amount: string, more = "") =>
      operation(amount, `<NAME>VIR${more}`).replace("A1", reference);
    const of = (reference: string, action: string) => `<CORRECTFITID>${reference}<CORRECTACTION>${action}`;
    const amountsOf = async (...operations: string[]) => {
      const reading = await read(sgml(statement(operations.join(""))));
      const { lines, rows_read, ignored, errors } = reading;
      expect(lines.length).toBe(rows_read - ignored - errors.length);
      return [lines.map(({ amount }) => amount), reading.notes];
    };
    test.each([
      ["replaces it", [one("A8", "300.00"), one("A9", "330.00", of("A8", "REPLACE"))], [330_00]],
      ["above it", [one("A9", "330.00", of("A8", "REPLACE")), one("A8", "300.00")], [330_00]],
      ["takes it out", [one("A8", "77.00"), one("A9", "77.00", of("A8", "DELETE"))], []],
      [
        "twice",
        [one("A8", "1.00"), one("A9", "2.00", of("A8", "REPLACE")), one("B1", "3.00", of("A9", "replace"))],
        [3_00],
      ],
      ["of its own reference", [one("A8", "1.00"), one("A8", "2.00", of("A8", "REPLACE"))], [2_00]],
      ["by nothing", [one("A8", "1.00"), one("A9", "0.00", of("A8", "REPLACE"))], []],
    ])("%s", async (_, operations, amounts) => {
      expect(await amountsOf(one("A7", "5.00"), ...operations)).toEqual([[5_00, ...amounts], []]);
    });
    test.each([
      ["that is in no file", [], [1_00], "que ce fichier ne donne pas"],
      [
        "that may be one of two",
        [one("A8", "3.00"), one("A8", "4.00")],
        [3_00, 4_00, 1_00],
        "que ce fichier donne plusieurs fois",
      ],
      [
        "that another one has replaced",
        [one("A8", "3.00"), one("B1", "4.00", of("A8", "REPLACE"))],
        [4_00, 1_00],
        "que ce fichier a déjà remplacée ou supprimée",
      ],
    ])("%s leaves all and is told", async (_, others, amounts, why) => {
      const [found, notes] = await amountsOf(...others, one("A9", "1.00", of("A8", "REPLACE")));
      expect(found).toEqual(amounts);
      expect(notes).toEqual([
        expect.stringContaining(
          `remplace par cette opération celle de référence «\u00a0A8\u00a0», ${why}\u00a0: `,
        ),
      ]);
    });
    test("is of its own account", async () => {
      const other = statement(one("A9", "2.00", of("A8", "DELETE")), ACCOUNT.replace("54321", "54322"));
      const { lines, notes } = await read(sgml(statement(one("A8", "1.00")) + other));
      expect(lines.map(({ amount }) => amount)).toEqual([1_00]);
      expect(notes).toEqual([expect.stringContaining("supprime celle de référence")]);
    });
  });

  test("operations of an account of shares are left out and told", async () => {
    const shares = `<INVSTMTRS><CURDEF>EUR<INVACCTFROM><ACCTID>T1</INVACCTFROM><INVTRANLIST><INVBANKTRAN>${operation("999.00")}</INVBANKTRAN></INVTRANLIST></INVSTMTRS>`;
    for (const [before, after] of [
      [shares, ""],
      ["", shares],
      ["", shares.replace("</INVSTMTRS>", "")],
    ]) {
      const reading = await read(sgml(`${before}${statement(operation("1.00"))}${after}`));
      expect(reading).toMatchObject({ rows_read: 2, ignored: 1, errors: [] });
      expect(reading.lines.map(({ bank_account, amount }) => [bank_account, amount])).toEqual([
        ["FR7630003000200005432100044", 1_00],
      ]);
      expect(reading.notes).toEqual(["1 opération d’un compte-titres n’a pas été lue."]);
    }
    expect(await refusal(sgml(shares))).toBe("Le fichier ne contient aucune opération.");
  });

  test("a balance of another currency is not kept, and its lines carry it", async () => {
    const reading = await read(sgml(statement(operation("1.00"), ACCOUNT, "USD")));
    expect(reading).toMatchObject({ balances: [], lines: [{ currency_code: "USD" }] });
  });

  test("an operation that cannot be read is told with its line, and the others are kept", async () => {
    const many = operation("1.00").repeat(5);
    const reading = await read(sgml(statement(many + operation("douze"))));
    expect(reading.lines).toHaveLength(5);
    expect(reading.errors).toEqual(["Ligne 45\u00a0: montant illisible («\u00a0douze\u00a0»)."]);
  });

  test.each([
    [
      "one that cannot be read at all",
      sgml(statement(operation("douze"))),
      "1 opération sur 1 est illisible",
    ],
    [
      "a month that does not exist",
      sgml(statement(operation("1").replace("20261228", "20261328"))),
      "date illisible",
    ],
    ["another century", sgml(statement(operation("1").replace("20261228", "19261228"))), "date illisible"],
    ["without operations", `${HEADER}<OFX></OFX>`, "Le fichier ne contient aucune opération."],
    ["with entities of its own", `${HEADER}<!DOCTYPE x [<!ENTITY a "b">]><OFX>`, "DOCTYPE"],
  ])("is refused: %s", async (_what, text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
  });
});
