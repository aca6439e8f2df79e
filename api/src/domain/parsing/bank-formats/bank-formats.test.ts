import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { BANK_FORMATS } from "./bank-formats.ts";
import { camt } from "./camt.ts";
import { cfonb120 } from "./cfonb120.ts";
import { mt94x } from "./mt94x.ts";
import { ofx } from "./ofx.ts";

const CAMT = "urn:iso:std:iso:20022:tech:xsd:camt";
const fileOf = (text: string) => ({
  bytes: Buffer.from(text),
  most: 1,
  head: text.trimStart(),
  text: () => text,
});

describe("BANK-17: what a file is stands in it", () => {
  test.each([
    [camt, `<?xml version="1.0"?>\n<Document xmlns="${CAMT}.053.001.02"><BkToCstmrStmt>`],
    [camt, `<Document xmlns="${CAMT}.054.001.13"><BkToCstmrDbtCdtNtfctn>`],
    [camt, `<n:Document xmlns:n="${CAMT}.053.001.08"><n:BkToCstmrStmt>`],
    [camt, "<!-- export --><Document><BkToCstmrStmt><GrpHdr>"],
    [ofx, "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX>"],
    [ofx, `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?><OFX>`],
    [mt94x, ":20:STARTUMS\r\n:25:30003/00020543210\r\n:28C:5/1\r\n"],
    [mt94x, "{1:F01SOGEFRPPAXXX0000000000}{2:I940XXXXXXXXXXXXN}{4:\r\n:20:X\r\n"],
    [mt94x, "\r\n:20:X\r\n:21:NONREF\r\n:25:FR7630003000205432100000031\r\n:28C:1\r\n"],
    [cfonb120, `0130003    00020EUR2 00054321000  010126${" ".repeat(80)}`],
    [cfonb120, `0430003A05100020EUR2 00054321000 0502 010126${" ".repeat(76)}`],
  ])("%#", (format, text) => {
    expect(BANK_FORMATS.find((one) => one.recognises(fileOf(text)))).toBe(format);
  });

  test.each([
    "Date;Libellé;Montant\n28/12/2026;VIR <OFX> :20: camt.053.001.02;1,00",
    "0130003;12/10/2026;VIR;12,00",
    `<rapport xmlns="urn:bobine:boxoffice">`,
    "<!DOCTYPE html><html><body>camt.053.001.02",
  ])("a file that is none of them: %s", (text) => {
    expect(BANK_FORMATS.filter((one) => one.recognises(fileOf(text)))).toEqual([]);
  });

  test("in UTF-16, or behind a byte order mark, as well", async () => {
    const text = "\ufeffOFXHEADER:100\r\n<OFX>";
    const plain: unknown = await readBankStatement(Buffer.from("OFXHEADER:100\r\n<OFX>")).catch(
      (error: unknown) => error,
    );
    expect(plain).toBeInstanceOf(UnreadableTable);
    for (const encoding of ["utf8", "utf16le"] as const)
      await expect(readBankStatement(Buffer.from(text, encoding))).rejects.toThrow((plain as Error).message);
  });
});
