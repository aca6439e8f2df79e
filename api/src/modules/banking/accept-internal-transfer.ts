import { randomUUID } from "node:crypto";
import type { acceptInternalTransfer as contract } from "@bobine/contract/bank-parts";
import { centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import { bankPartsRepository } from "./bank-parts.repository.ts";
import { bankingErrors } from "./banking.errors.ts";
import { decideParts } from "./decide-parts.ts";
import { internalTransferAround } from "./find-internal-transfer.ts";
import { internalTransfersRepository as repository } from "./internal-transfers.repository.ts";
import { reconciliationRepository } from "./reconciliation.repository.ts";

const MESSAGE = "Virement interne affecté des deux côtés.";

/**
 * Decides both sides of a transfer between two own accounts at once, or neither (LET-43). Doing it twice answers the same.
 * @throws 404 for what is not the distributor's, 409 when the two are no such transfer, or no more
 */
export async function acceptInternalTransfer(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly transactionId: number;
    readonly otherId: number;
    readonly at: Date;
    readonly source: AuditSource;
  },
): Promise<ResponseOf<typeof contract>> {
  const { distributorId, transactionId, otherId, ...asker } = request;
  await lockLedger(tx, distributorId);
  const answer = { message: MESSAGE, transaction_ids: [transactionId, otherId] };
  for (const id of answer.transaction_ids)
    if (!(await reconciliationRepository.readTransaction(tx, id))) throw errors.notFound();
  if ((await repository.partnerOf(tx, distributorId, transactionId)) === otherId) return answer;
  const choices = await bankPartsRepository.accounts(tx, distributorId);
  const found = await internalTransferAround(tx, distributorId, transactionId, choices);
  if (found?.other.id !== otherId) throw bankingErrors.noInternalTransfer();
  const together = { groupKey: randomUUID(), account: found.account };
  for (const id of answer.transaction_ids) {
    const line = must(await reconciliationRepository.readTransaction(tx, id), "its line");
    const parts = [
      { kind: "account" as const, account: found.account.code, amount: centsToWire(line.amount) },
    ];
    await decideParts(tx, { ...asker, distributorId, transactionId: id, parts, together });
  }
  return answer;
}
