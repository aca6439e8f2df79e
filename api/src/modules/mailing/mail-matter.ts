import type { CivilDate } from "@bobine/contract/civil-date";
import type { MailKind, ReminderLevel } from "@bobine/contract/mail-values";
import type { Tx } from "../../db/scope.ts";
import { payerKeyOf } from "../banking/legal-payer.ts";
import type { MailMatter } from "./compose-mail.ts";
import { mailingRepository, type MailedDocument } from "./mailing.repository.ts";
import { outboxRepository as outbox } from "./outbox.repository.ts";
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
  const statement = level === null || level < 2 ? [] : await statementOf(tx, distributorId, documents, today);
  return {
    kind: mail.kind,
    reminder_level: level,
    documents,
    statement: statement.length > 0 ? statement : documents,
    sender: await outbox.sender(tx, distributorId),
    lateRates: await outbox.lateRates(tx),
    today,
    words: level === null ? null : ((await reminderTexts.one(tx, distributorId, level)) ?? null),
  };
}

/** All that the payers of these documents are late with; what is stopped is not in it, for a statement asks for what it lists. */
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
  const payerOf = (invoice: MailedDocument): string | undefined => {
    const cinema = cinemas.get(invoice.cinema_id);
    return cinema && payerKeyOf(cinema);
  };
  const payers = new Set(owed.map(payerOf));
  return overdue.filter((invoice) => payerOf(invoice) !== undefined && payers.has(payerOf(invoice)));
}
