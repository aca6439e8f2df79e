// What narrows the list of invoices, its totals and its CSV (UI-9).
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { anIssuedInvoice } from "../mailing/mailing.testing.ts";
import { invoicesRepository } from "./invoices.repository.ts";

let app: TestApp;
let me: BuiltDistributor;
let client: TestClient;
let rex: { id: number; name: string };
let eden: { id: number; name: string };

beforeAll(async () => {
  app = await createTestApp({ today: "2026-12-31" });
  const user = await app.inDatabase(async (tx) => {
    me = await aDistributor(tx);
    rex = await aCinema(tx, me, { name: "Le Rex" });
    eden = await aCinema(tx, me, { name: "=Eden" });
    await anInvoice(tx, me, rex, { invoice_number: "A-1", due_date: "2026-12-30", total_amount: "110.01" });
    // Due today is not late.
    await anInvoice(tx, me, rex, { invoice_number: "A-2", due_date: "2026-12-31", total_amount: "220.02" });
    await anInvoice(tx, me, eden, {
      invoice_number: "A-3",
      due_date: "2026-12-01",
      total_amount: "330.03",
      week_start: "2026-11-25",
      week_number: 48,
      in_default: true,
    });
    const paid = await anInvoice(tx, me, eden, { invoice_number: "A-4", due_date: "2026-12-01" });
    await tx.run(
      sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${me.id}, ${paid.id}, 'opening', 110)`,
    );
    const part = await anInvoice(tx, me, eden, { invoice_number: "A-5", total_amount: "100.00" });
    await tx.run(
      sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${me.id}, ${part.id}, 'opening', 33.33)`,
    );
    const other = await aDistributor(tx);
    await anInvoice(tx, other, await aCinema(tx, other), { invoice_number: "X-1" });
    return await aStaffUser(tx, me);
  });
  client = await app.as(user);
});
afterAll(async () => {
  await app.close();
});

const numbers = async (query: string): Promise<string[]> => {
  const { status, body } = await client.get(`/invoices/invoices/?ordering=invoice_number&page=1&${query}`);
  expect(status).toBe(200);
  expect(body.count).toBe(body.results.length);
  return body.results.map((invoice: { invoice_number: string }) => invoice.invoice_number);
};

describe("a filter of invoices", () => {
  it.each([
    ["nothing asked", () => "", ["A-1", "A-2", "A-3", "A-4", "A-5"]],
    ["one status", () => "status=part_paid", ["A-5"]],
    ["two statuses", () => "status=part_paid&status=default", ["A-3", "A-5"]],
    ["a cinema", () => `cinema=${rex.id}`, ["A-1", "A-2"]],
    ["two cinemas", () => `cinema=${rex.id}&cinema=${eden.id}`, ["A-1", "A-2", "A-3", "A-4", "A-5"]],
    ["a week by its Wednesday", () => "week=2026-11-25", ["A-3"]],
    [
      "what is late: due before today and not settled, in default too",
      () => "overdue=true",
      ["A-1", "A-3", "A-5"],
    ],
    ["an amount", () => "amount_from=100&amount_to=100.00", ["A-5"]],
    ["an amount that none has", () => "amount_from=99999", []],
    ["all together", () => `cinema=${eden.id}&overdue=true&status=part_paid&search=a-5`, ["A-5"]],
  ])("%s", async (_, query, expected) => {
    expect(await numbers(query())).toEqual(expected);
    const totals = await client.get(`/invoices/totals/?${query()}`);
    expect(totals.body.count).toBe(expected.length);
    const csv = await client.get(`/invoices/export-csv/?ordering=invoice_number&${query()}`);
    const lines = csv.text.trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(";")[0])).toEqual(expected);
  });

  it.each(["cinema=abc", "week=2026-13-01", "overdue=maybe", "status=lost", "amount_from=-1"])(
    "refuses %s",
    async (query) => {
      expect((await client.get(`/invoices/totals/?${query}`)).status).toBe(400);
    },
  );
});

it("sums to the cent over everything that matches, whatever the page", async () => {
  const { body } = await client.get("/invoices/totals/");
  expect(body).toEqual({
    count: 5,
    total_net_amount: "790.97",
    total_vat_amount: "79.09",
    total_amount: "870.06",
    outstanding: "726.73",
  });
});

it("answers zeros when nothing matches", async () => {
  const { body } = await client.get("/invoices/totals/?search=introuvable");
  expect(body).toEqual({
    count: 0,
    total_net_amount: "0.00",
    total_vat_amount: "0.00",
    total_amount: "0.00",
    outstanding: "0.00",
  });
});

