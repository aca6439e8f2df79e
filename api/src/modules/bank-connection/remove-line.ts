import { euros } from "@bobine/contract/french";
import { frenchDate } from "@bobine/contract/civil-date";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { systemSource } from "../../http/audit.ts";
import { lineAdditions } from "../banking/line-additions.repository.ts";
import { revertLine } from "../banking/revert-reconciliation.ts";
import {
  type LinkedTransaction,
  synchronisedLinesRepository as repository,
} from "./synchronised-lines.repository.ts";

/** LET-14 */
const REASON = "Opération supprimée par la banque";

/**
 * The bank took an operation back (AGG-1). When it was lettered, that is undone and a person is told. A line that a file
 * proves stays: only its link to the aggregator goes.
 * @returns whether the line is gone
 */
export async function removeLine(
  tx: Tx,
  { provider_transaction_id }: LinkedTransaction,
  request: { readonly distributorId: number; readonly at: Date },
): Promise<boolean> {
  const { distributorId, at } = request;
  await lockLedger(tx, distributorId);
  // A person may have decided it, or undone that, while this waited for the lock.
  const [line] = await repository.linked(tx, distributorId, [provider_transaction_id]);
  if (!line) return false;
  if (line.source === "file") {
    await repository.unlink(tx, line.id);
    return false;
  }
  if (line.is_decided) {
    // Nobody decided it, whoever asked for the synchronisation.
    const undoing = {
      distributorId,
      userId: null,
      at,
      source: systemSource(distributorId),
      comment: REASON,
    };
    await revertLine(tx, {
      ...undoing,
      transactionId: line.id,
      userActionId: line.user_action_id ?? undefined,
    });
    const list = line.invoice_numbers.join(", ");
    await repository.createRemovedAction(tx, distributorId, {
      reason: REASON,
      explanation: [
        line.invoice_numbers.length === 0
          ? "ce qui avait été décidé de cette opération est annulé"
          : line.invoice_numbers.length > 1
            ? `le rapprochement avec les factures ${list} est annulé`
            : `le rapprochement avec la facture ${list} est annulé`,
      ],
      description: `${line.label} (${euros(line.amount)}, ${frenchDate(line.transaction_date)})`,
      at,
    });
  }
  await lineAdditions.leaveLine(tx, line.id);
  await repository.remove(tx, line.id);
  return true;
}
