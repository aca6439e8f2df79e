import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCinema, aDistributor, anInvoice, aSuperAdmin, aStaffUser } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { civilDate } from "@bobine/contract/civil-date";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-09-15" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());

const TODAY = civilDate("2026-09-15");
const newcomer = () => app.inDatabase((tx) => aDistributor(tx));
const start = (id: number, last_number: unknown, series: unknown = "F") =>
  admin.patch(`/onboarding/admin/distributors/${id}/`, { numbering_start: { series, last_number } });
const take = (id: number, count = 1) =>
  app.inDatabase((tx) => issueRepository.takeNumbers(tx, id, "F", TODAY, count), id);
const sequences = (id: number) =>
  app.inDatabase((tx) =>
    tx.many(sql`
      select series, year, last_number, taken_before from invoice_sequence where distributor_id = ${id} order by series`),
  );

test("ours follow the last number of the former software; until the first of them it may be corrected", async () => {
  const { id } = await newcomer();
  expect((await start(id, 120)).status).toBe(200);
  expect((await start(id, 122)).status).toBe(200);
  expect((await start(id, 7, "A")).status).toBe(200);
  expect(await sequences(id)).toEqual([
    { series: "A", year: 2026, last_number: 7, taken_before: 7 },
    { series: "F", year: 2026, last_number: 122, taken_before: 122 },
  ]);
  expect(await take(id)).toBe(123);
  const late = await start(id, 200);
  expect([late.status, late.body]).toEqual([
    400,
    {
      numbering_start: [
        "Des numéros de cette série ont déjà été émis cette année\u00a0: son début ne change plus.",
      ],
    },
  ]);
  expect((await start(id, 122)).status).toBe(200);
  expect(await take(id)).toBe(124);
  const log = await app.inDatabase((tx) =>
    tx.many<{ details: object }>(sql`
      select action_details as details from audit_log
      where distributor_id = ${id} and action_details->'changed_fields' = '["numbering_start"]' order by id`),
  );
  expect(log.map((row) => row.details)).toEqual([
    { changed_fields: ["numbering_start"], old_value: null, new_value: "F26000120" },
    { changed_fields: ["numbering_start"], old_value: "F26000120", new_value: "F26000122" },
    { changed_fields: ["numbering_start"], old_value: null, new_value: "A26000007" },
  ]);
});

test("a series that has begun by itself keeps its beginning", async () => {
  const { id } = await newcomer();
  await take(id, 3);
  expect((await start(id, 50)).status).toBe(400);
  expect(await take(id)).toBe(4);
});

test("not below an imported invoice of the same series", async () => {
  const distributor = await newcomer();
  await start(distributor.id, 150);
  await app.inDatabase(async (tx) =>
    anInvoice(tx, distributor, await aCinema(tx, distributor), { invoice_number: "F26000140" }),
  );
  const answer = await start(distributor.id, 100);
  expect([answer.status, answer.body.numbering_start]).toEqual([
    400,
    ["La facture importée F26000140 porte déjà un numéro de cette série. Indiquez au moins 140."],
  ]);
  expect((await start(distributor.id, 140)).status).toBe(200);
});

test("BILL-9: not below one that is written with punctuation or in small letters: ours would meet it on its way", async () => {
  const distributor = await newcomer();
  await start(distributor.id, 200);
  await app.inDatabase(async (tx) =>
    anInvoice(tx, distributor, await aCinema(tx, distributor), { invoice_number: "f26-000150" }),
  );
  const answer = await start(distributor.id, 120);
  expect([answer.status, answer.body.numbering_start]).toEqual([
    400,
    ["La facture importée F26000150 porte déjà un numéro de cette série. Indiquez au moins 150."],
  ]);
});

test("either the start or a first number comes first, never between", async () => {
  await Promise.all(Array.from({ length: 25 }, () => admin.get("/onboarding/admin/distributors/")));
  for (let round = 0; round < 5; round += 1) {
    const { id } = await newcomer();
    const [answer, first] = await Promise.all([start(id, 80), take(id)]);
    expect([answer.status, first]).toEqual(answer.status === 200 ? [200, 81] : [400, 1]);
  }
});

test.each([
  [{ series: "X", last_number: 1 }],
  [{ series: "F", last_number: -1 }],
  [{ series: "F", last_number: 1.5 }],
  [{ series: "F", last_number: "12" }],
  [{ series: "F", last_number: 999_999 }],
  [{ series: "F" }],
  [{ series: "F", last_number: 1, year: 2020 }],
])("not as %j", async (numbering_start) => {
  const { id } = await newcomer();
  const answer = await admin.patch(`/onboarding/admin/distributors/${id}/`, { numbering_start });
  expect(answer.status).toBe(400);
});

test("nor by staff, nor for a distributor that does not exist", async () => {
  const distributor = await newcomer();
  const staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, distributor)));
  const body = { numbering_start: { series: "F", last_number: 12 } };
  expect((await staff.patch(`/onboarding/admin/distributors/${distributor.id}/`, body)).status).toBe(403);
  expect((await start(999_999, 12)).status).toBe(404);
});

test("a distributor's own administrator says it, nobody else of it does, and not once a number was issued (SEC-22)", async () => {
  const made = await newcomer();
  const [chief, accountant] = await app.inDatabase(async (tx) => {
    const people = [await aStaffUser(tx, made), await aStaffUser(tx, made)] as const;
    await tx.run(sql`update app_user set role = 'admin' where id = ${people[0].id}`);
    await tx.run(sql`update app_user set role = 'accountant' where id = ${people[1].id}`);
    return people;
  });
  const say = async (person: typeof chief, last_number: number) =>
    (await app.as(person)).post("/onboarding/distributor/numbering/", { series: "F", last_number });
  expect((await say(accountant, 120)).status).toBe(403);
  expect((await say(chief, 120)).status).toBe(204);
  expect((await say(chief, 120)).status).toBe(204);
  expect(await take(made.id)).toBe(121);
  expect((await say(chief, 200)).body).toHaveProperty("numbering_start");
});
