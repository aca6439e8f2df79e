import type { StatementStats } from "@bobine/contract/banking";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
  test("are told on an account in euros, and are in no entry", async () => {
    const { id } = (await add()).json();
    expect(await notesOf(me.upload("releve.csv", statement(["10,00", "EUR"], ["20,00", "USD"]), id))).toEqual(
      ["1 opération en USD sur le compte en euros « Compte » : hors des soldes, du lettrage et des exports."],
    );
    const moved = (await exportedRows(me, "-b")).filter((row) => row[2] === "512100");
    expect(moved.map((row) => row[6])).toEqual(["10,00"]);
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
