// A database for one file of integration tests.
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { query, urlOfDatabase } from "./temporary-postgres.ts";

export type TestDatabase = {
  /** Connection string of its owner, who makes and migrates; requests drop to the role bobine_app. */
  url: string;
  /** Removes it; sessions still open are ended. */
  drop(): Promise<void>;
};

/**
 * Makes a migrated, empty database that nobody else uses, as a copy of the run's template.
 *
 * @param options.empty without the schema, for tests of the migrations themselves
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { url, template } = inject("postgres");
  const name = `bobine_test_${randomBytes(6).toString("hex")}`;
  await query(url, `create database ${name} template ${options.empty ? "template0" : template}`);
  return {
    url: urlOfDatabase(url, name),
    drop: async () => {
      await query(url, `drop database if exists ${name} with (force)`);
    },
  };
}
