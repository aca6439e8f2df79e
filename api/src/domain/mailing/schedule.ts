import { type InvoiceStatus, isUnpaid } from "@bobine/contract/invoices";
import type { StopReason } from "@bobine/contract/reminders";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import {
  addDays,
  type CivilDate,
  civilDateInParis,
  daysBetween,
  isoWeekday,
} from "@bobine/contract/civil-date";

export type { ReminderLevel };

/** Hours of the day in Paris, from and to, in which a morning's mails are planned; later, they wait for the next day. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;
const NOON = 12;
/** An invoice that stayed unsent for so long is no news any more: people send it. */
export const LATEST_SENDING_DAYS = 45;
/** MAIL-2, in days after the due date. */
const REMINDER_DAYS: Readonly<Record<ReminderLevel, number>> = { 0: -5, 1: 7, 2: 21, 3: 45 };
/** A delayed level delays the next: as many days as the calendar has between them, less a weekend that moved the first. */
const DAYS_AFTER_THE_LAST: Readonly<Record<ReminderLevel, number>> = { 0: 0, 1: 0, 2: 12, 3: 22 };
const DEFAULT_DAYS = 90;
const SATURDAY = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What a distributor decided about mails. */
export interface Mailing {
  readonly automation_on: boolean;
  /** What was issued before is left to people. */
  readonly mailing_from: CivilDate;
  /** MAIL-2: level 0 is an option. */
  readonly reminder_before_due: boolean;
}

/** MAIL-7: a dispute lasts until somebody resumes the reminders, a promise of payment until its day is over. */
export interface ReminderStop {
  readonly reason: StopReason;
  readonly promised_on: CivilDate | null;
}

/** Whether a person's word keeps an invoice from being reminded on a day (MAIL-7). */
export const isStopped = (today: CivilDate, stop: ReminderStop | null): boolean =>
  stop !== null && (stop.promised_on === null || today <= stop.promised_on);

export interface MailedInvoice {
  readonly type: "invoice" | "credit_note";
  readonly origin: "issued" | "imported";
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  readonly status: InvoiceStatus;
  /** A mail of the invoice itself exists, whatever became of it. */
  readonly is_mailed: boolean;
  /** The factor is paid, not us (BILL-16). */
  readonly is_factored: boolean;
  /** Somebody still has to decide something about it. */
  readonly has_open_question: boolean;
  /** What a person said keeps it from being reminded (MAIL-7). */
  readonly stop: ReminderStop | null;
  /** The last reminder that was made; `on` is the day that it left, null while it is on its way. */
  readonly last_reminder: { readonly level: ReminderLevel; readonly on: CivilDate | null } | null;
}

/** The hour of an instant in Paris, 0–23, summer time or not. */
export const hourInParis = (instant: Date): number =>
  Number(
    instant.toLocaleTimeString("en-GB", { timeZone: "Europe/Paris", hour: "2-digit", hourCycle: "h23" }),
  );

/** MAIL-3: mails leave from 08:00 in Paris; a server that was down catches up in the day, never in the night. */
export const isMailingHour = (now: Date): boolean => {
  const hour = hourInParis(now);
  return hour >= FIRST_HOUR && hour < LAST_HOUR;
};

/** When a planned mail is tried again: at eight where it would be in the night (MAIL-3). */
export function mailingTryAt(instant: Date): Date {
  if (isMailingHour(instant)) return instant;
  const at = new Date(instant);
  at.setUTCMinutes(0, 0, 0);
  do at.setTime(at.getTime() + HOUR_MS);
  while (!isMailingHour(at));
  return at;
}

/** A summary is for the morning: after noon, the next one tells. */
export const isDigestHour = (now: Date): boolean => {
  const hour = hourInParis(now);
  return hour >= FIRST_HOUR && hour < NOON;
};

