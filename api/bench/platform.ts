import { Client } from "pg";
import { prepareDatabase } from "../src/db/prepare-database.ts";
import type { PlatformSize } from "../src/testing/platform/platform-size.ts";
import { buildPlatform } from "../src/testing/platform/platform-world.ts";
import { urlOfDatabase } from "../src/testing/temporary-postgres.ts";

/**
 * A whole platform in a database of its own.
 * @param server address of a PostgreSQL, as its superuser
 * @param more what a benchmark needs beside it
 * @returns the address of the database, and how long the rows took, in milliseconds
 */
export async function platformAt(
  server: string,
  name: string,
  size: PlatformSize,
  more: (owner: Client) => Promise<unknown> = async () => {},
): Promise<{ readonly url: string; readonly ms: number }> {
  const url = urlOfDatabase(server, name);
  await prepareDatabase({ ownerUrl: url, webUrl: null });
  const started = performance.now();
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await buildPlatform(owner, size);
  const ms = performance.now() - started;
  await more(owner);
  await owner.end();
  return { url, ms };
}
