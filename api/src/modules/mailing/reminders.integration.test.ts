// What goes next and why, seen before it leaves and sent by hand, in the distributor's own words (MAIL-8 to MAIL-10).
import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import { anIssuedInvoice, startTestSmtpServer, type TestSmtpServer } from "./mailing.testing.ts";

let app: TestApp;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor;
let cinema: { id: number; name: string };
let person: { id: number };
let staff: TestClient;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
/** Tuesday 5 January: the invoices below are seven days late on Wednesday. */
const TODAY = "2027-01-05";
beforeEach(async () => {
  smtp.received.length = 0;
  app.clock.set(`${TODAY}T15:00:00Z`);
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set automation_on = false`);
    distributor = await aDistributor(tx);
    await tx.run(sql`update distributor set mailing_from = '2026-01-01' where id = ${distributor.id}`);
    await tx.run(sql`insert into mailing_day (distributor_id, day) values (${distributor.id}, ${TODAY})`);
    cinema = await aCinema(tx, distributor);
    person = await aStaffUser(tx, distributor);
  });
  staff = await app.as(person);
});

const roundAt = async (instant: string) => {
  app.clock.set(instant);
  await mailingHandlers(app.services)["mail-round"]();
};
const anOverdueInvoice = (changes: Parameters<typeof anIssuedInvoice>[3] = {}) =>
  app.inDatabase((tx) =>
    anIssuedInvoice(tx, distributor, cinema, { invoice_date: "2026-11-01", ...changes }),
  );
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const parsed = async () => PostalMime.parse(smtp.received[0]!.content);

test("the plan tells the next morning's mails with why and to whom, and what is left out by what", async () => {
  const [one, two] = [await anOverdueInvoice(), await anOverdueInvoice({ total_amount: "55.00" })];
  const [disputed, promised] = [await anOverdueInvoice(), await anOverdueInvoice()];
  await anOverdueInvoice({ due_date: "2027-01-20" });
  await staff.put(`/invoices/invoices/${disputed.id}/reminder-stop/`, {
    reason: "dispute",
    comment: "Copie abîmée",
  });
  await staff.put(`/invoices/invoices/${promised.id}/reminder-stop/`, {
    reason: "promise",
    promised_on: "2027-01-06",
  });
  const { status, body } = await staff.get("/reminders/plan/");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    day: "2027-01-06",
    is_automatic: true,
    mail_count: 1,
    mails: [
      {
        level: 1,
        client_name: "SARL Ciné",
        recipients: ["facturation@cinema.example"],
        outstanding: "165.00",
        invoices: [
          { id: one.id, days_late: 7, last_level: null },
          { id: two.id, outstanding: "55.00" },
        ],
      },
    ],
    skipped_count: 2,
    skipped: [
      { id: disputed.id, level: 1, cause: "dispute", comment: "Copie abîmée" },
      { id: promised.id, cause: "promise", promised_on: "2027-01-06" },
    ],
  });
});

test("the plan names what was issued before mails began, which the settings leave to people (MAIL-8)", async () => {
  const [early, late] = [
    await anOverdueInvoice({ invoice_date: "2026-10-31" }),
    await anOverdueInvoice({ invoice_date: "2026-11-01" }),
  ];
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set mailing_from = '2026-11-01' where id = ${distributor.id}`),
  );
  expect((await staff.get("/reminders/plan/")).body).toMatchObject({
    mails: [{ invoices: [{ id: late.id }] }],
    skipped_count: 1,
    skipped: [{ id: early.id, level: 1, cause: "not_reminded", issued_before: "2026-11-01" }],
  });
});

test("what the plan says is what the morning sends", async () => {
  await anOverdueInvoice();
  await anOverdueInvoice();
  const { mails } = (await staff.get("/reminders/plan/")).body;
  const invoice_ids = mails[0].invoices.map(({ id }: { id: number }) => id);
  const preview = (await staff.post("/reminders/preview/", { level: 1, invoice_ids })).body;
  expect(smtp.received).toEqual([]);
  await roundAt("2027-01-06T07:00:00Z");
  const mail = await parsed();
  expect(mail.subject).toBe(preview.subject);
  expect(mail.to?.map((to) => to.address)).toEqual(preview.recipients);
  expect(`${mail.from?.name} <${mail.from?.address}>`).toBe(preview.from);
  for (const line of [...preview.paragraphs, ...preview.closing]) expect(mail.text).toContain(line);
  for (const [number] of preview.table.rows) expect(mail.text).toContain(number);
  expect(new Set(mail.attachments.map((file) => file.filename))).toEqual(new Set(preview.attachments));
});

