import { addDays, civilDate, isoWeekday } from "@bobine/contract/civil-date";
import { describe, expect, test } from "vitest";
import {
  hourInParis,
  isDefaultProposed,
  isMailingHour,
  isSendingDue,
  type MailedInvoice,
  type Mailing,
  mailingTryAt,
  type ReminderLevel,
  nextReminderDay,
  reminderDue,
} from "./schedule.ts";

const ON: Mailing = {
  automation_on: true,
  mailing_from: civilDate("2026-01-01"),
  reminder_before_due: false,
};
/** Monday 30 November, due on Wednesday 30 December. */
const INVOICE: MailedInvoice = {
  type: "invoice",
  origin: "issued",
  invoice_date: civilDate("2026-11-30"),
  due_date: civilDate("2026-12-30"),
  status: "awaiting_payment",
  is_mailed: false,
  is_factored: false,
  has_open_question: false,
  stop: null,
  last_reminder: null,
};
const after = (level: ReminderLevel, on: string | null): Partial<MailedInvoice> => ({
  last_reminder: { level, on: on === null ? null : civilDate(on) },
});
const DISPUTE = { reason: "dispute", promised_on: null } as const;
const promise = (day: string) => ({ reason: "promise" as const, promised_on: civilDate(day) });

test.each([
  ["at its hour in the day", "2026-12-01T18:59:00Z", "2026-12-01T18:59:00Z"],
  ["in the morning when it would be in the evening", "2026-12-01T19:00:00Z", "2026-12-02T07:00:00Z"],
  ["in the morning when it would be in the night", "2026-12-02T03:31:12Z", "2026-12-02T07:00:00Z"],
  ["at eight in Paris also in summer", "2026-07-01T19:30:00Z", "2026-07-02T06:00:00Z"],
  ["at eight in Paris also after the night that is longer", "2026-10-24T19:30:00Z", "2026-10-25T07:00:00Z"],
])("MAIL-3: a mail is tried again %s", (_, at, expected) => {
  expect(mailingTryAt(new Date(at))).toEqual(new Date(expected));
});

describe("the hour in Paris", () => {
  test.each([
    ["2026-11-30T06:59:59Z", 7, false],
    ["2026-11-30T07:00:00Z", 8, true],
    ["2026-07-01T05:59:59Z", 7, false],
    ["2026-07-01T06:00:00Z", 8, true],
    // The nights when the clocks change: Sunday 29 March and Sunday 25 October.
    ["2026-03-28T07:00:00Z", 8, true],
    ["2026-03-29T05:59:59Z", 7, false],
    ["2026-03-29T06:00:00Z", 8, true],
    ["2026-10-25T06:59:59Z", 7, false],
    ["2026-10-25T07:00:00Z", 8, true],
    ["2026-11-30T18:59:59Z", 19, true],
    ["2026-11-30T19:00:00Z", 20, false],
    ["2026-11-30T23:30:00Z", 0, false],
  ])("at %s it is %i, mails leave: %s", (instant, hour, leaves) => {
    expect(hourInParis(new Date(instant))).toBe(hour);
    expect(isMailingHour(new Date(instant))).toBe(leaves);
  });
});

describe("an invoice is sent", () => {
  test.each<[string, string, Partial<MailedInvoice>, Partial<Mailing>, boolean]>([
    ["not on its own day", "2026-11-30", {}, {}, false],
    ["the next morning", "2026-12-01", {}, {}, true],
    ["on a weekend too", "2026-12-05", { invoice_date: civilDate("2026-12-04") }, {}, true],
    ["later when the morning was missed", "2026-12-10", {}, {}, true],
    ["by people when it is weeks old", "2027-01-15", {}, {}, false],
    ["once", "2026-12-01", { is_mailed: true }, {}, false],
    ["not with automation off", "2026-12-01", {}, { automation_on: false }, false],
    ["not when another software issued it", "2026-12-01", { origin: "imported" }, {}, false],
    [
      "not when it is older than the mails",
      "2026-12-01",
      {},
      { mailing_from: civilDate("2026-12-01") },
      false,
    ],
    ["as a credit note too", "2026-12-01", { type: "credit_note", status: "paid" }, {}, true],
    ["when it was paid at once", "2026-12-01", { status: "paid" }, {}, true],
    ["when the factor collects it", "2026-12-01", { is_factored: true }, {}, true],
  ])("%s (%s)", (_, today, invoice, mailing, expected) => {
    expect(isSendingDue(civilDate(today), { ...INVOICE, ...invoice }, { ...ON, ...mailing })).toBe(expected);
  });
});

