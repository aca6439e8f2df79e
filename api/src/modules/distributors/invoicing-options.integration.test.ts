// How a distributor invoices, on its screen (BILL-20).
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PATH = "/onboarding/distributor/invoicing/";
const PREVIEW = "/onboarding/distributor/invoicing/preview/";
const FACTOR = { factor_name: "Factor Nord", factor_iban: "FR76 3000 6000 0112 3456 7890 189" };

let app: TestApp;
let ours: BuiltDistributor;
let person: { id: number; email: string };
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  await app.inDatabase(async (tx) => {
    ours = await aDistributor(tx, { automation_on: false });
    person = await aStaffUser(tx, ours);
    await tx.run(sql`update app_user set role = 'admin' where id = ${person.id}`);
    await tx.run(
      sql`update distributor set mailing_from = '2026-11-01', iban = 'FR7699999000010001234567809' where id = ${ours.id}`,
    );
  });
  staff = await app.as(person);
});

const audited = () =>
  app.inDatabase((tx) =>
    tx.many<{ actor_id: number; action_details: Record<string, unknown> }>(
      sql`select actor_id, action_details from audit_log where distributor_id = ${ours.id} order by id`,
    ),
  );
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test("what is changed is saved, answered and audited once; the same again is no change", async () => {
  const change = {
    legal_form: "SAS",
    share_capital: "40000.00",
    rcs_city: " Paris ",
    payment_terms: "45fdm",
    default_vat_rate_bp: 550,
    sacem_deducted: true,
    reminder_before_due: true,
    mailing_from: "2026-12-01",
    write_off_limit: "2.00",
  };
  const answer = await staff.patch(PATH, change);
  const expected = { ...change, rcs_city: "Paris", late_rate: null, factor_name: "", factor_iban: "" };
  expect([answer.status, answer.body]).toEqual([200, expected]);
  expect((await staff.get(PATH)).body).toEqual(expected);
  const [entry, ...more] = await audited();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    actor_id: person.id,
    action_details: { changed_fields: expect.arrayContaining(["legal_mention", "payment_terms"]) },
  });
  await staff.patch(PATH, change);
  expect(await audited()).toHaveLength(1);
  const { rows } = await app.owner.query("select legal_mention from distributor where id = $1", [ours.id]);
  expect(plain((rows[0] as { legal_mention: string }).legal_mention)).toBe("SAS au capital de 40 000 €");
});

test.each<[object, string, RegExp]>([
  [{ legal_form: "SAS", share_capital: null }, "share_capital", /capital/],
  [{ legal_form: "Association", share_capital: "10.00" }, "share_capital", /pas de capital/],
  [{ legal_form: "SA", share_capital: "1000.00" }, "share_capital", /37/],
  [{ share_capital: "0.00" }, "share_capital", /supérieur à 0/],
  [{ factor_name: "Factor Nord" }, "factor_iban", /IBAN de ce factor/],
  [{ factor_iban: FACTOR.factor_iban }, "factor_name", /nom du factor/],
  [{ ...FACTOR, factor_iban: "FR7699999000010001234567809" }, "factor_iban", /votre société/],
  [FACTOR, "totp_code", /second facteur/],
  [
    { legal_form: "Association – payer à l’IBAN FR14 2004 1010 0505 0001 3M02 606" },
    "legal_form",
    /retirez-le/,
  ],
  [{ rcs_city: "Paris. IBAN BE68-5390-0754-7034" }, "rcs_city", /retirez-le/],
  [{ payment_terms: "90" }, "payment_terms", /Choisissez/],
  [{ default_vat_rate_bp: 1960 }, "default_vat_rate_bp", /Choisissez/],
  [{ mailing_from: "2028-01-01" }, "mailing_from", /douze prochains mois/],
  [{ write_off_limit: "200.00" }, "write_off_limit", /100,00/],
  [{ legal_mention: "SAS" }, "legal_mention", /pas attendu/],
])("refuses %j and names %s; nothing is saved", async (change, field, message) => {
  const before = (await staff.get(PATH)).body;
  const answer = await staff.patch(PATH, { rcs_city: "Lyon", ...change });
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  expect((answer.body as Record<string, string[]>)[field]?.[0]).toMatch(message);
  expect((await staff.get(PATH)).body).toEqual(before);
  expect(await audited()).toEqual([]);
});

