import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { type AuditDetails, type AuditSource, writeAudit } from "../../http/audit.ts";

/**
 * Tells a change of a shared cinema in the console's own log, and in that of each distributor that works with it: the cinema is theirs
 * too. Whichever distributor is chosen beside it learns nothing of cinemas that it does not work with (SEC-16). To be called before its
 * links are deleted.
 */
export async function auditCinema(
  tx: Tx,
  source: AuditSource,
  cinema: { readonly id: number; readonly name: string },
  details: AuditDetails,
): Promise<void> {
  const linked = await tx.many<{ distributor_id: number }>(sql`
    select distributor_id from cinema_distributor where cinema_id = ${cinema.id} order by distributor_id`);
  const logs = [null, ...linked.map((link) => link.distributor_id)];
  for (const distributorId of logs) {
    await writeAudit(tx, { ...source, distributorId }, "updated_cinema", {
      cinema_id: cinema.id,
      cinema_name: cinema.name,
      ...details,
    });
  }
}
