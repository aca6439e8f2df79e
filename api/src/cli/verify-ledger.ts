// `npm run ledger`: proves the ledger's invariants on the rows of every distributor; for an operator, also while the product runs.
import type { Pool } from "pg";
import { ConfigError } from "../config.ts";
import { inTransaction } from "../db/scope.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

/** @returns the exit code: 1 when an invariant is broken */
async function verify(pool: Pool): Promise<number> {
  // After a large import the planner does not know its rows yet.
  await pool.query("analyze");
  const violations = await inTransaction(pool, { kind: "all" }, async (tx) => {
    await tx.client.query("set local statement_timeout = '15min'");
    return await verifyLedger(tx);
  });
  for (const { rule, distributor_id, subject, message } of violations)
    console.log(`${rule}: distributor ${distributor_id ?? "-"}, ${subject}: ${message}`);
  console.log(violations.length === 0 ? "The ledger holds." : `${violations.length} broken.`);
  return violations.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await withOperatorPool(readOperatorConfig(), verify);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
