import type { revertGroup } from "@bobine/contract/lettering";
import type { ResponseOf } from "@bobine/contract/route";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import { pauseWhenImprecise } from "./automatic-lettering.ts";
import { clientCreditsRepository as credits } from "./client-credits.repository.ts";
import { internalTransfersRepository } from "./internal-transfers.repository.ts";
import { type LineToUndo, reconciliationRepository as repository } from "./reconciliation.repository.ts";
import { returnsRepository } from "./returns.repository.ts";
import { revertOneLine, revertReconciliation, revertWithoutAction } from "./revert-reconciliation.ts";

type GroupAnswer = ResponseOf<typeof revertGroup>;

/** Who undoes: a person. What a bank takes back says nothing about how right automatic lettering is. */
export interface Undoer {
  readonly distributorId: number;
  readonly userId: number;
  readonly at: Date;
  readonly source: AuditSource;
}

/** Undoes what letters the transaction of an action; automatic lettering that was wrong too often then pauses itself. */
export async function undoLettering(tx: Tx, undoer: Undoer, userActionId: number) {
  await lockLedger(tx, undoer.distributorId);
  const line = await repository.toUndo(tx, { actionId: userActionId });
  if (line) await undoTransferOf(tx, undoer, line);
  const answer = await revertReconciliation(tx, { ...undoer, userActionId });
  // What people alone have decided says nothing about the engine.
  if (line?.was_automatic) await pauseWhenImprecise(tx, undoer.distributorId, undoer.at);
  return answer;
}

/** The same for whoever knows the bank line only. @throws 404 for what is not the distributor's */
export async function undoLetteringOfTransaction(tx: Tx, undoer: Undoer, transactionId: number) {
  const userActionId = await repository.actionOfTransaction(tx, transactionId);
  if (userActionId !== undefined) return await undoLettering(tx, undoer, userActionId);
  await lockLedger(tx, undoer.distributorId);
  const line = await repository.toUndo(tx, { transactionId });
  if (line) await undoTransferOf(tx, undoer, line);
  return await revertWithoutAction(tx, { ...undoer, transactionId });
}

/** Of a transfer between own accounts that was accepted on both sides, the other one first (LET-43). The caller holds the lock of the ledger. */
async function undoTransferOf(
  tx: Tx,
  undoer: Undoer,
  { transaction_id, group_key }: LineToUndo,
): Promise<void> {
  if (group_key === null) return;
  const other = await internalTransfersRepository.partnerOf(tx, undoer.distributorId, transaction_id);
  if (other === undefined) return;
  const userActionId = await repository.actionOfTransaction(tx, other);
  await revertOneLine(tx, { ...undoer, transactionId: other, userActionId });
}

/**
 * Undoes what still stands of a bulk acceptance, each line in a transaction of its own, the last one first. What was undone
 * since, or decided otherwise, is left as it is.
 * @throws 404 for a group that the distributor does not have
 */
export async function undoGroup(
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  undoer: Omit<Undoer, "at"> & { readonly at: () => Date },
  groupId: string,
): Promise<GroupAnswer> {
  const transfer = await transaction((tx) => undoTransfer(tx, { ...undoer, at: undoer.at() }, groupId));
  if (transfer) return transfer;
  const ids = await transaction((tx) => repository.actionsOfGroup(tx, undoer.distributorId, groupId));
  if (ids.length === 0) throw errors.notFound();
  const lines: GroupAnswer["lines"] = [];
  for (const user_action_id of ids.toReversed()) {
    const outcome = await transaction((tx) =>
      undoLine(tx, { ...undoer, at: undoer.at() }, user_action_id, groupId),
    );
    lines.push({ user_action_id, outcome });
  }
  const reverted = lines.filter((line) => line.outcome === "reverted").length;
  return { group_key: groupId, message: messageOf(reverted), reverted, lines: lines.toReversed() };
}

/** Both sides of a transfer between own accounts, asked about or not, or neither (LET-43); undefined of another group. */
async function undoTransfer(tx: Tx, undoer: Undoer, groupId: string): Promise<GroupAnswer | undefined> {
  await lockLedger(tx, undoer.distributorId);
  const sides = await internalTransfersRepository.sidesOf(tx, undoer.distributorId, groupId);
  if (sides.length === 0) return undefined;
  const standing = sides.filter(({ stands }) => stands);
  for (const { transaction_id } of standing) await undoLetteringOfTransaction(tx, undoer, transaction_id);
  return {
    group_key: groupId,
    message: messageOf(standing.length),
    reverted: standing.length,
    lines: sides.flatMap(({ user_action_id, stands }) =>
      user_action_id === null ? [] : { user_action_id, outcome: stands ? "reverted" : "already" },
    ),
  };
}

async function undoLine(
  tx: Tx,
  undoer: Undoer,
  userActionId: number,
  groupId: string,
): Promise<GroupAnswer["lines"][number]["outcome"]> {
  await lockLedger(tx, undoer.distributorId);
  const action = await repository.lockAction(tx, userActionId);
  if (!action || action.transaction_id === null) return "already";
  const { live } = await repository.lockLine(tx, action.transaction_id);
  if (!live) return "already";
  if (live.group_key !== groupId || (await standsUnder(tx, action.transaction_id))) return "other";
  await undoLettering(tx, undoer, userActionId);
  return "reverted";
}

/** LET-23, LET-24: what it paid was returned since, or what it paid too much is used or given back. */
const standsUnder = async (tx: Tx, transactionId: number): Promise<boolean> =>
  (await returnsRepository.returnsOf(tx, transactionId)).length > 0 ||
  (await credits.dependents(tx, transactionId)).length > 0;

const messageOf = (count: number): string => {
  if (count === 0) return "Ces rapprochements étaient déjà annulés.";
  return count === 1 ? "1 rapprochement annulé." : `${count} rapprochements annulés.`;
};
