// A client's statement of account by mail (MAIL-11).
import type { CivilDate } from "@bobine/contract/civil-date";
import { setTimeout } from "node:timers/promises";
import PostalMime from "postal-mime";
import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Tx } from "../../db/scope.ts";
import { pagesOfText } from "../../pdf/extract-text.testing.ts";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { readStatement } from "../clients/print-statement.ts";
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
let staff: TestClient;

beforeAll(async () => {
  smtp = await startTestSmtpServer();
  app = await createTestApp({ config: { smtpUrl: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  smtp.received.length = 0;
  smtp.recipients.clear();
  app.clock.set("2026-12-10");
  await app.inDatabase(async (tx) => {
    distributor = await aDistributor(tx, { automation_on: false });
    cinema = await aCinema(tx, distributor);
    const sister = await aCinema(tx, distributor);
    await tx.run(
      sql`update cinema set default_invoice_emails = array['soeur@cinema.example'] where id = ${sister.id}`,
    );
    const late = { invoice_date: "2026-10-01", due_date: "2026-11-01" };
    await anInvoice(tx, distributor, cinema, {
      ...late,
      client_account: "411BEFFROI",
      total_amount: "110.00",
    });
    await anInvoice(tx, distributor, sister, { client_account: "411BEFFROI", total_amount: "55.00" });
  });
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, distributor)));
});

const PATH = "/clients/account/statement/mail/";
const ASKED = { account: "411BEFFROI" };
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const told = async () => (await staff.get("/clients/account/?account=411BEFFROI")).body;

/** What SARL Ciné owes of the cinema is paid. */
const payAll = (tx: Tx) =>
  tx.run(sql`
    insert into allocation (distributor_id, invoice_id, kind, amount)
    select distributor_id, id, 'opening', total_amount from invoice where distributor_id = ${distributor.id} and cinema_id = ${cinema.id}`);
/** SARL Ciné had the cinema, and all of its documents so far; SAS Repreneur has it now, on the same account. */
async function sell(tx: Tx): Promise<void> {
  await tx.run(sql`
    update invoice set client = '{"name": "SARL Ciné", "siren": "123456782"}'
    where distributor_id = ${distributor.id} and cinema_id = ${cinema.id}`);
  await tx.run(sql`
    update cinema set legal_name = 'SAS Repreneur', siren = '399999999', default_accounting_code = '411BEFFROI' where id = ${cinema.id}`);
}
async function billNextCompany(tx: Tx, values: Parameters<typeof anInvoice>[3]): Promise<void> {
  const { id } = await anInvoice(tx, distributor, cinema, { client_account: "411BEFFROI", ...values });
  await tx.run(
    sql`update invoice set client = '{"name": "SAS Repreneur", "siren": "399999999"}' where id = ${id}`,
  );
}

