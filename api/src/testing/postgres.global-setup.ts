// One PostgreSQL for all integration tests of a run, with the migrated schema as a template.
import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { extentOf } from "../../../tooling/extent.mjs";
import { prepareDatabase } from "../db/prepare-database.ts";
import { urlFor } from "../db/web-role.ts";
import { WEB_LOGIN } from "./database.ts";
import { startOldestPostgres } from "./debian-postgres.ts";
import { declaredRows } from "./declared-rows/declared-rows.ts";
import type { Declared } from "./declared-rows/shapes.ts";
import { query, startTemporaryPostgres, urlOfDatabase } from "./temporary-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test databases are made, and from which template. */
    postgres: { url: string; template: string };
    /** What the queries of the product say of their rows (`declared-rows/`); null where nobody asks. */
    declaredRows: Declared | null;
  }
}

// Nothing of it outlives the run: it need not reach the disk, nor withstand who guesses passwords.
const IN_MEMORY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  scram_iterations: "1",
};

/** Called by vitest. `TEST_DATABASE_URL` names a server (a user who may make databases and roles) to be used instead. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // While PostgreSQL starts and migrates.
  const declared = process.env["BOBINE_DECLARED_ROWS"] ? declaredRows() : Promise.resolve(null);
  declared.catch(() => undefined);
  const given = process.env["TEST_DATABASE_URL"];
  const server = given
    ? { url: given, stop: async () => undefined }
    : extentOf("oldest-postgres") === "all"
      ? await startOldestPostgres(IN_MEMORY)
      : await startTemporaryPostgres("test", IN_MEMORY, { overSocket: true });
  const template = `bobine_template_${randomBytes(4).toString("hex")}`;
  try {
    await query(server.url, `create database ${template}`);
    const ownerUrl = urlOfDatabase(server.url, template);
    await prepareDatabase({ ownerUrl, webUrl: urlFor(WEB_LOGIN, ownerUrl) });
    project.provide("declaredRows", await declared);
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
