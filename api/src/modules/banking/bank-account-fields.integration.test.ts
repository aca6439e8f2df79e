import type { StatementStats } from "@bobine/contract/banking";
import type { StatementTable } from "@bobine/contract/statement-columns";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { must } from "../../domain/must.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { exportedRows } from "../exports/exports.testing.ts";
import { type Accountant, anAccountant, LEDGER } from "./banking.testing.ts";

let bank: TestApp;
let me: Accountant;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
});

const IBAN = "FR1420041010050500013M02606";
const add = (more: object = {}) =>
  me.call("POST", "/banking/accounts/", { number: IBAN, label: "Compte", ...more });
const accounts = async () => (await me.call("GET", "/banking/accounts/")).json().results;
const statement = (...lines: (readonly [amount: string, currency: string])[]) =>
  `Date;Libellé;Montant;Devise\r\n${lines.map(([amount, currency]) => `30/11/2026;VIR ${amount};${amount};${currency}`).join("\r\n")}\r\n`;
/** OFX names its account, and its currency. */
const ofx = (currency: string) =>
  `OFXHEADER:100\r\n\r\n<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>BANQUE DU PORT</FI></SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>X<ACCTID>98765432109<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20261101<DTEND>20261130<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261115<TRNAMT>10.00<FITID>${currency}1<NAME>VIR</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const notesOf = async (answer: ReturnType<Accountant["upload"]>) =>
  (await answer).json<{ stats: StatementStats }>().stats.notes?.map((note) => note.replaceAll("\u00a0", " "));

describe("the fields of a bank account (BANK-38)", () => {
  test("are its bank, a colour and a currency, which stays", async () => {
    const made = (await add({ bank: "Banque du Port", colour: "teal", currency: "usd" })).json();
    expect(made).toMatchObject({ bank: "Banque du Port", colour: "teal", currency: "USD" });
    const changed = await me.call("PATCH", `/banking/accounts/${made.id}/`, { bank: "", colour: "red" });
    expect(changed.json()).toMatchObject({ bank: "", colour: "red", currency: "USD" });
    const refused = await me.call("PATCH", `/banking/accounts/${made.id}/`, { currency: "EUR" });
    expect(refused.statusCode).toBe(400);
  });

  test("are empty and euros without a word", async () => {
    expect((await add()).json()).toMatchObject({ bank: "", colour: "", currency: "EUR" });
  });

  test.each([
    [{ colour: "pink" }, { colour: ["Choisissez une couleur de la liste."] }],
    [{ currency: "EURO" }, { currency: ["Saisissez une devise de trois lettres, par exemple EUR."] }],
    [
      { currency: "USD", opening_date: "2026-11-01", opening_balance: "1.00" },
      {
        opening_balance: [
          "Un compte en USD n’est pas dans les exports\u00a0: il n’a pas de solde d’ouverture en euros.",
        ],
      },
    ],
  ])("are refused as %j", async (given, message) => {
    const answer = await add(given);
    expect([answer.statusCode, answer.json()]).toEqual([400, message]);
  });

  test("come with the first statement that names it", async () => {
    expect((await me.upload("releve.ofx", ofx("USD"))).statusCode).toBe(200);
    expect(await accounts()).toMatchObject([{ bank: "BANQUE DU PORT", currency: "USD" }]);
  });
});

describe("amounts in another currency (BANK-38)", () => {
  test("stand on a part of their account in their currency, which is told, and are in no entry", async () => {
    const { id } = (await add({ bank: "Banque du Port" })).json();
    const file = statement(["10,00", "EUR"], ["20,00", "USD"], ["30,00", "GBP"]);
    expect(await notesOf(me.upload("releve.csv", file, id))).toEqual([
      "1 opération en USD sur un compte à part, « Compte (USD) » : hors des soldes, du lettrage et des exports.",
      "1 opération en GBP sur un compte à part, « Compte (GBP) » : hors des soldes, du lettrage et des exports.",
    ]);
    expect(await accounts()).toMatchObject([
      { number: IBAN, currency: "EUR" },
      { number: `USD*${IBAN}`, label: "Compte (USD)", currency: "USD", bank: "Banque du Port" },
      { number: `GBP*${IBAN}`, label: "Compte (GBP)", currency: "GBP" },
    ]);
    const moved = (await exportedRows(me, "-b")).filter((row) => row[2]?.startsWith("512"));
    expect(moved.map((row) => [row[2], row[6]])).toEqual([["512100", "10,00"]]);

    // The same file again, also without a word about its account, brings nothing; a later one finds the parts.
    expect((await me.upload("releve.csv", file)).json().stats).toMatchObject({ imported: 0, duplicates: 3 });
    await me.upload("suite.csv", statement(["21,00", "USD"]), id);
    expect(await accounts()).toHaveLength(3);
    const [, part] = await accounts();
    const { body } = await me.call("GET", `/banking/all-transactions/?bank_account=${part.id}`);
    expect(
      JSON.parse(body)
        .map((one: { amount: string }) => one.amount)
        .sort(),
    ).toEqual(["20.00", "21.00"]);
    const renamed = await me.call("PATCH", `/banking/accounts/${part.id}/`, {
      number: part.number,
      label: "Dollars",
    });
    expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { label: "Dollars" }]);
  });

  test("of a file that names no account, where none is known, make the account and its part", async () => {
    expect(await notesOf(me.upload("releve.csv", statement(["10,00", "EUR"], ["20,00", "USD"])))).toEqual([
      "1 opération en USD sur un compte à part, « COMPTE (USD) » : hors des soldes, du lettrage et des exports.",
    ]);
    expect(await accounts()).toMatchObject([{ currency: "EUR" }, { currency: "USD" }]);
    const lines = (await me.call("GET", "/banking/all-transactions/")).json<{ amount: string }[]>();
    expect(lines).toHaveLength(2);
    const [first] = await accounts();
    const own = (await me.call("GET", `/banking/all-transactions/?bank_account=${first.id}`)).json();
    expect(own.map((line: { amount: string }) => line.amount)).toEqual(["10.00"]);
  });

  test("never get euros that name no account: the first one is of those, whatever is made before (BANK-15)", async () => {
    const nameless = (amount: string) => `Date;Libellé;Montant\r\n30/11/2026;VIR ${amount};${amount}\r\n`;
    const ofAccount = async (id: number) =>
      (await me.call("GET", `/banking/all-transactions/?bank_account=${id}`))
        .json()
        .map((one: { amount: string }) => one.amount)
        .sort();
    await me.upload("releve.csv", nameless("10,00"));
    expect((await me.upload("releve.ofx", ofx("USD"))).statusCode).toBe(200);
    const [first, dollars] = await accounts();
    expect([first, dollars]).toMatchObject([
      { number: "COMPTE", currency: "EUR", ledger_account: "512100", journal: "BQ1" },
      { number: "98765432109", currency: "USD" },
    ]);
    expect((await me.upload("suite.csv", nameless("11,00"))).statusCode).toBe(200);
    expect([await ofAccount(first.id), await ofAccount(dollars.id)]).toEqual([["10.00", "11.00"], ["10.00"]]);
  });

  test("leave no account behind once all imports are taken back, also the one of euros that name none (BANK-34)", async () => {
    await me.upload("releve.csv", "Date;Libellé;Montant\r\n30/11/2026;VIR A;10,00\r\n");
    expect((await me.upload("releve.ofx", ofx("USD"))).statusCode).toBe(200);
    expect(await accounts()).toHaveLength(2);
    const imports = (await me.call("GET", "/banking/statement-imports/")).json<{
      results: { id: number }[];
    }>();
    for (const [place, { id }] of imports.results.entries()) {
      const answer = await me.call("POST", `/banking/statement-imports/${id}/take-back/`);
      expect(answer.statusCode).toBe(200);
      if (place === 0)
        expect(await accounts()).toMatchObject([
          { number: "COMPTE", ledger_account: "512100", journal: "BQ" },
        ]);
    }
    expect(await accounts()).toEqual([]);
  });

  test("on an account that a person adds leave euros that name none to the first one in euros (BANK-15)", async () => {
    await me.upload("releve.csv", "Date;Libellé;Montant\r\n30/11/2026;VIR A;10,00\r\n");
    const dollars = (await add({ currency: "USD", label: "Dollars" })).json();
    expect(await accounts()).toMatchObject([{ number: "COMPTE", currency: "EUR" }, { id: dollars.id }]);
    const { body } = await me.call("GET", `/banking/all-transactions/?bank_account=${dollars.id}`);
    expect(JSON.parse(body)).toEqual([]);
  });

  test("on an account that a person adds have no account of the books that euros without one have, which is said so", async () => {
    await me.upload("releve.csv", "Date;Libellé;Montant\r\n30/11/2026;VIR A;10,00\r\n");
    const dollars = { currency: "USD", label: "Dollars" };
    const refused = await add({ ...dollars, ledger_account: "512100" });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        ledger_account: [
          "Le compte 512100 est celui des opérations sans compte, qui sont en euros\u00a0: choisissez-en un autre.",
        ],
      },
    ]);
    expect(await accounts()).toEqual([]);
    expect((await add({ ...dollars, ledger_account: "512200" })).statusCode).toBe(201);
  });

  test("stay on the account in dollars that was the first when one in euros comes, which is the first from then on (BANK-15)", async () => {
    const dollars = (await add({ currency: "USD", label: "Dollars" })).json();
    await me.upload("dollars.csv", statement(["20,00", "USD"]));
    const table = must(
      (await me.describe("relevé.csv", "Jour dit;Quoi;Combien\r\n30/11/2026;VIR;20,00\r\n")).json<{
        tables: StatementTable[];
      }>().tables[0],
      "table",
    );
    await bank.owner.query(
      `insert into statement_layout (distributor_id, header_key, header, layout, created_by, created_at, used_at)
       values ($1, $2, '{Jour dit}', $3, $4, now(), now())`,
      [me.distributorId, table.shape_key, { skip: 0, columns: table.choice }, me.userId],
    );
    const euros = (await add({ number: "FR1330004000010001234560234", label: "Courant" })).json();
    const { rows: layouts } = await bank.owner.query(
      "select bank_account_id::integer as id from statement_layout where distributor_id = $1",
      [me.distributorId],
    );
    expect(layouts).toEqual([{ id: dollars.id }]);
    expect((await me.upload("euros.csv", statement(["10,00", "EUR"]))).statusCode).toBe(200);
    expect((await accounts()).map((one: { id: number }) => one.id)).toEqual([euros.id, dollars.id]);
    for (const [{ id }, amount] of [
      [euros, "10.00"],
      [dollars, "20.00"],
    ]) {
      const { body } = await me.call("GET", `/banking/all-transactions/?bank_account=${id}`);
      expect(JSON.parse(body)).toMatchObject([{ amount }]);
    }
  });

  test("never meet euros: a file of euros on an account in dollars is refused whole, chosen or named", async () => {
    const { id } = (await add({ currency: "USD", label: "Dollars" })).json();
    const message = {
      bank_account: [
        "Le compte «\u00a0Dollars\u00a0» est en USD, et ce relevé a des opérations en EUR\u00a0: choisissez un autre compte, ou donnez la devise dans une colonne «\u00a0Devise\u00a0».",
      ],
    };
    const refused = await me.upload("releve.csv", statement(["10,00", "USD"], ["20,00", "EUR"]), id);
    expect([refused.statusCode, refused.json()]).toEqual([400, message]);
    await me.upload("releve.ofx", ofx("USD"));
    expect((await me.upload("releve.ofx", ofx("EUR"))).statusCode).toBe(400);
    const lines = (await me.call("GET", "/banking/all-transactions/")).json<{ currency_code: string }[]>();
    expect(lines.map((line) => line.currency_code)).toEqual(["USD"]);
  });

  test("of its own an account in dollars has, and the same file again brings nothing", async () => {
    const { id } = (await add({ currency: "USD" })).json();
    const file = statement(["10,00", "USD"]);
    expect(await notesOf(me.upload("releve.csv", file, id))).toBeUndefined();
    expect((await me.upload("releve.csv", file, id)).json().stats.imported).toBe(0);
    expect((await exportedRows(me, "-b")).slice(1, -1)).toEqual([]);
  });
});
