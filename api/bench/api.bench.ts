// Pages of the API's lists on a database at size, each beside a minimal Fastify route that answers the same bytes by the same
// query through a bare pg pool; and the audit log at a hundred times the size. Both servers are real processes, asked in turns.
// Prints medians and ratios.
// Usage: npm run bench api [-- <rounds> <seconds of a round>]
import { join } from "node:path";
import autocannon from "autocannon";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { type ApiWorld, buildApiWorld } from "./api-world.ts";
import { median, verdict } from "./figures.ts";
import { atEnd, endAll, startProduct, startServer, tokensFor } from "./servers.ts";

const [rounds = 7, seconds = 2] = process.argv.slice(2).map(Number);
const CONNECTIONS = 10;
const SIZE = { cinemas: 6_000, invoices: 200_000, transactions: 100_000, actions: 0 };
const [SMALL_LOG, LARGE_LOG] = [10_000, 1_000_000];
const LEAST_RATIO = 0.7;
const MOST_GROWTH = 1.3;
const LISTS = [
  ["cinemas", "/api/v1/cinemas/?page=3"],
  ["invoices", "/api/v1/invoices/invoices/?page=3"],
  ["audit log", "/api/v1/audit-logs/?page=3"],
  ["transactions", "/api/v1/banking/all-transactions/?page=3"],
] as const;
const AUDIT = "/api/v1/audit-logs/?page=3";

interface Site {
  readonly world: ApiWorld;
  readonly product: string;
  readonly minimal: string;
  /** A fresh one: it lives five minutes. */
  readonly token: () => Promise<string>;
}

async function openSite(server: string, folder: string, name: string, auditEntries: number): Promise<Site> {
  const url = urlOfDatabase(server, name);
  const admin = createPool({ url: server });
  await admin.query(`create database ${name}`);
  await admin.end();
  await migrate({ url });
  const pool = createPool({ url, statementTimeoutMs: 0 });
  atEnd(() => pool.end());
  const world = await buildApiWorld(pool, { ...SIZE, auditEntries });
  const token = await tokensFor(pool, world.userId);
  const product = await startProduct(url, join(folder, `product-${name}`));
  // What row-level security would hide is hidden from nobody there.
  const minimalUrl = new URL(url);
  minimalUrl.searchParams.set(
    "options",
    "-c TimeZone=UTC -c app.all_distributors=on -c plan_cache_mode=force_generic_plan",
  );
  const minimal = await startServer("bench/minimal-server.ts", "/", {
    DATABASE_URL: minimalUrl.href,
    DISTRIBUTOR_ID: String(world.distributorId),
  });
  return { world, product, minimal, token };
}

interface Load {
  readonly perSecond: number;
  readonly p99: number;
}

async function load(site: Site, server: "product" | "minimal", path: string): Promise<Load> {
  const origin = site[server];
  const result = await autocannon({
    url: origin + path,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${await site.token()}` },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${origin}${path}: ${result.non2xx} refusals, ${result.errors} failures`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

async function sameBytes({ product, minimal, token }: Site, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${await token()}` };
  const [ours, base] = await Promise.all(
    [product, minimal].map(async (origin) => await (await fetch(origin + path, { headers })).text()),
  );
  if (ours !== base) throw new Error(`${path}: the base answers something else`);
  return Buffer.byteLength(ours ?? "");
}

async function compareLists(site: Site): Promise<boolean> {
  let isMet = true;
  for (const [name, path] of LISTS) {
    const bytes = await sameBytes(site, path);
    await load(site, "product", path);
    await load(site, "minimal", path);
    const [ours, base]: [Load[], Load[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      base.push(await load(site, "minimal", path));
      ours.push(await load(site, "product", path));
    }
    const rate = (loads: Load[]) => median(loads.map((each) => each.perSecond));
    const tail = (loads: Load[]) => median(loads.map((each) => each.p99));
    // Each pair ran side by side: what else the machine did then weighs on both.
    const ratio = median(ours.map((load, round) => load.perSecond / (base[round]?.perSecond ?? Number.NaN)));
    isMet &&= ratio >= LEAST_RATIO;
    console.log(
      `${name.padEnd(13)} ${String(bytes).padStart(6)} bytes: ${rate(ours).toFixed(0)} requests/s (p99 ${tail(ours)} ms), minimal route ${rate(base).toFixed(0)} (p99 ${tail(base)} ms): ratio ${ratio.toFixed(2)}, at least ${LEAST_RATIO}: ${verdict(ratio >= LEAST_RATIO)}`,
    );
  }
  return isMet;
}

async function compareLogs(small: Site, large: Site): Promise<boolean> {
  const tails: Record<"small" | "large", number[]> = { small: [], large: [] };
  await load(large, "product", AUDIT);
  for (let round = 0; round < rounds; round += 1) {
    tails.small.push((await load(small, "product", AUDIT)).p99);
    tails.large.push((await load(large, "product", AUDIT)).p99);
  }
  const growth = median(tails.large.map((tail, round) => tail / (tails.small[round] ?? Number.NaN)));
  console.log(
    `audit log, p99: ${median(tails.large)} ms of ${LARGE_LOG} rows, ${median(tails.small)} ms of ${SMALL_LOG}: ratio ${growth.toFixed(2)}, at most ${MOST_GROWTH}: ${verdict(growth <= MOST_GROWTH)}`,
  );
  return growth <= MOST_GROWTH;
}

try {
  const postgres = await startTemporaryPostgres("api-bench");
  atEnd(() => postgres.stop());
  const small = await openSite(postgres.url, postgres.folder, "small", SMALL_LOG);
  const large = await openSite(postgres.url, postgres.folder, "large", LARGE_LOG);
  console.log(
    `api: ${SIZE.cinemas} cinemas, ${SIZE.invoices} invoices, ${SIZE.transactions} transactions; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each`,
  );
  const met = [await compareLists(small), await compareLogs(small, large)];
  if (met.includes(false)) process.exitCode = 1;
} finally {
  await endAll();
}
