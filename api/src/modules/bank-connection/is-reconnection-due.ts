import type { Tx } from "../../db/scope.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";
import { GONE, needsPerson } from "./connection-view.ts";

/** Whether a bank needs its person, or has forgotten the distributor since it was connected last: what « Connexion bancaire à renouveler » asks for. */
export const isReconnectionDue = async (tx: Tx, distributorId: number): Promise<boolean> =>
  (await repository.list(tx, distributorId)).some(
    ({ item_id, item_status, sync_error }) =>
      needsPerson(item_status) || (item_id === null && sync_error === GONE),
  );
