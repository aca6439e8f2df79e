import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Product } from "./product.ts";

const API = resolve(import.meta.dirname, "../../api/package.json");

interface Client {
  connect(): Promise<void>;
  query(text: string, values: readonly unknown[]): Promise<{ readonly rowCount: number | null }>;
  end(): Promise<void>;
}

/** The tries of a job that fails are minutes apart, nine in all: this makes the next one due at once, and the last. */
export async function skipToLastTry({ dataDir }: Product, name: string): Promise<void> {
  // The API's own driver: nothing of the API itself is used here.
  const { Client } = createRequire(API)("pg") as { Client: new (options: object) => Client };
  const client = new Client({
    host: "127.0.0.1",
    port: Number(readFileSync(join(dataDir, "postgres/bobine.port"), "utf8")),
    user: "bobine",
    database: "bobine",
    password: readFileSync(join(dataDir, "secrets/postgres-password"), "utf8").trim(),
  });
  await client.connect();
  try {
    // It may be in the middle of a try.
    const skip = async () =>
      await client.query(
        "update pgboss.job set retry_count = retry_limit - 1, start_after = now() where name = $1 and state = 'retry'",
        [name],
      );
    while ((await skip()).rowCount === 0) await setTimeout(50);
  } finally {
    await client.end();
  }
}
