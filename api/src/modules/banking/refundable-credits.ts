import type { readParts } from "@bobine/contract/bank-parts";
import { centsFromWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { listNumberKeys } from "../../domain/settlement/label-words.ts";
import { likelyRefunds, surestRefund } from "../../domain/settlement/refunds.ts";
import { clientCreditsRepository as credits, numberOfCredit } from "./client-credits.repository.ts";
import type { LockedTransaction } from "./reconciliation.repository.ts";

/** The credits of clients that a debit may give back, most likely first, and the one that it proposes to (LET-44). */
export async function refundsOf(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
): Promise<Pick<ResponseOf<typeof readParts>, "credits" | "likely_refund">> {
  const open = await credits.refundable(tx, distributorId, transaction, listNumberKeys(transaction));
  const known = open.map(({ payer_names, ...credit }) => ({
    credit,
    payer_names,
    remaining: centsFromWire(credit.remaining),
    number: numberOfCredit(credit),
  }));
  const surest = surestRefund(transaction, known);
  return {
    credits: likelyRefunds(transaction, known).map(({ credit }) => credit),
    likely_refund: surest ? { credit: surest.credit.credit.id, reasons: [...surest.reasons] } : null,
  };
}
