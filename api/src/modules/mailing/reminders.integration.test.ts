// What goes next and why, seen before it leaves and sent by hand, in the distributor's own words (MAIL-8 to MAIL-10).
import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { lockDistributorRow } from "../../db/locks.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import {
  anIssuedInvoice,
  aReceiptWithoutInvoice,
  startTestSmtpServer,
  type TestSmtpServer,
} from "./mailing.testing.ts";

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

const aCredit = (amount: string) =>
  app.inDatabase(async (tx) => {
    const corrected = await anIssuedInvoice(tx, distributor, cinema, { due_date: "2028-01-01" });
    return await anIssuedInvoice(tx, distributor, cinema, {
      type: "credit_note",
      corrects_id: corrected.id,
      total_amount: amount,
    });
  });

test("what is demanded is net of the client's open credits, which are set against what was due first (MAIL-2)", async () => {
  await anOverdueInvoice({ total_amount: "300.00" });
  await anOverdueInvoice({ total_amount: "1470.37" });
  await aCredit("330.00");
  const [mail] = (await staff.get("/reminders/plan/")).body.mails;
  expect(mail).toMatchObject({ credits: "-330.00", outstanding: "1440.37" });
  await roundAt("2027-01-06T07:00:00Z");
  const text = plain(
    (await Promise.all(smtp.received.map(({ content }) => PostalMime.parse(content))))
      .map(({ subject, text: body }) => `${subject}\n${body}`)
      .find((said) => said.startsWith("Rappel")) ?? "",
  );
  expect(text).toContain("Rappel : 2 factures échues – 1 440,37 €");
  expect(text).toContain("Avoirs, trop-perçus et acomptes à imputer : -330,00 €, soit 1 440,37 € à régler.");
});

test("a reminder of an invoice that names another account than the company's of today says which one is meant (SEC-17)", async () => {
  await anOverdueInvoice();
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set iban = 'FR1420041010050500013M02606' where id = ${distributor.id}`),
  );
  await roundAt("2027-01-06T07:00:00Z");
  const texts = await Promise.all(smtp.received.map(({ content }) => PostalMime.parse(content)));
  const reminder = texts.find(({ subject }) => subject?.startsWith("Rappel"));
  expect(plain(reminder?.text ?? "").replaceAll(/\s+/g, " ")).toContain(
    "Notre compte a changé depuis : l’IBAN que la facture indique n’est plus à utiliser.",
  );
});

test("a reminder that the client's credits cover is not sent, and the plan says so; another company's credits are not its own", async () => {
  const owed = await anOverdueInvoice({ total_amount: "300.00" });
  await aCredit("330.00");
  expect((await staff.get("/reminders/plan/")).body).toMatchObject({
    mail_count: 0,
    skipped: [{ id: owed.id, held_by: "credits" }],
  });
  await roundAt("2027-01-06T07:00:00Z");
  expect((await (await app.as(person)).get("/reminders/")).body.count).toBe(0);
  await takeOver();
  const successors = await anOverdueInvoice({ total_amount: "300.00" });
  app.clock.set("2027-01-07T05:00:00Z");
  expect((await (await app.as(person)).get("/reminders/plan/")).body).toMatchObject({
    mails: [{ credits: "0.00", outstanding: "300.00", invoices: [{ id: successors.id }] }],
    skipped: [{ id: owed.id, held_by: "credits" }],
  });
});

test("an advance of the invoiced company is set against what a formal notice demands; covered whole, it does not leave (MAIL-2)", async () => {
  const owed = await anOverdueInvoice({ total_amount: "300.00", due_date: "2026-11-20" });
  await app.inDatabase((tx) =>
    tx.run(sql`
      with made as (
        insert into mail (distributor_id, kind, reminder_level, state, created_at, sent_at)
        select ${distributor.id}, 'reminder', level, 'sent', day, day
        from generate_series(1, 2) level cross join lateral (select '2026-12-01'::date + level as day) d returning id, reminder_level),
      of_invoice as (
        insert into mail_invoice (mail_id, distributor_id, invoice_id, event)
        select id, ${distributor.id}, ${owed.id}, 'reminder_' || reminder_level from made)
      insert into mail_recipient (mail_id, address, distributor_id, state)
      select id, 'facturation@cinema.example', ${distributor.id}, 'accepted' from made`),
  );
  const plan = async () => (await staff.get("/reminders/plan/")).body;
  const anAdvance = (amount: string) =>
    app.inDatabase((tx) =>
      aReceiptWithoutInvoice(tx, distributor, cinema, {
        kind: "advance",
        amount,
        on: "2026-10-01",
        client_account: "411CINE",
      }),
    );
  await anAdvance("200.00");
  expect((await plan()).mails).toMatchObject([{ level: 3, credits: "-200.00", outstanding: "100.00" }]);
  await anAdvance("100.00");
  expect(await plan()).toMatchObject({ mail_count: 0, skipped: [{ id: owed.id, held_by: "credits" }] });
});

test("an advance that comes before the first document of a cinema's next company is set against what that one owes, never against the debt of the one before (MAIL-2)", async () => {
  await anOverdueInvoice({ total_amount: "300.00", invoice_date: "2026-10-20", client_account: "411CINE" });
  await app.inDatabase((tx) =>
    tx.run(sql`
      update cinema set legal_name = 'SAS Repreneur', siren = '399999999', default_accounting_code = '411CINE' where id = ${cinema.id}`),
  );
  await app.inDatabase((tx) =>
    aReceiptWithoutInvoice(tx, distributor, cinema, {
      kind: "advance",
      amount: "300.00",
      on: "2026-11-02",
      client_account: "411CINE",
    }),
  );
  const mails = async () => (await staff.get("/reminders/plan/")).body.mails;
  expect(await mails()).toMatchObject([{ outstanding: "300.00" }]);
  await anOverdueInvoice({ total_amount: "330.00", invoice_date: "2026-11-10", client_account: "411CINE" });
  expect(await mails()).toMatchObject([
    { credits: "0.00", outstanding: "300.00" },
    { credits: "-300.00", outstanding: "30.00" },
  ]);
});

test("a credit that comes after the morning's plan takes a mail back that asks for nothing any more (MAIL-2)", async () => {
  const owed = await anOverdueInvoice({ total_amount: "300.00" });
  smtp.message = 451;
  await roundAt("2027-01-06T07:00:00Z");
  await aCredit("330.00");
  smtp.message = 250;
  await roundAt("2027-01-06T09:00:00Z");
  expect(smtp.received.filter(({ content }) => content.includes("Rappel"))).toEqual([]);
  expect(
    (await (await app.as(person)).get(`/invoices/invoices/${owed.id}/mails/`)).body.results,
  ).toMatchObject([{ state: "cancelled", reminder_level: 1 }]);
});

const aQuestionAbout = (invoice: { id: number }) =>
  app.inDatabase((tx) =>
    tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, invoice_id)
      values (${distributor.id}, 'PENDING', 'PENDING', 'partial_payment', 'Paiement partiel', ${invoice.id})`),
  );
