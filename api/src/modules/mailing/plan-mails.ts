import { randomUUID } from "node:crypto";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire, sumCents } from "@bobine/contract/money";
import { lockMailing } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import {
  isDemanded,
  isDefaultProposed,
  isMailingHour,
  isReminderDay,
  isSendingDue,
  LATEST_SENDING_DAYS,
  type Mailing,
  type ReminderLevel,
  reminderDue,
} from "../../domain/mailing/schedule.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import {
  createMailAction,
  cutLinkText,
  formerPayerName,
  formerPayerText,
  missingAddressText,
} from "./mail-actions.ts";
import { mailingRepository as repository, type NewMail, type PlannedInvoice } from "./mailing.repository.ts";
import { readDeadAddresses } from "./dead-addresses.repository.ts";
import { type InvoicedTo, isFormer, payerOf } from "../banking/payer-of-document.ts";
import { creditShares, shareOf } from "./open-credits.ts";
import { type Addresses, addressesFor, isInvoiceReminded, recipientsOf } from "./payer-addresses.ts";
import { waitingMails } from "./waiting-mails.repository.ts";

/** Level 0 looks this far ahead. */
export const DAYS_BEFORE_DUE = 5;

/**
 * Writes the mails of this morning to the outbox: invoices and credit notes of yesterday, and the reminders that are due (MAIL-2). Once a day for each distributor with automation on, from 08:00 in Paris, whoever calls and however often.
 */
export async function planMails(services: Services, signal?: AbortSignal): Promise<void> {
  const now = services.clock.now();
  if (!isMailingHour(now)) return;
  const today = services.clock.today();
  const distributors = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    repository.automated(tx, today),
  );
  for (const distributorId of distributors) {
    signal?.throwIfAborted();
    try {
      await inTransaction(services.pool, { kind: "distributor", distributorId }, (tx) =>
        planMorning(tx, distributorId, today, now),
      );
    } catch (error) {
      // The next round tries again; the others have their mails.
      services.log.error(
        { err: error, distributor_id: distributorId },
        "the mails of a morning were not planned",
      );
    }
  }
}

/** @returns how many mails the morning has; none when another node has planned it */
export async function planMorning(
  tx: Tx,
  distributorId: number,
  today: CivilDate,
  now: Date,
): Promise<number> {
  // Who sends one by hand at this moment waits, or is waited for: else one of the two would be refused by the other's.
  await lockMailing(tx, distributorId);
  if (!(await repository.takeMorning(tx, distributorId, today))) return 0;
  const mailing = await repository.mailing(tx, distributorId);
  // First: what it gives up is due again.
  const waiting = await waitingOfOnePayer(tx, distributorId, now);
  const issued = await repository.issuedSince(tx, distributorId, addDays(today, -LATEST_SENDING_DAYS));
  const unpaid = await repository.unpaid(tx, distributorId, addDays(today, DAYS_BEFORE_DUE));
  const addresses = await addressesFor(tx, distributorId, [
    ...issued,
    ...unpaid,
    ...waiting.flatMap((mail) => mail.invoices),
  ]);

  // Those that waited for an address and have one now.
  const found = waiting
    .map((mail) => ({
      ...mail,
      recipients: recipientsOf(mail.kind === "reminder", mail.invoices, addresses),
    }))
    .filter((mail) => mail.recipients.length > 0 && (mail.kind !== "reminder" || isReminderDay(today)));
  await repository.addRecipients(tx, distributorId, found);
  await waitingMails.release(
    tx,
    found.map((mail) => mail.id),
    now,
  );

  const documents = issued
    .filter((invoice) => isSendingDue(today, invoice, mailing))
    .map((invoice) => documentMail(invoice, recipientsOf(false, [invoice], addresses)));
  const { groups } = await dueReminders(tx, distributorId, {
    day: today,
    mailing,
    unpaid,
    addresses,
    withWaiting: false,
  });
  const reminders = groups.map((group) => reminderMail(group, addresses));
  const mails = await requestAddresses(tx, distributorId, [...documents, ...reminders], addresses, now);
  await repository.insert(tx, distributorId, mails, now);
  for (const invoice of unpaid) {
    if (invoice.is_default_proposed || !isDefaultProposed(today, invoice, mailing)) continue;
    await createMailAction(tx, distributorId, {
      code: "default_proposal",
      invoiceId: invoice.id,
      description: `Facture ${invoice.invoice_number}`,
      explanation: [
        `La facture ${invoice.invoice_number} reste impayée plus de 90 jours après son échéance, malgré la mise en demeure.`,
        "Ouvrez-la pour la passer en défaut, ou rejetez cette action pour la laisser en attente.",
      ],
      at: now,
    });
  }
  return mails.length + found.length;
}