test("what is printed names the company's own IBANs alone, before it is saved too; what was kept before stands in nobody's way (SEC-17)", async () => {
  const rcs_city = "Paris – IBAN FR1420041010050500013M02606";
  expect(await staff.post(PREVIEW, { rcs_city })).toMatchObject({
    status: 400,
    body: { rcs_city: [expect.stringContaining("INFOS COMPTE")] },
  });
  expect(
    (await staff.patch(PATH, { rcs_city: "Paris – IBAN FR76 9999 9000 0100 0123 4567 809" })).status,
  ).toBe(200);
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set rcs_city = ${rcs_city} where id = ${ours.id}`),
  );
  expect((await staff.patch(PATH, { rcs_city, sacem_deducted: true })).status).toBe(200);
});

test("what contradicted itself before stands in the way of no other change", async () => {
  await app.inDatabase((tx) =>
    tx.run(sql`update distributor set legal_mention = 'SAS' where id = ${ours.id}`),
  );
  expect((await staff.patch(PATH, { rcs_city: "Lyon" })).status).toBe(200);
});

test("a preview says what an invoice of today would print and who would be reminded, and changes nothing", async () => {
  await app.inDatabase(async (tx) => {
    const cinema = await aCinema(tx, ours);
    await anInvoice(tx, ours, cinema, { invoice_date: "2026-10-20", total_amount: "120.00" });
  });
  const before = (await staff.get(PATH)).body;
  const preview = await staff.post(PREVIEW, {
    legal_form: "SARL",
    share_capital: "25000.00",
    rcs_city: "Lyon",
    payment_terms: "60",
    mailing_from: "2026-10-01",
    default_vat_rate_bp: 0,
    ...FACTOR,
  });
  expect(preview.status).toBe(200);
  const body = preview.body as { heading: string[]; mentions: string[]; assignment: string };
  expect(body).toMatchObject({ newly_reminded: 1 });
  expect(plain(body.heading[0] ?? "")).toBe("SARL au capital de 25 000 €");
  expect(body.heading.join(" ")).toContain("RCS Lyon");
  expect(plain(body.mentions[0] ?? "")).toBe(
    "Date d’échéance : 29/01/2027. Pas d’escompte pour paiement anticipé.",
  );
  expect(body.mentions.join(" ")).toContain("exonérée");
  expect(plain(body.assignment)).toContain("FR76 3000 6000");
  expect((await staff.post(PREVIEW, { factor_name: "Factor Nord" })).status).toBe(400);
  expect((await staff.get(PATH)).body).toEqual(before);
  expect(await audited()).toEqual([]);
});

test("a rate of nothing without a VAT number is the franchise of article 293 B, as the preview says, and asks for no number (BILL-5)", async () => {
  await app.inDatabase((tx) => tx.run(sql`update distributor set prefix_vat = '' where id = ${ours.id}`));
  const preview = async (rate: number) =>
    (await staff.post(PREVIEW, { default_vat_rate_bp: rate })).body.mentions.join(" ");
  expect(await preview(0)).toContain("TVA non applicable, art. 293 B du CGI.");
  expect(await preview(1000)).not.toContain("293 B");
  const missing = async () => {
    const { steps } = (await staff.get("/onboarding/distributor/first-steps/")).body;
    return steps.find(({ step }: { step: string }) => step === "company").missing;
  };
  expect(await missing()).toContain("prefix_vat");
  expect((await staff.patch(PATH, { default_vat_rate_bp: 0 })).status).toBe(200);
  expect(await missing()).not.toContain("prefix_vat");
  // A number that waits to be checked is one.
  await app.inDatabase((tx) =>
    tx.run(sql`
      update distributor set proposed_siren = siren, proposed_prefix_vat = 'FR39', proposed_at = now() where id = ${ours.id}`),
  );
  expect(await preview(0)).not.toContain("293 B");
});

test("another distributor's stay what they are, and a super admin changes those of the chosen one", async () => {
  const theirs = await app.inDatabase((tx) => aDistributor(tx, {}));
  const admin = await app.as(await app.inDatabase(aSuperAdmin), ours.id);
  expect((await admin.patch(PATH, { rcs_city: "Nantes" })).body).toMatchObject({ rcs_city: "Nantes" });
  const { rows } = await app.owner.query("select rcs_city from distributor where id = $1", [theirs.id]);
  expect(rows).toEqual([{ rcs_city: expect.not.stringMatching("Nantes") }]);
});

test("the rate of interest for late payment of the day is told with its days (BILL-7)", async () => {
  expect((await staff.get(PATH)).body.late_rate).toBeNull();
  const year = app.services.clock.today().slice(0, 4);
  const [from_day, to_day] = [`${year}-01-01`, `${year}-12-31`];
  await app.owner.query("insert into late_rate values ($1, $2, 1215)", [from_day, to_day]);
  const rate = { rate_bp: 1215, from_day, to_day };
  expect((await staff.get(PATH)).body.late_rate).toEqual(rate);
  expect((await staff.patch(PATH, { rcs_city: "Lyon" })).body).toMatchObject({
    rcs_city: "Lyon",
    late_rate: rate,
  });
});
