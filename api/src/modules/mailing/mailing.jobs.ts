import { inTransaction } from "../../db/scope.ts";
import { openMailPost } from "../../platform/mail-post.ts";
import type { Job, Services } from "../../services.ts";
import { planMails } from "./plan-mails.ts";
import { postMails } from "./post-mails.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** Each minute: what is due this morning is planned, what is due now is handed over. */
async function mailRound(services: Services): Promise<void> {
  await planMails(services);
  await post(services, { name: "mail-round", data: {} }, null);
}

/** @param again the job that goes on when there is more than one run can do */
async function post(services: Services, again: Job, distributorId: number | null): Promise<void> {
  const mailPost = openMailPost(services.config);
  try {
    if (await postMails(services, mailPost, distributorId)) return;
  } finally {
    mailPost.close();
  }
  await inTransaction(services.pool, { kind: "all" }, (tx) => services.jobs.enqueue(tx, again));
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const mailingHandlers = (services: Services) => ({
  "mail-round": () => mailRound(services),
  /** Somebody asked for a mail and waits for it. */
  "send-mails": (data: DataOf<"send-mails">) =>
    post(services, { name: "send-mails", data }, data.distributor_id),
});
