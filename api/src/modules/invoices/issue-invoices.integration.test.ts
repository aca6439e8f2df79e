import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { civilDate } from "@bobine/contract/civil-date";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockInvoicing } from "../../db/locks.ts";
import { createPool } from "../../db/pool.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { anInvoice, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { invoiceDocumentRepository } from "./invoice-document.repository.ts";
import { runDrawDocuments, runIssueInvoices } from "./invoices.jobs.ts";
import { ensureDocument } from "./make-documents.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { readBacklog } from "./read-backlog.ts";

let database: TestDatabase;
let pool: Pool;
let today = civilDate("2026-11-30");
const logged: object[] = [];
const stored = new Map<string, Uint8Array>();
const services = () =>
  ({
    pool,
    clock: { today: () => today },
    log: { info: () => undefined, error: (about: object) => void logged.push(about) },
    jobs: { enqueue: async () => undefined },
    files: {
      put: async (key: string, content: Uint8Array) => void stored.set(key, content),
      get: async (key: string) => stored.get(key),
    },
  }) as unknown as Services;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, max: 30 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const all = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(pool, { kind: "all" }, work);

let serial = 0;
async function aDistributor(changes: Record<string, unknown> = {}): Promise<number> {
  serial += 1;
  const values = {
    name: "Lumen Films Distribution",
    address: "14 rue des Ormes-Bleus",
    post_code: "75010",
    city: "Paris",
    siren: String(100_000_000 + serial),
    prefix_vat: "FR39",
    iban: "FR7699999000010001234567809",
    automation_on: true,
    payment_terms: "30",
    ...changes,
  };
  return await all(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into distributor (name, address, post_code, city, siren, prefix_vat, iban, automation_on, payment_terms, validation_status)
      values (${values.name}, ${values.address}, ${values.post_code}, ${values.city}, ${values.siren}, ${values.prefix_vat}, ${values.iban},
        ${values.automation_on}, ${values.payment_terms}, 'validated') returning id`);
    await tx.run(
      sql`insert into import_file (distributor_id, kind, file_name, file_size, sha256) values (${id}, 'box_office', 'x.xml', 1, '')`,
    );
    return id;
  });
}

async function aCinema(distributorId: number, changes: Record<string, unknown> = {}): Promise<number> {
  serial += 1;
  const values = {
    name: "Cinéma Le Beffroi",
    city: "Douai",
    pin_code: "59500",
    siren: "000200014",
    is_validated: true,
    short: null,
    ...changes,
  };
  return await all(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema (name, legal_name, address, city, pin_code, siren, is_validated, short_name_code)
      values (${values.name}, 'SARL BEFFROI CINES', '3 place du Beffroi', ${values.city}, ${values.pin_code}, ${values.siren},
        ${values.is_validated}, ${values.short}) returning id`);
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${id}, ${distributorId})`,
    );
    return id;
  });
}

interface Declared {
  cinema: number;
  week?: string;
  screen?: string;
  visa?: string;
  title?: string;
  rate?: number;
  paid?: number;
  base: string;
  share: string;
  mg?: string | null;
  nature?: string;
}
/** Declares, superseding what was current for the same screen, film and week. */
async function declare(distributorId: number, declared: Declared): Promise<number> {
  const d = {
    week: "2026-11-18",
    screen: "910231",
    visa: "199041",
    title: "Les Heures bleues",
    rate: 5000,
    paid: 812,
    mg: null,
    nature: "initiale",
    ...declared,
  };
  return await all(async (tx) => {
    await tx.run(sql`
      update declaration set state = 'superseded' where distributor_id = ${distributorId} and week_start = ${d.week}
        and screen_authorization = ${d.screen} and visa_number = ${d.visa} and state = 'current'`);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, visa_number, film_title, version,
        nature, terms_type, rate_bp, minimum_guarantee_ht, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
      values (${distributorId}, (select min(id) from import_file where distributor_id = ${distributorId}), ${d.cinema}, ${d.week}, ${d.screen},
        ${`visa:${d.visa}`}, ${d.visa}, ${d.title}, 'VF', ${d.nature}, 'POURCENTAGE', ${d.rate}, ${d.mg}, ${d.paid}, 0, ${d.base}, 0, 0, ${d.base}, ${d.share}, true)
      returning id`);
    return id;
  });
}

async function exampleA(distributorId: number, cinema: number): Promise<void> {
  await declare(distributorId, { cinema, base: "4967.84", share: "2483.92" });
  await declare(distributorId, {
    cinema,
    screen: "910232",
    visa: "199087",
    title: "Rivage nord",
    rate: 4000,
    paid: 58,
    base: "297.43",
    share: "118.97",
    mg: "150.00",
  });
}

const documents = (distributorId: number) =>
  all((tx) =>
    tx.many<Record<string, string>>(sql`
      select invoice_number, type, invoice_date, due_date, total_net_amount, total_vat_amount, total_amount, outstanding, status, client_account,
        (select c.invoice_number from invoice c where c.id = i.corrects_id) as corrects
      from invoice i where distributor_id = ${distributorId} order by id`),
  );
