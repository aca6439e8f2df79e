import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { Bounce } from "../../domain/mailing/bounce.ts";
import { createActionOnDocuments } from "./mail-actions.ts";
import { mailedStatements, statementTitle } from "./mail-statement.repository.ts";
import { outboxRepository as outbox } from "./outbox.repository.ts";

/** What became of a notification: how many addresses were marked, or that it is to come again. */
export type RecordedBounce = number | "later";

/**
 * Marks the addresses of a mail that a notification says are not reached, and asks a person to mend them, as for a refusal. A delay,
 * an unknown mail, an address that the mail did not go to and a notification that came before change nothing.
 * @param tx over all distributors: a notification does not say whose it is
 * @returns "later" while a worker holds the mail: a server may bounce before it is written down that the mail left
 */
export async function recordBounce(tx: Tx, bounce: Bounce, now: Date): Promise<RecordedBounce> {
  const mail = await tx.maybe<{ id: number; distributor_id: number; state: string }>(sql`
    select id, distributor_id, state from mail where message_key = ${bounce.messageKey} for update`);
  if (mail === undefined) return 0;
  if (mail.state === "claimed" || mail.state === "handing_over") return "later";
  const explanation: string[] = [];
  for (const { address, action, status, diagnostic } of bounce.recipients) {
    if (action !== "failed") continue;
    const response = diagnostic || status;
    const marked = await tx.run(sql`
      update mail_recipient set state = 'refused', response = ${response}
      where mail_id = ${mail.id} and lower(address) = ${address} and state in ('accepted', 'unconfirmed')`);
    if (marked > 0) explanation.push(`Le serveur de messagerie a refusé ${address}\u00a0: ${response}.`);
  }
  if (explanation.length === 0) return 0;
  // Whether it arrived is answered then: nobody is asked any more (MAIL-13).
  await tx.run(sql`
    with bounced as (
      update mail set state = 'refused' where id = ${mail.id} and state in ('sent', 'unconfirmed')
        and not exists (select from mail_recipient r where r.mail_id = mail.id and r.state in ('accepted', 'unconfirmed'))
      returning user_action_id)
    update user_action set status = 'DONE', resolved_at = ${now}
    where id in (select user_action_id from bounced) and reason_code = 'unconfirmed_email' and status not in ('DONE', 'REJECTED')`);
  const documents = await outbox.documents(tx, mail.id);
  const title = statementTitle(await mailedStatements.one(tx, mail.id));
  // Of a summary: it is about no invoice and no account, and its reader is no cinema's.
  if (documents.length === 0 && title === "") return explanation.length;
  await createActionOnDocuments(tx, mail.distributor_id, "refused_email", documents, explanation, now, title);
  return explanation.length;
}
