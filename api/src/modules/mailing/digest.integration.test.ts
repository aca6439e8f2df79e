// The summary of a morning: who gets it, when, once, and how it is stopped (MAIL-5).
import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { digestLink } from "./digest-preference.routes.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import { startTestSmtpServer, type TestSmtpServer } from "./mailing.testing.ts";

let app: TestApp;
let smtp: TestSmtpServer;
let lumen: BuiltDistributor;
let nadia: { id: number; email: string };
let day = 1;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await app.inDatabase((tx) => tx.run(sql`update user_action set status = 'REJECTED'`));
  smtp.received.length = 0;
  day += 1;
  app.clock.set(morning(day));
  lumen = await app.inDatabase((tx) => aDistributor(tx));
  nadia = await aReader();
});
afterEach(() => {
  smtp.recipients.clear();
});

const morning = (number: number, time = "08:01"): string =>
  `2026-12-${String(number).padStart(2, "0")}T${time}:00+01:00`;
const aReader = (changes: { role?: string; email_verified_at?: string | null } = {}) =>
  app.inDatabase(async (tx) => {
    const user = await aStaffUser(tx, lumen);
    const { role = "accountant", email_verified_at = "2026-11-01" } = changes;
    return await tx.one<{ id: number; email: string }>(sql`
      update app_user set role = ${role}, email_verified_at = ${email_verified_at}::timestamptz, first_name = 'Nadia'
      where id = ${user.id} returning id, email`);
  });
const anAction = (reason = "Trop-perçu", code = "overpayment", status = "PENDING") =>
  app.inDatabase((tx) =>
    tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, created_at)
      values (${lumen.id}, ${status}, ${status}, ${code}, ${reason}, ${app.clock.now()}) returning id`),
  );
const round = () => mailingHandlers(app.services)["mail-round"]();
const sent = () => Promise.all(smtp.received.map(({ content }) => PostalMime.parse(content)));
const subjects = async () => (await sent()).map((mail) => mail.subject);
const mailStates = () =>
  app.inDatabase((tx) =>
    tx.many<{ state: string }>(sql`select state from mail where distributor_id = ${lumen.id} order by id`),
  );

test("tells what waits, in French, as text and as HTML, from the product", async () => {
  await anAction();
  await anAction();
  await anAction("Adresse e-mail manquante", "missing_email");
  await round();
  const [mail] = await sent();
  expect(smtp.received.map(({ to }) => to)).toEqual([[nadia.email]]);
  expect(mail?.subject).toBe("3 actions à traiter, dont 2 sur vos opérations bancaires");
  for (const part of [mail?.text, String(mail?.html)]) {
    expect(part).toContain("Bonjour Nadia,");
    expect(part).toContain(lumen.name);
    expect(part).toContain("3 actions, dont 3 nouvelles, attendent une décision.");
    expect(part).toContain("Trop-perçu");
    expect(part).toContain("/user-actions");
    expect(part).toContain("/courriels/resume?jeton=");
  }
  expect(mail?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(String(smtp.received[0]?.content)).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i);
  const { action_details } = await app.inDatabase((tx) =>
    tx.one<{ action_details: object }>(
      sql`select action_details from audit_log where distributor_id = ${lumen.id} and action_type = 'sent_email'`,
    ),
  );
  expect(action_details).toEqual({
    recipients: [nadia.email],
    subject: mail?.subject,
    template: "Résumé du matin",
  });
});

test("leaves from eight in the morning, once a day, however many nodes ask", async () => {
  app.clock.set(morning(day, "07:59"));
  await anAction();
  await round();
  expect(smtp.received).toHaveLength(0);
  app.clock.set(morning(day));
  await Promise.all([round(), round()]);
  await round();
  expect(smtp.received).toHaveLength(1);
  await anAction();
  app.clock.set(morning(day, "11:00"));
  await round();
  expect(smtp.received).toHaveLength(1);
});

test("does not leave in the afternoon: what comes then is for the next morning", async () => {
  app.clock.set(morning(day, "12:00"));
  await anAction();
  await round();
  expect(smtp.received).toHaveLength(0);
  day += 1;
  app.clock.set(morning(day));
  await round();
  expect(smtp.received).toHaveLength(1);
});

test("comes again only when something new waits, and counts all that waits", async () => {
  await anAction();
  await round();
  day += 1;
  app.clock.set(morning(day));
  await round();
  expect(smtp.received).toHaveLength(1);
  await anAction();
  day += 1;
  app.clock.set(morning(day));
  await round();
  expect(await subjects()).toEqual([
    "1 action à traiter sur vos opérations bancaires",
    "2 actions à traiter sur vos opérations bancaires",
  ]);
  expect((await sent())[1]?.text).toContain("2 actions, dont 1 nouvelle, attendent une décision.");
});

test("goes to those who decide and have signed in once, whether automation is on or off", async () => {
  await aReader({ role: "viewer" });
  await aReader({ email_verified_at: null });
  const gone = await aReader();
  const paul = await aReader({ role: "accountant" });
  await app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = now() where id = ${gone.id}`));
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set automation_on = false where id = ${lumen.id}`),
  );
  await anAction();
  await round();
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([nadia.email, paul.email].toSorted());
});

test("what a job has just found waits from then on", async () => {
  const { id } = await anAction("Anomalie d’import à vérifier", "import_anomaly", "CREATED");
  await round();
  const action = await app.inDatabase((tx) => tx.one(sql`select status from user_action where id = ${id}`));
  expect(action).toEqual({ status: "PENDING" });
});

test("what is written while a summary is made is in the next one", async () => {
  await anAction();
  const late = app.clock.now();
  await round();
  await app.inDatabase((tx) =>
    tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, created_at)
      values (${lumen.id}, 'PENDING', 'PENDING', 'overpayment', 'Trop-perçu', ${new Date(late.getTime() - 60_000)})`),
  );
  day += 1;
  app.clock.set(morning(day));
  await round();
  expect((await sent())[1]?.text).toContain("2 actions, dont 1 nouvelle, attendent une décision.");
});

