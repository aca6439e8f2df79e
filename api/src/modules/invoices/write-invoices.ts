import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { hasOtherIban, OTHER_IBAN_IN_TEXT } from "@bobine/contract/ibans-in-text";
import type { Invoice, InvoiceChanges, NewInvoice } from "@bobine/contract/invoices";
import { centsFromWire } from "@bobine/contract/money";
import { lockInvoicing, lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { isTotalRight, vatBreakdownOf } from "../../domain/invoicing/imported-invoice.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { requestProposals } from "../banking/propose-again.ts";
import {
  type ImportedFacts,
  importedInvoicesRepository,
  type LockedInvoice,
} from "./imported-invoices.repository.ts";
import { confirmedIbans } from "../company/company.repository.ts";
import { provisions } from "../company/provisions.repository.ts";
import { defaultProposals } from "./default-proposals.repository.ts";
import { invoiceErrors } from "./invoices.errors.ts";
import { invoicesRepository } from "./invoices.repository.ts";
import { issueRepository } from "./issue.repository.ts";
import { clientAccountOf, clientOf } from "./parties.ts";

/** BILL-17 */
export const DEFAULT_DAYS_DUE = 30;

/** Who writes, for whom, and when. */
export interface InvoiceWriter {
  readonly distributorId: number;
  readonly userId: number;
  readonly today: CivilDate;
  readonly now: Date;
  readonly source: AuditSource;
}

/**
 * Keeps an invoice of outside the product (BILL-11): its number is its own and takes none of ours. Like every change of an invoice it waits
 * while a lot is made (EXP-10).
 * @throws 400 naming the field: number taken, of our series or another account, cinema not of the distributor, dates, amounts
 */
export async function saveInvoice(tx: Tx, writer: InvoiceWriter, invoice: NewInvoice): Promise<Invoice> {
  const { distributorId, userId, today, source } = writer;
  await lockInvoicing(tx, distributorId);
  const { invoice_number, invoice_date } = invoice;
  const due_date = invoice.due_date ?? addDays(invoice_date, DEFAULT_DAYS_DUE);
  checkDates(invoice_date, due_date);
  await checkNumber(tx, distributorId, today, invoice_number);
  const facts: ImportedFacts = {
    type: "invoice",
    corrects_id: null,
    opening_date: null,
    invoice_number,
    invoice_date,
    due_date,
    ...(await cinemaFacts(tx, distributorId, invoice.cinema_id)),
    ...weekFacts(invoice.week_start ?? null),
    ...amountFacts(invoice),
    in_default: false,
    notes: invoice.notes ?? "",
  };
  const id = (await importedInvoicesRepository.insert(tx, distributorId, userId, [facts])).get(
    invoice_number,
  );
  if (id === undefined) throw invoiceErrors.numberTaken(invoice_number);
  await writeAudit(tx, source, "created_invoice", {
    invoice_id: id,
    invoice_number,
    origin: "imported",
    cinema_name: facts.cinema_name,
    total_amount: facts.total_amount,
  });
  return await written(tx, id);
}

/**
 * Changes what the life of an invoice lets change (BILL-11): default, due date and notes of any; the rest of an imported one
 * without payment. What is the same already changes nothing and is not audited.
 * @throws 404, 409 when its state forbids it, 400 naming the field
 */
export async function rewriteInvoice(
  tx: Tx,
  jobs: JobQueue,
  writer: InvoiceWriter,
  id: number,
  changes: InvoiceChanges,
): Promise<Invoice> {
  const { status, notes, due_date, comment, ...rest } = changes;
  const isRewritten = Object.keys(rest).length > 0;
  await lockInvoicing(tx, writer.distributorId);
  const before = await importedInvoicesRepository.lock(tx, id);
  if (!before) throw errors.notFound();
  if (isRewritten) {
    if (before.origin === "issued") throw invoiceErrors.issuedNotRewritten();
    if (before.type === "credit_note") throw invoiceErrors.creditNoteNotRewritten();
    if (before.is_settled) {
      const opening = await importedInvoicesRepository.onlyOpening(tx, id);
      if (!opening) throw invoiceErrors.settledNotRewritten();
      throw opening.is_in_lot ? invoiceErrors.openedInLot("modifiée") : invoiceErrors.openedNotRewritten();
    }
  }
  if (due_date !== undefined || rest.invoice_date !== undefined)
    checkDates(rest.invoice_date ?? before.invoice_date, due_date ?? before.due_date);
  const in_default = status === undefined ? before.in_default : defaultOf(before, status);
  if (rest.invoice_number !== undefined && rest.invoice_number !== before.invoice_number)
    await checkNumber(tx, writer.distributorId, writer.today, rest.invoice_number);

  const wanted: Partial<ImportedFacts> = {
    ...(rest.invoice_number === undefined ? {} : { invoice_number: rest.invoice_number }),
    ...(rest.invoice_date === undefined ? {} : { invoice_date: rest.invoice_date }),
    ...(rest.cinema_id === undefined ? {} : await cinemaFacts(tx, writer.distributorId, rest.cinema_id)),
    ...(rest.week_start === undefined ? {} : weekFacts(rest.week_start)),
    ...(hasAmounts(rest) ? amountFacts({ ...before, ...definedOf(rest) }) : {}),
    ...(due_date === undefined ? {} : { due_date }),
    ...(notes === undefined ? {} : { notes }),
    ...(status === undefined ? {} : { in_default }),
  };
  const changed = TOLD_FIELDS.filter((field) => field in wanted && wanted[field] !== before[field]);
  if (changed.length === 0) return await written(tx, id);
  await importedInvoicesRepository.update(tx, id, wanted);
  if (!before.in_default && in_default) {
    await importedInvoicesRepository.defaultedOn(tx, [id], writer.today);
    await defaultProposals.answer(tx, id, writer);
  }
  if (before.in_default && !in_default) {
    await importedInvoicesRepository.reopenedOn(tx, id, writer.today);
    // EXP-19: what is due again is doubtful no more.
    await provisions.withdraw(tx, id, writer);
  }
  // What waits may be what pays it (LET-26).
  if (isRewritten || (before.in_default && !in_default))
    await requestProposals(tx, jobs, { distributorIds: [writer.distributorId] });
  const after = await written(tx, id);
  await writeAudit(tx, writer.source, "other", {
    invoice_id: id,
    invoice_number: after.invoice_number,
    changed_fields: changed,
    old_value: changed.map((field) => before[field]),
    new_value: changed.map((field) => wanted[field]),
    ...(after.status === before.status ? {} : { previous_status: before.status, new_status: after.status }),
    ...(comment ? { comment } : {}),
  });
  return after;
}

/**
 * Deletes an imported invoice that nothing was paid of since it came in; what was paid before goes with it, unless a lot holds that.
 * @throws 404, 409 an issued invoice, or one with a payment or a credit note
 */
export async function removeInvoice(
  tx: Tx,
  { distributorId, source }: InvoiceWriter,
  id: number,
): Promise<void> {
  await lockInvoicing(tx, distributorId);
  // Before the row, and only where there is something to undo: a statement that comes in holds the ledger for long.
  const hasOpening = (await importedInvoicesRepository.onlyOpening(tx, id)) !== undefined;
  if (hasOpening) await lockLedger(tx, distributorId);
  const invoice = await importedInvoicesRepository.lock(tx, id);
  if (!invoice) throw errors.notFound();
  if (invoice.origin === "issued") throw invoiceErrors.issuedNotDeleted();
  const opening = hasOpening ? await importedInvoicesRepository.onlyOpening(tx, id) : undefined;
  if (invoice.is_settled && !opening) throw invoiceErrors.settledNotDeleted();
  if (opening?.is_in_lot) throw invoiceErrors.openedInLot("supprimée");
  if (opening) await importedInvoicesRepository.deleteOpenings(tx, id);
  await importedInvoicesRepository.delete(tx, id);
  await writeAudit(tx, source, "other", {
    event: "invoice_deleted",
    invoice_id: id,
    invoice_number: invoice.invoice_number,
    cinema_name: invoice.cinema_name,
    total_amount: invoice.total_amount,
    ...(opening ? { allocated_amount: opening.amount } : {}),
  });
}

/** What the audit tells of a change; the others follow from these. */
const TOLD_FIELDS = [
  "invoice_number",
  "invoice_date",
  "due_date",
  "cinema_id",
  "week_start",
  "total_net_amount",
  "total_vat_amount",
  "total_amount",
  "in_default",
  "notes",
] as const;

const hasAmounts = (changes: InvoiceChanges): boolean =>
  changes.total_net_amount !== undefined ||
  changes.total_vat_amount !== undefined ||
  changes.total_amount !== undefined;

const definedOf = ({ total_net_amount, total_vat_amount, total_amount }: InvoiceChanges) => ({
  ...(total_net_amount === undefined ? {} : { total_net_amount }),
  ...(total_vat_amount === undefined ? {} : { total_vat_amount }),
  ...(total_amount === undefined ? {} : { total_amount }),
});

async function written(tx: Tx, id: number): Promise<Invoice> {
  const invoice = await invoicesRepository.one(tx, id);
  if (!invoice) throw errors.notFound();
  return invoice;
}

/** BILL-10: only what is unpaid goes to default, only what is in default is reopened; neither twice. */
function defaultOf(before: LockedInvoice, status: NonNullable<InvoiceChanges["status"]>): boolean {
  if (before.status === "paid") throw invoiceErrors.notInDefault();
  if (status === "part_paid" && centsFromWire(before.allocated_amount) === 0)
    throw invoiceErrors.nothingPaid();
  return status === "default";
}

function checkDates(invoice_date: CivilDate, due_date: CivilDate): void {
  if (due_date < invoice_date) throw invoiceErrors.dueBeforeDate();
}

async function checkNumber(tx: Tx, distributorId: number, today: CivilDate, number: string): Promise<void> {
  const coming = await importedInvoicesRepository.comingNumbers(tx, distributorId, today, [number]);
  if (coming.size > 0) throw invoiceErrors.numberOfSeries(number);
  // Clients read it on reminders and statements (SEC-17).
  if (hasOtherIban(number, await confirmedIbans(tx, distributorId)))
    throw errors.field("invoice_number", OTHER_IBAN_IN_TEXT);
}

async function cinemaFacts(tx: Tx, distributorId: number, cinema_id: number) {
  const cinema = (await issueRepository.cinemas(tx, distributorId, [cinema_id])).get(cinema_id);
  if (!cinema) throw invoiceErrors.unknownCinema();
  return {
    cinema_id,
    cinema_name: cinema.name,
    client: clientOf(cinema),
    client_account: clientAccountOf(cinema),
  };
}

/** A week by its Wednesday. */
export function weekFacts(week_start: CivilDate | null) {
  if (week_start === null) return { week_start, week_number: null, week_year: null };
  const { number, year } = cinemaWeekOf(week_start);
  return { week_start, week_number: number, week_year: year };
}

function amountFacts(amounts: Pick<ImportedFacts, "total_net_amount" | "total_vat_amount" | "total_amount">) {
  const { total_net_amount, total_vat_amount, total_amount } = amounts;
  const [net, vat, total] = [total_net_amount, total_vat_amount, total_amount].map(centsFromWire);
  if (net === undefined || vat === undefined || total === undefined || total === 0)
    throw invoiceErrors.noTotal();
  if (!isTotalRight(net, vat, total)) throw invoiceErrors.wrongTotal();
  return { total_net_amount, total_vat_amount, total_amount, vat_breakdown: vatBreakdownOf(net, vat) };
}
