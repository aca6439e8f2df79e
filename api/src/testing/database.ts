// A database for one file of integration tests.
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { type Login, urlFor } from "../db/web-role.ts";
import { query, urlOfDatabase } from "./temporary-postgres.ts";

/** The one role of all test databases of a server. */
export const WEB_LOGIN: Login = { name: "bobine_test_web", password: "for tests only" };

export type TestDatabase = {
  /** Connection string of its owner, who makes and migrates. */
  url: string;
  /** Connection string of the role that the web process logs in as. */
  webUrl: string;
  /** Removes it; sessions still open are ended. */
  drop(): Promise<void>;
};

/**
 * Makes a migrated, empty database that nobody else uses, as a copy of the run's template.
 *
 * @param options.empty without the schema, for tests of the migrations themselves
 * @param options.locale of the system, in place of the run's own; for an empty one
 */
export async function createTestDatabase(
  options: { empty?: boolean; locale?: "C" | "C.UTF-8" } = {},
): Promise<TestDatabase> {
  const { url, template } = inject("postgres");
  const name = `bobine_test_${randomBytes(6).toString("hex")}`;
  // As files: by its default PostgreSQL writes each page to its log too, which costs nearly twice the processor.
  await query(
    url,
    `create database ${name} template ${options.empty ? "template0" : template} strategy file_copy${options.locale ? ` locale_provider libc locale '${options.locale}'` : ""}`,
  );
  const ownerUrl = urlOfDatabase(url, name);
  return {
    url: ownerUrl,
    webUrl: urlFor(WEB_LOGIN, ownerUrl),
    drop: async () => {
      await query(url, `drop database if exists ${name} with (force)`);
    },
  };
}
