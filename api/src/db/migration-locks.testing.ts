// What a migration does to the large tables of a database in use (OPS-13). No time is measured: what counts is whether it goes through all rows of
// a table while it keeps others from writing them.
import type { Client } from "pg";

/** Those that do not grow with years: a pass through them is short. */
const STAY_SMALL = [
  "app_user",
  "audit_chain_head",
  "cinema",
  "cinema_distributor",
  "distributor",
  "distributor_cinema_settings",
  "screen",
  "schema_migration",
];
/** A table with fewer rows in the data at hand says nothing. */
const ENOUGH_ROWS = 30;

/** While somebody holds them, nobody else writes. */
const MODES = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];

/** Counts the rows of what grows. */
export async function largeTables(owner: Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
     and relnamespace = 'public'::regnamespace and relname <> all ($1) order by 1`,
    [STAY_SMALL],
  );
  const counted = new Map<string, number>();
  for (const { name } of rows) {
    const all = await owner.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
    const count = all.rows[0]?.count ?? 0;
    if (count >= ENOUGH_ROWS) counted.set(name, count);
  }
  return counted;
}

/** For `beforeCommit` of `migrate`. @returns what it found */
export function watchLocks(rowsOf: ReadonlyMap<string, number>) {
  const findings: string[] = [];
  return {
    findings,
    beforeCommit: async (client: Client, migration: string): Promise<void> => {
      const { rows } = await client.query<{
        name: string;
        mode: string | null;
        read: number;
        changed: number;
      }>(
        `select s.relname as name, (
           select string_agg(l.mode, ', ') from pg_locks l
           where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.relation = s.relid and l.mode = any ($1)) as mode,
         s.seq_tup_read::int + coalesce(s.idx_tup_fetch, 0)::int as read, (s.n_tup_upd + s.n_tup_del)::int as changed
         from pg_stat_xact_user_tables s where s.schemaname = 'public' order by 1`,
        [MODES],
      );
      for (const { name, mode, read, changed } of rows) {
        const all = rowsOf.get(name);
        if (all === undefined) continue;
        if (mode !== null && read >= all / 2)
          findings.push(`${migration} goes through ${name} under ${mode}`);
        else if (changed >= all / 2)
          findings.push(`${migration} changes the rows of ${name} in one transaction`);
      }
      // What the next one does is counted from zero.
      await client.query("select pg_stat_force_next_flush()");
    },
  };
}
