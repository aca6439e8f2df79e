import { addDays, type CivilDate, daysBetween, isoWeekday } from "@bobine/contract/civil-date";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import { centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import {
  type SkippedInvoice,
  PLAN_SHOWN,
  type PlannedReminder,
  type PlannedReminderInvoice,
  type ReminderPlan,
} from "@bobine/contract/reminders";
import type { Tx } from "../../db/scope.ts";
import { isReminded } from "../../domain/mailing/recipients.ts";
import { isStopped, type Mailing, nextReminderDay, reminderDue } from "../../domain/mailing/schedule.ts";
import { errors } from "../../errors.ts";
import type { JobQueue } from "../../services.ts";
import { requireValidated } from "../company/require-validated.ts";
import { mailingErrors } from "./mailing.errors.ts";
import {
  mailingRepository as repository,
  type MailedCinema,
  type PlannedInvoice,
} from "./mailing.repository.ts";
import {
  DAYS_BEFORE_DUE,
  type ReminderGroup,
  recipientsOf,
  reminderGroups,
  reminderMail,
} from "./plan-mails.ts";
import { reminderStops } from "./reminder-stops.repository.ts";

interface Moment {
  readonly today: CivilDate;
  readonly now: Date;
}

/** What the next morning's reminders are made of. */
interface Plan {
  readonly day: CivilDate;
  readonly mailing: Mailing;
  readonly groups: readonly ReminderGroup[];
  readonly cinemas: ReadonlyMap<number, MailedCinema>;
  readonly unpaid: readonly PlannedInvoice[];
}

/** With automation off, what would leave if it were on: people may still send it. */
const ASKED = { automation_on: true } as const;
const SATURDAY = 6;

async function planOf(tx: Tx, distributorId: number, { today, now }: Moment): Promise<Plan> {
  const day = nextReminderDay(today, now, await repository.isMorningTaken(tx, distributorId, today));
  const mailing = await repository.mailing(tx, distributorId);
  const unpaid = await repository.unpaid(tx, distributorId, addDays(day, DAYS_BEFORE_DUE));
  const cinemas = await repository.cinemas(tx, distributorId, [
    ...new Set(unpaid.map((invoice) => invoice.cinema_id)),
  ]);
  const due = unpaid.flatMap((invoice) => {
    const level = reminderDue(day, invoice, { ...mailing, ...ASKED });
    return level === null ? [] : [{ invoice, level }];
  });
  return { day, mailing, groups: reminderGroups(due, cinemas), cinemas, unpaid };
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
    mail_count: plan.groups.length,
    mails: plan.groups.slice(0, PLAN_SHOWN).map((group) => mailOf(plan, group)),
    skipped_count: skipped.length,
    skipped: shown.map((invoice) => ({ ...invoice, comment: comments.get(invoice.id) ?? "" })),
  };
}

const mailOf = ({ cinemas, day }: Plan, { level, invoices }: ReminderGroup): PlannedReminder => ({
  level,
  client_name: invoices[0]?.client_name ?? "",
  recipients: recipientsOf(
    true,
    invoices.map((invoice) => invoice.cinema_id),
    cinemas,
  ),
  invoices: invoices.map((invoice) => viewOf(invoice, day)),
  outstanding: centsToWire(sumCents(invoices.map((invoice) => centsFromWire(invoice.outstanding)))),
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
  { day, mailing, cinemas }: Plan,
  invoice: PlannedInvoice,
): Omit<SkippedInvoice, "comment">[] {
  const free = { ...invoice, is_factored: false, has_open_question: false, stop: null };
  // As if the settings had said it of every day.
  const since = invoice.invoice_date < mailing.mailing_from ? invoice.invoice_date : mailing.mailing_from;
  const level = reminderDue(day, free, { ...mailing, ...ASKED, mailing_from: since });
  if (level === null) return [];
  const cinema = cinemas.get(invoice.cinema_id);
  const skipped = (
    cause: SkippedInvoice["cause"],
    issued_before: CivilDate | null = null,
  ): Omit<SkippedInvoice, "comment">[] => [
    { ...viewOf(invoice, day), level, cause, issued_before, promised_on: invoice.stop?.promised_on ?? null },
  ];
  if (invoice.stop && isStopped(day, invoice.stop)) return skipped(invoice.stop.reason);
  if (invoice.has_open_question) return skipped("open_question");
  if (invoice.is_factored) return skipped("factored");
  if (cinema && !isReminded(cinema)) return skipped("not_reminded");
  return since < mailing.mailing_from ? skipped("not_reminded", mailing.mailing_from) : [];
}

/**
 * Sends a mail of the plan because a person asks for it, automation on or not (MAIL-8). It takes the events of its invoices, so that
 * the morning does not send it again.
 * @throws 404 when an invoice is not the distributor's
 * @throws 409 when it is no mail of the plan any more, nobody gets it, on a weekend, or for a distributor that is not validated
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
  if ((await repository.lockInvoices(tx, [...ids])) < ids.size) throw errors.notFound();
  if (isoWeekday(today) >= SATURDAY) throw mailingErrors.weekend();
  const { groups, cinemas } = await planOf(tx, distributorId, request);
  const group = groups.find(
    (one) =>
      one.level === level &&
      one.invoices.length === ids.size &&
      one.invoices.every((invoice) => ids.has(invoice.id)),
  );
  if (!group) throw mailingErrors.planChanged();
  const { cinema_id, ...mail } = reminderMail(group, cinemas, userId);
  if (mail.recipients.length === 0) throw mailingErrors.noAddress(cinemas.get(cinema_id)?.name ?? "");
  await repository.insert(tx, distributorId, [{ ...mail, user_action_id: null }], now);
  await jobs.enqueue(tx, { name: "send-mails", data: { distributor_id: distributorId } });
  return { id: (await repository.byKey(tx, mail.message_key)).id, recipients: [...mail.recipients] };
}
