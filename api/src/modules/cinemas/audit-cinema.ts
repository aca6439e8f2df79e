import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { type AuditDetails, type AuditSource, writeAudit } from "../../http/audit.ts";

/**
 * Tells a change of a cinema in the log of whoever made it, and of each distributor that works with it: the cinema is
 * theirs too. To be called before its links are deleted.
 */
export async function auditCinema(
  tx: Tx,
  source: AuditSource,
  cinema: { readonly id: number; readonly name: string },
  details: AuditDetails,
): Promise<void> {
  const linked = await tx.many<{ distributor_id: number }>(sql`
    select distributor_id from cinema_distributor where cinema_id = ${cinema.id} order by distributor_id`);
  const logs = new Set([source.distributorId, ...linked.map((link) => link.distributor_id)]);
  for (const distributorId of logs) {
    await writeAudit(tx, { ...source, distributorId }, "updated_cinema", {
      cinema_id: cinema.id,
      cinema_name: cinema.name,
      ...details,
    });
  }
}
