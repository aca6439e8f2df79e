import type { disconnectBank as contract } from "@bobine/contract/bank-connection";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";

const DISCONNECTED = "Banque déconnectée.";

/**
 * Ends the connection (SPEC §4). It ends here at once; a job ends it at the aggregator, and tries again when that is down. Doing
 * it twice is the same as once.
 */
export async function disconnectBank(
  tx: Tx,
  services: Services,
  who: { readonly distributorId: number; readonly userId: number; readonly source: AuditSource },
): Promise<ResponseOf<typeof contract>> {
  const { distributorId, userId, source } = who;
  const connection = await repository.lock(tx, distributorId);
  const itemId = connection?.item_id ?? connection?.awaited_item_id ?? null;
  if (!connection || itemId === null) return { message: DISCONNECTED };
  await repository.forgetItem(tx, distributorId);
  await repository.closeReconnectActions(tx, distributorId, { userId, at: services.clock.now() });
  await services.jobs.enqueue(tx, {
    name: "delete-bank-item",
    data: { distributor_id: distributorId, user_uuid: connection.provider_user, item_id: itemId },
  });
  await writeAudit(tx, source, "system_action", {
    reason: "Banque déconnectée",
    bank_name: connection.bank_name,
  });
  return { message: DISCONNECTED };
}