test("waits for a mail server that is away, and tells what is true then", async () => {
  const { id } = await anAction();
  await anAction();
  await smtp.hangUp();
  await round();
  expect(await mailStates()).toEqual([{ state: "waiting" }]);
  await smtp.reopen();
  await app.inDatabase((tx) => tx.run(sql`update user_action set status = 'DONE' where id = ${id}`));
  app.clock.set(morning(day, "12:00"));
  await round();
  expect(await subjects()).toEqual(["1 action à traiter sur vos opérations bancaires"]);
});

test("waits for the morning when the mail server is away until the night (MAIL-3)", async () => {
  await anAction();
  await smtp.hangUp();
  await round();
  app.clock.set(morning(day, "19:59"));
  await round();
  await smtp.reopen();
  app.clock.set(morning(day, "22:00"));
  await round();
  expect(smtp.received).toHaveLength(0);
  day += 1;
  app.clock.set(morning(day));
  await round();
  expect(await subjects()).toEqual(["1 action à traiter sur vos opérations bancaires"]);
});

test("that stood in the outbox while the server was down leaves in the hours of mails only (MAIL-3)", async () => {
  await anAction();
  await smtp.hangUp();
  await round();
  await smtp.reopen();
  app.clock.set(morning(day, "22:00"));
  await round();
  expect(smtp.received).toHaveLength(0);
});

test("about nothing any more does not leave", async () => {
  const { id } = await anAction();
  await smtp.hangUp();
  await round();
  await smtp.reopen();
  await app.inDatabase((tx) => tx.run(sql`update user_action set status = 'DONE' where id = ${id}`));
  app.clock.set(morning(day, "12:00"));
  await round();
  expect(await mailStates()).toEqual([{ state: "cancelled" }]);
});

test("to an address that is refused asks nobody to do anything: it would be in the next one", async () => {
  smtp.recipients.set(nadia.email, 550);
  await anAction();
  await round();
  expect(await mailStates()).toEqual([{ state: "refused" }]);
  const actions = await app.inDatabase((tx) =>
    tx.many(sql`select reason_code from user_action where distributor_id = ${lumen.id}`),
  );
  expect(actions).toEqual([{ reason_code: "overpayment" }]);
});

describe("stopping it", () => {
  const link = (): string => {
    const url = new URL(digestLink(app.services.config, nadia.id));
    return url.pathname + url.search;
  };
  const press = (form: string, url = link()) =>
    app.app.inject({
      method: "POST",
      url,
      payload: form,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const isOff = async () =>
    (
      await app.inDatabase((tx) =>
        tx.one<{ off: boolean }>(
          sql`select digest_off_at is not null as off from app_user where id = ${nadia.id}`,
        ),
      )
    ).off;

  test("takes the button of its page; looking at the page changes nothing", async () => {
    const page = await app.app.inject({ url: link() });
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain("Ne plus le recevoir");
    expect(page.payload).not.toMatch(/<script| on\w+=/i);
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(await isOff()).toBe(false);
    const stopped = await press("souhait=non");
    expect(stopped.payload).toContain("Vous ne recevez plus le résumé des actions.");
    expect(await isOff()).toBe(true);
    await anAction();
    await round();
    expect(smtp.received).toHaveLength(0);
    await press("souhait=oui");
    expect(await isOff()).toBe(false);
  });

  test("says of who only reads by now that their role gets none (MAIL-5)", async () => {
    await app.inDatabase((tx) => tx.run(sql`update app_user set role = 'viewer' where id = ${nadia.id}`));
    for (const { payload } of [await app.app.inject({ url: link() }), await press("souhait=oui")]) {
      expect(payload).toContain("Votre rôle, «\u00a0Lecture seule\u00a0», ne reçoit pas le résumé");
      expect(payload).not.toMatch(/Vous recevez|<form/);
    }
  });

  test("takes one click in a reader of mail (RFC 8058), and the audit log says so once", async () => {
    for (let i = 0; i < 2; i += 1) expect((await press("List-Unsubscribe=One-Click")).statusCode).toBe(200);
    expect(await isOff()).toBe(true);
    const entries = await app.inDatabase((tx) =>
      tx.many(sql`
        select action_details ->> 'comment' as comment from audit_log where distributor_id = ${lumen.id} and action_type = 'updated_user'`),
    );
    expect(entries).toEqual([{ comment: "Résumé du matin arrêté" }]);
  });

  test("while it is on its way keeps it here", async () => {
    await anAction();
    await smtp.hangUp();
    await round();
    await smtp.reopen();
    await press("souhait=non");
    app.clock.set(morning(day, "12:00"));
    await round();
    expect(smtp.received).toHaveLength(0);
    expect(await mailStates()).toEqual([{ state: "cancelled" }]);
  });

  test.each(["", "?jeton=", "?jeton=1.00", "?jeton=1&jeton=2", `?jeton=1.${"0".repeat(32)}`, "?jeton=%00"])(
    "takes a link of ours: %s is none",
    async (query) => {
      const url = `/courriels/resume${query}`;
      expect((await app.app.inject({ url })).statusCode).toBe(404);
      expect((await press("souhait=non", url)).statusCode).toBe(404);
    },
  );
});
