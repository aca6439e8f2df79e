import { frenchDate } from "@bobine/contract/civil-date";
import { cents, centsToWire } from "@bobine/contract/money";
import { isClosed } from "@bobine/contract/user-actions";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import { bankingErrors } from "./banking.errors.ts";
import { decideParts } from "./decide-parts.ts";
import { reconciliationRepository as repository } from "./reconciliation.repository.ts";
import { readPossibleReturns } from "./returned-receipts.ts";

/**
 * Accepts what the action of a returned payment proposes, as it is now: the invoices of the credit are due again, and the fee that the
 * bank names is entered (LET-23).
 * @throws 404 for what is not the distributor's, 409 when it is closed, when several credits are as likely, or when the credit is not
 *   reconciled
 */
export async function acceptReturn(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly userActionId: number;
    readonly at: Date;
    readonly source: AuditSource;
  },
): Promise<void> {
  await lockLedger(tx, request.distributorId);
  const action = await repository.lockAction(tx, request.userActionId);
  if (!action || action.transaction_id === null) throw errors.notFound();
  if (isClosed(action.status)) throw errors.conflict();
  const { transaction } = await repository.lockLine(tx, action.transaction_id);
  const likely = (await readPossibleReturns(tx, request.distributorId, transaction)).find(
    (one) => one.is_likely,
  );
  if (!likely) throw bankingErrors.whichReceipt();
  const { receipt, payments, fee } = likely;
  if (!receipt.is_decided) throw bankingErrors.receiptUndecided(frenchDate(receipt.transaction_date));
  if (!likely.is_whole) throw bankingErrors.returnNotWhole();
  await decideParts(tx, {
    ...request,
    transactionId: transaction.id,
    parts: [
      ...payments.map(({ invoice_id, amount }) => ({
        kind: "return" as const,
        transaction_id: receipt.transaction_id,
        invoice_id,
        amount: centsToWire(cents(0 - amount)),
      })),
      ...(fee === 0 ? [] : [{ kind: "fees" as const, amount: centsToWire(cents(0 - fee)) }]),
    ],
  });
}
