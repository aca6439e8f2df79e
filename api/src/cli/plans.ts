// The entry point of `npm run plans`; also while the product runs.
import { ConfigError, readConfig } from "../config.ts";
import { openDataDir, readOrMakeSecret } from "../data-dir.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { plansCommand, PlansUsageError } from "./plans-commands.ts";

const warn = (line: string): void => console.error(line);

async function main(): Promise<void> {
  const config = readConfig(process.env, (dataDir) => readOrMakeSecret(dataDir, "secret-key"));
  openDataDir(config.dataDir);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          log: { info: () => undefined, warn, error: warn },
        })
      : undefined;
  const url = config.databaseUrl ?? postgres?.url ?? "";
  try {
    await migrate({ url, log: () => undefined });
    const pool = createPool({ url, onError: (error) => warn(error.message) });
    await plansCommand(pool, process.argv.slice(2), (line) => console.log(line)).finally(() => pool.end());
  } finally {
    await postgres?.stop();
  }
}

try {
  await main();
} catch (error) {
  const isOurs = error instanceof ConfigError || error instanceof PlansUsageError;
  console.error(isOurs ? error.message : error);
  process.exitCode = 2;
}
