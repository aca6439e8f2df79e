// The three exports answer after whatever happens to an invoice, and give each group letters of its own.
import { type Cents, cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor, LUMEN } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { declaration, LESS, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let client: TestClient;
let distributor: BuiltDistributor;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
});
afterAll(() => app.close());
beforeEach(async () => {
  const user = await app.inDatabase(async (tx) => {
    // The SIREN and the number of the cinema are those of the reports: each test takes them over.
    await tx.run(sql`update distributor set siren = '' where siren = ${LUMEN.siren}`);
    await tx.run(sql`delete from screen`);
    distributor = await aDistributor(tx, LUMEN);
    await aCinema(tx, distributor, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    return await aStaffUser(tx, distributor);
  });
  client = await app.as(user);
});

const report = async (takings: Record<string, string> = {}) => {
  serial += 1;
  const generated = `2026-11-27T08:${String(serial).padStart(2, "0")}:00+01:00`;
  const declared = declaration({ reference: `R${serial}`, ...takings });
  const { status } = await client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "s47.xml",
    reportOf([declared], generated),
  );
  expect(status).toBe(200);
  await app.drainJobs("issue-invoices");
};
const STILL_LESS = {
  paid: "790",
  gross: "5725.40",
  tsa: "613.76",
  tva: "298.48",
  base: "4813.16",
  share: ' partDistributeurHT="2406.58"',
};

/** Imported, so that it waits for its money without a report. */
async function anInvoiceNumbered(number: string, paid = ""): Promise<number> {
  const csv = `numero_facture;date_facture;nom_cinema;montant_ht;montant_tva;montant_ttc;montant_regle\n${number};25/11/2026;Cinéma Le Beffroi;400,00;40,00;440,00;${paid}`;
  const { status, body } = await client.upload(
    "/invoices/upload/?accounting=to_book",
    "file",
    "factures.csv",
    csv,
  );
  expect([status, body.success_count]).toEqual([200, 1]);
  return await idOf(number);
}
const idOf = async (number: string): Promise<number> =>
  (
    await app.inDatabase(
      (tx) => tx.one<{ id: number }>(sql`select id from invoice where invoice_number = ${number}`),
      distributor.id,
    )
  ).id;

/** A bank line and its question, answered by these invoices. @returns the action */
async function pay(amount: Cents, invoices: readonly number[]): Promise<number> {
  serial += 1;
  const action = await app.inDatabase(async (tx) => {
    const transaction = await tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${distributor.id}, '2026-11-29', 'VIR SEPA SARL BEFFROI CINES', ${amount / 100}, ${`line ${serial}`}) returning id`);
    return await tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
      values (${distributor.id}, 'AWAITING_INVOICE_SELECTION', 'AWAITING_INVOICE_SELECTION', 'unknown_payer', 'Payeur non identifié', ${transaction.id})
      returning id`);
  });
  const answer = await client.post("/banking/manual-reconciliation/", {
    user_action_id: action.id,
    invoice_ids: invoices,
  });
  expect(answer.status).toBe(200);
  return action.id;
}
const undo = async (user_action_id: number) =>
  expect((await client.post("/banking/revert-reconciliation/", { user_action_id })).status).toBe(200);

/** The client lines of export B, when all three exports answer: piece, amount and letters. */
async function clientLines(): Promise<string[]> {
  const answers = [];
  for (const format of ["", "-b", "-c"]) answers.push(await client.get(`/exports/export-csv${format}/`));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  return new TextDecoder("windows-1252")
    .decode(answers[1]?.bytes)
    .split("\r\n")
    .map((line) => line.split(";"))
    .filter((line) => line[2] === "411000")
    .map((line) => `${line[5]} ${line[6] || `-${line[7]}`} ${line[9]}`.trim());
}
/** Letters that had to be replaced before an export: what happens in the product never needs it. */
const mendings = async () =>
  (
    await app.inDatabase(
      (tx) =>
        tx.many(
          sql`select action_details from audit_log where action_details ->> 'event' = 'letters_repaired'`,
        ),
      distributor.id,
    )
  ).length;
const isSound = async () => {
  const violations = await app.inDatabase(verifyLedger);
  expect(violations.filter((one) => one.distributor_id === distributor.id)).toEqual([]);
  expect(await mendings()).toBe(0);
  const lacking = await app.inDatabase(
    (tx) =>
      tx.many(sql`
        select invoice_number from invoice
        where lettering_letters is null and (allocated_amount <> 0 or credited_amount <> 0)`),
    distributor.id,
  );
  expect(lacking).toEqual([]);
};