/** An invoice or credit note of ours leaves the morning after its date (MAIL-3). */
export function isSendingDue(today: CivilDate, invoice: MailedInvoice, mailing: Mailing): boolean {
  const age = daysBetween(invoice.invoice_date, today);
  return (
    mailing.automation_on &&
    invoice.origin === "issued" &&
    !invoice.is_mailed &&
    invoice.invoice_date >= mailing.mailing_from &&
    age >= 1 &&
    age <= LATEST_SENDING_DAYS
  );
}

/** Whether reminders may leave on a day, at whatever try: never on a weekend (MAIL-2). */
export const isReminderDay = (day: CivilDate): boolean => isoWeekday(day) < SATURDAY;

/** When a reminder is tried again: on Monday at that hour where it would be on a weekend in Paris (MAIL-2). */
export function reminderTryAt(instant: Date): Date {
  let at = instant;
  while (!isReminderDay(civilDateInParis(at))) at = new Date(at.getTime() + DAY_MS);
  return at;
}

/**
 * The reminder that is due today, or null (MAIL-2). Each level once, in order, never on a weekend; none for what is paid,
 * credited or in default, for what the factor collects, nor while a person has to decide about the invoice or has stopped its reminders.
 */
export function reminderDue(
  today: CivilDate,
  invoice: MailedInvoice,
  mailing: Mailing,
): ReminderLevel | null {
  if (!mailing.automation_on || invoice.invoice_date < mailing.mailing_from) return null;
  if (invoice.type !== "invoice" || !isUnpaid(invoice.status)) return null;
  if (invoice.is_factored || invoice.has_open_question || !isReminderDay(today)) return null;
  if (isStopped(today, invoice.stop)) return null;
  const late = daysBetween(invoice.due_date, today);
  const last = invoice.last_reminder;
  if (last === null || last.level === 0) {
    if (late >= REMINDER_DAYS[1]) return 1;
    // Of no use once it is due.
    return last === null && mailing.reminder_before_due && late >= REMINDER_DAYS[0] && late < 0 ? 0 : null;
  }
  if (last.level === 3 || last.on === null) return null;
  const next = last.level === 1 ? 2 : 3;
  const isRested = daysBetween(last.on, today) >= DAYS_AFTER_THE_LAST[next];
  return late >= REMINDER_DAYS[next] && isRested ? next : null;
}

/** Whether a client is asked for an invoice, at whatever level it is: what is late of what reminders are for (MAIL-2). */
export const isDemanded = (
  today: CivilDate,
  invoice: MailedInvoice,
  { mailing_from }: Pick<Mailing, "mailing_from">,
): boolean =>
  invoice.type === "invoice" &&
  isUnpaid(invoice.status) &&
  invoice.invoice_date >= mailing_from &&
  invoice.due_date < today &&
  !invoice.is_factored &&
  !invoice.has_open_question &&
  !isStopped(today, invoice.stop);

/** MAIL-2: after 90 days and the third level, people are asked whether to give the invoice up. */
export const isDefaultProposed = (today: CivilDate, invoice: MailedInvoice, mailing: Mailing): boolean =>
  mailing.automation_on &&
  invoice.type === "invoice" &&
  isUnpaid(invoice.status) &&
  !invoice.is_factored &&
  !invoice.has_open_question &&
  !isStopped(today, invoice.stop) &&
  invoice.last_reminder?.level === 3 &&
  invoice.last_reminder.on !== null &&
  addDays(invoice.due_date, DEFAULT_DAYS) <= today;

/**
 * The morning that the next reminders leave on: today's while it is still to be planned, else tomorrow's, and never one of a weekend (MAIL-8).
 * @param isPlanned whether today's mails are in the outbox
 */
export function nextReminderDay(today: CivilDate, now: Date, isPlanned: boolean): CivilDate {
  let day = isPlanned || hourInParis(now) >= LAST_HOUR ? addDays(today, 1) : today;
  while (!isReminderDay(day)) day = addDays(day, 1);
  return day;
}
