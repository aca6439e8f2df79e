import { statementFileName } from "@bobine/contract/client-accounts";
import type { MailKind } from "@bobine/contract/mail-values";
import { centsFromWire, sumCents } from "@bobine/contract/money";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { takeSnapshot } from "../../db/take-snapshot.ts";
import { digestText } from "../../domain/mailing/digest-text.ts";
import type { Services } from "../../services.ts";
import { printStatement } from "../clients/print-statement.ts";
import { ensureDocument } from "../invoices/make-documents.ts";
import { mentionsRepository as mentions } from "../comments/mentions.repository.ts";
import { composeDigest } from "./compose-digest.ts";
import {
  type Attachment,
  composeMail,
  fitting,
  type MailMatter,
  statementOf,
  textOf,
} from "./compose-mail.ts";
import { composeMention, mentionSubject } from "./compose-mention.ts";
import { digestRepository as digests } from "./digest.repository.ts";
import { digestLink } from "./digest-preference.routes.ts";
import { requestCheck } from "./mail-actions.ts";
import { matterOf, stillReminded } from "./mail-matter.ts";
import { statementMatter } from "./mail-statement.ts";
import { mailedStatements, statementTitle } from "./mail-statement.repository.ts";
import type { MailedDocument } from "./mailing.repository.ts";
import { type ClaimedMail, outboxRepository as outbox } from "./outbox.repository.ts";
import { shareOf } from "./open-credits.ts";

export const scopeOf = (distributorId: number) => ({ kind: "distributor", distributorId }) as const;

/** A mail as it is at the moment of its try. */
export interface Prepared {
  readonly subject: string;
  /** What it is about; nothing for a summary. */
  readonly documents: readonly MailedDocument[];
  /** Invoices that it tells of beside these: the second reminder asks for all that is late, a formal notice says what else is. */
  readonly listed: readonly number[];
  /** Of a statement of account; empty otherwise. */
  readonly title: string;
  readonly account?: string;
  readonly compose: (to: readonly string[]) => Promise<{ from: string; content: Buffer }>;
}

/** Null when there is nothing left to say, and the mail is cancelled. */
export async function prepareMail(services: Services, mail: ClaimedMail): Promise<Prepared | null> {
  const { pool, config, clock } = services;
  const scope = scopeOf(mail.distributor_id);
  if (mail.kind === "digest") {
    const digest = await inTransaction(pool, scope, (tx) => loadDigest(tx, services, mail));
    return (
      digest && {
        subject: digest.text.subject,
        documents: [],
        listed: [],
        title: "",
        compose: ([to = ""]) => composeDigest(config, { ...digest, to }, clock.now()),
      }
    );
  }
  if (mail.kind === "statement") return await prepareStatement(services, mail);
  if (mail.kind === "mention") return await prepareMention(services, mail);
  const { kind } = mail;
  const matter = await inTransaction(pool, scope, (tx) => loadMatter(tx, services, { ...mail, kind }));
  if (matter === null) return null;
  const text = textOf(matter);
  return {
    subject: text.subject,
    documents: matter.documents,
    listed: (mail.reminder_level ?? 0) >= 2 ? otherIds(matter) : [],
    title: "",
    compose: async (to) =>
      composeMail(
        config,
        { sender: matter.sender, messageKey: mail.message_key },
        text,
        to,
        await attachmentsOf(services, mail.distributor_id, matter),
        clock.now(),
      ),
  };
}

const otherIds = ({ documents, statement }: MailMatter): number[] => {
  const own = new Set(documents.map(({ id }) => id));
  return statement.map(({ id }) => id).filter((id) => !own.has(id));
};

/** A statement of account, drawn when it leaves (MAIL-11). */
async function prepareStatement(services: Services, mail: ClaimedMail): Promise<Prepared | null> {
  const { pool, config, clock } = services;
  const { asked, matter } = await inTransaction(pool, scopeOf(mail.distributor_id), async (tx) => {
    await takeSnapshot(tx);
    const found = await mailedStatements.one(tx, mail.id);
    if (!found) throw new RangeError("a statement of no account");
    return { asked: found, matter: await statementMatter(tx, mail.distributor_id, found) };
  });
  const { text, sender, statement } = matter;
  return {
    subject: text.subject,
    documents: [],
    listed: [],
    title: statementTitle(asked),
    account: asked.account,
    compose: async (to) => {
      const file: Attachment = {
        file_name: statementFileName(asked.account, "pdf"),
        content_type: "application/pdf",
        content: await printStatement(statement),
      };
      return await composeMail(
        config,
        { sender, messageKey: mail.message_key },
        text,
        to,
        [file],
        clock.now(),
      );
    },
  };
}

