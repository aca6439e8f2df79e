import { isUnpaid } from "@bobine/contract/invoices";
import { cents, centsFromWire, centsToWire, type Money, sumCents } from "@bobine/contract/money";
import {
  type ChoosableInvoice,
  isClosed,
  type UserAction,
  type UserActionDetail,
} from "@bobine/contract/user-actions";
import { together, type Tx } from "../../db/scope.ts";
import { isOfAmounts, say } from "../../domain/matching/reasons.ts";
import { errors } from "../../errors.ts";
import { unpaidInvoicesRepository } from "../banking/unpaid-invoices.repository.ts";
import { readRemedy } from "./read-remedy.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

/**
 * One action with the invoices of its candidates as they are now: since the engine proposed them, some may be paid.
 * @throws 404 for what is not the distributor's
 */
export async function readUserAction(tx: Tx, distributorId: number, id: number): Promise<UserActionDetail> {
  const action = await userActionsRepository.one(tx, id);
  if (!action) throw errors.notFound();
  const ids = [...new Set(action.candidates.flatMap((candidate) => candidate.invoice_ids))];
  const line = action.transaction_id;
  const [invoices, events, origin, remedy] = await together(
    tx,
    () => unpaidInvoicesRepository.byIds(tx, distributorId, ids),
    async () => (line === null ? [] : await userActionsRepository.events(tx, line)),
    async () => (line === null ? null : await userActionsRepository.origin(tx, line)),
    async () => (isClosed(action.status) ? null : await readRemedy(tx, distributorId, id)),
  );
  return {
    ...action,
    origin,
    remedy,
    candidates: action.candidates.map((candidate) =>
      asItIsNow(candidate, action.transaction_amount, invoices),
    ),
    events,
  };
}

function asItIsNow(
  candidate: UserAction["candidates"][number],
  amount: Money | null,
  known: ReadonlyMap<number, ChoosableInvoice>,
) {
  const invoices = candidate.invoice_ids.flatMap((id) => known.get(id) ?? []);
  const is_available =
    invoices.length === candidate.invoice_ids.length && invoices.every(({ status }) => isUnpaid(status));
  const owed = sumCents(invoices.map((invoice) => centsFromWire(invoice.outstanding)));
  const difference =
    is_available && amount !== null ? centsToWire(cents(centsFromWire(amount) - owed)) : candidate.difference;
  // An invoice of it was paid in part, or credited: what the engine said of amounts is not true any more.
  const reasons =
    difference === candidate.difference
      ? candidate.reasons
      : [...candidate.reasons.filter((reason) => !isOfAmounts(reason)), say.owedOtherwise];
  return { ...candidate, invoices, is_available, difference, reasons };
}
