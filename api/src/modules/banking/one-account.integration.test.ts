import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { exportedRows } from "../exports/exports.testing.ts";
import {
  type Accountant,
  anAccountant,
  aQuestion,
  LEDGER,
  type QuestionFields,
  twoBankAccounts,
} from "./banking.testing.ts";

let bank: TestApp;
let me: Accountant;
let first: number;
let second: number;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
  ({ first, second } = await twoBankAccounts(me));
});

/** A question about a line of an account; `null`: of one that names none. */
const asked = async (account: number | null, fields: Partial<QuestionFields>) => {
  const { transaction } = await aQuestion(bank, me, fields);
  await bank.owner.query("update bank_transaction set bank_account_id = $2 where id = $1", [
    transaction,
    account,
  ]);
};

describe("the workbench of one bank account (BANK-35)", () => {
  const labels = async (query: string, who = me) =>
    (await who.call("GET", `/user-actions/${query}`))
      .json<{ results: { transaction_description: string }[] }>()
      .results.map((action) => action.transaction_description);

  test("has the actions about its lines, by pages, whole, searched and as a file", async () => {
    await asked(first, { label: "VIR COURANT" });
    await asked(null, { label: "VIR SANS COMPTE" });
    await asked(second, { label: "VIR LIVRET" });
    for (const page of ["", "&page=1", "&page=1&search=vir"]) {
      expect(await labels(`?bank_account=${first}${page}`)).toEqual(["VIR SANS COMPTE", "VIR COURANT"]);
      expect(await labels(`?bank_account=${second}${page}`)).toEqual(["VIR LIVRET"]);
    }
    expect(await labels("")).toHaveLength(3);
    const file = (await me.call("GET", `/exports/lists/user-actions/?bank_account=${second}`)).body;
    expect([file.includes("VIR LIVRET"), file.includes("VIR COURANT")]).toEqual([true, false]);
  });

  test("is counted alone, as the whole is", async () => {
    await asked(first, { amount: cents(30_00) });
    await asked(second, { amount: cents(40_00), transaction_date: "2026-12-27" });
    await asked(second, { amount: cents(50_00) });
    await asked(second, { status: "DONE" });
    await asked(first, { status: "REJECTED" });
    const overview = async (query: string) =>
      (await me.call("GET", `/user-actions/overview/${query}`)).json();
    expect(await overview(`?bank_account=${second}`)).toMatchObject({
      open: { count: 2, amount: "90.00", oldest_transaction_date: "2026-12-27" },
      done: 1,
      rejected: 0,
      by_reason: [{ reason_code: "unknown_payer", count: 2 }],
    });
    expect(await overview("")).toMatchObject({ open: { count: 3, amount: "120.00" }, done: 1, rejected: 1 });
  });

  test("is empty for another distributor, and for an account that is nobody's", async () => {
    await asked(second, {});
    const stranger = await anAccountant(bank);
    expect(await labels(`?bank_account=${second}`, stranger)).toEqual([]);
    expect(
      (await stranger.call("GET", `/user-actions/overview/?bank_account=${second}`)).json(),
    ).toMatchObject({ open: { count: 0, amount: "0.00" }, by_reason: [] });
    expect(await labels("?bank_account=999999999")).toEqual([]);
    const wrong = await me.call("GET", "/user-actions/overview/?bank_account=x");
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      { bank_account: ["Choisissez un compte bancaire de la liste, celui-ci n’existe pas."] },
    ]);
  });
});

describe("the exports of one bank account (BANK-35)", () => {
  const statement = (label: string, amount: string) =>
    `Date;Libellé;Montant\r\n30/11/2026;${label};${amount}\r\n`;

  test.each(["", "-b"] as const)(
    "%s has the entries that move it, with the numbers that they have among all",
    async (format) => {
      await me.upload("a.csv", statement("VIR COURANT", "10,00"), first);
      await me.upload("b.csv", statement("VIR LIVRET", "20,00"), second);
      const entries = async (query: string) => (await exportedRows(me, format, query)).slice(1, -1);
      const all = await entries("");
      const [one, other] = [await entries("?account=512100"), await entries("?account=512200")];
      expect(new Set(one.map(([journal]) => journal))).toEqual(new Set(["BQ1"]));
      expect(new Set(other.map(([journal]) => journal))).toEqual(new Set(["BQ2"]));
      const texts = (rows: string[][]) => rows.map((row) => row.join(";")).toSorted();
      expect(texts([...one, ...other])).toEqual(texts(all));
    },
  );

  test("has them once lots are made, too, and is called by the account", async () => {
    await me.upload("a.csv", statement("VIR COURANT", "10,00"), first);
    await me.upload("b.csv", statement("VIR LIVRET", "20,00"), second);
    await me.call("POST", "/accounting/lots/", { period_from: "2026-11-01", period_to: "2026-11-30" });
    await me.upload("c.csv", statement("VIR LIVRET 2", "30,00"), second);
    const rows = (await exportedRows(me, "", "?account=512200")).slice(1, -1);
    expect(rows.filter((row) => row[4] === "512200").map((row) => row[11])).toEqual(["20,00", "30,00"]);
    const answer = await me.call("GET", "/exports/export-csv/?account=512200");
    expect(answer.headers["content-disposition"]).toBe(
      'attachment; filename="accounting_export_a_512200.csv"',
    );
    const whole = await me.call("GET", "/exports/export-csv/");
    expect(whole.headers["content-disposition"]).toBe('attachment; filename="accounting_export_a.csv"');
  });

  test.each(["", "-b"] as const)("%s of an account that is nobody's is refused", async (format) => {
    const stranger = await anAccountant(bank);
    const refused = await stranger.call("GET", `/exports/export-csv${format}/?account=512200`);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { account: ["Le compte 512200 n’est celui d’aucun de vos comptes bancaires."] },
    ]);
  });
});

describe("where a line comes from (BANK-37)", () => {
  const evidence = { party_name: "SARL BEFFROI CINES", end_to_end_id: "E2E-77", references: ["F26000123"] };

  test("stands in its detail on the statement and on the workbench, with its account", async () => {
    const { action, transaction } = await aQuestion(bank, me);
    await bank.owner.query("update bank_transaction set bank_account_id = $2, evidence = $3 where id = $1", [
      transaction,
      second,
      JSON.stringify(evidence),
    ]);
    await asked(null, { label: "VIR SANS COMPTE" });
    expect((await me.call("GET", `/user-actions/${action}/`)).json()).toMatchObject({
      origin: { account_label: "Livret", evidence },
    });
    const lines = (await me.call("GET", "/banking/all-transactions/?page=1&lettering=true")).json();
    expect(lines.map((line: { lettering: { origin: unknown } }) => line.lettering.origin)).toEqual([
      { account_label: "Courant", evidence: null },
      { account_label: "Livret", evidence },
    ]);
  });

  test("has no account while there is one, and is no other distributor's to see", async () => {
    const { action } = await aQuestion(bank, me);
    const stranger = await anAccountant(bank);
    expect((await stranger.call("GET", `/user-actions/${action}/`)).statusCode).toBe(404);
    await stranger.call("POST", "/banking/accounts/", { number: "12345678", label: "Seul" });
    const own = await aQuestion(bank, stranger);
    expect((await stranger.call("GET", `/user-actions/${own.action}/`)).json().origin).toEqual({
      account_label: "",
      evidence: null,
    });
  });
});
