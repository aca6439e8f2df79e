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
