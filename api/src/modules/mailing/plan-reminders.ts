import { addDays, type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import { cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import {
  type SkippedInvoice,
  PLAN_SHOWN,
  type PlannedReminder,
  type PlannedReminderInvoice,
  type ReminderPlan,
} from "@bobine/contract/reminders";
import { lockMailing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import {
  isReminderDay,
  isStopped,
  type Mailing,
  nextReminderDay,
  reminderDue,
} from "../../domain/mailing/schedule.ts";
import { errors } from "../../errors.ts";
import type { JobQueue } from "../../services.ts";
import { requireValidated } from "../company/require-validated.ts";
import { isFormer } from "../banking/payer-of-document.ts";
import { mailingErrors } from "./mailing.errors.ts";
import { mailingRepository as repository, type NewMail, type PlannedInvoice } from "./mailing.repository.ts";
import { type Addresses, addressesFor, isInvoiceReminded, recipientsOf } from "./payer-addresses.ts";
import { DAYS_BEFORE_DUE, type DueReminders, dueReminders, reminderMail } from "./plan-mails.ts";
import { DOUBT_COMMENT } from "./mail-actions.ts";
import { reminderStops } from "./reminder-stops.repository.ts";
import { waitingMails } from "./waiting-mails.repository.ts";

interface Moment {
  readonly today: CivilDate;
  readonly now: Date;
}

/** What the next morning's reminders are made of. */
interface Plan {
  readonly day: CivilDate;
  readonly mailing: Mailing;
  readonly due: DueReminders;
  readonly addresses: Addresses;
  readonly unpaid: readonly PlannedInvoice[];
}

/** With automation off, what would leave if it were on: people may still send it. */
const ASKED = { automation_on: true } as const;

async function planOf(tx: Tx, distributorId: number, { today, now }: Moment): Promise<Plan> {
  const day = nextReminderDay(today, now, await repository.isMorningTaken(tx, distributorId, today));
  const mailing = await repository.mailing(tx, distributorId);
  const unpaid = await repository.unpaid(tx, distributorId, addDays(day, DAYS_BEFORE_DUE));
  const addresses = await addressesFor(tx, distributorId, unpaid);
  const asked = { ...mailing, ...ASKED };
  const due = await dueReminders(tx, distributorId, {
    day,
    mailing: asked,
    unpaid,
    addresses,
    withWaiting: true,
  });
  return { day, mailing, due, addresses, unpaid };
}

/** The reminders of the next morning, and what is left out (MAIL-8). */
export async function readReminderPlan(tx: Tx, distributorId: number, moment: Moment): Promise<ReminderPlan> {
  const plan = await planOf(tx, distributorId, moment);
  const skipped = plan.unpaid.flatMap((invoice) => skippedOf(plan, invoice));
  const shown = skipped.slice(0, PLAN_SHOWN);
  const comments = await reminderStops.commentsOf(
    tx,
    shown.map(({ id }) => id),
  );
  return {
    day: plan.day,
    is_automatic: plan.mailing.automation_on,
    mail_count: plan.due.groups.length,
    mails: plan.due.groups.slice(0, PLAN_SHOWN).map((group) => mailOf(plan, group)),
    skipped_count: skipped.length,
    skipped: shown.map((invoice) => ({
      ...invoice,
      comment: plan.due.doubtful.has(invoice.id) ? DOUBT_COMMENT : (comments.get(invoice.id) ?? ""),
    })),
  };
}

const mailOf = (
  { addresses, day }: Plan,
  { level, invoices, credits }: DueReminders["groups"][number],
): PlannedReminder => ({
  level,
  client_name: invoices[0]?.client_name ?? "",
  recipients: recipientsOf(true, invoices, addresses),
  invoices: invoices.map((invoice) => viewOf(invoice, day)),
  credits: centsToWire(cents(0 - credits)),
  outstanding: centsToWire(
    cents(sumCents(invoices.map((invoice) => centsFromWire(invoice.outstanding))) - credits),
  ),
});

const viewOf = (invoice: PlannedInvoice, day: CivilDate): PlannedReminderInvoice => ({
  id: invoice.id,
  invoice_number: invoice.invoice_number,
  cinema_name: invoice.cinema_name,
  client_account: invoice.client_account,
  due_date: invoice.due_date,
  outstanding: invoice.outstanding,
  days_late: daysBetween(invoice.due_date, day),
  last_level: invoice.last_reminder?.level ?? null,
  last_on: invoice.last_reminder?.on ?? null,
});

/** An invoice that would be reminded but for one thing, and that thing; nothing for every other. */
function skippedOf(
  { day, mailing, addresses, due }: Plan,
  invoice: PlannedInvoice,
): Omit<SkippedInvoice, "comment">[] {
  const free = { ...invoice, is_factored: false, has_open_question: false, stop: null };
  // As if the settings had said it of every day.
  const since = invoice.invoice_date < mailing.mailing_from ? invoice.invoice_date : mailing.mailing_from;
  const level = reminderDue(day, free, { ...mailing, ...ASKED, mailing_from: since });
  if (level === null) return [];
  const skipped = (
    cause: SkippedInvoice["cause"],
    more: Partial<Pick<SkippedInvoice, "issued_before" | "held_by">> = {},
  ): Omit<SkippedInvoice, "comment">[] => [
    {
      ...viewOf(invoice, day),
      level,
      cause,
      issued_before: null,
      held_by: null,
      promised_on: invoice.stop?.promised_on ?? null,
      ...more,
    },
  ];
  if (invoice.stop && isStopped(day, invoice.stop)) return skipped(invoice.stop.reason);
  if (invoice.has_open_question || due.doubtful.has(invoice.id)) return skipped("open_question");
  if (invoice.is_factored) return skipped("factored");
  if (!isInvoiceReminded(invoice, addresses)) return skipped("not_reminded");
  if (due.covered.has(invoice.id)) return skipped("open_question", { held_by: "credits" });
  if (due.unreached.has(invoice.id)) return skipped("open_question", { held_by: "unreached" });
  return since < mailing.mailing_from ? skipped("not_reminded", { issued_before: mailing.mailing_from }) : [];
}

/**
 * Sends a mail of the plan because a person asks for it, automation on or not (MAIL-8). It takes the events of its invoices, so that
 * the morning does not send it again.
 * @throws 404 when an invoice is not the distributor's
 * @throws 409 when it is no mail of the plan any more, nobody gets it, its payment is promised for today, on a weekend, or for a distributor that is not validated
 */
export async function sendReminder(
  tx: Tx,
  jobs: JobQueue,
  request: Moment & {
    readonly distributorId: number;
    readonly userId: number;
    readonly level: ReminderLevel;
    readonly invoiceIds: readonly number[];
  },
): Promise<{ id: number; recipients: string[] }> {
  const { distributorId, userId, level, now, today } = request;
  const ids = new Set(request.invoiceIds);
  await requireValidated(tx, distributorId);
  // The morning may be planning its mails at this moment: it comes before or after.
  await lockMailing(tx, distributorId);
  if ((await repository.lockInvoices(tx, [...ids])) < ids.size) throw errors.notFound();
  if (!isReminderDay(today)) throw mailingErrors.weekend();
  const { due, addresses } = await planOf(tx, distributorId, request);
  const group = due.groups.find(
    (one) =>
      one.level === level &&
      one.invoices.length === ids.size &&
      one.invoices.every((invoice) => ids.has(invoice.id)),
  );
  if (!group) throw mailingErrors.planChanged();
  // What is promised for a day before that morning is in no mail of today (MAIL-7): of one that asks for nothing else nothing would be left.
  const promised = group.invoices.flatMap(({ stop }) =>
    isStopped(today, stop) ? (stop?.promised_on ?? []) : [],
  );
  const last = promised.toSorted().at(-1);
  if (last !== undefined && promised.length === group.invoices.length) throw mailingErrors.promised(last);
  const { about, ...mail } = reminderMail(group, addresses, userId);
  if (mail.recipients.length === 0)
    throw isFormer(about, addresses.cinemas)
      ? mailingErrors.noAddressOfFormer(about.invoiced_name || about.invoiced_siren, about.cinema_name)
      : mailingErrors.noAddress(addresses.cinemas.get(about.cinema_id)?.name ?? "");
  await waitingMails.replaceReminders(
    tx,
    mail.invoice_ids,
    "Remplacée par la relance envoyée à la main.",
    now,
  );
  await insertOnce(tx, distributorId, { ...mail, user_action_id: null }, now);
  await jobs.enqueue(tx, { name: "send-mails", data: { distributor_id: distributorId } });
  return { id: (await repository.byKey(tx, mail.message_key)).id, recipients: [...mail.recipients] };
}

/** @throws 409 when the morning, or automation that was switched on, has just let a mail leave that tells one of its invoices at its level */
async function insertOnce(tx: Tx, distributorId: number, mail: NewMail, now: Date): Promise<void> {
  try {
    await repository.insert(tx, distributorId, [mail], now);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "mail_once") throw mailingErrors.planChanged();
    throw error;
  }
}
