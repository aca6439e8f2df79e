import type { Pool } from "pg";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import type { FileStore } from "../../services.ts";
import { sha256Of } from "./archived-entry.ts";
import { type AuditArchive, auditArchivesRepository } from "./audit-archives.repository.ts";
import { readArchive } from "./read-archive.ts";
import type { AuditFinding } from "./verify-audit.ts";

/**
 * Reads every archive of the audit log and compares each entry with its link, which stays in the chain (SEC-28). Files are read outside of any
 * transaction: a store may be slow.
 * @param pool sees all distributors
 */
export async function verifyArchives(pool: Pool, files: FileStore): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const archives = await inTransaction(pool, { kind: "all" }, (tx) => auditArchivesRepository.all(tx));
  for (const archive of archives) {
    const finding = { distributor_id: archive.distributor_id, rule: "archive_damaged" } as const;
    try {
      const stranger = await firstWithoutLink(pool, archive, files);
      if (stranger !== undefined)
        findings.push({
          ...finding,
          entry_id: stranger,
          message: `${archive.storage_key} does not say what the link of the entry says`,
        });
    } catch (error) {
      findings.push({
        ...finding,
        entry_id: archive.first_entry_id,
        message: `${archive.storage_key} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }
  return findings;
}

/** Or one that comes after a later one: each is there once. */
async function firstWithoutLink(
  pool: Pool,
  archive: AuditArchive,
  files: FileStore,
): Promise<number | undefined> {
  let before = archive.first_entry_id - 1;
  for await (const some of readArchive(files, archive)) {
    for (const { id } of some) {
      if (id <= before || id > archive.last_entry_id) return id;
      before = id;
    }
    const found = await inTransaction(pool, { kind: "all" }, (tx) =>
      tx.maybe<{ id: number }>(sql`
        select e.id from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ number }) => number)}::bigint[],
          ${some.map(({ hash }) => hash)}::text[], ${some.map(({ says }) => sha256Of(says))}::text[]) as e (id, number, hash, digest)
        left join audit_chain l on l.entry_id = e.id and l.chain = coalesce(${archive.distributor_id}::bigint, 0)
          and l.number = e.number and l.hash = decode(e.hash, 'hex') and l.digest = decode(e.digest, 'hex')
        where l.entry_id is null order by e.id limit 1`),
    );
    if (found) return found.id;
  }
  return undefined;
}
