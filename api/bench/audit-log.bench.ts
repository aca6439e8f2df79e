// `npm run bench audit-log [millions]`: what an audit log of that many entries costs in one table, and in parts
// (deploy/postgres/partition-audit-log.sql). The figures of docs/operations.md, Partitions, come from it.
import { readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { inTransaction } from "../src/db/scope.ts";
import { systemSource, writeAudit } from "../src/http/audit.ts";
import { auditPage } from "../src/modules/audit/audit.repository.ts";
import { aDistributor } from "../src/testing/builders.ts";
import { startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";

const MILLION = 1_000_000;
const DISTRIBUTORS = 50;
const ROUNDS = 200;
const millions = Number(process.argv[2] ?? "5");

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
  const filled = performance.now();
  for (let n = 0; n < millions; n += 1)
    await owner.query(
      `insert into audit_log (distributor_id, action_type, action_details, request_id, ui_build, created_at)
       select ($1::bigint[])[1 + (i % $2::int)], (array['sent_email', 'created_invoice', 'processed_banking', 'system_action'])[1 + (i / 7) % 4],
         jsonb_build_object('invoice_id', i % 400000, 'invoice_number', 'F26' || lpad((i % 400000)::text, 6, '0'), 'cinema_name', 'Cinéma Le Beffroi',
           'recipients', jsonb_build_array('compta@beffroi.example'), 'subject', 'Votre facture de la semaine'),
         md5(i::text), '0123456789ab', now() - make_interval(secs => ($3::bigint - i) * 2)
       from generate_series($4::bigint, $5::bigint) i`,
      [ids, DISTRIBUTORS, millions * MILLION, n * MILLION + 1, (n + 1) * MILLION],
    );
  await owner.query("vacuum analyze audit_log");
  console.log(`${millions} million entries in ${Math.round((performance.now() - filled) / 1000)} s`);
  await tell("one table");
  const parted = performance.now();
  await owner.query(
    readFileSync(new URL("../../deploy/postgres/partition-audit-log.sql", import.meta.url), "utf8"),
  );
  console.log(`made into parts in ${Math.round(performance.now() - parted)} ms`);
  await tell("in parts");
  owner.release();
  await pool.end();

  async function tell(how: string): Promise<void> {
    const { rows } = await owner.query<{ table: string; indexes: string }>(
      `select pg_size_pretty(sum(pg_relation_size(c.oid))) as table, pg_size_pretty(sum(pg_indexes_size(c.oid))) as indexes
       from pg_class c where c.relkind = 'r' and c.relname ~ '^(audit_log|entries_)'`,
    );
    console.log(`${how}: ${rows[0]?.table} of rows, ${rows[0]?.indexes} of indexes`);
    const scopeOf = (n: number) =>
      ({ kind: "distributor", distributorId: ids[n % DISTRIBUTORS] ?? 0 }) as const;
    const measured: Record<string, (n: number) => Promise<unknown>> = {
      "first page": (n) => page(n, 1),
      "page 50": (n) => page(n, 50),
      "history of an invoice": (n) =>
        inTransaction(pool, scopeOf(n), (tx) =>
          tx.many(
            sql`select id from audit_log where distributor_id = ${scopeOf(n).distributorId} and invoice_id = ${String(n * 101)} order by id`,
          ),
        ),
      "one entry more": (n) =>
        inTransaction(pool, scopeOf(n), (tx) =>
          writeAudit(tx, systemSource(scopeOf(n).distributorId), "system_action", { message: "x" }),
        ),
    };
    async function page(n: number, number: number): Promise<unknown> {
      return await inTransaction(pool, scopeOf(n), (tx) =>
        auditPage(tx, scopeOf(n).distributorId, number, {}),
      );
    }
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
} finally {
  await postgres.stop();
}
