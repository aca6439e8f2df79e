import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import { anIssuedInvoice, startTestSmtpServer, type TestSmtpServer } from "./mailing.testing.ts";

let app: TestApp;
let smtp: TestSmtpServer;
let distributor: BuiltDistributor;
let cinema: { id: number; name: string };
let person: { id: number };
let staff: TestClient;
let serial = 0;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const setCinema = (changes: { invoice?: string[]; reminder?: string[] }) =>
  app.inDatabase((tx) =>
    tx.run(sql`
      update cinema set default_invoice_emails = ${changes.invoice ?? ["facturation@cinema.example"]},
        default_reminder_emails = ${changes.reminder ?? []} where id = ${cinema.id}`),
  );

beforeEach(async () => {
  serial += 1;
  smtp.received.length = 0;
  smtp.recipients.clear();
  smtp.message = 250;
  smtp.onStep = () => undefined;
  app.clock.set("2026-11-30");
  const made = await app.inDatabase(async (tx) => {
    // The distributors of the tests before have nothing more to say.
    await tx.run(sql`update distributor set automation_on = false`);
    const built = await aDistributor(tx);
    await tx.run(sql`
      update distributor set mailing_from = '2026-01-01', communication_email = ${`lumen${serial}@factures.bobine.example`} where id = ${built.id}`);
    const place = await aCinema(tx, built, { name: `Le Beffroi ${serial}` });
    return { built, place, person: await aStaffUser(tx, built) };
  });
  distributor = made.built;
  cinema = made.place;
  person = made.person;
  staff = await app.as(person);
});

/** What the queue does each minute, at an instant or at noon of a day. */
async function roundAt(instant: string): Promise<void> {
  app.clock.set(instant);
  await mailingHandlers(app.services)["mail-round"]();
}
const issue = (changes: Parameters<typeof anIssuedInvoice>[3] = {}) =>
  app.inDatabase((tx) => anIssuedInvoice(tx, distributor, cinema, changes));
const cutLink = () =>
  app.inDatabase((tx) =>
    tx.run(
      sql`delete from cinema_distributor where cinema_id = ${cinema.id} and distributor_id = ${distributor.id}`,
    ),
  );
/** Sessions end while the clock moves by months. */
const signedIn = () => app.as(person);
const mailsOf = async (invoice: { id: number }) =>
  (await (await signedIn()).get(`/invoices/invoices/${invoice.id}/mails/`)).body.results;
const actions = async () =>
  (await (await signedIn()).get("/user-actions/")).body.results.map(
    (action: {
      reason_code: string;
      status: string;
      transaction_description: string;
      explanation: string[];
    }) => action,
  );
const audits = async (type: string) =>
  (await staff.get(`/audit-logs/?action_type=${type}`)).body.results.filter(
    (entry: { action_type: string }) => entry.action_type === type,
  );
const subjects = async () =>
  await Promise.all(smtp.received.map(async ({ content }) => (await PostalMime.parse(content)).subject));

