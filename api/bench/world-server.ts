// The product on a database at size, for a benchmark that drives it from a browser. Prints one line of JSON once it is ready, and
// ends with its input: whoever started it closes that, or dies.
// Usage: node api/bench/world-server.ts [<cinemas> <invoices> <bank lines> <entries of the audit log> <open actions>]
import { join } from "node:path";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { BENCH_EMAIL, buildApiWorld } from "./api-world.ts";
import { atEnd, endAll, startProduct } from "./servers.ts";

const [cinemas = 6_000, invoices = 200_000, transactions = 1_000, auditEntries = 1_000, actions = 100] =
  process.argv.slice(2).map(Number);

try {
  const postgres = await startTemporaryPostgres("input-bench");
  atEnd(() => postgres.stop());
  const admin = createPool({ url: postgres.url });
  await admin.query("create database world");
  await admin.end();
  const url = urlOfDatabase(postgres.url, "world");
  await migrate({ url });
  const pool = createPool({ url, statementTimeoutMs: 0 });
  atEnd(() => pool.end());
  await buildApiWorld(pool, { cinemas, invoices, transactions, auditEntries, actions });
  const dataDir = join(postgres.folder, "world");
  const origin = await startProduct(url, dataDir);
  console.log(JSON.stringify({ origin, dataDir, email: BENCH_EMAIL }));
  process.stdin.resume();
  await new Promise((ended) => process.stdin.once("close", ended));
} finally {
  await endAll();
}
