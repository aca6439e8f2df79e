import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { INVOICE_TYPE } from "@bobine/contract/status-labels";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { AppError } from "../../errors.ts";
import { type Delivery, deliveryAfter, type HandOver } from "../../domain/mailing/delivery.ts";
import { NOT_MADE } from "../../domain/mailing/smtp-answers.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import type { MailPost } from "../../platform/mail-post.ts";
import type { Services } from "../../services.ts";
import { closeHelpRequests, requestCheck, requestHelp, requestAddressRepair } from "./mail-actions.ts";
import { mailedStatements, statementTitle } from "./mail-statement.repository.ts";
import type { MailedDocument } from "./mailing.repository.ts";
import { type ClaimedMail, outboxRepository as outbox } from "./outbox.repository.ts";
import { type Prepared, prepareMail, scopeOf } from "./prepare-mail.ts";

/** How long a worker is believed alive: beyond all that a try may take (the timeouts of `mail-post.ts`). */
const CLAIM_MS = 10 * 60_000;
/** A server that is away for so many mails in a row is away for all. */
const AWAY_IN_A_ROW = 3;
/** A round ends before a process that is asked to stop gives its jobs up; the rest is for the next one. */
const ROUND_MS = 20_000;
/** What is sent must be written down: a database that is away for a moment is waited for. */
const SETTLE_PAUSES_MS = [100, 500, 2_000, 5_000] as const;

/** Not this worker's mail any more: another one took it after this one seemed dead, or it is to be made anew. */
class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}

/**
 * Hands over every mail of the outbox that is due. Any number of workers may do so at once, and any may die at any moment: README.md
 * says what becomes of a mail then, `post-mails.crash.integration.test.ts` proves it.
 * @param distributorId only those of one distributor
 * @param signal looked at between two mails: one that is being handed over is handed over and written down
 * @returns true when nothing that can be tried now is left
 */
export async function postMails(
  services: Services,
  post: MailPost,
  distributorId: number | null = null,
  signal?: AbortSignal,
): Promise<boolean> {
  await lapseDoubtful(services);
  const end = performance.now() + ROUND_MS;
  let away = 0;
  while (performance.now() < end) {
    signal?.throwIfAborted();
    const now = services.clock.now();
    const times = { now, until: new Date(now.getTime() + CLAIM_MS) };
    const mail = await inTransaction(services.pool, { kind: "all" }, (tx) =>
      outbox.claim(tx, randomUUID(), times, distributorId),
    );
    if (!mail) return true;
    const outcome = await tryMail(services, post, mail).catch((error: unknown) => {
      // It is tried again when its claim lapses, and holds up no other.
      services.log.error({ err: error, mail_id: mail.id }, "the try of a mail failed");
      return "none" as const;
    });
    away = outcome === "away" ? away + 1 : 0;
    if (away === AWAY_IN_A_ROW) return true;
  }
  return false;
}

/**
 * A worker died between the end of a message and its answer: nobody knows, so it is not sent again, and people are told. So they are of a
 * reminder in doubt that automation, turned off meanwhile, holds up.
 */
async function lapseDoubtful(services: Services): Promise<void> {
  const now = services.clock.now();
  const lapsed = await inTransaction(services.pool, { kind: "all" }, (tx) => outbox.lapsed(tx, now));
  for (const mail of lapsed)
    await inTransaction(services.pool, scopeOf(mail.distributor_id), async (tx) => {
      if (!(await outbox.lapse(tx, mail.id, now)) && !(await outbox.lapseSuspended(tx, mail.id))) return;
      const documents = await outbox.documents(tx, mail.id);
      const title = statementTitle(await mailedStatements.one(tx, mail.id));
      if (documents.length === 0 && title === "") return;
      const recipients = await outbox.recipients(tx, mail.id);
      await requestCheck(tx, { ...mail, recipients }, documents, now, title);
    });
}

