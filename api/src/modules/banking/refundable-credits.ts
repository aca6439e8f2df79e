import type { readParts } from "@bobine/contract/bank-parts";
import { centsFromWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { likelyRefunds } from "../../domain/settlement/refunds.ts";
import { clientCreditsRepository as credits } from "./client-credits.repository.ts";
import type { LockedTransaction } from "./reconciliation.repository.ts";

/** The credits of clients that a debit may give back, most likely first. */
export async function refundableCredits(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
): Promise<ResponseOf<typeof readParts>["credits"]> {
  const open = await credits.refundable(tx, distributorId, transaction);
  const known = open.map(({ payer_names, ...credit }) => ({
    credit,
    payer_names,
    remaining: centsFromWire(credit.remaining),
    number: credit.kind === "credit_note" ? credit.label.replace("Avoir ", "") : undefined,
  }));
  return likelyRefunds(transaction, known).map(({ credit }) => credit);
}
