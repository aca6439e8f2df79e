import { createHmac } from "node:crypto";
import { inTransaction } from "../../db/scope.ts";
import { hashOf } from "../../http/session.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { distributorsWithExpired } from "./bank-details.repository.ts";
import { recordExpired } from "./settle-change.ts";
import { securityMail } from "./security-mails.ts";
import {
  type DueMail,
  dueMails,
  giveToken,
  markGivenUp,
  markRefused,
  markSent,
  type Notice,
  noticeById,
  planMails,
} from "./security-notices.repository.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** Everybody who must be told is in a row of their own, so that another try mails only who was not mailed yet. */
async function sendNotice(
  services: Services,
  { notice_id }: DataOf<"send-security-notice">,
  signal: AbortSignal,
): Promise<void> {
  const { pool, clock, log } = services;
  const planned = await inTransaction(pool, { kind: "all" }, async (tx) => {
    const now = clock.now();
    const notice = await noticeById(tx, notice_id, now);
    if (!notice || notice.is_over) return undefined;
    await planMails(tx, notice, now);
    return { notice, due: await dueMails(tx, notice, now) };
  });
  if (!planned) return;
  const failures: unknown[] = [];
  for (const mail of planned.due) {
    signal.throwIfAborted();
    try {
      await sendOne(services, planned.notice, mail);
    } catch (error) {
      // One mailbox that cannot be reached keeps nobody else from being told.
      log.warn({ err: error, user_id: mail.user_id, notice_id }, "a security notice could not be sent");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function sendOne(
  services: Services,
  notice: Notice,
  { user_id, first_name, address, is_decider }: DueMail,
): Promise<void> {
  const { pool, clock, config } = services;
  const asksToConfirm = notice.kind === "change_requested" && is_decider;
  const token = asksToConfirm ? tokenOf(services, notice.id, user_id) : undefined;
  const inAll = (work: Parameters<typeof inTransaction<unknown>>[2]) =>
    inTransaction(pool, { kind: "all" }, work);
  if (token !== undefined) await inAll((tx) => giveToken(tx, notice.id, user_id, hashOf(token)));
  const mail = securityMail({
    kind: notice.kind,
    facts: notice.facts,
    distributor: notice.distributor_name,
    to: address,
    firstName: first_name,
    link: `${config.publicUrl}${token === undefined ? PAGES[notice.kind] : `/account/iban?token=${token}`}`,
    expiresAt: notice.expires_at,
    isDecider: is_decider,
  });
  const result = await sendUnlessRefused(services, mail);
  await inAll((tx) => MARKS[result](tx, notice.id, user_id, clock.now()));
}

/** What becomes of a mail: only a refusal of the mailbox is told as the address's (MAIL-14). */
const MARKS = { taken: markSent, address_refused: markRefused, message_refused: markGivenUp } as const;

/** The token of a person's link: who reads the database does not know it, and each try of the job mails the same one. */
const tokenOf = ({ config }: Services, noticeId: number, userId: number): string =>
  createHmac("sha256", `iban:${config.secretKey}`).update(`${noticeId} ${userId}`).digest("base64url");

/** Screens of the host, where there is no link to confirm. */
const PAGES: Readonly<Record<Notice["kind"], string>> = {
  change_requested: "/account/overview",
  change_in_effect: "/account/overview",
  change_refused: "/logs",
  contact_replaced: "/auth",
  administrator_named: "/account/overview",
};

/** Changes that nobody confirmed in time end as expired; they could not be confirmed any more in any case. */
async function securityRound({ pool, clock }: Services): Promise<void> {
  const now = clock.now();
  const late = await inTransaction(pool, { kind: "all" }, (tx) => distributorsWithExpired(tx, now));
  for (const distributorId of late)
    await inTransaction(pool, { kind: "distributor", distributorId }, (tx) =>
      recordExpired(tx, distributorId, now),
    );
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const bankDetailsHandlers = (services: Services) => ({
  "send-security-notice": (data: DataOf<"send-security-notice">, signal: AbortSignal) =>
    sendNotice(services, data, signal),
  "security-round": () => securityRound(services),
});
