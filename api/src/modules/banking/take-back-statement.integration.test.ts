// An import that is taken back whole, and the files of imports (BANK-31, BANK-34), on a real database.
import { cents } from "@bobine/contract/money";
import type { StatementImport } from "@bobine/contract/statement-imports";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { mountComments } from "../comments/comments.routes.ts";
import {
  aCinemaIn,
  type Accountant,
  anAccountant,
  anInvoiceIn,
  LEDGER,
  snapshot,
} from "./banking.testing.ts";
import { aSampleDistributor, importedStats, outcomeOf, sample, violationsIn } from "./statement.testing.ts";

const CSV = sample("releve-3-credit-agricole.csv");

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp({ ...LEDGER, only: [...LEDGER.only, mountComments] });
});
afterAll(() => bank.close());

const importsOf = async (me: Accountant): Promise<StatementImport[]> =>
  (await me.call("GET", "/banking/statement-imports/")).json<{ results: StatementImport[] }>().results;
async function lastImport(me: Accountant): Promise<StatementImport> {
  const [last] = await importsOf(me);
  if (!last) throw new Error("nothing was imported");
  return last;
}
const takeBack = (me: Accountant, id: number) =>
  me.call("POST", `/banking/statement-imports/${id}/take-back/`);
const linesOf = (me: Accountant) =>
  bank.inDatabase((tx) =>
    tx.many<{ id: number; label: string; amount: string }>(
      sql`select id, label, amount from bank_transaction where distributor_id = ${me.distributorId} order by id`,
    ),
  );
/** A statement of these operations. */
const csvOf = (...lines: readonly (readonly [date: string, label: string, amount: string])[]): string =>
  `Date;Libellé;Montant\n${lines.map((line) => line.join(";")).join("\n")}\n`;
const lineOf = async (me: Accountant, label: string): Promise<number> =>
  (await linesOf(me)).find((line) => line.label.includes(label))?.id ?? 0;

const stateOf = (me: Accountant, invoice: number) =>
  bank.inDatabase((tx) =>
    tx.one<{ outstanding: string }>(
      sql`select outstanding from invoice where id = ${invoice} and distributor_id = ${me.distributorId}`,
    ),
  );

test("BANK-34: an import that is taken back leaves everything as it was before, and imports again as if it had never come", async () => {
  const me = await aSampleDistributor(bank);
  const before = await snapshot(bank, me);
  const stats = await importedStats(me, "releve.csv", CSV);
  const outcome = await outcomeOf(bank, me);
  expect(stats.auto_reconciled).toBeGreaterThan(0);
  const { id } = await lastImport(me);
  const answer = await takeBack(me, id);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { message: "Import annulé\u00a0: 6 opérations retirées.", removed: 6 },
  ]);
  expect(await snapshot(bank, me)).toBe(before);
  expect(await violationsIn(bank)).toEqual([]);
  expect(await importedStats(me, "releve.csv", CSV)).toEqual(stats);
  const again = await outcomeOf(bank, me);
  expect(withoutLetters(again)).toEqual(withoutLetters(outcome));
  expect(await violationsIn(bank)).toEqual([]);
});

/** Letters are never given twice. */
const withoutLetters = (outcome: unknown): unknown =>
  JSON.parse(JSON.stringify(outcome), (key, value: unknown) => (/letters/.test(key) ? undefined : value));

test("BANK-34: it says which later import may tell of its operations, which brings them when it is imported again", async () => {
  const me = await anAccountant(bank);
  const [one, two, three] = [
    ["30/11/2026", "VIR UN", "1,00"],
    ["01/12/2026", "VIR DEUX", "2,00"],
    ["02/12/2026", "VIR TROIS", "3,00"],
  ] as const;
  await importedStats(me, "a.csv", csvOf(one, two));
  const { id } = await lastImport(me);
  await importedStats(me, "b.csv", csvOf(two, three));
  await importedStats(me, "c.csv", csvOf(three));
  const lacking = async () =>
    (await importsOf(me)).filter((statement) => statement.may_lack).map((statement) => statement.file_name);
  expect(await lacking()).toEqual([]);
  const answer = (await takeBack(me, id)).json<{ message: string }>();
  // The clock of this test stands in another month than that of PostgreSQL, which dates imports.
  await bank.owner.query("update import_file set taken_back_at = now() where id = $1", [id]);
  expect(answer.message).toBe(
    "Import annulé\u00a0: 2 opérations retirées. «\u00a0b.csv\u00a0», importé ensuite, peut en contenir\u00a0: réimportez-le pour les retrouver.",
  );
  expect(await lacking()).toEqual(["b.csv"]);
  await importedStats(me, "b.csv", csvOf(two, three));
  expect(await lacking()).toEqual([]);
  expect((await linesOf(me)).map((line) => line.label)).toEqual(["VIR TROIS", "VIR DEUX"]);
});

