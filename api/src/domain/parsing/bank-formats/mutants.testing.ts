// Files of banks that something has gone wrong with: any number of them, always the same ones. The test of mutations and its campaign use them.
import { readdirSync, readFileSync } from "node:fs";
import { must } from "../../must.ts";
import { workbookOf, zip } from "../tables/workbook.testing.ts";

export interface Mutant {
  /** What it was made of. */
  readonly of: string;
  readonly bytes: Buffer;
}

const FIXTURES = new URL("../fixtures/", import.meta.url);
const STATEMENT = /\.(?:csv|xlsx|xml|ofx|qfx|sta|mt940|940|942|cfo|cfonb|txt)$/;

/** Whole files, of which mutants are made. */
export async function originals(): Promise<readonly Mutant[]> {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" })
    .filter((path) => STATEMENT.test(path) && !path.startsWith("boxoffice"))
    .toSorted()
    .map((of) => ({ of, bytes: readFileSync(new URL(of, FIXTURES)) }))
    .filter(({ bytes }) => bytes.length > 0);
  const rows = [
    ["Date", "Libellé", "Montant"],
    [{ date: 46_384 }, "VIR BEFFROI", 2897.31],
  ] as const;
  const csv = "Date;Libellé;Montant\n28/12/2026;VIR BEFFROI;2897,31\n";
  const camt = must(
    files.find(({ of }) => of.endsWith("053-08.xml")),
    "CAMT file",
  );
  return [
    ...files,
    {
      of: "workbook",
      bytes: await workbookOf([
        { name: "A", rows },
        { name: "B", rows },
      ]),
    },
    { of: "archive", bytes: zip({ "a.csv": csv, "b.xml": camt.bytes.toString() }) },
  ];
}

/** What breaks readers: marks of every format, and numbers and days that are none. */
const TOKENS = [
  "",
  "\0",
  "<",
  ">",
  "&",
  "&#0;",
  "&#x110000;",
  "&lt;",
  "]]>",
  "<![CDATA[",
  "<!--",
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "</",
  "/>",
  ";",
  ",",
  "\t",
  "|",
  '"',
  '""',
  "='",
  "\r",
  "\n",
  "\r\n",
  "\ufeff",
  "\ufffe",
  "é",
  "\ud83d\ude00",
  "\u202e",
  "\u00a0",
  ":61:",
  ":86:",
  ":60F:C261130EUR0,00",
  ":62F:",
  "-}",
  "{4:",
  "?20",
  "/EREF/",
  "//",
  "04",
  "05",
  "07",
  "}",
  "{",
  "<STMTTRN>",
  "</OFX>",
  "<TRNAMT>",
  "<Ntry>",
  "</Ntry>",
  "<NtryDtls>",
  "<TxDtls>",
  "-",
  "+",
  "-0",
  "0",
  "9".repeat(20),
  "1e9",
  "NaN",
  "0,001",
  "00/00/0000",
  "31/02/2026",
  "1926-12-28",
  "99999",
  "EUR",
  "USD",
].map((token) => Buffer.from(token));

/** mulberry32: small, and the same everywhere. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed + 0x9e3779b9) | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** An archive is dear to read: few of them. */
const ARCHIVES_ONE_IN = 25;
const MAX_CHANGES = 6;
const MAX_BYTES = 64 * 1024;

/** The mutant of this number. */
export function mutantOf(all: readonly Mutant[], number: number): Mutant {
  const random = randomOf(number);
  const isArchive = ({ bytes }: Mutant): boolean => bytes.subarray(0, 2).toString() === "PK";
  const wanted = random(ARCHIVES_ONE_IN) === 0;
  const pool = all.filter((one) => isArchive(one) === wanted);
  const { of, bytes: original } = must(pool[random(pool.length)], "original");
  let bytes = original;
  for (let changes = 1 + random(MAX_CHANGES); changes > 0; changes -= 1) {
    const at = random(bytes.length + 1);
    const length =
      random(3) === 0 ? random(bytes.length - at + 1) : random(Math.min(20, bytes.length - at) + 1);
    const part = bytes.subarray(at, at + length);
    const put = (...texts: readonly Buffer[]): Buffer =>
      Buffer.concat([bytes.subarray(0, at), ...texts, bytes.subarray(at + length)]).subarray(0, MAX_BYTES);
    switch (random(7)) {
      case 0:
        bytes = put(must(TOKENS[random(TOKENS.length)], "token"));
        break;
      case 1:
        bytes = put(must(TOKENS[random(TOKENS.length)], "token"), part);
        break;
      case 2:
        bytes = put(...Array.from({ length: 2 + random(40) }, () => part));
        break;
      case 3:
        bytes = put(Buffer.from(Array.from({ length: 1 + random(8) }, () => random(256))));
        break;
      case 4:
        bytes = bytes.subarray(0, at);
        break;
      case 5: {
        const other = must(pool[random(pool.length)], "other original").bytes;
        const from = random(other.length);
        bytes = put(other.subarray(from, from + random(600)));
        break;
      }
      default:
        bytes = put(part.map((byte, index) => (index % 3 === 0 ? byte ^ (1 << random(8)) : byte)) as Buffer);
    }
  }
  return { of, bytes };
}