test("a mail that a person sends leaves now, with automation off, and neither twice nor again in the morning", async () => {
  const invoice = await anOverdueInvoice();
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set automation_on = false where id = ${distributor.id}`),
  );
  expect((await staff.get("/reminders/plan/")).body).toMatchObject({ is_automatic: false, mail_count: 1 });
  const asked = { level: 1, invoice_ids: [invoice.id] };
  const [first, second] = await Promise.all([
    staff.post("/reminders/send/", asked),
    staff.post("/reminders/send/", asked),
  ]);
  expect(new Set([first.status, second.status])).toEqual(new Set([201, 409]));
  await app.drainJobs();
  expect(smtp.received).toHaveLength(1);
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set automation_on = true where id = ${distributor.id}`),
  );
  await roundAt("2027-01-06T07:00:00Z");
  expect(smtp.received).toHaveLength(1);
  const history = (await (await app.as(person)).get("/reminders/")).body;
  expect(history).toMatchObject({
    count: 1,
    results: [
      { level: 1, state: "sent", recipients: ["facturation@cinema.example"], invoices: [{ id: invoice.id }] },
    ],
  });
  expect(history.results[0].requested_by).not.toBeNull();
});

test("a mail is not sent by hand when it is another one meanwhile, on a weekend, or to nobody", async () => {
  const [one, two] = [await anOverdueInvoice(), await anOverdueInvoice()];
  const send = async (level: number, invoice_ids: number[]) =>
    (await app.as(person)).post("/reminders/send/", { level, invoice_ids });
  for (const [level, ids] of [
    [1, [one.id]],
    [2, [one.id, two.id]],
  ] as const)
    expect(await send(level, [...ids])).toMatchObject({ status: 409, body: { code: "plan_changed" } });
  app.clock.set("2027-01-09");
  expect(await send(1, [one.id, two.id])).toMatchObject({ status: 409, body: { code: "weekend" } });
  app.clock.set("2027-01-11");
  await app.inDatabase((tx) =>
    tx.run(sql`update cinema set default_invoice_emails = '{}' where id = ${cinema.id}`),
  );
  expect(await send(1, [one.id, two.id])).toMatchObject({ status: 409, body: { code: "no_address" } });
  expect(smtp.received).toEqual([]);
});

test("an invoice shows what sending it would say, and to whom, before it leaves (MAIL-9)", async () => {
  const invoice = await anOverdueInvoice();
  const preview = (await staff.post(`/invoices/invoices/${invoice.id}/send/preview/`, {})).body;
  expect(preview).toMatchObject({
    recipients: ["facturation@cinema.example"],
    subject: expect.stringContaining(`Facture ${invoice.invoice_number}`),
    attachments: [`${invoice.invoice_number}.pdf`],
  });
  await app.drainJobs();
  expect(smtp.received).toEqual([]);
  expect((await staff.post(`/invoices/invoices/${invoice.id}/send/`, {})).status).toBe(201);
  await app.drainJobs();
  const mail = await parsed();
  expect(mail.subject).toBe(preview.subject);
  for (const line of [...preview.paragraphs, ...preview.closing]) expect(mail.text).toContain(line);
});

const OWN = {
  subject: "{client} : {nombre} en retard de {retard}",
  opening: "Chère équipe de {client},\n\n{total} nous manquent depuis le {échéance}.",
  closing: "À bientôt,\n\n{société}",
};