test("BANK-34: taken back twice, also at once, it answers the first result", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  const { id } = await lastImport(me);
  const [one, two] = await Promise.all([takeBack(me, id), takeBack(me, id)]);
  expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
  expect(two.json()).toEqual(one.json());
  await importedStats(me, "releve.csv", CSV);
  expect((await takeBack(me, id)).json()).toEqual(one.json());
  expect(await linesOf(me)).toHaveLength(6);
});

test("BANK-34: another distributor's import does not exist, nor does its file", async () => {
  const me = await aSampleDistributor(bank);
  const other = await anAccountant(bank);
  await importedStats(me, "releve.csv", CSV);
  const { id } = await lastImport(me);
  expect((await takeBack(other, id)).statusCode).toBe(404);
  expect((await other.call("GET", `/banking/statement-imports/${id}/file/`)).statusCode).toBe(404);
  expect((await other.call("POST", `/banking/statement-imports/${id}/preview/`)).statusCode).toBe(404);
  expect(await importsOf(other)).toEqual([]);
  expect(await linesOf(me)).toHaveLength(6);
});

test("BANK-34: what a lot holds stays, and the refusal names the lot", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  const lot = await me.call("POST", "/accounting/lots/", {
    period_from: "2026-01-01",
    period_to: "2026-12-31",
  });
  expect(lot.statusCode).toBe(201);
  const state = await snapshot(bank, me);
  const refused = await takeBack(me, (await lastImport(me)).id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: "in_lot",
    detail: "Cet import ne peut plus être annulé\u00a0: 6 de ses opérations sont dans un lot, le 2026-1.",
  });
  expect(await snapshot(bank, me)).toBe(state);
});

test("BANK-34: what was made of it elsewhere is undone first, and the refusal says what", async () => {
  const me = await anAccountant(bank);
  const cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
  const invoice = await anInvoiceIn(bank, me, cinema, { invoice_number: "F26900001", total: cents(100_00) });
  await importedStats(me, "releve.csv", csvOf(["15/12/2026", "VIR AVANCE INCONNUE", "60,00"]));
  const { id } = await lastImport(me);
  const line = await lineOf(me, "AVANCE");
  const parts = await me.call("POST", `/banking/transactions/${line}/parts/`, {
    parts: [{ kind: "advance", cinema_id: cinema, amount: "60.00" }],
  });
  expect(parts.statusCode).toBe(200);
  const credits = (await me.call("GET", "/banking/credits/")).json<{ results: { id: string }[] }>().results;
  const credit = credits[0]?.id ?? "";
  const applied = await me.call("POST", `/banking/credits/${credit}/apply/`, {
    invoice_id: invoice,
    amount: "60.00",
  });
  expect(applied.statusCode).toBe(200);
  const state = await snapshot(bank, me);

  const refused = await takeBack(me, id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: "undo_first",
    detail:
      "Opération du 15/12/2026, VIR AVANCE INCONNUE\u00a0: le crédit né de cette opération est imputé sur la facture F26900001. Annulez d’abord cette imputation.",
  });
  expect(await snapshot(bank, me)).toBe(state);

  const use = applied.json<{ credit: { uses: { id: string }[] } }>().credit.uses[0]?.id ?? "";
  expect((await me.call("POST", `/banking/credit-uses/${use}/undo/`)).statusCode).toBe(200);
  expect((await takeBack(me, id)).statusCode).toBe(200);
  expect(await linesOf(me)).toEqual([]);
  expect(await violationsIn(bank)).toEqual([]);
});

