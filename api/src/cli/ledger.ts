// The entry point of `npm run ledger`; for an operator, also while the product runs.
import { ConfigError } from "../config.ts";
import { CheckpointProblem } from "../modules/audit/checkpoints.ts";
import { ledgerCommand, LedgerUsageError } from "./ledger-commands.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

try {
  const config = readOperatorConfig();
  process.exitCode = await withOperatorPool(config, (pool) =>
    ledgerCommand(pool, process.argv.slice(2), {
      secret: config.secretKey,
      now: () => new Date(),
      print: (line) => console.log(line),
    }),
  );
} catch (error) {
  const isOurs =
    error instanceof ConfigError || error instanceof LedgerUsageError || error instanceof CheckpointProblem;
  console.error(isOurs ? error.message : error);
  process.exitCode = 2;
}