const numbersOf = (invoices: { invoice_number: string }[]) =>
  invoices.map(({ invoice_number }) => invoice_number).toSorted();

test("a formal notice demands its own invoices; a second reminder all that is late; neither what is asked about or older than the mails (MAIL-2)", async () => {
  const notified = await anOverdueInvoice();
  const asked = await anOverdueInvoice();
  const early = await anOverdueInvoice({ invoice_date: "2026-10-01" });
  const late = await anOverdueInvoice({ due_date: "2027-01-18" });
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set mailing_from = '2026-10-15' where id = ${distributor.id}`),
  );
  await aQuestionAbout(asked);
  await roundAt("2027-01-06T07:00:00Z");
  smtp.received.length = 0;
  await roundAt("2027-01-20T07:00:00Z");
  const second = await parsed();
  expect(plain(second.subject ?? "")).toBe("Deuxième relance : 2 factures échues – 220,00 €");
  expect(second.html).not.toContain(asked.invoice_number);
  expect(second.html).not.toContain(early.invoice_number);
  // What it asked for is told of it, and has its own reminders in their time.
  const history = (await (await app.as(person)).get("/reminders/")).body.results;
  expect(
    history.map((mail: { level: number; invoices: [] }) => [mail.level, numbersOf(mail.invoices)]),
  ).toEqual([
    [2, numbersOf([notified, late])],
    [1, [notified.invoice_number]],
  ]);
  const account = (await (await app.as(person)).get("/clients/account/?account=411CINE")).body;
  expect(numbersOf(account.reminders[0].invoices)).toEqual(numbersOf([notified, late]));

  smtp.received.length = 0;
  await roundAt("2027-01-25T07:00:00Z");
  expect((await parsed()).subject).toContain(late.invoice_number);
  smtp.received.length = 0;
  await roundAt("2027-02-15T07:00:00Z");
  const sent = await Promise.all(smtp.received.map(({ content }) => PostalMime.parse(content)));
  const notice = sent.find(({ subject }) => subject === "Mise en demeure de payer");
  expect(plain(notice?.text ?? "")).toContain("régler la somme de 110,00 €");
  expect(notice?.text).toContain(notified.invoice_number);
  for (const { invoice_number } of [asked, early, late]) expect(notice?.text).not.toContain(invoice_number);
  expect(plain(notice?.text ?? "")).toContain(
    "une autre facture échue, de 110,00 €, figure au relevé ci-joint",
  );
  const statement = Buffer.from(notice?.attachments[0]?.content as ArrayBuffer).toString();
  expect(statement).toContain(late.invoice_number);
  for (const { invoice_number } of [asked, early]) expect(statement).not.toContain(invoice_number);
});

test("an invoice that is asked about after the morning's plan is taken out of a mail that has not left (MAIL-2)", async () => {
  const [asked, owed] = [await anOverdueInvoice(), await anOverdueInvoice()];
  smtp.message = 451;
  await roundAt("2027-01-06T07:00:00Z");
  await aQuestionAbout(asked);
  smtp.message = 250;
  await roundAt("2027-01-06T09:00:00Z");
  expect((await parsed()).subject).toContain(owed.invoice_number);
});

test("what the settings leave out after the morning's plan is taken out of a mail that has not left: a cinema that nobody reminds, and what is older than the mails (MAIL-2)", async () => {
  const sister = await app.inDatabase(async (tx) => {
    const { siren } = await tx.one<{ siren: string }>(sql`select siren from cinema where id = ${cinema.id}`);
    return await aCinema(tx, distributor, { siren });
  });
  const owed = await anOverdueInvoice();
  const early = await anOverdueInvoice({ invoice_date: "2026-10-01" });
  const spared = await app.inDatabase((tx) =>
    anIssuedInvoice(tx, distributor, sister, { invoice_date: "2026-11-01" }),
  );
  smtp.message = 451;
  await roundAt("2027-01-06T07:00:00Z");
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set mailing_from = '2026-10-15' where id = ${distributor.id}`);
    await tx.run(sql`
      insert into distributor_cinema_settings (distributor_id, cinema_id, reminder_email_override) values (${distributor.id}, ${sister.id}, true)`);
  });
  smtp.received.length = 0;
  smtp.message = 250;
  await roundAt("2027-01-06T09:00:00Z");
  const { text = "" } = await parsed();
  expect(text).toContain(owed.invoice_number);
  for (const { invoice_number } of [early, spared]) expect(text).not.toContain(invoice_number);
  for (const left of [early, spared]) expect(await reminderStates(left)).toEqual([]);
});

