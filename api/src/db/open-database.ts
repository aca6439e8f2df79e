// Where the web process finds its database, brought to this version by a process of its owner's.
import type { Pool } from "pg";
import { type Config, ConfigError } from "../config.ts";
import { readOrMakeSecret } from "../data-dir.ts";
import { describeNoEntry } from "../operator-problem.ts";
import { type Log, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { isMigrated } from "./migrate.ts";
import { createPool } from "./pool.ts";
import { prepareApart } from "./prepare-apart.ts";
import { WHO } from "./replica.ts";
import type { OwnerUrls } from "./run-apart.ts";
import { excessesOf, WEB_ROLE } from "./web-role.ts";

export interface OpenDatabase {
  /** Of the role that the web process works as. */
  readonly url: string;
  /** What requests and jobs go through instead: a pooler in transaction mode. */
  readonly poolUrl?: string;
  /** Where its owner's work can be done from here. */
  readonly owner?: OwnerUrls;
  stop(): Promise<void>;
}

/** @throws {ConfigError} with what the operator must do */
export async function openDatabase(
  config: Pick<
    Config,
    "dataDir" | "databaseUrl" | "databasePoolUrl" | "databaseRead" | "databaseOwnerUrl" | "isProduction"
  >,
  log: Log,
): Promise<OpenDatabase> {
  const { dataDir, databaseUrl: url, databasePoolUrl: poolUrl, databaseOwnerUrl: ownerUrl } = config;
  const info = (line: string): void => log.info(line);
  if (url === null) {
    let owner: OwnerUrls | undefined;
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      web: {
        login: { name: WEB_ROLE, password: readOrMakeSecret(dataDir, "web-password") },
        prepare: async (urls) => {
          owner = urls;
          await prepareApart(urls, info);
        },
      },
    });
    return { url: postgres.url, ...(owner ? { owner } : {}), stop: () => postgres.stop() };
  }
  if (ownerUrl !== null) await prepareApart({ ownerUrl, webUrl: url }, info);
  const pool = createPool({ url, max: 1, onlyPrimary: true });
  try {
    await refusePooler(pool).catch((error: unknown) => {
      throw describeNoEntry("DATABASE_URL", error);
    });
    await checkLogin(pool, config.isProduction, async (role) => {
      log.warn(
        `DATABASE_URL logs in as ${role}, the owner: never in production (npm run migrate -- --make-role).`,
      );
      if (ownerUrl === null) await prepareApart({ ownerUrl: url, webUrl: null }, info);
    });
    await checkSchema(pool);
    await warnOfLocale(pool, log);
  } finally {
    await pool.end();
  }
  if (poolUrl !== null) await checkPooler(poolUrl, url);
  if (config.databaseRead !== null) await checkReplica(config.databaseRead.url, url, log);
  return {
    url,
    ...(poolUrl === null ? {} : { poolUrl }),
    ...(ownerUrl === null ? {} : { owner: { ownerUrl, webUrl: url } }),
    stop: () => Promise.resolve(),
  };
}

/** Sessions of DATABASE_URL are the process's own: they listen, and hold settings and prepared statements. */
async function refusePooler(pool: Pool): Promise<void> {
  const keepsSettings = await pool
    .query<{ lasting: string }>("select current_setting('lock_timeout') as lasting")
    .then(
      ({ rows }) => rows[0]?.lasting !== "0",
      (error: unknown) => {
        // PgBouncer's own words; told to ignore them, it loses the settings.
        if (error instanceof Error && error.message.includes("unsupported startup parameter")) return false;
        throw error;
      },
    );
  if (!keepsSettings)
    throw new ConfigError(
      "DATABASE_URL leads through a pooler in transaction mode. Set it to the database itself, and DATABASE_POOL_URL to the pooler (docs/operations.md, Connections).",
    );
}

/** Who one is, in which database of which cluster. */
async function whoAt(url: string, options: { throughPooler?: boolean; connectTimeoutMs?: number } = {}) {
  const pool = createPool({ url, max: 1, ...options });
  try {
    const { rows } = await pool.query<{ who: string }>(WHO);
    return rows[0]?.who ?? "";
  } finally {
    await pool.end();
  }
}

/** Through the pooler one is the same in the same database. */
async function checkPooler(poolUrl: string, url: string): Promise<void> {
  const [through, direct] = await Promise.all([
    whoAt(poolUrl, { throughPooler: true }).catch((error: unknown) => {
      throw describeNoEntry("DATABASE_POOL_URL", error);
    }),
    whoAt(url),
  ]);
  if (through !== direct)
    throw new ConfigError(
      "DATABASE_POOL_URL and DATABASE_URL lead to different databases, or log in as different roles.",
    );
}

/** A replica that is away is waited for while the product works without it; another database's rows are never read. */
async function checkReplica(replicaUrl: string, url: string, log: Log): Promise<void> {
  const [replica, primary] = await Promise.all([
    whoAt(replicaUrl, { connectTimeoutMs: 2_000 }).catch((error: unknown) => {
      log.warn(
        `DATABASE_READ_URL does not answer (${String(error)}): lists are read from DATABASE_URL until it does.`,
      );
      return undefined;
    }),
    whoAt(url),
  ]);
  if (replica !== undefined && replica !== primary)
    throw new ConfigError("DATABASE_READ_URL is no replica of DATABASE_URL, or logs in as another role.");
}

/** @param onOwner what is done instead of a refusal, outside production */
async function checkLogin(
  pool: Pool,
  isProduction: boolean,
  onOwner: (role: string) => Promise<void>,
): Promise<void> {
  const { role, excesses } = await excessesOf(pool);
  if (excesses.length === 0) return;
  if (!isProduction) return onOwner(role);
  throw new ConfigError(
    `DATABASE_URL logs in as ${role}, which ${excesses.join(", ")}: the web process does not start with such a role.
Make one that it may have, with the owner's address (that of DATABASE_URL, if it was the owner's until now):

  DATABASE_OWNER_URL=postgres://… npm run migrate -- --make-role

and set DATABASE_URL to the address that this prints (docs/operations.md, Roles of the database).`,
  );
}

/**
 * OPS-7: a database of the locale C knows no capital É, so that names are found by their accents only as they are written; one of C.UTF-8 has
 * É after Z in every list. Nobody would know why.
 */
async function warnOfLocale(pool: Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ knows_accents: boolean; sorts_accents: boolean }>(
    "select lower('É') = 'é' as knows_accents, 'é' < 'f' as sorts_accents",
  );
  const move =
    "Move the data to a database with ICU's locale fr-FR (docs/operations.md, Roles of the database).";
  if (rows[0]?.knows_accents === false)
    log.warn(
      `The database was made with a locale that knows no accents: « éden » does not find « ÉDEN ». ${move}`,
    );
  else if (rows[0]?.sorts_accents === false)
    log.warn(
      `The database was made with a locale that has letters with accents after all others: lists by name end with « Éden ». ${move}`,
    );
}

async function checkSchema(pool: Pool): Promise<void> {
  const isReady = await isMigrated(pool).catch((error: unknown) => {
    // No table of migrations, or none that this role may see.
    if (["42P01", "42501"].includes((error as { code?: string }).code ?? "")) return false;
    throw error;
  });
  if (!isReady)
    throw new ConfigError(
      "The database is not of this version of Bobine. Run `npm run migrate` of this version with DATABASE_OWNER_URL, then start again.",
    );
}
