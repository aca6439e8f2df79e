// The entry point of `npm run plans`; also while the product runs.
import { ConfigError } from "../config.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";
import { plansCommand, PlansUsageError } from "./plans-commands.ts";

try {
  await withOperatorPool(
    readOperatorConfig(),
    (pool) => plansCommand(pool, process.argv.slice(2), (line) => console.log(line)),
    { migrates: true },
  );
} catch (error) {
  const isOurs = error instanceof ConfigError || error instanceof PlansUsageError;
  console.error(isOurs ? error.message : error);
  process.exitCode = 2;
}