/** A mention, as its comment is now (MAIL-12). */
async function prepareMention(
  { pool, config, clock }: Services,
  mail: ClaimedMail,
): Promise<Prepared | null> {
  const matter = await inTransaction(pool, scopeOf(mail.distributor_id), async (tx) => {
    const found = await mentions.matter(tx, mail.id);
    if (!found) await outbox.cancel(tx, mail, "Déjà lue, retirée, ou sans destinataire.");
    return found;
  });
  if (!matter) return null;
  const messageKey = mail.message_key;
  return {
    subject: mentionSubject(matter),
    documents: [],
    listed: [],
    title: "",
    compose: ([to = ""]) => composeMention(config, { matter, to, messageKey }, clock.now()),
  };
}

/** What waits for its reader now. */
async function loadDigest(
  tx: Tx,
  services: Services,
  mail: ClaimedMail,
): Promise<Omit<Parameters<typeof composeDigest>[1], "to"> | null> {
  const reader = await digests.readerOf(tx, mail.id);
  const waiting = await digests.waiting(tx, mail.distributor_id);
  if (!reader || waiting.length === 0) {
    await outbox.cancel(tx, mail, reader ? "Plus rien à traiter." : "Résumé arrêté.");
    return null;
  }
  const fresh = await digests.freshOn(tx, mail.distributor_id, services.clock.today());
  const { name } = await outbox.sender(tx, mail.distributor_id);
  return {
    text: digestText(waiting, fresh),
    firstName: reader.first_name,
    distributor: name,
    messageKey: mail.message_key,
    stopLink: digestLink(services.config, reader.id),
  };
}

/** What a mail to a cinema says, from what is true now; null when nothing is left to say, and the mail is cancelled. */
async function loadMatter(
  tx: Tx,
  services: Services,
  mail: ClaimedMail & { readonly kind: MailKind },
): Promise<MailMatter | null> {
  const today = services.clock.today();
  let documents = await outbox.documents(tx, mail.id);
  if (mail.kind === "reminder") {
    const owed = await stillReminded(tx, mail.distributor_id, documents, today);
    if (owed.length > 0)
      for (const invoice of documents)
        if (!owed.includes(invoice)) await outbox.leaveOut(tx, mail, invoice.id);
    documents = owed;
  }
  if (documents.length === 0) {
    await endReminder(tx, services, mail, "Plus rien à relancer.");
    return null;
  }
  const matter = await matterOf(tx, mail.distributor_id, mail, documents, today);
  const owed = sumCents(documents.map(({ outstanding }) => centsFromWire(outstanding)));
  if (mail.kind !== "reminder" || owed > shareOf(documents, matter.credits)) return matter;
  await endReminder(tx, services, mail, "Couvert par les avoirs, trop-perçus et acomptes du client.");
  return null;
}

/** Ends a reminder that has nothing left to ask for; of one that may have left, people are asked whether it arrived (MAIL-13). */
async function endReminder(tx: Tx, services: Services, mail: ClaimedMail, reason: string): Promise<void> {
  if ((await outbox.cancel(tx, mail, reason)) !== "unconfirmed") return;
  const recipients = await outbox.recipients(tx, mail.id);
  const documents = await outbox.documents(tx, mail.id);
  await requestCheck(tx, { ...mail, recipients }, documents, services.clock.now(), "");
}

/** The documents go with the invoice, and with the first reminder; the statement with the later ones (MAIL-2). */
async function attachmentsOf(
  services: Services,
  distributorId: number,
  matter: MailMatter,
): Promise<Attachment[]> {
  const { documents } = matter;
  if (matter.kind === "reminder" && matter.reminder_level !== 1) return statementOf(matter);
  const own = documents.filter((document) => document.origin === "issued");
  for (const { id } of own) await ensureDocument(services, distributorId, id);
  const files = await inTransaction(services.pool, scopeOf(distributorId), (tx) =>
    outbox.attachments(
      tx,
      own.map(({ id }) => id),
    ),
  );
  const attachments: Attachment[] = [];
  for (const file of fitting(files))
    attachments.push({ ...file, content: await services.files.get(file.storage_key) });
  return attachments;
}