test("BANK-34: a receipt and its return in one file go together; in two files, the return's goes first", async () => {
  const receipt = ["01/12/2026", "VIR SEPA SARL BEFFROI CINES F26900010", "100,00"] as const;
  const debit = ["10/12/2026", "REJET VIR SEPA SARL BEFFROI CINES F26900010", "-100,00"] as const;
  const withReturn = async (files: readonly string[]): Promise<Accountant> => {
    const me = await anAccountant(bank);
    const cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
    const invoice = await anInvoiceIn(bank, me, cinema, {
      invoice_number: "F26900010",
      total: cents(100_00),
    });
    for (const [place, file] of files.entries()) await importedStats(me, `releve-${place}.csv`, file);
    const [paid, returned] = [await lineOf(me, "VIR SEPA"), await lineOf(me, "REJET")];
    const live = await bank.inDatabase((tx) =>
      tx.maybe(sql`select from reconciliation where transaction_id = ${paid} and reverted_at is null`),
    );
    if (!live) {
      const parts = [{ kind: "invoice", invoice_id: invoice, amount: "100.00" }];
      expect((await me.call("POST", `/banking/transactions/${paid}/parts/`, { parts })).statusCode).toBe(200);
    }
    const parts = [{ kind: "return", transaction_id: paid, invoice_id: invoice, amount: "-100.00" }];
    const answer = await me.call("POST", `/banking/transactions/${returned}/parts/`, { parts });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return me;
  };
  const one = await withReturn([csvOf(receipt, debit)]);
  expect((await takeBack(one, (await lastImport(one)).id)).statusCode).toBe(200);
  expect(await linesOf(one)).toEqual([]);

  const two = await withReturn([csvOf(receipt), csvOf(debit)]);
  const [later, earlier] = await importsOf(two);
  const refused = await takeBack(two, earlier?.id ?? 0);
  expect(refused.json()).toMatchObject({
    code: "returned_since",
    detail:
      "Opération du 01/12/2026, VIR SEPA SARL BEFFROI CINES F26900010\u00a0: cet encaissement a été retourné par l’opération du 10/12/2026\u00a0: annulez d’abord ce retour.",
  });
  expect((await takeBack(two, later?.id ?? 0)).statusCode).toBe(200);
  expect((await takeBack(two, earlier?.id ?? 0)).statusCode).toBe(200);
  expect(await linesOf(two)).toEqual([]);
  expect(await violationsIn(bank)).toEqual([]);
});

test.each([
  ["the engine lettered", "VIR SEPA SARL BEFFROI CINES F26900010", 1],
  ["a person decided", "VIR SEPA ZZZ", 0],
])(
  "BANK-34, LET-25: a credit note comes back to its invoice once all of an import is undone, its returns and a receipt that %s too",
  async (_who, label, auto_reconciled) => {
    const me = await anAccountant(bank);
    const cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
    const invoice = await anInvoiceIn(bank, me, cinema, {
      invoice_number: "F26900010",
      total: cents(200_00),
    });
    const receipt = (day: string, text: string) => [day, text, "100,00"] as const;
    const all = { kind: "invoice", invoice_id: invoice, amount: "100.00" };
    const decide = async (line: number, part: object) => {
      const answer = await me.call("POST", `/banking/transactions/${line}/parts/`, { parts: [part] });
      expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    };
    await importedStats(me, "releve-1.csv", csvOf(receipt("01/12/2026", "VIR SEPA BEFFROI")));
    const paid = await lineOf(me, "VIR SEPA BEFFROI");
    await decide(paid, all);
    const debit = ["10/12/2026", "REJET VIR SEPA SARL BEFFROI CINES F26900010", "-100,00"] as const;
    const stats = await importedStats(me, "releve-2.csv", csvOf(debit, receipt("12/12/2026", label)));
    expect(stats).toMatchObject({ auto_reconciled });
    await decide(await lineOf(me, "REJET"), {
      kind: "return",
      transaction_id: paid,
      invoice_id: invoice,
      amount: "-100.00",
    });
    if (auto_reconciled === 0) await decide(await lineOf(me, label), all);
    const note = await anInvoiceIn(bank, me, cinema, {
      type: "credit_note",
      total: cents(-200_00),
      corrects_id: invoice,
    });
    const use = { invoice_id: invoice, amount: "100.00" };
    const applied = await me.call("POST", `/banking/credits/note:${note}/apply/`, use);
    expect(applied.statusCode).toBe(200);

    const answer = await takeBack(me, (await lastImport(me)).id);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("2 opérations retirées")]);
    expect([await stateOf(me, invoice), await stateOf(me, note)]).toEqual([
      { outstanding: "0.00" },
      { outstanding: "-100.00" },
    ]);
    expect(await violationsIn(bank)).toEqual([]);
  },
);

