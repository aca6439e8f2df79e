import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import {
  answerOfBounce,
  type Bounce,
  type BouncedRecipient,
  isOfBouncedMailbox,
} from "../../domain/mailing/bounce.ts";
import type { RecipientResult } from "../../domain/mailing/delivery.ts";
import { requestHelp, requestAddressRepair } from "./mail-actions.ts";
import { mailedStatements, statementTitle } from "./mail-statement.repository.ts";
import { type ClaimedMail, outboxRepository as outbox } from "./outbox.repository.ts";

/** What became of a notification: how many addresses were marked, or that it is to come again. */
export type RecordedBounce = number | "later";

type BouncedMail = Pick<ClaimedMail, "id" | "distributor_id" | "kind" | "reminder_level" | "attempts"> & {
  readonly state: string;
};

/**
 * Marks the addresses of a mail that a notification says are not reached, and asks a person to mend them, as for a refusal; what blames
 * no address is told as such, as when it is said in the conversation (MAIL-14). A delay, an unknown mail, an address that the mail did
 * not go to and a notification that came before change nothing.
 * @param tx over all distributors: a notification does not say whose it is
 * @returns "later" while a worker holds the mail: a server may bounce before it is written down that the mail left; and while it is to be
 *   tried at its other addresses, for one that is to blame for nothing would be tried with them
 */
export async function recordBounce(tx: Tx, bounce: Bounce, now: Date): Promise<RecordedBounce> {
  const mail = await tx.maybe<BouncedMail>(sql`
    select id, distributor_id, state, kind, reminder_level, attempts from mail where message_key = ${bounce.messageKey} for update`);
  if (mail === undefined) return 0;
  if (mail.state === "claimed" || mail.state === "handing_over") return "later";
  const isLeft = (one: BouncedRecipient): boolean => one.action === "failed" && !isOfBouncedMailbox(one);
  if (mail.state === "waiting" && bounce.recipients.some(isLeft)) return "later";
  const bounced: RecipientResult[] = [];
  for (const recipient of bounce.recipients) {
    const { address, action, status, diagnostic } = recipient;
    if (action !== "failed") continue;
    const result: RecipientResult = isLeft(recipient)
      ? { address, state: "waiting", response: answerOfBounce(recipient) }
      : { address, state: "refused", response: diagnostic || status };
    const marked = await tx.run(sql`
      update mail_recipient set state = ${result.state}, response = ${result.response}
      where mail_id = ${mail.id} and lower(address) = ${address} and state in ('accepted', 'unconfirmed')`);
    if (marked > 0) bounced.push(result);
  }
  if (bounced.length === 0) return 0;
  const isFailed = (await endIfUnreached(tx, mail.id, now)) === "failed";
  const documents = await outbox.documents(tx, mail.id);
  const title = statementTitle(await mailedStatements.one(tx, mail.id));
  // Of a summary: it is about no invoice and no account, and its reader is no cinema's.
  if (documents.length === 0 && title === "") return bounced.length;
  const refused = bounced.filter(({ state }) => state === "refused");
  if (refused.length > 0) await requestAddressRepair(tx, { ...mail, refused }, documents, now, title);
  const left = bounced.filter(({ state }) => state === "waiting");
  if (left.length > 0) await requestHelp(tx, { ...mail, left, isFailed }, documents, now, title);
  return bounced.length;
}

/**
 * A mail that none of its addresses has got any more is refused, or has failed where no address is to blame.
 * @returns its state then; undefined while one may have it
 */
async function endIfUnreached(tx: Tx, id: number, now: Date): Promise<"refused" | "failed" | undefined> {
  const ended = await tx.maybe<{ state: "refused" | "failed"; user_action_id: number | null }>(sql`
    update mail set state = case when exists (select from mail_recipient r where r.mail_id = mail.id and r.state = 'refused')
      then 'refused' else 'failed' end
    where id = ${id} and state in ('sent', 'unconfirmed')
      and not exists (select from mail_recipient r where r.mail_id = mail.id and r.state in ('accepted', 'unconfirmed'))
    returning state, user_action_id`);
  // Whether it arrived is answered then: nobody is asked any more (MAIL-13).
  await tx.run(sql`
    update user_action set status = 'DONE', resolved_at = ${now}
    where id = ${ended?.user_action_id ?? null} and reason_code = 'unconfirmed_email' and status not in ('DONE', 'REJECTED')`);
  return ended?.state;
}