test("a distributor's own text is what leaves, and what its preview says; without it ours leaves again (MAIL-10)", async () => {
  await anOverdueInvoice();
  expect(await staff.put("/reminders/texts/1/", OWN)).toMatchObject({ status: 200, body: { is_own: true } });
  const preview = (await staff.post("/reminders/texts/preview/", { level: 1, ...OWN })).body;
  expect(plain(preview.subject)).toBe("SARL Ciné Beffroi : 2 factures en retard de 7 jours");
  await roundAt("2027-01-06T07:00:00Z");
  const mail = await parsed();
  expect(mail.subject).toBe("SARL Ciné : 1 facture en retard de 7 jours");
  expect(plain(mail.text ?? "")).toContain(
    "Chère équipe de SARL Ciné,\n\n110,00 € nous manquent depuis le 30/12/2026.",
  );
  expect(plain(mail.text ?? "")).toContain("en référence de votre virement");
  const later = await app.as(person);
  expect((await later.delete("/reminders/texts/1/")).body).toMatchObject({ is_own: false });
  expect((await later.get("/reminders/texts/")).body.results).toMatchObject([
    { level: 0, is_own: false },
    { level: 1, is_own: false },
    { level: 2 },
    { level: 3 },
  ]);
});

test.each([1, 2, 3] as const)(
  "what is shown as our text of level %i is the mail that leaves, for two invoices (MAIL-9, MAIL-10)",
  async (level) => {
    const days = { 1: "2027-01-06", 2: "2027-01-20", 3: "2027-02-15" };
    await anOverdueInvoice({ total_amount: "2897.31" });
    await anOverdueInvoice({ total_amount: "1000.00" });
    for (const each of [1, 2, 3] as const) {
      if (each > level) break;
      smtp.received.length = 0;
      await roundAt(`${days[each]}T07:00:00Z`);
    }
    const shown = (await (await app.as(person)).get(`/reminders/texts/${level}/ours/`)).body;
    const mail = await parsed();
    expect(plain(mail.subject ?? "")).toBe(plain(shown.subject));
    for (const paragraph of shown.paragraphs) expect(mail.text).toContain(paragraph);
    if (level === 1) expect(plain(shown.subject)).toBe("Rappel : 2 factures échues – 3 897,31 €");
  },
);

test("our text is shown as ours also where the distributor has its own (MAIL-10)", async () => {
  await staff.put("/reminders/texts/1/", OWN);
  const { paragraphs } = (await staff.get("/reminders/texts/1/ours/")).body;
  expect(paragraphs).toEqual([
    "Bonjour,",
    "Sauf erreur de notre part, les factures suivantes restent impayées.",
  ]);
  expect((await staff.get("/reminders/texts/0/ours/")).body.subject).toMatch(/^Rappel d’échéance/);
});

test("a formal notice stays one: its name, the demand and the penalties are not the distributor's to leave out", async () => {
  expect(await staff.put("/reminders/texts/3/", OWN)).toMatchObject({
    status: 400,
    body: { subject: [expect.stringContaining("mise en demeure")] },
  });
  const notice = { ...OWN, subject: "Mise en demeure – {client}" };
  const said = (await staff.post("/reminders/texts/preview/", { level: 3, ...notice })).body;
  expect(plain(said.paragraphs.at(-1))).toBe(
    "Nous vous mettons en demeure de régler la somme de 3 897,31 €.",
  );
  expect(plain(said.closing.join("\n"))).toMatch(
    /40 € par facture .* sont exigibles[^]*Intérêts et indemnités théoriques/,
  );
});

test("an unknown variable is refused by its name at its field; nothing is saved", async () => {
  expect(
    await staff.put("/reminders/texts/2/", { ...OWN, opening: "{remise} et {total} et {Total}" }),
  ).toEqual(
    expect.objectContaining({
      status: 400,
      body: { opening: ["Choisissez des variables de la liste\u00a0: {remise}, {Total} n’y sont pas."] },
    }),
  );
  expect((await staff.get("/reminders/texts/")).body.results[2]).toMatchObject({ is_own: false });
});

test("what a client is called is never read as a variable, nor as another line of the head", async () => {
  await app.inDatabase(async (tx) => {
    cinema = await aCinema(tx, distributor, { name: "Le {total}\r\nBcc: voleur@ailleurs.example" });
  });
  await anOverdueInvoice();
  await staff.put("/reminders/texts/1/", { ...OWN, subject: "{cinémas}" });
  await roundAt("2027-01-06T07:00:00Z");
  const mail = await parsed();
  expect(mail.subject).toBe("Le {total} Bcc: voleur@ailleurs.example");
  expect(smtp.received[0]!.to).toEqual(["facturation@cinema.example"]);
});
