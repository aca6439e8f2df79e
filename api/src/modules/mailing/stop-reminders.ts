import { addDays, type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { isUnpaid } from "@bobine/contract/invoices";
import { LONGEST_PROMISE_DAYS, type NewReminderStop, type ReminderStop } from "@bobine/contract/reminders";
import type { Tx } from "../../db/scope.ts";
import { isStopped } from "../../domain/mailing/schedule.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { mailingErrors } from "./mailing.errors.ts";
import { reminderStops as stops, type StoppableInvoice, type StopRow } from "./reminder-stops.repository.ts";

export interface StopRequest {
  readonly distributorId: number;
  readonly userId: number;
  readonly invoiceId: number;
  readonly source: AuditSource;
  readonly now: Date;
  readonly today: CivilDate;
}

/**
 * Stops the reminders of an invoice (MAIL-7). The same again changes nothing; another reason or day takes its place.
 * @throws 404 when the invoice is not the distributor's
 * @throws 409 for what nobody is reminded of, 400 for a day that is past or further than a year
 */
export async function stopReminders(
  tx: Tx,
  request: StopRequest,
  asked: NewReminderStop,
): Promise<ReminderStop & { is_leaving: boolean }> {
  const { distributorId, userId, invoiceId, now, today } = request;
  const promised_on = asked.reason === "promise" ? (asked.promised_on ?? null) : null;
  if (promised_on !== null && (promised_on < today || promised_on > addDays(today, LONGEST_PROMISE_DAYS)))
    throw errors.field("promised_on", "Choisissez un jour entre aujourd’hui et dans un an.");
  const invoice = await stops.lockInvoice(tx, invoiceId);
  if (!invoice) throw errors.notFound();
  if (invoice.type !== "invoice" || !isUnpaid(invoice.status)) throw mailingErrors.nothingDue();
  const stop = { reason: asked.reason, promised_on, comment: asked.comment ?? "" };
  const before = await stops.of(tx, invoiceId);
  const isSame =
    before?.reason === stop.reason && before.promised_on === promised_on && before.comment === stop.comment;
  if (!isSame) {
    await stops.lift(tx, invoiceId, now);
    await stops.insert(tx, distributorId, { ...stop, invoiceId, userId, at: now });
    await audit(tx, request.source, invoice, "reminders_stopped", {
      reason: promised_on === null ? "Litige" : `Règlement promis pour le ${frenchDate(promised_on)}`,
      comment: stop.comment,
    });
  }
  const is_leaving = await stops.takeBack(tx, invoiceId, now);
  const row = await stops.of(tx, invoiceId);
  if (!row) throw new Error("the stop of an invoice is not there");
  return { ...stopView(row, today), is_leaving };
}

/**
 * Lets an invoice be reminded again (MAIL-7); one that is not stopped stays as it is.
 * @throws 404 when the invoice is not the distributor's
 */
export async function resumeReminders(tx: Tx, { invoiceId, now, source }: StopRequest): Promise<void> {
  const invoice = await stops.lockInvoice(tx, invoiceId);
  if (!invoice) throw errors.notFound();
  if ((await stops.lift(tx, invoiceId, now)) > 0) await audit(tx, source, invoice, "reminders_resumed", {});
}

/** A stop as screens show it. */
export const stopView = (row: StopRow, today: CivilDate): ReminderStop => ({
  ...row,
  is_in_effect: isStopped(today, row),
});

const audit = (
  tx: Tx,
  source: AuditSource,
  invoice: StoppableInvoice,
  event: "reminders_stopped" | "reminders_resumed",
  details: { readonly reason?: string; readonly comment?: string },
): Promise<void> =>
  writeAudit(tx, source, "other", {
    event,
    invoice_id: invoice.id,
    invoice_number: invoice.invoice_number,
    cinema_name: invoice.cinema_name,
    ...(details.reason === undefined ? {} : { reason: details.reason }),
    ...(details.comment ? { comment: details.comment } : {}),
  });
