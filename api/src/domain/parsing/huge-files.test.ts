import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { UnreadableTable } from "./tables/file-row.ts";

const MEGABYTES = 100;
/** Of the processor, for ten times what a person may send: so long is a hang. */
const HANG_MS = 10_000;

/** A file of a hundred megabytes, whose end is missing as well. */
function hugeFile(head: string, part: string): Buffer {
  const bytes = Buffer.alloc(MEGABYTES * 2 ** 20, part);
  bytes.write(head);
  return bytes;
}

const CAMT = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>`;
const ENTRY = `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-12-28</Dt></BookgDt></Ntry>`;
/** Which stands at the end of what it covers. */
const over = (head: string, part: string): string =>
  head + " ".repeat(part.length - (head.length % part.length));
const RECORD = "0430003    00020EUR2 00054321000  281226  281226".padEnd(90);

describe("BANK-1: a file of a hundred megabytes is refused at once, though no upload brings one", () => {
  test.each<[string, string, string]>([
    ["CSV", "Date;Libellé;Montant\n", "28/12/2026;VIR CINE BEFFROI;1,00\n"],
    ["CSV of a quote that is not closed", 'Date;Libellé;Montant\n"', "28/12/2026;VIR CINE BEFFROI;1,00\n"],
    ["CAMT.053", over(CAMT, ENTRY), ENTRY],
    ["CFONB 120 without ends of lines", "", `${RECORD}0000000000100{${" ".repeat(16)}`],
    ["OFX", "OFXHEADER:100\n<OFX><STMTRS>", "<STMTTRN><DTPOSTED>20261228<TRNAMT>1.00<NAME>VIR</STMTTRN>\n"],
    ["MT940", ":20:X\n:25:FR76\n", ":61:2612281228C1,00NTRFNONREF\n:86:VIR CINE BEFFROI\n"],
  ])("%s", async (_format, head, part) => {
    const bytes = hugeFile(head, part);
    const before = process.cpuUsage();
    await expect(readBankStatement(bytes)).rejects.toThrow(UnreadableTable);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(HANG_MS);
  });
});
