import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aCinema, aDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { anIssuedInvoice } from "./mailing.testing.ts";
import { readDeadAddresses } from "./dead-addresses.repository.ts";
import { recordBounce } from "./record-bounce.ts";

const NOW = new Date("2026-12-01T09:00:00Z");
let app: TestApp;
let mail: { id: number; message_key: string };
let distributorId: number;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  mail = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    distributorId = distributor.id;
    const cinema = await aCinema(tx, distributor, {});
    const invoice = await anIssuedInvoice(tx, distributor, { id: cinema.id, name: "Le Beffroi" });
    const made = await tx.one<{ id: number; message_key: string }>(sql`
      insert into mail (distributor_id, kind, state, created_at, sent_at)
      values (${distributor.id}, 'invoice', 'sent', ${NOW}, ${NOW}) returning id, message_key`);
    await tx.run(sql`
      insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      values (${made.id}, ${invoice.id}, ${distributor.id}, 'issued')`);
    for (const address of ["a@salle.test", "B@salle.test"])
      await tx.run(sql`
        insert into mail_recipient (mail_id, address, distributor_id, state)
        values (${made.id}, ${address}, ${distributor.id}, 'accepted')`);
    return made;
  });
});

const bounce = (address: string, messageKey = mail.message_key, action: "failed" | "delayed" = "failed") =>
  app.inDatabase((tx) =>
    recordBounce(
      tx,
      { messageKey, recipients: [{ address, action, status: "5.1.1", diagnostic: "550 inconnu" }] },
      NOW,
    ),
  );
const recipients = () =>
  app.inDatabase((tx) =>
    tx.many<{ state: string; response: string }>(
      sql`select state, response from mail_recipient where mail_id = ${mail.id} order by lower(address)`,
    ),
  );
const actions = () =>
  app.inDatabase((tx) =>
    tx.many<{ explanation: string[] }>(sql`
      select explanation from user_action where reason_code = 'refused_email'
        and invoice_id in (select invoice_id from mail_invoice where mail_id = ${mail.id})`),
  );
const stateOf = () =>
  app.inDatabase((tx) => tx.one<{ state: string }>(sql`select state from mail where id = ${mail.id}`));

test("a bounced address is marked and told once, however often the notification comes", async () => {
  expect(await bounce("a@salle.test")).toBe(1);
  expect(await bounce("a@salle.test")).toBe(0);
  expect(await recipients()).toEqual([
    { state: "refused", response: "550 inconnu" },
    { state: "accepted", response: "" },
  ]);
  expect(await actions()).toEqual([
    { explanation: ["Le serveur de messagerie a refusé a@salle.test\u00a0: 550 inconnu."] },
  ]);
  expect(await stateOf()).toEqual({ state: "sent" });
});

test("a mail whose addresses all bounced is refused", async () => {
  await bounce("a@salle.test");
  await bounce("b@salle.test");
  expect(await stateOf()).toEqual({ state: "refused" });
});

