import { z } from "zod";
import { createHash } from "node:crypto";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { Services } from "../../services.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";
import { bankErrors } from "./bank-connection.errors.ts";
import { isOpen, queueSync } from "./request-sync.ts";

/** What we read of an event: whose it is. The rest is asked of the aggregator, which is not forged as easily. */
const eventSchema = z.object({
  type: z.string(),
  // Events that are not about a bank say what they like, as the one that the dashboard tries us with.
  content: z
    .object({
      user_uuid: z.uuid().nullish().catch(null),
      item_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullish().catch(null),
    })
    .catch({}),
});
const CAUSES = /^(item|user)\./;

/**
 * An event of the aggregator (AGG-4): proved by its signature, acted on once, by a synchronisation that finds out what
 * happened. Two that come for one bank before it begins are one.
 * @throws 401 for bytes that the secret's holder did not sign
 */
export async function receiveWebhook(
  services: Services,
  body: Buffer,
  signature: string | undefined,
): Promise<{ received: true }> {
  if (!services.bank.isSigned(body, signature)) throw bankErrors.notSigned();
  const event = eventOf(body);
  await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const bodyHash = createHash("sha256").update(body).digest();
    const isNew = await repository.saveWebhook(tx, bodyHash, services.clock.now());
    if (!isNew || !CAUSES.test(event.type)) return;
    const { user_uuid = null, item_id = null } = event.content;
    const distributorId = await repository.distributorOf(tx, { userUuid: user_uuid, itemId: item_id });
    if (distributorId === undefined) return;
    const banks = (await repository.lockAll(tx, distributorId)).filter(isOpen);
    // An event that names none of its banks is about all of them.
    const named = banks.filter((bank) => (bank.item_id ?? bank.awaited_item_id) === item_id);
    for (const bank of named.length > 0 ? named : banks)
      if (bank.sync_state !== "queued") await queueSync(tx, services, bank, null);
  });
  return { received: true };
}

function eventOf(body: Buffer): z.output<typeof eventSchema> {
  try {
    return eventSchema.parse(JSON.parse(body.toString("utf8")));
  } catch {
    throw errors.badRequest();
  }
}
