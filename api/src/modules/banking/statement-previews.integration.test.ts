// A statement that is looked at before it counts (BANK-31 to BANK-33), on a real database.
import type { StatementStats } from "@bobine/contract/banking";
import type { StatementPreview } from "@bobine/contract/statement-previews";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Accountant, anAccountant, LEDGER, multipart } from "./banking.testing.ts";
import { startRace } from "./concurrency.testing.ts";
import { aSampleDistributor, importedStats, NOTHING_STORED, sample, savedOf } from "./statement.testing.ts";
import { removeExpiredStatements, storageKeyOf } from "./store-statement.ts";

const HOUR_MS = 3_600_000;
const CSV = sample("releve-3-credit-agricole.csv");

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());

type Read = Extract<StatementPreview, { outcome: "read" }>;

const upload = (me: Accountant, content: Buffer | string, fileName = "releve.csv", query = "") => {
  const { payload, contentType } = multipart("file", fileName, content);
  return bank.app.inject({
    method: "POST",
    url: `/api/v1/banking/statement-previews/${query}`,
    headers: { ...me.headers, "content-type": contentType },
    payload,
  });
};
async function previewed(me: Accountant, content: Buffer | string, fileName?: string): Promise<Read> {
  const answer = await upload(me, content, fileName);
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  const preview = answer.json<StatementPreview>();
  if (preview.outcome !== "read") throw new Error(preview.message);
  return preview;
}
const importIt = (me: Accountant, id: string, body: object = {}) =>
  me.call("POST", `/banking/statement-previews/${id}/import/`, body);
const keptOf = (me: Accountant) =>
  bank.inDatabase((tx) =>
    tx.many<{ id: string; import_id: number | null }>(
      sql`select id, import_id from kept_statement where distributor_id = ${me.distributorId}`,
    ),
  );
const fileOf = (me: Accountant, id: string) => bank.services.files.get(storageKeyOf(me.distributorId, id));

test("BANK-32: a preview tells what a file brings, and nothing of it counts", async () => {
  const me = await aSampleDistributor(bank);
  const preview = await previewed(me, CSV);
  expect(preview).toMatchObject({
    file_name: "releve.csv",
    bank: "Crédit Agricole",
    file_format: "csv",
    rows_read: 6,
    new_count: 6,
    known_count: 0,
    credits: 4,
    debits: 2,
    total_credits: "26176.06",
    period_start: "2026-12-28",
    errors_count: 0,
    days_to_confirm: [],
    account_to_choose: null,
    imported: null,
  });
  expect(preview.lines).toHaveLength(6);
  expect(preview.lines.every((line) => !line.is_known)).toBe(true);
  expect(await savedOf(bank, me)).toEqual(NOTHING_STORED);
  expect(Buffer.from(await fileOf(me, preview.id)).equals(CSV)).toBe(true);
});

test("BANK-32: what it says will be lettered is what its import letters", async () => {
  const me = await aSampleDistributor(bank);
  const preview = await previewed(me, CSV);
  const answer = await importIt(me, preview.id);
  expect(answer.statusCode).toBe(200);
  const { stats } = answer.json<{ stats: StatementStats }>();
  expect(preview.lettering?.count).toBeGreaterThan(0);
  expect(preview.lettering?.count).toBe(stats.auto_reconciled);
  const [{ total } = { total: "" }] = await bank.inDatabase((tx) =>
    tx.many<{ total: string }>(
      sql`select sum(amount)::text as total from allocation where distributor_id = ${me.distributorId}`,
    ),
  );
  expect(preview.lettering?.total).toBe(total);
  expect(stats.imported).toBe(preview.new_count);
});

test("BANK-32: imported twice, it answers the first result and imports nothing twice", async () => {
  const me = await aSampleDistributor(bank);
  const { id } = await previewed(me, CSV);
  const [one, two] = await Promise.all([importIt(me, id), importIt(me, id)]);
  expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
  expect(two.json()).toEqual(one.json());
  expect((await importIt(me, id)).json()).toEqual(one.json());
  expect(await savedOf(bank, me)).toMatchObject({ files: 1, lines: 6 });
  const again = await me.call("GET", `/banking/statement-previews/${id}/`);
  expect(again.json<Read>()).toMatchObject({
    new_count: 0,
    known_count: 6,
    imported: one.json<{ stats: object }>().stats,
  });
});

test("BANK-34, BANK-32: once its import was taken back, a preview neither says that it is in nor imports it anew, and is no more to be dropped", async () => {
  const me = await aSampleDistributor(bank);
  const { id } = await previewed(me, CSV);
  expect((await importIt(me, id)).statusCode).toBe(200);
  const [kept] = await keptOf(me);
  const imported = `/banking/statement-imports/${kept?.import_id ?? 0}`;
  expect((await me.call("POST", `${imported}/take-back/`, {})).statusCode).toBe(200);
  const refused = await importIt(me, id);
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining("import_taken_back")]);
  expect((await me.call("GET", `/banking/statement-previews/${id}/`)).statusCode).toBe(404);
  expect((await drop(me, id)).statusCode).toBe(404);
  expect(await savedOf(bank, me)).toMatchObject({ lines: 0 });
  const again = await me.call("POST", `${imported}/preview/`, {});
  const anew = again.json<{ preview: string }>().preview;
  expect((await importIt(me, anew)).json()).toMatchObject({ stats: { imported: 6 } });
});

