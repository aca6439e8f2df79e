import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Cents, cents } from "@bobine/contract/money";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { euros, eurosList, inCents } from "./money.ts";
import { createPool } from "./pool.ts";
import { inTransaction } from "./scope.ts";

const AMOUNTS: Cents[] = [0, 1, -1, 5, 99, 100, -289_731, 99_999_999_999_999, -99_999_999_999_999].map(cents);

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("an amount comes back from PostgreSQL to the cent, alone, in a list and in a sum", async () => {
  await inTransaction(pool, { kind: "nobody" }, async (tx) => {
    for (const amount of AMOUNTS) {
      const row = await tx.one<{ amount: string; twice: string; none: string | null }>(sql`
        select a::numeric(14, 2) as amount, a::numeric(14, 2) + a::numeric(14, 2) as twice, null::numeric as none
        from (select ${euros(amount)}) as v (a)`);
      expect(inCents(row, "amount", "twice", "none")).toEqual({ amount, twice: amount * 2, none: null });
    }
    const rows = await tx.many<{ amount: string }>(
      sql`select amount::numeric(14, 2) from unnest(${eurosList(AMOUNTS)}) with ordinality as l (amount, n) order by n`,
    );
    expect(rows.map((row) => inCents(row, "amount").amount)).toEqual(AMOUNTS);
  });
});

test("what is no amount of the wire is refused, and never a rounded sum", () => {
  for (const text of ["12.345", "12", "1e3", "", "NaN"])
    expect(() => inCents({ amount: text }, "amount")).toThrow(RangeError);
});

test("no SQL makes cents of euros or euros of cents", () => {
  const src = resolve(import.meta.dirname, "..");
  const found = globSync("**/*.ts", { cwd: src })
    .filter((path) => !/test(?:ing)?\.ts$|testing\//.test(path))
    .filter((path) => /\* ?100\)::|\/ ?100\.0|toFixed\(2\)\}/.test(readFileSync(join(src, path), "utf8")));
  // Basis points of a rate, no money.
  expect(found).toEqual(["cli/rates-commands.ts"]);
});
