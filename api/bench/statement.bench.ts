// A statement of 20,000 lines imported and lettered against 20,000 open invoices by the real module, into a database made for
// it, beside a bare COPY of the same lines into a table like the one that keeps them. Prints medians and their ratio, and
// checks each lettering against what the world says. Then two distributors' statements on one node, one after the other and at once.
// Usage: npm run bench statement [-- <invoices> <lines> <rounds>]
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { civilDate } from "@bobine/contract/civil-date";
import type { StatementStats } from "@bobine/contract/banking";
import { centsToWire } from "@bobine/contract/money";
import type { Pool } from "pg";
import { lockLedger } from "../src/db/locks.ts";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { inTransaction } from "../src/db/scope.ts";
import type { StatementLine } from "../src/domain/parsing/statement-line.ts";
import type { Upload } from "../src/http/receive-upload.ts";
import { must } from "../src/domain/must.ts";
import { importStatement } from "../src/modules/banking/import-statement.ts";
import type { Importer } from "../src/modules/banking/save-statement.ts";
import { verifyLedger } from "../src/modules/banking/verify-ledger.ts";
import type { Services } from "../src/services.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { readStatementFile } from "../src/workers/read-bank-statement.ts";
import { median, spread, verdict } from "./figures.ts";
import { buildWorld, copyRows, statementFile, type WorldLine } from "./statement-world.ts";

const [invoices = 20_000, lines = 20_000, rounds = 3] = process.argv.slice(2).map(Number);
/** Against more invoices than the file has lines, a lettering has more to choose from. */
const TOP_MS = invoices > lines ? 60_000 : 20_000;
const TEMPLATE = "bench_template";
const BETWEEN_DECISIONS_MS = 20;
const TODAY = civilDate("2026-12-31");

async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ url });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/** The named base: what PostgreSQL needs at least to keep these lines, with the table's keys and no lettering. */
async function bareCopy(pool: Pool, lines: readonly StatementLine[]): Promise<number> {
  await pool.query("create table bare (like bank_transaction including all)");
  const rows = lines.map((line) =>
    [line.bank_account, line.transaction_date, line.label, centsToWire(line.amount), line.fingerprint]
      .map((cell) => cell.replaceAll("\\", "\\\\"))
      .join("\t"),
  );
  const { ms } = await timed(() =>
    copyRows(
      pool,
      "bare (bank_account, transaction_date, label, amount, fingerprint, distributor_id)",
      rows.map((row) => `${row}\t1\n`),
    ),
  );
  await pool.query("drop table bare");
  return ms;
}

/** Takes the lock that each decision of a person takes, again and again, until it is asked how long the longest wait was. */
function watchLedger(pool: Pool, distributorId: number): { longest: () => Promise<number> } {
  let longest = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const { ms } = await timed(() =>
        inTransaction(pool, { kind: "distributor", distributorId }, (tx) => lockLedger(tx, distributorId)),
      );
      longest = Math.max(longest, ms);
      await wait(BETWEEN_DECISIONS_MS);
    }
  })();
  return {
    longest: async () => {
      isOver = true;
      await looking;
      return longest;
    },
  };
}

interface Lettering {
  readonly lettered: number;
  readonly asked: number;
  readonly wrong: number;
}

/** Compares what was lettered with what each line of the world pays. Lines are kept in the order of the file. */
async function judge(pool: Pool, distributor: number, world: readonly WorldLine[]): Promise<Lettering> {
  const { rows } = await pool.query<{ line: number; label: string; numbers: string[] | null }>(
    `select row_number() over (order by t.id)::integer - 1 as line, t.label,
       (select array_agg(i.invoice_number order by i.invoice_number) from allocation a join invoice i on i.id = a.invoice_id
        where a.transaction_id = t.id) as numbers
     from bank_transaction t where t.distributor_id = $1`,
    [distributor],
  );
  const lettered = rows.flatMap(({ numbers, ...row }) => (numbers ? [{ ...row, numbers }] : []));
  const wrong = lettered.filter(
    ({ line, numbers }) => world[line]?.pays.toSorted().join(" ") !== numbers.join(" "),
  );
  for (const { label, numbers } of wrong.slice(0, 5))
    console.log(`wrong: ${label} against ${numbers.join(", ")}`);
  const asked = await pool.query("select from user_action where distributor_id = $1 and status <> 'DONE'", [
    distributor,
  ]);
  return { lettered: lettered.length, asked: asked.rowCount ?? 0, wrong: wrong.length };
}

async function newImporter(pool: Pool, name: string): Promise<Omit<Importer, "source">> {
  const { rows } = await pool.query<{ id: number }>(
    "insert into distributor (name, validation_status) values ($1, 'validated') returning id",
    [name],
  );
  const distributorId = must(rows[0], "new distributor").id;
  const person = await pool.query<{ id: number }>(
    "insert into app_user (distributor_id, email) values ($1, $2) returning id",
    [distributorId, `bench-${distributorId}@films.example`],
  );
  return { distributorId, userId: must(person.rows[0], "new user").id };
}

function imported(pool: Pool, importer: Omit<Importer, "source">, upload: Upload): Promise<StatementStats> {
  // The parts of the services that an import uses.
  const services = {
    pool,
    clock: { now: () => new Date(), today: () => TODAY },
    files: { put: async () => undefined, remove: async () => undefined },
    log: console,
    jobs: { enqueue: async () => undefined },
  } as unknown as Services;
  const { distributorId, userId } = importer;
  const source = { actorId: userId, distributorId, requestId: "bench", uiBuild: "" };
  return importStatement(services, { ...importer, source }, upload, new AbortController().signal);
}