describe("a reminder is due", () => {
  test.each<[string, string, Partial<MailedInvoice>, Partial<Mailing>, ReminderLevel | null]>([
    ["not before the due date", "2026-12-28", {}, {}, null],
    ["before it when that is asked for", "2026-12-25", {}, { reminder_before_due: true }, 0],
    ["before it, but not six days", "2026-12-24", {}, { reminder_before_due: true }, null],
    ["no more on the due date", "2026-12-30", {}, { reminder_before_due: true }, null],
    ["before it once", "2026-12-28", after(0, "2026-12-25"), { reminder_before_due: true }, null],
    ["not after six days", "2027-01-05", {}, {}, null],
    ["after seven days", "2027-01-06", {}, {}, 1],
    ["after seven days, also after level 0", "2027-01-06", after(0, "2026-12-25"), {}, 1],
    ["not after twenty days", "2027-01-19", after(1, "2027-01-06"), {}, null],
    ["after twenty-one days", "2027-01-20", after(1, "2027-01-06"), {}, 2],
    ["after forty-four days not for the third time", "2027-02-12", after(2, "2027-01-20"), {}, null],
    ["after forty-five days, a Saturday, on the Monday", "2027-02-15", after(2, "2027-01-20"), {}, 3],
    ["not after the third", "2027-04-01", after(3, "2027-02-15"), {}, null],
    ["never on a Saturday", "2027-01-09", {}, {}, null],
    ["never on a Sunday", "2027-01-10", {}, {}, null],
    ["from the first level, however late", "2027-03-01", {}, {}, 1],
    ["not at once after a late first one", "2027-03-10", after(1, "2027-03-01"), {}, null],
    ["as many days after a late first one", "2027-03-15", after(1, "2027-03-01"), {}, 2],
    ["not while the last one is under way", "2027-03-15", after(1, null), {}, null],
    ["when it is paid in part", "2027-01-06", { status: "part_paid" }, {}, 1],
    ["not when it is paid or credited", "2027-01-06", { status: "paid" }, {}, null],
    ["not in default", "2027-01-06", { status: "default" }, {}, null],
    ["not when the factor collects", "2027-01-06", { is_factored: true }, {}, null],
    ["not while a person has to decide", "2027-01-06", { has_open_question: true }, {}, null],
    ["not while it is disputed", "2027-01-06", { stop: DISPUTE }, {}, null],
    ["not on the day that payment is promised for", "2027-01-06", { stop: promise("2027-01-06") }, {}, null],
    ["the day after that", "2027-01-07", { stop: promise("2027-01-06") }, {}, 1],
    ["not with automation off", "2027-01-06", {}, { automation_on: false }, null],
    [
      "not for what is older than the mails",
      "2027-01-06",
      {},
      { mailing_from: civilDate("2026-12-01") },
      null,
    ],
    ["for an invoice of another software too", "2027-01-06", { origin: "imported" }, {}, 1],
    ["never for a credit note", "2027-01-06", { type: "credit_note" }, {}, null],
  ])("%s (%s)", (_, today, invoice, mailing, expected) => {
    expect(reminderDue(civilDate(today), { ...INVOICE, ...invoice }, { ...ON, ...mailing })).toBe(expected);
  });

  test("over a year, each level goes once, on a working day, at its date or the Monday after", () => {
    for (let shift = 0; shift < 14; shift += 1) {
      const due_date = addDays(INVOICE.due_date, shift);
      let last_reminder: MailedInvoice["last_reminder"] = null;
      const sent: number[] = [];
      for (let late = -40; late < 320; late += 1) {
        const today = addDays(due_date, late);
        const level = reminderDue(today, { ...INVOICE, due_date, last_reminder }, ON);
        if (level === null) continue;
        expect(isoWeekday(today)).toBeLessThan(6);
        sent.push(level, late);
        last_reminder = { level, on: today };
      }
      const [one, first, two, second, three, third] = sent;
      expect([one, two, three]).toEqual([1, 2, 3]);
      expect(sent).toHaveLength(6);
      expect(first! - 7).toBeLessThanOrEqual(2);
      expect(second! - 21).toBeLessThanOrEqual(2);
      expect(third! - 45).toBeLessThanOrEqual(2);
    }
  });
});

test.each<[string, string, Partial<MailedInvoice>, boolean]>([
  ["not before ninety days", "2027-03-29", after(3, "2027-02-15"), false],
  ["after ninety days and the third reminder", "2027-03-30", after(3, "2027-02-15"), true],
  ["not when the third reminder has not left", "2027-03-30", after(3, null), false],
  ["not without the third reminder", "2027-03-30", after(2, "2027-01-20"), false],
  ["not when it is paid", "2027-03-30", { ...after(3, "2027-02-15"), status: "paid" }, false],
  ["not when the factor collects", "2027-03-30", { ...after(3, "2027-02-15"), is_factored: true }, false],
  ["not while it is disputed", "2027-03-30", { ...after(3, "2027-02-15"), stop: DISPUTE }, false],
])("an invoice is proposed as defaulted: %s", (_, today, invoice, expected) => {
  expect(isDefaultProposed(civilDate(today), { ...INVOICE, ...invoice }, ON)).toBe(expected);
});

test.each([
  ["this morning's, before it is planned", "2026-11-30T06:00:00Z", false, "2026-11-30"],
  ["tomorrow's, once it is planned", "2026-11-30T09:00:00Z", true, "2026-12-01"],
  ["tomorrow's, in the evening", "2026-11-30T19:30:00Z", false, "2026-12-01"],
  ["Monday's, on a Friday", "2026-12-04T09:00:00Z", true, "2026-12-07"],
  ["Monday's, on a Saturday", "2026-12-05T06:00:00Z", false, "2026-12-07"],
])("the next reminders leave on %s (MAIL-8)", (_, now, isPlanned, day) => {
  expect(nextReminderDay(civilDate(now.slice(0, 10)), new Date(now), isPlanned)).toBe(day);
});
