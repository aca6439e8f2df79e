// `npm run ledger`: proves the ledger's invariants on the rows of every distributor; for an operator, also while the product runs.
import { ConfigError, readConfig } from "../config.ts";
import { openDataDir, readOrMakeSecret } from "../data-dir.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction } from "../db/scope.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";

const warn = (line: string): void => console.error(line);

/** @returns the exit code: 1 when an invariant is broken */
async function verify(): Promise<number> {
  const config = readConfig(process.env, (dataDir) => readOrMakeSecret(dataDir, "secret-key"));
  openDataDir(config.dataDir);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          log: { info: () => undefined, warn, error: warn },
        })
      : undefined;
  const pool = createPool({
    url: config.databaseUrl ?? postgres?.url ?? "",
    onError: (error) => warn(error.message),
  });
  try {
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
  } finally {
    await pool.end();
    await postgres?.stop();
  }
}

try {
  process.exitCode = await verify();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