test("BANK-32: a preview tells which lines are here already", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  const preview = await previewed(me, CSV);
  expect(preview).toMatchObject({ new_count: 0, known_count: 6, lettering: { count: 0, total: "0.00" } });
  expect(preview.lines.every((line) => line.is_known)).toBe(true);
});

test("BANK-32: another distributor's file, or none, does not exist", async () => {
  const me = await aSampleDistributor(bank);
  const other = await anAccountant(bank);
  const { id } = await previewed(me, CSV);
  for (const path of [id, "6b1f0c9e-0000-4000-8000-000000000000", "x"]) {
    expect((await other.call("GET", `/banking/statement-previews/${path}/`)).statusCode).toBe(404);
    expect((await importIt(other, path)).statusCode).toBe(404);
    const dropped = await bank.app.inject({
      method: "DELETE",
      url: `/api/v1/banking/statement-previews/${path}/`,
      headers: other.headers,
    });
    expect(dropped.statusCode).toBe(404);
  }
  expect(await keptOf(me)).toHaveLength(1);
});

const drop = (me: Accountant, id: string) =>
  bank.app.inject({
    method: "DELETE",
    url: `/api/v1/banking/statement-previews/${id}/`,
    headers: me.headers,
  });

test("BANK-32: dropped, its row and its file go", async () => {
  const me = await aSampleDistributor(bank);
  const { id } = await previewed(me, CSV);
  expect((await drop(me, id)).statusCode).toBe(204);
  expect((await drop(me, id)).statusCode).toBe(404);
  expect(await keptOf(me)).toEqual([]);
  await expect(fileOf(me, id)).rejects.toMatchObject({ code: "file_missing" });
});

test("BANK-32: one that is imported, or is being saved, is not dropped, and whoever wants to is told so at once", async () => {
  const me = await aSampleDistributor(bank);
  const { id } = await previewed(me, CSV);
  let dropping: Awaited<ReturnType<typeof drop>> | undefined;
  let asks = true;
  const calm = startRace(bank.services.pool, {
    before: async (text) => {
      if (!asks || !/update kept_statement set import_id/.test(text)) return;
      asks = false;
      // The import goes on once this is answered.
      dropping = await drop(me, id);
    },
  });
  const imported = await importIt(me, id).finally(calm);
  expect(imported.statusCode).toBe(200);
  expect([dropping?.statusCode, dropping?.json()]).toEqual([
    409,
    {
      detail: "Ce relevé est en cours d’import, il ne peut pas être abandonné.",
      code: "statement_being_imported",
    },
  ]);
  const later = await drop(me, id);
  expect([later.statusCode, later.json()]).toMatchObject([409, { code: "statement_imported" }]);
  expect(await keptOf(me)).toEqual([{ id, import_id: expect.any(Number) }]);
  expect(await fileOf(me, id)).toBeDefined();
});

test("BANK-32: what nobody imports in a day expires, and the round removes it an hour later; an imported one stays", async () => {
  const me = await aSampleDistributor(bank);
  const waiting = await previewed(me, CSV);
  const imported = await previewed(me, sample("releve-1-bnp.csv"));
  expect((await importIt(me, imported.id)).statusCode).toBe(200);
  bank.clock.advance(24 * HOUR_MS + 1);
  // Her session has ended by then, too.
  const headers = await bank.bearerOf({ id: me.userId });
  const url = `/api/v1/banking/statement-previews/${waiting.id}/`;
  expect((await bank.app.inject({ method: "GET", url, headers })).statusCode).toBe(404);
  await removeExpiredStatements(bank.services);
  expect(await keptOf(me)).toHaveLength(2);
  bank.clock.advance(HOUR_MS);
  await removeExpiredStatements(bank.services);
  expect(await keptOf(me)).toEqual([{ id: imported.id, import_id: expect.any(Number) }]);
  await expect(fileOf(me, waiting.id)).rejects.toMatchObject({ code: "file_missing" });
  expect(await fileOf(me, imported.id)).toBeDefined();
});

test("BANK-32: a table whose columns say nothing is kept, so that somebody can name them", async () => {
  const me = await aSampleDistributor(bank);
  const answer = await upload(me, "alpha;beta;gamma\nun;deux;trois\n");
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ outcome: "unknown_layout", file_name: "releve.csv" });
  expect(await keptOf(me)).toHaveLength(1);
  const { id } = answer.json<StatementPreview>();
  expect((await importIt(me, id)).statusCode).toBe(400);
});