test("a reminder in doubt that bounces from all is asked about no more (MAIL-13)", async () => {
  const { action } = await app.inDatabase(async (tx) => {
    const asked = await tx.one<{ action: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, description)
      select distributor_id, 'PENDING', 'PENDING', 'unconfirmed_email', 'Envoi à vérifier', 'F1' from mail where id = ${mail.id}
      returning id as action`);
    await tx.run(sql`update mail_recipient set state = 'unconfirmed' where mail_id = ${mail.id}`);
    await tx.run(sql`
      update mail set kind = 'reminder', reminder_level = 1, state = 'unconfirmed', user_action_id = ${asked.action} where id = ${mail.id}`);
    return asked;
  });
  const isAsked = () =>
    app.inDatabase((tx) =>
      tx.one<{ status: string; resolved_at: Date | null }>(
        sql`select status, resolved_at from user_action where id = ${action}`,
      ),
    );
  await bounce("a@salle.test");
  expect(await isAsked()).toEqual({ status: "PENDING", resolved_at: null });
  await bounce("b@salle.test");
  expect(await stateOf()).toEqual({ state: "refused" });
  expect(await isAsked()).toMatchObject({ status: "DONE", resolved_at: expect.anything() });
});

test("a mail that bounced from all who took it is refused, whoever had not got it at all (MAIL-14)", async () => {
  await app.inDatabase((tx) =>
    tx.run(sql`
      update mail_recipient set state = 'waiting', response = '550 5.7.1 blocked'
      where mail_id = ${mail.id} and address = 'B@salle.test'`),
  );
  await bounce("a@salle.test");
  expect(await stateOf()).toEqual({ state: "refused" });
});

test("a delay, an unknown mail and another's address change nothing", async () => {
  expect(await bounce("a@salle.test", mail.message_key, "delayed")).toBe(0);
  expect(await bounce("a@salle.test", "00000000-0000-4000-8000-000000000000")).toBe(0);
  expect(await bounce("forged@ailleurs.test")).toBe(0);
  expect((await recipients()).map(({ state }) => state)).toEqual(["accepted", "accepted"]);
  expect(await actions()).toEqual([]);
});

test.each(["claimed", "handing_over"])(
  "a notification of a mail that is %s is to come again",
  async (state) => {
    const set = (to: string, claim: string | null) =>
      app.inDatabase((tx) =>
        tx.run(sql`
        update mail set state = ${to}, claim = ${claim}, claimed_until = ${claim === null ? null : NOW} where id = ${mail.id}`),
      );
    await set(state, "00000000-0000-4000-8000-000000000001");
    expect(await bounce("a@salle.test")).toBe("later");
    expect(await actions()).toEqual([]);
    await set("sent", null);
    expect(await bounce("a@salle.test")).toBe(1);
  },
);

test.each([
  ["5.1.1", "550 no such user", "no such user", true],
  ["4.2.2", "452 4.2.2 mailbox full", "mailbox full", true],
  ["5.7.1", "550 5.7.1 rejected as spam", "refusé le message, sans mettre", false],
  ["5.7.1", "message rejected as spam", "refusé le message, sans mettre", false],
  ["5.7.26", "", "5.7.26", false],
  ["4.4.7", "", "4.4.7", false],
  ["4.4.1", "450 connection timed out", "timed out", false],
  ["5.0.0", "554 relay access denied", "refuse de transmettre", false],
])(
  "a bounce of %s (%s) says « %s », and is the address's: %s (MAIL-14)",
  async (status, diagnostic, words, isOfAddress) => {
    const address = "a@salle.test";
    await app.inDatabase(async (tx) => {
      await tx.run(sql`delete from mail_recipient where mail_id = ${mail.id} and address <> ${address}`);
      await recordBounce(
        tx,
        { messageKey: mail.message_key, recipients: [{ address, action: "failed", status, diagnostic }] },
        NOW,
      );
    });
    const { codes, dead } = await app.inDatabase(async (tx) => ({
      codes: await tx.many<{ reason_code: string; explanation: string[] }>(sql`
      select reason_code, explanation from user_action
      where invoice_id in (select invoice_id from mail_invoice where mail_id = ${mail.id})`),
      dead: await readDeadAddresses(tx, distributorId, [address]),
    }));
    expect(dead.has(address)).toBe(isOfAddress);
    expect(codes).toMatchObject([{ reason_code: isOfAddress ? "refused_email" : "failed_email" }]);
    expect(codes[0]?.explanation[0]).toContain(words);
    expect(await stateOf()).toEqual({ state: isOfAddress ? "refused" : "failed" });
  },
);

test("an answer about a reminder in doubt outlives a bounce for a policy from one of its addresses (MAIL-13, MAIL-14)", async () => {
  await app.inDatabase(async (tx) => {
    const { action } = await tx.one<{ action: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, description)
      values (${distributorId}, 'PENDING', 'PENDING', 'unconfirmed_email', 'Envoi à vérifier', 'F1') returning id as action`);
    await tx.run(sql`update mail_recipient set state = 'unconfirmed' where mail_id = ${mail.id}`);
    await tx.run(sql`
      update mail set kind = 'reminder', reminder_level = 1, state = 'unconfirmed', user_action_id = ${action} where id = ${mail.id}`);
    const blocked = { address: "a@salle.test", action: "failed", status: "5.7.1", diagnostic: "" } as const;
    await recordBounce(tx, { messageKey: mail.message_key, recipients: [blocked] }, NOW);
    expect(
      await tx.one(sql`
        select m.state, a.reason_code from mail m join user_action a on a.id = m.user_action_id where m.id = ${mail.id}`),
    ).toEqual({ state: "unconfirmed", reason_code: "unconfirmed_email" });
  });
});
