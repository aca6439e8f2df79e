// A machine's clock that is set an hour forward or back, and the two nights on which Paris does so (OPS-14): nothing is done twice or left, and nobody
// is signed out. The queue has the clock of the database.
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobHandlers } from "./job-handlers.ts";
import {
  anIssuedInvoice,
  startTestSmtpServer,
  type TestSmtpServer,
} from "./modules/mailing/mailing.testing.ts";
import { verifyLedger } from "./modules/banking/verify-ledger.ts";
import { verifyAudit } from "./modules/audit/verify-audit.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "./testing/builders.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LINK = /verify\?token=([\w-]+)/;

let app: TestApp;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor;
beforeAll(async () => {
  smtp = await startTestSmtpServer();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  smtp.received.length = 0;
  app = await createTestApp({ today: "2026-09-01", config: { smtpUrl: smtp.url } });
  distributor = await app.inDatabase((tx) => aDistributor(tx));
});
afterEach(() => app.close());

/** What the clock of the queue asks for, done as often as it asks. */
async function rounds(): Promise<void> {
  const handlers = jobHandlers(app.services);
  const { signal } = new AbortController();
  await handlers["mail-round"]({}, signal);
  await handlers["bank-round"]({}, signal);
  await handlers["subscription-round"]({}, signal);
  await handlers["security-round"]({}, signal);
  await handlers["links-round"]({}, signal);
}
/** From one instant to another, a round each twenty minutes. */
async function goOn(from: string, to: string): Promise<void> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 20 * MINUTE_MS) {
    app.clock.set(new Date(at).toISOString());
    await rounds();
  }
}

/** Invoices of a day, of which the morning after mails each, and again when they are late. */
const issued = (day: string, due: string) =>
  app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${distributor.id}`);
    const cinema = await aCinema(tx, distributor);
    for (let n = 0; n < 3; n += 1)
      await anIssuedInvoice(tx, distributor, cinema, { invoice_date: day, due_date: due });
  });
const mailsOf = () =>
  app.inDatabase((tx) =>
    tx.many<{ event: string; count: number; invoices: number }>(sql`
      select event, count(*), count(distinct invoice_id) as invoices from mail_invoice group by 1 order by 1`),
  );
const booksHold = async () => {
  const violations = await app.inDatabase((tx) => verifyLedger(tx));
  const { findings } = await app.inDatabase((tx) => verifyAudit(tx, []));
  // The numbers of these invoices are their own.
  return [...violations.filter(({ rule }) => rule !== "number_gap"), ...findings];
};

describe("mails of a morning leave once each", () => {
  test.each([
    ["on the day that summer ends", "2026-10-24", "2026-10-25T00:00:00Z", "2026-10-25T08:00:00Z"],
    ["on the day that it begins", "2027-03-27", "2027-03-28T00:00:00Z", "2027-03-28T08:00:00Z"],
  ])("%s", async (_, day, from, to) => {
    await issued(day, `${day.slice(0, 4)}-12-30`);
    await goOn(from, to);
    expect(await mailsOf()).toEqual([{ event: expect.any(String), count: 3, invoices: 3 }]);
    expect(smtp.received).toHaveLength(3);
  });

  test.each([
    ["forward over eight o’clock", 1],
    ["back before eight o’clock", -1],
  ])("when the clock jumps an hour %s", async (_, hours) => {
    await issued("2026-11-09", "2026-12-30");
    await goOn("2026-11-10T06:00:00Z", "2026-11-10T07:10:00Z");
    const jumped = Date.parse("2026-11-10T07:10:00Z") + hours * HOUR_MS;
    await goOn(new Date(jumped).toISOString(), "2026-11-10T10:00:00Z");
    // And once more, as when somebody sets it right.
    await goOn("2026-11-10T08:30:00Z", "2026-11-10T10:00:00Z");
    expect(await mailsOf()).toEqual([{ event: expect.any(String), count: 3, invoices: 3 }]);
    expect(smtp.received).toHaveLength(3);
    expect(await booksHold()).toEqual([]);
  });

  test("when it jumps over midnight and back: the day that is not there yet has none, the day that is has its own", async () => {
    await issued("2026-11-09", "2026-12-30");
    await goOn("2026-11-10T07:00:00Z", "2026-11-10T08:00:00Z");
    await goOn("2026-11-10T22:30:00Z", "2026-11-10T23:40:00Z");
    await goOn("2026-11-10T22:00:00Z", "2026-11-11T08:00:00Z");
    expect(await mailsOf()).toEqual([{ event: expect.any(String), count: 3, invoices: 3 }]);
    expect(smtp.received).toHaveLength(3);
  });
});

describe("whoever is signed in stays so, and works on", () => {
  test.each([
    ["forward", 1],
    ["back", -1],
  ])("when the clock jumps an hour %s", async (_, hours) => {
    app.clock.set("2026-11-10T10:00:00Z");
    const person = await app.inDatabase((tx) => aStaffUser(tx, distributor));
    const browser = app.anonymous();
    await browser.post("/auth/login/", { email: person.email });
    await app.drainJobs("mail-link");
    const text = String(app.mails[0]?.text);
    const token = LINK.exec(text)?.[1];
    const session = (await browser.post("/auth/login/verify/", { token })).body;
    app.clock.advance(hours * HOUR_MS);

    const renewed = await browser.post("/auth/token/refresh/", { refresh: session.refresh, rotate: true });
    expect(renewed.status).toBe(200);
    const as = (access: string) => ({ authorization: `Bearer ${access}` });
    expect((await browser.get("/auth/user/", as(renewed.body.access))).status).toBe(200);
    const changed = await browser.patch("/auth/user/", { first_name: "Camille" }, as(renewed.body.access));
    expect(changed.status).toBe(200);
    // It is set right again.
    app.clock.advance(-hours * HOUR_MS);
    const again = await browser.post("/auth/token/refresh/", { refresh: renewed.body.refresh, rotate: true });
    expect(again.status).toBe(200);
    expect((await browser.get("/auth/user/", as(again.body.access))).status).toBe(200);
    expect((await browser.post("/auth/logout/", {}, as(again.body.access))).status).toBe(204);
  });

  test.each([
    ["forward", 1],
    ["back", -1],
  ])("and a request that is sent again with its key is done once, when it jumps %s", async (_, hours) => {
    app.clock.set("2026-11-10T10:00:00Z");
    await issued("2026-11-09", "2026-12-30");
    const client = await app.as(await app.inDatabase((tx) => aStaffUser(tx, distributor)));
    const { id } = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`select min(id) as id from invoice`),
    );
    const say = () =>
      client.post(
        "/comments/",
        { subject: `invoice:${id}`, text: "Vu" },
        { "idempotency-key": "same-key-0001" },
      );
    const first = await say();
    app.clock.advance(hours * HOUR_MS);
    const second = await say();
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  });
});
