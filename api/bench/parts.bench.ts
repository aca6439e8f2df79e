// What bank lines and mails would cost in parts (docs/decisions/0024): one platform three times, with both tables whole, in parts by distributor
// and in parts by ids, and every call of a screen that reads them, asked in turns. Prints ratios to the whole tables.
// Usage: npm run bench parts [-- <distributors> <weeks behind each> <rounds>]
import { join } from "node:path";
import type { Client } from "pg";
import type { PlatformSize } from "../src/testing/platform/platform-size.ts";
import { startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";
import { platformAt } from "./platform.ts";
import { at, growthOf, type Measured, measure, openPlatform, type Platform, timed } from "./screen-times.ts";
import { atEnd, endAll } from "./servers.ts";

const [distributors = 20, weeks = 100, rounds = 40] = process.argv.slice(2).map(Number);
const PARTS = 8;
const TABLES = ["bank_transaction", "mail"] as const;
const LAYOUTS = ["whole", "by distributor", "by ids"] as const;
type Layout = (typeof LAYOUTS)[number];
/** Calls that read one of them. */
const READS_THEM =
  /banking|transactions|user-actions|clients|mails|reminders|\/detail\/|search|vat|lots|exports/;

async function partTable(owner: Client, table: string, layout: Layout): Promise<void> {
  const columnOf = async (text: string): Promise<string[]> =>
    (await owner.query<{ text: string }>(text)).rows.map((row) => row.text);
  const of = `'public.${table}'::regclass`;
  const again = await columnOf(`
    select replace(pg_get_indexdef(indexrelid), 'CREATE UNIQUE', 'CREATE') as text from pg_index where indrelid = ${of} and not indisprimary
    union all
    select format('create policy %I on ${table} using (%s) with check (%s)', polname, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy where polrelid = ${of}
    union all
    select format('grant %s on ${table} to %I', privilege_type, grantee::regrole) from pg_class c, aclexplode(c.relacl)
    where c.oid = ${of} and grantee <> c.relowner`);
  const [columns = ""] = await columnOf(`
    select string_agg(quote_ident(attname), ', ' order by attnum) as text from pg_attribute
    where attrelid = ${of} and attnum > 0 and not attisdropped and attgenerated = ''`);
  const [last = "0"] = await columnOf(`select coalesce(max(id), 0)::text as text from ${table}`);
  const size = Math.ceil((Number(last) + 1) / PARTS);
  const bounds = Array.from({ length: PARTS }, (_, n) =>
    layout === "by ids"
      ? `from (${n * size}) to (${(n + 1) * size})`
      : `with (modulus ${PARTS}, remainder ${n})`,
  );
  await owner.query(
    [
      // Elsewhere: the product refuses a table of its own schema without row-level security, and the parts are read through their table.
      "create schema if not exists parts",
      `create table parted (like ${table} including defaults including generated including constraints)
         partition by ${layout === "by ids" ? "range (id)" : "hash (distributor_id)"}`,
      ...bounds.map((bound, n) => `create table parts.${table}_${n} partition of parted for values ${bound}`),
      `insert into parted (${columns}) select ${columns} from ${table}`,
      // With the keys of other tables that name it: a key of parts would have to hold what they are by.
      `drop table ${table} cascade`,
      `alter table parted rename to ${table}`,
      ...again,
      ...(layout === "by ids"
        ? [`alter table ${table} add primary key (id)`]
        : [`alter table ${table} add primary key (distributor_id, id)`, `create index on ${table} (id)`]),
      `alter table ${table} enable row level security, force row level security`,
    ].join(";"),
  );
  await owner.query(`vacuum (analyze) ${table}`);
}

function tell(measured: readonly Measured[]): void {
  const width = Math.max(...measured.map(({ path }) => path.length));
  for (const { path, p50 } of measured.toSorted((a, b) => growthOf(b.p50, 2) - growthOf(a.p50, 2)))
    console.log(
      `${path.padEnd(width)}  ${p50.map((ms) => ms.toFixed(1).padStart(6)).join(" ")}  ${growthOf(p50, 1).toFixed(2)}  ${growthOf(p50, 2).toFixed(2)}`,
    );
  for (const [n, layout] of LAYOUTS.entries()) {
    const ratios = measured.map(({ p50 }) => growthOf(p50, n));
    console.log(
      `${layout}: p50 ${at(ratios, 0.5).toFixed(2)} of that in whole tables at the median of ${ratios.length} calls, ${at(ratios, 0.9).toFixed(2)} for nine in ten, ${Math.max(...ratios).toFixed(2)} at most`,
    );
  }
}

/** Calls whose statements lean on a key by the id alone. */
async function brokenBy(platforms: readonly Platform[]): Promise<Set<string>> {
  const broken = new Set<string>();
  for (const platform of platforms)
    for (const [place, { path }] of (platform.askers[0]?.calls ?? []).entries())
      if (READS_THEM.test(path)) await timed(platform, 0, place).catch(() => broken.add(path));
  return broken;
}

try {
  const postgres = await startTemporaryPostgres("parts-bench", { max_wal_size: "4GB" });
  atEnd(() => postgres.stop());
  const size: PlatformSize = { distributors, weeks, today: new Date().toISOString().slice(0, 10) };
  const platforms = [];
  for (const [n, layout] of LAYOUTS.entries()) {
    const { url } = await platformAt(postgres.url, `platform_${n}`, size, async (owner) => {
      if (layout !== "whole") for (const table of TABLES) await partTable(owner, table, layout);
    });
    platforms.push(await openPlatform(url, join(postgres.folder, `product-${n}`), size));
    console.log(`${layout}: ready`);
  }
  const broken = await brokenBy(platforms);
  if (broken.size > 0) console.log(`not answered in parts: ${[...broken].join(", ")}`);
  tell(await measure(platforms, rounds, (path) => READS_THEM.test(path) && !broken.has(path)));
} finally {
  await endAll();
}
