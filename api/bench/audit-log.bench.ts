// `npm run bench audit-log [millions]`: what an audit log of that many entries costs in one table and in parts, both before and after all years but the
// last two are archived. The figures of docs/operations.md, The audit log in parts, come from it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { civilDate } from "@bobine/contract/civil-date";
import type { Pool, PoolClient } from "pg";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { inTransaction, transaction, type Tx } from "../src/db/scope.ts";
import { systemSource, writeAudit } from "../src/http/audit.ts";
import { archiveAuditLog, readPending, removeArchived } from "../src/modules/audit/archive-audit-log.ts";
import { passNight } from "../src/modules/audit/archives.testing.ts";
import { auditPage } from "../src/modules/audit/audit.repository.ts";
import { dropArchivedParts, maintainAuditParts } from "../src/modules/audit/audit-parts.ts";
import { invoiceDetailRepository } from "../src/modules/invoices/invoice-detail.repository.ts";
import { openFileStore } from "../src/platform/files/open-file-store.ts";
import { aDistributor } from "../src/testing/builders.ts";
import { startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";

const MILLION = 1_000_000;
const DISTRIBUTORS = 50;
const ROUNDS = 200;
/** In which the entries lie, one as many as the other. */
const YEARS = 4;
const TODAY = civilDate("2026-12-31");
const millions = Number(process.argv[2] ?? "2");
/** As large a share of the whole as ten million are of fifty. */
const SIZES = { from: 0, size: (millions * MILLION) / 5, ahead: 2 };

interface World {
  readonly pool: Pool;
  /** As pages are read. */
  readonly readers: Pool;
  readonly owner: PoolClient;
  readonly ids: readonly number[];
}

for (const isParted of [false, true]) {
  console.log(isParted ? "In parts" : "One table");
  const postgres = await startTemporaryPostgres("bench-audit", {
    max_wal_size: "4GB",
    shared_buffers: "512MB",
  });
  try {
    await migrate({ url: postgres.url });
    const pool = createPool({ url: postgres.url });
    const owner = await pool.connect();
    await owner.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    const ids = await inTransaction(pool, { kind: "all" }, async (tx) => {
      const made: number[] = [];
      while (made.length < DISTRIBUTORS) made.push((await aDistributor(tx)).id);
      return made;
    });
    const readers = createPool({ url: postgres.url, forReading: true });
    const world = { pool, readers, owner, ids };
    await owner.query("analyze audit_log");
    await fill(world, isParted);
    await tell(world);
    await archive(world);
    await tell(world);
    if (!isParted) await makeParts(world);
    owner.release();
    await Promise.all([readers.end(), pool.end()]);
  } finally {
    await postgres.stop();
  }
}

async function fill({ owner, ids }: World, isParted: boolean): Promise<void> {
  const filled = performance.now();
  for (let n = 0; n < millions * 10; n += 1) {
    if (isParted) await maintainAuditParts(owner, SIZES);
    await owner.query(
      `insert into audit_log (distributor_id, action_type, action_details, request_id, ui_build, created_at)
       select ($1::bigint[])[1 + (i % $2::int)], (array['sent_email', 'created_invoice', 'processed_banking', 'system_action'])[1 + (i / 7) % 4],
         jsonb_build_object('invoice_id', i % 400000, 'invoice_number', 'F26' || lpad((i % 400000)::text, 6, '0'), 'cinema_name', 'Cinéma Le Beffroi',
           'recipients', jsonb_build_array('compta@beffroi.example'), 'subject', 'Votre facture de la semaine'),
         md5(i::text), '0123456789ab', '2026-12-31'::timestamptz - make_interval(secs => ($3::bigint - i) * 86400.0 * 365 * ${YEARS} / $3)
       from generate_series($4::bigint, $5::bigint) i`,
      [ids, DISTRIBUTORS, millions * MILLION, (n * MILLION) / 10 + 1, ((n + 1) * MILLION) / 10],
    );
  }
  await owner.query("vacuum analyze audit_log");
  console.log(`${millions} million entries in ${Math.round((performance.now() - filled) / 1000)} s`);
}

/** All years but the last full one and the present one. */
async function archive({ pool, owner }: World): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-archives-"));
  try {
    await owner.query("insert into audit_retention (years) values (1)");
    const started = performance.now();
    const files = openFileStore({ filesUrl: pathToFileURL(folder).href, s3: null });
    const archives = await archiveAuditLog({ pool, files, today: TODAY });
    const entries = archives.reduce((sum, { entry_count }) => sum + entry_count, 0);
    const bytes = archives.reduce((sum, { file_size }) => sum + file_size, 0);
    console.log(
      `${entries} entries in ${archives.length} files in ${seconds(started)}, ${(bytes / entries).toFixed(1)} bytes an entry, ${Math.round(process.memoryUsage.rss() / 1e6)} MB of this process`,
    );
    await passNight(pool);
    const written = async (): Promise<number> =>
      Number(
        (await owner.query<{ bytes: string }>("select pg_current_wal_lsn() - '0/0' as bytes")).rows[0]?.bytes,
      );
    const [before, removing] = [await written(), performance.now()];
    const { archives: pending } = await readPending(pool, files);
    const dropped = await dropArchivedParts(owner, pending);
    const removed = await removeArchived(pool, pending);
    const log = ((await written()) - before) / 1e6;
    console.log(
      `${dropped.length} parts dropped, ${removed} entries removed one by one in ${seconds(removing)}, ${Math.round(log)} MB of PostgreSQL's log`,
    );
    const vacuuming = performance.now();
    await owner.query("vacuum audit_log");
    console.log(`vacuumed in ${seconds(vacuuming)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** While somebody writes. */
async function makeParts({ pool, owner, ids }: World): Promise<void> {
  const started = performance.now();
  let longest = 0;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      const asked = performance.now();
      await inTransaction(pool, { kind: "distributor", distributorId: ids[0] ?? 0 }, (tx) =>
        writeAudit(tx, systemSource(ids[0] ?? 0), "system_action", { message: "x" }),
      );
      longest = Math.max(longest, performance.now() - asked);
    }
  })();
  await maintainAuditParts(owner, SIZES);
  isDone = true;
  await writing;
  console.log(
    `made into parts in ${seconds(started)}, of which whoever wrote waited ${Math.round(longest)} ms at most`,
  );
}

async function tell({ pool, readers, owner, ids }: World): Promise<void> {
  const { rows } = await owner.query<{ table: string; indexes: string }>(
    `select pg_size_pretty(sum(pg_relation_size(c.oid))) as table, pg_size_pretty(sum(pg_indexes_size(c.oid))) as indexes
     from pg_class c where c.relkind = 'r' and c.relname ~ '^(audit_log|entries_)'`,
  );
  console.log(`  ${rows[0]?.table} of rows, ${rows[0]?.indexes} of indexes`);
  const scopeOf = (n: number) =>
    ({ kind: "distributor", distributorId: ids[n % DISTRIBUTORS] ?? 0 }) as const;
  const read = (n: number, work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
    transaction({ pool, readers }, scopeOf(n), work, { onlyReads: true });
  const page = (n: number, number: number): Promise<unknown> =>
    read(n, (tx) => auditPage(tx, scopeOf(n).distributorId, number, {}));
  const measured: Record<string, (n: number) => Promise<unknown>> = {
    "first page": (n) => page(n, 1),
    "page 50": (n) => page(n, 50),
    "history of an invoice": (n) =>
      read(n, (tx) => invoiceDetailRepository.audited(tx, scopeOf(n).distributorId, n * 101)),
    "one entry more": (n) =>
      inTransaction(pool, scopeOf(n), (tx) =>
        writeAudit(tx, systemSource(scopeOf(n).distributorId), "system_action", { message: "x" }),
      ),
  };
  for (const [name, work] of Object.entries(measured)) {
    const times: number[] = [];
    for (let n = 0; n < ROUNDS; n += 1) {
      const start = performance.now();
      await work(n);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
    console.log(`  ${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  }
}
