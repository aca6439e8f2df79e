import { z } from "zod";
import { instantSchema } from "../units/civil-date-schema.ts";
import { REMOTE_FAILURE_KINDS } from "../rules/build-faults.ts";
import { operationsPolicy } from "../rules/operations.policy.ts";
import { defineRoute, idSchema, listOf, noBodySchema, pageSchema } from "./route.contract.ts";

export const JOBS_PAGE_SIZE = 50;

/** `waiting`: not tried yet; `retrying`: failed, and will be tried again by itself; `failed`: given up. */
export const JOB_STATES = ["failed", "retrying", "running", "waiting", "cancelled", "done"] as const;
export const jobStateSchema = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobStateSchema>;

/** What has ended well has nothing to run again, and what has ended nothing to cancel; a job that is asked to stop is asked once. */
export const mayRunAgain = (state: JobState): boolean =>
  state === "failed" || state === "cancelled" || state === "retrying";
export const mayCancel = (job: Pick<OperatedJob, "state" | "cancel_requested_at">): boolean =>
  job.state === "waiting" ||
  job.state === "retrying" ||
  (job.state === "running" && job.cancel_requested_at === null);

export const operatedJobSchema = z.object({
  id: z.uuid(),
  name: z.string().meta({ example: "send-mails" }),
  state: jobStateSchema,
  /** Whose work it is; null is everybody's. */
  distributor: z.object({ id: idSchema, name: z.string() }).nullable(),
  created_at: instantSchema,
  started_at: instantSchema.nullable(),
  ended_at: instantSchema.nullable(),
  /** Not before; null when it may run now, runs or has ended. */
  next_try_at: instantSchema.nullable(),
  /** Since when a running job is asked to stop; null when nobody asked, or when it runs no more. */
  cancel_requested_at: instantSchema.nullable(),
  /** Tries that have begun, and how many there are at most. */
  tries: z.number().int(),
  max_tries: z.number().int(),
  /** Why the last try failed, without what is of a person. */
  failure: z.string().nullable(),
});
export type OperatedJob = z.infer<typeof operatedJobSchema>;

export const listJobs = defineRoute({
  method: "GET",
  path: "/operations/jobs/",
  summary:
    "Jobs of all distributors, newest first, 50 a page: those of one state, or all that have not ended well",
  access: operationsPolicy.seeJobs,
  query: z.object({ page: pageSchema, state: jobStateSchema.optional() }),
  response: listOf(operatedJobSchema).extend({ counts: z.record(jobStateSchema, z.number().int()) }),
});

/** An id that is none does not exist. */
const jobParamsSchema = z.object({ job: z.uuid() });

export const runJobAgain = defineRoute({
  method: "POST",
  path: "/operations/jobs/:job/retry/",
  invalidates: ["/operations/jobs/"],
  summary: "Run a job again that failed, was cancelled or waits for its next try; asked twice, it runs once",
  access: operationsPolicy.changeJobs,
  params: jobParamsSchema,
  body: noBodySchema,
  response: operatedJobSchema,
});

export const cancelJob = defineRoute({
  method: "POST",
  path: "/operations/jobs/:job/cancel/",
  invalidates: ["/operations/jobs/"],
  summary:
    "Cancel a job that waits, or ask one that runs to stop between two units of its work (cancel_requested_at); it can be run again",
  access: operationsPolicy.changeJobs,
  params: jobParamsSchema,
  body: noBodySchema,
  response: operatedJobSchema,
});

const shortText = z.string().max(200);

/** What a page tells of a remote that it could not load or show; of what else it sends nothing is kept. */
export const remoteFailureSchema = z.object({
  remote: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  build: shortText,
  version: shortText,
  owner: shortText,
  kind: z.enum(REMOTE_FAILURE_KINDS),
  supportCode: z.string().regex(/^[A-Z0-9-]{1,3}(-[A-Z0-9]{4}){2}$/),
  path: shortText,
  url: z.string().max(500).optional(),
  detail: z.string().max(2_000),
});
export type RemoteFailureReport = z.infer<typeof remoteFailureSchema>;

export const reportRemoteFailure = defineRoute({
  method: "POST",
  path: "/operations/remote-failures/",
  summary: "A page says that a remote failed; counted in the metrics and written to the log",
  access: operationsPolicy.reportRemoteFailures,
  body: remoteFailureSchema,
  status: 204,
});
