import { jobLabel } from "@bobine/contract/job-labels";
import { mayCancel, mayRunAgain, type OperatedJob } from "@bobine/contract/operations";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobControls } from "../../services.ts";
import { syncCancelled } from "../bank-connection/sync-cancelled.ts";
import { preparationCancelled } from "../exports/prepare-lot.ts";
import { operationsRepository as repository } from "./operations.repository.ts";

/**
 * Lets a job run again now. Asked twice, it is queued once: what waits or runs already is left as it is.
 * @throws 404 unknown, 409 when it has ended well
 */
export async function runAgain(
  tx: Tx,
  jobs: JobControls,
  source: AuditSource,
  id: string,
): Promise<OperatedJob> {
  const job = await lockedJob(tx, id);
  if (job.state === "done") throw errors.operations.jobDone();
  const isDue = job.state === "retrying" && job.next_try_at === null;
  if (!mayRunAgain(job.state) || isDue) return job;
  await jobs.runAgain(tx, job);
  return await changed(tx, source, job, "job_retried");
}

/**
 * Cancels a job that waits, or asks the node that runs it to stop it: that one ends as cancelled, unless it ends well before it
 * hears of it. A cancelled one stays so.
 * @throws 404 unknown, 409 when it has ended
 */
export async function cancel(
  tx: Tx,
  jobs: JobControls,
  source: AuditSource,
  id: string,
): Promise<OperatedJob> {
  const job = await lockedJob(tx, id);
  if (job.state === "cancelled") return job;
  if (job.state === "running") {
    if (job.cancel_requested_at !== null) return job;
    await jobs.requestCancel(tx, job);
    return await changed(tx, source, job, "job_cancel_requested");
  }
  if (!mayCancel(job)) throw errors.operations.jobEnded();
  await jobs.cancel(tx, job);
  if (job.name === "sync-bank" && job.distributor) await syncCancelled(tx, job.distributor.id);
  if (job.name === "make-lot" && job.distributor) await preparationCancelled(tx, job.distributor.id);
  return await changed(tx, source, job, "job_cancelled");
}

async function lockedJob(tx: Tx, id: string): Promise<OperatedJob> {
  const job = await repository.lock(tx, id);
  if (!job) throw errors.notFound();
  return job;
}

const ACTIONS = {
  job_retried: "Tâche relancée",
  job_cancelled: "Tâche annulée",
  job_cancel_requested: "Annulation demandée",
} as const;

/** The entry is in the log of the distributor whose work it is. */
async function changed(
  tx: Tx,
  source: AuditSource,
  before: OperatedJob,
  action: keyof typeof ACTIONS,
): Promise<OperatedJob> {
  const distributorId = before.distributor?.id ?? null;
  await writeAudit(tx, { ...source, distributorId }, "system_action", {
    message: `${ACTIONS[action]}\u00a0: ${jobLabel(before.name)}`,
    action,
    job: before.name,
    job_id: before.id,
    state_before: before.state,
  });
  return await lockedJob(tx, before.id);
}
