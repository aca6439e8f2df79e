import type { ChosenLayout, StatementTable } from "@bobine/contract/statement-columns";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { must } from "../../domain/must.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Accountant, anAccountant, LEDGER, multipart, twoBankAccounts } from "./banking.testing.ts";
import { importedStats } from "./statement.testing.ts";

let bank: TestApp;
let me: Accountant;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
});

const file = (...rows: string[]) => ["Alpha;Bêta;Gamma;Delta", ...rows].join("\r\n");
const FIRST = file("28/12/2026;VIR RECU;SARL BEFFROI;12,50", "29/12/2026;PRLV;EDF;-2,50");
const SECOND = file("30/12/2026;VIR RECU;SARL BEFFROI;7,00");

const describedBy = async (who: Accountant, content: string): Promise<StatementTable> =>
  must((await who.describe("releve.csv", content)).json<{ tables: StatementTable[] }>().tables[0], "table");
const chosenOf = (table: StatementTable, columns: Partial<StatementTable["choice"]> = {}): ChosenLayout => ({
  header_key: must(table.rows[table.header ?? 0], "header").key,
  skip: 0,
  columns: { ...table.choice, ...columns },
});
const lines = async (who: Accountant) =>
  (
    await bank.owner.query(
      "select label, amount::text, bank_account_id::integer as account from bank_transaction where distributor_id = $1 order by id",
      [who.distributorId],
    )
  ).rows.map((row) => [row.label, row.amount]);
const layouts = async (who: Accountant) =>
  (await who.call("GET", "/banking/statement-layouts/")).json<{
    results: { id: number; header: string[] }[];
  }>().results;

