// One to eight nodes on one PostgreSQL under as much of a realistic mix as they answer: calls a second, and whose processor they take.
// On a machine with fewer cores than nodes the curve tells what a call costs whom, and so what saturates first where there are more.
// The database is reached as the product's own is.
// Usage: npm run bench nodes [-- <seconds>]
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { createPool } from "../src/db/pool.ts";
import { personOf, type PlatformSize } from "../src/testing/platform/platform-size.ts";
import { startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";
import { processorOf, processorOfFamily } from "./measured.ts";
import { platformAt } from "./platform.ts";
import { requestsOfMix } from "./screen-mix.ts";
import { atEnd, endAll, processAt, startProduct, tokensFor } from "./servers.ts";

const [seconds = 20] = process.argv.slice(2).map(Number);
const NODES = [1, 2, 4, 6, 8];
/** Of all nodes together. */
const CONNECTIONS = 24;
const SIZE: PlatformSize = {
  distributors: 20,
  weeks: 25,
  auditEntries: 100,
  today: new Date().toISOString().slice(0, 10),
};

try {
  // 25 sessions of a node, and of what starts.
  const postgres = await startTemporaryPostgres(
    "nodes-bench",
    { max_connections: "300" },
    { overSocket: true },
  );
  atEnd(() => postgres.stop());
  const postmaster = Number(
    readFileSync(join(postgres.folder, "postgres/postmaster.pid"), "utf8").split("\n")[0],
  );
  const { url } = await platformAt(postgres.url, "platform", SIZE);
  const pool = createPool({ url });
  atEnd(() => pool.end());
  const tokens = await Promise.all(
    Array.from({ length: SIZE.distributors }, (_, n) => tokensFor(pool, personOf(n + 1))),
  );
  const origins: string[] = [];
  const load = async (duration: number): Promise<autocannon.Result[]> => {
    const requests = await requestsOfMix(tokens);
    return await Promise.all(
      origins.map((origin) =>
        autocannon({ url: origin, connections: CONNECTIONS / origins.length, duration, requests }),
      ),
    );
  };
  console.log(
    `${availableParallelism()} cores, ${CONNECTIONS} connections\nnodes  calls/s  p99 ms  refused   cores: nodes  PostgreSQL  generator   ms of a call: node  PostgreSQL`,
  );
  for (const count of NODES) {
    while (origins.length < count)
      origins.push(await startProduct(url, join(postgres.folder, `product-${origins.length}`)));
    await load(Math.min(5, seconds));
    const processor = (): readonly [nodes: number, database: number, here: number] => {
      const { user, system } = process.cpuUsage();
      const nodes = origins.reduce((sum, origin) => sum + processorOf(processAt(origin)), 0);
      return [nodes, processorOfFamily(postmaster), (user + system) / 1e6];
    };
    const before = processor();
    const started = performance.now();
    const results = await load(seconds);
    const elapsed = (performance.now() - started) / 1000;
    const used = processor().map((now, n) => now - (before[n] ?? 0));
    const answered = results.reduce((sum, one) => sum + (one["2xx"] ?? 0), 0);
    const refused = results.reduce((sum, one) => sum + one.non2xx, 0);
    const tail = Math.max(...results.map(({ latency }) => latency.p99));
    const [nodes = 0, database = 0, here = 0] = used;
    console.log(
      [
        String(count).padStart(5),
        (answered / elapsed).toFixed(0).padStart(8),
        tail.toFixed(0).padStart(7),
        String(refused).padStart(8),
        ...[nodes, database, here].map((each) => (each / elapsed).toFixed(2).padStart(12)),
        ...[nodes, database].map((each) => ((each / answered) * 1000).toFixed(2).padStart(14)),
      ].join(""),
    );
  }
} finally {
  await endAll();
}
