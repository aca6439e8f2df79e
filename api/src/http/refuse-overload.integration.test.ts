// More calls at once than a node works on (OPS-10), through all that stands before a call.
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../db/scope.ts";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("of three hundred calls at once some are refused as any other refusal is, all others are answered, and so is the next", async () => {
  const person = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
  const staff = await app.as(person);
  const ask = () => staff.get("/saved-filters/?list=invoices");
  const answers = await Promise.all(Array.from({ length: 300 }, ask));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(answers.length);
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers["retry-after"]]).toEqual([503, "overloaded", "3"]);
    expect(headers["content-security-policy"]).toBeDefined();
  }
  expect((await ask()).status).toBe(200);
});

test("who sends hundreds of calls that wait for each other is refused most of them at once, and nobody else is refused any", async () => {
  const [one, another] = await Promise.all(
    [1, 2].map(async () =>
      app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)))),
    ),
  );
  const refused: unknown[] = [];
  const ask = async (path: string): Promise<number | undefined> => {
    const answer = await one?.get(path);
    if (answer?.status !== 200)
      refused.push([answer?.status, answer?.body.code, answer?.headers["retry-after"]]);
    return answer?.status;
  };
  const asked: Promise<number | undefined>[] = [];
  await inTransaction(app.owner, { kind: "all" }, async (tx) => {
    await tx.run(sql`lock table invoice, bank_transaction in access exclusive mode`);
    const send = async (path: string, refusals: number) => {
      asked.push(...Array.from({ length: 150 }, () => ask(path)));
      await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(refusals);
    };
    // One reads the balance and ten wait behind; two the lists, and sixty wait.
    await send("/clients/aged-balance/", 150 - (1 + 10));
    await send("/exports/lists/transactions/", 300 - (1 + 10) - (2 + 60));
    expect((await another?.get("/saved-filters/?list=invoices"))?.status).toBe(200);
  });
  expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(1 + 10 + 2 + 60);
  expect(new Set(refused.map(String))).toEqual(new Set(["429,too_many_waiting,3"]));
});
