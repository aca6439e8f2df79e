import type { Tx } from "../../db/scope.ts";
import type { BankItem } from "../../platform/bank-aggregator/bank-aggregator.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";
import { needsPerson, PERSON_STATUSES, personMessage } from "./connection-view.ts";

/** LET-14 */
export const EXPIRED_REASON = "Connexion bancaire à renouveler";

/**
 * Keeps how an item stands now. When it begins to need the person, she is asked, once for each time (AGG-3); when it no
 * longer does, the question is closed.
 * @param before the connection, locked by this transaction
 */
export async function saveItemState(
  tx: Tx,
  before: BankConnectionRow,
  item: BankItem,
  by: { readonly userId: number | null; readonly at: Date },
): Promise<void> {
  const { distributor_id: distributorId } = before;
  await repository.saveItem(tx, before.id, item, by.at);
  if (!needsPerson(item.status)) {
    await repository.closeReconnectActions(tx, distributorId, by, PERSON_STATUSES);
    return;
  }
  if (before.item_id === item.id && needsPerson(before.item_status)) return;
  const description = personMessage(item.status, item.message);
  await repository.createReconnectAction(tx, distributorId, {
    reason: EXPIRED_REASON,
    description,
    at: by.at,
  });
}