test("a reminder that waits for another try while the settings come to leave all of it out is given up (MAIL-2)", async () => {
  const early = await anOverdueInvoice({ invoice_date: "2026-10-01" });
  smtp.message = 451;
  await roundAt("2027-01-06T07:00:00Z");
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set mailing_from = '2026-10-15' where id = ${distributor.id}`),
  );
  smtp.received.length = 0;
  smtp.message = 250;
  await roundAt("2027-01-06T09:00:00Z");
  expect(smtp.received).toEqual([]);
  expect(await reminderStates(early)).toEqual(["cancelled"]);
});

test("a second reminder demands nothing of a cinema that the settings remind nobody of, nor spends credits on it (MAIL-2, MAIL-8)", async () => {
  const owed = await anOverdueInvoice();
  const spared = await app.inDatabase(async (tx) => {
    const sister = await aCinema(tx, distributor);
    const { siren } = await tx.one<{ siren: string }>(sql`select siren from cinema where id = ${cinema.id}`);
    await tx.run(sql`update cinema set siren = ${siren} where id = ${sister.id}`);
    await tx.run(sql`
      insert into distributor_cinema_settings (distributor_id, cinema_id, reminder_email_override) values (${distributor.id}, ${sister.id}, true)`);
    return await anIssuedInvoice(tx, distributor, sister, {
      siren,
      invoice_date: "2026-11-01",
      due_date: "2026-12-15",
    });
  });
  await roundAt("2027-01-06T07:00:00Z");
  await aCredit("10.00");
  smtp.received.length = 0;
  app.clock.set("2027-01-20T05:00:00Z");
  expect((await (await app.as(person)).get("/reminders/plan/")).body).toMatchObject({
    mails: [{ level: 2, credits: "-10.00", invoices: [{ id: owed.id }] }],
    skipped: [{ id: spared.id, cause: "not_reminded" }],
  });
  await roundAt("2027-01-20T07:00:00Z");
  const second = (await Promise.all(smtp.received.map(({ content }) => PostalMime.parse(content)))).find(
    ({ subject }) => subject?.startsWith("Deuxième relance"),
  );
  expect(second?.html).toContain(owed.invoice_number);
  expect(second?.html).not.toContain(spared.invoice_number);
  expect(plain(second?.subject ?? "")).toContain("100,00 €");
});

const switchAutomation = (on: boolean) =>
  app.inDatabase((tx) =>
    tx.run(sql`update distributor set automation_on = ${on} where id = ${distributor.id}`),
  );
const remindersSent = () => smtp.received.filter(({ content }) => content.includes("Rappel"));
const reminderStates = async (invoice: { id: number }) =>
  (await (await app.as(person)).get(`/invoices/invoices/${invoice.id}/mails/`)).body.results
    .filter(({ kind }: { kind: string }) => kind === "reminder")
    .map(({ state }: { state: string }) => state);

test("a reminder that waits for another try when automation is turned off is in the plan, and leaves once when a person sends it (MAIL-8, DIST-2)", async () => {
  const [owed, other] = [await anOverdueInvoice(), await anOverdueInvoice()];
  smtp.message = 451;
  await roundAt("2027-01-06T07:00:00Z");
  smtp.message = 250;
  await switchAutomation(false);
  await roundAt("2027-01-06T09:00:00Z");
  expect(smtp.received).toEqual([]);
  await staff.put(`/invoices/invoices/${other.id}/reminder-stop/`, { reason: "dispute", comment: "Copie" });
  app.clock.set("2027-01-07T05:00:00Z");
  const today = await app.as(person);
  expect((await today.get("/reminders/plan/")).body.mails).toMatchObject([
    { level: 1, invoices: [{ id: owed.id, last_level: null }] },
  ]);
  expect((await today.get(`/invoices/invoices/${owed.id}/mails/`)).body.results[0].problem).toContain(
    "la relance attend qu’elle soit activée",
  );
  const asked = { level: 1, invoice_ids: [owed.id] };
  expect((await today.post("/reminders/send/", asked)).status).toBe(201);
  expect((await today.post("/reminders/send/", asked)).status).toBe(409);
  await app.drainJobs();
  await switchAutomation(true);
  await roundAt("2027-01-07T09:00:00Z");
  expect(remindersSent()).toHaveLength(1);
  expect(await reminderStates(owed)).toEqual(["sent", "cancelled"]);
  // What else it was about comes again in its time.
  await today.delete(`/invoices/invoices/${other.id}/reminder-stop/`);
  await roundAt("2027-01-08T07:00:00Z");
  expect(remindersSent()).toHaveLength(2);
  expect(await reminderStates(other)).toEqual(["sent", "cancelled"]);
});

test("a reminder that waits for another try when automation is turned off leaves by itself once it is on again (DIST-2)", async () => {
  const owed = await anOverdueInvoice();
  smtp.message = 451;
  await roundAt("2027-01-06T07:00:00Z");
  smtp.message = 250;
  await switchAutomation(false);
  await roundAt("2027-01-06T09:00:00Z");
  await switchAutomation(true);
  await roundAt("2027-01-07T07:00:00Z");
  expect(remindersSent()).toHaveLength(1);
  expect(await reminderStates(owed)).toEqual(["sent"]);
});

const setAddresses = (addresses: string[]) =>
  app.inDatabase((tx) =>
    tx.run(sql`update cinema set default_invoice_emails = ${addresses} where id = ${cinema.id}`),
  );

test("a reminder that waited for an address is in the plan once there is one, beside what is new, as the morning sends them (MAIL-8)", async () => {
  await setAddresses([]);
  const waiting = await anOverdueInvoice();
  await roundAt("2027-01-06T07:00:00Z");
  const recent = await anOverdueInvoice({ due_date: "2026-12-31" });
  const plan = async () => (await (await app.as(person)).get("/reminders/plan/")).body;
  expect((await plan()).mails).toMatchObject([{ recipients: [], invoices: [{ id: recent.id }] }]);
  await setAddresses(["compta@cinema.example"]);
  expect(await plan()).toMatchObject({
    day: "2027-01-07",
    mail_count: 2,
    mails: [
      { level: 1, recipients: ["compta@cinema.example"], invoices: [{ id: waiting.id, last_level: null }] },
      { level: 1, recipients: ["compta@cinema.example"], invoices: [{ id: recent.id }] },
    ],
  });
  await roundAt("2027-01-07T07:00:00Z");
  await roundAt("2027-01-08T07:00:00Z");
  expect(remindersSent()).toHaveLength(2);
  expect(await reminderStates(waiting)).toEqual(["sent"]);
});

test("a reminder that waited for an address is sent by hand once there is one, also with automation off, and the morning does not send it again (MAIL-8)", async () => {
  await setAddresses([]);
  const waiting = await anOverdueInvoice();
  await roundAt("2027-01-06T07:00:00Z");
  await setAddresses(["compta@cinema.example"]);
  await switchAutomation(false);
  const asked = { level: 1, invoice_ids: [waiting.id] };
  const today = await app.as(person);
  expect(await today.post("/reminders/send/", asked)).toMatchObject({
    status: 201,
    body: { recipients: ["compta@cinema.example"] },
  });
  await app.drainJobs();
  await switchAutomation(true);
  await roundAt("2027-01-07T07:00:00Z");
  expect(remindersSent().map(({ to }) => to)).toEqual([["compta@cinema.example"]]);
  expect(await reminderStates(waiting)).toEqual(["sent", "cancelled"]);
  expect((await (await app.as(person)).get("/user-actions/")).body.results).toMatchObject([
    { reason_code: "missing_email", status: "DONE" },
  ]);
});

test("a reminder that the morning releases while a person sends it leaves once, and the person is told to look again (MAIL-8)", async () => {
  await setAddresses([]);
  const waiting = await anOverdueInvoice();
  await roundAt("2027-01-06T07:00:00Z");
  await setAddresses(["compta@cinema.example"]);
  app.clock.set("2027-01-07T07:00:00Z");
  const today = await app.as(person);
  const { sent } = await app.inDatabase(async (tx) => {
    await tx.run(sql`
      update mail set state = 'waiting', next_attempt_at = ${app.clock.now()}
      where distributor_id = ${distributor.id} and state = 'no_address'`);
    const answer = today.post("/reminders/send/", { level: 1, invoice_ids: [waiting.id] });
    await expect
      .poll(
        async () =>
          (
            await app.owner.query(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount,
        { timeout: 10_000 },
      )
      .toBe(1);
    return { sent: answer };
  });
  expect(await sent).toMatchObject({ status: 409, body: { code: "plan_changed" } });
  expect(await reminderStates(waiting)).toEqual(["waiting"]);
});

test("a reminder that may have left, and waits for another try at the others when automation is turned off, is asked about; neither it nor the next is in the plan before the answer (MAIL-13)", async () => {
  await setAddresses(["compta@cinema.example", "caisse@cinema.example"]);
  const owed = await anOverdueInvoice();
  smtp.recipients.set("caisse@cinema.example", 451);
  smtp.onStep = async (step) => {
    if (step !== "taken") return;
    await smtp.hangUp();
    await smtp.reopen();
  };
  await roundAt("2027-01-06T07:00:00Z");
  smtp.onStep = () => undefined;
  smtp.recipients.clear();
  await switchAutomation(false);
  app.clock.set("2027-01-26T09:00:00Z");
  const plan = async () => (await (await app.as(person)).get("/reminders/plan/")).body;
  const held = { mails: [], skipped: [{ id: owed.id, level: 1, last_level: null, cause: "open_question" }] };
  expect(await plan()).toMatchObject(held);
  const today = await app.as(person);
  for (const level of [1, 2])
    expect((await today.post("/reminders/send/", { level, invoice_ids: [owed.id] })).status).toBe(409);
  await roundAt("2027-01-26T09:00:00Z");
  expect(await plan()).toMatchObject(held);
  expect(await reminderStates(owed)).toEqual(["unconfirmed"]);
  const [asked] = (await today.get("/user-actions/")).body.results;
  expect(asked).toMatchObject({ reason_code: "unconfirmed_email", status: "PENDING" });
  await today.patch(`/user-actions/${asked.id}/`, { status: "DONE" });
  expect(await plan()).toMatchObject({ mails: [{ level: 2, invoices: [{ last_level: 1 }] }], skipped: [] });
});

/** Another company runs the cinema from now on, and reads its mails elsewhere. */
const takeOver = () =>
  app.inDatabase((tx) =>
    tx.run(sql`
      update cinema set legal_name = 'SAS Repreneur', siren = '399999999', default_invoice_emails = array['repreneur@cinema.example']
      where id = ${cinema.id}`),
  );

test("a debt is demanded of who was invoiced, where its documents went, also after another company took the cinema over (MAIL-2)", async () => {
  const former = await anOverdueInvoice();
  expect((await staff.post(`/invoices/invoices/${former.id}/send/`, {})).status).toBe(201);
  await app.drainJobs();
  await takeOver();
  const successors = await anOverdueInvoice();
  await app.inDatabase(async (tx) => {
    const sister = await aCinema(tx, distributor, { siren: "399999999" });
    await tx.run(
      sql`update cinema set default_invoice_emails = array['soeur@cinema.example'] where id = ${sister.id}`,
    );
    await anIssuedInvoice(tx, distributor, sister, { invoice_date: "2026-11-01" });
  });
  const days = { 1: "2027-01-06", 2: "2027-01-20", 3: "2027-02-15" };
  for (const level of [1, 2, 3] as const) {
    app.clock.set(`${days[level]}T05:00:00Z`);
    const today = await app.as(person);
    const { mails } = (await today.get("/reminders/plan/")).body;
    expect(mails.map((mail: { recipients: string[] }) => mail.recipients.toSorted())).toEqual([
      ["facturation@cinema.example"],
      ["repreneur@cinema.example", "soeur@cinema.example"],
    ]);
    for (const [at, { invoices }] of mails.entries()) {
      const invoice_ids = invoices.map(({ id }: { id: number }) => id);
      const { recipients, table } = (await today.post("/reminders/preview/", { level, invoice_ids })).body;
      expect(recipients).toEqual(mails[at].recipients);
      const told = table.rows.map(([number]: [string]) => number);
      expect(told.includes(former.invoice_number)).toBe(at === 0);
      expect(told.includes(successors.invoice_number)).toBe(at === 1);
    }
    smtp.received.length = 0;
    await roundAt(`${days[level]}T07:00:00Z`);
    expect(smtp.received).toHaveLength(2);
    for (const { to, content } of smtp.received)
      expect(content.includes(former.invoice_number)).toBe(to.includes("facturation@cinema.example"));
  }
});

test("what is mailed again to the successor says so before, and takes no reminder of the former payer with it (MAIL-2)", async () => {
  const former = await anOverdueInvoice();
  const preview = async () => (await staff.post(`/invoices/invoices/${former.id}/send/preview/`, {})).body;
  expect((await preview()).notice).toBeUndefined();
  expect((await staff.post(`/invoices/invoices/${former.id}/send/`, {})).status).toBe(201);
  await app.drainJobs();
  await takeOver();
  expect((await preview()).recipients).toEqual(["repreneur@cinema.example"]);
  expect(plain((await preview()).notice)).toBe(
    "Ce document est au nom de SARL Ciné, et ces destinataires sont ceux de la société actuelle du cinéma : elle verrait le document d’une autre. Les relances de cette société continueront d’aller à facturation@cinema.example. En cas de doute, téléchargez-le et envoyez-le vous-même à la société concernée.",
  );
  expect((await staff.post(`/invoices/invoices/${former.id}/send/`, {})).status).toBe(201);
  await app.drainJobs();
  expect((await staff.get("/reminders/plan/")).body.mails).toMatchObject([
    { recipients: ["facturation@cinema.example"] },
  ]);
  // What is paid is reminded no more.
  await app.inDatabase((tx) =>
    tx.run(sql`
      insert into allocation (distributor_id, invoice_id, kind, amount)
      select distributor_id, id, 'opening', total_amount from invoice where id = ${former.id}`),
  );
  expect((await preview()).notice).not.toContain("relances");
  const unsent = await anOverdueInvoice();
  const { notice } = (await staff.post(`/invoices/invoices/${unsent.id}/send/preview/`, {})).body;
  expect(notice).toBeUndefined();
});

test("people are asked where no mail before tells where to write to a former payer; its successor gets nothing of it", async () => {
  const former = await anOverdueInvoice();
  await takeOver();
  expect((await staff.get("/reminders/plan/")).body.mails).toMatchObject([{ recipients: [] }]);
  const asked = { level: 1, invoice_ids: [former.id] };
  app.clock.set("2027-01-06T05:00:00Z");
  expect(await (await app.as(person)).post("/reminders/send/", asked)).toMatchObject({
    status: 409,
    body: { code: "no_address", detail: expect.stringContaining("SARL Ciné") },
  });
  await roundAt("2027-01-06T07:00:00Z");
  await roundAt("2027-01-07T07:00:00Z");
  expect(smtp.received).toEqual([]);
  const actions = (await (await app.as(person)).get("/user-actions/")).body.results;
  expect(actions).toMatchObject([
    { reason_code: "missing_email", transaction_description: `SARL Ciné – ${cinema.name}` },
  ]);
  // A person who says that it is the same company.
  expect((await (await app.as(person)).post(`/invoices/invoices/${former.id}/send/`, {})).status).toBe(201);
  await app.drainJobs();
  await roundAt("2027-01-08T07:00:00Z");
  expect(smtp.received.map(({ to }) => to)).toEqual([
    ["repreneur@cinema.example"],
    ["repreneur@cinema.example"],
  ]);
});

test("people are asked once for a former payer and once for its successor, also where the cinema was renamed", async () => {
  await anOverdueInvoice();
  await anOverdueInvoice({ due_date: "2026-12-31" });
  await takeOver();
  await app.inDatabase((tx) =>
    tx.run(sql`update cinema set name = 'Le Nouveau', default_invoice_emails = '{}' where id = ${cinema.id}`),
  );
  await anOverdueInvoice({ due_date: "2026-12-31" });
  await anOverdueInvoice({ due_date: "2027-01-01" });
  for (const day of ["2027-01-06", "2027-01-07", "2027-01-08"]) await roundAt(`${day}T07:00:00Z`);
  expect(smtp.received).toEqual([]);
  const actions: { transaction_description: string }[] = (await (await app.as(person)).get("/user-actions/"))
    .body.results;
  expect(actions.map((action) => action.transaction_description).toSorted()).toEqual([
    "Le Nouveau",
    "SARL Ciné – Le Nouveau",
  ]);
});

test("a mail that waits for an address and tells two companies' invoices is given up, and comes again as one for each", async () => {
  const former = await anOverdueInvoice();
  expect((await staff.post(`/invoices/invoices/${former.id}/send/`, {})).status).toBe(201);
  await app.drainJobs();
  await takeOver();
  const successors = await anOverdueInvoice();
  // As they were put together before a mail was of who was invoiced.
  await app.inDatabase((tx) =>
    tx.run(sql`
      with action as (
        insert into user_action (distributor_id, status, open_status, reason_code, reason, explanation, invoice_id, description)
        values (${distributor.id}, 'PENDING', 'PENDING', 'missing_email', 'Adresse e-mail manquante', '[]', ${former.id}, ${cinema.name}) returning id),
      waiting as (
        insert into mail (distributor_id, kind, reminder_level, state, user_action_id, created_at)
        select ${distributor.id}, 'reminder', 1, 'no_address', id, now() from action
        returning id)
      insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      select waiting.id, i, ${distributor.id}, 'reminder_1' from waiting, unnest(array[${former.id}, ${successors.id}]::bigint[]) i`),
  );
  smtp.received.length = 0;
  await roundAt("2027-01-06T07:00:00Z");
  expect(smtp.received.map(({ to }) => to.join()).toSorted()).toEqual([
    "facturation@cinema.example",
    "repreneur@cinema.example",
  ]);
  for (const { to, content } of smtp.received)
    expect([content.includes(former.invoice_number), content.includes(successors.invoice_number)]).toEqual([
      to.includes("facturation@cinema.example"),
      to.includes("repreneur@cinema.example"),
    ]);
  const actions = (await (await app.as(person)).get("/user-actions/")).body.results;
  expect(actions.map(({ status }: { status: string }) => status)).toEqual(["DONE"]);
});

test("who sends by hand waits for whoever has the invoice, and holds up nothing that this one does of the distributor (SEC-10)", async () => {
  const { id } = await anOverdueInvoice();
  const sent = await app.inDatabase(async (tx) => {
    await tx.run(sql`select from invoice where id = ${id} for update`);
    const waiting = staff.post(`/invoices/invoices/${id}/send/`, {});
    await vi.waitFor(async () => {
      await tx.one(
        sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`,
      );
    }, 10_000);
    await tx.run(sql`set local lock_timeout = '500ms'`);
    await lockDistributorRow(tx, distributor.id);
    return { waiting };
  });
  expect((await sent.waiting).status).toBe(201);
  await app.drainJobs();
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

