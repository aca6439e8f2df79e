import { AUDIT_PAGE_SIZE, type AuditActionType, type AuditEntry } from "@bobine/contract/audit";
import sql, { empty } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** @param page 1-based */
export async function auditPage(
  tx: Tx,
  distributorId: number,
  page: number,
  type: AuditActionType | undefined,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const where = sql`where a.distributor_id = ${distributorId} ${type === undefined ? empty : sql`and a.action_type = ${type}`}`;
  const entries = await tx.many<AuditEntry>(sql`
    select a.id, a.created_at, a.action_type, a.action_details,
           -- A super admin is nobody's user here: the name shows, through a function that knows this entry is ours.
           case when a.actor_id is null then null
                else (select json_build_object('first_name', n.first_name, 'last_name', n.last_name, 'email', n.email)
                      from audit_actor_name(a.id) n) end as actor
    from audit_log a ${where}
    order by a.id desc
    limit ${AUDIT_PAGE_SIZE} offset ${(page - 1) * AUDIT_PAGE_SIZE}`);
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from audit_log a ${where}`,
  );
  return { count, entries };
}
