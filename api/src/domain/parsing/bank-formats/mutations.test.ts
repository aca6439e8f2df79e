import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readBankStatement, type StatementReading } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { camtEntry, camtFile } from "./camt.testing.ts";
import { balance, complement, movement } from "./cfonb120.testing.ts";

/** 20,000 in all. */
const RUNS = 2_500;

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url)).toString("latin1");
const FILES: readonly [string, string][] = [
  ["CAMT.053", camtFile(camtEntry() + camtEntry({ amount: "13.00" }))],
  [
    "CFONB 120",
    [
      balance("01", "301126", 100_00),
      movement("281226", "VIR SEPA SARL BEFFROI", 2897_31),
      complement("NPY", "SARL BEFFROI"),
      balance("07", "311226", 2997_31),
    ].join("\r\n"),
  ],
  [
    "OFX 1.x",
    "OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>30003<BRANCHID>00020<ACCTID>00054321000</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261228<TRNAMT>2897.31<FITID>1<NAME>BEFFROI<MEMO>F26000123</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20261231</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
  ],
  [
    "MT940",
    ":20:X\r\n:25:FR7630003000200005432100044\r\n:28C:1/1\r\n:60F:C261130EUR100,00\r\n:61:2612281228C2897,31NTRFNONREF//BNK\r\n:86:166?00VIR?20SVWZ+FACTURE?32BEFFROI\r\n:62F:C261231EUR2997,31\r\n-\r\n",
  ],
  ["BNP Paribas", fixture("releve-1-bnp.csv")],
  ["Société Générale", fixture("releve-2-sg.csv")],
  ["Crédit Mutuel / CIC", fixture("releve-4-cic.csv")],
  ["Qonto", fixture("releve-7-qonto.csv")],
];

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const mutation = fc.oneof(
  fc.record({
    at: place,
    text: fc.constantFrom("", "\0", "<", ">", "&", ";", '"', ":61:", "\r", "\ufeff", "é", "9"),
  }),
  fc.record({ at: place, text: fc.string({ maxLength: 20, unit: "binary" }) }),
);

/** Puts each text in the place of as many characters as it has, or of one. */
const mutated = (file: string, all: readonly { readonly at: number; readonly text: string }[]): string =>
  all.reduce((text, { at, text: put }) => {
    const from = Math.floor(at * text.length);
    return text.slice(0, from) + put + text.slice(from + Math.max(1, put.length));
  }, file);

async function readOrRefused(bytes: Buffer): Promise<StatementReading | undefined> {
  try {
    return await readBankStatement(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableTable);
    return undefined;
  }
}

test.each(FILES)(
  "%s: whatever is changed, a file is read or refused, and no row is lost",
  async (_format, file) => {
    expect((await readOrRefused(Buffer.from(file, "latin1")))?.lines.length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(
        fc.array(mutation, { minLength: 1, maxLength: 5 }),
        fc.option(place, { nil: undefined }),
        async (changes, end) => {
          const text = mutated(file, changes);
          const cut = end === undefined ? text : text.slice(0, Math.floor(end * text.length));
          const reading = await readOrRefused(Buffer.from(cut, "latin1"));
          if (!reading) return;
          const { lines, rows_read, ignored, errors } = reading;
          expect(lines.length).toBe(rows_read - ignored - errors.length);
          for (const line of lines) {
            expect(Number.isSafeInteger(line.amount)).toBe(true);
            expect(line.transaction_date).toMatch(/^20\d\d-\d\d-\d\d$/);
            expect(line.label.length).toBeLessThanOrEqual(500);
            expect(line.label + line.bank_account + line.bank_reference).not.toContain("\0");
          }
        },
      ),
      { numRuns: RUNS },
    );
  },
);
