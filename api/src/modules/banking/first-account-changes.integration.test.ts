// What named no account stays on the one in dollars that was the first when one in euros takes its place (BANK-15), and is known there.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { must } from "../../domain/must.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Accountant, anAccountant, CURRENT_IBAN, LEDGER, SAVINGS_IBAN } from "./banking.testing.ts";

const DOLLARS_IBAN = "FR7630006000011234567890189";

let bank: TestApp;
let me: Accountant;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
});

const add = async (number: string, label: string, currency = "EUR") =>
  (await me.call("POST", "/banking/accounts/", { number, label, currency })).json<{ id: number }>().id;
const addEuros = () => add(CURRENT_IBAN, "Courant");
const table = (currency: string, ...lines: string[]) =>
  `Date;Libellé;Montant;Devise\r\n${lines.map((line) => `${line};${currency}\r\n`).join("")}`;
const ofAccount = (iban: string, content: string) => `Compte ${iban}\r\n\r\n${content}`;
/** The same operations in another layout. */
const inAnotherLayout = (content: string) =>
  content.replace("Montant;Devise", "Débit;Crédit;Devise").replaceAll(/;(\d+,\d\d);/g, ";;$1;");
const imported = async (content: string, account?: number): Promise<unknown[]> => {
  const answer = await me.upload("releve.csv", content, account);
  const { stats, bank_account } = answer.json<{
    stats?: { imported: number; duplicates: number };
    bank_account?: string[];
  }>();
  return stats ? [stats.imported, stats.duplicates] : [answer.statusCode, bank_account];
};
const lines = async () =>
  (
    await bank.owner.query(
      "select coalesce(bank_account_id, 0)::integer as account, label from bank_transaction where distributor_id = $1 order by id",
      [me.distributorId],
    )
  ).rows.map((row) => [row.account, row.label]);

describe("dollars of files that named no account, once an account in euros is the first (BANK-10)", () => {
  const A = "30/11/2026;VIR A;20,00";
  const FILE = table("USD", A, A, "30/11/2026;VIR B;30,00");
  let dollars: number;

  beforeEach(async () => {
    dollars = await add(DOLLARS_IBAN, "Dollars", "USD");
    await imported(FILE);
    await addEuros();
  });

  test.each([
    ["without a choice", () => undefined],
    ["on their account", () => dollars],
  ])("bring nothing from the same file again, %s", async (_, account) => {
    expect(await imported(FILE, account())).toEqual([0, 3]);
  });

  test("bring what is new of a longer file", async () => {
    const longer = table("USD", A, A, A, "30/11/2026;VIR B;30,00", "01/12/2026;VIR C;40,00");
    expect(await imported(longer, dollars)).toEqual([2, 3]);
    expect(await imported(longer, dollars)).toEqual([0, 5]);
    expect((await lines()).slice(3)).toEqual([
      [dollars, "VIR A"],
      [dollars, "VIR C"],
    ]);
  });

  test("bring nothing from a file that names their account", async () => {
    expect(await imported(ofAccount(DOLLARS_IBAN, FILE))).toEqual([0, 3]);
  });

  test("are others where they are on another account", async () => {
    const savings = await add(SAVINGS_IBAN, "Livret", "USD");
    const other = table("USD", "30/11/2026;VIR B;30,00");
    expect(await imported(other, savings)).toEqual([1, 0]);
    expect(await imported(ofAccount(SAVINGS_IBAN, FILE))).toEqual([2, 1]);
  });

  test("stand for none of another account that had their name", async () => {
    // No choice: on the part in dollars of the one in euros.
    expect(await imported(table("USD", "30/11/2026;VIR D;50,00"))).toEqual([1, 0]);
    expect(await imported(table("USD", A, "30/11/2026;VIR D;50,00"), dollars)).toEqual([1, 1]);
  });

  test("bring nothing from another source (BANK-11)", async () => {
    expect(await imported(inAnotherLayout(FILE), dollars)).toEqual([0, 3]);
  });

  test("bring nothing where the connection to the bank has brought them without a name (BANK-11)", async () => {
    await bank.owner.query(
      `insert into bank_transaction (distributor_id, source, bank_account, bank_account_id, transaction_date, label, amount, currency_code,
         fingerprint, provider_transaction_id)
       values ($1, 'bridge', '', $2, '2026-11-29', 'VIR E', 60.00, 'USD', 'bridge', 1)`,
      [me.distributorId, dollars],
    );
    expect(await imported(table("USD", "29/11/2026;VIR E;60,00"), dollars)).toEqual([0, 1]);
  });
});

