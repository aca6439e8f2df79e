import type { InvoiceImport } from "@bobine/contract/invoices";
import { centsToWire, sumCents } from "@bobine/contract/money";
import { lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { InvoiceCsvError } from "../../domain/parsing/invoice-csv.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { importAnswer, saveRows, withFreeNumbers } from "./import-invoices.ts";
import { placeConfirmed } from "./place-invoices.ts";
import { toConfirmRepository } from "./to-confirm.repository.ts";
import { warnIssuedWeeks } from "./warn-issued-weeks.ts";
import type { InvoiceWriter } from "./write-invoices.ts";

/**
 * Imports the lines that wait for these cinemas. A cinema that waits no more, since somebody was quicker, has no lines: the same call
 * again imports nothing.
 */
export async function confirmWaitingCinemas(
  tx: Tx,
  jobs: JobQueue,
  writer: InvoiceWriter,
  ids: readonly number[],
): Promise<InvoiceImport> {
  const { distributorId, userId, source, now, today } = writer;
  await lockInvoicing(tx, distributorId);
  const refused: InvoiceCsvError[] = [];
  const waiting = await toConfirmRepository.remove(tx, distributorId, ids);
  // They enter now: on the day of their file a lot may have been made since, and no other would take them (EXP-12).
  const rows = waiting.map((row) => ({ ...row, opening_date: row.opening_date ? today : null }));
  const free = await withFreeNumbers(tx, writer, rows, refused);
  const placing = { distributorId, source, origin: "list", linkedBy: userId, at: now } as const;
  const saved = await saveRows(tx, writer, await placeConfirmed(tx, placing, free, refused), refused);
  if (rows.length > 0)
    await writeAudit(tx, source, "created_invoice", {
      origin: "imported",
      imported: saved.length,
      errors: refused.length,
      total_amount: centsToWire(sumCents(saved.map((row) => row.total))),
      comment: "Cinémas confirmés",
      ...(await moveOnboarding(tx, distributorId)),
    });
  // What waits may be what pays them (LET-26).
  if (saved.length > 0) await requestProposals(tx, jobs, { distributorIds: [distributorId] });
  return importAnswer(saved.length, refused, [], await warnIssuedWeeks(tx, distributorId, saved));
}

/** Drops the lines that wait for these cinemas; their file can be imported again. */
export async function discardWaitingCinemas(
  tx: Tx,
  distributorId: number,
  source: AuditSource,
  ids: readonly number[],
): Promise<void> {
  // Lines that an import brings meanwhile are told as well, or stay.
  await lockInvoicing(tx, distributorId);
  const rows = await toConfirmRepository.remove(tx, distributorId, ids);
  if (rows.length === 0) return;
  await writeAudit(tx, source, "other", {
    invoice_count: rows.length,
    invoice_numbers: rows.slice(0, 100).map((row) => row.invoice_number),
    comment: "Factures à confirmer abandonnées",
  });
}
