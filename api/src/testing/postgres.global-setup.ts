// One PostgreSQL for all integration tests of a run, with the migrated schema as a template.
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test databases are made, and from which template. */
    postgres: { url: string; template: string };
  }
}

/** A session on `database` of the server that `url` names. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** Called by vitest. `TEST_DATABASE_URL` names a server (a user who may make databases and roles) to be used instead. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given ? { url: given, stop: async () => undefined } : await startTemporaryServer();
  const template = `bobine_template_${randomBytes(4).toString("hex")}`;
  try {
    await query(server.url, `create database ${template}`);
    await migrate({ url: urlOfDatabase(server.url, template) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("postgres", { url: server.url, template });
  return async () => {
    await query(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

async function startTemporaryServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "bobine-test-"));
  // As root, the database's user must get in.
  chmodSync(dataDir, 0o711);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const complain = (line: string) => process.stderr.write(`${line}\n`);
    const log = { info: () => undefined, warn: complain, error: complain };
    // Nothing of it outlives the run: it need not reach the disk.
    const settings = {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "200",
    };
    const server = await startEmbeddedPostgres({ dataDir, log, settings });
    // Elsewhere than in dataDir when the folder for temporary files is private.
    const files = realpathSync(join(dataDir, "postgres"));
    return {
      url: server.url,
      stop: async () => {
        await server.stop();
        if (dirname(files) !== realpathSync(dataDir))
          rmSync(dirname(files), { recursive: true, force: true });
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** One statement in a session of its own. */
export async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