/** Milliseconds of importing the file for each of them, in a database of their own, in the order that is asked. */
async function both(
  upload: Upload,
  importers: readonly Omit<Importer, "source">[],
  order: (imports: readonly (() => Promise<StatementStats>)[]) => Promise<void>,
): Promise<number> {
  const database = "bench_both";
  await withPool(server.url, (pool) => pool.query(`create database ${database} template ${TEMPLATE}`));
  const { ms } = await withPool(urlOfDatabase(server.url, database), (pool) =>
    timed(() => order(importers.map((one) => () => imported(pool, one, upload)))),
  );
  await withPool(server.url, (pool) => pool.query(`drop database ${database} with (force)`));
  return ms;
}

// With the product's own settings: what is kept is on the disk.
const server = await startTemporaryPostgres("statement");
const { folder } = server;

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void server.stop().finally(() => process.exit(1)));
}

async function run(): Promise<void> {
  await withPool(server.url, (pool) => pool.query(`create database ${TEMPLATE}`));
  await migrate({ url: urlOfDatabase(server.url, TEMPLATE) });
  const built = await withPool(urlOfDatabase(server.url, TEMPLATE), async (pool) => {
    const first = await newImporter(pool, "Films du banc d’essai");
    const second = await newImporter(pool, "Films d’à côté");
    const world = await buildWorld(pool, first.distributorId, { invoices, lines });
    await buildWorld(pool, second.distributorId, { invoices, lines });
    return { first, second, world };
  });
  const { first, second, world } = built;
  const content = statementFile(world);
  const path = join(folder, "statement.csv");
  writeFileSync(path, content);
  const upload: Upload = {
    path,
    fileName: "releve.csv",
    contentType: "text/csv",
    size: content.length,
    sha256: createHash("sha256").update(content).digest(),
    head: content.subarray(0, 512),
  };

  const times: Record<"reading" | "bare" | "whole" | "again", number[]> = {
    reading: [],
    bare: [],
    whole: [],
    again: [],
  };
  const waits: number[] = [];
  let last: { stats: StatementStats; found: Lettering } | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const database = `bench_${round}`;
    await withPool(server.url, (pool) => pool.query(`create database ${database} template ${TEMPLATE}`));
    await withPool(urlOfDatabase(server.url, database), async (pool) => {
      const importOnce = () => timed(() => imported(pool, first, upload));
      const read = await timed(() => readStatementFile(upload));
      times.reading.push(read.ms);
      times.bare.push(await bareCopy(pool, read.result.lines));
      const decisions = watchLedger(pool, first.distributorId);
      const whole = await importOnce();
      times.whole.push(whole.ms);
      waits.push(await decisions.longest());
      const again = await importOnce();
      times.again.push(again.ms);
      const found = await judge(pool, first.distributorId, world);
      last = { stats: whole.result, found };
      if (whole.result.imported !== lines || again.result.imported !== 0)
        throw new Error(
          `of ${lines} lines, ${whole.result.imported} imported, then ${again.result.imported}`,
        );
      if (found.wrong > 0) throw new Error(`${found.wrong} lines are lettered against another invoice`);
      // Proving the ledger is no part of the import; it needs the statistics that autovacuum would have made by then.
      await pool.query("analyze");
      const violations = await inTransaction(pool, { kind: "all" }, verifyLedger);
      if (violations[0])
        throw new Error(`${violations.length} violations of the ledger: ${violations[0].message}`);
    });
    await withPool(server.url, (pool) => pool.query(`drop database ${database} with (force)`));
  }
  if (!last) return;
  const { stats, found } = last;
  const whole = median(times.whole);
  console.log(
    `statement: ${content.length} bytes, ${lines} lines; ${invoices} open invoices; ${rounds} rounds`,
  );
  console.log(`bare COPY of the lines: ${spread(times.bare)}`);
  console.log(`reading alone:          ${spread(times.reading)}`);
  console.log(
    `whole import:           ${spread(times.whole)}, ${Math.round(lines / (whole / 1000))} lines/s`,
  );
  console.log(`longest wait of decisions meanwhile: ${spread(waits)}`);
  console.log(`the same file again:    ${spread(times.again)}`);
  console.log(`import / bare COPY:     ${(whole / median(times.bare)).toFixed(1)}`);
  console.log(
    `lettered ${found.lettered} lines (${stats.invoices_paid} invoices), asked ${found.asked}, listed only ${stats.debits + stats.unmatched}, wrong ${found.wrong}`,
  );
  const apart = await both(upload, [first, second], async (run) => {
    for (const one of run) await one();
  });
  const beside = await both(upload, [first, second], async (run) => {
    await Promise.all(run.map((one) => one()));
  });
  console.log(
    `two distributors: one after the other ${(apart / 1000).toFixed(2)} s, at once ${(beside / 1000).toFixed(2)} s, ratio ${(beside / apart).toFixed(2)}`,
  );
  console.log(`whole import at most ${TOP_MS / 1000} s: ${verdict(whole <= TOP_MS)}`);
  if (whole > TOP_MS) process.exitCode = 1;
}

try {
  await run();
} finally {
  await server.stop();
}
