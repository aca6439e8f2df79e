import { setImmediate as nextTurn } from "node:timers/promises";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import type { Tx } from "../../db/scope.ts";
import { AccountLabels } from "../../domain/exports/account-labels.ts";
import { bankBookOf, bankBooks } from "../../domain/exports/bank-books.ts";
import { bookWindows } from "../../domain/exports/book-windows.ts";
import type { ExportData, ExportPeriod } from "../../domain/exports/export-data.ts";
import { formatA } from "../../domain/exports/format-a.ts";
import { formatB } from "../../domain/exports/format-b.ts";
import { formatC } from "../../domain/exports/format-c.ts";
import { ledgerEntries } from "../../domain/exports/ledger-entries.ts";
import type { LedgerEntry } from "../../domain/exports/ledger-lines.ts";
import { letter, type Lettering } from "../../domain/exports/lettering.ts";
import type { Write } from "../../http/stream-body.ts";
import { errors } from "../../errors.ts";
import { bankAccountsRepository } from "../banking/bank-accounts.repository.ts";
import { bankPartsRepository } from "../banking/bank-parts.repository.ts";
import { hashOf } from "./compare-books.ts";
import { exportsRepository } from "./exports.repository.ts";
import { lotsRepository } from "./lots.repository.ts";
import { readProvisional } from "./read-provisional.ts";
import { StaleLetters } from "./stale-letters.ts";
import { WINDOW_ROWS } from "./window-rows.ts";

/** What is written at a time: between two of them others are served. */
const CHUNK_CHARACTERS = 64 * 1024;

export const EXPORT_CHARSETS: Record<ExportFormat, string> = { A: "utf-8", B: "windows-1252", C: "utf-8" };

interface ExportRequest {
  readonly distributorId: number;
  readonly format: ExportFormat;
  readonly period: ExportPeriod;
  readonly today: CivilDate;
  readonly acceptsStaleLetters: boolean;
  /** What moves that bank account alone, by its account in the books (BANK-35). */
  readonly account?: string | undefined;
  /** Lines of the statement that are in memory at once, about. */
  readonly windowRows?: number;
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
  if (request.account !== undefined) await refuseUnknownAccount(tx, distributorId, request.account);
  const made = await lotsRepository.days(tx, distributorId);
  if (format === "C") return statement(tx, request, made !== null);
  const labels = await labelsOfNow(tx, distributorId);
  const write = (entries: Iterable<LedgerEntry>) =>
    (format === "A" ? formatA : formatB)(ofAccount(labels.applyTo(entries), request.account));
  if (made !== null) {
    const letters = acceptsStaleLetters ? "any" : "stored";
    const { entries, linesOfNow } = await readProvisional(tx, {
      distributorId,
      made,
      today,
      period,
      letters,
    });
    return withOneHeader(write, lotsRepository.ofPeriod(tx, distributorId, period, linesOfNow), entries);
  }
  const data = await exportsRepository.exportData(tx, distributorId, period);
  const lettering = letter(data, await exportsRepository.lastIndexes(tx, distributorId));
  if (lettering.stale_accounts.length > 0 && !acceptsStaleLetters)
    throw new StaleLetters(lettering.stale_accounts);
  return write(ledgerEntries(data, lettering, period));
}

/** What accounts are called now: entries of lots, and parts of bank lines, were written when some had other names. */
export async function labelsOfNow(tx: Tx, distributorId: number): Promise<AccountLabels> {
  const banks = await bankAccountsRepository.list(tx, distributorId);
  const chosen = await bankPartsRepository.accounts(tx, distributorId);
  return new AccountLabels(
    [
      ...chosen.map(({ code, label }): [string, string] => [code, label]),
      ...banks
        .map(bankBookOf)
        .map(({ account, account_label }): [string, string] => [account, account_label]),
    ],
    await exportsRepository.clientNames(tx, distributorId),
  );
}

/** Those that move one account of the books; each keeps the number that it has among all of them (BANK-35). */
function* ofAccount(entries: Iterable<LedgerEntry>, account: string | undefined): Generator<LedgerEntry> {
  for (const entry of entries)
    if (account === undefined || entry.lines.some((line) => line.account === account)) yield entry;
}

async function refuseUnknownAccount(tx: Tx, distributorId: number, account: string): Promise<void> {
  const known = await bankAccountsRepository.list(tx, distributorId);
  const standard = bankBooks([])({ bank_account_id: null }).account;
  if (known.length === 0 ? account === standard : known.some((one) => one.ledger_account === account)) return;
  throw errors.field("account", `Le compte ${account} n’est celui d’aucun de vos comptes bancaires.`);
}

/** Format C, some days at a time: a statement of any length is never whole in memory. */
async function* statement(
  tx: Tx,
  { distributorId, period, acceptsStaleLetters, account, windowRows = WINDOW_ROWS }: ExportRequest,
  isPosted: boolean,
): AsyncGenerator<string> {
  const days = await exportsRepository.statementDays(tx, distributorId, period);
  const windows = bookWindows(days, windowRows, period);
  const lastIndexes = await exportsRepository.lastIndexes(tx, distributorId);
  const read = async (window: ExportPeriod): Promise<{ data: ExportData; lettering: Lettering }> => {
    const data = await exportsRepository.exportData(tx, distributorId, window, "statement");
    return { data, lettering: letter(data, lastIndexes) };
  };
  if (windows.length > 1 && !acceptsStaleLetters) {
    // Once a line is written, it is too late to mend letters of a later one.
    const stale = new Set<string>();
    for (const window of windows)
      for (const account of (await read(window)).lettering.stale_accounts) stale.add(account);
    if (stale.size > 0) throw new StaleLetters([...stale]);
  }
  for (const [place, window] of windows.entries()) {
    const { data, lettering } = await read(window);
    if (lettering.stale_accounts.length > 0 && !acceptsStaleLetters)
      throw new StaleLetters(lettering.stale_accounts);
    const numbers = isPosted ? await postedNumbers(tx, distributorId, data, lettering, window) : undefined;
    const [header = "", ...lines] = formatC(data, lettering, window, numbers, account);
    if (place === 0) yield header;
    yield* lines;
  }
}

/** Of the transactions whose entry is posted as it is. */
async function postedNumbers(
  tx: Tx,
  distributorId: number,
  data: ExportData,
  lettering: Lettering,
  window: ExportPeriod,
): Promise<Map<number, string>> {
  const receipts = await lotsRepository.receipts(tx, distributorId, window);
  const numbers = new Map<number, string>();
  if (receipts.size === 0) return numbers;
  for (const entry of ledgerEntries(data, lettering, window)) {
    const posted = receipts.get(entry.key);
    if (posted?.hash.equals(hashOf(entry))) numbers.set(Number(entry.key.split(":")[1]), posted.number);
  }
  return numbers;
}

async function* withOneHeader(
  write: (entries: readonly LedgerEntry[]) => Iterable<string | Buffer>,
  posted: AsyncIterable<LedgerEntry[]>,
  provisional: readonly LedgerEntry[],
): AsyncGenerator<string | Buffer> {
  const [header = ""] = write([]);
  yield header;
  for await (const entries of posted) yield* withoutHeader(write(entries));
  yield* withoutHeader(write(provisional));
}

function* withoutHeader(blocks: Iterable<string | Buffer>): Generator<string | Buffer> {
  let isHeader = true;
  for (const block of blocks) {
    if (!isHeader) yield block;
    isHeader = false;
  }
}
