// A long statement of each format, written piece by piece. The benchmark of formats uses it.
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { balance, complement, movement } from "../src/domain/parsing/bank-formats/cfonb120.testing.ts";
import { zip } from "../src/domain/parsing/tables/workbook.testing.ts";

export const FORMATS = ["csv", "xlsx", "camt.053", "cfonb120", "ofx", "mt940"] as const;
export type Format = (typeof FORMATS)[number];

const IBAN = "FR7630003000200005432100044";
const PAYERS = ["SARL BEFFROI CINES", "MEGASCOPE EXPLOITATION SAS", "CINE ROYAL DOLE", "COMMUNE DE CAHORS"];
const day = (at: number): number => 1 + (Math.floor(at / 1000) % 28);
const two = (value: number): string => String(value).padStart(2, "0");
const month = (at: number): number => 1 + (Math.floor(at / 28_000) % 12);
const isoDay = (at: number): string => `2026-${two(month(at))}-${two(day(at))}`;
const cents = (at: number): number => 100 + ((at * 7919) % 900_000);
const euros = (at: number, mark: string): string =>
  `${Math.floor(cents(at) / 100)}${mark}${two(cents(at) % 100)}`;
const payer = (at: number): string => PAYERS[at % PAYERS.length] ?? "";
const invoice = (at: number): string => `F26${String(at).padStart(6, "0")}`;

/** Writes a statement of so many lines. */
export function writeStatement(path: string, format: Format, lines: number): void {
  if (format === "xlsx") {
    writeFileSync(path, workbook(lines));
    return;
  }
  const file = openSync(path, "w");
  let held = "";
  const put = (text: string): void => {
    held += text;
    if (held.length < 1 << 20) return;
    writeSync(file, held);
    held = "";
  };
  const [head, line, end] = PARTS[format](lines);
  put(head);
  for (let at = 0; at < lines; at += 1) put(line(at));
  put(end);
  writeSync(file, held);
  closeSync(file);
}

type Parts = (lines: number) => [head: string, line: (at: number) => string, end: string];
const PARTS: Record<Exclude<Format, "xlsx">, Parts> = {
  csv: () => [
    "Date;Date de valeur;Libellé;Contrepartie;Référence;Montant\r\n",
    (at) =>
      `${two(day(at))}/${two(month(at))}/2026;${two(day(at))}/${two(month(at))}/2026;VIR SEPA RECU ${invoice(at)};${payer(at)};BNK${at};${euros(at, ",")}\r\n`,
    "",
  ],
  "camt.053": () => [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n`,
    (at) =>
      `<Ntry><Amt Ccy="EUR">${euros(at, ".")}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${isoDay(at)}</Dt></BookgDt><ValDt><Dt>${isoDay(at)}</Dt></ValDt><AcctSvcrRef>BNK${at}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${payer(at)}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${invoice(at)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    "</Stmt></BkToCstmrStmt></Document>\n",
  ],
  cfonb120: () => [
    `${balance("01", "311225", 0)}\r\n`,
    (at) => {
      const date = `${two(day(at))}${two(month(at))}26`;
      return `${movement(date, `VIR SEPA ${payer(at)}`, cents(at))}\r\n${complement("LCC", invoice(at), date)}\r\n`;
    },
    "",
  ],
  ofx: () => [
    "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>30003<BRANCHID>00020<ACCTID>00054321000</BANKACCTFROM><BANKTRANLIST>\r\n",
    (at) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${isoDay(at).replaceAll("-", "")}<TRNAMT>${euros(at, ".")}<FITID>BNK${at}<NAME>VIR ${payer(at)}<MEMO>${invoice(at)}</STMTTRN>\r\n`,
    "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n",
  ],
  mt940: () => [
    `:20:X\r\n:25:${IBAN}\r\n:28C:1/1\r\n:60F:C251231EUR0,00\r\n`,
    (at) => {
      const date = isoDay(at).replaceAll("-", "").slice(2);
      return `:61:${date}${date.slice(2)}C${euros(at, ",")}NTRFNONREF//BNK${at}\r\n:86:/NAME/${payer(at)}/REMI/${invoice(at)}\r\n`;
    },
    "-\r\n",
  ],
};

function workbook(lines: number): Buffer {
  const text = (at: string, value: string): string =>
    `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (at: number): string =>
    `<row r="${at + 2}">${text(`A${at + 2}`, `${two(day(at))}/${two(month(at))}/2026`)}${text(`B${at + 2}`, `VIR ${payer(at)} ${invoice(at)}`)}<c r="C${at + 2}"><v>${euros(at, ".")}</v></c></row>`;
  const head = `<row r="1">${["Date", "Libellé", "Montant"].map((name, at) => text(`${"ABC".charAt(at)}1`, name)).join("")}</row>`;
  const rows = Array.from({ length: lines }, (_, at) => row(at)).join("");
  return zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${head}${rows}</sheetData></worksheet>`,
  });
}
