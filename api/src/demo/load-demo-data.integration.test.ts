import { readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { loadDemoData } from "./load-demo-data.ts";

const example = (name: string): Buffer =>
  readFileSync(new URL(`../../../docs/examples/${name}`, import.meta.url));

describe("the demo, in an empty database", () => {
  let product: TestApp;
  let lumen: { id: number; user_id: number };
  const counts = () =>
    product.inDatabase((tx) =>
      tx.one<Record<string, number>>(sql`select (select count(*) from distributor) as distributors,
        (select count(*) from cinema) as cinemas, (select count(*) from screen) as screens,
        (select count(*) from invoice) as invoices, (select count(*) from bank_transaction) as transactions,
        (select count(*) from user_action where status <> 'DONE') as open_actions,
        (select count(distinct status) from invoice) as statuses`),
    );

  beforeAll(async () => {
    product = await createTestApp({ today: "2026-11-30" });
    await loadDemoData(product.services, () => {});
    lumen = await product.inDatabase((tx) =>
      tx.one(sql`select d.id, u.id as user_id from distributor d join app_user u on u.distributor_id = d.id
        where u.email = 'compta@lumen-films.example'`),
    );
  });
  afterAll(async () => await product.close());

  test("every screen has something to show, and the ledger holds", async () => {
    const found = await counts();
    expect(found).toMatchObject({ distributors: 6, cinemas: 40, screens: 212, statuses: 2 });
    expect(found["invoices"]).toBeGreaterThan(150);
    expect(found["transactions"]).toBeGreaterThan(60);
    expect(found["open_actions"]).toBeGreaterThan(5);
    const distributors = await product.inDatabase((tx) =>
      tx.many<{ id: number }>(sql`select id from distributor`),
    );
    for (const { id } of distributors)
      expect(await product.inDatabase((tx) => verifyLedger(tx), id)).toEqual([]);
  });

  test("loaded again, changes nothing", async () => {
    const before = await counts();
    await loadDemoData(product.services, () => {});
    expect(await counts()).toEqual(before);
  });

  test("a hole in the numbers would be seen", async () => {
    await product.inDatabase((tx) =>
      tx.run(
        sql`update invoice_sequence set last_number = last_number + 1 where distributor_id = ${lumen.id}`,
      ),
    );
    expect(await product.inDatabase((tx) => verifyLedger(tx), lumen.id)).toMatchObject([
      { rule: "number_gap", subject: "F 2026" },
    ]);
    await product.inDatabase((tx) =>
      tx.run(
        sql`update invoice_sequence set last_number = last_number - 1 where distributor_id = ${lumen.id}`,
      ),
    );
  });

  test("goes on with the example files: Le Beffroi is F26000123, Mégascope pays two invoices at once", async () => {
    const client = await product.as({ id: lumen.user_id });
    const report = await client.upload(
      `/box-office/upload-${product.services.config.boxOfficeKind}-xml/`,
      "xml_file",
      "rapport-s47-lumen.xml",
      example("rapport-s47-lumen.xml"),
      "text/xml",
    );
    expect(report).toMatchObject({ status: 200 });
    // Its documents, mails and reminders are other tests’: drawing them all takes a quarter of a minute.
    await product.drainJobs("issue-invoices");
    const numbers = ["F26000123", "F26000124", "F26000128", "F26000131"];
    const told = await product.inDatabase((tx) =>
      tx.many(sql`select invoice_number, cinema_name, client_account, total_amount::text from invoice
        where invoice_number = any(${numbers}::text[]) and distributor_id = ${lumen.id} order by invoice_number`),
    );
    expect(told).toEqual([
      {
        invoice_number: "F26000123",
        cinema_name: "Cinéma Le Beffroi",
        client_account: "411BEFFROI",
        total_amount: "2897.31",
      },
      {
        invoice_number: "F26000124",
        cinema_name: "Mégascope Rennes",
        client_account: "411MEGASC",
        total_amount: "15067.07",
      },
      {
        invoice_number: "F26000128",
        cinema_name: "Ciné Royal",
        client_account: "411ROYDOLE",
        total_amount: "1850.20",
      },
      {
        invoice_number: "F26000131",
        cinema_name: "Mégascope Nantes Estuaire",
        client_account: "411MEGASC",
        total_amount: "6413.48",
      },
    ]);
    const statement = await client.upload(
      "/banking/upload-transactions/",
      "file",
      "releve-decembre-lumen.csv",
      example("releve-decembre-lumen.csv"),
    );
    expect(statement.body).toMatchObject({
      stats: {
        bank: "BNP Paribas",
        imported: 6,
        auto_reconciled: 2,
        invoices_paid: 3,
        user_actions_created: 2,
      },
    });
  });
});