const seedSequence = (distributorId: number, series: string, last: number) =>
  all((tx) =>
    tx.run(
      sql`insert into invoice_sequence (distributor_id, series, year, last_number) values (${distributorId}, ${series}, 2026, ${last})`,
    ),
  );

beforeEach(() => {
  today = civilDate("2026-11-30");
});

describe("issuing invoices", () => {
  test("worked examples A and C come out to the cent, once", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor, { short: "BEFDOU" });
    await seedSequence(distributor, "F", 122);
    await seedSequence(distributor, "A", 6);
    await exampleA(distributor, cinema);
    const report = await issueInvoices(services(), distributor);
    expect(report.invoices).toHaveLength(1);
    expect(await documents(distributor)).toEqual([
      {
        invoice_number: "F26000123",
        type: "invoice",
        invoice_date: "2026-11-30",
        due_date: "2026-12-30",
        total_net_amount: "2633.92",
        total_vat_amount: "263.39",
        total_amount: "2897.31",
        outstanding: "2897.31",
        status: "awaiting_payment",
        client_account: "411BEFDOU",
        corrects: null,
      },
    ]);
    expect((await issueInvoices(services(), distributor)).invoices).toEqual([]);
    // DIST-1: who issues by itself is active, whichever step it left out.
    const status = await all((tx) =>
      tx.one(sql`select onboarding_status, was_active from distributor where id = ${distributor}`),
    );
    expect(status).toEqual({ onboarding_status: "active", was_active: true });
    const moves = await all((tx) =>
      tx.many(
        sql`select from audit_log where distributor_id = ${distributor} and action_details ->> 'new_status' = 'active'`,
      ),
    );
    expect(moves).toHaveLength(1);

    today = civilDate("2026-12-03");
    await declare(distributor, {
      cinema,
      paid: 800,
      base: "4897.23",
      share: "2448.62",
      nature: "rectificative",
    });
    const correction = await issueInvoices(services(), distributor);
    expect(correction).toMatchObject({ invoices: [], credit_notes: [expect.any(Number)] });
    const [invoice, credit] = await documents(distributor);
    expect(credit).toMatchObject({
      invoice_number: "A26000007",
      type: "credit_note",
      invoice_date: "2026-12-03",
      total_net_amount: "-35.30",
      total_vat_amount: "-3.53",
      total_amount: "-38.83",
      outstanding: "0.00",
      corrects: "F26000123",
    });
    expect(invoice).toMatchObject({
      total_amount: "2897.31",
      outstanding: "2858.48",
      status: "awaiting_payment",
    });
    expect(await issueInvoices(services(), distributor)).toMatchObject({ invoices: [], credit_notes: [] });
  });

  test("VAT-3: an invoice prints the way of its day, and a credit note that of the invoice that it corrects", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await all((tx) =>
      tx.run(sql`
        insert into vat_regime (distributor_id, since, vat_due)
        values (${distributor}, '2026-11-01', 'debits'), (${distributor}, '2026-12-01', 'collection')`),
    );
    const printed = () =>
      all((tx) =>
        tx.many(sql`
          select type, invoice_date, (supplier -> 'vat_on_debits')::boolean as on_debits from invoice
          where distributor_id = ${distributor} order by id`),
      );
    today = civilDate("2026-11-30");
    await declare(distributor, { cinema, base: "5000.00", share: "2500.00" });
    await issueInvoices(services(), distributor);
    today = civilDate("2026-12-03");
    await declare(distributor, { cinema, base: "4900.00", share: "2450.00", nature: "rectificative" });
    await declare(distributor, { cinema, visa: "199042", base: "1000.00", share: "500.00" });
    await issueInvoices(services(), distributor);
    expect(await printed()).toEqual(
      expect.arrayContaining([
        { type: "invoice", invoice_date: "2026-11-30", on_debits: true },
        { type: "credit_note", invoice_date: "2026-12-03", on_debits: true },
        { type: "invoice", invoice_date: "2026-12-03", on_debits: false },
      ]),
    );
  });

  test("the excess of a credit note over what is still due stays a client credit", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await exampleA(distributor, cinema);
    const { invoices } = await issueInvoices(services(), distributor);
    await all((tx) =>
      tx.run(
        sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${distributor}, ${invoices[0]}, 'opening', 2880.00)`,
      ),
    );
    await declare(distributor, {
      cinema,
      paid: 800,
      base: "4897.23",
      share: "2448.62",
      nature: "rectificative",
    });
    await issueInvoices(services(), distributor);
    const [invoice, credit] = await documents(distributor);
    expect(invoice).toMatchObject({ outstanding: "0.00", status: "paid" });
    expect(credit).toMatchObject({ total_amount: "-38.83", outstanding: "-21.52" });
  });

  test("a cinema of Guyane is billed without VAT, which its document says, and keeps the rate of what was billed", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor, { city: "Cayenne", pin_code: "97300" });
    const elsewhere = await aCinema(distributor, { city: "Fort-de-France", pin_code: "97200" });
    await exampleA(distributor, cinema);
    await declare(distributor, { cinema: elsewhere, screen: "910300", base: "200.00", share: "100.00" });
    await issueInvoices(services(), distributor);
    expect((await documents(distributor)).map((one) => [one.total_net_amount, one.total_vat_amount])).toEqual(
      [
        ["2633.92", "0.00"],
        ["100.00", "10.00"],
      ],
    );
    await all((tx) => tx.run(sql`update cinema set city = 'Douai', pin_code = '59500' where id = ${cinema}`));
    await declare(distributor, { cinema, base: "4000.00", share: "2000.00" });
    await issueInvoices(services(), distributor);
    expect((await documents(distributor)).at(-1)).toMatchObject({
      total_net_amount: "-483.92",
      total_vat_amount: "0.00",
    });
  });

  test("a client of another country of the Union needs no SIREN and settles the VAT itself (BILL-5)", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor, { city: "Bruxelles", pin_code: "1000", siren: "" });
    await declare(distributor, { cinema, base: "200.00", share: "100.00" });
    const waiting = await issueInvoices(services(), distributor);
    expect(waiting.not_invoiceable).toEqual([{ cinema_id: cinema, missing: ["siren"] }]);
    await all((tx) => tx.run(sql`update cinema set vat_number = 'BE0123456749' where id = ${cinema}`));
    await issueInvoices(services(), distributor);
    expect(await documents(distributor)).toMatchObject([
      { total_net_amount: "100.00", total_vat_amount: "0.00" },
    ]);
    const [{ client } = { client: {} }] = await all((tx) =>
      tx.many<{ client: object }>(sql`select client from invoice where distributor_id = ${distributor}`),
    );
    expect(client).toMatchObject({ vat_number: "BE0123456749", siren: "", post_code: "1000" });
  });

  test("a client of Monaco needs no SIREN, and has French VAT (BILL-8)", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor, { city: "Monaco", pin_code: "98000", siren: "" });
    await declare(distributor, { cinema, base: "200.00", share: "100.00" });
    const waiting = await issueInvoices(services(), distributor);
    expect(waiting.not_invoiceable).toEqual([{ cinema_id: cinema, missing: ["siren"] }]);
    await all((tx) => tx.run(sql`update cinema set vat_number = 'FR90000012345' where id = ${cinema}`));
    await issueInvoices(services(), distributor);
    expect(await documents(distributor)).toMatchObject([
      { total_net_amount: "100.00", total_vat_amount: "10.00" },
    ]);
    const [{ client } = { client: {} }] = await all((tx) =>
      tx.many<{ client: object }>(sql`select client from invoice where distributor_id = ${distributor}`),
    );
    expect(client).toMatchObject({ vat_number: "FR90000012345", siren: "", post_code: "98000" });
  });

  test("a cancelled declaration is credited whole", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await exampleA(distributor, cinema);
    await issueInvoices(services(), distributor);
    await declare(distributor, { cinema, base: "4967.84", share: "2483.92", nature: "annulation" });
    await issueInvoices(services(), distributor);
    expect((await documents(distributor)).map((one) => one.total_net_amount)).toEqual([
      "2633.92",
      "-2483.92",
    ]);
  });

  test("a late declaration of an invoiced week gets a complementary invoice", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await declare(distributor, { cinema, base: "4967.84", share: "2483.92" });
    await issueInvoices(services(), distributor);
    await declare(distributor, { cinema, screen: "910235", base: "200.00", share: "100.00" });
    await issueInvoices(services(), distributor);
    expect((await documents(distributor)).map((one) => [one.invoice_number, one.total_net_amount])).toEqual([
      ["F26000001", "2483.92"],
      ["F26000002", "100.00"],
    ]);
  });

  test("a guarantee of the settings that came since counts for the film that is corrected, and for no other (BILL-13)", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await declare(distributor, { cinema, base: "4967.84", share: "2483.92" });
    await declare(distributor, {
      cinema,
      screen: "910232",
      visa: "199087",
      title: "Rivage nord",
      base: "297.43",
      share: "118.97",
    });
    await issueInvoices(services(), distributor);
    await all((tx) =>
      tx.run(sql`
        insert into distributor_cinema_settings (distributor_id, cinema_id, minimum_guarantee) values (${distributor}, ${cinema}, 150)`),
    );
    await declare(distributor, { cinema, base: "4900.00", share: "2450.00", nature: "rectificative" });
    await issueInvoices(services(), distributor);
    expect((await documents(distributor)).map((one) => one.total_net_amount)).toEqual(["2602.89", "-33.92"]);
  });

  test("a week worth nothing is not invoiced, and not looked at again", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await declare(distributor, { cinema, base: "0.00", share: "0.00" });
    expect((await issueInvoices(services(), distributor)).invoices).toEqual([]);
    const left = await all((tx) =>
      tx.many(sql`select from declaration where distributor_id = ${distributor} and not settled`),
    );
    expect(left).toEqual([]);
  });

  test("nothing is issued with automation off; switching it on issues the backlog that was told, no more and no less", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await declare(distributor, { cinema, week: "2026-11-11", base: "200.00", share: "100.00" });
    await issueInvoices(services(), distributor);
    await all((tx) => tx.run(sql`update distributor set automation_on = false where id = ${distributor}`));
    await declare(distributor, { cinema, week: "2026-11-11", base: "180.00", share: "90.00" });
    await exampleA(distributor, cinema);
    await declare(distributor, {
      cinema: await aCinema(distributor),
      screen: "2",
      base: "0.00",
      share: "0.00",
    });
    for (const lack of [{ siren: "" }, { is_validated: false }])
      await declare(distributor, {
        cinema: await aCinema(distributor, lack),
        screen: JSON.stringify(lack),
        base: "10.00",
        share: "5.00",
      });
    const backlog = () => all((tx) => readBacklog(tx, distributor));
    // Of the week before, we have issued already; of this one, another software has.
    for (const week_start of ["2026-11-11", "2026-11-18"])
      await all((tx) =>
        anInvoice(
          tx,
          { id: distributor } as BuiltDistributor,
          { id: cinema, name: "" },
          { week_start, invoice_number: `F-${week_start}` },
        ),
      );
    expect(await issueInvoices(services(), distributor)).toMatchObject({ invoices: [], credit_notes: [] });
    expect(await backlog()).toEqual({
      invoices: 1,
      credit_notes: 1,
      imported_weeks: 1,
      total_amount: "2886.31",
      waiting_cinemas: 2,
      is_company_incomplete: false,
    });
    // A company without its VAT number issues nothing, and is told what it would.
    const given = await all((tx) =>
      tx.one<{ prefix_vat: string }>(sql`select prefix_vat from distributor where id = ${distributor}`),
    );
    const setVat = (prefix: string) =>
      all((tx) => tx.run(sql`update distributor set prefix_vat = ${prefix} where id = ${distributor}`));
    await setVat("");
    expect(await backlog()).toMatchObject({
      invoices: 1,
      credit_notes: 1,
      total_amount: "2886.31",
      is_company_incomplete: true,
    });
    await setVat(given.prefix_vat);
    // What another software took back, without saying of which invoice, bills nothing.
    await all((tx) =>
      tx.run(sql`
        insert into invoice (distributor_id, cinema_id, origin, type, week_start, invoice_number, invoice_date, due_date, cinema_name, client,
          client_account, total_net_amount, total_vat_amount, total_amount)
        values (${distributor}, ${cinema}, 'imported', 'credit_note', '2026-11-18', 'A-1', '2026-11-30', '2026-11-30', '', '{}', '',
          -100, -10, -110)`),
    );
    expect(await backlog()).toMatchObject({ invoices: 1, imported_weeks: 0 });
    await all((tx) => tx.run(sql`update distributor set automation_on = true where id = ${distributor}`));
    const report = await issueInvoices(services(), distributor);
    expect([report.invoices.length, report.credit_notes.length]).toEqual([1, 1]);
    expect(await backlog()).toMatchObject({ invoices: 0, credit_notes: 0, total_amount: "0.00" });
  });

  test("an unvalidated cinema's weeks wait, and are issued with the date of the day of its validation", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor, { is_validated: false });
    await exampleA(distributor, cinema);
    expect((await issueInvoices(services(), distributor)).invoices).toEqual([]);
    await all((tx) => tx.run(sql`update cinema set is_validated = true where id = ${cinema}`));
    today = civilDate("2026-12-08");
    await issueInvoices(services(), distributor);
    expect(await documents(distributor)).toMatchObject([
      { invoice_date: "2026-12-08", total_amount: "2897.31" },
    ]);
  });

  test("a cinema without a SIREN waits alone; an incomplete distributor issues nothing", async () => {
    const distributor = await aDistributor();
    const nameless = await aCinema(distributor, { siren: "" });
    const cinema = await aCinema(distributor);
    await declare(distributor, { cinema: nameless, screen: "1", base: "10.00", share: "5.00" });
    await declare(distributor, { cinema, screen: "2", base: "10.00", share: "5.00" });
    const report = await issueInvoices(services(), distributor);
    expect(report.invoices).toHaveLength(1);
    expect(report.not_invoiceable).toEqual([{ cinema_id: nameless, missing: ["siren"] }]);

    const incomplete = await aDistributor({ iban: "", prefix_vat: "" });
    await declare(incomplete, { cinema: await aCinema(incomplete), base: "10.00", share: "5.00" });
    expect(await issueInvoices(services(), incomplete)).toMatchObject({
      invoices: [],
      distributor_missing: ["vat_number", "iban"],
    });
  });

  test("a distributor in franchise issues without VAT and without a number of it; with one to be checked it waits (BILL-8)", async () => {
    const distributor = await aDistributor({ prefix_vat: "" });
    await declare(distributor, { cinema: await aCinema(distributor), base: "10.00", share: "5.00" });
    await all((tx) =>
      tx.run(sql`
        update distributor set default_vat_rate_bp = 0, proposed_siren = siren, proposed_prefix_vat = 'FR39', proposed_at = now()
        where id = ${distributor}`),
    );
    expect(await issueInvoices(services(), distributor)).toMatchObject({
      invoices: [],
      distributor_missing: ["vat_number"],
    });
    await all((tx) =>
      tx.run(sql`
        update distributor set proposed_siren = '', proposed_prefix_vat = '', proposed_at = null where id = ${distributor}`),
    );
    expect((await issueInvoices(services(), distributor)).invoices).toHaveLength(1);
    const issued = await all((tx) =>
      tx.many<{ supplier: { vat_number: string }; vat: string }>(
        sql`select supplier, total_vat_amount as vat from invoice where distributor_id = ${distributor}`,
      ),
    );
    expect(issued).toMatchObject([{ supplier: { vat_number: "" }, vat: "0.00" }]);
  });

  describe("an invoice that cannot be complete becomes a question", () => {
    const questions = (distributorId: number) =>
      all((tx) =>
        tx.many<{ cinema_id: number | null; status: string; description: string; explanation: string[] }>(sql`
          select cinema_id, status, description, explanation from user_action
          where distributor_id = ${distributorId} and reason_code = 'invoice_incomplete' order by id`),
      );

    test("about the cinema: asked once, brought up to date, and answered by the invoice", async () => {
      const distributor = await aDistributor();
      const cinema = await aCinema(distributor, { siren: "", pin_code: "" });
      await declare(distributor, { cinema, base: "10.00", share: "5.00" });
      await issueInvoices(services(), distributor);
      await issueInvoices(services(), distributor);
      expect(await questions(distributor)).toMatchObject([
        {
          cinema_id: cinema,
          status: "PENDING",
          description: expect.stringContaining("le code postal et le SIREN"),
        },
      ]);
      await all((tx) => tx.run(sql`update cinema set pin_code = '59500' where id = ${cinema}`));
      expect((await issueInvoices(services(), distributor)).invoices).toEqual([]);
      expect(await questions(distributor)).toMatchObject([
        { status: "PENDING", description: expect.stringContaining("il manque le SIREN. À compléter") },
      ]);
      await all((tx) => tx.run(sql`update cinema set siren = '000200014' where id = ${cinema}`));
      expect((await issueInvoices(services(), distributor)).invoices).toHaveLength(1);
      expect(await questions(distributor)).toMatchObject([{ status: "DONE" }]);
    });

    test("that nothing waits for any more is closed, whatever is missing still, and no other is (BILL-8)", async () => {
      const distributor = await aDistributor();
      const [idle, waiting] = [
        await aCinema(distributor, { siren: "" }),
        await aCinema(distributor, { siren: "" }),
      ];
      for (const [screen, cinema] of [
        ["1", idle],
        ["2", waiting],
      ] as const)
        await declare(distributor, { cinema, screen, base: "10.00", share: "5.00" });
      await issueInvoices(services(), distributor);
      // As a correction of an invoice of the company before, which leaves without waiting.
      await all((tx) => tx.run(sql`update declaration set settled = true where cinema_id = ${idle}`));
      await issueInvoices(services(), distributor);
      const about = async () =>
        new Map((await questions(distributor)).map(({ cinema_id, status }) => [cinema_id, status]));
      expect(await about()).toEqual(
        new Map([
          [idle, "DONE"],
          [waiting, "PENDING"],
        ]),
      );
      await all((tx) => tx.run(sql`update declaration set settled = true where cinema_id = ${waiting}`));
      // With automation off, too.
      await all((tx) => tx.run(sql`update distributor set automation_on = false where id = ${distributor}`));
      await issueInvoices(services(), distributor);
      expect([...(await about()).values()]).toEqual(["DONE", "DONE"]);
    });

    test("waits for nothing that bills nothing: an annulation before any invoice, a share of nothing (BILL-8)", async () => {
      const distributor = await aDistributor();
      const annulled = await aCinema(distributor, { siren: "" });
      const worthless = await aCinema(distributor, { siren: "" });
      await declare(distributor, { cinema: annulled, screen: "1", base: "10.00", share: "5.00" });
      await declare(distributor, { cinema: worthless, screen: "2", base: "0.00", share: "0.00" });
      const { not_invoiceable } = await issueInvoices(services(), distributor);
      expect(not_invoiceable).toEqual([{ cinema_id: annulled, missing: ["siren"] }]);
      expect(await questions(distributor)).toMatchObject([{ cinema_id: annulled, status: "PENDING" }]);
      await declare(distributor, {
        cinema: annulled,
        screen: "1",
        base: "10.00",
        share: "5.00",
        nature: "annulation",
      });
      expect(await issueInvoices(services(), distributor)).toMatchObject({
        not_invoiceable: [],
        invoices: [],
      });
      expect(await questions(distributor)).toMatchObject([{ cinema_id: annulled, status: "DONE" }]);
      expect(await all((tx) => readBacklog(tx, distributor))).toMatchObject({ waiting_cinemas: 0 });
    });

    test("waits for an annulation of a week that was invoiced, and for a guarantee (BILL-8)", async () => {
      const distributor = await aDistributor();
      const cinema = await aCinema(distributor);
      await declare(distributor, { cinema, base: "10.00", share: "5.00" });
      await issueInvoices(services(), distributor);
      await all((tx) => tx.run(sql`update distributor set iban = '' where id = ${distributor}`));
      await declare(distributor, { cinema, base: "10.00", share: "5.00", nature: "annulation" });
      await issueInvoices(services(), distributor);
      expect(await questions(distributor)).toMatchObject([{ cinema_id: null, status: "PENDING" }]);

      const other = await aDistributor();
      const guaranteed = await aCinema(other, { siren: "" });
      await declare(other, { cinema: guaranteed, base: "0.00", share: "0.00", mg: "150.00" });
      for (let run = 0; run < 2; run += 1) await issueInvoices(services(), other);
      expect(await questions(other)).toMatchObject([{ cinema_id: guaranteed, status: "PENDING" }]);
    });

    test("about the company waits for no annulation before any invoice either", async () => {
      const distributor = await aDistributor({ iban: "" });
      const cinema = await aCinema(distributor);
      await declare(distributor, { cinema, base: "10.00", share: "5.00" });
      await declare(distributor, { cinema, screen: "2", base: "0.00", share: "0.00" });
      await issueInvoices(services(), distributor);
      expect(await questions(distributor)).toMatchObject([{ cinema_id: null, status: "PENDING" }]);
      await declare(distributor, { cinema, base: "10.00", share: "5.00", nature: "annulation" });
      for (let run = 0; run < 2; run += 1) await issueInvoices(services(), distributor);
      expect(await questions(distributor)).toMatchObject([{ cinema_id: null, status: "DONE" }]);
    });

    test("about the company: once for all its invoices, which wait", async () => {
      const distributor = await aDistributor({ iban: "" });
      for (const screen of ["1", "2"])
        await declare(distributor, {
          cinema: await aCinema(distributor),
          screen,
          base: "10.00",
          share: "5.00",
        });
      expect((await issueInvoices(services(), distributor)).invoices).toEqual([]);
      await issueInvoices(services(), distributor);
      expect(await questions(distributor)).toMatchObject([
        { cinema_id: null, status: "PENDING", description: expect.stringContaining("l’IBAN principal") },
      ]);
      await all((tx) =>
        tx.run(sql`update distributor set iban = 'FR7699999000010001234567809' where id = ${distributor}`),
      );
      expect((await issueInvoices(services(), distributor)).invoices).toHaveLength(2);
      expect(await questions(distributor)).toMatchObject([{ status: "DONE" }]);
    });

    test("about the company does not ask for the SIREN that it gave and that is being checked", async () => {
      const distributor = await aDistributor({ siren: "", prefix_vat: "" });
      await declare(distributor, { cinema: await aCinema(distributor), base: "10.00", share: "5.00" });
      await issueInvoices(services(), distributor);
      expect((await questions(distributor))[0]!.explanation).toEqual([
        "À renseigner\u00a0: le SIREN de votre société.",
        "À renseigner\u00a0: le numéro de TVA de votre société.",
      ]);
      await all((tx) =>
        tx.run(
          sql`update distributor set proposed_siren = '732829320', proposed_at = now() where id = ${distributor}`,
        ),
      );
      await issueInvoices(services(), distributor);
      expect((await questions(distributor)).map(({ explanation }) => explanation)).toEqual([
        [
          "À renseigner\u00a0: le numéro de TVA de votre société.",
          "En attente de vérification par Bobine\u00a0: le SIREN de votre société.",
        ],
      ]);
    });

    test("that was rejected is not asked again until something else is missing", async () => {
      const distributor = await aDistributor();
      const cinema = await aCinema(distributor, { siren: "" });
      await declare(distributor, { cinema, base: "10.00", share: "5.00" });
      await issueInvoices(services(), distributor);
      await all((tx) =>
        tx.run(sql`update user_action set status = 'REJECTED' where distributor_id = ${distributor}`),
      );
      await issueInvoices(services(), distributor);
      expect(await questions(distributor)).toHaveLength(1);
      await all((tx) => tx.run(sql`update cinema set address = '' where id = ${cinema}`));
      await issueInvoices(services(), distributor);
      expect((await questions(distributor)).map((one) => one.status)).toEqual(["REJECTED", "PENDING"]);
    });
  });

  test("credit notes lock their invoices in the order of ids, as decisions of people do", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    const [later, earlier] = [{ week: "2026-11-18" }, { week: "2026-11-11" }];
    const ids: number[] = [];
    for (const week of [later, earlier]) {
      await declare(distributor, { cinema, ...week, base: "20.00", share: "10.00" });
      ids.push(...(await issueInvoices(services(), distributor)).invoices);
    }
    const [first, second] = ids;
    for (const week of [later, earlier])
      await declare(distributor, { cinema, ...week, base: "10.00", share: "5.00", nature: "rectificative" });
    let issuing: Promise<unknown> | undefined;
    await all(async (tx) => {
      await tx.run(sql`select from invoice where id = ${first} for update`);
      issuing = issueInvoices(services(), distributor);
      const waiting = async () => (await pool.query("select from pg_locks where not granted")).rowCount ?? 0;
      // On a busy machine it takes its time: as long as the test may last.
      while ((await waiting()) === 0) await setTimeout(10);
      await tx.run(sql`select from invoice where id = ${second} for update nowait`);
    });
    await expect(issuing).resolves.toMatchObject({ credit_notes: [expect.any(Number), expect.any(Number)] });
  });

  test("a run waits for an import of the same distributor, longer than a statement may last", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await declare(distributor, { cinema, base: "10.00", share: "5.00" });
    const impatient = createPool({ url: database.url, statementTimeoutMs: 200 });
    let importing: Promise<void> | undefined;
    const locked = new Promise<void>((hasLock) => {
      importing = all(async (tx) => {
        await lockInvoicing(tx, distributor);
        hasLock();
        await setTimeout(600);
      });
    });
    await locked;
    try {
      const report = await issueInvoices({ ...services(), pool: impatient }, distributor);
      expect(report.invoices).toHaveLength(1);
    } finally {
      await importing;
      await impatient.end();
    }
  });

  describe("a week that cannot be decided waits alone:", () => {
    test.each([
      ["a share below nothing", { share: "-500.00" }],
      ["a total that no column holds once its VAT is added", { share: "950000000000.00" }],
      ["admissions that no column holds", { share: "5.00", paid: 2 ** 31 - 1 }],
    ])("%s", async (_title, wrong) => {
      const distributor = await aDistributor();
      const [odd, sound] = [await aCinema(distributor), await aCinema(distributor)];
      const week_start = "2026-11-11";
      await declare(distributor, { cinema: odd, screen: "1", week: week_start, base: "10.00", ...wrong });
      await declare(distributor, { cinema: odd, screen: "2", week: week_start, base: "10.00", ...wrong });
      await declare(distributor, { cinema: odd, screen: "1", base: "10.00", share: "5.00" });
      await declare(distributor, { cinema: sound, screen: "3", base: "10.00", share: "5.00" });
      logged.length = 0;
      for (const issued of [2, 0]) {
        const report = await issueInvoices(services(), distributor);
        expect(report.invoices).toHaveLength(issued);
        expect(report.undecided).toEqual([{ cinema_id: odd, week_start }]);
      }
      expect(logged).toMatchObject([
        { distributor_id: distributor, cinema_id: odd, week_start },
        { distributor_id: distributor, cinema_id: odd, week_start },
      ]);
      // People see it once, not at every run.
      const told = await all((tx) =>
        tx.many(sql`
          select actor_id, action_details from audit_log
          where distributor_id = ${distributor} and action_type = 'system_action'`),
      );
      expect(told).toEqual([
        {
          actor_id: null,
          action_details: {
            event: "week_not_invoiced",
            message: "Semaine non facturée\u00a0: ses déclarations sont à vérifier.",
            cinema_id: odd,
            cinema_name: expect.stringMatching(/./),
            week: "S46/2026",
            week_start,
          },
        },
      ]);
      // Once it is corrected, it is invoiced with the next run.
      for (const screen of ["1", "2"])
        await declare(distributor, { cinema: odd, screen, week: week_start, base: "10.00", share: "5.00" });
      expect((await issueInvoices(services(), distributor)).invoices).toHaveLength(1);
    });

    test("fifty of them do not hide the weeks behind them", async () => {
      const distributor = await aDistributor();
      const cinema = await aCinema(distributor);
      for (let screen = 0; screen < 51; screen += 1) {
        const week = { week: "2026-11-11", screen: String(screen), base: "10.00", share: "-5.00" };
        await declare(distributor, { cinema: await aCinema(distributor), ...week });
      }
      await declare(distributor, { cinema, screen: "99", base: "10.00", share: "5.00" });
      const report = await issueInvoices(services(), distributor);
      expect([report.invoices.length, report.undecided.length]).toEqual([1, 51]);
      const { told } = await all((tx) =>
        tx.one<{ told: number }>(sql`
          select count(*)::integer as told from audit_log
          where distributor_id = ${distributor} and action_type = 'system_action'`),
      );
      expect(told).toBe(51);
    });
  });

  test("dates never go back in a series, and a new year starts at one", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    for (const [date, week] of [
      ["2026-12-31", "2026-12-09"],
      ["2026-12-30", "2026-12-16"],
      ["2027-01-01", "2026-12-23"],
      ["2026-12-31", "2026-12-30"],
    ] as const) {
      today = civilDate(date);
      await declare(distributor, { cinema, week, base: "10.00", share: "5.00" });
      await issueInvoices(services(), distributor);
    }
    expect((await documents(distributor)).map((one) => [one.invoice_number, one.invoice_date])).toEqual([
      ["F26000001", "2026-12-31"],
      ["F26000002", "2026-12-31"],
      ["F27000001", "2027-01-01"],
      ["F27000002", "2027-01-01"],
    ]);
  });

  test("twenty runs at once issue each week once, with contiguous numbers in the order of dates", async () => {
    const distributor = await aDistributor();
    for (let i = 0; i < 120; i += 1) {
      const cinema = await aCinema(distributor);
      await declare(distributor, { cinema, screen: String(i), base: "10.00", share: "5.00" });
    }
    await Promise.all(Array.from({ length: 20 }, () => issueInvoices(services(), distributor)));
    const numbers = (await documents(distributor)).map((one) => one.invoice_number);
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => `F26${String(i + 1).padStart(6, "0")}`));
  }, 60_000);

  test("a run that fails leaves no hole", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await exampleA(distributor, cinema);
    await all((tx) =>
      tx.run(sql`insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, total_net_amount, total_vat_amount, total_amount)
        values (${distributor}, ${cinema}, 'imported', 'f26-000001', '2026-11-01', '2026-12-01', 'x', 1, 0, 1)`),
    );
    await expect(issueInvoices(services(), distributor)).rejects.toMatchObject({
      constraint: "invoice_number_unique",
    });
    await all((tx) =>
      tx.run(sql`delete from invoice where distributor_id = ${distributor} and origin = 'imported'`),
    );
    await issueInvoices(services(), distributor);
    expect((await documents(distributor)).map((one) => one.invoice_number)).toEqual(["F26000001"]);
  });
});

describe("the document of an invoice", () => {
  const files = (distributorId: number) =>
    all((tx) =>
      tx.many<{ file_name: string; kind: string; storage_key: string; size: number }>(sql`
        select file_name, kind, storage_key, size from invoice_file where distributor_id = ${distributorId} order by invoice_id`),
    );

  const runJobs = async (distributor_id: number): Promise<void> => {
    await runIssueInvoices(services(), { distributor_id });
    await runDrawDocuments(services(), { distributor_id });
  };

  test("is made after the invoice by a job, once", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    await exampleA(distributor, cinema);
    await runJobs(distributor);
    await declare(distributor, {
      cinema,
      paid: 800,
      base: "4897.23",
      share: "2448.62",
      nature: "rectificative",
    });
    await Promise.all([1, 2, 3].map(() => runJobs(distributor)));
    const made = await files(distributor);
    expect(made).toMatchObject([
      { file_name: "F26000001.pdf", kind: "invoice_pdf" },
      { file_name: "A26000001.pdf", kind: "credit_note" },
    ]);
    for (const file of made) {
      const content = stored.get(file.storage_key)!;
      expect(content.length).toBe(file.size);
      expect(file.storage_key).toContain(createHash("sha256").update(content).digest("hex"));
      expect(Buffer.from(content.subarray(0, 5)).toString()).toBe("%PDF-");
    }
  });

  test("is made later when the run died after the invoice, with the same bytes whoever makes it", async () => {
    const distributor = await aDistributor();
    await exampleA(distributor, await aCinema(distributor));
    const { invoices } = await issueInvoices(services(), distributor);
    expect(await files(distributor)).toEqual([]);
    await Promise.all([1, 2].map(() => ensureDocument(services(), distributor, invoices[0]!)));
    await runJobs(distributor);
    expect(await files(distributor)).toHaveLength(1);
  });

  test("of a whole Monday is made in a thread, each with its own figures", async () => {
    const distributor = await aDistributor();
    const cinema = await aCinema(distributor);
    for (let week = 0; week < 30; week += 1) {
      const day = new Date(Date.UTC(2026, 0, 7 + 7 * week)).toISOString().slice(0, 10);
      await declare(distributor, { cinema, week: day, base: "1000.00", share: `${100 + week}.00` });
    }
    await runJobs(distributor);
    const made = await files(distributor);
    expect(made.map((file) => file.file_name)).toEqual(
      Array.from({ length: 30 }, (_, index) => `F26${String(index + 1).padStart(6, "0")}.pdf`),
    );
    expect(new Set(made.map((file) => file.storage_key)).size).toBe(30);
    for (const file of made) expect(stored.get(file.storage_key)?.length).toBe(file.size);
  });

  test("says who issued it that day, even after the company has moved", async () => {
    const distributor = await aDistributor();
    await exampleA(distributor, await aCinema(distributor));
    const { invoices } = await issueInvoices(services(), distributor);
    await all((tx) =>
      tx.run(sql`update distributor set address = '1 rue Neuve', iban = 'FR00' where id = ${distributor}`),
    );
    const [made] = await all((tx) => invoiceDocumentRepository.documents(tx, invoices));
    const { document } = made!;
    expect(document.supplier).toMatchObject({
      address: "14 rue des Ormes-Bleus",
      iban: "FR7699999000010001234567809",
    });
    expect(document.client).toMatchObject({ name: "SARL BEFFROI CINES", siren: "000200014", city: "Douai" });
  });
});
