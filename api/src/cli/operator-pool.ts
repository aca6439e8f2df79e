import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Pool } from "pg";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { openDataDir, readOrMakeSecret } from "../data-dir.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { must } from "../domain/must.ts";
import { describeNoEntry } from "../operator-problem.ts";

const warn = (line: string): void => console.error(line);

const NOT_ALLOWED = "42501";

function unlessRefused(error: unknown): never {
  const codes = [error, (error as { cause?: unknown }).cause].map((one) => (one as { code?: string })?.code);
  if (!codes.includes(NOT_ALLOWED)) throw error;
  throw new ConfigError(
    "DATABASE_URL may not do this: give the owner's address as DATABASE_OWNER_URL to this command.",
  );
}

/**
 * The configuration of the product whose database a command works on: it is there, and nothing is made in a folder that was mistyped.
 * @throws {ConfigError}
 */
export function readOperatorConfig(): Config {
  const config = readConfig(process.env, () => "");
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres")))
    throw new ConfigError(
      `There is no product in ${config.dataDir}, which is DATA_DIR${process.env["DATA_DIR"] ? "" : " where it is not set"}: give this command the settings that the product has. A new one is made by npm start or npm run migrate.`,
    );
  return config.secretKey === ""
    ? { ...config, secretKey: readOrMakeSecret(config.dataDir, "secret-key") }
    : config;
}

/**
 * Lends a command the product's database, also while the product runs; both share the embedded PostgreSQL when there is no other.
 * @param options.migrates true when the command needs the schema of this version
 */
export async function withOperatorPool<T>(
  config: Config,
  work: (pool: Pool) => Promise<T>,
  { migrates = false }: { readonly migrates?: boolean } = {},
): Promise<T> {
  openDataDir(config.dataDir);
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          log: { info: () => undefined, warn, error: warn },
        })
      : undefined;
  const url = config.databaseOwnerUrl ?? config.databaseUrl ?? must(postgres, "embedded PostgreSQL").url;
  const pool = createPool({ url, onError: (error) => warn(error.message) });
  try {
    await pool.query("select 1").catch((error: unknown) => {
      throw describeNoEntry(config.databaseOwnerUrl === null ? "DATABASE_URL" : "DATABASE_OWNER_URL", error);
    });
    // The web process's login makes no table: who has it alone, has migrated with `npm run migrate`.
    if (migrates) await migrate({ url, log: () => undefined }).catch(unlessRefused);
    return await work(pool).catch(unlessRefused);
  } finally {
    await pool.end();
    await postgres?.stop();
  }
}