/**
 * Mails that wait for an address. Invoices that were put together as one payer's, and are not, come again with mails of their own: else
 * each company would read the other's.
 */
async function waitingOfOnePayer(tx: Tx, distributorId: number, now: Date) {
  const waiting = await waitingMails.withoutAddress(tx, distributorId);
  const several = waiting.filter(({ invoices }) => invoices.length > 1);
  if (several.length === 0) return waiting;
  const ids = new Set(several.flatMap(({ invoices }) => invoices.map(({ cinema_id }) => cinema_id)));
  const cinemas = await repository.cinemas(tx, distributorId, [...ids]);
  const mixed = new Set(
    several
      .filter(
        ({ invoices }) =>
          new Set(invoices.map((invoice) => payerOf(invoice, cinemas.get(invoice.cinema_id)))).size > 1,
      )
      .map(({ id }) => id),
  );
  await waitingMails.giveUp(tx, [...mixed], "Concernait les factures de plusieurs sociétés.", now);
  return waiting.filter(({ id }) => !mixed.has(id));
}

/** A mail before its action is known; `about` says who lacks an address when nobody gets it. */
type DraftMail = Omit<NewMail, "user_action_id"> & { readonly about: InvoicedTo };

/** The first mail of an invoice or a credit note. */
export const documentMail = (
  invoice: InvoicedTo & Pick<PlannedInvoice, "type">,
  recipients: readonly string[],
): DraftMail => ({
  message_key: randomUUID(),
  kind: invoice.type,
  reminder_level: null,
  is_resend: false,
  requested_by: null,
  event: "issued",
  invoice_ids: [invoice.id],
  recipients,
  about: invoice,
});

/** Invoices that one reminder is about: of one payer, at one level. */
export interface ReminderGroup {
  readonly level: ReminderLevel;
  readonly invoices: readonly PlannedInvoice[];
}

/** What is due on a morning. */
export interface DueReminders {
  /** Each with what of the client's open credits is set against its invoices. */
  readonly groups: readonly (ReminderGroup & { readonly credits: Cents })[];
  /** Invoices of mails that would ask for nothing: the client's credits cover them. */
  readonly covered: ReadonlySet<number>;
  /** Invoices of mails that reached nobody and have nobody else to go to. */
  readonly unreached: ReadonlySet<number>;
  /** Invoices whose reminder may have left already: a person has to say first (MAIL-13). */
  readonly doubtful: ReadonlySet<number>;
}

/** The reminders of a morning (MAIL-2). */
export async function dueReminders(
  tx: Tx,
  distributorId: number,
  of: {
    readonly day: CivilDate;
    readonly mailing: Mailing;
    readonly unpaid: readonly PlannedInvoice[];
    readonly addresses: Addresses;
    /** Whether those are among them that waited for an address and have one: a morning releases them, and does not make them. */
    readonly withWaiting: boolean;
  },
): Promise<DueReminders> {
  const { day, mailing, unpaid, addresses, withWaiting } = of;
  const wanted = unpaid.flatMap((invoice) => {
    const level = reminderDue(day, invoice, mailing);
    // What waits is followed by no reminder of its level or one before.
    const isWaitedFor = level !== null && invoice.unaddressed !== null && invoice.unaddressed.level >= level;
    if (level === null || (!withWaiting && isWaitedFor)) return [];
    return [{ invoice, level }];
  });
  const due = wanted.filter(({ invoice, level }) => !invoice.doubtful_levels.includes(level));
  const doubtful = new Set(wanted.filter((one) => !due.includes(one)).map(({ invoice }) => invoice.id));
  if (due.length === 0) return { groups: [], covered: new Set(), unreached: new Set(), doubtful };
  const levels = new Map(due.map(({ invoice, level }) => [invoice.id, level]));
  const asked = unpaid.filter(
    (invoice) =>
      (levels.has(invoice.id) || isDemanded(day, invoice, mailing)) && isInvoiceReminded(invoice, addresses),
  );
  const shares = await creditShares(tx, distributorId, asked, addresses.cinemas);
  const all = reminderGroups(due, addresses).map((group) => ({
    ...group,
    credits: shareOf(group.invoices, shares),
  }));
  const isOwed = ({ invoices, credits }: (typeof all)[number]): boolean =>
    sumCents(invoices.map((invoice) => centsFromWire(invoice.outstanding))) > credits;
  // Of a level that nobody got, only another address is tried.
  const again = all
    .filter(({ level, invoices }) => invoices.some((invoice) => invoice.unreached_levels.includes(level)))
    .map((group) => ({ group, recipients: recipientsOf(true, group.invoices, addresses) }));
  const dead = await readDeadAddresses(
    tx,
    distributorId,
    again.flatMap(({ recipients }) => recipients),
  );
  const lost = new Set(
    again
      .filter(
        ({ recipients }) => recipients.length > 0 && recipients.every((to) => dead.has(to.toLowerCase())),
      )
      .map(({ group }) => group),
  );
  const idsOf = (groups: readonly ReminderGroup[]): ReadonlySet<number> =>
    new Set(groups.flatMap(({ invoices }) => invoices.map(({ id }) => id)));
  return {
    groups: all.filter((group) => isOwed(group) && !lost.has(group) && !isWithoutAddress(group, addresses)),
    unreached: idsOf([...lost]),
    doubtful,
    covered: idsOf(all.filter((group) => !isOwed(group))),
  };
}

