// The order of the queue, and how many it has (UI-12).
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../../testing/builders.ts";
import { type Answer, observeRows } from "../../testing/declared-rows/observe-rows.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  const person = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    const line = async (label: string, day: string, amount: string, status: string, created: string) => {
      const { id } = await tx.one<{ id: number }>(sql`
        insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
        values (${distributor.id}, ${day}, ${label}, ${amount}, ${label}) returning id`);
      await tx.run(sql`
        insert into user_action (distributor_id, transaction_id, status, open_status, reason_code, reason, created_at)
        values (${distributor.id}, ${id}, ${status}, 'PENDING', 'unknown', 'Inconnu', ${created})`);
    };
    await line("A", "2026-11-03", "30.00", "PENDING", "2026-11-20T10:00:00Z");
    await line("B", "2026-11-01", "-5.00", "PENDING", "2026-11-21T10:00:00Z");
    await line("C", "2026-11-02", "200.00", "REJECTED", "2026-11-22T10:00:00Z");
    await tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, description, created_at)
      values (${distributor.id}, 'PENDING', 'PENDING', 'missing_email', 'Adresse', 'D', '2026-11-02T10:00:00Z')`);
    const other = await aDistributor(tx);
    await tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, description)
      values (${other.id}, 'PENDING', 'PENDING', 'unknown', 'Inconnu', 'E')`);
    return await aStaffUser(tx, distributor);
  });
  staff = await app.as(person);
});
afterAll(() => app.close());

test.each([
  ["", "BADC"],
  ["ordering=transaction_date", "BDAC"],
  ["ordering=-transaction_date", "ADBC"],
  // What has no line has no amount, and comes last of its kind both ways.
  ["ordering=transaction_amount", "BADC"],
  ["ordering=-transaction_amount", "ABDC"],
])("open ones first, then by « %s »: a page, the whole list and the file alike", async (query, order) => {
  type Named = { transaction_description: string };
  const named = (rows: Named[]) => rows.map((row) => row.transaction_description).join("");
  expect(named((await staff.get(`/user-actions/?page=1&${query}`)).body.results)).toBe(order);
  expect(named((await staff.get(`/user-actions/?${query}`)).body.results)).toBe(order);
  const { text } = await staff.get(`/exports/lists/user-actions/?${query}`);
  const lines = text.split("\r\n").slice(1, 5);
  expect(lines.map((line: string) => line.split(";")[1]?.replaceAll('"', "")).join("")).toBe(order);
});

test.each([
  ["all", "", 4],
  ["what waits", "status=CREATED&status=PENDING&status=AWAITING_INVOICE_SELECTION", 3],
  [
    "what waits for a reason",
    "status=CREATED&status=PENDING&status=AWAITING_INVOICE_SELECTION&reason_code=unknown",
    2,
  ],
  ["a part of what waits", "status=PENDING", 3],
  ["another part", "status=CREATED", 0],
  ["what is rejected", "status=REJECTED", 1],
  ["what is rejected or waits in part", "status=REJECTED&status=PENDING", 4],
  ["what is rejected, said twice", "status=REJECTED&status=REJECTED", 1],
  [
    "what waits for a reason, said twice",
    "status=CREATED&status=PENDING&status=AWAITING_INVOICE_SELECTION&reason_code=unknown&reason_code=unknown",
    2,
  ],
  [
    "what is mine and waits",
    "status=CREATED&status=PENDING&status=AWAITING_INVOICE_SELECTION&assigned=me",
    0,
  ],
  ["what is closed for a reason", "status=DONE&status=REJECTED&reason_code=unknown", 1],
  ["all for a reason", "reason_code=missing_email", 1],
])("the number of %s is that of its rows", async (_what, query, rows) => {
  const { body } = await staff.get(`/user-actions/?page=1&${query}`);
  expect([body.count, body.results.length]).toEqual([rows, rows]);
});

test.each([
  ["a tab is a sum of tallies", "status=REJECTED", 0],
  [
    "what waits for a reason is a sum of tallies",
    "status=CREATED&status=PENDING&status=AWAITING_INVOICE_SELECTION&reason_code=unknown",
    0,
  ],
  ["a person's is counted", "assigned=me", 1],
])("the number of %s", async (_what, query, counts) => {
  const heard: Answer[] = [];
  const end = observeRows((answer) => heard.push(answer));
  await staff.get(`/user-actions/?page=1&${query}`);
  end();
  const counted = heard.filter(({ fields }) => fields.map(({ name }) => name).join(" ") === "count");
  expect(counted).toHaveLength(counts);
});

test("an order that it does not have is refused at its field", async () => {
  expect(await staff.get("/user-actions/?page=1&ordering=label")).toMatchObject({
    status: 400,
    body: { ordering: [expect.stringMatching(/^Choisissez/)] },
  });
});
