// Every call that a screen makes, on platforms of one, ten and more distributors that are each as large as the one: p50 and p99 at
// each size, through servers of their own, asked in turns and of ten distributors in turns. Prints ratios to the platform of one.
// Usage: npm run bench growth [-- <distributors, with commas> <weeks behind each> <rounds> <file for the curve>]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PART_SIZES } from "../src/modules/audit/audit-parts.ts";
import { auditEntriesOf, type PlatformSize } from "../src/testing/platform/platform-size.ts";
import { query, startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";
import { type Curve, curveOf } from "./curve.ts";
import { median, verdict } from "./figures.ts";
import { platformAt } from "./platform.ts";
import { at, growthOf, type Measured, measure, openPlatform, type Platform } from "./screen-times.ts";
import { atEnd, endAll } from "./servers.ts";

const [sizes = "1,10,100", weeks = "25", rounds = "40", curveFile] = process.argv.slice(2);
const DISTRIBUTORS = sizes.split(",").map(Number);
const ROUNDS = Number(rounds);
const MOST_GROWTH = 1.5;

async function openOf(server: string, folder: string, distributors: number): Promise<Platform> {
  const whole: PlatformSize = {
    distributors,
    weeks: Number(weeks),
    today: new Date().toISOString().slice(0, 10),
  };
  // The largest has its audit log in parts, all of them full: what comes of one that was made parts long ago.
  const isParted = auditEntriesOf(whole) >= PART_SIZES.from;
  const size = isParted ? { ...whole, auditPart: PART_SIZES.size } : whole;
  const { url, ms } = await platformAt(server, `platform_${distributors}`, size);
  await tellSize(url, distributors, ms);
  return await openPlatform(url, join(folder, `product-${distributors}`), size);
}

async function tellSize(url: string, distributors: number, ms: number): Promise<void> {
  const [total] = await query<{ size: string }>(
    url,
    "select pg_size_pretty(pg_database_size(current_database())) as size",
  );
  const tables = await query<{ name: string; rows: string; bytes: string }>(
    url,
    `select c.relname as name, to_char(c.reltuples::bigint, 'FM999G999G999') as rows,
       round(pg_total_relation_size(c.oid) / c.reltuples)::text as bytes
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples >= 1000
     order by pg_total_relation_size(c.oid) desc limit 6`,
  );
  console.log(
    `${distributors} distributors: ${total?.size} in ${Math.round(ms / 1000)} s; ${tables.map(({ name, rows, bytes }) => `${name} ${rows} of ${bytes} bytes`).join(", ")}`,
  );
}

function tell(measured: readonly Measured[]): boolean {
  const last = DISTRIBUTORS.length - 1;
  const width = Math.max(...measured.map(({ path }) => path.length));
  console.log(
    `${"call".padEnd(width)}  p50 / p99 in ms of ${DISTRIBUTORS.join(", ")} distributors; ratio of p50`,
  );
  for (const { path, p50, p99 } of measured.toSorted((a, b) => growthOf(b.p50, last) - growthOf(a.p50, last)))
    console.log(
      `${path.padEnd(width)}  ${p50.map((ms, n) => `${ms.toFixed(1)} / ${(p99[n] ?? Number.NaN).toFixed(1)}`.padStart(13)).join("  ")}  ${growthOf(p50, last).toFixed(2)}`,
    );
  let isMet = true;
  for (const [n, distributors] of DISTRIBUTORS.entries()) {
    if (n === 0) continue;
    const growths = measured.map(({ p50 }) => growthOf(p50, n));
    const beyond = growths.filter((growth) => growth > MOST_GROWTH).length;
    isMet &&= beyond === 0;
    const [half, nine] = [at(growths, 0.5), at(growths, 0.9)];
    const tails = median(measured.map(({ p99 }) => growthOf(p99, n)));
    console.log(
      `${distributors} distributors: ${measured.length} calls, p50 ${half.toFixed(2)} of what one distributor's take at the median, ${nine.toFixed(2)} for nine in ten, ${Math.max(...growths).toFixed(2)} at most, ${beyond} over ${MOST_GROWTH}; p99 ${tails.toFixed(2)} at the median: ${verdict(beyond === 0)}`,
    );
  }
  return isMet;
}

/** What the curve of the documentation shows. */
const DRAWN: readonly (readonly [name: string, path: RegExp])[] = [
  ["every call, median", /./],
  ["invoices", /^\/invoices\/invoices\/\?/],
  ["bank lines", /^\/banking\/all-transactions\/\?/],
  ["user actions", /^\/user-actions\/\?/],
  ["audit log", /^\/audit-logs\//],
  ["dashboard, overview", /^\/(banking\/dashboard|user-actions\/overview)/],
];
const curves = (measured: readonly Measured[]): Curve[] =>
  DRAWN.map(([name, path]) => {
    const chosen = measured.filter((each) => path.test(each.path));
    return { name, values: DISTRIBUTORS.map((_, n) => median(chosen.map(({ p50 }) => growthOf(p50, n)))) };
  });

try {
  const postgres = await startTemporaryPostgres("growth-bench", { max_wal_size: "4GB" });
  atEnd(() => postgres.stop());
  const platforms: Platform[] = [];
  for (const distributors of DISTRIBUTORS)
    platforms.push(await openOf(postgres.url, postgres.folder, distributors));
  const measured = await measure(platforms, ROUNDS);
  if (!tell(measured)) process.exitCode = 1;
  if (curveFile)
    writeFileSync(
      curveFile,
      curveOf({
        title: `Time of calls (p50) against the platform of one distributor, ${platforms[0]?.size.today}`,
        across: "distributors, each with the same years",
        places: DISTRIBUTORS,
        limit: MOST_GROWTH,
        curves: curves(measured),
      }),
    );
} finally {
  await endAll();
}
