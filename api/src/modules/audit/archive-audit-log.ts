import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import type { Pool } from "pg";
import { asOwner } from "../../db/as-owner.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import type { FileStore } from "../../services.ts";
import { archiveLine, sha256Of } from "./archived-entry.ts";
import { type AuditArchive, auditArchivesRepository, type ChainOwner } from "./audit-archives.repository.ts";

/** Held in memory together: some 40 MB, a tenth of it packed. */
const ENTRIES_OF_A_FILE = 50_000;
const IDS_AT_ONCE = 100_000;
/** Entries of a file are sorted twice. */
const LARGE_READ = "set local statement_timeout = '15min'; set local work_mem = '64MB'";
const LONGEST_STATEMENT = "set local statement_timeout = '15min'";

/** An entry does not say what its link says: nothing more of its chain leaves the database. */
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
  readonly onFile?: (archive: AuditArchive) => void;
  /** Asked between two files: true leaves the rest for another time. */
  readonly isTimeUp?: () => boolean;
}

/**
 * Writes what is older than is kept into files (SEC-28), one after the other: written, read back, and only then told by the row that names it and
 * by an entry. Nothing leaves the log before that (`removeArchived`). Whatever ends it half-way, the next one goes on; a file that was
 * written for nothing is written again under its name.
 * @returns the files, oldest first for each distributor
 * @throws {ArchiveProblem} when a chain does not hold, after all others were archived
 */
export async function archiveAuditLog(archiving: Archiving): Promise<AuditArchive[]> {
  const { pool, today, isTimeUp = () => false } = archiving;
  const retentions = await inTransaction(pool, { kind: "all" }, (tx) =>
    auditArchivesRepository.retentions(tx),
  );
  const made: AuditArchive[] = [];
  const problems: ArchiveProblem[] = [];
  for (const { distributor_id: owner, years } of retentions)
    try {
      const kept = Number(today.slice(0, 4)) - years;
      for (;;) {
        if (isTimeUp()) return made;
        const archive = await archiveOldest(archiving, owner, kept);
        if (archive === undefined) break;
        made.push(archive);
        archiving.onFile?.(archive);
      }
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error;
      problems.push(error);
    }
  if (problems.length > 0) throw new ArchiveProblem(problems.map(({ message }) => message).join("\n"));
  return made;
}

/**
 * One file, of one year.
 * @param kept the first year that stays
 */
async function archiveOldest(
  { pool, files, entriesOfAFile = ENTRIES_OF_A_FILE }: Archiving,
  owner: ChainOwner,
  kept: number,
): Promise<AuditArchive | undefined> {
  const read = await inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.client.query(LARGE_READ);
    const due = await auditArchivesRepository.oldestYear(tx, owner, kept);
    return due && { ...due, entries: await auditArchivesRepository.oldest(tx, owner, due, entriesOfAFile) };
  });
  if (read === undefined) return undefined;
  const later = read.entries.findIndex(({ is_before }) => !is_before);
  const entries = later === -1 ? read.entries : read.entries.slice(0, later);
  const [first, last] = [must(entries[0], "oldest entry"), must(entries.at(-1), "last entry")];
  const instants = entries.map(({ created_at }) => created_at).toSorted();

  const content = await promisify(gzip)(entries.map(lineOf).join(""));
  const sha256 = sha256Of(content);
  const archive: AuditArchive = {
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

type Entry = Awaited<ReturnType<typeof auditArchivesRepository.oldest>>[number];

function lineOf({ id, number, hash, digest, actor, says }: Entry): string {
  if (number === null || hash === null || sha256Of(says) !== digest)
    throw new ArchiveProblem(
      `Entry ${id} does not say what its link in the chain says, so that nothing from it on is archived: npm run ops -- ledger audit`,
    );
  return archiveLine({ id, number, hash, actor, says });
}

async function record(tx: Tx, archive: AuditArchive): Promise<void> {
  await auditArchivesRepository.insert(tx, archive);
  await writeAudit(tx, systemSource(archive.distributor_id), "system_action", {
    event: "audit_log_archived",
    period_start: civilDateInParis(new Date(archive.from_instant)),
    period_end: civilDateInParis(new Date(archive.to_instant)),
    row_count: archive.entry_count,
    file_name: archive.storage_key,
  });
}

/**
 * Removes what is archived from the table, in the order of ids: entries of all distributors lie together, and each of their pages is written once.
 * @param isTimeUp asked between two ranges; what is left is removed the next time
 * @returns how many entries
 */
export async function removeArchived(pool: Pool, isTimeUp: () => boolean = () => false): Promise<number> {
  const pending = await asOwner(pool, async (tx) => {
    await tx.client.query(LONGEST_STATEMENT);
    return await auditArchivesRepository.pending(tx);
  });
  let removed = 0;
  if (pending === undefined) return removed;
  for (let { from } = pending; from <= pending.to && !isTimeUp(); from += IDS_AT_ONCE)
    removed += await asOwner(pool, async (tx) => {
      await tx.client.query(LONGEST_STATEMENT);
      return await auditArchivesRepository.remove(tx, {
        from,
        to: Math.min(from + IDS_AT_ONCE - 1, pending.to),
      });
    });
  return removed;
}
