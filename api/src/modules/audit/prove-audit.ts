import type { Pool } from "pg";
import { inTransaction } from "../../db/scope.ts";
import type { FileStore } from "../../services.ts";
import { verifyArchives } from "./verify-archives.ts";
import { type AuditReport, type ChainEnd, verifyAudit } from "./verify-audit.ts";

export interface AuditProof {
  readonly isIntact: boolean;
  /** Null: the database is of a version that had no chains. */
  readonly report: AuditReport | null;
}

/**
 * Walks the chains of the audit log and tells an operator, line by line, what does not hold.
 * @param files where its archives are, each of which is then read; null leaves them alone
 * @param limit of one statement: nobody works in a database that is being restored, and it is not started unproved
 */
export async function proveAudit(
  pool: Pool,
  known: readonly ChainEnd[],
  print: (line: string) => void,
  files: FileStore | null,
  limit: "15min" | "0" = "15min",
): Promise<AuditProof> {
  // A database that was restored from an older version has none before its first start.
  const { rows } = await pool.query<{ exists: boolean }>(
    "select to_regclass('public.audit_chain') is not null as exists",
  );
  if (!rows[0]?.exists) {
    print("The audit log has no chains yet: start this version of Bobine on the database once.");
    return { isIntact: true, report: null };
  }
  const report = await inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.client.query(`set local statement_timeout = '${limit}'`);
    return await verifyAudit(tx, known);
  });
  const damaged = files === null || report.archives === 0 ? [] : await verifyArchives(pool, files);
  for (const { rule, distributor_id, entry_id, message } of [...report.findings, ...damaged])
    print(`${rule}: distributor ${distributor_id ?? "-"}, entry ${entry_id ?? "-"}: ${message}`);
  if (report.further > 0) print(`and ${report.further} more`);
  const proof = files === null ? ", whose files were not read" : "";
  const archived = report.archived === 0 ? "" : `, ${report.archived} more are archived${proof}`;
  const isIntact = report.findings.length + damaged.length === 0;
  print(
    isIntact
      ? `The audit log holds: ${report.entries} entries in ${report.ends.length} chains${archived}.`
      : `The audit log does not hold (${report.entries} entries${archived}).`,
  );
  return { isIntact, report };
}
