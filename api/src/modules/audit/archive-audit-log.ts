import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import type { Pool } from "pg";
import { asOwner } from "../../db/as-owner.ts";
import { givingWay } from "../../db/giving-way.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { systemSource, WEEK_NOT_INVOICED, writeAudit } from "../../http/audit.ts";
import type { FileStore } from "../../services.ts";
import { archiveLine, sha256Of } from "./archived-entry.ts";
import {
  type AuditArchive,
  auditArchivesRepository,
  type ChainOwner,
  type EntryToArchive,
  type NewArchive,
} from "./audit-archives.repository.ts";

/** Of a file, which is held in memory: some 9 MB of ordinary entries, of any no more characters than that but for the first. */
const ENTRIES_OF_A_FILE = 20_000;
const CHARACTERS_OF_A_FILE = 16_000_000;
const IDS_AT_ONCE = 100_000;
/** Entries of a file are sorted twice. */
const LARGE_READ = "set local statement_timeout = '15min'; set local work_mem = '64MB'";
const LONGEST_STATEMENT = "set local statement_timeout = '15min'";

/** An entry does not say what its link says, or a file is not what was written: what that is about stays in the database. */
export class ArchiveProblem extends Error {
  override readonly name = "ArchiveProblem";
}

interface Archiving {
  /** As the owner of the database: requests may take nothing out of the log. */
  readonly pool: Pool;
  readonly files: FileStore;
  /** In Paris. */
  readonly today: CivilDate;
  readonly entriesOfAFile?: number;
  /** Told of each file that stands. */
  readonly onFile?: (archive: NewArchive) => void;
  /** Asked between two files: true leaves the rest for another time. */
  readonly isTimeUp?: () => boolean;
}

/**
 * Writes what is older than is kept into files (SEC-28), one after the other: written, read back, and only then told by the row that names it and
 * by an entry. Nothing leaves the log by it (`removeArchived`). Whatever ends it half-way, the next one goes on; a file that was
 * written for nothing is written again under its name.
 * @returns the files, oldest first for each distributor
 * @throws {ArchiveProblem} when a chain does not hold, after all others were archived
 */
export async function archiveAuditLog(archiving: Archiving): Promise<NewArchive[]> {
  const { pool, today, isTimeUp = () => false } = archiving;
  const retentions = await inTransaction(pool, { kind: "all" }, (tx) =>
    auditArchivesRepository.retentions(tx),
  );
  if (retentions.length === 0) return [];
  const upTo = await settledId(pool);
  const made: NewArchive[] = [];
  const problems: ArchiveProblem[] = [];
  for (const { distributor_id: owner, years } of retentions)
    try {
      const kept = Number(today.slice(0, 4)) - years;
      while (!isTimeUp()) {
        const archive = await archiveOldest(archiving, owner, { kept, upTo });
        if (archive === undefined) break;
        made.push(archive);
        archiving.onFile?.(archive);
      }
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error;
      problems.push(error);
    }
  // Also on a night whose time is up: what was found is told.
  if (problems.length > 0) throw new ArchiveProblem(problems.map(({ message }) => message).join("\n"));
  return made;
}

/** Up to this id every entry is committed, or never will be: whoever has written one and has not come to an end is waited for. */
async function settledId(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    let id = 0;
    await givingWay(client, async () => {
      await client.query("set local app.all_distributors = 'on'; lock table audit_log in share mode");
      const { rows } = await client.query<{ id: number }>("select coalesce(max(id), 0) as id from audit_log");
      id = must(rows[0], "row").id;
    });
    return id;
  } finally {
    client.release();
  }
}

/**
 * One file, of one year.
 * @param limits.kept the first year that stays
 * @param limits.upTo the last id that may be archived
 */
