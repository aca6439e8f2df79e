// Who is mentioned in a comment is told by mail, once (MAIL-12).
import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { startTestSmtpServer, type TestSmtpServer } from "./mailing.testing.ts";

let app: TestApp;
let smtp: TestSmtpServer;
let lumen: BuiltDistributor;
let hugo: { id: number; email: string };
let invoice: { id: number; invoice_number: string };
let asCamille: TestClient;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
const colleague = (first_name: string) =>
  app.inDatabase(async (tx) => {
    const user = await aStaffUser(tx, lumen, { first_name });
    await tx.run(sql`update app_user set email_verified_at = now() where id = ${user.id}`);
    return user;
  });
beforeEach(async () => {
  smtp.received.length = 0;
  smtp.recipients.clear();
  // Automation off: what a person writes to a colleague leaves all the same.
  lumen = await app.inDatabase((tx) => aDistributor(tx, { automation_on: false }));
  const camille = await colleague("Camille");
  hugo = await colleague("Hugo");
  invoice = await app.inDatabase(async (tx) => anInvoice(tx, lumen, await aCinema(tx, lumen)));
  asCamille = await app.as(camille);
});

const say = (text: string) => asCamille.post("/comments/", { subject: `invoice:${invoice.id}`, text });
const states = () =>
  app.inDatabase((tx) =>
    tx.many<{ state: string }>(
      sql`select state from mail where distributor_id = ${lumen.id} and kind = 'mention' order by id`,
    ),
  );

test("says who, where and in which words, and leads there", async () => {
  await say("@Hugo Rousseau, <b>vu</b> ?\nMerci");
  await app.drainJobs("send-mails");
  expect(smtp.received.map(({ to }) => to)).toEqual([[hugo.email]]);
  const mail = await PostalMime.parse(smtp.received[0]?.content ?? "");
  expect(mail.subject).toBe(`Camille Rousseau vous a mentionné\u00a0: Facture ${invoice.invoice_number}`);
  expect(mail.text).toContain("Bonjour Hugo,");
  expect(mail.text).toContain("«\u00a0@Hugo Rousseau, <b>vu</b> ?\nMerci\u00a0»");
  expect(mail.text).toContain(`/invoices/${invoice.id}`);
  expect(String(mail.html)).toContain("&lt;b&gt;vu&lt;/b&gt;");
  expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(await states()).toEqual([{ state: "sent" }]);
});

test("leaves once: not again with the job, nor when the words change", async () => {
  const { id } = (await say("@Hugo Rousseau")).body;
  await app.drainJobs("send-mails");
  await asCamille.patch(`/comments/${id}/`, { text: "@Hugo Rousseau, et plus" });
  await asCamille.patch(`/comments/${id}/`, { text: "Personne" });
  await asCamille.patch(`/comments/${id}/`, { text: "@Hugo Rousseau de nouveau" });
  await app.drainJobs("send-mails");
  await app.drainJobs("send-mails");
  expect(smtp.received).toHaveLength(1);
  expect(await states()).toEqual([{ state: "sent" }]);
});

test("is sent again while the server is away, and then once", async () => {
  await smtp.hangUp();
  await say("@Hugo Rousseau");
  await app.drainJobs("send-mails");
  await smtp.reopen();
  app.clock.advance(3_600_000);
  const { mailingHandlers } = await import("./mailing.jobs.ts");
  await mailingHandlers(app.services)["send-mails"]({ distributor_id: lumen.id });
  await mailingHandlers(app.services)["send-mails"]({ distributor_id: lumen.id });
  expect(smtp.received).toHaveLength(1);
  expect(await states()).toEqual([{ state: "sent" }]);
});

test("does not leave for what was read, taken back or deleted before, nor to who left", async () => {
  const asHugo = await app.as(hugo);
  await say("@Hugo Rousseau lue");
  await asHugo.post("/comments/mentions/read/", { comments: null });
  const { id: edited } = (await say("@Hugo Rousseau retirée")).body;
  await asCamille.patch(`/comments/${edited}/`, { text: "retirée" });
  const { id: deleted } = (await say("@Hugo Rousseau supprimée")).body;
  await asCamille.delete(`/comments/${deleted}/`);
  await say("@Hugo Rousseau parti");
  await app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = now() where id = ${hugo.id}`));
  await app.drainJobs("send-mails");
  expect(smtp.received).toEqual([]);
  expect(await states()).toEqual(Array.from({ length: 4 }, () => ({ state: "cancelled" })));
});

test("is none for oneself, for who never signed in, and for who is mentioned twice one", async () => {
  await app.inDatabase((tx) => aStaffUser(tx, lumen, { first_name: "Inès" }));
  await say("@Camille Rousseau @Inès Rousseau @Hugo Rousseau @Hugo Rousseau");
  await app.drainJobs("send-mails");
  expect(smtp.received.map(({ to }) => to)).toEqual([[hugo.email]]);
});

test.each(["prospect", "refused"] as const)(
  "leaves of a distributor that is %s too, as it goes to its own people (SEC-15)",
  async (status) => {
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set validation_status = ${status} where id = ${lumen.id}`),
    );
    const { id } = (await say("Vu")).body;
    const edited = await asCamille.patch(`/comments/${id}/`, { text: "@Hugo Rousseau, vu ?" });
    const said = await say("@Hugo Rousseau, il manque le Kbis");
    expect([edited.status, said.status]).toEqual([200, 201]);
    await app.drainJobs("send-mails");
    expect(smtp.received.map(({ to }) => to)).toEqual([[hugo.email], [hugo.email]]);
  },
);

test("a mail of a kind that a later version alone knows waits for its nodes, and so does one that died with a worker of theirs (OPS-13)", async () => {
  const become = (kind: string, changes: string) =>
    app.owner.query(`update mail set kind = $2, ${changes} where distributor_id = $1`, [lumen.id, kind]);
  const IN_HAND = "claim = gen_random_uuid(), claimed_until = '2000-01-01', next_attempt_at = null";
  const waiting = "state = 'waiting', claim = null, claimed_until = null, next_attempt_at = '2000-01-01'";
  const { mailingHandlers } = await import("./mailing.jobs.ts");
  const round = () => mailingHandlers(app.services)["send-mails"]({ distributor_id: lumen.id });
  await say("@Hugo Rousseau");
  await app.owner.query("alter table mail drop constraint mail_kind_check");
  const left: unknown[] = [];
  for (const changes of [waiting, `state = 'claimed', ${IN_HAND}`, `state = 'handing_over', ${IN_HAND}`]) {
    await become("of a later version", changes);
    await round();
    const { rows } = await app.owner.query<{ state: string; attempts: number }>(
      "select state, attempts from mail where distributor_id = $1",
      [lumen.id],
    );
    left.push(...rows);
  }
  expect(left).toEqual(["waiting", "claimed", "handing_over"].map((state) => ({ state, attempts: 0 })));
  await become("mention", waiting);
  await app.owner.query(
    `alter table mail add constraint mail_kind_check
      check (kind in ('invoice', 'credit_note', 'reminder', 'digest', 'statement', 'mention'))`,
  );
  await round();
  expect(smtp.received.map(({ to }) => to)).toEqual([[hugo.email]]);
  expect(await states()).toEqual([{ state: "sent" }]);
});