async function tryMail(
  services: Services,
  post: MailPost,
  mail: ClaimedMail,
): Promise<HandOver["kind"] | "none"> {
  const scope = scopeOf(mail.distributor_id);
  let isForGood = false;
  const prepared = await prepareMail(services, mail).catch((error: unknown) => {
    // A statement whose account or period is none any more cannot be made later either (MAIL-11).
    isForGood = mail.kind === "statement" && error instanceof AppError && error.status < 500;
    return unmadeMail(services, mail, error);
  });
  if (prepared === null) return "none";
  const before = await inTransaction(services.pool, scope, (tx) => outbox.recipients(tx, mail.id));
  const to = before.filter(({ state }) => state === "waiting").map(({ address }) => address);
  let unmade = false;
  const outcome = await handOver(services, post, mail, prepared, to).catch(
    (error: unknown): HandOver | null => {
      if (error instanceof ClaimLost) return null;
      // Its document cannot be drawn or read, for instance: nothing has left, and the mail server is not to blame.
      services.log.error({ err: error, mail_id: mail.id }, "a mail could not be made");
      unmade = true;
      return { kind: "away", problem: NOT_MADE };
    },
  );
  if (outcome === null) {
    services.log.warn({ mail_id: mail.id }, "a mail was taken over by another worker, or is made anew");
    return "none";
  }
  const delivery = deliveryAfter(outcome, before, isForGood ? Number.POSITIVE_INFINITY : mail.attempts);
  await persistently(() =>
    inTransaction(services.pool, scope, (tx) => settle(tx, services, mail, prepared, delivery, to)),
  );
  services.log.info(
    {
      mail_id: mail.id,
      distributor_id: mail.distributor_id,
      state: delivery.state,
      attempts: mail.attempts,
      // For the operator: distributors read it in other words.
      ...("problem" in outcome ? { problem: outcome.problem } : {}),
    },
    "a mail was tried",
  );
  return unmade ? "none" : outcome.kind;
}

/** A mail of which nothing could be prepared: people are told what it was to be about. */
async function unmadeMail(services: Services, mail: ClaimedMail, error: unknown): Promise<Prepared> {
  return await inTransaction(services.pool, scopeOf(mail.distributor_id), async (tx) => ({
    subject: "",
    documents: await outbox.documents(tx, mail.id),
    listed: [],
    title: statementTitle(await mailedStatements.one(tx, mail.id)),
    compose: () => Promise.reject(error),
  }));
}

async function handOver(
  services: Services,
  post: MailPost,
  mail: ClaimedMail,
  { subject, listed, compose }: Prepared,
  to: readonly string[],
): Promise<HandOver> {
  const { from, content } = await compose(to);
  return await post.handOver({ envelope: { from, to }, content, key: mail.message_key }, async () => {
    const now = services.clock.now();
    const times = { now, until: new Date(now.getTime() + CLAIM_MS), today: services.clock.today() };
    const isOurs = await inTransaction(services.pool, scopeOf(mail.distributor_id), (tx) =>
      outbox.beginHandOver(tx, mail, times, { subject, listed }),
    );
    if (!isOurs) throw new ClaimLost();
  });
}

/** Writes the end of a try, with what people must know of it. */
async function settle(
  tx: Tx,
  services: Services,
  mail: ClaimedMail,
  { subject, documents, title, account }: Prepared,
  delivery: Delivery,
  tried: readonly string[],
): Promise<void> {
  const now = services.clock.now();
  if (!(await outbox.settle(tx, mail, delivery, subject, now))) return;
  const now_ = delivery.recipients.filter(({ address }) => tried.includes(address));
  const accepted = now_.filter(({ state }) => state === "accepted").map(({ address }) => address);
  if (accepted.length > 0)
    await writeAudit(tx, { ...systemSource(mail.distributor_id), actorId: mail.requested_by }, "sent_email", {
      ...(documents.length === 0 ? {} : auditedDocuments(documents)),
      ...(account === undefined ? {} : { client_accounts: [account] }),
      recipients: accepted,
      subject,
      template: TEMPLATES[mail.kind],
      ...(mail.reminder_level === null ? {} : { reminder_level: mail.reminder_level }),
    });
  if (accepted.length > 0 && mail.kind === "reminder") await closeHelpRequests(tx, mail, documents, now);
  // No question about a summary: it would be in the next one. A mention waits in its reader's list.
  if (mail.kind === "digest" || mail.kind === "mention") return;
  const refused = now_.filter(({ state }) => state === "refused");
  if (refused.length > 0) await requestAddressRepair(tx, { ...mail, refused }, documents, now, title);
  const left = delivery.retryInMinutes === null ? now_.filter(({ state }) => state === "waiting") : [];
  if (left.length > 0)
    await requestHelp(tx, { ...mail, left, isFailed: delivery.state === "failed" }, documents, now, title);
  if (delivery.state === "unconfirmed")
    await requestCheck(tx, { ...mail, recipients: delivery.recipients }, documents, now, title);
}

const auditedDocuments = (documents: readonly MailedDocument[]) => ({
  ...(documents.length === 1
    ? { invoice_id: documents[0]?.id, invoice_number: documents[0]?.invoice_number }
    : { invoice_numbers: documents.map((document) => document.invoice_number) }),
  cinema_name: [...new Set(documents.map((document) => document.cinema_name))].join(", "),
});

const TEMPLATES = {
  ...INVOICE_TYPE,
  reminder: "Relance",
  digest: "Résumé du matin",
  statement: "Relevé de compte",
  mention: "Mention",
} as const;

async function persistently(work: () => Promise<void>): Promise<void> {
  for (const wait of SETTLE_PAUSES_MS) {
    try {
      return await work();
    } catch {
      await pause(wait);
    }
  }
  await work();
}
