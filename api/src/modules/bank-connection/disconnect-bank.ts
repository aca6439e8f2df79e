import type { disconnectBank as contract } from "@bobine/contract/bank-connection";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";

const DISCONNECTED = "Banque déconnectée.";

/**
 * Ends the connection (AGG-7). It ends here at once; a job ends it at the aggregator, and tries again when that is down. Doing
 * it twice is the same as once.
 */
export async function disconnectBank(
  tx: Tx,
  services: Services,
  who: { readonly distributorId: number; readonly userId: number; readonly source: AuditSource },
): Promise<ResponseOf<typeof contract>> {
  const { distributorId, userId, source } = who;
  const connection = await repository.lock(tx, distributorId);
  if (!connection || (connection.item_id === null && connection.awaited_item_id === null))
    return { message: DISCONNECTED };
  await repository.clearItem(tx, distributorId);
  await repository.closeReconnectActions(tx, distributorId, { userId, at: services.clock.now() });
  await abandonItems(tx, services, connection, [connection.item_id, connection.awaited_item_id]);
  await writeAudit(tx, source, "system_action", {
    reason: "Banque déconnectée",
    bank_name: connection.bank_name,
  });
  return { message: DISCONNECTED };
}

/** Has accesses ended at the aggregator that nobody uses any more: nothing of a bank is to stay open there. */
export async function abandonItems(
  tx: Tx,
  services: Pick<Services, "jobs">,
  { distributor_id, provider_user }: Pick<BankConnectionRow, "distributor_id" | "provider_user">,
  items: readonly (number | null)[],
): Promise<void> {
  for (const item_id of items)
    if (item_id !== null)
      await services.jobs.enqueue(tx, {
        name: "delete-bank-item",
        data: { distributor_id, user_uuid: provider_user, item_id },
      });
}
