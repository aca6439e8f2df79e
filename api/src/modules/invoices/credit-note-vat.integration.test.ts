// The VAT of credit notes comes to what was billed, and what older ones left of it can be credited (BILL-12, EXP-2).
import { afterEach, beforeEach, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser, LUMEN } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let client: TestClient;
let cinema: { id: number };

beforeEach(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  const user = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx, LUMEN);
    cinema = await aCinema(tx, distributor, { name: "Cinéma Le Beffroi", screens: ["910231"] });
    return await aStaffUser(tx, distributor);
  });
  client = await app.as(user);
});
afterEach(async () => {
  await app.close();
});
const ledgerIsSound = async () => expect(await app.inDatabase((tx) => verifyLedger(tx))).toEqual([]);

const takings = (paid: string, gross: string, tsa: string, tva: string, base: string, share: string) => ({
  paid,
  gross,
  tsa,
  tva,
  base,
  share: ` partDistributeurHT="${share}"`,
});
const WHOLE = takings("4", "24.03", "2.58", "1.25", "20.20", "10.10");
const HALF = takings("2", "12.01", "1.29", "0.63", "10.09", "5.05");
const NONE = { ...takings("0", "0.00", "0.00", "0.00", "0.00", "0.00"), nature: "annulation" };

let hour = 8;
const report = async (...declarations: Record<string, string>[]) => {
  hour += 1;
  const file = reportOf(
    declarations.map((changes, place) => declaration({ reference: `R${hour}-${place}`, ...changes })),
    `2026-11-28T${String(hour).padStart(2, "0")}:00:00+01:00`,
  );
  const { status } = await client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "s47.xml",
    file,
    "text/xml",
  );
  expect(status).toBe(200);
  await app.drainJobs("issue-invoices");
};
const list = async () =>
  (await client.get("/invoices/invoices/?page=1&ordering=invoice_number")).body.results.map(
    (one: Record<string, unknown>) => [
      one["invoice_number"],
      one["total_vat_amount"],
      one["outstanding"],
      one["status"],
    ],
  );

test("a week that is credited in two reports takes back the VAT that was billed, and leaves the client no credit", async () => {
  await report(WHOLE);
  await report({ ...HALF, nature: "rectificative" });
  await report(NONE);
  expect(await list()).toEqual([
    ["A26000001", "-0.51", "0.00", "paid"],
    ["A26000002", "-0.50", "0.00", "paid"],
    ["F26000001", "1.01", "0.00", "paid"],
  ]);
  await ledgerIsSound();
});

test("a cent of VAT that older credit notes left due can be credited by hand, once", async () => {
  await report(WHOLE);
  const invoice = (await client.get("/invoices/invoices/?page=1")).body.results[0];
  const credit = (remaining_net_amount: string) =>
    client.post(`/invoices/invoices/${invoice.id}/credit-notes/`, {
      remaining_net_amount,
      reason: "Arrondi",
    });
  const { body: note } = await credit("10.10");
  // As it was issued before: rounded alone.
  await app.owner.query(`begin; alter table invoice disable trigger invoice_is_final;
    delete from credit_application;
    update invoice set total_vat_amount = -1.00, total_amount = -11.10,
      vat_breakdown = '[{"vat_rate_bp": 1000, "net_amount": "-10.10", "vat_amount": "-1.00"}]' where id = ${Number(note.id)};
    insert into credit_application (credit_note_id, invoice_id, distributor_id, amount)
      select id, corrects_id, distributor_id, 11.10 from invoice where id = ${Number(note.id)};
    alter table invoice enable trigger invoice_is_final; commit`);
  expect(await list()).toContainEqual(["F26000001", "1.01", "0.01", "awaiting_payment"]);
  const detail = async () => (await client.get(`/invoices/invoices/${invoice.id}/detail/`)).body;
  expect((await detail()).creditable).toMatchObject([
    { film_title: "TVA restante\u00a0: 0,01\u00a0€", remaining: "0.00", vat_rate_bp: 1000 },
  ]);
  const answers = await Promise.all([credit("0.00"), credit("0.00")]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await list()).toEqual([
    ["A26000001", "-1.00", "0.00", "paid"],
    ["A26000002", "-0.01", "0.00", "paid"],
    ["F26000001", "1.01", "0.00", "paid"],
  ]);
  expect((await detail()).creditable).toEqual([]);
  await app.drainJobs();
  const made = answers.find(({ status }) => status === 201);
  const told = (await client.get(`/invoices/invoices/${made?.body.id}/detail/`)).body;
  expect(told.invoice.files).toMatchObject([{ file_name: "A26000002.pdf" }]);
  expect(told.lines).toMatchObject([
    { net_amount: "0.00", description: "TVA restante – avoir sur la facture F26000001\u00a0: Arrondi" },
  ]);
  await ledgerIsSound();
});