describe("the mail with an invoice", () => {
  test("leaves at eight the next morning in Paris, once, with its document, and is audited", async () => {
    const invoice = await issue({ total_amount: "2897.31" });
    await roundAt("2026-12-01T06:59:00Z");
    expect(smtp.received).toEqual([]);
    await roundAt("2026-12-01T07:00:00Z");
    await roundAt("2026-12-01T07:01:00Z");
    await roundAt("2026-12-02T07:00:00Z");

    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail!.to).toEqual(["facturation@cinema.example"]);
    expect(mail!.from).toBe(`lumen${serial}@factures.bobine.example`);
    const parsed = await PostalMime.parse(mail!.content);
    expect(parsed.from).toEqual({ name: distributor.name, address: mail!.from });
    expect(parsed.replyTo).toEqual([{ name: distributor.name, address: mail!.from }]);
    expect(parsed.subject).toBe(`Facture ${invoice.invoice_number} – Semaine 47/2026 – ${cinema.name}`);
    const words = parsed.text!.replaceAll(/[\u00a0\u202f]/g, " ");
    expect(words).toContain(
      `la facture ${invoice.invoice_number} d’un montant de 2 897,31 € TTC, à régler au plus tard le 30/12/2026.`,
    );
    expect(words).toContain(
      `Merci d’indiquer le n° ${invoice.invoice_number} en référence de votre virement (IBAN FR76 9999`,
    );
    expect(parsed.html).toContain('name="color-scheme" content="light dark"');
    expect(parsed.attachments.map((file) => [file.filename, file.mimeType])).toEqual([
      [`${invoice.invoice_number}.pdf`, "application/pdf"],
    ]);
    expect(
      Buffer.from(parsed.attachments[0]!.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");

    expect(await mailsOf(invoice)).toEqual([
      expect.objectContaining({
        kind: "invoice",
        state: "sent",
        is_resend: false,
        attempts: 1,
        sent_at: "2026-12-01T07:00:00+00:00".replace("+00:00", ".000Z"),
        problem: "",
        recipients: [{ address: "facturation@cinema.example", state: "accepted", response: "" }],
      }),
    ]);
    expect(
      (await audits("sent_email")).map((entry: { action_details: unknown }) => entry.action_details),
    ).toEqual([
      expect.objectContaining({
        invoice_id: invoice.id,
        invoice_number: invoice.invoice_number,
        recipients: ["facturation@cinema.example"],
        template: "Facture",
      }),
    ]);
  });

  test("has its bounces go where the operator reads them, without a word of it to the cinema", async () => {
    await issue();
    app.clock.set("2026-12-01");
    const config = { ...app.services.config, mailBounces: "retours@bobine.example" };
    await mailingHandlers({ ...app.services, config })["mail-round"]();
    expect(smtp.received.map(({ from }) => from)).toEqual(["retours@bobine.example"]);
    expect(smtp.received[0]!.content.toString()).not.toContain("retours@bobine.example");
  });

  test("a credit note leaves too, and says what it corrects", async () => {
    const invoice = await issue({ invoice_date: "2025-12-31" });
    const note = await issue({ type: "credit_note", corrects_id: invoice.id, total_amount: "11.00" });
    await roundAt("2026-12-01");
    expect(await subjects()).toEqual([`Avoir ${note.invoice_number} – Semaine 47/2026 – ${cinema.name}`]);
    const { text } = await PostalMime.parse(smtp.received[0]!.content);
    expect(text!.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(
      `l’avoir ${note.invoice_number} d’un montant de 11,00 € TTC, qui corrige la facture ${invoice.invoice_number}.`,
    );
  });

  test("goes to the additions alone with the override, and to nobody twice", async () => {
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into distributor_cinema_settings (distributor_id, cinema_id, additional_invoice_emails, invoice_email_override)
        values (${distributor.id}, ${cinema.id}, array['siege@cinema.example', 'SIEGE@cinema.example'], true)`),
    );
    await issue();
    await roundAt("2026-12-01");
    expect(smtp.received.map((mail) => mail.to)).toEqual([["siege@cinema.example"]]);
  });

  test("does not leave with automation off, nor when it is older than the mails", async () => {
    await issue({ invoice_date: "2025-12-31" });
    await issue();
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set automation_on = false where id = ${distributor.id}`),
    );
    await roundAt("2026-12-01");
    expect(smtp.received).toEqual([]);
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set automation_on = true where id = ${distributor.id}`),
    );
    await roundAt("2026-12-01T12:00:00Z");
    expect(smtp.received).toHaveLength(1);
  });

  test("names the factor, which is paid instead", async () => {
    await issue({
      is_factor_guaranteed: true,
      factor_name: "Factor Nord",
      factor_iban: "FR7612345678901234567890123",
    });
    await roundAt("2026-12-01");
    const { text } = await PostalMime.parse(smtp.received[0]!.content);
    const words = text!.replaceAll(/[\u00a0\u202f]/g, " ");
    expect(words).toContain("cédée à Factor Nord");
    expect(words).toContain("FR76 1234 5678");
    expect(words).not.toContain("FR76 9999");
  });

  test("no name of a cinema or a distributor adds a header or a recipient", async () => {
    const evil = "Le Rex\r\nBcc: voleur@ailleurs.example\r\n\r\n<script>alert(1)</script>";
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set name = ${`${evil} ${serial}`} where id = ${distributor.id}`),
    );
    await app.inDatabase((tx) => anIssuedInvoice(tx, distributor, { ...cinema, name: evil }));
    await roundAt("2026-12-01");
    expect(smtp.received.map((mail) => mail.to)).toEqual([["facturation@cinema.example"]]);
    const parsed = await PostalMime.parse(smtp.received[0]!.content);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.headers.map(({ key }) => key).toSorted()).toEqual(
      [
        "auto-submitted",
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "reply-to",
        "subject",
        "to",
      ].toSorted(),
    );
    expect(parsed.html).not.toContain("<script>");
  });
});

