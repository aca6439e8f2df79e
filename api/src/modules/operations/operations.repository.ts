import { JOBS_PAGE_SIZE, type JobState, type OperatedJob } from "@bobine/contract/operations";
import sql, { type Sql } from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import type { Tx } from "../../db/scope.ts";
import { withoutPersons } from "../../platform/without-persons.ts";

/** The queue's own words. */
const QUEUE_STATE: Record<JobState, string> = {
  failed: "failed",
  retrying: "retry",
  running: "active",
  waiting: "created",
  cancelled: "cancelled",
  done: "completed",
};
const MAX_FAILURE = 1_000;

type JobRow = Omit<OperatedJob, "failure"> & { readonly output: { message?: unknown } | string | null };

const STATE = sql`case j.state::text when 'retry' then 'retrying' when 'active' then 'running' when 'created' then 'waiting'
  when 'completed' then 'done' else j.state::text end`;
/** The queue's own chores are none of the product's. */
const OURS = sql`j.name in (select q.name from pgboss.queue q where q.name not like '\\_\\_%')`;
/** Not `now()`: that is when the transaction began, and another one may have made the job due since. */
const IS_LATER = sql`j.start_after > clock_timestamp()`;
const JOBS = sql`
  select j.id, j.name, ${STATE} as state,
    case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as distributor,
    j.created_on as created_at, j.started_on as started_at, j.completed_on as ended_at,
    case when j.state in ('created', 'retry') and ${IS_LATER} then j.start_after end as next_try_at,
    case when j.state = 'active' then r.requested_at end as cancel_requested_at,
    j.retry_count + case when j.started_on is null then 0 else 1 end as tries, j.retry_limit + 1 as max_tries,
    case when j.state in ('retry', 'failed', 'active') then j.output end as output
  from pgboss.job j left join job_cancel_request r on r.job_id = j.id
  left join distributor d on d.id = case when j.data->>'distributor_id' ~ '^\\d{1,15}$' then (j.data->>'distributor_id')::bigint end`;

const inState = (state: JobState | undefined): Sql =>
  state === undefined ? sql`j.state <> 'completed'` : sql`j.state = ${QUEUE_STATE[state]}::pgboss.job_state`;

const asOperated = ({ output, ...job }: JobRow): OperatedJob => ({ ...job, failure: failureIn(output) });

function failureIn(output: JobRow["output"]): string | null {
  if (output === null) return null;
  const message = typeof output === "string" ? output : output.message;
  return withoutPersons(typeof message === "string" ? message : JSON.stringify(output)).slice(0, MAX_FAILURE);
}

/** @param state undefined: all but what has ended well, which would hide the rest */
const newestFirst = (state: JobState | undefined): Sql => sql`
  ${JOBS} where ${OURS} and ${inState(state)} order by j.created_on desc, j.id desc`;

/** The job queue as a super admin sees it: of all distributors. */
export const operationsRepository = {
  /** @param page 1-based */
  async page(
    tx: Tx,
    state: JobState | undefined,
    page: number,
    size = JOBS_PAGE_SIZE,
  ): Promise<OperatedJob[]> {
    const rows = await tx.many<JobRow>(sql`
      ${newestFirst(state)} limit ${size} offset ${(page - 1) * size}`);
    return rows.map(asOperated);
  },

  /** All of them, some at a time, from one snapshot. */
  async *all(tx: Tx, state: JobState | undefined): AsyncGenerator<OperatedJob[]> {
    for await (const rows of fetched<JobRow>(tx, newestFirst(state))) yield rows.map(asOperated);
  },

  async counts(tx: Tx): Promise<Record<JobState, number>> {
    const rows = await tx.many<{ state: JobState; count: number }>(sql`
      select ${STATE} as state, count(*) as count from pgboss.job j where ${OURS} group by 1`);
    const none = { failed: 0, retrying: 0, running: 0, waiting: 0, cancelled: 0, done: 0 };
    return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  },

  async one(tx: Tx, id: string): Promise<OperatedJob | undefined> {
    const row = await tx.maybe<JobRow>(sql`${JOBS} where ${OURS} and j.id = ${id}`);
    return row && asOperated(row);
  },

  /** The job, held until the transaction ends: neither another person nor a node changes it meanwhile. */
  async lock(tx: Tx, id: string): Promise<OperatedJob | undefined> {
    await tx.maybe(sql`select from pgboss.job j where ${OURS} and j.id = ${id} for update`);
    return await operationsRepository.one(tx, id);
  },
};
