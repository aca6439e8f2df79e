import PostalMime from "postal-mime";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { inTransaction } from "../../db/scope.ts";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import { planMorning } from "./plan-mails.ts";
import { recordBounce } from "./record-bounce.ts";
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
/** What is issued from now on is paid to a factor. */
const assign = () =>
  app.inDatabase(async (tx) => {
    await tx.run(sql`
      update distributor set factor_name = 'Factor Nord', factor_iban = 'FR7612345678901234567890123' where id = ${distributor.id}`);
    await tx.run(sql`
      insert into distributor_cinema_settings (distributor_id, cinema_id, is_factor_guaranteed) values (${distributor.id}, ${cinema.id}, true)`);
  });
/** Sessions end while the clock moves by months. */
const signedIn = () => app.as(person);
const waitingForLocks = async () =>
  (
    await app.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rowCount;
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
  test("that a person sends while the morning is being planned leaves once, and neither fails (MAIL-8)", async () => {
    const invoice = await issue();
    app.clock.set("2026-12-01T07:00:00Z");
    const { pool, clock } = app.services;
    const client = await signedIn();
    let sending: Promise<{ status: number }> | undefined;
    await inTransaction(pool, { kind: "distributor", distributorId: distributor.id }, async (tx) => {
      expect(await planMorning(tx, distributor.id, clock.today(), clock.now())).toBe(1);
      sending = client.post(`/invoices/invoices/${invoice.id}/send/`, {});
      await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0), 10_000);
    });
    expect((await sending)?.status).toBeLessThan(300);
    expect(await mailsOf(invoice)).toHaveLength(1);
    await app.drainJobs();
  });

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
    // MAIL-4: art. R. 123-237 and R. 123-238 of the Code de commerce.
    const signed =
      /SAS au capital de 40 000 € – 14 rue des Ormes-Bleus, 75010 Paris – SIREN [\d ]{11} – RCS Paris/;
    expect(words).toMatch(signed);
    expect(parsed.html?.replaceAll(/[\u00a0\u202f]/g, " ")).toMatch(signed);
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

  test("of an invoice that was credited whole says which credit note cancels it (BILL-19)", async () => {
    const invoice = await issue();
    const note = await issue({ type: "credit_note", corrects_id: invoice.id });
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into credit_application (credit_note_id, invoice_id, distributor_id, amount) values (${note.id}, ${invoice.id}, ${distributor.id}, 110)`),
    );
    await roundAt("2026-12-01");
    const texts = await Promise.all(
      smtp.received.map(async ({ content }) => (await PostalMime.parse(content)).text),
    );
    expect(texts.find((text) => text?.includes("la facture"))).toContain(
      `Elle est annulée par l’avoir ${note.invoice_number}.`,
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

  test("says what its document says when a factor is chosen afterwards, and is reminded (BILL-16)", async () => {
    const invoice = await issue();
    await assign();
    await roundAt("2026-12-01");
    const { text } = await PostalMime.parse(smtp.received[0]!.content);
    const words = text!.replaceAll(/[\u00a0\u202f]/g, " ");
    expect(words).not.toContain("cédée");
    expect(words).toContain("FR76 9999");
    await roundAt("2027-01-06");
    expect((await subjects())[1]).toContain(invoice.invoice_number);
  });

  test("asks for the company's account of its morning, and says that the one on the document is left (SEC-17)", async () => {
    await issue();
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set iban = 'FR1420041010050500013M02606' where id = ${distributor.id}`),
    );
    await roundAt("2026-12-01");
    const { text } = await PostalMime.parse(smtp.received[0]!.content);
    const words = text!.replaceAll(/[\u00a0\u202f\n]/g, " ");
    expect(words).toContain("(IBAN FR14 2004 1010 0505 0001 3M02 606)");
    expect(words).toContain("l’IBAN que la facture indique n’est plus à utiliser.");
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
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "failed",
      attempts: 12,
      problem: expect.stringMatching(
        /^Le message n’est pas parti après 12 essais\. Le serveur.*ne répond pas/,
      ),
    });
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

  test("one that a policy does not take is told apart from an address that is wrong (MAIL-14)", async () => {
    await setCinema({ invoice: ["facturation@cinema.example", "fermee@cinema.example"] });
    const invoice = await issue();
    smtp.recipients.set("fermee@cinema.example", "550 5.7.1 not from outside");
    await roundAt("2026-12-01");
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "sent",
      problem: expect.stringMatching(/^Pas parti pour fermee@cinema.example.*not from outside/),
    });
    expect((await actions()).map(({ reason_code }: { reason_code: string }) => reason_code)).toEqual([
      "failed_email",
    ]);
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

