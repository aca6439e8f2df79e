import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  type Accountant,
  anAccountant,
  LEDGER,
  CURRENT_IBAN,
  SAVINGS_IBAN,
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

/** In the layout of a bank that does not say of which account its file is. */
const statement = (...amounts: string[]) =>
  `Date;Libellé;Montant\r\n${amounts.map((amount) => `30/11/2026;FRAIS DE TENUE DE COMPTE;${amount}`).join("\r\n")}\r\nSolde au 30/11/2026;;100,00\r\n`;
const lines = async () =>
  (
    await bank.owner.query(
      "select coalesce(bank_account_id, $2)::integer as account, amount::text from bank_transaction where distributor_id = $1 order by id",
      [me.distributorId, first],
    )
  ).rows.map((row) => [row.account, row.amount]);
const imported = async (content: string, account?: number) =>
  (await me.upload("releve.csv", content, account)).json().stats.imported;

describe("the account of a statement that names none (BANK-15)", () => {
  test("is the first one when nothing is chosen", async () => {
    expect(await imported(statement("-9,50"))).toBe(1);
    expect(await lines()).toEqual([[first, "-9.50"]]);
  });

  test("is the chosen one, with the balance that the file says", async () => {
    expect(await imported(statement("-9,50"), second)).toBe(1);
    expect(await lines()).toEqual([[second, "-9.50"]]);
    const { rows } = await bank.owner.query(
      "select bank_account_id::integer as account, amount::text from bank_balance where distributor_id = $1",
      [me.distributorId],
    );
    expect(rows).toEqual([{ account: second, amount: "100.00" }]);
  });

  test("has the same fee of the same day as another account", async () => {
    expect(await imported(statement("-9,50", "-1,00"), first)).toBe(2);
    expect(await imported(statement("-9,50"), second)).toBe(1);
    expect(await lines()).toEqual([
      [first, "-9.50"],
      [first, "-1.00"],
      [second, "-9.50"],
    ]);
  });

  test("stays that of the same file again, chosen or not, which brings nothing (BANK-10)", async () => {
    expect(await imported(statement("-9,50"), second)).toBe(1);
    expect(await imported(statement("-9,50"), second)).toBe(0);
    expect(await imported(statement("-9,50"))).toBe(0);
    expect(await lines()).toEqual([[second, "-9.50"]]);
  });

  test("knows the lines of a longer statement of the same account", async () => {
    await imported(statement("-9,50"), second);
    expect(await imported(statement("-9,50", "-9,50"), second)).toBe(1);
  });

  test.each([
    ["the first", "Courant", () => [undefined, second] as const],
    ["another", "Livret", () => [second, first] as const],
  ])("is not changed by importing the file of %s one a second time", async (_, label, accounts) => {
    const [before, after] = accounts();
    await imported(statement("-9,50"), before);
    const answer = await me.upload("releve.csv", statement("-9,50"), after);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        bank_account: [
          `Ce relevé est déjà importé sur le compte «\u00a0${label}\u00a0»\u00a0: choisissez ce compte.`,
        ],
      },
    ]);
    expect(await lines()).toHaveLength(1);
  });

  test("is refused when it is nobody's, or another distributor's, and nothing is imported", async () => {
    const other = await anAccountant(bank);
    const theirs = (
      await other.call("POST", "/banking/accounts/", { number: CURRENT_IBAN, label: "Autre" })
    ).json<{
      id: number;
    }>().id;
    for (const account of [theirs, 999_999_999, 0, -1]) {
      const answer = await me.upload("releve.csv", statement("-9,50"), account);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { bank_account: ["Choisissez un compte bancaire de la liste, celui-ci n’existe pas."] },
      ]);
    }
    expect(await lines()).toEqual([]);
    const { rows } = await bank.owner.query("select from import_file where distributor_id = $1", [
      me.distributorId,
    ]);
    expect(rows).toEqual([]);
  });

  test("gives way to the account that the file names itself", async () => {
    const named = `Compte de chèques;Compte professionnel;****0234;30/11/2026;;100,00\r\n\r\nDate operation;Libelle court;Type operation;Libelle operation;Montant operation en euro\r\n30/11/2026;VIR A;Virement;VIR A;10,00\r\n`;
    expect(await imported(named, second)).toBe(1);
    expect(await lines()).toEqual([[first, "10.00"]]);
  });
});

describe("bank lines of one account (BANK-15)", () => {
  test("are listed alone, those that name no account with the first one; without a choice all are", async () => {
    await imported(statement("-9,50"), first);
    await imported(statement("-8,50"), second);
    const amounts = async (query: string) =>
      (await me.call("GET", `/banking/all-transactions/${query}`))
        .json<{ amount: string }[]>()
        .map(({ amount }) => amount);
    for (const page of ["", "&page=1", "&page=1&lettering=true"]) {
      expect(await amounts(`?bank_account=${first}${page}`)).toEqual(["-9.50"]);
      expect(await amounts(`?bank_account=${second}${page}`)).toEqual(["-8.50"]);
    }
    expect(await amounts("")).toEqual(["-8.50", "-9.50"]);
    const file = (await me.call("GET", `/exports/lists/transactions/?bank_account=${second}`)).body;
    expect(file).toContain("-8,50");
    expect(file).not.toContain("-9,50");
  });

  test("of another distributor are none", async () => {
    await imported(statement("-9,50"), first);
    const stranger = await anAccountant(bank);
    expect((await stranger.call("GET", `/banking/all-transactions/?bank_account=${first}`)).json()).toEqual(
      [],
    );
    expect((await me.call("GET", "/banking/all-transactions/?bank_account=x")).statusCode).toBe(400);
  });
});

describe("the same operation on two accounts (BANK-11)", () => {
  const ofConnection = (account: number, number: string) =>
    bank.owner.query(
      `insert into bank_transaction (distributor_id, source, bank_account, bank_account_id, transaction_date, label, amount, fingerprint,
         provider_transaction_id)
       values ($1, 'bridge', $2, $3, '2026-11-30', 'FRAIS DE TENUE DE COMPTE', -9.50, $4, $5)`,
      [me.distributorId, number, account, `bridge ${account}`, account],
    );

  test("is kept from a file of the first one, though the connection has brought that of the second", async () => {
    await ofConnection(second, SAVINGS_IBAN);
    expect(await imported(statement("-9,50"))).toBe(1);
    expect(await lines()).toEqual([
      [second, "-9.50"],
      [first, "-9.50"],
    ]);
  });

  test("is not kept twice where both are of the first one", async () => {
    await ofConnection(first, CURRENT_IBAN);
    expect(await imported(statement("-9,50"))).toBe(0);
  });
});
