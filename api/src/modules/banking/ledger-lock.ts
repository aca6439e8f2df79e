import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";

/** Name of the advisory lock; the second key is the distributor. */
const LOCK_LEDGER = 720_021;

/**
 * One decision at a time changes what is lettered of a distributor (SEC-10). Which invoices a decision touches is known
 * only from rows that it has locked already (groups of letters that meet), so row locks alone have no order that holds: with
 * several people and an import they were deadlocks. Whoever decides takes this lock before any row lock; it ends with the
 * transaction, and again in the same one it costs nothing. Row locks follow, against whoever issues or corrects invoices.
 */
export async function lockLedger(tx: Tx, distributorId: number): Promise<void> {
  await tx.run(prepared(sql`select pg_advisory_xact_lock(${LOCK_LEDGER}, ${distributorId}::integer)`));
}