test("BANK-10: dollars on an account that was chosen are known when the one in euros is gone, and it is the first again", async () => {
  const dollars = await add(DOLLARS_IBAN, "Dollars", "USD");
  await imported(ofAccount(CURRENT_IBAN, table("EUR", "28/11/2026;VIR F;10,00")));
  const file = table("USD", "30/11/2026;VIR B;30,00");
  expect(await imported(file, dollars)).toEqual([1, 0]);
  const { rows } = await bank.owner.query<{ id: number }>(
    "select min(id)::integer as id from import_file where distributor_id = $1",
    [me.distributorId],
  );
  await me.call("POST", `/banking/statement-imports/${must(rows[0], "import").id}/take-back/`);
  expect((await me.call("GET", "/banking/accounts/")).json().results).toMatchObject([{ id: dollars }]);
  expect(await imported(file)).toEqual([0, 1]);
});

describe("euros that named no account, of which a lot kept some on the account in dollars (BANK-15, EXP-14)", () => {
  const FILE = table("EUR", "30/11/2026;VIR A;20,00", "30/11/2026;VIR B;30,00");
  let euros: number;
  let dollars: number;

  beforeEach(async () => {
    await imported(FILE);
    await me.call("POST", "/accounting/lots/", { period_from: "2026-11-01", period_to: "2026-11-30" });
    // The version before made none in euros beside it.
    const { rows } = await bank.owner.query<{ id: number }>(
      `insert into bank_account (distributor_id, number, label, ledger_account, journal, currency)
       values ($1, $2, 'Dollars', '512100', 'BQ', 'USD') returning id::integer`,
      [me.distributorId, DOLLARS_IBAN],
    );
    dollars = must(rows[0], "account").id;
    euros = await addEuros();
  });

  test.each([
    ["without a choice", () => undefined],
    ["on the account in euros", () => euros],
  ])("bring nothing from the same file again, %s (BANK-10)", async (_, account) => {
    expect(await imported(FILE, account())).toEqual([0, 2]);
  });

  test("are on the account in euros as long as their file is asked about", async () => {
    const savings = await add(SAVINGS_IBAN, "Livret");
    const known =
      "Ce relevé est déjà importé sur le compte «\u00a0Courant\u00a0»\u00a0: choisissez ce compte.";
    expect(await imported(FILE, savings)).toEqual([400, [known]]);
    expect(await imported(FILE, dollars)).toEqual([400, [known]]);
    expect(await lines()).toHaveLength(2);
  });

  test("bring what is new of a longer file, on the account in euros", async () => {
    expect(
      await imported(
        table("EUR", "30/11/2026;VIR A;20,00", "30/11/2026;VIR B;30,00", "01/12/2026;VIR C;40,00"),
      ),
    ).toEqual([1, 2]);
    expect(await lines()).toEqual([
      [dollars, "VIR A"],
      [dollars, "VIR B"],
      [0, "VIR C"],
    ]);
  });

  test("bring nothing from a file that names their account, nor from another source (BANK-11)", async () => {
    expect(await imported(ofAccount(CURRENT_IBAN, FILE))).toEqual([0, 2]);
    expect(await imported(inAnotherLayout(FILE))).toEqual([0, 2]);
  });
});
