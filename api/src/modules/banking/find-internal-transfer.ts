import type { AccountChoice, readParts } from "@bobine/contract/bank-parts";
import { centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import {
  type InternalTransfer,
  internalTransferOf,
  transferAccount,
} from "../../domain/settlement/internal-transfers.ts";
import { bankAccountsRepository } from "./bank-accounts.repository.ts";
import { internalTransfersRepository as repository } from "./internal-transfers.repository.ts";

type FoundTransfer = InternalTransfer & { readonly account: AccountChoice };

/** The other side of a line that nobody has decided, and the account for both; undefined while there is none (LET-43). */
export async function internalTransferAround(
  tx: Tx,
  distributorId: number,
  transactionId: number,
  choices: readonly AccountChoice[],
): Promise<FoundTransfer | undefined> {
  const accounts = await bankAccountsRepository.list(tx, distributorId);
  if (accounts.length < 2) return undefined;
  const lines = await repository.linesAround(tx, distributorId, transactionId);
  const line = lines.find(({ id }) => id === transactionId);
  const transfer = line && internalTransferOf(line, lines, accounts);
  return transfer && { ...transfer, account: transferAccount(choices) };
}

/** As the contract has it. */
export const transferOnWire = ({
  other,
  account_label,
  reasons,
  account,
}: FoundTransfer): NonNullable<ResponseOf<typeof readParts>["internal_transfer"]> => ({
  transaction_id: other.id,
  transaction_date: other.transaction_date,
  label: other.label,
  amount: centsToWire(other.amount),
  account_label,
  account: account.code,
  reasons: [...reasons],
});
