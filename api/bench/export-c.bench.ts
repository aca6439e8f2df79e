// Export C of a million bank lines in a database made for it, beside that of a tenth of the year: what is held of it does not grow with it. Prints
// seconds of processor, of this process and of its database session, and memory.
// Usage: npm run bench export-c [-- <lines> <invoices>]
import { civilDate } from "@bobine/contract/civil-date";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { inTransaction } from "../src/db/scope.ts";
import { exportBooks } from "../src/modules/exports/export-books.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { verdict } from "./figures.ts";
import { buildBooks } from "./lots-world.ts";
import { type Measure, measured } from "./measured.ts";
import { atEnd, endAll } from "./servers.ts";

const [lines = 1_000_000, invoices = 60_000] = process.argv.slice(2).map(Number);
const MOST_MEGABYTES = 150;
const TODAY = civilDate("2026-12-31");
const NEW_LINE = "\n".charCodeAt(0);

try {
  const server = await startTemporaryPostgres("export-c");
  atEnd(() => server.stop());
  const bare = createPool({ url: server.url });
  await bare.query("create database bench");
  await bare.end();
  const url = urlOfDatabase(server.url, "bench");
  await migrate({ url });
  const pool = createPool({ url, max: 2, statementTimeoutMs: 600_000 });
  atEnd(() => pool.end());
  const { distributorId } = await buildBooks(pool, { invoices, lines });
  const exported = async (name: string, until: string, base?: Measure) => {
    let [rows, bytes] = [0, 0];
    const { measure } = await measured(name, base, (session) =>
      inTransaction(pool, { kind: "distributor", distributorId }, (tx) => {
        session(tx);
        const period = { from: civilDate("2026-01-01"), to: civilDate(until) };
        return exportBooks(
          tx,
          { distributorId, format: "C", period, today: TODAY, acceptsStaleLetters: false },
          async (chunk) => {
            bytes += chunk.length;
            for (const byte of chunk) if (byte === NEW_LINE) rows += 1;
          },
        );
      }),
    );
    return { measure, rows, bytes };
  };
  console.log(`export C: ${lines} bank lines, ${invoices} invoices`);
  // What is loaded and compiled is no part of an export.
  await exported("(warming up)", "2026-01-10");
  const tenth = await exported("the first tenth of the year", "2026-02-06");
  const whole = await exported("the year", "2026-12-31", tenth.measure);
  // With the header.
  const isWhole = whole.rows > lines;
  const isSmall = whole.measure.megabytes <= MOST_MEGABYTES;
  console.log(
    `${whole.rows} rows, ${(whole.bytes / 2 ** 20).toFixed(0)} MB, of which the first tenth ${tenth.rows}; every line: ${verdict(isWhole)}; at most +${MOST_MEGABYTES} MB: ${verdict(isSmall)}`,
  );
  if (!isWhole || !isSmall) process.exitCode = 1;
} finally {
  await endAll();
}
