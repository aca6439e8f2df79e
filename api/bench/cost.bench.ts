// What an installation costs: memory and processor at rest, memory while people are at work, processor of a thousand requests of a realistic mix, disk of
// a million rows. A node and its PostgreSQL, which holds a platform; memory is what the processes have of their own, with their part of
// what they share (Pss). For the table of sizes in docs/operations.md.
// Usage: npm run bench cost [-- <people> <seconds>]
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { createPool } from "../src/db/pool.ts";
import { personOf, type PlatformSize } from "../src/testing/platform/platform-size.ts";
import { startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";
import { processorOf, processorOfFamily } from "./measured.ts";
import { platformAt } from "./platform.ts";
import { requestsOfMix } from "./screen-mix.ts";
import { atEnd, endAll, processAt, startProduct, tokensFor } from "./servers.ts";

const [people = 100, seconds = 60] = process.argv.slice(2).map(Number);
/** Each person's: a busy one's. */
const CALLS_PER_SECOND = 0.2;
const CONNECTIONS = 10;
const SIZE: PlatformSize = {
  distributors: people,
  weeks: 10,
  today: new Date().toISOString().slice(0, 10),
};
/** Until a node that has just started has nothing left to do. */
const AT_REST_MS = 20_000;
/** Tables with what belongs to their rows and grows with them. */
const WHAT_GROWS = {
  "bank lines, with their events": ["bank_transaction", "transaction_event"],
  "invoices, with their lines and files": ["invoice", "invoice_line", "invoice_file"],
  "entries of the audit log, with their chain": ["audit_log", "audit_chain"],
} as const;

const familyOf = (pid: number): number[] => {
  const children = `/proc/${pid}/task/${pid}/children`;
  return existsSync(children)
    ? [pid, ...readFileSync(children, "utf8").split(" ").filter(Boolean).map(Number)]
    : [];
};
/** Of processes of this machine, in megabytes. */
const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const file = `/proc/${pid}/smaps_rollup`;
    const told = existsSync(file) ? /^Pss: +(\d+) kB/m.exec(readFileSync(file, "utf8"))?.[1] : 0;
    return sum + Number(told ?? 0) / 1024;
  }, 0);

try {
  const postgres = await startTemporaryPostgres("cost-bench");
  atEnd(() => postgres.stop());
  const postmaster = Number(
    readFileSync(join(postgres.folder, "postgres/postmaster.pid"), "utf8").split("\n")[0],
  );
  const { url } = await platformAt(postgres.url, "platform", SIZE);
  const pool = createPool({ url });
  const tokens = await Promise.all(
    Array.from({ length: people }, (_, n) => tokensFor(pool, personOf(n + 1))),
  );
  for (const [what, tables] of Object.entries(WHAT_GROWS)) {
    const { rows } = await pool.query<{ bytes: string; rows: string }>(
      `select sum(pg_total_relation_size(t::regclass)) as bytes, (select count(*) from ${tables[0]}) as rows
       from unnest($1::text[]) t`,
      [tables],
    );
    const bytes = Number(rows[0]?.bytes) / Number(rows[0]?.rows);
    console.log(`${what}: ${bytes.toFixed(0)} bytes each, ${((bytes * 1e6) / 1e9).toFixed(2)} GB a million`);
  }
  await pool.end();

  const origin = await startProduct(url, join(postgres.folder, "product"));
  const node = processAt(origin);
  const tell = (when: string): void =>
    console.log(
      `${when}: node ${memoryOf(familyOf(node)).toFixed(0)} MB, PostgreSQL ${memoryOf(familyOf(postmaster)).toFixed(0)} MB`,
    );
  const used = (): number[] => [processorOf(node), processorOfFamily(postmaster)];
  await wait(AT_REST_MS);
  tell("at rest");
  const rested = used();
  await wait(AT_REST_MS);
  const before = used();
  const [restOfNode = 0, restOfPostgres = 0] = before.map(
    (now, n) => (now - (rested[n] ?? 0)) / (AT_REST_MS / 1000),
  );
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  console.log(`at rest: node ${percent(restOfNode)} of a core, PostgreSQL ${percent(restOfPostgres)}`);
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    overallRate: people * CALLS_PER_SECOND,
    requests: await requestsOfMix(tokens),
  });
  tell(`${people} people at work`);
  const answered = result["2xx"];
  const each = used().map((now, n) => (((now - (before[n] ?? 0)) / answered) * 1000).toFixed(2));
  console.log(
    `1,000 requests, with what goes on at rest: ${each[0]} s of processor of the node, ${each[1]} s of PostgreSQL (${answered} answered, ${result.non2xx} refused, p99 ${result.latency.p99} ms)`,
  );
} finally {
  await endAll();
}