describe("the night (MAIL-3)", () => {
  test("what was planned waits in it for eight o'clock; what a person sends does not", async () => {
    const [planned, sent] = [await issue(), await issue()];
    smtp.message = 451;
    await roundAt("2026-12-01T18:50:00Z");
    await roundAt("2026-12-01T18:55:00Z");
    smtp.message = 250;
    expect((await mailsOf(planned))[0]).toMatchObject({
      attempts: 2,
      next_attempt_at: "2026-12-02T07:00:00.000Z",
    });
    // As one that was planned while the server went down.
    await app.inDatabase((tx) =>
      tx.run(
        sql`update mail set next_attempt_at = '2026-12-01T18:56:00Z' where distributor_id = ${distributor.id}`,
      ),
    );
    await roundAt("2026-12-02T02:00:00Z");
    expect(smtp.received).toEqual([]);
    expect((await (await signedIn()).post(`/invoices/invoices/${sent.id}/send/`)).status).toBe(201);
    await app.drainJobs();
    expect(smtp.received).toHaveLength(1);
    expect((await mailsOf(sent))[0]).toMatchObject({ state: "sent" });
    await roundAt("2026-12-02T07:00:00Z");
    expect(smtp.received).toHaveLength(2);
    expect((await mailsOf(planned))[0]).toMatchObject({ state: "sent" });
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

  test("takes a mail of the morning that waits for another try, also with automation off, to who gets it now (MAIL-8, DIST-2)", async () => {
    const invoice = await issue();
    smtp.message = 451;
    await roundAt("2026-12-01T07:00:00Z");
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set automation_on = false where id = ${distributor.id}`),
    );
    smtp.message = 250;
    await setCinema({ invoice: ["compta@cinema.example"] });
    await roundAt("2026-12-01T09:00:00Z");
    expect(smtp.received).toEqual([]);
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "waiting",
      problem: expect.stringContaining(
        "La facturation automatique est désactivée\u00a0: l’envoi attend qu’elle soit activée",
      ),
    });
    expect((await staff.post(`/invoices/invoices/${invoice.id}/send/preview/`, {})).status).toBe(200);
    const answers = await Promise.all([send(invoice), send(invoice)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 201)!.body).toMatchObject({
      state: "waiting",
      is_resend: false,
      problem: expect.stringContaining("L’envoi est retenté de lui-même."),
    });
    await app.drainJobs();
    expect(smtp.received.map(({ to }) => to)).toEqual([["compta@cinema.example"]]);
    expect(await mailsOf(invoice)).toMatchObject([{ state: "sent" }]);
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
      await tx.run(sql`update cinema set siren = '300000009' where id = ${cinema.id}`);
      const place = await aCinema(tx, distributor, { name: `Le Carillon ${serial}` });
      await tx.run(sql`
        update cinema set siren = '300000009', default_invoice_emails = array['carillon@cinema.example'] where id = ${place.id}`);
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

  test("are none for what a factor collects: as the invoice says, or as the settings say of one of another software", async () => {
    await issue({
      is_factor_guaranteed: true,
      factor_name: "Factor Nord",
      factor_iban: "FR7612345678901234567890123",
    });
    await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
    await assign();
    for (const day of [MORNINGS.first, MORNINGS.second, MORNINGS.third]) await roundAt(day);
    expect(await reminders()).toEqual([]);
  });

  test("one that reaches nobody is no reminder: its level waits for an address that works, and is not tried daily (MAIL-2)", async () => {
    const invoice = await aSentInvoice();
    smtp.recipients.set("facturation@cinema.example", 550);
    for (const day of [MORNINGS.first, "2027-01-07", MORNINGS.second, MORNINGS.third]) await roundAt(day);
    expect(smtp.received).toEqual([]);
    expect((await actions()).map(({ reason_code }: { reason_code: string }) => reason_code)).toEqual([
      "refused_email",
    ]);
    expect((await (await signedIn()).get("/reminders/plan/")).body).toMatchObject({
      mails: [],
      skipped: [{ id: invoice.id, level: 1, held_by: "unreached" }],
    });
    await setCinema({ invoice: ["comptabilite@cinema.example"] });
    await roundAt("2027-02-16");
    await roundAt("2027-02-17");
    expect(smtp.received.map(({ to }) => to)).toEqual([["comptabilite@cinema.example"]]);
    expect(await reminders()).toEqual([expect.stringMatching(/^Rappel/)]);
    const told = (await (await signedIn()).get("/reminders/")).body.results;
    expect(told.map(({ level, state }: { level: number; state: string }) => [level, state])).toEqual([
      [1, "sent"],
      [1, "refused"],
    ]);
    // The next one rests as after any reminder.
    await roundAt("2027-03-02");
    expect((await reminders()).at(-1)).toMatch(/^Deuxième/);
  });

  test("one that came back is sent again to the same address once it takes a mail", async () => {
    const invoice = await aSentInvoice();
    await roundAt(MORNINGS.first);
    const { key } = await app.inDatabase((tx) =>
      tx.one<{ key: string }>(sql`
        select m.message_key as key from mail m join mail_invoice x on x.mail_id = m.id
        where x.invoice_id = ${invoice.id} and m.kind = 'reminder'`),
    );
    const bounced = {
      address: "facturation@cinema.example",
      action: "failed",
      status: "5.1.1",
      diagnostic: "",
    } as const;
    await app.inDatabase((tx) =>
      recordBounce(tx, { messageKey: key, recipients: [bounced] }, app.clock.now()),
    );
    await roundAt("2027-01-07");
    expect(await reminders()).toHaveLength(1);
    expect((await (await signedIn()).post(`/invoices/invoices/${invoice.id}/send/`)).status).toBe(201);
    await app.drainJobs();
    await roundAt("2027-01-08");
    expect(await reminders()).toHaveLength(2);
    await roundAt("2027-01-11");
    expect(await reminders()).toHaveLength(2);
  });

  test("one that waits for an address says when it leaves, and by what (MAIL-2)", async () => {
    await setCinema({ invoice: [] });
    await issue({ invoice_date: "2026-11-01" });
    await roundAt(MORNINGS.first);
    expect((await actions())[0].explanation).toEqual([
      expect.stringContaining("pour recevoir ses relances."),
      expect.stringContaining("E-mails de relance"),
      "La relance partira ensuite d’elle-même, le matin ouvré suivant, ou tout de suite depuis les prochaines relances.",
    ]);
  });

  test("one that waited for an address leaves on Monday when that is written on a weekend (MAIL-2)", async () => {
    await aSentInvoice();
    await setCinema({ invoice: [] });
    await roundAt("2027-01-08");
    await setCinema({});
    for (const day of ["2027-01-09", "2027-01-10"]) await roundAt(day);
    expect(smtp.received).toEqual([]);
    await roundAt("2027-01-11");
    expect(await reminders()).toEqual([expect.stringMatching(/^Rappel/)]);
  });

  test("one that a server puts off is not tried again on a weekend (MAIL-2, MAIL-13)", async () => {
    const invoice = await aSentInvoice();
    smtp.message = 451;
    for (const moment of ["09:00", "09:01", "09:06", "09:30", "10:30", "12:00", "14:30", "18:30"])
      await roundAt(`2027-01-08T${moment}:00Z`);
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "waiting",
      attempts: 8,
      next_attempt_at: "2027-01-11T07:00:00.000Z",
    });
    // Also one whose hour had come on Friday.
    await app.inDatabase((tx) =>
      tx.run(sql`
        update mail set next_attempt_at = '2027-01-08T22:00:00Z' where distributor_id = ${distributor.id} and state = 'waiting'`),
    );
    smtp.message = 250;
    for (const day of ["2027-01-09", "2027-01-10"]) await roundAt(day);
    expect(smtp.received).toEqual([]);
    await roundAt("2027-01-11");
    expect(await reminders()).toEqual([expect.stringMatching(/^Rappel/)]);
  });

  test("one whose address is refused leads to the addresses that reminders go to (UI-25)", async () => {
    await setCinema({ reminder: ["compta@cinema.example"] });
    await aSentInvoice();
    smtp.recipients.set("compta@cinema.example", "550 5.1.1 no such user");
    await roundAt(MORNINGS.first);
    const [{ id }] = (await (await signedIn()).get("/user-actions/")).body.results;
    expect((await (await signedIn()).get(`/user-actions/${id}/`)).body).toMatchObject({
      reason_code: "refused_email",
      remedy: { fields: ["default_reminder_emails"], settings_field: "additional_reminder_emails" },
    });
  });

  test("one that comes back for a policy blames no address, and is told once while it leaves each morning (MAIL-14)", async () => {
    const invoice = await aSentInvoice();
    for (const day of [MORNINGS.first, "2027-01-07", "2027-01-08"]) {
      await roundAt(day);
      const { key } = await app.inDatabase((tx) =>
        tx.one<{ key: string }>(sql`
          select m.message_key as key from mail m join mail_invoice x on x.mail_id = m.id
          where x.invoice_id = ${invoice.id} and m.kind = 'reminder' order by m.id desc limit 1`),
      );
      const bounced = {
        address: "facturation@cinema.example",
        action: "failed",
        status: "5.7.1",
        diagnostic: "550 5.7.1 DMARC",
      } as const;
      await app.inDatabase((tx) =>
        recordBounce(tx, { messageKey: key, recipients: [bounced] }, app.clock.now()),
      );
    }
    expect(await reminders()).toHaveLength(3);
    const told = await actions();
    expect(told).toMatchObject([{ reason_code: "failed_email", status: "PENDING" }]);
    expect(told[0].explanation.join(" ")).toMatch(
      /sans mettre l’adresse en cause.*DMARC.*de nouveau parmi les prochaines/,
    );
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "failed",
      recipients: [{ state: "waiting" }],
    });
  });

  test("one that may have left waits for the word of who checked: not received, it leaves again; it makes no default before (MAIL-2, MAIL-13)", async () => {
    const invoice = await aSentInvoice();
    for (const day of [MORNINGS.first, MORNINGS.second]) await roundAt(day);
    smtp.onStep = async (step) => {
      if (step !== "taken") return;
      await smtp.hangUp();
      await smtp.reopen();
    };
    await roundAt(MORNINGS.third);
    smtp.onStep = () => undefined;
    smtp.received.length = 0;
    for (const day of ["2027-02-16", "2027-04-02"]) await roundAt(day);
    expect(smtp.received).toEqual([]);
    const open = (await (await signedIn()).get("/user-actions/")).body.results;
    expect(open.map(({ reason_code }: { reason_code: string }) => reason_code)).toEqual([
      "unconfirmed_email",
    ]);
    expect(open[0].explanation.join(" ")).toMatch(
      /«.Résoudre.».: elle est arrivée.*«.Rejeter.».: elle n’est pas/,
    );
    const plan = async () => (await (await signedIn()).get("/reminders/plan/")).body;
    expect(await plan()).toMatchObject({
      mails: [],
      skipped: [
        {
          id: invoice.id,
          level: 3,
          last_level: 2,
          cause: "open_question",
          comment: expect.stringContaining("Envoi à vérifier"),
        },
      ],
    });
    expect((await mailsOf(invoice))[0]).toMatchObject({ reminder_level: 3, state: "unconfirmed" });
    const answer = async (status: "DONE" | "REJECTED") =>
      expect((await (await signedIn()).patch(`/user-actions/${open[0].id}/`, { status })).status).toBe(200);
    await answer("REJECTED");
    expect(await plan()).toMatchObject({ mails: [{ level: 3 }], skipped: [] });
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "failed",
      sent_at: null,
      problem: expect.stringContaining("pas arrivée"),
    });
    await roundAt("2027-04-05");
    expect(await reminders()).toEqual(["Mise en demeure de payer"]);
    await roundAt("2027-04-06");
    expect(await reminders()).toHaveLength(1);
    expect((await actions()).map(({ reason_code }: { reason_code: string }) => reason_code)).toContain(
      "default_proposal",
    );
  });

  test("one that may have left and was received counts from the day that it left (MAIL-13)", async () => {
    const invoice = await aSentInvoice();
    smtp.onStep = async (step) => {
      if (step !== "taken") return;
      await smtp.hangUp();
      await smtp.reopen();
    };
    await roundAt(MORNINGS.first);
    smtp.onStep = () => undefined;
    const [action] = (await (await signedIn()).get("/user-actions/")).body.results;
    await (await signedIn()).patch(`/user-actions/${action.id}/`, { status: "DONE" });
    expect((await mailsOf(invoice))[0]).toMatchObject({ state: "sent", problem: "" });
    smtp.received.length = 0;
    for (const day of ["2027-01-07", MORNINGS.second]) await roundAt(day);
    expect(await reminders()).toEqual([expect.stringMatching(/^Deuxième/)]);
  });

  test("one that our own server does not send, or whose words it refuses, blames no address and leaves by itself (MAIL-14)", async () => {
    const invoice = await aSentInvoice();
    smtp.recipients.set("facturation@cinema.example", "554 5.7.1 Relay access denied");
    await roundAt("2027-01-06T09:00:00Z");
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "waiting",
      attempts: 1,
      problem: expect.stringContaining("l’exploitant de Bobine"),
    });
    expect(await actions()).toEqual([]);
    smtp.recipients.clear();
    smtp.message = "554 5.7.1 message content rejected";
    for (const moment of ["2027-01-06T09:01:00Z", "2027-01-07", "2027-01-08"]) await roundAt(moment);
    expect((await mailsOf(invoice))[0]).toMatchObject({
      state: "failed",
      problem: expect.stringMatching(/sans mettre l’adresse en cause.*message content rejected/),
      recipients: [{ state: "waiting" }],
    });
    // Told once, however many mornings it takes.
    expect((await actions()).map(({ reason_code }: { reason_code: string }) => reason_code)).toEqual([
      "failed_email",
    ]);
    expect((await (await signedIn()).get("/reminders/plan/")).body).toMatchObject({
      mails: [{ level: 1 }],
      skipped: [],
    });
    smtp.message = 250;
    for (const day of ["2027-01-11", "2027-01-12"]) await roundAt(day);
    expect(await reminders()).toEqual([expect.stringMatching(/^Rappel/)]);
    // It has left: nobody has anything to do about it.
    expect(await actions()).toMatchObject([{ reason_code: "failed_email", status: "DONE" }]);
  });

  test("one that leaves again without an invoice that was paid meanwhile is asked about no more (MAIL-14)", async () => {
    await issue({});
    const other = await aSentInvoice();
    smtp.message = "554 5.7.1 message content rejected";
    await roundAt("2027-01-06");
    expect(await actions()).toMatchObject([{ reason_code: "failed_email", status: "PENDING" }]);
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${distributor.id}, ${other.id}, 'opening', 110)`,
      ),
    );
    smtp.message = 250;
    await roundAt("2027-01-07");
    expect(await reminders()).toHaveLength(1);
    expect(await actions()).toMatchObject([{ reason_code: "failed_email", status: "DONE" }]);
  });

  test("that a level did not leave is told also while an action of an older one is open (MAIL-14)", async () => {
    await setCinema({ invoice: ["facturation@cinema.example", "comptabilite@cinema.example"] });
    const invoice = await aSentInvoice();
    smtp.recipients.set("comptabilite@cinema.example", "550 5.7.1 blocked");
    const told = async () =>
      (await actions())
        .filter(({ reason_code }: { reason_code: string }) => reason_code === "failed_email")
        .map(({ explanation }: { explanation: string[] }) => explanation.join(" "));
    for (const day of [MORNINGS.first, MORNINGS.second]) await roundAt(day);
    expect(await told()).toEqual([expect.stringContaining("Pas parti pour comptabilite@cinema.example")]);
    smtp.message = "554 5.7.1 message content rejected";
    for (const day of [MORNINGS.third, "2027-02-16"]) await roundAt(day);
    expect((await mailsOf(invoice))[0]).toMatchObject({ reminder_level: 3, state: "failed" });
    expect((await told()).toSorted()).toEqual([
      expect.stringContaining("message content rejected"),
      expect.stringContaining("Pas parti pour comptabilite@cinema.example"),
    ]);
  });

  test("that it did not leave is told again with an invoice that was not in it before", async () => {
    const first = await aSentInvoice();
    smtp.message = "554 5.7.1 message content rejected";
    await roundAt(MORNINGS.first);
    const second = await issue();
    await roundAt("2027-01-07");
    await roundAt("2027-01-08");
    const both = `Factures concernées\u00a0: ${first.invoice_number}, ${second.invoice_number}.`;
    const words = (await actions()).map(({ explanation }: { explanation: string[] }) => explanation);
    expect(words.filter((told: string[]) => told.includes(both))).toHaveLength(1);
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
