// The queues of the jobs: what each is called and how its jobs are tried. Made by the owner of the database, used by every node.
import { JOB_LABELS } from "@bobine/contract/job-labels";
import type { Job } from "../services.ts";

export const QUEUE_SCHEMA = "pgboss";
const RETRIES = 8;
const FIRST_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 600;
const LONGEST_RUN_SECONDS = 900;
/** A node that dies says so no more: what it ran is tried again after that, and the time between two looks. */
const HEARTBEAT_SECONDS = 30;
export const LOOK_SECONDS = 15;
/** A failed job tells why for that long, and one that nobody runs waits for that long; pg-boss would forget them in a week or two. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;
/** What is asked for by the clock of the database that all nodes share, when cron says: one job for all of them. */
export const SCHEDULED: ReadonlyMap<Job["name"], string> = new Map([
  ["mail-round", "* * * * *"],
  ["bank-round", "7 * * * *"],
  ["subscription-round", "37 6 * * *"],
  ["security-round", "23 * * * *"],
  ["links-round", "3-59/5 * * * *"],
  ["archive-round", "23 3 * * *"],
]);
/** The next one comes anyhow: no other try of it, and nothing to remember. */
const SCHEDULED_OPTIONS = { retryLimit: 0, deleteAfterSeconds: 60 * 60, retentionSeconds: 60 * 60 };
/**
 * Until the next one comes nobody would see that it failed. No other try either: what the audit log's archive has written stays in the
 * database for a day yet (SEC-28).
 */
const DAILY: ReadonlySet<Job["name"]> = new Set(["subscription-round", "archive-round"]);
const DAILY_OPTIONS = { deleteAfterSeconds: KEPT_SECONDS };
/**
 * Making parts of a large audit log reads it whole, more than once, beside those who write (OPS-15): ended after a quarter of an hour it
 * would begin anew each night, and fail each time. Before the next night comes it has ended all the same.
 */
const ARCHIVE_OPTIONS = { expireInSeconds: 12 * 60 * 60 };

/** Jobs of one name that a node runs at once, when not one: a mail server that is slow with one mail keeps no other waiting. */
export const SIDE_BY_SIDE: ReadonlyMap<Job["name"], number> = new Map([["mail-link", 3]]);

/**
 * What nobody asks for a second time: an event that its sender counts as taken, an access to be ended, a mail. Tried for four days, so
 * that another's long breakdown loses nothing.
 */
const PATIENT: ReadonlySet<Job["name"]> = new Set([
  "apply-payment",
  "warn-of-refused-payment",
  "delete-bank-item",
  "send-security-notice",
  "mail-second-factor",
  "mail-invitation",
  "notify-of-decision",
  "notify-of-prospect",
  "notify-of-links",
  "notify-of-request",
  "take-build-back",
  "notify-of-return",
]);
const PATIENT_OPTIONS = { retryLimit: 140, retryDelayMax: 60 * 60 };

/** Each job has a label and a queue: the compiler names one that is missing there, and a label of no job. */
const LABELS: Readonly<Record<Job["name"], string>> = JOB_LABELS;
export const JOB_NAMES: readonly Job["name"][] = Object.keys(LABELS) as (keyof typeof JOB_LABELS)[];

/**
 * What the version before called a job. Its nodes may run beside this one's and enqueue under that name: such a job is run like any other.
 * To be emptied in the next version, when no node of that one is left.
 */
export const FORMER_NAMES: ReadonlyMap<string, Job["name"]> = new Map([
  ["tell-of-decision", "notify-of-decision"],
  ["tell-of-prospect", "notify-of-prospect"],
  ["tell-of-links", "notify-of-links"],
]);

/** How the jobs of a queue are tried, and how long they are remembered. */
export const optionsOfQueue = (name: Job["name"]) => ({
  retryLimit: RETRIES,
  retryDelay: FIRST_RETRY_SECONDS,
  retryDelayMax: LONGEST_RETRY_SECONDS,
  retryBackoff: true,
  expireInSeconds: LONGEST_RUN_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retentionSeconds: KEPT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
  ...(SCHEDULED.has(name) ? SCHEDULED_OPTIONS : {}),
  ...(DAILY.has(name) ? DAILY_OPTIONS : {}),
  ...(name === "archive-round" ? ARCHIVE_OPTIONS : {}),
  ...(PATIENT.has(name) ? PATIENT_OPTIONS : {}),
});
