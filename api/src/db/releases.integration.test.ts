// What earlier versions have written is brought to this one, and holds (OPS-8).
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { loadDemoData } from "../demo/load-demo-data.ts";
import { verifyAudit } from "../modules/audit/verify-audit.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { verifyBanks } from "../modules/exports/verify-banks.ts";
import { verifyClients } from "../modules/exports/verify-clients.ts";
import { createTestDatabase } from "../testing/database.ts";
import { createTestApp } from "../testing/test-app.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { migrate } from "./migrate.ts";
import { largeTables, watchLocks } from "./migration-locks.testing.ts";
import { savedRelease, packed, readReleaseData, RELEASES, restoreRelease } from "./releases.testing.ts";

/** All migrations take half a minute. */
const isLeft = extentOf("releases") === "part";
const LEFT = "npm run campaign releases";
/** A version that is released keeps its data: once, before its first migration after it. */
const toSave = process.env["BOBINE_SAVE_RELEASE"];
const ACCOUNTANT = "compta@lumen-films.example";

describe.runIf(toSave)("a version that is released", () => {
  test("keeps the data of the demo", async () => {
    const product = await createTestApp({ today: "2026-11-30" });
    try {
      await loadDemoData(product.services, () => {});
      const data = await readReleaseData(product.ownerUrl);
      expect(data.tables.map(({ name }) => name)).toContain("invoice");
      const folder = join(RELEASES, toSave ?? "");
      if (existsSync(folder)) throw new Error(`${folder} is there: what was released does not change`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "data.json.gz"), packed(data));
    } finally {
      await product.close();
    }
  }, 240_000);
});

const versions = existsSync(RELEASES) ? readdirSync(RELEASES).filter((name) => /^\d/.test(name)) : [];

describe.each(versions)("the data of version %s", (version) => {
  test("come to this version, with books and audit log that hold and lists that show them", async ({
    skip,
  }) => {
    skip(isLeft, LEFT);
    const data = savedRelease(version);
    const rowsOf = (name: string) =>
      (data.tables.find((table) => table.name === name)?.rows.match(/\n/g) ?? []).length;
    const database = await createTestDatabase({ empty: true });
    const product = await (async () => {
      await restoreRelease(database.url, data);
      expect(await locksOf(database.url)).toEqual([]);
      await prepareDatabase({ ownerUrl: database.url, webUrl: database.webUrl });
      return await createTestApp({ today: "2026-12-01", database });
    })();
    try {
      const counts = await product.inDatabase((tx) =>
        tx.one<Record<string, number>>(sql`select (select count(*) from invoice) as invoice,
          (select count(*) from bank_transaction) as bank_transaction, (select count(*) from allocation) as allocation,
          (select count(*) from app_user) as app_user, (select count(*) from declaration) as declaration`),
      );
      for (const [table, count] of Object.entries(counts))
        expect([table, count]).toEqual([table, rowsOf(table)]);
      const distributors = await product.inDatabase((tx) =>
        tx.many<{ id: number }>(sql`select id from distributor`),
      );
      for (const { id } of distributors) {
        const violations = await product.inDatabase(
          async (tx) => [
            ...(await verifyLedger(tx)),
            ...(await verifyBanks(tx)),
            ...(await verifyClients(tx)),
          ],
          id,
        );
        expect(violations).toEqual([]);
      }
      const { findings } = await product.inDatabase((tx) => verifyAudit(tx, []));
      expect(findings).toEqual([]);
      const user = await product.inDatabase((tx) =>
        tx.one<{ id: number }>(sql`select id from app_user where email = ${ACCOUNTANT}`),
      );
      const client = await product.as(user);
      for (const path of ["/invoices/invoices/", "/cinemas/", "/audit-logs/", "/user-actions/"])
        expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    } finally {
      await product.close();
    }
  }, 240_000);
});

/** OPS-13: what each migration since does to large tables while nobody may write them. */
async function locksOf(url: string): Promise<string[]> {
  const owner = new Client({ connectionString: url });
  await owner.connect();
  const watch = watchLocks(await largeTables(owner));
  await owner.end();
  await migrate({ url, beforeCommit: watch.beforeCommit });
  return watch.findings;
}
