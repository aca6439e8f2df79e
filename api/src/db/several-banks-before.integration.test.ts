// AGG-8: what a distributor with one bank had before migration 115 is a connection of its own after it.
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
  before = mkdtempSync(join(tmpdir(), "bobine-before-115-"));
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < "115"))
    copyFileSync(join(MIGRATIONS, name), join(before, name));
});
afterEach(async () => {
  await database.drop();
  rmSync(before, { recursive: true });
});

test("a bank that waits beside one that is connected becomes a connection, and lines keep whose they are", async () => {
  await migrate({ url: database.url, folder: before });
  const pool = createPool({ url: database.url });
  const rowsOf = async (query: string): Promise<unknown> => {
    const result = await pool.query(
      `begin; select set_config('app.all_distributors', 'on', true); ${query}; commit`,
    );
    return (result as unknown as { rows: unknown[] }[])[2]?.rows;
  };
  try {
    await rowsOf(`
      with made as (
        insert into distributor (name) values ('Connected'), ('Renewing'), ('Waiting') returning id, name
      ), connected as (
        insert into bank_connection (distributor_id, provider_user, item_id, awaited_item_id, bank_name)
          select id, gen_random_uuid(), case when name = 'Waiting' then null else 100 + id end,
            case when name = 'Connected' then null else 200 + id end, case when name = 'Waiting' then null else name end
          from made
      )
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint, source, provider_transaction_id)
        select id, date '2026-01-02', 'OF THE BANK', 10, repeat('a', 64), 'bridge', 900 + id from made
        union all select id, date '2026-01-02', 'OF A FILE', 20, repeat('b', 64), 'file', null from made`);
    await migrate({ url: database.url });
    expect(
      await rowsOf(`
        select d.name, c.item_id - d.id as item, c.awaited_item_id - d.id as awaited, c.bank_name
        from bank_connection c join distributor d on d.id = c.distributor_id order by d.name, c.id`),
    ).toEqual([
      { name: "Connected", item: 100, awaited: null, bank_name: "Connected" },
      { name: "Renewing", item: 100, awaited: null, bank_name: "Renewing" },
      { name: "Renewing", item: null, awaited: 200, bank_name: null },
      { name: "Waiting", item: null, awaited: 200, bank_name: null },
    ]);
    expect(
      await rowsOf(`
        select d.name, t.label, t.provider_item_id - d.id as item
        from bank_transaction t join distributor d on d.id = t.distributor_id order by d.name, t.label`),
    ).toEqual([
      { name: "Connected", label: "OF A FILE", item: null },
      { name: "Connected", label: "OF THE BANK", item: 100 },
      { name: "Renewing", label: "OF A FILE", item: null },
      { name: "Renewing", label: "OF THE BANK", item: 100 },
      { name: "Waiting", label: "OF A FILE", item: null },
      { name: "Waiting", label: "OF THE BANK", item: null },
    ]);
  } finally {
    await pool.end();
  }
});
