// What corrects an invoice is for the company that it billed, whoever runs the cinema since (BILL-12, BILL-13).
import sql from "sql-template-tag";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser, aSuperAdmin, LUMEN } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { declaration, LATER, LESS, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let client: TestClient;
let admin: TestClient;
let cinema: { id: number };

beforeEach(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  const user = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx, LUMEN);
    cinema = await aCinema(tx, distributor, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    return await aStaffUser(tx, distributor);
  });
  client = await app.as(user);
  admin = await app.as(await app.inDatabase(aSuperAdmin));
  await report([declaration()]);
});
afterEach(async () => {
  await app.close();
});
const ledgerIsSound = async () => expect(await app.inDatabase((tx) => verifyLedger(tx))).toEqual([]);

const report = async (declarations: string[], generated?: string) => {
  const file = reportOf(declarations, generated);
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
const changeCinema = async (changes: object) =>
  expect((await admin.patch(`/cinemas/${cinema.id}/`, changes)).status).toBe(200);
const NEW_OPERATOR = {
  legal_name: "Nouvel Exploitant SARL",
  siren: "000100024",
  address: "1 place Neuve",
  invoicing_company_name: "",
};
const FRENCH = { siren: "000100024", vat_number: "", pin_code: "59500" };
const BELGIAN = { siren: "", vat_number: "BE0123456749", pin_code: "1000" };
const ANOTHER_FILM = { reference: "R9", visa: "163001", title: "Autre film" };
/** Of the newest document. */
const newest = () =>
  app.inDatabase((tx) =>
    tx.one<{ siren: string; vat_number: string; rates: number[] }>(sql`
      select client ->> 'siren' as siren, client ->> 'vat_number' as vat_number,
        (select array_agg((v ->> 'vat_rate_bp')::integer) from jsonb_array_elements(vat_breakdown) v) as rates
      from invoice order by id desc limit 1`),
  );
const clients = () =>
  app.inDatabase((tx) =>
    tx.many<{ invoice_number: string; name: string; siren: string; account: string }>(sql`
      select invoice_number, client ->> 'name' as name, client ->> 'siren' as siren, client_account as account
      from invoice order by id`),
  );

test("credit notes by hand and by report are addressed to the company that was billed", async () => {
  const [billed] = await clients();
  const { address } = await app.inDatabase((tx) =>
    tx.one<{ address: string }>(sql`select client ->> 'address' as address from invoice`),
  );
  await changeCinema(NEW_OPERATOR);
  await report(
    [declaration({ ...LESS, reference: "R2", nature: "rectificative" })],
    "2026-11-28T08:30:00+01:00",
  );
  const invoice = (await client.get("/invoices/invoices/?page=1&type=invoice")).body.results.find(
    (one: { invoice_number: string }) => one.invoice_number === billed?.invoice_number,
  );
  const { status } = await client.post(`/invoices/invoices/${invoice.id}/credit-notes/`, {
    remaining_net_amount: "2448.62",
    reason: "Geste commercial",
  });
  expect(status).toBe(201);
  expect(await clients()).toEqual([
    billed,
    { ...billed, invoice_number: "A26000001" },
    { ...billed, invoice_number: "A26000002" },
  ]);
  const { addresses } = await app.inDatabase((tx) =>
    tx.one<{ addresses: string[] }>(
      sql`select array_agg(distinct client ->> 'address') as addresses from invoice`,
    ),
  );
  expect(addresses).toEqual([address]);
  await ledgerIsSound();
});

test("a complement is for the company that the week was billed to, another week for the new one", async () => {
  const [billed] = await clients();
  await changeCinema(NEW_OPERATOR);
  await report([
    declaration({ reference: "R2", screen: "910232" }),
    declaration({ reference: "R3", week: "2026-11-25", end: "2026-12-01" }),
  ]);
  expect(await clients()).toEqual([
    billed,
    { ...billed, invoice_number: "F26000002" },
    { ...billed, invoice_number: "F26000003", name: NEW_OPERATOR.legal_name, siren: NEW_OPERATOR.siren },
  ]);
  await ledgerIsSound();
});

test("a week that is credited whole is billed anew to the company of today", async () => {
  const { results } = (await client.get("/invoices/invoices/?page=1")).body;
  const credit = { remaining_net_amount: "2483.92", reason: "Facturé à une autre société" };
  expect((await client.post(`/invoices/invoices/${results[0].id}/credit-notes/`, credit)).status).toBe(201);
  await changeCinema(NEW_OPERATOR);
  await report([declaration({ reference: "R2", screen: "910232" })]);
  expect((await clients()).map(({ siren }) => siren)).toEqual([
    expect.not.stringMatching(NEW_OPERATOR.siren),
    expect.not.stringMatching(NEW_OPERATOR.siren),
    NEW_OPERATOR.siren,
  ]);
  await ledgerIsSound();
});

test("a week that is credited whole by hand is billed anew at the rate of the company of today (BILL-5, BILL-13)", async () => {
  const { results } = (await client.get("/invoices/invoices/?page=1")).body;
  const credit = { remaining_net_amount: "2483.92", reason: "Facturé à une autre société" };
  expect((await client.post(`/invoices/invoices/${results[0].id}/credit-notes/`, credit)).status).toBe(201);
  await changeCinema(BELGIAN);
  await report([declaration({ reference: "R2", screen: "910232" })]);
  expect(await newest()).toMatchObject({ siren: "", vat_number: BELGIAN.vat_number, rates: [0] });
  // What it is worth less since is credited at the rate of the invoice that is credited.
  await report([declaration({ ...LESS, reference: "R3", screen: "910232", nature: "rectificative" })], LATER);
  expect(await newest()).toMatchObject({ siren: "", vat_number: BELGIAN.vat_number, rates: [0] });
  expect((await clients()).at(-1)?.invoice_number).toBe("A26000002");
  await ledgerIsSound();
});

test("a week that was annulled and is declared again is billed at the rate of the company of today (BILL-5, BILL-13)", async () => {
  const NONE = {
    paid: "0",
    gross: "0.00",
    tsa: "0.00",
    tva: "0.00",
    base: "0.00",
    share: ' partDistributeurHT="0.00"',
  };
  await report([declaration({ ...NONE, reference: "R2", nature: "annulation" })], LATER);
  expect(await newest()).toMatchObject({ rates: [1000] });
  await changeCinema(BELGIAN);
  await report([declaration({ reference: "R3" })], "2026-11-29T08:30:00+01:00");
  expect(await newest()).toMatchObject({ siren: "", vat_number: BELGIAN.vat_number, rates: [0] });
  await ledgerIsSound();
});

test("the same company that has moved gets a complement where it is now", async () => {
  await changeCinema({ address: "1 place Neuve" });
  await report([declaration({ reference: "R2", screen: "910232" })]);
  const { addresses } = await app.inDatabase((tx) =>
    tx.one<{ addresses: string[] }>(
      sql`select array_agg(client ->> 'address' order by id) as addresses from invoice`,
    ),
  );
  expect(addresses[0]).not.toBe("1 place Neuve");
  expect(addresses[1]).toBe("1 place Neuve");
  await ledgerIsSound();
});

test("a complement has the rate of the company that it is for, whoever runs the cinema since (BILL-5, BILL-13)", async () => {
  const [billed] = await clients();
  await changeCinema(BELGIAN);
  await report([declaration(ANOTHER_FILM)]);
  expect(await newest()).toMatchObject({ siren: billed?.siren, rates: [1000] });
  await ledgerIsSound();
});

test("a complement for a company of another country has no VAT, as its preview tells (BILL-5, BILL-13)", async () => {
  const week = { week: "2026-11-25", end: "2026-12-01" };
  await changeCinema(BELGIAN);
  await report([declaration({ reference: "R2", ...week })]);
  expect(await newest()).toMatchObject({ siren: "", rates: [0] });
  await changeCinema(FRENCH);
  const films = [declaration({ ...ANOTHER_FILM, ...week })];
  const file = ["/box-office/report-previews/", "xml_file", "s48.xml", reportOf(films)] as const;
  const { documents } = (await client.upload(...file)).body.weeks[0];
  expect(documents).toMatchObject([{ total_amount: documents[0].total_net_amount }]);
  await report(films);
  expect(await newest()).toMatchObject({ siren: "", vat_number: BELGIAN.vat_number, rates: [0] });
  await ledgerIsSound();
});

test("what is for the former company does not wait for what is missing of the new one, as its preview tells (BILL-8, BILL-12, BILL-13)", async () => {
  const [billed] = await clients();
  await changeCinema({ ...NEW_OPERATOR, siren: "", vat_number: "" });
  const changes = [
    declaration({ ...LESS, reference: "R2", nature: "rectificative" }),
    declaration({ reference: "R3", screen: "910232" }),
    declaration({ reference: "R4", week: "2026-11-25", end: "2026-12-01" }),
  ];
  const [corrected = "", complement = "", another = ""] = changes;
  const file = reportOf([corrected, another], LATER);
  const { weeks } = (
    await client.upload("/box-office/report-previews/", "xml_file", "s48.xml", file, "text/xml")
  ).body;
  expect(
    weeks.map((week: { week_start: string; outcome: string }) => [week.week_start, week.outcome]),
  ).toEqual(
    expect.arrayContaining([
      ["2026-11-18", "issued"],
      ["2026-11-25", expect.not.stringMatching(/^issued$/)],
    ]),
  );
  await report([corrected, another], LATER);
  await report([complement], "2026-11-29T08:30:00+01:00");
  expect(await clients()).toEqual([
    billed,
    { ...billed, invoice_number: "A26000001" },
    { ...billed, invoice_number: "F26000002" },
  ]);
  const questions = () =>
    app.inDatabase((tx) =>
      tx.many(sql`select status from user_action where reason_code = 'invoice_incomplete' order by id`),
    );
  expect(await questions()).toEqual([{ status: "PENDING" }]);
  await changeCinema({ siren: NEW_OPERATOR.siren });
  await app.drainJobs("issue-invoices");
  expect((await clients()).slice(3)).toEqual([
    expect.objectContaining({ invoice_number: "F26000003", siren: NEW_OPERATOR.siren }),
  ]);
  expect(await questions()).toEqual([{ status: "DONE" }]);
  await ledgerIsSound();
});

test("a complement for the company of today waits for what is missing of it, and leaves once it is known (BILL-8)", async () => {
  await changeCinema({ address: "", city: "" });
  await report([
    declaration({ reference: "R2", screen: "910232" }),
    declaration({ reference: "R3", week: "2026-11-25", end: "2026-12-01" }),
  ]);
  expect(await clients()).toHaveLength(1);
  await changeCinema({ address: "1 place Neuve", city: "Douai" });
  await app.drainJobs("issue-invoices");
  expect((await clients()).map((one) => one.invoice_number)).toEqual(["F26000001", "F26000002", "F26000003"]);
  await ledgerIsSound();
});
