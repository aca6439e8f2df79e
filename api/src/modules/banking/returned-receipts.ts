import type { readParts } from "@bobine/contract/bank-parts";
import { frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { cents, centsFromWire, centsToWire, type Money } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import type { SettlementPlan } from "../../domain/settlement/parts.ts";
import { type PossibleReturn, possibleReturns } from "../../domain/settlement/returned-receipts.ts";
import { errors } from "../../errors.ts";
import { bankingErrors } from "./banking.errors.ts";
import { LEDGER_CURRENCY } from "./decide-lettering.ts";
import {
  type ChosenLockedInvoice,
  type LockedTransaction,
  reconciliationRepository as repository,
} from "./reconciliation.repository.ts";
import { returnsRepository as returns } from "./returns.repository.ts";

/** The earlier credits that a debit may take back; none of a line that is decided. */
export async function possibleReturnsOf(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
): Promise<ResponseOf<typeof readParts>["returns"]> {
  return (await readPossibleReturns(tx, distributorId, transaction)).map(
    ({ receipt, payments, fee, is_likely, reasons }) => ({
      transaction_id: receipt.transaction_id,
      transaction_date: receipt.transaction_date,
      label: receipt.label,
      amount: centsToWire(receipt.amount),
      is_likely,
      is_decided: receipt.is_decided,
      fee: fee === 0 ? null : centsToWire(cents(0 - fee)),
      reasons: [...reasons],
      invoices: payments.map(({ invoice_id, invoice_number, cinema_name, amount }) => ({
        id: invoice_id,
        invoice_number,
        cinema_name,
        amount: centsToWire(amount),
      })),
    }),
  );
}

export async function readPossibleReturns(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
): Promise<PossibleReturn[]> {
  if (transaction.amount >= 0 || transaction.currency_code !== LEDGER_CURRENCY) return [];
  if (await repository.live(tx, transaction.id)) return [];
  const receipts = await returns.receiptsOf(tx, distributorId, [transaction]);
  return possibleReturns(transaction, receipts.get(transaction.id) ?? []);
}

/**
 * Only what an earlier credit of the distributor paid of an invoice, and what no return has taken back of it yet.
 * @throws 404 for a credit that is not the distributor's or pays something else, 409 for more than it paid or for a later one
 */
export async function refuseWrongReturns(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
  plan: SettlementPlan,
  invoices: ReadonlyMap<number, ChosenLockedInvoice>,
): Promise<void> {
  const returning = plan.allocations.flatMap((one) =>
    one.returned_transaction_id === undefined
      ? []
      : { ...one, returned_transaction_id: one.returned_transaction_id },
  );
  if (returning.length === 0) return;
  const payments = await returns.returnable(tx, distributorId, [
    ...new Set(returning.map((one) => one.returned_transaction_id)),
  ]);
  for (const { returned_transaction_id, invoice_id, amount } of returning) {
    const paid = payments.find(
      (one) => one.transaction_id === returned_transaction_id && one.invoice_id === invoice_id,
    );
    if (!paid) throw errors.notFound();
    if (paid.transaction_date > transaction.transaction_date)
      throw bankingErrors.returnedBefore(frenchDate(paid.transaction_date));
    if (paid.amount + amount < 0)
      throw bankingErrors.beyondPaid(
        must(invoices.get(invoice_id), "locked invoice").invoice_number,
        euros(paid.amount),
      );
  }
}

/**
 * What was returned stays paid until its return is undone, and what was due again and is settled since must not be paid twice. The
 * caller holds the ledger's lock, and the invoices.
 * @throws 409 that names what to undo first
 */
export async function refuseUndoOfReturned(
  tx: Tx,
  transaction: LockedTransaction,
  allocations: readonly { readonly invoice_id: number; readonly amount: Money }[],
  invoices: ReadonlyMap<number, ChosenLockedInvoice>,
): Promise<void> {
  const [debit] = transaction.amount > 0 ? await returns.returnsOf(tx, transaction.id) : [];
  if (debit) throw bankingErrors.returnedSince(frenchDate(debit.transaction_date));
  for (const { invoice_id, amount } of allocations) {
    const invoice = invoices.get(invoice_id);
    const paid = centsFromWire(amount);
    if (!invoice || paid >= 0 || invoice.outstanding + paid >= 0) continue;
    throw bankingErrors.settledSince(invoice.invoice_number);
  }
}
