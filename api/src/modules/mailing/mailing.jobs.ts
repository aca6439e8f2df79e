import type { Job, Services } from "../../services.ts";
import { openMailPost } from "../../platform/mail-post.ts";
import { planMails } from "./plan-mails.ts";
import { postMails } from "./post-mails.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** Each minute: what is due this morning is planned, what is due now is handed over. */
async function mailRound(services: Services): Promise<void> {
  await planMails(services);
  await post(services, null);
}

async function post(services: Services, distributorId: number | null): Promise<void> {
  const mailPost = openMailPost(services.config);
  try {
    await postMails(services, mailPost, distributorId);
  } finally {
    mailPost.close();
  }
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const mailingHandlers = (services: Services) => ({
  "mail-round": () => mailRound(services),
  /** Somebody asked for a mail and waits for it. */
  "send-mails": ({ distributor_id }: DataOf<"send-mails">) => post(services, distributor_id),
});