test("goes to who gets the invoices of the account's cinemas, as its preview says, with the paper, and is told and audited", async () => {
  const preview = (await staff.post(`${PATH}preview/`, ASKED)).body;
  expect(smtp.received).toEqual([]);
  expect(await staff.post(PATH, ASKED)).toMatchObject({
    status: 201,
    body: { recipients: preview.recipients },
  });
  await app.drainJobs();
  expect(smtp.received.map(({ to }) => new Set(to))).toEqual([
    new Set(["facturation@cinema.example", "soeur@cinema.example"]),
  ]);
  const mail = await PostalMime.parse(smtp.received[0]!.content);
  expect(mail.subject).toBe(preview.subject);
  for (const line of [...preview.paragraphs, ...preview.closing]) expect(mail.text).toContain(line);
  expect(plain(mail.text ?? "")).toContain("Le solde dû est de 165,00 €, dont 110,00 € échus.");
  expect(mail.attachments.map((file) => file.filename)).toEqual(preview.attachments);
  expect(
    Buffer.from(mail.attachments[0]!.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect((await told()).statements).toMatchObject([{ from: null, to: "2026-12-10", state: "sent" }]);
  const [entry] = (await staff.get("/audit-logs/?action_type=sent_email")).body.results;
  expect(entry.action_details).toMatchObject({
    template: "Relevé de compte",
    client_accounts: ["411BEFFROI"],
  });
});

test("says what its paper says, whatever is written while it is drawn (CLI-3)", async () => {
  expect((await staff.post(PATH, ASKED)).status).toBe(201);
  const holder = await app.owner.connect();
  // It waits for something that it reads, until another invoice is there.
  await holder.query("begin; lock table distributor_cinema_settings in access exclusive mode");
  const leaving = app.drainJobs();
  const waiting =
    "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
  while ((await app.owner.query(waiting)).rowCount === 0) await setTimeout(10);
  await app.inDatabase((tx) =>
    anInvoice(tx, distributor, cinema, { client_account: "411BEFFROI", total_amount: "10.00" }),
  );
  await holder.query("commit");
  holder.release();
  await leaving;
  const mail = await PostalMime.parse(smtp.received[0]!.content);
  expect(plain(mail.text ?? "")).toContain("Le solde dû est de 165,00 €");
  const [page] = await pagesOfText(Buffer.from(mail.attachments[0]!.content as ArrayBuffer));
  expect(plain(page?.join("|") ?? "")).toContain("Totaux et solde|165,00|0,00|165,00");
});

test("names the credits that are to be used, never more late than it explains (MAIL-11)", async () => {
  await app.inDatabase(async (tx) => {
    const corrected = await anIssuedInvoice(tx, distributor, cinema, { client_account: "411AUTRE" });
    await anIssuedInvoice(tx, distributor, cinema, {
      type: "credit_note",
      corrects_id: corrected.id,
      invoice_date: "2026-12-01",
      total_amount: "100.00",
      client_account: "411BEFFROI",
    });
  });
  const { paragraphs } = (await staff.post(`${PATH}preview/`, ASKED)).body;
  expect(plain(paragraphs.at(-1))).toBe(
    "Factures non réglées : 165,00 €, dont 110,00 € échus. Avoirs et trop-perçus à imputer : -100,00 €. Le solde dû est de 65,00 €.",
  );
});

test("says how to pay by what of the account is assigned, whatever factor is set (MAIL-11, BILL-16)", async () => {
  const paying = async () => plain((await staff.post(`${PATH}preview/`, ASKED)).body.closing.join("\n"));
  const assign = (condition: Sql) =>
    app.inDatabase((tx) =>
      tx.run(sql`
        insert into distributor_cinema_settings (distributor_id, cinema_id, is_factor_guaranteed)
        select distributor_id, cinema_id, true from cinema_distributor where distributor_id = ${distributor.id} and ${condition}`),
    );
  await app.inDatabase((tx) =>
    tx.run(sql`
      update distributor set iban = 'FR7699999000010001234567809', factor_name = 'Factor Nord', factor_iban = 'FR7612345678901234567890123'
      where id = ${distributor.id}`),
  );
  expect(await paying()).toContain("virement (IBAN FR76 9999");
  expect(await paying()).not.toContain("Factor");
  await assign(sql`cinema_id = ${cinema.id}`);
  expect(await paying()).toContain("virement (IBAN FR76 9999");
  expect(await paying()).toContain("Pour les factures cédées à Factor Nord");
  await assign(sql`cinema_id <> ${cinema.id}`);
  expect(await paying()).toContain("Vos factures sont cédées à Factor Nord");
  expect(await paying()).not.toContain("FR76 9999");
});

test("says how to pay by what was open on the day of the statement, not by what has been settled or issued since (MAIL-11, CLI-2)", async () => {
  const paying = async (to?: string) =>
    plain((await staff.post(`${PATH}preview/`, { ...ASKED, to })).body.closing.join("\n"));
  await app.inDatabase(async (tx) => {
    await tx.run(sql`
      update distributor set iban = 'FR7699999000010001234567809', factor_name = 'Factor Nord', factor_iban = 'FR7612345678901234567890123'
      where id = ${distributor.id}`);
    await tx.run(sql`
      insert into distributor_cinema_settings (distributor_id, cinema_id, is_factor_guaranteed) values (${distributor.id}, ${cinema.id}, true)`);
    const { id } = await tx.one<{ id: number }>(sql`
      select id from invoice where distributor_id = ${distributor.id} and cinema_id = ${cinema.id}`);
    const note = await anIssuedInvoice(tx, distributor, cinema, {
      type: "credit_note",
      invoice_date: "2026-12-08",
      corrects_id: id,
      client_account: "411BEFFROI",
    });
    await tx.run(sql`
      insert into credit_application (distributor_id, credit_note_id, invoice_id, amount, applied_on)
      values (${distributor.id}, ${note.id}, ${id}, 110, '2026-12-08')`);
  });
  expect(await paying()).not.toContain("Factor");
  expect(await paying("2026-12-07")).toContain("Pour les factures cédées à Factor Nord");
  // On that day the other invoice was still to come.
  expect(await paying("2026-11-29")).toContain("Vos factures sont cédées à Factor Nord");
});

test.each([
  [{ from: "2026-12-11" }, { from: ["Choisissez un début de période qui n’est pas dans le futur."] }],
  [
    { from: "2026-12-11", to: "2026-12-31" },
    { from: ["Choisissez un début de période qui n’est pas dans le futur."] },
  ],
  [{ from: "2026-12-02", to: "2026-12-01" }, { to: ["La date de fin doit suivre la date de début."] }],
])("is neither shown nor mailed of the period %j (CLI-2)", async (period, body) => {
  for (const path of [`${PATH}preview/`, PATH])
    expect(await staff.post(path, { ...ASKED, ...period })).toMatchObject({ status: 400, body });
  expect((await told()).statements).toEqual([]);
});

test.each([
  { from: "2026-12-01", to: "2026-12-31", text: "du 01/12/2026 au 10/12/2026" },
  { to: "2026-12-31", text: "arrêté au 10/12/2026" },
])(
  "is mailed until today of the period $from to $to, which is not over (CLI-2)",
  async ({ text, ...period }) => {
    const preview = (await staff.post(`${PATH}preview/`, { ...ASKED, ...period })).body;
    expect(plain(preview.paragraphs.join("\n"))).toContain(text);
    expect((await staff.post(PATH, { ...ASKED, ...period })).status).toBe(201);
    await app.drainJobs();
    expect((await told()).statements).toMatchObject([{ from: period.from ?? null, to: "2026-12-10" }]);
  },
);

test("its preview says whose documents it tells beside those of the company that gets it (MAIL-11)", async () => {
  const noticed = async () => (await staff.post(`${PATH}preview/`, ASKED)).body.notice;
  await app.inDatabase(async (tx) => {
    await tx.run(
      sql`update cinema set legal_name = 'SAS Repreneur', siren = '399999999' where id = ${cinema.id}`,
    );
    await billNextCompany(tx, { total_amount: "20.00" });
  });
  expect(await noticed()).toBeUndefined();
  await app.inDatabase((tx) =>
    tx.run(sql`
      update invoice set client = '{"name": "SARL Ciné", "siren": "123456782"}'
      where distributor_id = ${distributor.id} and cinema_id = ${cinema.id} and total_amount = 110`),
  );
  expect(plain(await noticed())).toBe(
    "Des documents ou des avoirs de ce relevé sont au nom de SARL Ciné, et ces destinataires sont ceux de la société actuelle du cinéma : le relevé lui montrerait les factures d’une autre. En cas de doute, téléchargez-le et envoyez-le vous-même à la société concernée.",
  );
});

test("its preview names the company before also of what is settled, and of what it has paid too much (MAIL-11)", async () => {
  const noticed = async (period: { from?: string } = {}) =>
    (await staff.post(`${PATH}preview/`, { ...ASKED, ...period })).body.notice;
  await app.inDatabase(async (tx) => {
    await payAll(tx);
    await sell(tx);
  });
  expect(await noticed()).toContain("au nom de SARL Ciné");
  expect(await noticed({ from: "2026-11-15" })).toBeUndefined();
  await app.inDatabase((tx) =>
    aReceiptWithoutInvoice(tx, distributor, cinema, {
      kind: "credit",
      amount: "300.00",
      on: "2026-10-20",
      client_account: "411BEFFROI",
    }),
  );
  expect(await noticed({ from: "2026-11-15" })).toContain("au nom de SARL Ciné");
});

test("asks the company of a cinema for no less because the one before has paid too much, and names its own advances (MAIL-11)", async () => {
  const said = async () => plain((await staff.post(`${PATH}preview/`, ASKED)).body.paragraphs.at(-1));
  const receipt = (kind: "credit" | "advance", amount: string, on: string) =>
    app.inDatabase((tx) =>
      aReceiptWithoutInvoice(tx, distributor, cinema, { kind, amount, on, client_account: "411BEFFROI" }),
    );
  await receipt("credit", "60.00", "2026-10-20");
  expect(await said()).toBe(
    "Factures non réglées : 165,00 €, dont 110,00 € échus. Avoirs et trop-perçus à imputer : -60,00 €. Le solde dû est de 105,00 €.",
  );
  await app.inDatabase(async (tx) => {
    await sell(tx);
    await billNextCompany(tx, { total_amount: "500.00", invoice_date: "2026-12-05" });
  });
  await receipt("advance", "200.00", "2026-12-08");
  // What it has paid too much is set against what it owes on the account itself.
  expect(await said()).toBe(
    "Factures non réglées : 665,00 €, dont 110,00 € échus. Avoirs et trop-perçus à imputer : -60,00 €. Le solde dû est de 605,00 €. Acomptes reçus, à imputer : -200,00 €, soit 405,00 € à régler.",
  );
  await app.inDatabase(async (tx) => {
    await tx.run(sql`
      insert into allocation (distributor_id, invoice_id, kind, amount)
      select distributor_id, id, 'opening', total_amount from invoice where distributor_id = ${distributor.id} and total_amount = 110`);
  });
  expect(await said()).toBe(
    "Le solde dû est de 555,00 €. Acomptes reçus, à imputer : -200,00 €, soit 355,00 € à régler. Le solde du relevé compte en outre 60,00 € d’avoirs et trop-perçus d’une autre société, qui ne sont pas à déduire de vos factures.",
  );
});

/** SARL Ciné owes nothing more of its cinema, and SAS Repreneur has been invoiced since 1 November. */
async function takenOver(): Promise<void> {
  await app.inDatabase(async (tx) => {
    await payAll(tx);
    await sell(tx);
    await billNextCompany(tx, { total_amount: "500.00", invoice_date: "2026-11-01", due_date: "2026-12-31" });
  });
}

test("a company that has sold one of its cinemas of an account is no other company to itself (MAIL-11)", async () => {
  const said = async () => plain((await staff.post(`${PATH}preview/`, ASKED)).body.paragraphs.at(-1));
  await takenOver();
  await app.inDatabase((tx) =>
    aReceiptWithoutInvoice(tx, distributor, cinema, {
      kind: "credit",
      amount: "60.00",
      on: "2026-10-20",
      client_account: "411BEFFROI",
    }),
  );
  expect(await said()).toContain("d’une autre société");
  await app.inDatabase(async (tx) => {
    await tx.run(sql`
      update invoice set client = '{"name": "SARL Ciné", "siren": "123456782"}' where distributor_id = ${distributor.id} and total_amount = 55`);
    await tx.run(sql`
      update cinema set legal_name = 'SARL Ciné', siren = '123456782', default_accounting_code = '411BEFFROI' where id <> ${cinema.id} and id = (
        select cinema_id from invoice where distributor_id = ${distributor.id} and total_amount = 55)`);
  });
  expect(await said()).toContain("Avoirs et trop-perçus à imputer : -60,00 €. Le solde dû est de 495,00 €.");
});

test("counts as another's what a company overpaid before the last one of a cinema that has left the account (MAIL-11)", async () => {
  await takenOver();
  await app.inDatabase(async (tx) => {
    await aReceiptWithoutInvoice(tx, distributor, cinema, {
      kind: "credit",
      amount: "60.00",
      on: "2026-10-20",
      client_account: "411BEFFROI",
    });
    await tx.run(sql`
      update cinema set legal_name = 'SA Troisième', siren = '732829320', default_accounting_code = '411TROIS' where id = ${cinema.id}`);
  });
  expect(plain((await staff.post(`${PATH}preview/`, ASKED)).body.paragraphs.at(-1))).toContain(
    "60,00 € d’avoirs et trop-perçus d’une autre société",
  );
});

test("deducts no advance of the company before, on the day that is asked for, neither in its words nor on its paper (MAIL-11, CLI-2)", async () => {
  const said = async (to: string) =>
    plain((await staff.post(`${PATH}preview/`, { ...ASKED, to })).body.paragraphs.at(-1));
  const onPaper = (to: string) =>
    app.inDatabase((tx) =>
      readStatement(
        tx,
        { distributorId: distributor.id, account: "411BEFFROI", to: to as CivilDate },
        to as CivilDate,
      ),
    );
  await takenOver();
  await app.inDatabase(async (tx) => {
    const paid = { client_account: "411BEFFROI", kind: "advance" } as const;
    const own = await anInvoice(tx, distributor, cinema, {
      client_account: "411BEFFROI",
      total_amount: "200.00",
      invoice_date: "2026-10-15",
    });
    await tx.run(
      sql`update invoice set client = '{"name": "SARL Ciné", "siren": "123456782"}' where id = ${own.id}`,
    );
    await aReceiptWithoutInvoice(tx, distributor, cinema, { ...paid, amount: "200.00", on: "2026-10-10" });
    await aReceiptWithoutInvoice(tx, distributor, cinema, { ...paid, amount: "50.00", on: "2026-10-20" });
    // It is put on its own invoice after the month that is told.
    await tx.run(sql`
      insert into allocation (distributor_id, invoice_id, kind, amount, part_id, settled_on)
      select ${distributor.id}, ${own.id}, 'part', 200, id, '2026-12-02' from bank_part where distributor_id = ${distributor.id} and amount = 200`);
  });
  for (const to of ["2026-11-30", "2026-12-10"]) {
    expect(await said(to)).toContain("Acomptes reçus, à imputer : -50,00 €");
    expect((await onPaper(to)).advances).toBe("50.00");
  }
});

test("of a past period it tells what the company before had paid too much then, whatever came of it since (MAIL-11)", async () => {
  const said = async (to: string) =>
    plain((await staff.post(`${PATH}preview/`, { ...ASKED, to })).body.paragraphs.at(-1));
  await takenOver();
  await app.inDatabase(async (tx) => {
    const paid = { client_account: "411BEFFROI", kind: "credit" } as const;
    await aReceiptWithoutInvoice(tx, distributor, cinema, { ...paid, amount: "60.00", on: "2026-10-20" });
    await aReceiptWithoutInvoice(tx, distributor, cinema, { ...paid, amount: "30.00", on: "2026-11-20" });
    const corrected = await anIssuedInvoice(tx, distributor, cinema, { client_account: "411AUTRE" });
    await anIssuedInvoice(tx, distributor, cinema, {
      siren: "123456782",
      type: "credit_note",
      corrects_id: corrected.id,
      client_account: "411BEFFROI",
      total_amount: "100.00",
      invoice_date: "2026-12-05",
    });
  });
  expect(await said("2026-11-30")).toContain("Avoirs et trop-perçus à imputer : -30,00 €");
  expect(await said("2026-11-30")).toContain("compte en outre 60,00 € d’avoirs");
  expect(await said("2026-12-10")).toContain("Avoirs et trop-perçus à imputer : -30,00 €");
  expect(await said("2026-12-10")).toContain("compte en outre 160,00 € d’avoirs");
});

test("goes to no cinema that another company has taken over to another account, and its preview says so (MAIL-11)", async () => {
  await app.inDatabase(async (tx) => {
    await sell(tx);
  });
  const preview = async () => (await staff.post(`${PATH}preview/`, ASKED)).body;
  expect((await preview()).recipients).toContain("facturation@cinema.example");
  await app.inDatabase((tx) =>
    tx.run(sql`update cinema set default_accounting_code = '411REPRENEUR' where id = ${cinema.id}`),
  );
  const { recipients, notice } = await preview();
  expect(recipients).toEqual(["soeur@cinema.example"]);
  // Nor does the account show the successor's addresses as its own (CLI-1).
  const contacts = async () => (await told()).cinemas.find(({ id }: { id: number }) => id === cinema.id);
  expect(await contacts()).toMatchObject({ invoice_emails: [], reminder_emails: [] });
  expect(plain(notice)).toBe(
    `Les adresses de ${cinema.name} n’en sont pas : une autre société a repris ce cinéma, sur un autre compte client. Aucune adresse e-mail n’est connue pour SARL Ciné : téléchargez le relevé et envoyez-le vous-même.`,
  );
  expect((await staff.post(PATH, ASKED)).body.recipients).toEqual(["soeur@cinema.example"]);
  await app.drainJobs();
});

test("of an account whose cinema another company has taken away, it goes where the last document of the company before went, or says what to do (MAIL-11)", async () => {
  const asked = { account: "411SEUL" };
  const invoice = await app.inDatabase(async (tx) => {
    const one = await anIssuedInvoice(tx, distributor, cinema, {
      client_account: "411SEUL",
      siren: "123456782",
    });
    await tx.run(sql`
      update cinema set legal_name = 'SAS Repreneur', siren = '399999999', default_accounting_code = '411REPRENEUR' where id = ${cinema.id}`);
    return one;
  });
  const { status, body } = await staff.post(PATH, asked);
  expect([status, plain(body.detail)]).toEqual([
    409,
    "Aucune adresse e-mail n’est connue pour SARL Ciné, dont une autre société a repris le cinéma. Téléchargez le relevé et envoyez-le vous-même.",
  ]);
  await app.inDatabase((tx) =>
    tx.run(sql`
      with made as (
        insert into mail (distributor_id, kind, state, created_at, sent_at)
        values (${distributor.id}, 'invoice', 'sent', '2026-10-02', '2026-10-02') returning id),
      about as (
        insert into mail_invoice (mail_id, distributor_id, invoice_id, event) select id, ${distributor.id}, ${invoice.id}, 'issued' from made)
      insert into mail_recipient (mail_id, address, distributor_id, state)
      select id, 'ancien@cinema.example', ${distributor.id}, 'accepted' from made`),
  );
  expect((await staff.post(PATH, asked)).body.recipients).toEqual(["ancien@cinema.example"]);
  expect((await staff.get("/clients/account/?account=411SEUL")).body.cinemas).toMatchObject([
    { invoice_emails: ["ancien@cinema.example"], reminder_emails: ["ancien@cinema.example"] },
  ]);
  await app.drainJobs();
});

test("two who ask at once mail it once", async () => {
  const both = await Promise.all([staff.post(PATH, ASKED), staff.post(PATH, ASKED)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
  await app.drainJobs();
  expect(smtp.received).toHaveLength(1);
  expect((await staff.post(PATH, ASKED)).status).toBe(201);
});

test("an address that is refused asks people about the statement", async () => {
  smtp.recipients.set("soeur@cinema.example", 550);
  await staff.post(PATH, ASKED);
  await app.drainJobs();
  const [action] = (await staff.get("/user-actions/")).body.results;
  expect(action).toMatchObject({
    reason_code: "refused_email",
    transaction_description: "Relevé de compte 411BEFFROI",
  });
});

test("is refused without an address, of an account that nobody has, and for a prospect", async () => {
  expect((await staff.post(PATH, { account: "411PERSONNE" })).status).toBe(404);
  await app.inDatabase((tx) => tx.run(sql`update cinema set default_invoice_emails = '{}'`));
  expect((await staff.post(`${PATH}preview/`, ASKED)).body.recipients).toEqual([]);
  expect(await staff.post(PATH, ASKED)).toMatchObject({ status: 409, body: { code: "no_address" } });
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set validation_status = 'prospect' where id = ${distributor.id}`),
  );
  expect((await staff.post(PATH, ASKED)).status).toBe(409);
  expect(smtp.received).toEqual([]);
});

test("one that can no longer be made is told, and holds up no other of the account (MAIL-11)", async () => {
  await smtp.hangUp();
  expect((await staff.post(PATH, ASKED)).status).toBe(201);
  await app.drainJobs();
  // MAIL-8: when it is tried next, a screen looks at it again.
  expect((await told()).statements).toMatchObject([
    { state: "waiting", next_attempt_at: expect.stringMatching(/^2026-12-10T/) as string },
  ]);
  await smtp.reopen();
  const gone = await app.inDatabase((tx) =>
    tx.many<{ id: number }>(sql`delete from invoice where distributor_id = ${distributor.id} returning id`),
  );
  expect(gone).toHaveLength(2);
  app.clock.advance(60_000);
  await mailingHandlers(app.services)["mail-round"]();
  const [action] = (await staff.get("/user-actions/")).body.results;
  expect(action).toMatchObject({
    reason_code: "failed_email",
    transaction_description: "Relevé de compte 411BEFFROI",
    explanation: [expect.stringContaining("n’a pas pu être préparé")],
  });
  await app.inDatabase((tx) => anInvoice(tx, distributor, cinema, { client_account: "411BEFFROI" }));
  expect((await told()).statements).toMatchObject([{ state: "failed" }]);
  expect((await staff.post(PATH, ASKED)).status).toBe(201);
});