test("an imported invoice without VAT is credited without VAT, also one that came in without a rate", async () => {
  const imported = async (invoice_number: string) =>
    (
      await client.post("/invoices/invoices/", {
        invoice_number,
        invoice_date: "2026-11-02",
        cinema_id: cinema.id,
        total_net_amount: "100.00",
        total_vat_amount: "0.00",
        total_amount: "100.00",
      })
    ).body.id;
  const [today, before] = [await imported("F-1"), await imported("F-2")];
  await app.owner.query("update invoice set vat_breakdown = '[]' where id = $1", [before]);
  for (const id of [today, before]) {
    const told = (await client.get(`/invoices/invoices/${id}/detail/`)).body;
    expect(told.creditable).toMatchObject([{ vat_rate_bp: 0, remaining: "100.00" }]);
    const body = { remaining_net_amount: "100.00", reason: "Erreur" };
    expect((await client.post(`/invoices/invoices/${id}/credit-notes/`, body)).body).toMatchObject({
      total_net_amount: "-100.00",
      total_vat_amount: "0.00",
      total_amount: "-100.00",
    });
  }
  expect((await list()).map(([, , outstanding, status]: string[]) => [outstanding, status])).toEqual(
    Array.from({ length: 4 }, () => ["0.00", "paid"]),
  );
  await ledgerIsSound();
});

test("a credit note of an invoice in franchise has its ground, also once the company has a VAT number (BILL-5)", async () => {
  await app.owner.query("update distributor set default_vat_rate_bp = 0, prefix_vat = ''");
  await report(WHOLE);
  await app.owner.query("update distributor set default_vat_rate_bp = 1000, prefix_vat = 'FR39'");
  await report({ ...HALF, nature: "rectificative" });
  const { rows } = await app.owner.query(
    "select type, supplier ->> 'vat_number' as vat_number, total_vat_amount as vat from invoice order by id",
  );
  expect(rows).toEqual([
    { type: "invoice", vat_number: "", vat: "0.00" },
    { type: "credit_note", vat_number: "", vat: "0.00" },
  ]);
  await ledgerIsSound();
});

test("so has the complement of an invoice in franchise, and a new film of its week the rate and the number of today (BILL-13)", async () => {
  await app.owner.query("update distributor set default_vat_rate_bp = 0, prefix_vat = ''");
  await report(HALF);
  const billed = async () =>
    (
      await app.owner.query<Record<string, string>>(
        "select supplier ->> 'vat_number' as vat_number, total_net_amount as net, total_vat_amount as vat from invoice order by id offset 1",
      )
    ).rows;
  const more = { ...takings("3", "18.02", "1.93", "0.94", "15.15", "7.58"), nature: "rectificative" };
  const second = { visa: "199087", title: "Rivage nord", ...HALF };
  await report(more);
  expect(await billed()).toEqual([{ vat_number: "", net: "2.53", vat: "0.00" }]);
  await app.owner.query("update distributor set default_vat_rate_bp = 1000, prefix_vat = 'FR39'");
  await report({ ...WHOLE, nature: "rectificative" }, second);
  expect((await billed()).slice(1)).toEqual([
    { vat_number: expect.stringMatching(/^FR39/), net: "5.05", vat: "0.51" },
    { vat_number: "", net: "2.52", vat: "0.00" },
  ]);
  await ledgerIsSound();
});

