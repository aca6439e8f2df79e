import type { CivilDate } from "@bobine/contract/civil-date";
import { isUnpaid } from "@bobine/contract/invoices";
import type { MailKind, ReminderLevel } from "@bobine/contract/mail-values";
import type { Tx } from "../../db/scope.ts";
import { payerOf } from "../banking/payer-of-document.ts";
import type { MailMatter } from "./compose-mail.ts";
import { mailingRepository, type MailedDocument } from "./mailing.repository.ts";
import { outboxRepository as outbox } from "./outbox.repository.ts";
import { creditShares } from "./open-credits.ts";
import { isInvoiceReminded } from "./payer-addresses.ts";
import { reminderStops } from "./reminder-stops.repository.ts";
import { reminderTexts } from "./reminder-texts.repository.ts";

/** What a mail about these documents is made of, from what is true now: the mail that leaves and its preview say the same. */
export async function matterOf(
  tx: Tx,
  distributorId: number,
  mail: { readonly kind: MailKind; readonly reminder_level: ReminderLevel | null },
  documents: readonly MailedDocument[],
  today: CivilDate,
): Promise<MailMatter> {
  const { reminder_level: level } = mail;
  const own = level === null ? new Map() : await creditShares(tx, distributorId, documents);
  // Most clients have no credit: all that is late is read where it is told, or shares one.
  const isWhole = level !== null && (level >= 2 || own.size > 0);
  const statement = isWhole ? await statementOf(tx, distributorId, documents, today) : documents;
  return {
    kind: mail.kind,
    reminder_level: level,
    documents,
    statement,
    credits: isWhole ? await creditShares(tx, distributorId, statement) : own,
    sender: await outbox.sender(tx, distributorId),
    lateRates: await outbox.lateRates(tx),
    today,
    words: level === null ? null : ((await reminderTexts.one(tx, distributorId, level)) ?? null),
  };
}

/**
 * Of the invoices of a reminder those that it still asks for: not what is paid, credited, in default, sold, asked about or stopped (MAIL-7)
 * since, nor what the settings leave out by now: older than the mails, or of a cinema that nobody is reminded of (MAIL-2).
 */
export async function stillReminded(
  tx: Tx,
  distributorId: number,
  documents: readonly MailedDocument[],
  today: CivilDate,
): Promise<MailedDocument[]> {
  const ids = documents.map(({ id }) => id);
  const stopped = await reminderStops.stoppedAmong(tx, ids, today);
  const questioned = await outbox.questionedAmong(tx, distributorId, ids);
  const { mailing_from } = await mailingRepository.mailing(tx, distributorId);
  const cinemas = await mailingRepository.cinemas(tx, distributorId, [
    ...new Set(documents.map((invoice) => invoice.cinema_id)),
  ]);
  return documents.filter(
    (invoice) =>
      isUnpaid(invoice.status) &&
      !invoice.is_factored &&
      !stopped.has(invoice.id) &&
      !questioned.has(invoice.id) &&
      invoice.invoice_date >= mailing_from &&
      isInvoiceReminded(invoice, { cinemas }),
  );
}

/**
 * These documents, and what else their payers are late with. What is stopped, asked about, older than the mails, or of a cinema that
 * the settings remind nobody of is not in it, for a statement asks for what it lists.
 */
async function statementOf(
  tx: Tx,
  distributorId: number,
  owed: readonly MailedDocument[],
  today: CivilDate,
): Promise<MailedDocument[]> {
  const late = await outbox.overdue(tx, distributorId, today);
  const stopped = await reminderStops.stoppedAmong(
    tx,
    late.map(({ id }) => id),
    today,
  );
  const overdue = late.filter(({ id }) => !stopped.has(id));
  const cinemas = await mailingRepository.cinemas(tx, distributorId, [
    ...new Set([...overdue, ...owed].map((invoice) => invoice.cinema_id)),
  ]);
  const keyOf = (invoice: MailedDocument): string | undefined =>
    payerOf(invoice, cinemas.get(invoice.cinema_id));
  const payers = new Set(owed.map(keyOf));
  const own = new Set(owed.map(({ id }) => id));
  const others = overdue.filter(
    (invoice) =>
      !own.has(invoice.id) &&
      keyOf(invoice) !== undefined &&
      payers.has(keyOf(invoice)) &&
      isInvoiceReminded(invoice, { cinemas }),
  );
  return [...owed, ...others].sort(
    (a, b) =>
      a.due_date.localeCompare(b.due_date) || a.invoice_date.localeCompare(b.invoice_date) || a.id - b.id,
  );
}
