import type { InvoiceMail } from "@bobine/contract/mailing";
import { lockMailing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { invoiceRecipients } from "../../domain/mailing/recipients.ts";
import { errors } from "../../errors.ts";
import type { JobQueue } from "../../services.ts";
import { requireValidated } from "../company/require-validated.ts";
import { mailView } from "./mail-view.ts";
import { mailingErrors } from "./mailing.errors.ts";
import { mailingRepository as repository } from "./mailing.repository.ts";
import { documentMail } from "./plan-mails.ts";
import { waitingMails } from "./waiting-mails.repository.ts";

/**
 * Sends an invoice or a credit note because a person asks for it, automation on or not. What was never sent leaves as the morning
 * would have sent it, so that the morning does not send it again.
 * @throws 404 when the invoice is not the distributor's
 * @throws 409 while a mail of it is under way, without an address, when another software issued it, or for a distributor that is not validated
 */
export async function sendInvoice(
  tx: Tx,
  jobs: JobQueue,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly invoiceId: number;
    readonly at: Date;
  },
): Promise<InvoiceMail> {
  const { distributorId, userId, invoiceId, at } = request;
  // The morning may be planning its mails at this moment: it comes before or after.
  await lockMailing(tx, distributorId);
  const { invoice, recipients } = await sendingOf(tx, distributorId, invoiceId);
  const { first, resends } = await repository.sendings(tx, invoiceId);
  let message_key: string;
  if (first?.state === "no_address") {
    ({ message_key } = first);
    await repository.addRecipients(tx, distributorId, [{ message_key, recipients }]);
    await waitingMails.release(tx, [first.id], at);
    await repository.markRequested(tx, first.id, userId);
  } else if (first?.state === "waiting") {
    // Planned, and waiting for its hour or another try: with automation off it would wait for ever.
    ({ message_key } = first);
    if (!(await waitingMails.hasten(tx, distributorId, first, recipients, at)))
      throw mailingErrors.underWay();
    await repository.markRequested(tx, first.id, userId);
  } else {
    const { about: _, ...mail } = documentMail(invoice, recipients);
    ({ message_key } = mail);
    const again = first === null ? {} : { is_resend: true, event: `resend_${resends + 1}` };
    await repository.insert(
      tx,
      distributorId,
      [{ ...mail, ...again, requested_by: userId, user_action_id: null }],
      at,
    );
  }
  await jobs.enqueue(tx, { name: "send-mails", data: { distributor_id: distributorId } });
  return mailView(await repository.byKey(tx, message_key));
}

/**
 * The document that a person wants to send, locked, and who gets it.
 * @throws as `sendInvoice`
 */
export async function sendingOf(tx: Tx, distributorId: number, invoiceId: number) {
  await requireValidated(tx, distributorId);
  const invoice = await repository.lockInvoice(tx, invoiceId);
  if (!invoice) throw errors.notFound();
  if (invoice.origin !== "issued") throw mailingErrors.notIssuedHere();
  if (await repository.isUnderWay(tx, invoiceId)) throw mailingErrors.underWay();
  const cinemas = await repository.cinemas(tx, distributorId, [invoice.cinema_id]);
  // Of the cinema as it is now: who sends it sees them first.
  const cinema = cinemas.get(invoice.cinema_id);
  const recipients = cinema ? invoiceRecipients(cinema) : [];
  if (recipients.length === 0)
    throw cinema?.is_linked
      ? mailingErrors.noAddress(invoice.cinema_name)
      : mailingErrors.noAddressOfCut(invoice.cinema_name);
  return { invoice, recipients, cinemas };
}
