// The entry point of `npm run invoicing`; also while the product runs.
import { ConfigError } from "../config.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";
import { invoicingCommand, InvoicingUsageError } from "./invoicing-commands.ts";

try {
  await withOperatorPool(
    readOperatorConfig(),
    (pool) => invoicingCommand(pool, process.argv.slice(2), (line) => console.log(line)),
    { migrates: true },
  );
} catch (error) {
  const isOurs = error instanceof ConfigError || error instanceof InvoicingUsageError;
  console.error(isOurs ? error.message : error);
  process.exitCode = 2;
}
