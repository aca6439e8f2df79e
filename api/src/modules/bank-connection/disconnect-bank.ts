import type { disconnectBank as contract } from "@bobine/contract/bank-connection";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";
import { PERSON_STATUSES } from "./connection-view.ts";
import { isOpen } from "./request-sync.ts";

const DISCONNECTED = "Banque déconnectée.";

/**
 * Ends the connection to a bank, or to all (AGG-7, AGG-8). It ends here at once; a job ends it at the aggregator, and tries again when that is down. Doing
 * it twice is the same as once.
 */
export async function disconnectBank(
  tx: Tx,
  services: Services,
  who: {
    readonly distributorId: number;
    readonly userId: number;
    readonly source: AuditSource;
    readonly connectionId: number | undefined;
  },
): Promise<ResponseOf<typeof contract>> {
  const { distributorId, userId, source, connectionId } = who;
  const open = (await repository.lockAll(tx, distributorId)).filter(isOpen);
  for (const bank of open) {
    if (connectionId !== undefined && bank.id !== connectionId) continue;
    await repository.end(tx, bank);
    await abandonItems(tx, services, bank, [bank.item_id, bank.awaited_item_id]);
    await writeAudit(tx, source, "system_action", {
      reason: "Banque déconnectée",
      bank_name: bank.bank_name,
    });
  }
  const by = { userId, at: services.clock.now() };
  if (open.length > 0) await repository.closeReconnectActions(tx, distributorId, by, PERSON_STATUSES);
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
