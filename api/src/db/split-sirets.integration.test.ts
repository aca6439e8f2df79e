// DIST-3: what stood whole in the field of the SIREN before 119 is a SIREN and a SIRET after it.
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
  before = mkdtempSync(join(tmpdir(), "bobine-before-119-"));
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < "119"))
    copyFileSync(join(MIGRATIONS, name), join(before, name));
});
afterEach(async () => {
  await database.drop();
  rmSync(before, { recursive: true });
});

test("a SIRET that was kept as a SIREN is split, also one that waits to be checked; a SIREN stays", async () => {
  await migrate({ url: database.url, folder: before });
  const pool = createPool({ url: database.url });
  try {
    await pool.query(`
      begin;
      select set_config('app.all_distributors', 'on', true);
      insert into distributor (name, siren, validation_status, proposed_siren, proposed_at) values
        ('Whole', '73282932000074', 'validated', '55210055400013', now()), ('Nine', '000100016', 'validated', '', null),
        ('None', '', 'prospect', '', null);
      commit`);
    await migrate({ url: database.url });
    const result = await pool.query(`
      begin;
      select set_config('app.all_distributors', 'on', true);
      select name, siren, siret, proposed_siren, proposed_siret from distributor order by name;
      commit`);
    expect((result as unknown as { rows: unknown[] }[])[2]?.rows).toEqual([
      { name: "Nine", siren: "000100016", siret: "", proposed_siren: "", proposed_siret: "" },
      { name: "None", siren: "", siret: "", proposed_siren: "", proposed_siret: "" },
      {
        name: "Whole",
        siren: "732829320",
        siret: "73282932000074",
        proposed_siren: "552100554",
        proposed_siret: "55210055400013",
      },
    ]);
  } finally {
    await pool.end();
  }
});
