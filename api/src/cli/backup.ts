// The entry point of `npm run backup`; also while the product runs.
import { BackupProblem } from "../backup/backup-folder.ts";
import { ConfigError } from "../config.ts";
import { backupCommand, BackupUsageError } from "./backup-commands.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

try {
  // Restoring needs no product: the one that is lost may have been here.
  const isRestore = process.argv[2] === "restore";
  const config = isRestore ? { dataDir: "", filesUrl: "" } : readOperatorConfig();
  process.exitCode = await backupCommand(
    {
      config,
      withClient: (work) =>
        withOperatorPool(readOperatorConfig(), async (pool) => {
          const client = await pool.connect();
          return await work(client).finally(() => client.release(true));
        }),
    },
    process.argv.slice(2),
    (line) => console.log(line),
  );
} catch (error) {
  const isOurs =
    error instanceof ConfigError || error instanceof BackupUsageError || error instanceof BackupProblem;
  console.error(isOurs ? error.message : error);
  process.exitCode = 2;
}
