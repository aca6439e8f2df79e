import type { Tx } from "../../db/scope.ts";
import { REASONS, say } from "../../domain/matching/reasons.ts";
import {
  isReturnWording,
  type PossibleReturn,
  possibleReturns,
} from "../../domain/settlement/returned-receipts.ts";
import { LEDGER_CURRENCY } from "./decide-lettering.ts";
import { importRepository, type NewUserAction, type SavedLine } from "./import.repository.ts";
import { returnsRepository } from "./returns.repository.ts";

/** Candidates that the action of a return names. */
const MOST_NAMED = 3;

/**
 * Asks about the new debits that may return a credit (LET-23): by their words, and by the amounts of the credits of three months, also
 * those of the same file. @returns how many were asked
 */
export async function proposeReturns(
  tx: Tx,
  distributorId: number,
  lines: readonly SavedLine[],
  at: Date,
): Promise<number> {
  const debits = lines.filter(
    (line) => line.amount < 0 && line.currency_code === LEDGER_CURRENCY && isReturnWording(line.label),
  );
  const receipts = await returnsRepository.receiptsOf(tx, distributorId, debits);
  const returned = debits.flatMap((debit) => {
    const possible = possibleReturns(debit, receipts.get(debit.id) ?? []);
    return possible.length === 0 ? [] : { debit, possible };
  });
  const ids = await importRepository.newActionIds(tx, returned.length);
  const actions = returned.flatMap(({ debit, possible }, index): NewUserAction[] => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, transaction_id: debit.id, ...questionOf(possible) }];
  });
  await importRepository.createActions(tx, distributorId, actions, at);
  return actions.length;
}

/** What is saved with the action: that a receipt waits for its own decision is true until somebody decides it. */
const reasonsOf = ({ receipt, evidence, reasons }: PossibleReturn): readonly string[] =>
  receipt.is_decided ? reasons : evidence;

/** The words of an action about a return: which invoices would be due again. */
export function questionOf(
  possible: readonly PossibleReturn[],
): Omit<NewUserAction, "id" | "transaction_id"> {
  const likely = possible.find((one) => one.is_likely);
  const named = likely ? [likely] : possible;
  return {
    status: "PENDING",
    open_status: "PENDING",
    reason_code: "returned_payment",
    reason: REASONS.returned_payment.sentence,
    explanation: likely
      ? reasonsOf(likely)
      : [say.severalReturned, ...possible.slice(0, MOST_NAMED).flatMap(reasonsOf)],
    suggested_invoices: { near_rounded: [], partial: [] },
    candidates: [],
    // Until it is decided, exports put it on the clients of these credits: those that it may take back whole.
    related_transaction_ids: named.filter((one) => one.is_all).map((one) => one.receipt.transaction_id),
  };
}
