import { inTransaction } from "../../db/scope.ts";
import { openMailPost } from "../../platform/mail-post.ts";
import type { Job, Services } from "../../services.ts";
import { planDigests } from "./plan-digests.ts";
import { planMails } from "./plan-mails.ts";
import { postMails } from "./post-mails.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** Each minute: what is due this morning is planned, what is due now is handed over. */
async function mailRound(services: Services, signal?: AbortSignal): Promise<void> {
  await planMails(services, signal);
  await planDigests(services, signal);
  await post(services, { name: "mail-round", data: {} }, null, signal);
}

/** @param again the job that goes on when there is more than one run can do */
async function post(
  services: Services,
  again: Job,
  distributorId: number | null,
  signal?: AbortSignal,
): Promise<void> {
  const mailPost = openMailPost(services.config);
  try {
    if (await postMails(services, mailPost, distributorId, signal)) return;
  } finally {
    mailPost.close();
  }
  await inTransaction(services.pool, { kind: "all" }, (tx) => services.jobs.enqueue(tx, again));
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const mailingHandlers = (services: Services) => ({
  "mail-round": (_data?: DataOf<"mail-round">, signal?: AbortSignal) => mailRound(services, signal),
  /** Somebody asked for a mail and waits for it. */
  "send-mails": (data: DataOf<"send-mails">, signal?: AbortSignal) =>
    post(services, { name: "send-mails", data }, data.distributor_id, signal),
});