test.each([
  ["the second reminder, with a statement", 2],
  ["a formal notice, with its interest", 3],
] as const)("the preview of %s is of the mail that leaves when it is sent now (MAIL-9)", async (_, level) => {
  // On Friday evening the plan is of Monday, when one more invoice is late and interest has run for three more days.
  const today = { 2: "2027-01-22", 3: "2027-02-12" }[level];
  const due = { 2: "2026-12-20", 3: "2026-11-25" }[level];
  const invoice = await anOverdueInvoice({ due_date: due });
  await anOverdueInvoice({ due_date: today });
  await app.inDatabase((tx) =>
    tx.run(sql`
      with earlier as (
        insert into mail (distributor_id, kind, reminder_level, state, sent_at, created_at)
        values (${distributor.id}, 'reminder', ${level - 1}, 'sent', '2027-01-04', '2027-01-04') returning id)
      insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      select id, ${invoice.id}, ${distributor.id}, ${`reminder_${level - 1}`} from earlier`),
  );
  app.clock.set(`${today}T20:00:00Z`);
  const late = await app.as(person);
  const asked = { level, invoice_ids: [invoice.id] };
  const preview = (await late.post("/reminders/preview/", asked)).body;
  expect((await late.post("/reminders/send/", asked)).status).toBe(201);
  await app.drainJobs();
  const mail = await parsed();
  expect(mail.subject).toBe(preview.subject);
  expect(preview.table.rows).toHaveLength(1);
  for (const line of [...preview.paragraphs, ...preview.table.rows.flat(), ...preview.closing])
    expect(mail.text).toContain(line);
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

test("a reminder of the next morning is not sent by hand while the day runs for which its payment is promised (MAIL-7)", async () => {
  const one = await anOverdueInvoice();
  const promise = { reason: "promise", promised_on: TODAY };
  await staff.put(`/invoices/invoices/${one.id}/reminder-stop/`, promise);
  const asked = { level: 1, invoice_ids: [one.id] };
  // On the next morning its day is over.
  expect((await staff.get("/reminders/plan/")).body.mails).toMatchObject([{ invoices: [{ id: one.id }] }]);
  expect(await staff.post("/reminders/send/", asked)).toMatchObject({
    status: 409,
    body: {
      code: "promised",
      detail:
        "Le paiement est promis pour le 05/01/2027\u00a0: cette relance ne part pas avant que ce jour soit passé.",
    },
  });
  await app.drainJobs();
  expect((await staff.get("/reminders/")).body.count).toBe(0);
  await roundAt("2027-01-06T07:00:00Z");
  expect(smtp.received).toHaveLength(1);
});

test("a reminder that a person sends says what is true when it leaves, also after a night of a mail server that is away", async () => {
  const [one, two] = [await anOverdueInvoice(), await anOverdueInvoice()];
  smtp.message = 451;
  const asked = { level: 1, invoice_ids: [one.id, two.id] };
  expect((await staff.post("/reminders/send/", asked)).status).toBe(201);
  await app.drainJobs();
  smtp.message = 250;
  await app.inDatabase((tx) =>
    tx.run(sql`
      insert into allocation (distributor_id, invoice_id, kind, amount)
      select distributor_id, id, 'opening', total_amount from invoice where id = ${one.id}`),
  );
  await staff.put("/reminders/texts/1/", OWN);
  await roundAt("2027-01-06T07:00:00Z");
  await app.drainJobs();
  const { subject, text } = await parsed();
  expect(subject).toContain("en retard de");
  expect(text).toContain(two.invoice_number);
  expect(text).not.toContain(one.invoice_number);
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
  expect(plain(preview.closing.at(-1))).toContain("SAS au capital de 40 000 €");
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

test("the lines of a distributor's own text are lines in its mail, as its preview shows them (MAIL-9, MAIL-10)", async () => {
  const invoice = await anOverdueInvoice();
  const closing = "À bientôt,\nAnne & Paul\r\n{société}";
  await staff.put("/reminders/texts/1/", { ...OWN, closing });
  const said = (await staff.post("/reminders/preview/", { level: 1, invoice_ids: [invoice.id] })).body
    .closing;
  await roundAt("2027-01-06T07:00:00Z");
  const { html = "", text = "" } = await parsed();
  const lines = ["À bientôt,", "Anne & Paul", distributor.name];
  expect(said.some((paragraph: string) => paragraph.split(/\r?\n/).join("|") === lines.join("|"))).toBe(true);
  expect(html).toContain(`>${lines.join("<br>").replace("&", "&amp;")}</p>`);
  expect(text).toContain(lines.join("\n"));
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

test("a formal notice whose variables are long keeps its name in its subject (MAIL-10)", async () => {
  const subject = `${"x".repeat(40)} ${"{client} ".repeat(9)}: mise en demeure`;
  expect((await staff.put("/reminders/texts/3/", { ...OWN, subject })).status).toBe(200);
  const said = (await staff.post("/reminders/texts/preview/", { level: 3, ...OWN, subject })).body;
  expect(plain(said.subject)).toMatch(/^Mise en demeure – x{40} SARL Ciné/);
  expect(said.subject).toHaveLength(200);
  const short = { ...OWN, subject: "{client}\u00a0: mise en demeure" };
  expect(plain((await staff.post("/reminders/texts/preview/", { level: 3, ...short })).body.subject)).toBe(
    "SARL Ciné Beffroi : mise en demeure",
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

test("a text that names another account than the company's is refused at its field, saved or previewed, with what to write (SEC-17)", async () => {
  await app.inDatabase((tx) =>
    tx.run(
      sql`update distributor set iban = 'FR7699999000010001234567809', factor_iban = 'BE68539007547034' where id = ${distributor.id}`,
    ),
  );
  const THEIRS = "Nouveau compte : IBAN FR14 2004 1010 0505 0001 3M02 606";
  const said =
    "Ce texte contient un IBAN qui n’est pas celui de votre société\u00a0: écrivez {iban} à sa place, ou changez l’IBAN dans INFOS COMPTE.";
  for (const field of ["subject", "opening", "closing"] as const) {
    const words = { ...OWN, [field]: `${OWN[field]} ${THEIRS}` };
    const refused = { status: 400, body: { [field]: [said] } };
    expect(await staff.put("/reminders/texts/2/", words)).toMatchObject(refused);
    expect(await staff.post("/reminders/texts/preview/", { level: 2, ...words })).toMatchObject(refused);
  }
  expect((await staff.get("/reminders/texts/")).body.results[2]).toMatchObject({ is_own: false });
  const closing = "IBAN {iban}, FR76 9999 9000 0100 0123 4567 809, ou au factor BE68 5390 0754 7034";
  expect((await staff.put("/reminders/texts/2/", { ...OWN, closing })).status).toBe(200);
  // What was kept before, and is not changed, stays.
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set factor_iban = '' where id = ${distributor.id}`),
  );
  const other = { ...OWN, closing, subject: "Rappel, deuxième" };
  expect((await staff.post("/reminders/texts/preview/", { level: 2, ...other })).status).toBe(200);
  expect((await staff.put("/reminders/texts/2/", other)).status).toBe(200);
  expect((await staff.put("/reminders/texts/2/", { ...other, closing: `${closing}.` })).status).toBe(400);
});

test("a text that somebody else has changed since it was read is not replaced; one's own that came twice is (MAIL-10)", async () => {
  const save = (words: object, known_text?: object | null) =>
    staff.put("/reminders/texts/1/", { ...words, ...(known_text === undefined ? {} : { known_text }) });
  const [mine, theirs] = [
    { ...OWN, subject: "Le mien" },
    { ...OWN, subject: "Le leur" },
  ];
  const refused = {
    status: 409,
    body: { code: "text_changed", detail: expect.stringContaining("Quelqu’un a modifié ce texte") },
  };
  const saved = async () => (await staff.get("/reminders/texts/")).body.results[1];
  // Both began from ours.
  expect((await save(theirs, null)).status).toBe(200);
  expect(await save(mine, null)).toMatchObject(refused);
  expect(await saved()).toMatchObject(theirs);
  expect((await save(theirs, null)).status).toBe(200);
  expect((await save(mine, theirs)).status).toBe(200);
  await staff.delete("/reminders/texts/1/");
  expect(await save(theirs, mine)).toMatchObject(refused);
  expect((await save(theirs, null)).status).toBe(200);
  // Builds of before say nothing of what they had read.
  expect((await save(mine)).status).toBe(200);
  const both = await Promise.all([
    save({ ...OWN, subject: "A" }, mine),
    save({ ...OWN, subject: "B" }, mine),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
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
