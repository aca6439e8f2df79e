// UI-25: where what an action asks for is written, by what is missing now.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aCinema, aDistributor, anInvoice, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { formerPayerText } from "../mailing/mail-actions.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
let staff: TestClient;
let distributor: Awaited<ReturnType<typeof aDistributor>>;
let cinema: Awaited<ReturnType<typeof aCinema>>;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(async () => app.close());
beforeEach(async () => {
  const user = await app.inDatabase(async (tx) => {
    distributor = await aDistributor(tx, {});
    cinema = await aCinema(tx, distributor, { name: "Le Beffroi", city: "Douai", siren: "" });
    return await aStaffUser(tx, distributor);
  });
  staff = await app.as(user);
});

const anAction = (
  reason_code: string,
  about: { cinema?: number; invoice?: number; status?: string } = {},
): Promise<number> =>
  app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, cinema_id, invoice_id)
      values (${distributor.id}, ${about.status ?? "PENDING"}, 'PENDING', ${reason_code}, 'Raison', ${about.cinema ?? null}, ${about.invoice ?? null})
      returning id`);
    return id;
  });
const remedyOf = async (id: number) => (await staff.get(`/user-actions/${id}/`)).body.remedy;
const place = () => ({ id: cinema.id, name: "Le Beffroi", city: "Douai", is_sandboxed: false });

test("an incomplete client is completed on the cinema's card, in the fields that are empty now", async () => {
  const id = await anAction("invoice_incomplete", { cinema: cinema.id });
  const before = await remedyOf(id);
  expect(before).toMatchObject({ place: "cinema", cinema: place(), settings_field: null });
  expect(before.fields).toContain("invoicing_siren");
  await admin.patch(`/cinemas/${cinema.id}/`, { invoicing_siren: "732829320" });
  expect((await remedyOf(id)).fields).not.toContain("invoicing_siren");
});

test("an incomplete company is completed on its own form", async () => {
  await app.inDatabase((tx) => tx.run(sql`update distributor set iban = '' where id = ${distributor.id}`));
  expect(await remedyOf(await anAction("invoice_incomplete"))).toMatchObject({
    place: "company",
    cinema: null,
    fields: expect.arrayContaining(["iban"]),
  });
});

test("a missing address is one of the card, or of the distributor's own settings while it is linked", async () => {
  const invoice = await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
  const id = await anAction("missing_email", { invoice: invoice.id });
  expect(await remedyOf(id)).toEqual({
    place: "cinema",
    cinema: place(),
    fields: ["default_invoice_emails"],
    settings_field: "additional_invoice_emails",
  });
  await app.inDatabase((tx) =>
    tx.run(sql`
      insert into mail (distributor_id, kind, reminder_level, state, created_at, user_action_id)
      values (${distributor.id}, 'reminder', 1, 'no_address', now(), ${id})`),
  );
  expect(await remedyOf(id)).toMatchObject({
    fields: ["default_reminder_emails"],
    settings_field: "additional_reminder_emails",
  });
  await admin.delete(`/cinemas/${cinema.id}/linked-distributors/${distributor.id}/`);
  expect(await remedyOf(id)).toMatchObject({ cinema: { id: cinema.id }, settings_field: null });
});

test.each(["missing_email", "refused_email"])(
  "an address of a company that the cinema had before is written nowhere: its successor's mails would go there (%s, MAIL-2)",
  async (code) => {
    const invoice = await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
    await app.inDatabase((tx) =>
      tx.run(
        sql`update invoice set client = '{"name": "SARL Ciné", "siren": "552081317"}' where id = ${invoice.id}`,
      ),
    );
    const id = await anAction(code, { invoice: invoice.id });
    await admin.patch(`/cinemas/${cinema.id}/`, { siren: "552081317" });
    expect(await remedyOf(id)).toMatchObject({ settings_field: "additional_invoice_emails" });
    await admin.patch(`/cinemas/${cinema.id}/`, { siren: "732829320" });
    expect(await remedyOf(id)).toBeNull();
  },
);

test("nor is it where the link with the cinema is cut: the action says itself that it is about a company before", async () => {
  const invoice = await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
  const id = await anAction("missing_email", { invoice: invoice.id });
  await app.inDatabase((tx) =>
    tx.run(sql`
      update user_action set explanation = ${JSON.stringify(formerPayerText("SARL Ciné", "Le Beffroi", "reminder"))} where id = ${id}`),
  );
  await admin.delete(`/cinemas/${cinema.id}/linked-distributors/${distributor.id}/`);
  expect(await remedyOf(id)).toBeNull();
});

test("a cinema to validate is asked about; what is closed or of the bank has no remedy", async () => {
  expect(await remedyOf(await anAction("unknown_cinema", { cinema: cinema.id }))).toMatchObject({
    cinema: place(),
    fields: [],
  });
  expect(await remedyOf(await anAction("unknown_cinema", { cinema: cinema.id, status: "DONE" }))).toBeNull();
  expect(await remedyOf(await anAction("bank_connection_expired"))).toBeNull();
});
