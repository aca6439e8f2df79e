import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExportFormat } from "@bobine/contract/exports";
import type { Tx } from "../../db/scope.ts";
import type { ExportData, ExportPeriod } from "../../domain/exports/export-data.ts";
import { formatA } from "../../domain/exports/format-a.ts";
import { formatB } from "../../domain/exports/format-b.ts";
import { formatC } from "../../domain/exports/format-c.ts";
import { ledgerEntries } from "../../domain/exports/ledger-entries.ts";
import { type Lettering, letter } from "../../domain/exports/lettering.ts";
import type { Write } from "../../http/stream-body.ts";
import { exportsRepository } from "./exports.repository.ts";

/** What is written at a time: between two of them others are served. */
const CHUNK_CHARACTERS = 64 * 1024;

export const EXPORT_CHARSETS: Record<ExportFormat, string> = { A: "utf-8", B: "windows-1252", C: "utf-8" };

const FORMATS: Record<
  ExportFormat,
  (data: ExportData, lettering: Lettering, period: ExportPeriod) => Iterable<string | Buffer>
> = {
  A: (data, lettering, period) => formatA(ledgerEntries(data, lettering, period)),
  B: (data, lettering, period) => formatB(ledgerEntries(data, lettering, period)),
  C: formatC,
};

/** What is stored of the letters of some client accounts is not what their groups say. */
export class StaleLetters extends Error {
  override readonly name = "StaleLetters";
  readonly accounts: readonly string[];

  constructor(accounts: readonly string[]) {
    super("letters are to be mended before they are exported");
    this.accounts = accounts;
  }
}

/**
 * Writes one accounting export (EXP-1) at the reader's pace, from one snapshot of the books. Its letters come from the
 * groups: each has its own, whatever is stored.
 * @returns how many entries, or bank lines in format C
 * @throws StaleLetters before anything is written, unless they are accepted: right here, but the next export may give others
 */
export async function exportBooks(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly format: ExportFormat;
    readonly period: ExportPeriod;
    readonly acceptsStaleLetters: boolean;
  },
  write: Write,
): Promise<number> {
  const { distributorId, format, period } = request;
  await exportsRepository.freeze(tx);
  const data = await exportsRepository.exportData(tx, distributorId, period);
  const lettering = letter(data, await exportsRepository.lastIndexes(tx, distributorId));
  if (lettering.stale_accounts.length > 0 && !request.acceptsStaleLetters)
    throw new StaleLetters(lettering.stale_accounts);

  let blocks = 0;
  let size = 0;
  let pending: (string | Buffer)[] = [];
  const flush = async (): Promise<void> => {
    await write(Buffer.concat(pending.map((part) => (typeof part === "string" ? Buffer.from(part) : part))));
    [pending, size] = [[], 0];
    await nextTurn();
  };
  for (const block of FORMATS[format](data, lettering, period)) {
    blocks += 1;
    size += block.length;
    pending.push(block);
    if (size >= CHUNK_CHARACTERS) await flush();
  }
  await flush();
  // The first block is the header.
  return blocks - 1;
}