test("BANK-34: a line that the connection to the bank knows too becomes its own, and imports no second time", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  const [linked] = await linesOf(me);
  await bank.inDatabase((tx) =>
    tx.run(sql`update bank_transaction set provider_transaction_id = 77001 where id = ${linked?.id ?? 0}`),
  );
  expect((await takeBack(me, (await lastImport(me)).id)).json()).toMatchObject({ removed: 5 });
  const left = await bank.inDatabase((tx) =>
    tx.many(
      sql`select id, source, import_id from bank_transaction where distributor_id = ${me.distributorId}`,
    ),
  );
  expect(left).toEqual([{ id: linked?.id, source: "bridge", import_id: null }]);
  expect(await importedStats(me, "releve.csv", CSV)).toMatchObject({ imported: 5, duplicates: 1 });
});

test("BANK-34: it says nothing of how right automatic lettering is", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  await takeBack(me, (await lastImport(me)).id);
  const { last_90_days } = (await me.call("GET", "/banking/automatic-lettering/")).json<{
    last_90_days: { automatic: number; reverted: number };
  }>();
  expect(last_90_days).toMatchObject({ automatic: 0, reverted: 0 });
});

test("BANK-31: imports are listed with who, when, operations and balances, and their file comes back as it was", async () => {
  const me = await aSampleDistributor(bank);
  const withBalances =
    "Date;Libellé;Montant;Solde\n29/12/2026;VIR A;10,00;110,00\n30/12/2026;VIR B;20,00;130,00\n";
  await importedStats(me, "relevé « décembre ».csv", withBalances);
  const listed = await lastImport(me);
  expect(listed).toMatchObject({
    file_name: "relevé « décembre ».csv",
    created_by: { first_name: "Camille" },
    imported: 2,
    line_count: 2,
    period_start: "2026-12-29",
    period_end: "2026-12-30",
    may_lack: false,
    has_file: true,
    taken_back: null,
    balances: [
      { kind: "opening", date: "2026-12-29", amount: "100.00" },
      { kind: "closing", date: "2026-12-30", amount: "130.00" },
    ],
  });
  const answer = await me.call("GET", `/banking/statement-imports/${listed.id}/file/`);
  expect(answer.body).toBe(withBalances);
  expect(answer.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition":
      "attachment; filename=\"relev_ _ d_cembre _.csv\"; filename*=UTF-8''relev%C3%A9%20%C2%AB%20d%C3%A9cembre%20%C2%BB.csv",
    "x-content-type-options": "nosniff",
  });

  await takeBack(me, listed.id);
  expect(await lastImport(me)).toMatchObject({
    line_count: 0,
    balances: [],
    may_lack: false,
    has_file: true,
    taken_back: { at: "2026-12-31T09:00:00.000Z", by: { first_name: "Camille" } },
  });
  const again = await me.call("POST", `/banking/statement-imports/${listed.id}/preview/`);
  const preview = await me.call(
    "GET",
    `/banking/statement-previews/${again.json<{ preview: string }>().preview}/`,
  );
  expect(preview.json()).toMatchObject({ outcome: "read", new_count: 2, imported: null });
});

test("COM-6: comments of an import that is taken back are kept, told, and there again with its operations", async () => {
  const me = await aSampleDistributor(bank);
  await importedStats(me, "releve.csv", CSV);
  const [first] = await linesOf(me);
  if (!first) throw new Error("no line");
  const comments = async (transaction: number) =>
    (await me.call("GET", `/comments/?subject=transaction:${transaction}`))
      .json<{ results: { text: string }[] }>()
      .results.map(({ text }) => text);
  const said = await me.call("POST", "/comments/", {
    subject: `transaction:${first.id}`,
    text: "Payé pour deux cinémas",
  });
  expect(said.statusCode).toBe(201);
  const { id } = await lastImport(me);
  const kept =
    "Import annulé\u00a0: 6 opérations retirées. À retrouver sur ces opérations quand le même relevé sera importé de nouveau\u00a0: 1 commentaire.";
  expect((await takeBack(me, id)).json<{ message: string }>().message).toBe(kept);
  expect((await takeBack(me, id)).json<{ message: string }>().message).toBe(kept);
  const [entry] = await bank.inDatabase((tx) =>
    tx.many<{ kept: number }>(sql`
      select (action_details ->> 'kept_comments')::integer as kept from audit_log
      where distributor_id = ${me.distributorId} and action_details ? 'kept_comments'`),
  );
  expect(entry?.kept).toBe(1);
  await importedStats(me, "releve.csv", CSV);
  const again = (await linesOf(me)).find(({ label }) => label === first.label);
  expect(again?.id).not.toBe(first.id);
  expect(await comments(again?.id ?? 0)).toEqual(["Payé pour deux cinémas"]);
});
