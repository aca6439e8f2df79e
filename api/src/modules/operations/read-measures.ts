import sql from "sql-template-tag";
import type { Pool } from "pg";
import { inTransaction } from "../../db/scope.ts";
import type { Measures } from "../../platform/metrics.ts";
import { automaticLetteringRepository } from "../banking/automatic-lettering.repository.ts";

/** However often somebody reads the metrics, the database counts this seldom. */
const KEPT_MS = 30_000;

/** What the database counts for all nodes, at most once in thirty seconds. */
export function measuresOf(pool: Pool, now: () => number = () => performance.now()): () => Promise<Measures> {
  let cached: { readonly at: number; readonly measures: Promise<Measures> } | undefined;
  return () => {
    if (!cached || now() - cached.at >= KEPT_MS) {
      const measures = readMeasures(pool);
      const own = { at: now(), measures };
      cached = own;
      // A failure is not kept.
      measures.catch(() => {
        if (cached === own) cached = undefined;
      });
    }
    return cached.measures;
  };
}

const readMeasures = (pool: Pool): Promise<Measures> =>
  inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.run(sql`set local statement_timeout = '5s'`);
    const jobs = await tx.many<Measures["jobs"][number]>(sql`
      select name, state::text, count(*) as count from pgboss.job where state <> 'completed' and name not like '\\_\\_pgboss%'
      group by name, state order by name, state`);
    const { seconds } = await tx.one<{ seconds: number }>(sql`
      select coalesce(greatest(extract(epoch from now() - min(start_after)), 0), 0)::float8 as seconds
      from pgboss.job where state in ('created', 'retry') and start_after <= now()`);
    const mails = await tx.many<Measures["mails"][number]>(sql`
      select kind, state, count(*) as count from mail group by kind, state order by kind, state`);
    const imports = await tx.many<Measures["imports"][number]>(sql`
      select kind, count(*) as count from import_file group by kind order by kind`);
    const lettering = await automaticLetteringRepository.everybody(tx);
    return { jobs, oldest_job_seconds: seconds, mails, imports, lettering };
  });
