// The entry point of `npm run rates`; also while the product runs.
import { ConfigError } from "../config.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";
import { ratesCommand, RatesUsageError } from "./rates-commands.ts";

try {
  await withOperatorPool(
    readOperatorConfig(),
    (pool) => ratesCommand(pool, process.argv.slice(2), (line) => console.log(line)),
    { migrates: true },
  );
} catch (error) {
  const isOurs = error instanceof ConfigError || error instanceof RatesUsageError;
  console.error(isOurs ? error.message : error);
  process.exitCode = 2;
}
