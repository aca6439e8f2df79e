// The two files that say in git what the migrations make: api/schema.sql for people, api/src/db/schema.ts for the compiler.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client } from "pg";
import { migrationsHash } from "../migrate.ts";
import { readCatalog } from "./read-catalog.ts";
import { rowTypes } from "./row-types.ts";
import { schemaSql } from "./schema-sql.ts";

const SCHEMA_SQL = fileURLToPath(new URL("../../../schema.sql", import.meta.url));
const SCHEMA_TS = fileURLToPath(new URL("../schema.ts", import.meta.url));

export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/** Both files, of a database that all migrations have run on. */
export async function schemaFilesOf(client: Client): Promise<SchemaFile[]> {
  const schema = await readCatalog(client);
  return [
    { path: SCHEMA_SQL, text: withHead("--", schemaSql(schema)) },
    { path: SCHEMA_TS, text: withHead("//", rowTypes(schema)) },
  ];
}

/** Without a database: the files that are of other migrations, or that a person has edited. */
export const outdatedSchemaFiles = (): string[] =>
  [SCHEMA_SQL, SCHEMA_TS].filter((path) => isOutdated(readFileSync(path, "utf8")));

/** @param migrations by default those of this version */
export function isOutdated(text: string, migrations = migrationsHash()): boolean {
  const [head = "", ...body] = text.replaceAll("\r\n", "\n").split("\n");
  return head !== headOf(head.startsWith("--") ? "--" : "//", body.join("\n"), migrations);
}

const withHead = (comment: string, body: string): string =>
  `${headOf(comment, body, migrationsHash())}\n${body}`;

function headOf(comment: string, body: string, migrations: string): string {
  const contents = createHash("sha256").update(body).digest("hex");
  return `${comment} Written by \`npm run schema\`, never by hand. Migrations ${migrations.slice(0, 16)}, contents ${contents.slice(0, 16)}.`;
}
