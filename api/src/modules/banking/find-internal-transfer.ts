import type { readParts } from "@bobine/contract/bank-parts";
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

/** The other side of a line that nobody has decided, and the account for both; undefined while there is none (LET-43). */
export async function internalTransferAround(
  tx: Tx,
  distributorId: number,
  transactionId: number,
  accountCodes: Iterable<string>,
): Promise<(InternalTransfer & { readonly account: string }) | undefined> {
  const account = transferAccount(accountCodes);
  if (account === undefined) return undefined;
  const accounts = await bankAccountsRepository.list(tx, distributorId);
  if (accounts.length < 2) return undefined;
  const lines = await repository.linesAround(tx, distributorId, transactionId);
  const line = lines.find(({ id }) => id === transactionId);
  const transfer = line && internalTransferOf(line, lines, accounts);
  return transfer && { ...transfer, account };
}

/** As the contract has it. */
export const transferOnWire = ({
  other,
  account_label,
  reasons,
  account,
}: InternalTransfer & { readonly account: string }): NonNullable<
  ResponseOf<typeof readParts>["internal_transfer"]
> => ({
  transaction_id: other.id,
  transaction_date: other.transaction_date,
  label: other.label,
  amount: centsToWire(other.amount),
  account_label,
  account,
  reasons: [...reasons],
});