/** The mail of this level that waits for an address. */
const waitsFor = ({ unaddressed }: PlannedInvoice, level: ReminderLevel): number | null =>
  unaddressed?.level === level ? unaddressed.mail_id : null;

/** People have been asked for an address, and there is none yet. */
const isWithoutAddress = ({ level, invoices }: ReminderGroup, addresses: Addresses): boolean =>
  invoices.some((invoice) => waitsFor(invoice, level) !== null) &&
  recipientsOf(true, invoices, addresses).length === 0;

/** MAIL-2: one mail for each payer and level, beside what waited for an address; the payer is who was invoiced. */
export function reminderGroups(
  due: readonly { readonly invoice: PlannedInvoice; readonly level: ReminderLevel }[],
  addresses: Addresses,
): ReminderGroup[] {
  const groups = new Map<string, { level: ReminderLevel; invoices: PlannedInvoice[] }>();
  for (const { invoice, level } of due) {
    if (!isInvoiceReminded(invoice, addresses)) continue;
    const payer = payerOf(invoice, addresses.cinemas.get(invoice.cinema_id));
    const key = `${level} ${waitsFor(invoice, level) ?? ""} ${payer}`;
    const group = groups.get(key);
    if (group) group.invoices.push(invoice);
    else groups.set(key, { level, invoices: [invoice] });
  }
  return [...groups.values()];
}

/** The mail of a group; whoever plans it, its event of an invoice is the same, so that it goes once. */
export function reminderMail(
  { level, invoices }: ReminderGroup,
  addresses: Addresses,
  requestedBy: number | null = null,
): DraftMail {
  const [first] = invoices;
  if (!first) throw new RangeError("a reminder about nothing");
  return {
    message_key: randomUUID(),
    kind: "reminder",
    reminder_level: level,
    is_resend: false,
    requested_by: requestedBy,
    event: `reminder_${level}`,
    invoice_ids: invoices.map((invoice) => invoice.id),
    recipients: recipientsOf(true, invoices, addresses),
    about: first,
  };
}

/** Asks once for the address of a cinema, or of a former payer of it, however many of its mails wait for it. */
export async function requestAddresses(
  tx: Tx,
  distributorId: number,
  drafts: readonly DraftMail[],
  { cinemas }: Addresses,
  at: Date,
): Promise<NewMail[]> {
  const asked = new Map<string, number>();
  const mails: NewMail[] = [];
  for (const { about, ...draft } of drafts) {
    if (draft.recipients.length > 0) {
      mails.push({ ...draft, user_action_id: null });
      continue;
    }
    const isReminder = draft.kind === "reminder";
    const { cinema_id } = about;
    const { name: cinema_name = "", is_linked = false } = cinemas.get(cinema_id) ?? {};
    const former = isFormer(about, cinemas) ? about.invoiced_name || about.invoiced_siren : null;
    const payer = payerOf(about, cinemas.get(cinema_id));
    const key = `${cinema_id} ${isReminder} ${former === null ? "" : payer}`;
    let action = asked.get(key);
    if (action === undefined) {
      // A cinema may have another name since.
      const open = await repository.openAddressActions(tx, distributorId, cinema_id, isReminder);
      action = open.find((one) =>
        former === null
          ? !one.is_of_former
          : one.is_of_former && payerOf(one, cinemas.get(cinema_id)) === payer,
      )?.action_id;
    }
    if (action === undefined) {
      const explanation =
        former !== null
          ? formerPayerText(former, cinema_name, draft.kind)
          : is_linked
            ? missingAddressText(cinema_name, draft.kind)
            : cutLinkText(cinema_name, draft.kind);
      action = await createMailAction(tx, distributorId, {
        code: "missing_email",
        invoiceId: draft.invoice_ids[0] ?? null,
        description: former === null ? cinema_name : formerPayerName(former, cinema_name),
        explanation,
        at,
      });
      // MAIL-2
      await writeAudit(tx, systemSource(distributorId), "other", {
        message: explanation[0],
        cinema_id,
        cinema_name,
        user_action_id: action,
      });
    }
    asked.set(key, action);
    mails.push({ ...draft, user_action_id: action });
  }
  return mails;
}