test("what corrects an invoice of before the franchise names the number of that invoice, with its rate or its ground (BILL-13)", async () => {
  const corrections = async () =>
    (
      await app.owner.query<Record<string, string>>(
        "select type, supplier ->> 'vat_number' as vat_number, total_vat_amount as vat from invoice order by id",
      )
    ).rows.map(({ type, vat_number, vat }) => [type, vat_number, vat]);
  await report(HALF);
  const [[, number] = []] = await corrections();
  expect(number).toMatch(/^FR39/);
  await app.owner.query("update distributor set default_vat_rate_bp = 0, prefix_vat = ''");
  const more = { ...takings("3", "18.02", "1.93", "0.94", "15.15", "7.58"), nature: "rectificative" };
  await report(more, { visa: "199087", title: "Rivage nord", ...HALF });
  await report({ ...HALF, nature: "rectificative" });
  // A film that is new since is billed in franchise.
  expect(await corrections()).toEqual([
    ["invoice", number, "0.51"],
    ["invoice", "", "0.00"],
    ["invoice", number, "0.25"],
    ["credit_note", number, "-0.25"],
  ]);
  const id = (await client.get("/invoices/invoices/?page=1&ordering=invoice_number")).body.results.find(
    (one: Record<string, unknown>) => one["total_vat_amount"] === "0.51",
  ).id;
  const body = { remaining_net_amount: "5.05", reason: "Geste" };
  expect((await client.post(`/invoices/invoices/${id}/credit-notes/`, body)).status).toBe(201);
  expect((await corrections()).at(-1)).toEqual(["credit_note", number, "-0.51"]);
  await ledgerIsSound();
});

test("nothing with VAT corrects the invoice of a company with another SIREN, whose number is not that of today's (BILL-13)", async () => {
  await report(HALF);
  const [invoice] = (await client.get("/invoices/invoices/?page=1")).body.results;
  // As it was issued while the company had another SIREN.
  await app.owner.query(`begin; alter table invoice disable trigger invoice_is_final;
    update invoice set supplier = supplier || '{"siren": "552100554", "vat_number": "FR83552100554"}';
    alter table invoice enable trigger invoice_is_final;
    update distributor set default_vat_rate_bp = 0, prefix_vat = ''; commit`);
  const body = { remaining_net_amount: "5.05", reason: "Geste" };
  expect(await client.post(`/invoices/invoices/${invoice.id}/credit-notes/`, body)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("sous un autre SIREN que celui de votre société") },
  });
  await report(NONE);
  await report({ ...WHOLE, nature: "rectificative" });
  expect(await list()).toHaveLength(1);
  const { rows } = await app.owner.query(
    "select action_details ->> 'week' as week, action_details ->> 'message' as message from audit_log where action_details ->> 'event' = 'week_not_invoiced'",
  );
  expect(rows).toEqual([{ week: "S47/2026", message: expect.stringContaining("sous un autre SIREN") }]);
});

test("without VAT it keeps the ground of that invoice: reverse charge is no franchise (BILL-5, BILL-13)", async () => {
  await app.owner.query(
    "update cinema set siren = '', siret = '', vat_number = 'BE0403053608', pin_code = '1000' where id = $1",
    [cinema.id],
  );
  await report(WHOLE);
  await app.owner.query("update distributor set default_vat_rate_bp = 0, prefix_vat = ''");
  await report({ ...HALF, nature: "rectificative" });
  const { rows } = await app.owner.query(
    "select type, left(supplier ->> 'vat_number', 4) as vat_number, total_vat_amount as vat from invoice order by id",
  );
  expect(rows).toEqual([
    { type: "invoice", vat_number: "FR39", vat: "0.00" },
    { type: "credit_note", vat_number: "FR39", vat: "0.00" },
  ]);
  await ledgerIsSound();
});
