// The entry point of `npm run schema`: writes what the migrations make, from a database that they have just made.
import { writeFileSync } from "node:fs";
import { Client } from "pg";
import { prepareDatabase } from "../db/prepare-database.ts";
import { outdatedSchemaFiles, schemaFilesOf } from "../db/schema-files/schema-files.ts";
import { startTemporaryPostgres } from "../testing/temporary-postgres.ts";

const USAGE = `Usage: npm run schema [-- --check]

Writes api/schema.sql and api/src/db/schema.ts from an empty database that all migrations have run on.
  --check  writes nothing; exit code 1 when they are not of the present migrations`;

async function write(): Promise<void> {
  const postgres = await startTemporaryPostgres("schema");
  try {
    await prepareDatabase({ ownerUrl: postgres.url, webUrl: null });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const files = await schemaFilesOf(client).finally(() => client.end());
    for (const { path, text } of files) writeFileSync(path, text);
  } finally {
    await postgres.stop();
  }
}

const [option, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (option !== undefined && option !== "--check")) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (option === undefined) {
  await write();
} else {
  const outdated = outdatedSchemaFiles();
  for (const path of outdated)
    console.error(`${path} is not what the migrations make: run \`npm run schema\`.`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
}
