// What may be wrong with how a file is read, whatever is in it. The test of mutations and the processes of its campaign use it.
import { isArchive, readBankStatement } from "../bank-statement.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { type Mutant, mutantOf } from "./mutants.testing.ts";

/** Of the processor for one file of some kilobytes, which takes a millisecond: so long is a hang, on any machine. */
const HANG_MS = 2_000;

/** What is wrong with how these mutants are read, each with its number. */
export async function faultsOf(all: readonly Mutant[], from: number, count: number): Promise<string[]> {
  const faults: string[] = [];
  for (let number = from; number < from + count; number += 1) {
    const { of, bytes } = mutantOf(all, number);
    const fault = await faultOf(bytes);
    if (fault !== undefined) faults.push(`mutant ${number} of ${of}: ${fault}`);
  }
  return faults;
}

/** Undefined when a file was read, or refused as a file may be. */
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
