import type { applyCredit as applyContract } from "@bobine/contract/client-credits";
import { addDays, type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { type Cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { BodyOf, ResponseOf } from "@bobine/contract/route";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { isSameClient } from "../../domain/settlement/spread-credits.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { bankingErrors } from "./banking.errors.ts";
import { type Credit, clientCreditsRepository as credits, remainingOf } from "./client-credits.repository.ts";
import { creditOfAnother } from "./credit-sentences.ts";
import { refuseUnpayable } from "./decide-lettering.ts";
import { refreshLetters } from "./letter-groups.ts";
import { type ChosenLockedInvoice, reconciliationRepository as ledger } from "./reconciliation.repository.ts";

interface Request {
  readonly distributorId: number;
  readonly userId: number;
  readonly id: string;
  readonly source: AuditSource;
  readonly today: CivilDate;
}

/**
 * Puts a client credit on an invoice without a bank line (LET-24): all is locked, read again, decided and recorded in the caller's transaction.
 * @throws 404 for what is not the distributor's, 400 for another client or a wrong day, 409 for what the state forbids
 */
export async function applyCredit(
  tx: Tx,
  request: Request & { readonly body: BodyOf<typeof applyContract> },
): Promise<ResponseOf<typeof applyContract>> {
  const { distributorId, userId, id, today, body } = request;
  const amount = centsFromWire(body.amount);
  await lockLedger(tx, distributorId);
  const credit = await lockedCredit(tx, distributorId, id, [body.invoice_id]);
  const invoice = credit.invoices.get(body.invoice_id);
  if (!invoice) throw errors.notFound();
  if (amount <= 0) throw errors.field("amount", "Saisissez un montant positif.");
  refuseUnpayable(invoice);
  refuseUse(credit.found, invoice, amount);
  const closed = await credits.lastClosedDay(tx, distributorId);
  const date = dayOf(credit.found, invoice, { asked: body.applied_on, today, closed });
  await credits.use(tx, distributorId, [
    {
      credit: credit.found,
      invoice_id: invoice.id,
      amount,
      date,
      reconciliation_id: null,
      decided_by: userId,
    },
  ]);
  await refreshLetters(tx, distributorId, [...credit.invoices.keys()]);
  await writeAudit(tx, request.source, "manual_reconciliation", {
    client_credit: credit.found.label,
    invoice_numbers: [invoice.invoice_number],
    allocated_amount: centsToWire(amount),
  });
  return { message: "Crédit imputé.", credit: await creditAnswer(tx, distributorId, id) };
}

/**
 * Takes a client credit off its invoice again.
 * @throws 404 for what is not the distributor's or is undone already, 409 for what a bank line was decided with
 */
export async function undoCreditUse(tx: Tx, request: Request): Promise<ResponseOf<typeof applyContract>> {
  const { distributorId, id, today } = request;
  await lockLedger(tx, distributorId);
  const use = await credits.findUse(tx, distributorId, id);
  if (!use) throw errors.notFound();
  if (use.line_date !== null) throw bankingErrors.usedWithLine(frenchDate(use.line_date));
  const credit = await lockedCredit(tx, distributorId, use.credit, [use.invoice_id]);
  const seeds = await credits.undoUse(tx, id);
  // A person who takes a credit note off its invoice does not want it back there.
  if (credit.found.place === "part")
    seeds.push(...(await credits.returnToInvoices(tx, distributorId, [use.invoice_id], today)));
  await refreshLetters(tx, distributorId, seeds);
  await writeAudit(tx, request.source, "reverted_reconciliation", {
    client_credit: credit.found.label,
    invoice_numbers: [use.invoice_number],
    allocated_amount: use.amount,
  });
  return { message: "Imputation annulée.", credit: await creditAnswer(tx, distributorId, use.credit) };
}

/** Who decides holds the ledger's lock; invoices and the credit note are locked too, against whoever issues or corrects them. */
async function lockedCredit(
  tx: Tx,
  distributorId: number,
  id: string,
  invoiceIds: readonly number[],
): Promise<{ found: Credit; invoices: Map<number, ChosenLockedInvoice> }> {
  const known = (await credits.find(tx, distributorId, [id])).get(id);
  if (!known) throw errors.notFound();
  const notes = known.place === "note" ? [known.row] : [];
  const invoices = await ledger.lockInvoices(tx, distributorId, [...invoiceIds, ...notes]);
  const found = (await credits.find(tx, distributorId, [id])).get(id);
  if (!found) throw errors.notFound();
  return { found, invoices };
}

async function creditAnswer(tx: Tx, distributorId: number, id: string) {
  const credit = (await credits.find(tx, distributorId, [id])).get(id);
  if (!credit) throw errors.notFound();
  return await credits.withUses(tx, credit);
}

/** @throws 400 for another client's credit, 409 for more than is left of it or due */
function refuseUse(credit: Credit, invoice: ChosenLockedInvoice, amount: Cents): void {
  if (!isSameClient(credit, invoice)) throw errors.field("invoice_id", creditOfAnother(credit, invoice));
  const remaining = remainingOf(credit);
  if (amount > remaining) throw bankingErrors.beyondCredit(credit.label, euros(remaining));
  if (amount > invoice.outstanding)
    throw bankingErrors.beyondOutstanding(invoice.invoice_number, euros(invoice.outstanding));
}

/** The day of a use: no day before the credit or the invoice, none to come, none that a lot has closed: its last day is open while it is today (EXP-11). */
function dayOf(
  credit: Credit,
  invoice: ChosenLockedInvoice,
  days: { asked: CivilDate | undefined; today: CivilDate; closed: CivilDate | undefined },
): CivilDate {
  const first = credit.date > invoice.invoice_date ? credit.date : invoice.invoice_date;
  const { asked, today, closed } = days;
  if (asked === undefined) return first > today ? first : today;
  if (asked < first)
    throw errors.field("applied_on", `Choisissez une date à partir du ${frenchDate(first)}.`);
  if (asked > today && asked > first)
    throw errors.field("applied_on", "Choisissez une date qui n’est pas à venir.");
  if (closed !== undefined && asked <= closed && asked < today)
    throw errors.field(
      "applied_on",
      `Les écritures jusqu’au ${frenchDate(closed < today ? closed : addDays(today, -1))} sont dans un lot\u00a0: choisissez une date postérieure.`,
    );
  return asked;
}
