import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditFilter } from "@bobine/contract/audit";
import sql, { empty, type Sql } from "sql-template-tag";
import { withinInstants } from "../../db/period.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import { together, type Tx } from "../../db/scope.ts";
import { tally } from "../../db/tally.ts";

type ActorName = NonNullable<AuditEntry["actor"]>;
type NamelessActor = Record<keyof ActorName, null>;

/** Whose log: a distributor's, or the console's own, which has the entries of none (SEC-2). */
export type LogOwner = number | null;

/** Entries `a` of a log, newest first; the index gives them so, those of none too when they are put in order by whose they are as well. */
export const inLog = (owner: LogOwner): Sql =>
  owner === null ? sql`a.distributor_id is null` : sql`a.distributor_id = ${owner}`;
export const newestFirst = (owner: LogOwner): Sql =>
  owner === null ? sql`order by a.distributor_id, a.id desc` : sql`order by a.id desc`;

/** Of entries `a`: those that the log is asked for. */
export const ofFilter = ({ action_type, ...period }: AuditFilter): Sql =>
  sql`${action_type === undefined ? empty : sql`and a.action_type = ${action_type}`} ${withinInstants(sql`a.created_at`, period)}`;

/** The tally knows types; what lies within a period is counted. */
async function entryCount(tx: Tx, owner: LogOwner, filter: AuditFilter): Promise<number> {
  const { action_type, from, to } = filter;
  if ((from ?? to) === undefined)
    return await tally(tx, "audit_log", owner, action_type === undefined ? undefined : [action_type]);
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) as count from audit_log a where ${inLog(owner)} ${ofFilter(filter)}`,
  );
  return count;
}

/** @param page 1-based */
export async function auditPage(
  tx: Tx,
  owner: LogOwner,
  page: number,
  filter: AuditFilter,
): Promise<{ count: number; entries: AuditEntry[] }> {
  const [count, rows] = await together(
    tx,
    () => entryCount(tx, owner, filter),
    () => tx.many<Omit<AuditEntry, "actor"> & (ActorName | NamelessActor)>(entriesOf(owner, page, filter)),
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
const entriesOf = (owner: LogOwner, page: number, filter: AuditFilter): Sql =>
  prepared(sql`
    with page as materialized (
      select a.id, a.created_at, a.action_type, a.action_details, a.ui_build from audit_log a
      where ${inLog(owner)} ${ofFilter(filter)}
      ${newestFirst(owner)}
      ${pageLimit(AUDIT_PAGE_SIZE)} offset ${(page - 1) * AUDIT_PAGE_SIZE})
    select page.*, n.first_name, n.last_name, n.email
    from page left join audit_actor_names(array(select id from page)) n on n.entry_id = page.id
    order by page.id desc`);
