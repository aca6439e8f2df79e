import { AUDIT_PAGE_SIZE, type AuditActionType, type AuditEntry } from "@bobine/contract/audit";
import sql, { empty } from "sql-template-tag";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import { tally } from "../../db/tally.ts";

type ActorName = NonNullable<AuditEntry["actor"]>;

/** @param page 1-based */
export async function auditPage(
  tx: Tx,
  distributorId: number,
  page: number,
  type: AuditActionType | undefined,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const [count, rows] = await together(
    tx,
    () => tally(tx, "audit_log", distributorId, type === undefined ? undefined : [type]),
    () =>
      tx.many<Omit<AuditEntry, "actor">>(
        prepared(sql`
          select a.id, a.created_at, a.action_type, a.action_details from audit_log a
          where a.distributor_id = ${distributorId} ${type === undefined ? empty : sql`and a.action_type = ${type}`}
          order by a.id desc
          ${pageLimit(AUDIT_PAGE_SIZE)} offset ${(page - 1) * AUDIT_PAGE_SIZE}`),
      ),
  );
  // A super admin is nobody's user here: the names show, through a function that knows that these entries are ours.
  const names = await tx.many<ActorName & { entry_id: number }>(
    prepared(sql`select * from audit_actor_names(${rows.map((row) => row.id)})`),
  );
  const actors = new Map(names.map(({ entry_id, ...name }) => [entry_id, name]));
  return { count, entries: rows.map((row) => ({ ...row, actor: actors.get(row.id) ?? null })) };
}
