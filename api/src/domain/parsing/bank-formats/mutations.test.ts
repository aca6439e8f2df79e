import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { byExtent } from "../../../../../tooling/extent.mjs";
import { isArchive, readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { type Mutant, mutantOf, originals } from "./mutants.testing.ts";

const AT_ONCE = 200;
const MUTANTS = byExtent("bank-files", { part: 4_000, ci: 20_000, all: 1_000_000 });
const FROM = Number(process.env["BOBINE_MUTANTS_FROM"] ?? 0);
/** Of the processor for one file of some kilobytes, which takes a millisecond: so long is a hang, on any machine. */
const HANG_MS = 2_000;
/** What all of them may leave behind, the reports of their tests included. */
const MOST_LEFT = 64 * 2 ** 20;
/** What the process may grow by meanwhile: most of it is what nobody has collected yet. */
const MOST_GROWTH = 500 * 2 ** 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes in use once nothing is left that nobody needs; other files' tests run in this process too. */
function inUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let all: readonly Mutant[];
const before = { inUse: 0, resident: 0 };
let mostResident = 0;
beforeAll(async () => {
  all = await originals();
  before.inUse = inUse();
  before.resident = process.memoryUsage.rss();
});

/** What is wrong with how a file was read; undefined when it was read, or refused as a file may be. */
async function faultOf(bytes: Buffer): Promise<string | undefined> {
  const start = process.cpuUsage();
  const fault = await readingFault(bytes);
  const { user, system } = process.cpuUsage(start);
  return fault ?? ((user + system) / 1000 > HANG_MS ? `took ${(user + system) / 1000} ms` : undefined);
}

async function readingFault(bytes: Buffer): Promise<string | undefined> {
  try {
    const { lines, rows_read, ignored, errors, balances } = await readBankStatement(bytes);
    if (lines.length !== rows_read - ignored - errors.length) return "a row is lost";
    // Sheets and files of an archive are read each by itself, and may tell one line twice (BANK-22, BANK-26).
    const isOneFile = !isArchive(bytes);
    if (isOneFile && new Set(lines.map((line) => line.fingerprint)).size !== lines.length)
      return "two lines are one";
    for (const line of lines) {
      if (!Number.isSafeInteger(line.amount) || line.amount === 0) return `the amount ${line.amount}`;
      if (!/^20\d\d-\d\d-\d\d$/.test(line.transaction_date)) return `the day ${line.transaction_date}`;
      if (line.label.length > 500) return "a label without end";
      const texts = JSON.stringify([line.label, line.bank_account, line.bank_reference, line.evidence]);
      if (/\\u0000|\\ud[89a-f]/.test(texts)) return `a text that no database takes: ${texts}`;
      if (JSON.stringify(line.evidence ?? {}).length > 6000) return "evidence without end";
    }
    return balances.every(({ amount }) => Number.isSafeInteger(amount)) ? undefined : "a balance of no cents";
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message === "" ? "refused without a word" : undefined;
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

test("each file that mutants are made of is known", () => {
  expect(all.length).toBeGreaterThan(150);
});

test.each(Array.from({ length: MUTANTS / AT_ONCE }, (_, index) => FROM + index * AT_ONCE))(
  "whatever is changed, a file is read or refused, and no row is lost: two hundred from %i on",
  async (first) => {
    const faults: string[] = [];
    for (let number = first; number < first + AT_ONCE; number += 1) {
      const { of, bytes } = mutantOf(all, number);
      const fault = await faultOf(bytes);
      if (fault !== undefined) faults.push(`mutant ${number} of ${of}: ${fault}`);
    }
    mostResident = Math.max(mostResident, process.memoryUsage.rss());
    expect(faults).toEqual([]);
  },
);

test("they take no memory that does not come back", () => {
  expect(inUse() - before.inUse).toBeLessThan(MOST_LEFT);
  expect(mostResident - before.resident).toBeLessThan(MOST_GROWTH);
});