test.each([
  ["releve.csv", "", "Le fichier est vide."],
  ["releve.pdf", "x", "Veuillez sélectionner un fichier XLSX ou CSV"],
])("BANK-32: %s of %j is refused as its import is, and not kept", async (name, content, error) => {
  const me = await aSampleDistributor(bank);
  const answer = await upload(me, content, name);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error });
  expect(await keptOf(me)).toEqual([]);
});

test("BANK-31: a statement that is imported in one step is kept as it came, and one that is refused is not", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  const [kept] = await keptOf(me);
  expect(Buffer.from(await fileOf(me, kept?.id ?? "")).equals(CSV)).toBe(true);
  expect((await me.upload("releve.csv", "")).statusCode).toBe(400);
  expect((await me.upload("releve.csv", CSV, 999_999)).statusCode).toBe(400);
  expect(await keptOf(me)).toHaveLength(1);
});

test("BANK-33: days to come are asked about before they count, and told when nobody can be asked", async () => {
  const me = await aSampleDistributor(bank);
  const file = "Date;Libellé;Montant\n03/01/2027;VIR SEPA CINEMA;10,00\n31/12/2026;VIR SEPA CINEMA;20,00\n";
  const sentence =
    "1 opération est datée après aujourd’hui (03/01/2027)\u00a0: vérifiez l’année et l’ordre du jour et du mois.";
  bank.clock.set("2026-12-31T09:00:00.000Z");
  const preview = await previewed(me, file);
  expect(preview.days_to_confirm).toEqual([sentence]);
  const refused = await importIt(me, preview.id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: "days_to_confirm" });
  expect(await savedOf(bank, me)).toEqual(NOTHING_STORED);
  const accepted = await importIt(me, preview.id, { days_confirmed: true });
  expect(accepted.json<{ stats: StatementStats }>().stats).toMatchObject({ imported: 2, notes: [sentence] });

  const other = await aSampleDistributor(bank);
  expect((await importedStats(other, "releve.csv", file)).notes).toEqual([sentence]);
});

test("BANK-33: days before the opening balance of their account are asked about", async () => {
  const me = await aSampleDistributor(bank);
  await me.call("POST", "/banking/accounts/", {
    number: "FR1420041010050500013M02606",
    label: "Courant",
    opening_date: "2026-12-30",
    opening_balance: "100.00",
  });
  const preview = await previewed(me, "Date;Libellé;Montant\n29/12/2026;A;10,00\n30/12/2026;B;20,00\n");
  expect(preview.days_to_confirm).toEqual([
    "1 opération est datée avant le 30/12/2026, jour du solde d’ouverture du compte (29/12/2026).",
  ]);
});

test("BANK-33: days before the bank opened the account are asked about, without an opening balance too", async () => {
  const me = await aSampleDistributor(bank);
  await me.call("POST", "/banking/accounts/", {
    number: "FR1420041010050500013M02606",
    label: "Courant",
    opened_on: "2026-12-30",
  });
  const file = "Date;Libellé;Montant\n29/12/2026;A;10,00\n30/12/2026;B;20,00\n";
  const sentence = "1 opération est datée avant le 30/12/2026, jour où le compte a été ouvert (29/12/2026).";
  const preview = await previewed(me, file);
  expect(preview.days_to_confirm).toEqual([sentence]);
  expect((await importIt(me, preview.id)).statusCode).toBe(409);
  const accepted = await importIt(me, preview.id, { days_confirmed: true });
  expect(accepted.json<{ stats: StatementStats }>().stats).toMatchObject({ imported: 2, notes: [sentence] });
});

test("BANK-32: an account that is not known yet is told, and made by the import alone", async () => {
  const me = await aSampleDistributor(bank);
  const bnp = sample("releve-1-bnp.csv");
  const preview = await previewed(me, bnp);
  const accounts = () =>
    me.call("GET", "/banking/accounts/").then((answer) => answer.json<{ results: object[] }>().results);
  expect(preview.accounts).toMatchObject([
    { id: null, is_new: true, ledger_account: "512100", line_count: 6 },
  ]);
  expect(await accounts()).toEqual([]);
  await importIt(me, preview.id);
  expect(await accounts()).toHaveLength(1);
  expect((await previewed(me, bnp)).accounts).toMatchObject([{ is_new: false, ledger_account: "512100" }]);
});

test("BANK-10: the same file brings nothing after its account has another number", async () => {
  const me = await aSampleDistributor(bank);
  const add = async (number: string, label: string) =>
    (await me.call("POST", "/banking/accounts/", { number, label })).json<{ id: number }>().id;
  await add("****1111", "Courant");
  const second = await add("****2222", "Livret");
  const file = "Date;Libellé;Montant\n29/12/2026;VIR A;10,00\n30/12/2026;VIR B;20,00\n";
  expect((await me.upload("releve.csv", file, second)).json()).toMatchObject({ stats: { imported: 2 } });
  const renamed = await me.call("PATCH", `/banking/accounts/${second}/`, {
    number: "FR1420041010050500013M02606",
  });
  expect(renamed.statusCode).toBe(200);
  expect((await me.upload("releve.csv", file, second)).json()).toMatchObject({
    stats: { imported: 0, duplicates: 2 },
  });
});
