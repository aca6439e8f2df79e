import { setTimeout as pause } from "node:timers/promises";
import { PgBoss } from "pg-boss";
import type { Client } from "pg";
import { FORMER_NAMES, JOB_NAMES, optionsOfQueue, QUEUE_SCHEMA } from "./job-queues.ts";

/** Indexes that a new version of the queue builds without stopping the nodes: they may be waited for that long. */
const LATE_STEPS_MS = 15 * 60_000;
const LOOK_MS = 50;

/**
 * Makes the tables of the job queue, or brings them to this version, and gives requests and the web process their part of them. The
 * queue makes tables for no queue of ours, so that the web process needs no right to make any.
 * @param owner a session of the same login
 */
export async function prepareQueue(ownerUrl: string, owner: Client): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: QUEUE_SCHEMA,
    application_name: "bobine migrations",
    max: 1,
    supervise: false,
    schedule: false,
  });
  // A call that fails says so itself.
  boss.on("error", () => undefined);
  await boss.start();
  try {
    const known = new Set((await boss.getQueues([...JOB_NAMES])).map((queue) => queue.name));
    for (const name of JOB_NAMES) {
      // A queue that an earlier version made takes the options of this one.
      const own = optionsOfQueue(name);
      await (known.has(name) ? boss.updateQueue(name, own) : boss.createQueue(name, own));
    }
    await renameJobs(owner);
    await lateStepsDone(owner);
  } finally {
    await boss.stop({ graceful: false });
  }
  await owner.query(`
    grant usage on schema ${QUEUE_SCHEMA} to bobine_app;
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to bobine_app;
    grant execute on all functions in schema ${QUEUE_SCHEMA} to bobine_app;
    create index if not exists bobine_job_list on ${QUEUE_SCHEMA}.job (created_on desc, id desc)`);
  await restrictToOwner(owner);
}

/** Jobs that wait or have ended take their present name; one that runs on a node of the version before ends there under its own. */
async function renameJobs(owner: Client): Promise<void> {
  for (const [former, name] of FORMER_NAMES)
    await owner.query(`update ${QUEUE_SCHEMA}.job set name = $2 where name = $1 and state <> 'active'`, [
      former,
      name,
    ]);
}

/**
 * What the owner's own process reads as SQL, or as names in SQL, the web process must not be able to write: the statements of late steps,
 * the version, and where the jobs of a queue are.
 */
async function restrictToOwner(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; columns: string }>(`
    select table_name as name, string_agg(quote_ident(column_name), ', ') filter (
        where column_name not in ('version', 'name', 'table_name', 'partition', 'policy')) as columns
    from information_schema.columns where table_schema = '${QUEUE_SCHEMA}' and table_name in ('version', 'queue') group by 1`);
  await owner.query(`revoke insert, update, delete on ${QUEUE_SCHEMA}.bam from bobine_app`);
  for (const { name, columns } of rows)
    await owner.query(`
      revoke insert, update, delete on ${QUEUE_SCHEMA}.${name} from bobine_app;
      grant update (${columns}) on ${QUEUE_SCHEMA}.${name} to bobine_app`);
  // Each start names the queue of the clock, which is there already.
  await owner.query(`grant insert on ${QUEUE_SCHEMA}.queue to bobine_app`);
}

async function lateStepsDone(owner: Client): Promise<void> {
  const limit = Date.now() + LATE_STEPS_MS;
  for (;;) {
    const { rowCount } = await owner.query(
      `select from ${QUEUE_SCHEMA}.bam where status in ('pending', 'in_progress') limit 1`,
    );
    if (rowCount === 0 || Date.now() > limit) return;
    await pause(LOOK_MS);
  }
}
