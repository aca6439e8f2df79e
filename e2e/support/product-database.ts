import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const API = resolve(import.meta.dirname, "../../api/package.json");

/** A product that keeps all its data in a folder, as `startProduct` makes them. */
export interface InDataDir {
  readonly dataDir: string;
}

export interface DatabaseClient {
  connect(): Promise<void>;
  query(text: string, values: readonly unknown[]): Promise<{ readonly rowCount: number | null }>;
  end(): Promise<void>;
}

/** Lends a session of the owner of a product's database, for what only time could bring about. */
export async function inDatabaseOf<T>(
  { dataDir }: InDataDir,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  // The API's own driver: nothing of the API itself is used here.
  const { Client } = createRequire(API)("pg") as { Client: new (options: object) => DatabaseClient };
  const client = new Client({
    host: "127.0.0.1",
    port: Number(readFileSync(join(dataDir, "postgres/bobine.port"), "utf8")),
    user: "bobine",
    database: "bobine",
    password: readFileSync(join(dataDir, "secrets/postgres-password"), "utf8").trim(),
  });
  await client.connect();
  return await work(client).finally(() => client.end());
}
