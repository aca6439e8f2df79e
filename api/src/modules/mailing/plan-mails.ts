import { randomUUID } from "node:crypto";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { invoiceRecipients, isReminded, reminderRecipients } from "../../domain/mailing/recipients.ts";
import {
  isDefaultProposed,
  isMailingHour,
  isSendingDue,
  LATEST_SENDING_DAYS,
  type ReminderLevel,
  reminderDue,
} from "../../domain/mailing/schedule.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { payerKeyOf } from "../banking/legal-payer.ts";
import { createMailAction, cutLinkText, missingAddressText, openAddressAction } from "./mail-actions.ts";
import {
  mailingRepository as repository,
  type MailedCinema,
  type NewMail,
  type PlannedInvoice,
} from "./mailing.repository.ts";

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
  if (!(await repository.takeMorning(tx, distributorId, today))) return 0;
  const mailing = await repository.mailing(tx, distributorId);
  const issued = await repository.issuedSince(tx, distributorId, addDays(today, -LATEST_SENDING_DAYS));
  const unpaid = await repository.unpaid(tx, distributorId, addDays(today, DAYS_BEFORE_DUE));
  const waiting = await repository.withoutAddress(tx, distributorId);
  const cinemas = await repository.cinemas(tx, distributorId, [
    ...new Set([
      ...issued.map((invoice) => invoice.cinema_id),
      ...unpaid.map((invoice) => invoice.cinema_id),
      ...waiting.flatMap((mail) => mail.cinema_ids),
    ]),
  ]);

  // Those that waited for an address and have one now.
  const found = waiting
    .map((mail) => ({
      ...mail,
      recipients: recipientsOf(mail.kind === "reminder", mail.cinema_ids, cinemas),
    }))
    .filter((mail) => mail.recipients.length > 0);
  await repository.addRecipients(tx, distributorId, found);
  await repository.release(
    tx,
    found.map((mail) => mail.id),
    now,
  );

  const documents = issued
    .filter((invoice) => isSendingDue(today, invoice, mailing))
    .map((invoice) => documentMail(invoice, recipientsOf(false, [invoice.cinema_id], cinemas)));
  const reminders = reminderGroups(
    unpaid.flatMap((invoice) => {
      const level = reminderDue(today, invoice, mailing);
      return level === null ? [] : [{ invoice, level }];
    }),
    cinemas,
  ).map((group) => reminderMail(group, cinemas));
  const mails = await requestAddresses(tx, distributorId, [...documents, ...reminders], cinemas, now);
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

/** A mail before its action is known; `cinema` is who lacks an address when nobody gets it. */
type DraftMail = Omit<NewMail, "user_action_id"> & { readonly cinema_id: number };

/** The first mail of an invoice or a credit note. */
export const documentMail = (
  invoice: Pick<PlannedInvoice, "id" | "type" | "cinema_id">,
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
  cinema_id: invoice.cinema_id,
});

/** Invoices that one reminder is about: of one payer, at one level. */
export interface ReminderGroup {
  readonly level: ReminderLevel;
  readonly invoices: readonly PlannedInvoice[];
}

/** MAIL-2: one mail for each payer and level. */
export function reminderGroups(
  due: readonly { readonly invoice: PlannedInvoice; readonly level: ReminderLevel }[],
  cinemas: ReadonlyMap<number, MailedCinema>,
): ReminderGroup[] {
  const groups = new Map<string, { level: ReminderLevel; invoices: PlannedInvoice[] }>();
  for (const { invoice, level } of due) {
    const cinema = cinemas.get(invoice.cinema_id);
    if (!cinema || !isReminded(cinema)) continue;
    const key = `${level} ${payerKeyOf(cinema)}`;
    const group = groups.get(key);
    if (group) group.invoices.push(invoice);
    else groups.set(key, { level, invoices: [invoice] });
  }
  return [...groups.values()];
}

/** The mail of a group; whoever plans it, its event of an invoice is the same, so that it goes once. */
export function reminderMail(
  { level, invoices }: ReminderGroup,
  cinemas: ReadonlyMap<number, MailedCinema>,
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
    recipients: recipientsOf(
      true,
      invoices.map((invoice) => invoice.cinema_id),
      cinemas,
    ),
    cinema_id: first.cinema_id,
  };
}

/** Who gets a mail that is about these cinemas, each address once. */
export function recipientsOf(
  isReminder: boolean,
  cinemaIds: readonly number[],
  cinemas: ReadonlyMap<number, MailedCinema>,
): string[] {
  const all = new Map<string, string>();
  for (const id of new Set(cinemaIds)) {
    const cinema = cinemas.get(id);
    if (!cinema) continue;
    for (const address of isReminder ? reminderRecipients(cinema) : invoiceRecipients(cinema))
      if (!all.has(address.toLowerCase())) all.set(address.toLowerCase(), address);
  }
  return [...all.values()];
}

/** Asks once for the address of a cinema, however many of its mails wait for it. */
export async function requestAddresses(
  tx: Tx,
  distributorId: number,
  drafts: readonly DraftMail[],
  cinemas: ReadonlyMap<number, MailedCinema>,
  at: Date,
): Promise<NewMail[]> {
  const asked = new Map<string, number>();
  const mails: NewMail[] = [];
  for (const { cinema_id, ...draft } of drafts) {
    if (draft.recipients.length > 0) {
      mails.push({ ...draft, user_action_id: null });
      continue;
    }
    const isReminder = draft.kind === "reminder";
    const key = `${cinema_id} ${isReminder}`;
    let action = asked.get(key) ?? (await openAddressAction(tx, distributorId, cinema_id, isReminder));
    if (action === null) {
      const { name: cinema_name = "", is_linked = false } = cinemas.get(cinema_id) ?? {};
      const explanation = is_linked
        ? missingAddressText(cinema_name, draft.kind)
        : cutLinkText(cinema_name, draft.kind);
      action = await createMailAction(tx, distributorId, {
        code: "missing_email",
        invoiceId: draft.invoice_ids[0] ?? null,
        description: cinema_name,
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
