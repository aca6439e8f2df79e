// VAT-5: an advance of before migration 162 has the rate that was in force when it was decided, as far as the audit log tells.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { migrate, MIGRATIONS } from "./migrate.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let before: string;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  before = mkdtempSync(join(tmpdir(), "bobine-before-162-"));
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < "162"))
    copyFileSync(join(MIGRATIONS, name), join(before, name));
});
afterEach(async () => {
  await database.drop();
  rmSync(before, { recursive: true });
});

test("an advance of before has the rate of the day on which it was decided, and what lots hold of it says it", async () => {
  await migrate({ url: database.url, folder: before });
  const pool = createPool({ url: database.url });
  try {
    await pool.query(`
      begin; select set_config('app.all_distributors', 'on', true); set local session_replication_role = replica;
      insert into distributor (id, name, default_vat_rate_bp) overriding system value values (1, 'Changed', 2000), (2, 'Never', 550);
      insert into audit_log (distributor_id, action_type, action_details, created_at)
        select 1, 'other', details::jsonb, day::timestamptz from (values
          ('{"changed_fields": ["rcs_city", "default_vat_rate_bp"], "old_value": ["Lyon", 1000], "new_value": ["Paris", 550]}', '2026-10-10'),
          ('{"changed_fields": "vat_due", "old_value": "debits"}', '2026-10-12'),
          ('{"changed_fields": ["default_vat_rate_bp"], "old_value": [550], "new_value": [2000]}', '2026-10-20')) l (details, day);
      insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount, cinema_id, client_account, created_at)
        select distributor, place, place, place, kind, 10, 1, '411A', day::timestamptz from (values
          (1, 1, 'advance', '2026-10-01'), (1, 2, 'advance', '2026-10-15'), (1, 3, 'advance', '2026-10-25'), (1, 4, 'credit', '2026-10-01'),
          (2, 5, 'advance', '2026-10-01')) p (distributor, place, kind, day);
      insert into posted_entry (distributor_id, lot_id, journal, year, number, entry_date, piece_date, key, content_hash, lines)
        select distributor, 1, 'BQ', 2026, number, '2026-10-31', '2026-10-31', key, '', '[{"account": "512000"}, {"account": "419100"}]'
        from (values (1, 1, 'transaction:1'), (1, 2, 'transaction:4'), (2, 3, 'transaction:1'), (2, 4, 'transaction:5')) e (distributor, number, key);
      commit`);
    let entriesRead: unknown;
    await migrate({
      url: database.url,
      beforeCommit: async (client, migration) => {
        if (!migration.startsWith("162")) return;
        const { rows } = await client.query(
          `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables where relname like 'audit_log%'`,
        );
        entriesRead = rows[0]?.read;
      },
    });
    // OPS-13: once, however many advances there are.
    expect(entriesRead).toBe(3);
    const parts = await pool.query(
      "begin; select set_config('app.all_distributors', 'on', true); select vat_rate_bp from bank_part order by position; commit",
    );
    expect((parts as unknown as { rows: unknown[] }[])[2]?.rows).toEqual(
      [1000, 550, 2000, null, 550].map((vat_rate_bp) => ({ vat_rate_bp })),
    );
    const posted = await pool.query(
      "begin; select set_config('app.all_distributors', 'on', true); select lines from posted_entry order by number; commit",
    );
    const linesOf = (said: object) => ({ lines: [{ account: "512000" }, { account: "419100", ...said }] });
    expect((posted as unknown as { rows: unknown[] }[])[2]?.rows).toEqual([
      linesOf({ advance_rate_bp: 1000 }),
      linesOf({}),
      linesOf({}),
      linesOf({ advance_rate_bp: 550 }),
    ]);
    await expect(pool.query("update posted_entry set lines = '[]'")).rejects.toThrow(/lot/);
  } finally {
    await pool.end();
  }
});