describe("nobody to send to", () => {
  test("people are asked once for each cinema, told where to write it; the mails leave the morning after", async () => {
    await setCinema({ invoice: [] });
    const [one, two] = [await issue(), await issue()];
    await roundAt("2026-12-01");
    await roundAt("2026-12-02");
    expect(smtp.received).toEqual([]);
    const asked = await actions();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      status: "PENDING",
      reason_code: "missing_email",
      reason: "Adresse e-mail manquante",
      transaction_description: cinema.name,
    });
    expect(asked[0].explanation.join(" ")).toContain(`fiche «\u00a0${cinema.name}\u00a0»`);
    expect((await mailsOf(one))[0]).toMatchObject({ state: "no_address" });

    await setCinema({});
    await roundAt("2026-12-03");
    expect(smtp.received).toHaveLength(2);
    expect((await actions())[0].status).toBe("DONE");
    expect((await mailsOf(two))[0]).toMatchObject({ state: "sent" });
  });
});

describe("a mail server that fails", () => {
  test("an answer for later is tried again, later and later, and comes through once", async () => {
    const invoice = await issue();
    smtp.message = 451;
    await roundAt("2026-12-01T07:00:00Z");
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "waiting",
      attempts: 1,
      next_attempt_at: "2026-12-01T07:01:00.000Z",
      problem: expect.stringContaining("451"),
    });
    await roundAt("2026-12-01T07:00:30Z");
    await roundAt("2026-12-01T07:01:00Z");
    expect((await mailsOf(invoice))[0]).toMatchObject({
      attempts: 2,
      next_attempt_at: "2026-12-01T07:06:00.000Z",
    });
    smtp.message = 250;
    await roundAt("2026-12-01T07:06:00Z");
    await roundAt("2026-12-01T08:00:00Z");
    expect(smtp.received).toHaveLength(1);
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "sent", attempts: 3 });
    expect(await actions()).toEqual([]);
  });

  test("a server that is away for days is given up, and people are told", async () => {
    const invoice = await issue();
    await smtp.hangUp();
    for (const day of ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13"])
      await roundAt(`2026-12-${day}T09:00:00Z`);
    await smtp.reopen();
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "failed", attempts: 12 });
    expect((await actions()).map((action: { reason_code: string }) => action.reason_code)).toEqual([
      "failed_email",
    ]);
    await roundAt("2026-12-20T09:00:00Z");
    expect(smtp.received).toEqual([]);
  });

  test("an address that is refused for good is told, the others have their mail", async () => {
    await setCinema({ invoice: ["facturation@cinema.example", "parti@cinema.example"] });
    const invoice = await issue();
    smtp.recipients.set("parti@cinema.example", 550);
    await roundAt("2026-12-01");
    await roundAt("2026-12-03");
    expect(smtp.received.map((mail) => mail.to)).toEqual([["facturation@cinema.example"]]);
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "sent",
      problem: "Parti, mais refusé pour\u00a0: parti@cinema.example",
      recipients: [
        { address: "facturation@cinema.example", state: "accepted" },
        { address: "parti@cinema.example", state: "refused", response: expect.stringContaining("550") },
      ],
    });
    const [action] = await actions();
    expect(action).toMatchObject({ reason_code: "refused_email", status: "PENDING" });
    expect(action.explanation[0]).toContain("parti@cinema.example");
  });

  test("nobody takes it: the mail is refused, not sent again, and the audit tells of no mail", async () => {
    const invoice = await issue();
    smtp.recipients.set("facturation@cinema.example", 550);
    await roundAt("2026-12-01");
    await roundAt("2026-12-02");
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "refused", attempts: 1 });
    expect(await audits("sent_email")).toEqual([]);
    expect(await actions()).toHaveLength(1);
  });

  test("one address for later gets its mail later, the other one gets no second", async () => {
    await setCinema({ invoice: ["facturation@cinema.example", "plein@cinema.example"] });
    const invoice = await issue();
    smtp.recipients.set("plein@cinema.example", 452);
    await roundAt("2026-12-01T07:00:00Z");
    smtp.recipients.clear();
    await roundAt("2026-12-01T07:05:00Z");
    expect(smtp.received.map((mail) => mail.to)).toEqual([
      ["facturation@cinema.example"],
      ["plein@cinema.example"],
    ]);
    const keys = await Promise.all(
      smtp.received.map(async (mail) => (await PostalMime.parse(mail.content)).messageId),
    );
    expect(new Set(keys).size).toBe(1);
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("a mail whose document cannot be read is tried again, and holds up no other", async () => {
    const broken = [await issue(), await issue(), await issue(), await issue()];
    const whole = await issue();
    await app.inDatabase(async (tx) => {
      for (const { id } of broken)
        await tx.run(sql`
          insert into invoice_file (distributor_id, invoice_id, file_name, content_type, size, sha256, storage_key)
          values (${distributor.id}, ${id}, 'perdu.pdf', 'application/pdf', 8, '\\x00', ${`perdu/${id}.pdf`})`);
    });
    await roundAt("2026-12-01T07:00:00Z");
    expect(await subjects()).toEqual([expect.stringContaining(whole.invoice_number)]);
    expect((await mailsOf(broken[0]!))[0]).toMatchObject({
      state: "waiting",
      problem: expect.stringContaining("n’a pas pu être préparé"),
    });
    await app.inDatabase((tx) => tx.run(sql`delete from invoice_file where file_name = 'perdu.pdf'`));
    await roundAt("2026-12-01T07:01:00Z");
    expect(smtp.received).toHaveLength(5);
  });

  test("a connection that breaks before the end of the message is tried again; after it, never", async () => {
    const invoice = await issue();
    let connections = 0;
    smtp.onStep = async (step) => {
      if (step === "connected") connections += 1;
      if (step === "recipient" && connections === 1) {
        await smtp.hangUp();
        await smtp.reopen();
      }
    };
    await roundAt("2026-12-01T07:00:00Z");
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "waiting" });
    smtp.onStep = async (step) => {
      if (step === "taken") {
        await smtp.hangUp();
        await smtp.reopen();
      }
    };
    await roundAt("2026-12-01T07:10:00Z");
    smtp.onStep = () => undefined;
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "unconfirmed" });
    await roundAt("2026-12-01T09:00:00Z");
    await roundAt("2026-12-02T09:00:00Z");
    expect(smtp.received).toHaveLength(1);
    expect((await actions()).map((action: { reason_code: string }) => action.reason_code)).toEqual([
      "unconfirmed_email",
    ]);
  });
});

