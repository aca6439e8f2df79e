import { setImmediate as nextTurn } from "node:timers/promises";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import type { Tx } from "../../db/scope.ts";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import { formatA } from "../../domain/exports/format-a.ts";
import { formatB } from "../../domain/exports/format-b.ts";
import { formatC } from "../../domain/exports/format-c.ts";
import { ledgerEntries } from "../../domain/exports/ledger-entries.ts";
import type { LedgerEntry } from "../../domain/exports/ledger-lines.ts";
import { letter } from "../../domain/exports/lettering.ts";
import { provisionalTarget } from "../../domain/exports/lots.ts";
import type { Write } from "../../http/stream-body.ts";
import { compareBooks, hashOf } from "./compare-books.ts";
import { exportsRepository } from "./exports.repository.ts";
import { lotsRepository } from "./lots.repository.ts";
import { StaleLetters } from "./stale-letters.ts";

/** What is written at a time: between two of them others are served. */
const CHUNK_CHARACTERS = 64 * 1024;

export const EXPORT_CHARSETS: Record<ExportFormat, string> = { A: "utf-8", B: "windows-1252", C: "utf-8" };

interface ExportRequest {
  readonly distributorId: number;
  readonly format: ExportFormat;
  readonly period: ExportPeriod;
  readonly today: CivilDate;
  readonly acceptsStaleLetters: boolean;
}

/**
 * Writes one accounting export (EXP-1) at the reader's pace, from one snapshot of the books. Its letters come from the
 * groups: each has its own, whatever is stored.
 * @returns how many entries, or bank lines in format C
 * @throws StaleLetters before anything is written, unless they are accepted: right here, but the next export may give others
 */
export async function exportBooks(tx: Tx, request: ExportRequest, write: Write): Promise<number> {
  await exportsRepository.freeze(tx);
  const blocks = await blocksOf(tx, request);
  let count = 0;
  let size = 0;
  let pending: (string | Buffer)[] = [];
  const flush = async (): Promise<void> => {
    await write(Buffer.concat(pending.map((part) => (typeof part === "string" ? Buffer.from(part) : part))));
    [pending, size] = [[], 0];
    await nextTurn();
  };
  for await (const block of blocks) {
    count += 1;
    size += block.length;
    pending.push(block);
    if (size >= CHUNK_CHARACTERS) await flush();
  }
  await flush();
  // The first block is the header.
  return count - 1;
}

type Blocks = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** EXP-11: as ever until a lot is made; then what lots hold before what they do not hold yet. */
async function blocksOf(tx: Tx, request: ExportRequest): Promise<Blocks> {
  const { distributorId, format, period, today, acceptsStaleLetters } = request;
  const made = await lotsRepository.days(tx, distributorId);
  if (made !== null && format !== "C") {
    const target = provisionalTarget(made, today);
    await compareBooks(tx, { distributorId, target, acceptsStaleLetters });
    return withOneHeader(format === "A" ? formatA : formatB, [
      lotsRepository.ofPeriod(tx, distributorId, period),
      lotsRepository.provisional(tx, period),
    ]);
  }
  const data = await exportsRepository.exportData(tx, distributorId, period);
  const lettering = letter(data, await exportsRepository.lastIndexes(tx, distributorId));
  if (lettering.stale_accounts.length > 0 && !acceptsStaleLetters)
    throw new StaleLetters(lettering.stale_accounts);
  if (format !== "C") return (format === "A" ? formatA : formatB)(ledgerEntries(data, lettering, period));
  if (made === null) return formatC(data, lettering, period);
  const receipts = await lotsRepository.receipts(tx, distributorId, period);
  const numbers = new Map<number, string>();
  for (const entry of ledgerEntries(data, lettering, period)) {
    const posted = receipts.get(entry.key);
    if (posted?.hash.equals(hashOf(entry))) numbers.set(Number(entry.key.split(":")[1]), posted.number);
  }
  return formatC(data, lettering, period, numbers);
}

async function* withOneHeader(
  write: (entries: readonly LedgerEntry[]) => Iterable<string | Buffer>,
  parts: readonly AsyncIterable<LedgerEntry[]>[],
): AsyncGenerator<string | Buffer> {
  const [header = ""] = write([]);
  yield header;
  for (const part of parts)
    for await (const entries of part) {
      const [, ...blocks] = write(entries);
      yield* blocks;
    }
}