describe("a statement whose columns nobody recognises (BANK-30)", () => {
  test("is refused with the specified sentence and a code, and nothing is kept", async () => {
    const refused = await me.upload("releve.csv", FIRST);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      error: expect.stringMatching(/^Format de relevé non reconnu\./),
      code: "unknown_columns",
    });
    expect(await lines(me)).toEqual([]);
  });

  test("is looked at and imported by what is said of its columns, which its import remembers, on any account", async () => {
    await me.call("POST", "/banking/accounts/", { number: "****1234", label: "Compte" });
    const second = (
      await me.call("POST", "/banking/accounts/", { number: "****5678", label: "Carte" })
    ).json();
    const layout = chosenOf(await describedBy(me, FIRST), { labels: [2, 1] });
    const { payload, contentType } = multipart("file", "releve.csv", FIRST, {
      layout: JSON.stringify([layout]),
    });
    const preview = await bank.app.inject({
      method: "POST",
      url: "/api/v1/banking/statement-previews/",
      headers: { ...me.headers, "content-type": contentType },
      payload,
    });
    expect([preview.statusCode, preview.json()]).toMatchObject([
      201,
      { outcome: "read", new_count: 2, lines: [{ label: "EDF PRLV" }, { label: "SARL BEFFROI VIR RECU" }] },
    ]);
    expect(await layouts(me)).toEqual([]);
    const path = `/banking/statement-previews/${preview.json().id}/`;
    const elsewhere = await me.call("GET", `${path}?bank_account=${second.id}`);
    expect(elsewhere.json()).toMatchObject({ outcome: "read", new_count: 2 });
    const { stats } = (await me.call("POST", `${path}import/`, { bank_account: second.id })).json();
    expect(stats).toMatchObject({ imported: 2, columns_from: "chosen" });
    expect(await layouts(me)).toMatchObject([{ bank_account_id: second.id, columns: { labels: [2, 1] } }]);

    // Forgotten and taken back, it reads by what was said of it all the same.
    const [remembered] = await layouts(me);
    await me.call("DELETE", `/banking/statement-layouts/${must(remembered, "layout").id}/`);
    const [imported] = (await me.call("GET", "/banking/statement-imports/")).json().results;
    await me.call("POST", `/banking/statement-imports/${imported.id}/take-back/`);
    const again = (await me.call("POST", `/banking/statement-imports/${imported.id}/preview/`)).json();
    const anew = await me.call("GET", `/banking/statement-previews/${again.preview}/`);
    expect(anew.json()).toMatchObject({ outcome: "read", new_count: 2 });
  });

  test("is imported by what is said of its columns, and the next one without asking", async () => {
    const layout = chosenOf(await describedBy(me, FIRST), { labels: [2, 1] });
    const answer = await me.upload("releve.csv", FIRST, undefined, JSON.stringify([layout]));
    expect(answer.json().stats).toMatchObject({ imported: 2, columns_from: "chosen" });
    expect(await importedStats(me, "suite.csv", SECOND)).toMatchObject({
      imported: 1,
      columns_from: "remembered",
    });
    expect(await lines(me)).toEqual([
      ["SARL BEFFROI VIR RECU", "12.50"],
      ["EDF PRLV", "-2.50"],
      ["SARL BEFFROI VIR RECU", "7.00"],
    ]);
    expect(await describedBy(me, SECOND)).toMatchObject({ origin: "remembered", choice: { labels: [2, 1] } });
  });

  test("is asked about again once that is forgotten; what was imported stays", async () => {
    const layout = chosenOf(await describedBy(me, FIRST));
    await me.upload("releve.csv", FIRST, undefined, JSON.stringify([layout]));
    const [remembered] = await layouts(me);
    expect(remembered).toMatchObject({
      bank_account_id: null,
      header: ["Alpha", "Bêta", "Gamma", "Delta"],
      columns: layout.columns,
    });
    const path = `/banking/statement-layouts/${must(remembered, "layout").id}/`;
    expect((await me.call("DELETE", path)).statusCode).toBe(204);
    expect((await me.call("DELETE", path)).statusCode).toBe(404);
    expect((await me.upload("suite.csv", SECOND)).json().code).toBe("unknown_columns");
    expect(await lines(me)).toHaveLength(2);
  });

  test("said anew of a table replaces what was said before", async () => {
    const table = await describedBy(me, FIRST);
    for (const labels of [[1], [2]])
      await me.upload("releve.csv", FIRST, undefined, JSON.stringify([chosenOf(table, { labels })]));
    expect(await layouts(me)).toMatchObject([{ columns: { labels: [2] } }]);
  });

  test("of another account is not read by it", async () => {
    const { second: card } = await twoBankAccounts(me);
    const layout = chosenOf(await describedBy(me, FIRST), { sign: "reversed" });
    await me.upload("carte.csv", FIRST, card, JSON.stringify([layout]));
    expect(await layouts(me)).toMatchObject([{ bank_account_id: card }]);
    expect((await me.upload("courant.csv", SECOND)).json().code).toBe("unknown_columns");
    expect((await me.upload("carte.csv", SECOND, card)).json().stats.imported).toBe(1);
    expect((await lines(me)).map((line) => line[1])).toEqual(["-12.50", "2.50", "-7.00"]);
  });

  test("is nobody else's: another distributor is asked itself", async () => {
    const layout = chosenOf(await describedBy(me, FIRST));
    await me.upload("releve.csv", FIRST, undefined, JSON.stringify([layout]));
    const other = await anAccountant(bank);
    expect(await layouts(other)).toEqual([]);
    expect((await other.upload("releve.csv", SECOND)).json().code).toBe("unknown_columns");
  });

  test.each([
    ["no JSON", "{"],
    ["no list", "{}"],
    [
      "a column that is none",
      JSON.stringify([{ header_key: "a".repeat(64), skip: 0, columns: { date: -1 } }]),
    ],
    ["too deep", "[".repeat(100) + "]".repeat(100)],
  ])("a layout that is %s is refused under its field", async (_, layout) => {
    const refused = await me.upload("releve.csv", FIRST, undefined, layout);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json())).toEqual(["layout"]);
  });

  test("without a date is refused in French", async () => {
    const layout = chosenOf(await describedBy(me, FIRST), { date: null });
    const refused = await me.upload("releve.csv", FIRST, undefined, JSON.stringify([layout]));
    expect(refused.json()).toEqual({ layout: ["Indiquez la colonne de la date."] });
  });
});

test("rows are shown as an import would read them, and nothing is saved", async () => {
  const { choice } = await describedBy(me, FIRST);
  const rows = [{ line: 2, cells: ["28/12/2026", "VIR", "BEFFROI", "12,50"] }];
  const shown = await me.call("POST", "/banking/statement-columns/preview/", { rows, columns: choice });
  expect(shown.json().rows).toMatchObject([
    { line: 2, kind: "operation", date: "2026-12-28", amount: "12.50" },
  ]);
  expect(await lines(me)).toEqual([]);
});

test.each([
  ["Date;Opération;Montant", "28/12/2026;SARL BEFFROI CINES F26000123;12,50"],
  ["Date;Libellé;Montant net", "28/12/2026;SARL BEFFROI CINES F26000123;12,50"],
  ["Date de valeur;Libellé;Montant", "28/12/2026;SARL BEFFROI CINES F26000123;12,50"],
  ["Date,Counterparty,Details,Amount", "28/12/2026,SARL BEFFROI CINES,F26000123,12.50"],
])("« %s » is imported without a question, with who paid (BANK-3)", async (header, row) => {
  const stats = await importedStats(me, "releve.csv", `${header}\r\n${row}\r\n`);
  expect(stats.imported).toBe(1);
  expect(stats.columns_from).toBeUndefined();
  expect(await lines(me)).toEqual([["SARL BEFFROI CINES F26000123", "12.50"]]);
});