it("writes the list for a spreadsheet, where a name is never a formula, and tells the audit log who took it", async () => {
  const answer = await client.get(`/invoices/export-csv/?cinema=${eden.id}&week=2026-11-25`);
  expect(answer.text).toBe(
    "\ufeffN° Facture;Type;Date;Cinéma;Semaine;Date d'échéance;Montant HT;TVA;Montant TTC;Reste dû;Statut\r\n" +
      "A-3;Facture;30/11/2026;'=Eden;S48/2026 – du 25/11/2026 au 01/12/2026;01/12/2026;300,03;30,00;330,03;330,03;Défaut\r\n",
  );
  const audits = await app.inDatabase((tx) =>
    tx.many(
      sql`select action_details from audit_log where distributor_id = ${me.id} order by id desc limit 1`,
    ),
  );
  expect(audits).toEqual([
    { action_details: { event: "invoice_list_export", file_name: "factures.csv", row_count: 1 } },
  ]);
});

it("names in the file what the screen names: a cancelled invoice is not « Payé », nor is a credit note (BILL-19)", async () => {
  const user = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    const cinema = await aCinema(tx, distributor);
    const [whole, owed] = [
      await anIssuedInvoice(tx, distributor, cinema),
      await anIssuedInvoice(tx, distributor, cinema),
    ];
    const note = { type: "credit_note", invoice_date: "2026-12-01" } as const;
    const used = await anIssuedInvoice(tx, distributor, cinema, { ...note, corrects_id: whole.id });
    await anIssuedInvoice(tx, distributor, cinema, { ...note, corrects_id: owed.id, total_amount: "11.00" });
    await tx.run(sql`
      insert into credit_application (credit_note_id, invoice_id, distributor_id, amount) values (${used.id}, ${whole.id}, ${distributor.id}, 110)`);
    return await aStaffUser(tx, distributor);
  });
  const reader = await app.as(user);
  const { results } = (await reader.get("/invoices/invoices/?page=1")).body;
  const labels = results.map(({ label }: { label: string }) => label);
  expect(new Set(labels)).toEqual(new Set(["Annulée", "En attente", "Imputé", "À imputer"]));
  const lines = (await reader.get("/invoices/export-csv/")).text.trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(";").at(-1))).toEqual(labels);
});

it("narrows list, totals and file by the days of the invoices, both within (UI-24)", async () => {
  await app.inDatabase(async (tx) => {
    await anInvoice(tx, me, rex, {
      invoice_number: "P-1",
      invoice_date: "2026-09-01",
      total_amount: "11.00",
    });
    await anInvoice(tx, me, rex, {
      invoice_number: "P-2",
      invoice_date: "2026-09-30",
      total_amount: "22.00",
    });
  });
  const found = async (query: string) => {
    const [list, totals] = await Promise.all([
      client.get(`/invoices/invoices/?page=1&ordering=invoice_number&${query}`),
      client.get(`/invoices/totals/?${query}`),
    ]);
    expect(totals.body.count).toBe(list.body.count);
    return [
      list.body.results.map((one: { invoice_number: string }) => one.invoice_number),
      totals.body.total_amount,
    ];
  };
  expect(await found("from=2026-09-01&to=2026-09-30")).toEqual([["P-1", "P-2"], "33.00"]);
  expect(await found("from=2026-09-02&to=2026-09-30")).toEqual([["P-2"], "22.00"]);
  expect(await found("to=2026-09-29")).toEqual([["P-1"], "11.00"]);
  expect(await found("from=2026-09-30&to=2026-09-30&search=rex")).toEqual([["P-2"], "22.00"]);
  const file = await client.get("/invoices/export-csv/?from=2026-09-30&to=2026-09-30");
  expect(file.text.split("\r\n").map((row: string) => row.split(";")[0])).toEqual([
    "\ufeffN° Facture",
    "P-2",
    "",
  ]);
  expect((await client.get("/invoices/invoices/?page=1&from=2026-02-30")).status).toBe(400);
});

it("pages follow each other without a gap, those that are cut out first too", async () => {
  const pageOf = (page: number) =>
    app.inDatabase((tx) => invoicesRepository.page(tx, { distributorId: me.id }, page, 1));
  const whole = await app.inDatabase((tx) => invoicesRepository.page(tx, { distributorId: me.id }, 1, 100));
  expect(whole.rows.length).toBeGreaterThan(4);
  for (const [place, row] of whole.rows.entries())
    expect(await pageOf(place + 1)).toEqual({ count: whole.count, rows: [row] });
});
