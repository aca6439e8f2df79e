import type { CivilDate } from "@bobine/contract/civil-date";
import { isUnpaid } from "@bobine/contract/invoices";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import type { MailPreview } from "@bobine/contract/reminders";
import type { Config } from "../../config.ts";
import type { Tx } from "../../db/scope.ts";
import { isReminderDay } from "../../domain/mailing/schedule.ts";
import { errors } from "../../errors.ts";
import { type InvoicedTo, isFormer } from "../banking/payer-of-document.ts";
import { addressOf, type MailMatter, signature, statementOf, textOf } from "./compose-mail.ts";
import { matterOf, stillReminded } from "./mail-matter.ts";
import { outboxRepository as outbox } from "./outbox.repository.ts";
import { formerPayers } from "../banking/former-payers.repository.ts";
import { mailingRepository as mailing } from "./mailing.repository.ts";
import { addressesFor, recipientsOf } from "./payer-addresses.ts";
import { sendingOf } from "./send-invoice.ts";

const LIST = new Intl.ListFormat("fr");

/** A mail as its readers will see it, by the code that sends it (MAIL-9). */
export function previewOf(
  config: Pick<Config, "mailFrom">,
  matter: MailMatter,
  recipients: readonly string[],
): MailPreview {
  const { sender } = matter;
  const { subject, paragraphs, table, closing } = textOf(matter);
  return {
    from: `${sender.name} <${sender.communication_email ?? addressOf(config.mailFrom)}>`,
    recipients: [...recipients],
    subject,
    paragraphs: [...paragraphs],
    table: table && { head: [...table.head], rows: table.rows.map((row) => [...row]) },
    closing: [...closing, ...signature(sender)],
    attachments: attachmentNames(matter),
  };
}

/** The names of what goes with a mail; documents of another software are not here. */
const attachmentNames = (matter: MailMatter): string[] =>
  matter.kind === "reminder" && matter.reminder_level !== 1
    ? statementOf(matter).map((file) => file.file_name)
    : matter.documents
        .filter((document) => document.origin === "issued")
        .map((document) => `${document.invoice_number}.pdf`);

/**
 * A reminder of these invoices, as it leaves when a person sends it now; where it cannot leave today (on a weekend, or while all that it asks
 * for is stopped), as on the next morning.
 * @throws 404 when one of them is not the distributor's
 */
export async function previewReminder(
  tx: Tx,
  config: Pick<Config, "mailFrom">,
  asked: {
    readonly distributorId: number;
    readonly level: ReminderLevel;
    readonly invoiceIds: readonly number[];
    readonly today: CivilDate;
    readonly morning: CivilDate;
  },
): Promise<MailPreview> {
  const { distributorId, level, invoiceIds, today, morning } = asked;
  const documents = await outbox.documentsOf(tx, invoiceIds);
  if (documents.length < new Set(invoiceIds).size) throw errors.notFound();
  const addresses = await addressesFor(tx, distributorId, documents);
  const now = isReminderDay(today) ? await stillReminded(tx, distributorId, documents, today) : [];
  const [told, day] = now.length > 0 ? [now, today] : [documents, morning];
  const matter = await matterOf(tx, distributorId, { kind: "reminder", reminder_level: level }, told, day);
  return previewOf(config, matter, recipientsOf(true, documents, addresses));
}

/** What sending an invoice or a credit note now would say. @throws as `sendInvoice` does */
export async function previewSending(
  tx: Tx,
  config: Pick<Config, "mailFrom">,
  distributorId: number,
  invoiceId: number,
  today: CivilDate,
): Promise<MailPreview> {
  const { invoice, recipients, cinemas } = await sendingOf(tx, distributorId, invoiceId);
  const documents = await outbox.documentsOf(tx, [invoiceId]);
  const matter = await matterOf(
    tx,
    distributorId,
    { kind: invoice.type, reminder_level: null },
    documents,
    today,
  );
  return {
    ...previewOf(config, matter, recipients),
    ...(isFormer(invoice, cinemas)
      ? {
          notice: await formerPayerNotice(
            tx,
            distributorId,
            invoice,
            documents.some(({ type, status }) => type === "invoice" && isUnpaid(status)),
          ),
        }
      : {}),
  };
}

/** Told to whoever sends it: the document is another company's than who gets it, and where that company's reminders go from then on (MAIL-2). */
async function formerPayerNotice(
  tx: Tx,
  distributorId: number,
  invoice: InvoicedTo,
  isOwed: boolean,
): Promise<string> {
  const former = invoice.invoiced_name || invoice.invoiced_siren;
  const then = isOwed ? `${await reminderText(tx, distributorId, invoice)} ` : "";
  return `Ce document est au nom de ${former}, et ces destinataires sont ceux de la société actuelle du cinéma\u00a0: elle verrait le document d’une autre. ${then}En cas de doute, téléchargez-le et envoyez-le vous-même à la société concernée.`;
}

/** Where the reminders of a former payer go once this invoice was mailed. */
async function reminderText(tx: Tx, distributorId: number, invoice: InvoicedTo): Promise<string> {
  const { first } = await mailing.sendings(tx, invoice.id);
  const isAgain = first !== null && first.state !== "no_address" && first.state !== "waiting";
  const known = isAgain
    ? ((await formerPayers.addresses(tx, distributorId, [invoice.id])).get(invoice.id) ?? [])
    : [];
  return known.length > 0
    ? `Les relances de cette société continueront d’aller à ${LIST.format(known)}.`
    : "Les relances de cette société iront ensuite aux mêmes destinataires.";
}