describe("the exports answer", () => {
  test("after a report, a part payment and a downward correction", async () => {
    await report();
    await pay(cents(100_00), [await idOf("F26000001")]);
    await report({ nature: "rectificative", ...LESS });
    await isSound();
    expect(await clientLines()).toEqual([
      "F26000001 -100,00 aaa",
      "A26000001 -38,83 aaa",
      "F26000001 2732,31 aaa",
    ]);
    await isSound();
  });

  test("after a report, a correction, an export and a second correction", async () => {
    await report();
    await report({ nature: "rectificative", ...LESS });
    expect((await clientLines()).map((line) => line.slice(-3))).toEqual(["aaa", "aaa"]);
    await report({ nature: "rectificative", ...STILL_LESS });
    await isSound();
    expect((await clientLines()).map((line) => line.slice(-3))).toEqual(["aaa", "aaa", "aaa"]);
    await isSound();
  });

  test("after a credit note by hand on a partly paid invoice, and the undoing of its payment, which leaves it its letters", async () => {
    await report();
    const invoice = await idOf("F26000001");
    const payment = await pay(cents(1732_31), [invoice]);
    const credit = await client.post(`/invoices/invoices/${invoice}/credit-notes/`, {
      reason: "Geste commercial",
      remaining_net_amount: "2483.92",
    });
    expect(credit.status).toBe(201);
    await isSound();
    expect((await clientLines()).map((line) => line.slice(-3))).toEqual(["aaa", "aaa", "aaa"]);
    await undo(payment);
    expect((await clientLines()).map((line) => line.slice(-3))).toEqual(["AAA", "AAA"]);
    await isSound();
  });

  test("after a payment of two groups, another one of one of them, and the undoing of both", async () => {
    const [a, b] = [await anInvoiceNumbered("P1"), await anInvoiceNumbered("P2")];
    await pay(cents(10_00), [a]);
    const second = await pay(cents(20_00), [b]);
    const both = await pay(cents(500_00), [a, b]);
    await pay(cents(30_00), [b]);
    await undo(both);
    await undo(second);
    await isSound();
    expect(await clientLines()).toEqual(["P1 440,00 aaa", "P2 440,00 aab", "P1 -10,00 aaa", "P2 -30,00 aab"]);
    await isSound();
  });
});

describe("letters that contradict one another", () => {
  const break_ = async (statement: string) =>
    await app.inDatabase((tx) => tx.client.query(statement, [distributor.id]));

  test.each([
    ["one code of two groups", "update allocation set letters = 'AAA' where distributor_id = $1"],
    [
      "two codes of one group",
      "update invoice set lettering_letters = 'AAE' where distributor_id = $1 and invoice_number = 'P1'",
    ],
    [
      "letters of what nothing settles",
      "update invoice set lettering_letters = 'AAF' where distributor_id = $1 and invoice_number = 'P3'",
    ],
  ])("%s: the export puts them right, answers, and tells the operator once", async (_, statement) => {
    const [a, b] = [await anInvoiceNumbered("P1"), await anInvoiceNumbered("P2")];
    await anInvoiceNumbered("P3");
    await pay(cents(440_00), [a]);
    await pay(cents(440_00), [b]);
    await break_(statement);
    const before = (await app.services.metrics?.read())?.match(/^bobine_letters_mended_total (\d+)$/m)?.[1];
    const lines = await clientLines();
    expect(lines.filter((line) => line.startsWith("P1")).map((line) => line.slice(-3))).toEqual([
      "AAA",
      "AAA",
    ]);
    const others = lines.filter((line) => line.startsWith("P2")).map((line) => line.slice(-3));
    expect(new Set(others).size).toBe(1);
    expect(others).not.toContain("AAA");
    expect(lines).toContain("P3 440,00");
    expect(await clientLines()).toEqual(lines);
    expect(await mendings()).toBe(1);
    const after = (await app.services.metrics?.read())?.match(/^bobine_letters_mended_total (\d+)$/m)?.[1];
    expect(Number(after) - Number(before)).toBe(1);
    const violations = await app.inDatabase(verifyLedger);
    expect(violations.filter((one) => one.distributor_id === distributor.id)).toEqual([]);
  });
});

test("an invoice that was partly paid before its import is lettered in capitals only when 411 is empty", async () => {
  const invoice = await anInvoiceNumbered("P1", "140,00");
  await anInvoiceNumbered("P2", "440,00");
  expect(await clientLines()).toEqual(["P1 440,00 aaa", "P2 440,00 AAB", "P1 -140,00 aaa", "P2 -440,00 AAB"]);
  await pay(cents(300_00), [invoice]);
  expect(await clientLines()).toEqual([
    "P1 440,00 AAA",
    "P2 440,00 AAB",
    "P1 -140,00 AAA",
    "P2 -440,00 AAB",
    "P1 -300,00 AAA",
  ]);
  await isSound();
});
