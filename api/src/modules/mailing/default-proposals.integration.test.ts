// MAIL-2: people are asked whether to give an invoice up for as long as it is unpaid.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobHandlers } from "../../job-handlers.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { anIssuedInvoice, startTestSmtpServer, type TestSmtpServer } from "./mailing.testing.ts";

const { signal } = new AbortController();
let app: TestApp;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor;
let person: { id: number };
let staff: TestClient;
let invoice: { id: number; invoice_number: string };

async function roundAt(instant: string): Promise<void> {
  app.clock.set(instant);
  await jobHandlers(app.services)["mail-round"]({}, signal);
}
const hourPasses = () => jobHandlers(app.services)["bank-round"]({}, signal);
const proposals = () =>
  app.inDatabase((tx) =>
    tx.many<{ status: string; resolved_by: number | null }>(sql`
      select status, resolved_by from user_action
      where invoice_id = ${invoice.id} and reason_code = 'default_proposal' order by id`),
  );
const [OPEN, CLOSED] = [
  { status: "PENDING", resolved_by: null },
  { status: "DONE", resolved_by: null },
];

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  app.clock.set("2027-01-05");
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set automation_on = false`);
    distributor = await aDistributor(tx);
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${distributor.id}`);
    const cinema = await aCinema(tx, distributor);
    await tx.run(
      sql`update cinema set default_invoice_emails = array['compta@cinema.example'] where id = ${cinema.id}`,
    );
    person = await aStaffUser(tx, distributor);
    invoice = await anIssuedInvoice(tx, distributor, cinema, { invoice_date: "2026-11-01" });
  });
  // Due on 30 December: each level, then 90 days after.
  for (const day of ["2027-01-06", "2027-01-20", "2027-02-15", "2027-03-30"]) await roundAt(day);
  staff = await app.as(person);
});

const pay = () =>
  app.inDatabase(async (tx) => {
    const line = await tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${distributor.id}, '2027-03-30', 'CHEQUE', 110.00, 'cheque') returning id`);
    return await tx.one<{ id: number }>(sql`
      with decided as (insert into reconciliation (distributor_id, transaction_id, invoice_ids)
        values (${distributor.id}, ${line.id}, array[${invoice.id}::bigint]) returning id)
      insert into allocation (distributor_id, kind, reconciliation_id, transaction_id, invoice_id, amount)
      select ${distributor.id}, 'payment', id, ${line.id}, ${invoice.id}, 110.00 from decided returning id`);
  });

test("what is paid is asked about for an hour at most, and anew once its payment was returned", async () => {
  const paid = await pay();
  await roundAt("2027-03-30T12:00:00Z");
  expect(await proposals()).toEqual([OPEN]);
  await hourPasses();
  expect(await proposals()).toEqual([CLOSED]);
  await app.inDatabase((tx) => tx.run(sql`delete from allocation where id = ${paid.id}`));
  await roundAt("2027-04-01");
  await roundAt("2027-04-02");
  expect(await proposals()).toEqual([CLOSED, OPEN]);
});

test("what is paid while automation is off is asked about no more, either", async () => {
  await app.inDatabase((tx) => tx.run(sql`update distributor set automation_on = false`));
  await pay();
  await hourPasses();
  expect(await proposals()).toEqual([CLOSED]);
});

test("whoever gives it up has answered, at once, and is not asked again when it is reopened", async () => {
  expect(await proposals()).toEqual([OPEN]);
  const path = `/invoices/invoices/${invoice.id}/`;
  const given = [{ status: "DONE", resolved_by: person.id }];
  expect((await staff.patch(path, { status: "default" })).status).toBe(200);
  expect(await proposals()).toEqual(given);
  await hourPasses();
  await roundAt("2027-03-31");
  await (await app.as(person)).patch(path, { status: "awaiting_payment" });
  await roundAt("2027-04-01");
  expect(await proposals()).toEqual(given);
});

test("what a person has rejected stays rejected, and what is still unpaid stays asked about", async () => {
  await roundAt("2027-03-31");
  await hourPasses();
  expect(await proposals()).toEqual([OPEN]);
  const { results } = (await (await app.as(person)).get("/user-actions/")).body;
  const [{ id }] = results;
  await (await app.as(person)).patch(`/user-actions/${id}/`, {
    status: "REJECTED",
    rejection_reason: "Elle paiera",
  });
  const rejected = [{ status: "REJECTED", resolved_by: person.id }];
  await app.inDatabase((tx) =>
    tx.run(sql`update invoice set in_default = true, defaulted_on = '2027-03-31' where id = ${invoice.id}`),
  );
  await hourPasses();
  await roundAt("2027-04-01");
  expect(await proposals()).toEqual(rejected);
});
