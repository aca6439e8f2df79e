// A lot of 100,000 entries made by the real module in a database made for it, the preview before and after it, and the exports after it, beside
// the export of the same books before any lot. Prints seconds of processor, of this process and of its database session, memory and ratios: those
// of the clock mean little on a busy machine.
// Usage: npm run bench lots [-- <invoices> <lines>]
import { civilDate } from "@bobine/contract/civil-date";
import type { FastifyBaseLogger } from "fastify";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { inTransaction, type Tx } from "../src/db/scope.ts";
import type { AuditSource } from "../src/http/audit.ts";
import { exportBooks } from "../src/modules/exports/export-books.ts";
import { makeLot } from "../src/modules/exports/make-lot.ts";
import { previewLot } from "../src/modules/exports/preview-lot.ts";
import type { Services } from "../src/services.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { verdict } from "./figures.ts";
import { buildBooks } from "./lots-world.ts";
import { type Measure, measured } from "./measured.ts";

const [invoices = 60_000, lines = 40_000] = process.argv.slice(2).map(Number);
/** For so many entries. */
const TOP = { entries: 100_000, seconds: 20, megabytes: 150 };
const TODAY = civilDate("2026-12-31");

const server = await startTemporaryPostgres("lots");
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void server.stop().finally(() => process.exit(1)));

async function run(): Promise<void> {
  const bare = createPool({ url: server.url });
  await bare.query("create database bench");
  await bare.end();
  const url = urlOfDatabase(server.url, "bench");
  await migrate({ url });
  const pool = createPool({ url, max: 2, statementTimeoutMs: 600_000 });
  try {
    const { distributorId, userId } = await buildBooks(pool, { invoices, lines });
    const scope = { kind: "distributor", distributorId } as const;
    const services = {
      pool,
      clock: { now: () => new Date("2026-12-31T09:00:00Z"), today: () => TODAY },
      log: { error: console.error } as unknown as FastifyBaseLogger,
    } as unknown as Services;
    const source: AuditSource = { actorId: userId, distributorId, requestId: "bench", uiBuild: "" };
    const by = { userId, userName: "Banc d’essai", source };
    const whole = { from: civilDate("2026-01-01"), to: TODAY };
    const inSession = <T>(work: (tx: Tx) => Promise<T>, session: (tx: Tx) => void) =>
      inTransaction(pool, scope, (tx) => {
        session(tx);
        return work(tx);
      });
    const exported = async (name: string, format: "A" | "B" | "C", base?: Measure) => {
      let bytes = 0;
      const { measure } = await measured(name, base, (session) =>
        inSession(
          (tx) =>
            exportBooks(
              tx,
              { distributorId, format, period: whole, today: TODAY, acceptsStaleLetters: false },
              async (chunk) => {
                bytes += chunk.length;
              },
            ),
          session,
        ),
      );
      if (bytes < invoices * 100 && format !== "C") throw new Error(`format ${format} has ${bytes} bytes`);
      return measure;
    };
    const previewed = (name: string, base?: Measure) =>
      measured(name, base, (session) =>
        inSession((tx) => previewLot(tx, { distributorId, asked: whole, today: TODAY }), session),
      );
    const made = (name: string, period: typeof whole, base?: Measure) =>
      measured(name, base, (session) =>
        inSession((tx) => makeLot(tx, services, distributorId, { period, ...by }), session),
      );

    console.log(`lots: ${invoices} invoices, ${lines} bank lines`);
    // What is loaded and compiled is no part of a lot.
    await previewed("(warming up)");
    const base = await exported("export A without lots: the base", "A");
    await exported("export C without lots", "C", base);
    await previewed("preview of all", base);
    const { result: lot, measure } = await made("lot of all", whole, base);
    await previewed("preview right after the lot", base);
    for (const format of ["A", "B", "C"] as const)
      await exported(`export ${format} after the lot`, format, base);
    await pool.query(
      `insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint) values ($1, '2026-12-31', 'VIR', 10, 'one more')`,
      [distributorId],
    );
    await exported("export A, one line later", "A", base);
    await made("second lot, of that line", { from: TODAY, to: TODAY }, base);

    const share = lot.entry_count / TOP.entries;
    const isQuick = measure.here + measure.database <= TOP.seconds * share;
    const isSmall = measure.megabytes <= TOP.megabytes;
    console.log(
      `a lot of ${lot.entry_count} entries at most ${TOP.seconds} s for each ${TOP.entries}: ${verdict(isQuick)}; at most +${TOP.megabytes} MB: ${verdict(isSmall)}`,
    );
    if (!isQuick || !isSmall) process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

try {
  await run();
} finally {
  await server.stop();
}