describe("sending by hand", () => {
  const send = (invoice: { id: number }) => staff.post(`/invoices/invoices/${invoice.id}/send/`);

  test("leaves at once, and takes the place of the morning's mail", async () => {
    const invoice = await issue();
    const answer = await send(invoice);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ kind: "invoice", state: "waiting", is_resend: false });
    await app.drainJobs();
    await roundAt("2026-12-01");
    expect(smtp.received).toHaveLength(1);
    expect((await audits("sent_email"))[0]).toMatchObject({ actor: { first_name: "Camille" } });
  });

  test("sends again what was sent, also with automation off, and says so", async () => {
    const invoice = await issue();
    await roundAt("2026-12-01");
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set automation_on = false where id = ${distributor.id}`),
    );
    expect((await send(invoice)).body).toMatchObject({ is_resend: true, state: "waiting" });
    await app.drainJobs();
    expect((await send(invoice)).status).toBe(201);
    await app.drainJobs();
    expect(smtp.received).toHaveLength(3);
    expect((await mailsOf(invoice)).map((mail: { is_resend: boolean }) => mail.is_resend)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("ten clicks at once are one mail", async () => {
    const invoice = await issue();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(invoice)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(answers.find((answer) => answer.status === 409)!.body).toEqual({
      detail: "Un envoi de ce document est déjà en cours.",
      code: "mail_under_way",
    });
    await app.drainJobs();
    expect(smtp.received).toHaveLength(1);
  });

  test("is refused without an address, for an invoice of another software, and for another distributor's", async () => {
    await setCinema({ invoice: [] });
    const invoice = await issue();
    expect(await send(invoice)).toMatchObject({ status: 409, body: { code: "no_address" } });
    const imported = await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
    expect(await send(imported)).toMatchObject({ status: 409, body: { code: "imported_invoice" } });
    const other = await app.inDatabase(async (tx) => {
      const elsewhere = await aDistributor(tx);
      return anIssuedInvoice(tx, elsewhere, await aCinema(tx, elsewhere), {
        invoice_number: `F-X-${serial}`,
      });
    });
    expect((await send(other)).status).toBe(404);
    expect((await staff.get(`/invoices/invoices/${other.id}/mails/`)).status).toBe(404);
  });

  test("sends what waited for an address, once it has one", async () => {
    await setCinema({ invoice: [] });
    const invoice = await issue();
    await roundAt("2026-12-01");
    await setCinema({});
    expect((await send(invoice)).body).toMatchObject({ is_resend: false, state: "waiting" });
    await app.drainJobs();
    await roundAt("2026-12-02");
    expect(smtp.received).toHaveLength(1);
    expect((await actions())[0].status).toBe("DONE");
  });
});

describe("reminders", () => {
  const MORNINGS = { first: "2027-01-06", second: "2027-01-20", third: "2027-02-15" };
  const reminders = async () =>
    (await subjects()).filter((subject) => /^(Rappel|Deuxième|Mise)/.test(subject!));
  /** Due on 30 December, mailed before. */
  async function aSentInvoice(changes: Parameters<typeof issue>[0] = {}) {
    const invoice = await issue(changes);
    await roundAt("2026-12-01");
    smtp.received.length = 0;
    return invoice;
  }

  test("go at their three dates, and then people are asked about giving up", async () => {
    const invoice = await aSentInvoice({ total_amount: "2897.31" });
    for (
      let day = new Date("2026-12-28T09:00:00Z");
      day < new Date("2027-04-10");
      day.setUTCDate(day.getUTCDate() + 1)
    )
      await roundAt(day.toISOString());
    expect((await subjects()).map((subject) => subject!.replaceAll(/[\u00a0\u202f]/g, " "))).toEqual([
      `Rappel : facture ${invoice.invoice_number} échue le 30/12/2026`,
      "Deuxième relance : 1 facture échue – 2 897,31 €",
      "Mise en demeure de payer",
    ]);
    const mails = await mailsOf(invoice);
    expect(
      mails.map((mail: { reminder_level: number | null; sent_at: string }) => [
        mail.reminder_level,
        mail.sent_at.slice(0, 10),
      ]),
    ).toEqual([
      [3, MORNINGS.third],
      [2, MORNINGS.second],
      [1, MORNINGS.first],
      [null, "2026-12-01"],
    ]);
    const [first, second, third] = await Promise.all(
      smtp.received.map(({ content }) => PostalMime.parse(content)),
    );
    expect(first!.attachments.map((file) => file.filename)).toEqual([`${invoice.invoice_number}.pdf`]);
    expect(second!.attachments.map((file) => file.filename)).toEqual(["releve-des-factures.csv"]);
    expect(third!.text!.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(
      "l’indemnité forfaitaire de 40 € par facture (art. L. 441-10 et D. 441-5 du code de commerce)",
    );
    // Also without HTML, each amount says what it is.
    expect(third!.text).toMatch(/^- F\d+ – .+ – échéance \d{2}\/\d{2}\/\d{4} – reste dû .+€/m);
    expect((await actions()).map((action: { reason_code: string }) => action.reason_code)).toEqual([
      "default_proposal",
    ]);
  });

  test("LET-23: stop while an invoice is paid, and start again once its payment was returned", async () => {
    const invoice = await aSentInvoice();
    await roundAt(MORNINGS.first);
    const { id, total_amount } = await app.inDatabase((tx) =>
      tx.one<{ id: number; total_amount: string }>(
        sql`select id, total_amount from invoice where invoice_number = ${invoice.invoice_number}`,
      ),
    );
    const decide = async (day: string, amount: string, returned: number | null) =>
      await app.inDatabase(async (tx) => {
        const line = await tx.one<{ id: number }>(sql`
          insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
          values (${distributor.id}, ${day}, 'CHEQUE', ${amount}, ${day}) returning id`);
        await tx.run(sql`
          with decided as (insert into reconciliation (distributor_id, transaction_id, invoice_ids)
            values (${distributor.id}, ${line.id}, array[${id}::bigint]) returning id)
          insert into allocation (distributor_id, kind, reconciliation_id, transaction_id, returned_transaction_id, invoice_id, amount)
          select ${distributor.id}, ${returned === null ? "payment" : "return"}, id, ${line.id}, ${returned}, ${id}, ${amount} from decided`);
        return line.id;
      });
    const cheque = await decide("2027-01-10", total_amount, null);
    await roundAt(MORNINGS.second);
    expect(await reminders()).toHaveLength(1);
    await decide("2027-01-20", `-${total_amount}`, cheque);
    await roundAt("2027-01-21");
    expect((await reminders()).map((subject) => subject!.split(/[\s\u00a0]/)[0])).toEqual([
      "Rappel",
      "Deuxième",
    ]);
  });

  test("of a cinema whose link is cut go where its invoices went, as long as they may", async () => {
    const invoice = await aSentInvoice();
    await cutLink();
    await roundAt(MORNINGS.first);
    await roundAt(MORNINGS.second);
    expect((await reminders()).map((subject) => subject!.split(/[\s\u00a0]/)[0])).toEqual([
      "Rappel",
      "Deuxième",
    ]);
    expect(smtp.received.map(({ to }) => to)).toEqual([
      ["facturation@cinema.example"],
      ["facturation@cinema.example"],
    ]);
    const resent = await (await signedIn()).post(`/invoices/invoices/${invoice.id}/send/`, {});
    expect(resent.status).toBe(201);
    // The distributor's word that nobody is reminded still holds.
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into distributor_cinema_settings (distributor_id, cinema_id, additional_reminder_emails, reminder_email_override)
        values (${distributor.id}, ${cinema.id}, '{}', true)`),
    );
    smtp.received.length = 0;
    await roundAt(MORNINGS.third);
    expect(await reminders()).toEqual([]);
  });

  test("of a cinema whose link was cut before anything was mailed ask people, with what they can do", async () => {
    const invoice = await app.inDatabase((tx) =>
      anInvoice(tx, distributor, cinema, { invoice_date: "2026-11-30", due_date: "2026-12-30" }),
    );
    const issued = await issue({ invoice_date: "2027-01-05", due_date: "2027-02-05" });
    await cutLink();
    await roundAt(MORNINGS.first);
    expect(await reminders()).toEqual([]);
    const asked = await actions();
    expect(asked.map((action: { reason_code: string }) => action.reason_code)).toEqual([
      "missing_email",
      "missing_email",
    ]);
    for (const { explanation } of asked) {
      expect(explanation[0]).toContain(`Votre lien avec le cinéma ${cinema.name} est coupé`);
      expect(explanation.join(" ")).not.toContain("Ajoutez");
    }
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "no_address" });
    expect(await (await signedIn()).post(`/invoices/invoices/${issued.id}/send/`, {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("est coupé") },
    });
  });

  test("one mail for a payer and a level, whatever its cinemas; level 2 tells of all that is late", async () => {
    const sister = await app.inDatabase(async (tx) => {
      await tx.run(sql`update cinema set invoicing_siren = '300000009' where id = ${cinema.id}`);
      const place = await aCinema(tx, distributor, { name: `Le Carillon ${serial}` });
      await tx.run(sql`
        update cinema set invoicing_siren = '300000009', default_invoice_emails = array['carillon@cinema.example'] where id = ${place.id}`);
      return place;
    });
    const one = await aSentInvoice();
    const two = await app.inDatabase((tx) => anIssuedInvoice(tx, distributor, sister));
    const later = await issue({ due_date: "2027-01-12" });
    await roundAt(MORNINGS.first);
    smtp.received.splice(0, smtp.received.length - 1);
    expect(smtp.received[0]!.to.toSorted()).toEqual([
      "carillon@cinema.example",
      "facturation@cinema.example",
    ]);
    expect((await reminders())[0]!.replaceAll(/[\u00a0\u202f]/g, " ")).toBe(
      "Rappel : 2 factures échues – 220,00 €",
    );
    smtp.received.length = 0;
    await roundAt(MORNINGS.second);
    const second = smtp.received.find(({ content }) => content.includes("releve-des-factures.csv"));
    const { html } = await PostalMime.parse(second!.content);
    for (const { invoice_number } of [one, two, later]) expect(html).toContain(invoice_number);
  });

  test.each<[string, (invoice: { id: number }) => Promise<unknown>]>([
    [
      "a payment",
      ({ id }) =>
        app.inDatabase((tx) =>
          tx.run(sql`
            insert into allocation (distributor_id, invoice_id, kind, amount) values (${distributor.id}, ${id}, 'opening', 110)`),
        ),
    ],
    [
      "a credit note",
      async ({ id }) => {
        const note = await issue({ type: "credit_note", corrects_id: id });
        await app.inDatabase((tx) =>
          tx.run(sql`
            insert into credit_application (credit_note_id, invoice_id, distributor_id, amount) values (${note.id}, ${id}, ${distributor.id}, 110)`),
        );
      },
    ],
    [
      "default",
      ({ id }) => app.inDatabase((tx) => tx.run(sql`update invoice set in_default = true where id = ${id}`)),
    ],
    [
      "the factor",
      () =>
        app.inDatabase(async (tx) => {
          await tx.run(sql`
            update distributor set factor_name = 'Factor Nord', factor_iban = 'FR7612345678901234567890123' where id = ${distributor.id}`);
          await tx.run(sql`
            insert into distributor_cinema_settings (distributor_id, cinema_id, is_factor_guaranteed) values (${distributor.id}, ${cinema.id}, true)`);
        }),
    ],
    [
      "an override without an address",
      () =>
        app.inDatabase((tx) =>
          tx.run(sql`
            insert into distributor_cinema_settings (distributor_id, cinema_id, reminder_email_override) values (${distributor.id}, ${cinema.id}, true)`),
        ),
    ],
    [
      "automation switched off",
      () =>
        app.inDatabase((tx) =>
          tx.run(sql`update distributor set automation_on = false where id = ${distributor.id}`),
        ),
    ],
    [
      "a question about a payment of it",
      ({ id }) =>
        app.inDatabase((tx) =>
          tx.run(sql`
            insert into user_action (distributor_id, status, open_status, reason_code, reason, candidates)
            values (${distributor.id}, 'AWAITING_INVOICE_SELECTION', 'AWAITING_INVOICE_SELECTION', 'partial_payment', 'Paiement partiel',
              ${JSON.stringify([{ invoice_ids: [id] }])})`),
        ),
    ],
  ])("are stopped by %s", async (_, stop) => {
    const invoice = await aSentInvoice();
    await stop(invoice);
    for (const day of [MORNINGS.first, MORNINGS.second, MORNINGS.third]) await roundAt(day);
    expect(await reminders()).toEqual([]);
  });

  test("a payment between the morning's plan and a later try stops the mail, or takes the invoice out of it", async () => {
    const [paid, owed] = [await aSentInvoice(), await issue()];
    smtp.message = 451;
    await roundAt(`${MORNINGS.first}T07:00:00Z`);
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${distributor.id}, ${paid.id}, 'opening', 110)`,
      ),
    );
    smtp.message = 250;
    await roundAt(`${MORNINGS.first}T08:00:00Z`);
    const [reminder] = (await reminders()).slice(-1);
    expect(reminder).toContain(owed.invoice_number);
    expect((await mailsOf(paid)).map((mail: { kind: string }) => mail.kind)).toEqual(["invoice"]);

    smtp.message = 451;
    await roundAt(`${MORNINGS.second}T07:00:00Z`);
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${distributor.id}, ${owed.id}, 'opening', 110)`,
      ),
    );
    smtp.message = 250;
    smtp.received.length = 0;
    await roundAt(`${MORNINGS.second}T08:00:00Z`);
    expect(smtp.received).toEqual([]);
    expect((await mailsOf(owed))[0]).toMatchObject({ state: "cancelled", reminder_level: 2 });
  });

  test("interest is told with the rate of each day when all are known, and never added (BILL-7)", async () => {
    await app.owner.query(
      "insert into late_rate values ('2026-07-01', '2026-12-31', 1200), ('2027-01-01', '2027-06-30', 1215)",
    );
    await aSentInvoice({ total_amount: "2897.31" });
    for (const day of [MORNINGS.first, MORNINGS.second]) await roundAt(day);
    smtp.received.length = 0;
    await roundAt(MORNINGS.third);
    await app.owner.query("delete from late_rate");
    const words = (await PostalMime.parse(smtp.received[0]!.content)).text!.replaceAll(
      /[\u00a0\u202f]/g,
      " ",
    );
    // 2 897.31 × (12.00 % × 1 + 12.15 % × 46) / 365
    expect(words).toContain(
      "45,32 € d’intérêts aux taux annuels successifs de 12 % et 12,15 %, et 40,00 € d’indemnités forfaitaires",
    );
    expect(words).toContain("régler la somme de 2 897,31 €");
  });
});
