import { mentionsDebits } from "../../domain/vat/vat-regime.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { vatRegimes } from "../company/vat-regimes.repository.ts";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import type { CivilDate } from "@bobine/contract/civil-date";
import { centsToWire } from "@bobine/contract/money";
import { lockInvoicing, lockLedger } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { questionAboutClient, questionAboutSupplier } from "../../domain/e-invoicing/completeness.ts";
import { formatInvoiceNumber, type InvoiceSeries } from "../../domain/invoicing/invoice-number.ts";
import { dueDate } from "../../domain/invoicing/payment-terms.ts";
import { type AuditSource, systemSource, WEEK_NOT_INVOICED, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { refreshLetters } from "../banking/letter-groups.ts";
import { requireValidated } from "../company/require-validated.ts";
import { decideIssuable } from "./decide-issuable.ts";
import { type Decided, OfOtherCompany, type UndecidedWeek, weekKey } from "./decide-weeks.ts";
import {
  type CinemaWeekKey,
  type InvoicedCinema,
  type IssuedInvoice,
  issueRepository as repository,
  type IssuingDistributor,
  type LeftOut,
} from "./issue.repository.ts";
import { incompleteInvoicesRepository } from "./incomplete-invoices.repository.ts";
import {
  clientAccountOf,
  clientOf,
  formerVatNumber,
  missingOfClient,
  missingOfIssuer,
  supplierOf,
} from "./parties.ts";
import { must } from "../../domain/must.ts";
import { vatGroundsOf } from "./vat-grounds.repository.ts";

/** Weeks per transaction: the lock of the distributor's numbers is held for some tenths of a second. */
const BATCH_WEEKS = 50;

export interface IssueReport {
  /** Ids, in the order of their numbers. */
  readonly invoices: number[];
  readonly credit_notes: number[];
  /** Cinemas whose invoices wait because something that an invoice must say of them is not known. */
  readonly not_invoiceable: { readonly cinema_id: number; readonly missing: string[] }[];
  /** Weeks that could not be decided; each is logged with its reason, audited once, tried again by every run, and holds up no other. */
  readonly undecided: CinemaWeekKey[];
  /** What is not known of the distributor itself; nothing is issued until it is. */
  readonly distributor_missing: string[];
}

/**
 * Issues what the current declarations of a distributor are worth beyond what was invoiced: one invoice per cinema and week,
 * credit notes for corrected weeks, applied at once (BILL-13, BILL-14). Only with automation on, of a
 * validated distributor, only for validated cinemas. Runs one at a time for a distributor; a run that finds nothing new issues nothing.
 *
 * Each batch is one transaction with its numbers, so a crash leaves no hole: what was not committed is issued by the next run.
 * @param signal looked at between two batches: those that are committed stay
 */
export async function issueInvoices(
  services: Services,
  distributorId: number,
  signal?: AbortSignal,
): Promise<IssueReport> {
  const report: IssueReport = {
    invoices: [],
    credit_notes: [],
    not_invoiceable: [],
    undecided: [],
    distributor_missing: [],
  };
  const scope = { kind: "distributor", distributorId } as const;
  const held: CinemaWeekKey[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const waiting = new Set(report.not_invoiceable.map((cinema) => cinema.cinema_id));
    const leftOut = { cinemas: [...waiting], weeks: [...report.undecided, ...held] };
    const batch = await inTransaction(services.pool, scope, (tx) =>
      issueBatch(tx, distributorId, services.clock.today(), leftOut),
    );
    report.invoices.push(...batch.invoices);
    report.credit_notes.push(...batch.credit_notes);
    report.not_invoiceable.push(...batch.not_invoiceable.filter((one) => !waiting.has(one.cinema_id)));
    held.push(...batch.held);
    for (const { reason, ...week } of batch.undecided) {
      services.log.error(
        { err: reason, distributor_id: distributorId, ...week },
        "a week cannot be invoiced: left out",
      );
      report.undecided.push(week);
    }
    report.distributor_missing.push(...batch.distributor_missing);
    if (batch.weeks < BATCH_WEEKS) return report;
  }
}

interface Batch extends Omit<IssueReport, "undecided"> {
  readonly undecided: readonly UndecidedWeek[];
  /** Weeks that wait for what is not known of their client. */
  readonly held: readonly CinemaWeekKey[];
  /** How many weeks it looked at. */
  readonly weeks: number;
}

async function issueBatch(tx: Tx, distributorId: number, today: CivilDate, leftOut: LeftOut): Promise<Batch> {
  const nothing: Batch = {
    weeks: 0,
    invoices: [],
    credit_notes: [],
    not_invoiceable: [],
    undecided: [],
    held: [],
    distributor_missing: [],
  };
  await lockInvoicing(tx, distributorId);
  const distributor = await repository.distributor(tx, distributorId);
  if (!distributor?.is_issuing) {
    await incompleteInvoicesRepository.closeIdle(tx, distributorId);
    return nothing;
  }
  const weeks = await repository.weeksToInvoice(tx, distributorId, leftOut, BATCH_WEEKS);
  if (weeks.length === 0) {
    await incompleteInvoicesRepository.closeIdle(tx, distributorId);
    return nothing;
  }
  const distributor_missing = missingOfIssuer(distributor);
  if (distributor_missing.length > 0) {
    const given = { siren: distributor.proposed_siren, vat_number: distributor.proposed_prefix_vat };
    const proposed = (["siren", "vat_number"] as const).filter(
      (field) => distributor_missing.includes(field) && given[field] !== "",
    );
    const question = { cinema_id: null, ...questionAboutSupplier(distributor_missing, proposed) };
    await incompleteInvoicesRepository.closeIdle(tx, distributorId);
    if (await incompleteInvoicesRepository.isAnythingWaiting(tx, distributorId, null))
      await incompleteInvoicesRepository.createActions(tx, distributorId, [question]);
    return { ...nothing, distributor_missing };
  }

  const cinemas = await repository.cinemas(tx, distributorId, [
    ...new Set(weeks.map((week) => week.cinema_id)),
  ]);
  const decided = await decideIssuable(tx, distributor, cinemas, weeks);
  const missing = [...cinemas.values()].map((cinema) => ({
    cinema,
    missing: missingOfClient(clientOf(cinema)),
  }));
  const waiting = missing.filter(({ cinema }) => decided.waiting_cinemas.has(cinema.id));
  await incompleteInvoicesRepository.createActions(
    tx,
    distributorId,
    waiting.map((one) => ({ cinema_id: one.cinema.id, ...questionAboutClient(one.cinema, one.missing) })),
  );
  const complete = missing.filter((one) => one.missing.length === 0).map(({ cinema }) => cinema.id);
  await incompleteInvoicesRepository.close(tx, distributorId, [null, ...complete]);

  const invoices = await issue(tx, distributor, today, "F", decided.invoices);
  const credit_notes = await issue(tx, distributor, today, "A", decided.credit_notes);
  if (invoices.length > 0) await auditMove(tx, distributorId);
  const { undecided, held, settled } = decided;
  await auditUndecided(tx, distributorId, undecided, cinemas);
  await repository.settle(
    tx,
    distributorId,
    settled.declarations.map((declaration) => declaration.id),
    settled.weeks,
  );
  await incompleteInvoicesRepository.closeIdle(tx, distributorId);
  const not_invoiceable = waiting.map((one) => ({ cinema_id: one.cinema.id, missing: one.missing }));
  return {
    weeks: weeks.length,
    invoices,
    credit_notes,
    not_invoiceable,
    undecided,
    held,
    distributor_missing,
  };
}

/** Who issues is active (DIST-1): its first invoice may move it past steps that it has not taken. */
async function auditMove(tx: Tx, distributorId: number): Promise<void> {
  const move = await moveOnboarding(tx, distributorId);
  if (move.new_status === undefined) return;
  await writeAudit(tx, systemSource(distributorId), "other", {
    event: "Première facture émise",
    ...move,
  });
}

/** Every run meets such a week again; people are told once. Its reason is ours, and stays in the job's log. */
async function auditUndecided(
  tx: Tx,
  distributorId: number,
  undecided: readonly UndecidedWeek[],
  cinemas: ReadonlyMap<number, InvoicedCinema>,
): Promise<void> {
  if (undecided.length === 0) return;
  const ofOthers = new Set(undecided.filter(({ reason }) => reason instanceof OfOtherCompany).map(weekKey));
  for (const key of await repository.unaudited(tx, distributorId, undecided)) {
    const { cinema_id, week_start } = key;
    const week = cinemaWeekOf(week_start);
    await writeAudit(tx, systemSource(distributorId), "system_action", {
      event: WEEK_NOT_INVOICED,
      message: ofOthers.has(weekKey(key))
        ? "Semaine non facturée\u00a0: la facture à corriger porte une TVA, sous un autre SIREN que celui de votre société."
        : "Semaine non facturée\u00a0: ses déclarations sont à vérifier.",
      cinema_id,
      cinema_name: must(cinemas.get(cinema_id), "cinema").name,
      week: `S${week.number}/${week.year}`,
      week_start,
    });
  }
}

/**
 * Numbers, saves and audits the documents of one series. The caller holds the distributor's lock.
 * @param source who does it: the system, unless a person asked for the document
 * @throws 409 for a distributor that is not validated
 */
export async function issue(
  tx: Tx,
  distributor: IssuingDistributor,
  today: CivilDate,
  series: InvoiceSeries,
  decided: readonly Decided[],
  source: AuditSource = systemSource(distributor.id),
): Promise<number[]> {
  if (decided.length === 0) return [];
  await requireValidated(tx, distributor.id);
  const last = (await repository.lastDates(tx, distributor.id))[series];
  // BILL-9: dates never go back in a series, whatever the clock does.
  const date = last !== null && last > today ? last : today;
  const first = await repository.takeNumbers(tx, distributor.id, series, date, decided.length);
  const regimes = await vatRegimes.of(tx, distributor.id);
  const supplier = supplierOf(distributor);
  const corrected = decided.flatMap(({ draft }) => ("corrects" in draft ? [draft.corrects.id] : []));
  const grounds = await vatGroundsOf(tx, distributor.id, corrected);
  const invoices = decided.map(({ cinema, draft }, position): IssuedInvoice => {
    const week = draft.week_start === null ? null : cinemaWeekOf(draft.week_start);
    // What corrects an invoice names the ground on which that had no VAT, whatever number the company has since.
    const ground = "corrects" in draft ? grounds.get(draft.corrects.id) : undefined;
    const former =
      "corrects" in draft ? (ground ? formerVatNumber(ground, supplier) : null) : draft.vat_number;
    return {
      cinema_id: cinema.id,
      type: series === "F" ? "invoice" : "credit_note",
      invoice_number: formatInvoiceNumber({
        series,
        year: Number(date.slice(0, 4)),
        counter: first + position,
      }),
      invoice_date: date,
      // Nothing is to be paid on a credit note.
      due_date: series === "F" ? dueDate(date, distributor.payment_terms) : date,
      cinema_name: cinema.name,
      week_start: draft.week_start,
      week_number: week?.number ?? null,
      week_year: week?.year ?? null,
      corrects_id: "corrects" in draft ? draft.corrects.id : null,
      issued_by: source.actorId,
      client: clientOf(cinema),
      supplier: {
        ...supplier,
        ...(former === null ? {} : { vat_number: former }),
        vat_on_debits: mentionsDebits(
          regimes,
          "corrects" in draft ? draft.corrects.invoice_date : date,
          supplier.vat_on_debits,
        ),
      },
      client_account: clientAccountOf(cinema),
      total_net_amount: centsToWire(draft.total_net_amount),
      total_vat_amount: centsToWire(draft.total_vat_amount),
      total_amount: centsToWire(draft.total_amount),
      vat_breakdown: draft.vat_breakdown.map((rate) => ({
        vat_rate_bp: rate.vat_rate_bp,
        net_amount: centsToWire(rate.net_amount),
        vat_amount: centsToWire(rate.vat_amount),
      })),
    };
  });
  if (corrected.length > 0) {
    // What a credit note settles is lettered: the ledger's lock comes before those of its rows.
    await lockLedger(tx, distributor.id);
    // Before the credit notes refer to them: a reference locks as well.
    await repository.lockInvoices(tx, corrected);
  }
  const ids = await repository.insertInvoices(tx, distributor.id, invoices);
  await repository.insertLines(
    tx,
    distributor.id,
    decided.flatMap(({ draft }, position) =>
      draft.lines.map((line) => ({
        ...line,
        invoice_id: must(ids[position], "id of an invoice"),
        gross_ttc: centsToWire(line.gross_ttc),
        base_film_ht: centsToWire(line.base_film_ht),
        net_amount: centsToWire(line.net_amount),
      })),
    ),
  );
  await repository.tieDeclarations(
    tx,
    decided.flatMap(({ draft }, position) =>
      draft.lines.flatMap((line) =>
        line.declaration_ids.map((id) => ({ id, invoice_id: must(ids[position], "id of an invoice") })),
      ),
    ),
  );
  for (const [position, { draft }] of decided.entries()) {
    const [id, invoice] = [ids[position], invoices[position]];
    if (id === undefined || !invoice) continue;
    if ("corrects" in draft) await repository.applyCreditNote(tx, distributor.id, id, draft.corrects.id);
    await writeAudit(tx, source, "created_invoice", {
      invoice_id: id,
      invoice_number: invoice.invoice_number,
      type: invoice.type,
      cinema_name: invoice.cinema_name,
      ...(invoice.week_number === null ? {} : { week: `S${invoice.week_number}/${invoice.week_year}` }),
      total_amount: invoice.total_amount,
      ...("corrects" in draft ? { corrects: draft.corrects.invoice_number } : {}),
    });
  }
  await refreshLetters(tx, distributor.id, corrected);
  return ids;
}
