import type { AuditFilter } from "@bobine/contract/audit";
import type { AuditCsvRow } from "@bobine/contract/lists/audit";
import sql from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import type { Tx } from "../../db/scope.ts";
import { inLog, type LogOwner, newestFirst, ofFilter } from "./audit.repository.ts";

/** With the address: a name is the person's own to change (UI-18). */
export const ACTOR = sql`case when trim(first_name || ' ' || last_name) = '' then email
  else trim(first_name || ' ' || last_name) || ' (' || email || ')' end`;

/** Newest first. A super admin is nobody's user here: the names come through the function that knows that these entries are ours. */
export async function* auditRows(
  tx: Tx,
  owner: LogOwner,
  filter: AuditFilter,
): AsyncGenerator<AuditCsvRow[]> {
  const rows = fetched<Omit<AuditCsvRow, "actor"> & { id: number }>(
    tx,
    sql`
    select a.id, a.created_at, a.action_type, a.action_details from audit_log a
    where ${inLog(owner)} ${ofFilter(filter)}
    ${newestFirst(owner)}`,
  );
  for await (const some of rows) {
    const names = await tx.many<{ entry_id: number; name: string }>(sql`
      select entry_id, ${ACTOR} as name
      from audit_actor_names(${some.map(({ id }) => id)})`);
    const actors = new Map(names.map(({ entry_id, name }) => [entry_id, name]));
    yield some.map(({ id, ...entry }) => ({ ...entry, actor: actors.get(id) ?? null }));
  }
}
