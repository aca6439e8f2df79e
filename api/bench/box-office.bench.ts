// A report of 50 MB imported by the real module into a database made for it, beside a bare pass of the same SAX parser over
// the same file. Prints medians, the ratio, and the peak memory of the process that imports.
// Usage: npm run bench box-office [-- <megabytes> <rounds>]
import { type ChildProcess, fork } from "node:child_process";
import { statSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { migrate } from "../src/db/migrate.ts";
import { DEMO_DISTRIBUTORS, LUMEN } from "../src/demo/distributors.ts";
import { query, startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import type { Measurement } from "./box-office-import.ts";
import { writeLargeReport } from "./box-office-report.ts";
import { median, spread, verdict } from "./figures.ts";

const [megabytes = 50, rounds = 5] = process.argv.slice(2).map(Number);
const TOP_RATIO = 2.5;
const TOP_MEMORY = 300 * 1024 * 1024;
const TEMPLATE = "bench_template";

const children = new Set<ChildProcess>();

/** Runs one measurement in a process of its own. */
async function measured(...args: string[]): Promise<Measurement> {
  const child = fork(join(import.meta.dirname, "box-office-import.ts"), args, {
    execArgv: [],
    // As `npm start` has it.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") },
  });
  children.add(child);
  try {
    const failed = once(child, "exit").then(([code]) => {
      throw new Error(`the measurement ended with ${code}`);
    });
    const answered = once(child, "message");
    const [measurement] = (await Promise.race([answered, failed])) as [Measurement];
    failed.catch(() => undefined);
    child.disconnect();
    if (child.exitCode === null) await once(child, "exit");
    return measurement;
  } finally {
    children.delete(child);
  }
}

/** The distributor that the report names. */
async function createDistributor(url: string): Promise<string> {
  const lumen = DEMO_DISTRIBUTORS.find((one) => one.name === LUMEN);
  const [row] = await query<{ id: string }>(
    url,
    "insert into distributor (name, siren, automation_on, validation_status) values ($1, $2, true, 'validated') returning id",
    [lumen?.name, lumen?.siren],
  );
  if (!row) throw new Error("no distributor");
  return row.id;
}

// With the product's own settings: what is kept is on the disk.
const server = await startTemporaryPostgres("box-office");
const { folder } = server;

async function cleanUp(): Promise<void> {
  for (const child of children) child.kill();
  await server.stop();
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

try {
  await query(server.url, `create database ${TEMPLATE}`);
  await migrate({ url: urlOfDatabase(server.url, TEMPLATE) });
  const distributor = await createDistributor(urlOfDatabase(server.url, TEMPLATE));
  const report = join(folder, "report.xml");
  const count = await writeLargeReport(report, megabytes * 1024 * 1024);
  const { size } = statSync(report);

  const bare: number[] = [];
  const reading: number[] = [];
  const importing: number[] = [];
  const previewing: number[] = [];
  const again: number[] = [];
  const ratios: number[] = [];
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const database = `bench_${round}`;
    await query(server.url, `create database ${database} template ${TEMPLATE}`);
    const url = urlOfDatabase(server.url, database);
    const read = await measured("read", report);
    reading.push(read.ms);
    // A pass before and one after: whatever else the machine does weighs on both sides of the ratio.
    const before = await measured("bare", report);
    const previewed = await measured("preview", report, url, distributor);
    const first = await measured("import", report, url, distributor);
    const after = await measured("bare", report);
    bare.push(before.ms, after.ms);
    importing.push(first.ms);
    previewing.push(previewed.ms);
    ratios.push((2 * first.ms) / (before.ms + after.ms));
    const second = await measured("import", report, url, distributor);
    again.push(second.ms);
    if (read.declarations !== count || first.declarations !== count || second.declarations !== 0) {
      throw new Error(
        `of ${count} declarations, ${read.declarations} read, ${first.declarations} kept, then ${second.declarations}`,
      );
    }
    for (const { peak_bytes } of [previewed, first, second])
      if (peak_bytes !== undefined) peaks.push(peak_bytes);
    await query(server.url, `drop database ${database} with (force)`);
  }

  const ratio = median(ratios);
  const peak = Math.max(...peaks);
  console.log(`report: ${size} bytes, ${count} declarations; ${rounds} rounds`);
  console.log(`bare SAX pass:        ${spread(bare)}`);
  console.log(`reading alone:        ${spread(reading)}`);
  console.log(`whole import:         ${spread(importing)}`);
  console.log(`its preview:          ${spread(previewing)}`);
  console.log(`the same file again:  ${spread(again)}`);
  console.log(
    `import / bare pass:   median ${ratio.toFixed(2)}, best ${Math.min(...ratios).toFixed(2)} (at most ${TOP_RATIO}: ${verdict(ratio <= TOP_RATIO)})`,
  );
  console.log(
    peaks.length > 0
      ? `peak memory:          ${(peak / 1024 / 1024).toFixed(0)} MB (at most ${TOP_MEMORY / 1024 / 1024}: ${verdict(peak <= TOP_MEMORY)})`
      : "peak memory:          this system does not tell it",
  );
} finally {
  await cleanUp();
}
