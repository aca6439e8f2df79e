import type { Pool } from "pg";
import sql from "sql-template-tag";
import type { Tx } from "../db/scope.ts";

/** How long it takes at most, when the database answers, until a job hears that it is to stop. */
const LOOK_MS = 1_000;

/** The reason of a job's signal: somebody wants it to stop. What it has done stays; its open transaction is rolled back. */
export class JobCancelled extends Error {
  override readonly name = "JobCancelled";
  constructor() {
    super("the job was cancelled while it ran");
  }
}

/** What the jobs that run on this node hear of requests to cancel them, whichever node was asked. */
export interface CancelRequests {
  /**
   * Runs `work` until its end, or until it hears from its signal that it is to stop.
   * @param signal aborted by the queue when the time of the job is up
   * @returns "cancelled" when somebody wanted it so and it did not end well before
   */
  watch(
    id: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<"done" | "cancelled">;
  /** Forgets the request of a job that has ended. */
  forget(id: string): Promise<void>;
}

/**
 * @param pool asked once a second while jobs run here, for all of them at once
 * @param onError of a look that failed; the next one comes in a second
 */
export function cancelRequests(pool: Pool, onError: (error: unknown) => void): CancelRequests {
  const running = new Map<string, AbortController>();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ job_id: string }>(
      "select job_id from job_cancel_request where job_id = any($1)",
      [[...running.keys()]],
    );
    for (const { job_id } of rows) running.get(job_id)?.abort(new JobCancelled());
  };
  const follow = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (running.size > 0) void look().catch(onError).finally(follow);
    }, LOOK_MS);
  };

  return {
    watch: async (id, signal, work) => {
      const cancelled = new AbortController();
      running.set(id, cancelled);
      try {
        // Wanted while it ran on a node that died.
        await look();
        if (cancelled.signal.aborted) return "cancelled";
        follow();
        try {
          await work(signal ? AbortSignal.any([signal, cancelled.signal]) : cancelled.signal);
          return "done";
        } catch (error) {
          // Wanted since the last look: then it is not tried again.
          await look().catch(onError);
          if (cancelled.signal.aborted) return "cancelled";
          throw error;
        }
      } finally {
        running.delete(id);
      }
    },
    forget: async (id) => {
      await pool.query("delete from job_cancel_request where job_id = $1", [id]);
    },
  };
}

/** Asks the node that runs a job to stop it; asked twice, it is one requested. */
export const requestCancel = async (tx: Tx, id: string): Promise<void> => {
  await tx.run(sql`insert into job_cancel_request (job_id) values (${id}) on conflict do nothing`);
};

/** In the transaction that runs it again. */
export const withdrawCancel = async (tx: Tx, id: string): Promise<void> => {
  await tx.run(sql`delete from job_cancel_request where job_id = ${id}`);
};
