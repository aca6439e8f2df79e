// LET-17: statements of several distributors are read and lettered side by side. Each waits for the imports of its distributor, which the test
// holds: a session that waits for a lock is seen in pg_locks.
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockImports } from "../../db/locks.ts";
import { inTransaction } from "../../db/scope.ts";
import { statementPlaces } from "../../http/statement-places.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Accountant, anAccountant, LEDGER } from "./banking.testing.ts";

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
  Object.assign(bank.services, { statements: statementPlaces(3) });
});
afterAll(() => bank.close());

const STATEMENT = "Date;Libellé;Montant\n2026-12-12;VIR SEPA RECU SARL BEFFROI CINES;110,00";

/** The distributors whose imports wait, once that many do; others that could come would be there too. */
async function waiting(count: number): Promise<number[]> {
  const read = async (): Promise<number[]> =>
    (
      await bank.owner.query<{ distributor: number }>(
        `select objid::bigint as distributor from pg_locks where not granted and locktype = 'advisory'
           and database = (select oid from pg_database where datname = current_database()) order by objid`,
      )
    ).rows.map(({ distributor }) => distributor);
  await expect.poll(read, { timeout: 20_000 }).toHaveLength(count);
  await new Promise((done) => setTimeout(done, 200));
  return await read();
}

/** Holds the imports of all of them while they import, so often each. */
async function importing(
  who: readonly Accountant[],
  each: number,
  meanwhile: () => Promise<void>,
): Promise<number[]> {
  let imports: Promise<number>[] = [];
  await inTransaction(bank.owner, { kind: "all" }, async (tx) => {
    for (const { distributorId } of who) await lockImports(tx, distributorId);
    imports = who.flatMap((one) =>
      Array.from({ length: each }, async () => (await one.upload("releve.csv", STATEMENT)).statusCode),
    );
    await meanwhile();
  });
  return await Promise.all(imports);
}

test("as many statements as a node has places are lettered at once, and the next one has its turn", async () => {
  const who = await Promise.all(Array.from({ length: 4 }, () => anAccountant(bank)));
  const answers = await importing(who, 1, async () => expect(await waiting(3)).toHaveLength(3));
  expect(answers).toEqual([200, 200, 200, 200]);
});

test("the second import of a distributor waits for its first one without a place: others have it", async () => {
  const who = await Promise.all(Array.from({ length: 3 }, () => anAccountant(bank)));
  const answers = await importing(who, 3, async () =>
    expect(await waiting(3)).toEqual(who.map((one) => one.distributorId).toSorted((a, b) => a - b)),
  );
  expect(answers).toEqual(Array.from({ length: 9 }, () => 200));
});