async function archiveOldest(
  { pool, files, entriesOfAFile = ENTRIES_OF_A_FILE }: Archiving,
  owner: ChainOwner,
  limits: { readonly kept: number; readonly upTo: number },
): Promise<NewArchive | undefined> {
  const read = await inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.client.query(LARGE_READ);
    const due = await auditArchivesRepository.oldestYear(tx, owner, limits);
    if (due === undefined) return undefined;
    const { upTo } = limits;
    const entries = await auditArchivesRepository.oldest(tx, owner, { ...due, upTo }, entriesOfAFile);
    return { year: due.year, entries: ofOneFile(entries) };
  });
  if (read === undefined) return undefined;
  const { entries } = read;
  const [first, last] = [must(entries[0], "oldest entry"), must(entries.at(-1), "last entry")];
  const instants = entries.map(({ created_at }) => created_at).toSorted();

  const content = await promisify(gzip)(entries.map(lineOf).join(""));
  const sha256 = sha256Of(content);
  const archive: NewArchive = {
    distributor_id: owner,
    year: read.year,
    first_entry_id: first.id,
    last_entry_id: last.id,
    entry_count: entries.length,
    from_instant: must(instants[0], "first instant"),
    to_instant: must(instants.at(-1), "last instant"),
    // By its content: a database that was set back archives anew, and what another state of it names stays what it was.
    storage_key: `audit/${owner ?? "none"}/${read.year}-${first.id}-${last.id}-${sha256.slice(0, 12)}.jsonl.gz`,
    file_size: content.length,
    sha256,
  };
  await files.put(archive.storage_key, content, "application/gzip");
  if (sha256Of(await files.get(archive.storage_key)) !== sha256)
    throw new Error(`the file store does not give back what was put there: ${archive.storage_key}`);
  await asOwner(pool, (tx) => record(tx, archive));
  return archive;
}

/** Up to the first that is of a later year, or too much. */
function ofOneFile(entries: readonly EntryToArchive[]): readonly EntryToArchive[] {
  let characters = 0;
  const end = entries.findIndex(({ is_before, says }, n) => {
    characters += says.length;
    return !is_before || (n > 0 && characters > CHARACTERS_OF_A_FILE);
  });
  return end === -1 ? entries : entries.slice(0, end);
}

function lineOf({ id, number, hash, digest, actor, says }: EntryToArchive): string {
  if (number === null || hash === null || sha256Of(says) !== digest)
    throw new ArchiveProblem(
      `Entry ${id} does not say what its link in the chain says, so that nothing from it on is archived: npm run ops -- ledger audit`,
    );
  return archiveLine({ id, number, hash, actor, says });
}

async function record(tx: Tx, archive: NewArchive): Promise<void> {
  await auditArchivesRepository.insert(tx, archive);
  await auditArchivesRepository.keepWeeks(tx, archive, WEEK_NOT_INVOICED);
  await writeAudit(tx, systemSource(archive.distributor_id), "system_action", {
    event: "audit_log_archived",
    period_start: civilDateInParis(new Date(archive.from_instant)),
    period_end: civilDateInParis(new Date(archive.to_instant)),
    row_count: archive.entry_count,
    file_name: archive.storage_key,
  });
}

/**
 * Archives of which something is still in the log, and whose files are there and whole. They were written on an earlier night: a store that
 * took a file and lost it with its power has shown so by now, and a backup of it may have been made.
 * @returns with what is wrong with the others, in English
 */
export async function readPending(
  pool: Pool,
  files: FileStore,
): Promise<{ readonly archives: readonly AuditArchive[]; readonly problems: readonly string[] }> {
  const pending = await asOwner(pool, async (tx) => {
    await tx.client.query(LONGEST_STATEMENT);
    return await auditArchivesRepository.pending(tx);
  });
  const archives: AuditArchive[] = [];
  const problems: string[] = [];
  for (const archive of pending) {
    const found = await files.get(archive.storage_key).then(sha256Of, (error: unknown) => String(error));
    if (found === archive.sha256) archives.push(archive);
    else
      problems.push(
        `${archive.storage_key} is not the file that was written, so that its entries stay: ${found}`,
      );
  }
  return { archives, problems };
}

/**
 * Removes what is archived from the table, in the order of ids: entries of all distributors lie together, and each of their pages is written once.
 * @param archives of `readPending`
 * @param isTimeUp asked between two ranges; what is left is removed the next time
 * @returns how many entries
 */
export async function removeArchived(
  pool: Pool,
  archives: readonly AuditArchive[],
  isTimeUp: () => boolean = () => false,
): Promise<number> {
  const ids = archives.map(({ id }) => id);
  let removed = 0;
  let from = archives.reduce((least, { first_entry_id }) => Math.min(least, first_entry_id), Infinity);
  const last = archives.reduce((most, { last_entry_id }) => Math.max(most, last_entry_id), 0);
  for (; from <= last && !isTimeUp(); from += IDS_AT_ONCE) {
    const range = { from, to: Math.min(from + IDS_AT_ONCE - 1, last) };
    removed += await asOwner(pool, async (tx) => {
      await tx.client.query(LONGEST_STATEMENT);
      return await auditArchivesRepository.remove(tx, range, ids);
    });
  }
  return removed;
}
