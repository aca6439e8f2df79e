import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditFilter } from "@bobine/contract/audit";
import sql, { empty, type Sql } from "sql-template-tag";
import { withinInstants } from "../../db/period.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import { tally } from "../../db/tally.ts";

type ActorName = NonNullable<AuditEntry["actor"]>;
type NamelessActor = Record<keyof ActorName, null>;

/** Of entries `a`: those that the log is asked for. */
export const ofFilter = ({ action_type, ...period }: AuditFilter): Sql =>
  sql`${action_type === undefined ? empty : sql`and a.action_type = ${action_type}`} ${withinInstants(sql`a.created_at`, period)}`;

/** The tally knows types; what lies within a period is counted. */
async function entryCount(tx: Tx, distributorId: number, filter: AuditFilter): Promise<number> {
  const { action_type, from, to } = filter;
  if ((from ?? to) === undefined)
    return await tally(tx, "audit_log", distributorId, action_type === undefined ? undefined : [action_type]);
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) as count from audit_log a where a.distributor_id = ${distributorId} ${ofFilter(filter)}`,
  );
  return count;
}

/** @param page 1-based */
export async function auditPage(
  tx: Tx,
  distributorId: number,
  page: number,
  filter: AuditFilter,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const [count, rows] = await together(
    tx,
    () => entryCount(tx, distributorId, filter),
    () =>
      tx.many<Omit<AuditEntry, "actor"> & (ActorName | NamelessActor)>(
        entriesOf(distributorId, page, filter),
      ),
  );
  return {
    count,
    entries: rows.map(({ first_name, last_name, email, ...entry }) => ({
      ...entry,
      actor: email === null ? null : { first_name, last_name, email },
    })),
  };
}

/**
 * A super admin is nobody's user here: the names show, through a function that knows that these entries are ours. It is asked once the page
 * stands ready, as its argument: while it works the session sees all distributors.
 */
const entriesOf = (distributorId: number, page: number, filter: AuditFilter): Sql =>
  prepared(sql`
    with page as materialized (
      select a.id, a.created_at, a.action_type, a.action_details, a.ui_build from audit_log a
      where a.distributor_id = ${distributorId} ${ofFilter(filter)}
      order by a.id desc
      ${pageLimit(AUDIT_PAGE_SIZE)} offset ${(page - 1) * AUDIT_PAGE_SIZE})
    select page.*, n.first_name, n.last_name, n.email
    from page left join audit_actor_names(array(select id from page)) n on n.entry_id = page.id
    order by page.id desc`);
