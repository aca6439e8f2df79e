import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { FileStore } from "../../services.ts";
import { type ArchivedEntry, sha256Of } from "./archived-entry.ts";
import { type AuditArchive, auditArchivesRepository } from "./audit-archives.repository.ts";
import { readArchive } from "./read-archive.ts";
import type { AuditFinding } from "./verify-audit.ts";

const COMPARED = 2_000;

/**
 * Reads every archive of the audit log and compares each entry with its link, which stays in the chain (SEC-28).
 * @param tx sees all distributors
 */
export async function verifyArchives(tx: Tx, files: FileStore): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  for (const archive of await auditArchivesRepository.all(tx)) {
    const finding = { distributor_id: archive.distributor_id, rule: "archive_damaged" } as const;
    try {
      const stranger = await firstWithoutLink(tx, archive, await readArchive(files, archive));
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

async function firstWithoutLink(
  tx: Tx,
  { distributor_id: owner, first_entry_id: first, last_entry_id: last }: AuditArchive,
  entries: readonly ArchivedEntry[],
): Promise<number | undefined> {
  for (let from = 0; from < entries.length; from += COMPARED) {
    const some = entries.slice(from, from + COMPARED);
    const found = await tx.maybe<{ id: number }>(sql`
      select e.id from unnest(${some.map(({ id }) => id)}::bigint[], ${some.map(({ number }) => number)}::bigint[],
        ${some.map(({ hash }) => hash)}::text[], ${some.map(({ says }) => sha256Of(says))}::text[]) as e (id, number, hash, digest)
      left join audit_chain l on l.entry_id = e.id and l.chain = coalesce(${owner}::bigint, 0) and l.number = e.number
        and l.hash = decode(e.hash, 'hex') and l.digest = decode(e.digest, 'hex')
      where l.entry_id is null or e.id not between ${first} and ${last} order by e.id limit 1`);
    if (found) return found.id;
  }
  const ids = new Set(entries.map(({ id }) => id));
  return ids.size === entries.length ? undefined : first;
}
