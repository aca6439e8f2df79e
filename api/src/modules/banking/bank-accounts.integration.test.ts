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

const FIRST = "FR1330004000010001234560234";
const SECOND = "FR1420041010050500013M02606";
const accounts = async () => (await me.call("GET", "/banking/accounts/")).json().results;
const add = (body: object) => me.call("POST", "/banking/accounts/", body);
const change = (id: number, body: object) => me.call("PATCH", `/banking/accounts/${id}/`, body);
/** A statement in the layout of a bank that shows the end of the number. */
const statement = (end: string, ...lines: string[]) =>
  `Compte de chèques;Compte professionnel;****${end};31/12/2026;;45 210,18\r\n\r\nDate operation;Libelle court;Type operation;Libelle operation;Montant operation en euro\r\n${lines.join("\r\n")}\r\n`;
const line = (label: string, amount: string, date = "28/12/2026") =>
  `${date};${label};Virement;${label};${amount}`;
const importing = async (...given: Parameters<typeof statement>) => {
  const answer = await me.upload("releve.csv", statement(...given));
  expect(answer.statusCode).toBe(200);
};
/** Journal, account, debit and credit of the bank's side of each entry of export B. */
const bankSide = async () =>
  (await exportedRows(me, "-b"))
    .filter((row) => row[2]?.startsWith("512"))
    .map((row) => [0, 2, 6, 7].map((place) => row[place]).join(" "));

describe("the accounts that statements name (BANK-15)", () => {
  test("are made at the first import, each with its account in the books and its journal", async () => {
    await importing("0234", line("VIR A", "10,00"));
    expect(await accounts()).toMatchObject([
      { number: "****0234", label: "Compte 0234", ledger_account: "512100", journal: "BQ", is_posted: false },
    ]);
    await importing("9999", line("VIR B", "20,00"));
    expect(await accounts()).toMatchObject([
      { ledger_account: "512100", journal: "BQ1" },
      { ledger_account: "512200", journal: "BQ2", number: "****9999" },
    ]);
    expect(await bankSide()).toEqual(["BQ1 512100 10,00 ", "BQ2 512200 20,00 "]);
  });

  test("are recognised by the end of an IBAN that is known", async () => {
    await add({ number: FIRST, label: "Compte courant" });
    await importing("0234", line("VIR A", "10,00"));
    expect(await accounts()).toMatchObject([{ number: FIRST, label: "Compte courant", journal: "BQ" }]);
  });

  test("are the distributor's own: the second IBAN of its documents is its second account", async () => {
    await bank.owner.query("update distributor set iban = $2, secondary_iban = $3 where id = $1", [
      me.distributorId,
      SECOND,
      FIRST,
    ]);
    await importing("0234", line("VIR A", "10,00"));
    expect(await accounts()).toMatchObject([
      { number: SECOND, ledger_account: "512100", journal: "BQ1" },
      { number: FIRST, ledger_account: "512200", journal: "BQ2" },
    ]);
    expect(await bankSide()).toEqual(["BQ2 512200 10,00 "]);
  });

  test("get the lines that named them before they were known, but not those that a lot holds", async () => {
    const insert = (label: string, day: string) =>
      bank.owner.query(
        `insert into bank_transaction (distributor_id, bank_account, transaction_date, label, amount, fingerprint)
        values ($1, $2, $3, $4, 15, $4)`,
        [me.distributorId, label.startsWith("PREMIER") ? FIRST : SECOND, day, label],
      );
    await insert("PREMIER A", "2026-11-01");
    await insert("PREMIER B", "2026-11-02");
    await insert("SECOND A", "2026-11-03");
    const lot = await me.call("POST", "/accounting/lots/", {
      period_from: "2026-11-01",
      period_to: "2026-11-30",
    });
    expect(lot.statusCode).toBe(201);
    await insert("SECOND B", "2026-12-04");
    await importing("0234", line("VIR A", "10,00"));
    await add({ number: SECOND, label: "Livret" });
    expect(await accounts()).toMatchObject([
      // What lots hold keeps its journal for ever.
      { ledger_account: "512100", journal: "BQ", is_posted: true },
      { ledger_account: "512200", journal: "BQ2", is_posted: false },
    ]);
    expect(await bankSide()).toEqual([
      "BQ 512100 15,00 ",
      "BQ 512100 15,00 ",
      "BQ 512100 15,00 ",
      "BQ2 512200 15,00 ",
      "BQ 512100 10,00 ",
    ]);
  });

  test("are no more than a distributor may have, whatever a file says", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `0${n + 1};2026-12-01;VIR ${n};10.00`);
    const answer = await me.upload(
      "releve.csv",
      `accountNum;dateOp;label;amount\n${rows.map((row) => `1234500${row}`).join("\n")}\n`,
    );
    expect(answer.statusCode).toBe(200);
    expect((await accounts()).length).toBeLessThanOrEqual(50);
  });
});

describe("the accounts that an import made (BANK-34)", () => {
  const takeBack = async (nth = 0) => {
    const { results } = (await me.call("GET", "/banking/statement-imports/")).json<{
      results: { id: number }[];
    }>();
    const answer = await me.call("POST", `/banking/statement-imports/${results[nth]?.id}/take-back/`);
    expect(answer.statusCode).toBe(200);
  };
  const made = async () => (await accounts()).map((one: { number: string }) => one.number);

  test("go with it, and those of before are as they were", async () => {
    await importing("0234", line("VIR A", "10,00"));
    const before = await accounts();
    await importing("9999", line("VIR B", "20,00"));
    await takeBack();
    expect(await accounts()).toEqual(before);
    await takeBack(1);
    expect(await accounts()).toEqual([]);
    await importing("0234", line("VIR A", "10,00"));
    expect(await accounts()).toMatchObject([{ number: "****0234", ledger_account: "512100", journal: "BQ" }]);
  });

  test("stay while something is on them, or one that came later stays", async () => {
    await importing("0234", line("VIR A", "10,00"));
    await importing("9999", line("VIR B", "20,00"));
    await importing("9999", line("VIR C", "30,00"));
    await takeBack(1);
    expect(await made()).toEqual(["****0234", "****9999"]);
    await takeBack(2);
    expect(await made()).toEqual(["****0234", "****9999"]);
    // The last operation that was on it.
    await takeBack(0);
    expect(await made()).toEqual(["****0234"]);
  });

  test.each([
    ["a name", { label: "Compte courant" }],
    ["a bank", { bank: "Banque Populaire" }],
    ["a colour", { colour: "teal" }],
    ["its whole number", { number: FIRST }],
    ["an account of the books", { ledger_account: "512900" }],
    ["the day on which it was opened", { opened_on: "2026-10-01" }],
    ["an opening balance", { opening_date: "2026-10-01", opening_balance: "12.00" }],
  ])("stay once a person has given them %s", async (_name, given) => {
    await importing("0234", line("VIR A", "10,00"));
    const [account] = await accounts();
    expect((await change(account.id, given)).statusCode).toBe(200);
    await takeBack();
    expect(await accounts()).toMatchObject([given]);
  });

  test("are not those that a person made", async () => {
    await bank.owner.query("update distributor set iban = $2 where id = $1", [me.distributorId, FIRST]);
    expect((await add({ number: FIRST, label: "Compte 0234" })).statusCode).toBe(201);
    await importing("0234", line("VIR A", "10,00"));
    await takeBack();
    expect(await made()).toEqual([FIRST]);
  });
});

describe("a bank account", () => {
  test("is added and changed by hand, with its opening balance, and the audit log tells", async () => {
    const added = await add({
      number: "fr14 2004 1010 0505 0001 3m02 606",
      label: "Compte courant",
      opening_date: "2026-10-01",
      opening_balance: "-32182.06",
    });
    expect([added.statusCode, added.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        number: SECOND,
        label: "Compte courant",
        ledger_account: "512100",
        journal: "BQ",
        bank: "",
        colour: "",
        currency: "EUR",
        opening_date: "2026-10-01",
        opening_balance: "-32182.06",
        opened_on: null,
        is_posted: false,
      },
    ]);
    const { id } = added.json();
    const changed = await change(id, {
      label: "Compte principal",
      ledger_account: "512001",
      opening_balance: "0.00",
      opened_on: "1998-04-01",
    });
    expect(changed.json()).toMatchObject({
      opened_on: "1998-04-01",
      label: "Compte principal",
      ledger_account: "512001",
      opening_date: "2026-10-01",
      opening_balance: "0.00",
    });
    const { rows } = await bank.owner.query(
      "select action_details from audit_log where distributor_id = $1 order by id",
      [me.distributorId],
    );
    expect(rows.at(-1).action_details).toMatchObject({
      old_value: `Compte courant, ${SECOND}, 512100, -32\u202f182,06\u00a0€ au 01/10/2026`,
      new_value: `Compte principal, ${SECOND}, 512001, ouvert le 01/04/1998, 0,00\u00a0€ au 01/10/2026`,
    });
  });

  test.each([
    ["number", { number: "FR1420041010050500013M02607" }, "L’IBAN est invalide."],
    ["number", { number: "12" }, "Saisissez l’IBAN du compte, ou son numéro."],
    ["number", { number: FIRST }, "Ce numéro est déjà celui du compte «\u00a0Premier\u00a0»."],
    ["label", { label: " " }, "Indiquez le nom du compte."],
    [
      "ledger_account",
      { ledger_account: "613200" },
      "Saisissez un compte 512 de 6 à 8 chiffres, par exemple 512100.",
    ],
    [
      "ledger_account",
      { ledger_account: "512100" },
      "Le compte 512100 est déjà celui d’un autre compte bancaire.",
    ],
    ["opening_date", { opening_balance: "1.00" }, "Indiquez la date du solde d’ouverture."],
    ["opening_balance", { opening_date: "2026-10-01" }, "Indiquez le solde d’ouverture."],
    [
      "opened_on",
      { opened_on: "2999-01-01" },
      "Choisissez le jour où la banque a ouvert le compte, aujourd’hui au plus tard.",
    ],
    [
      "opened_on",
      { opened_on: "2026-10-02", opening_date: "2026-10-01", opening_balance: "1.00" },
      "Le solde d’ouverture est du 01/10/2026\u00a0: choisissez ce jour ou un jour avant, ou changez la date du solde.",
    ],
  ])("says at %s what is wrong with %j", async (field, wrong, message) => {
    await add({ number: FIRST, label: "Premier" });
    const answer = await add({ number: SECOND, label: "Second", ...wrong });
    expect([answer.statusCode, answer.json()]).toEqual([400, { [field]: [message] }]);
  });

  test("begins neither before 2000 nor more than a year from today", async () => {
    const account = (await add({ number: FIRST, label: "Premier" })).json<{ id: number }>();
    const message = { opening_date: [expect.stringMatching(/^Choisissez une date du 01\/01\/2000 au /)] };
    for (const opening_date of ["1999-12-31", "2999-01-01"]) {
      const opening = { opening_date, opening_balance: "1.00" };
      for (const answer of [
        await add({ number: SECOND, label: "Second", ...opening }),
        await change(account.id, opening),
      ])
        expect([answer.statusCode, answer.json()]).toEqual([400, message]);
    }
    const first = { opening_date: "2000-01-01", opening_balance: "1.00" };
    expect((await change(account.id, first)).statusCode).toBe(200);
  });

  test("keeps the day on which the bank opened it, unless somebody takes it back, and no balance before it", async () => {
    const { id } = (await add({ number: FIRST, label: "Premier", opened_on: "2026-10-01" })).json();
    expect((await change(id, { label: "Autre nom" })).json()).toMatchObject({ opened_on: "2026-10-01" });
    const earlier = { opening_date: "2026-09-30", opening_balance: "1.00" };
    const refused = await change(id, earlier);
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ["opened_on"]]);
    expect((await change(id, { ...earlier, opened_on: null })).json()).toMatchObject({ opened_on: null });
  });

  test("keeps its account in the books once a lot holds entries of it", async () => {
    await importing("0234", line("VIR A", "10,00"));
    await me.call("POST", "/accounting/lots/", { period_from: "2026-12-01", period_to: "2026-12-31" });
    const [account] = await accounts();
    const refused = await change(account.id, { ledger_account: "512001" });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        ledger_account: ["Le compte 512100 a des écritures dans un lot\u00a0: son numéro ne change plus."],
      },
    ]);
    expect((await change(account.id, { label: "Autre nom" })).statusCode).toBe(200);
  });

  test("has the account of the books on which a lot holds the lines that name none, when it is the first (EXP-14)", async () => {
    await me.upload("releve.csv", "Date;Libellé;Montant\r\n28/12/2026;VIR A;10,00\r\n");
    await me.call("POST", "/accounting/lots/", { period_from: "2026-12-01", period_to: "2026-12-31" });
    const first = { number: FIRST, label: "Compte courant" };
    const refused = await add({ ...first, ledger_account: "512300" });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        ledger_account: [
          "Les opérations sans compte sont dans un lot sur le compte 512100\u00a0: le premier compte garde ce numéro.",
        ],
      },
    ]);
    expect((await add(first)).json()).toMatchObject({ ledger_account: "512100", journal: "BQ" });
    expect((await me.call("GET", "/accounting/lots/preview/")).json()).toMatchObject({ entry_count: 0 });
  });

  test("in dollars that was the first keeps what a lot holds of lines that name none when one in euros comes (EXP-14)", async () => {
    const nameless = (amount: string) => `Date;Libellé;Montant\r\n28/12/2026;VIR ${amount};${amount}\r\n`;
    await me.upload("releve.csv", nameless("10,00"));
    await me.call("POST", "/accounting/lots/", { period_from: "2026-12-01", period_to: "2026-12-31" });
    // The version before made none in euros beside it.
    await bank.owner.query(
      `insert into bank_account (distributor_id, number, label, ledger_account, journal, currency)
       values ($1, $2, 'Dollars', '512100', 'BQ', 'USD')`,
      [me.distributorId, SECOND],
    );
    expect((await add({ number: FIRST, label: "Courant" })).json()).toMatchObject({
      ledger_account: "512200",
      journal: "BQ2",
    });
    expect((await me.call("GET", "/accounting/lots/preview/")).json()).toMatchObject({ entry_count: 0 });
    expect((await me.upload("suite.csv", nameless("11,00"))).statusCode).toBe(200);
    expect(await bankSide()).toEqual(["BQ 512100 10,00 ", "BQ2 512200 11,00 "]);
  });

  test("enters its opening balance by journal AN against 890000 (EXP-14)", async () => {
    await add({
      number: FIRST,
      label: "Compte courant",
      opening_date: "2026-10-01",
      opening_balance: "100.00",
    });
    await add({ number: SECOND, label: "Livret", opening_date: "2026-10-01", opening_balance: "-20.00" });
    const rows = (await exportedRows(me, "")).slice(1, -1);
    expect(rows.map((row) => [0, 1, 3, 4, 5, 8, 11, 12].map((place) => row[place]).join(" "))).toEqual([
      "AN À nouveaux 20261001 512100 Banque – Compte courant AN-512100 100,00 0,00",
      "AN À nouveaux 20261001 890000 Bilan d’ouverture AN-512100 0,00 100,00",
      "AN À nouveaux 20261001 512200 Banque – Livret AN-512200 0,00 20,00",
      "AN À nouveaux 20261001 890000 Bilan d’ouverture AN-512200 20,00 0,00",
    ]);
    const preview = (await me.call("GET", "/accounting/lots/preview/")).json();
    expect([preview.period_from, preview.entry_count]).toEqual(["2026-10-01", 2]);
  });
});

test("EXP-6: C gives the statement of one account alone, and all without one; an account that is nobody's is refused", async () => {
  await importing("0234", line("VIR A", "10,00"));
  await importing("9999", line("VIR B", "20,00"));
  const labels = async (query: string) =>
    (await exportedRows(me, "-c", query)).slice(1, -1).map((row) => row[2]);
  expect(await labels("")).toEqual(["VIR A", "VIR B"]);
  expect(await labels("?account=512100")).toEqual(["VIR A"]);
  expect(await labels("?account=512200")).toEqual(["VIR B"]);
  for (const [account, message] of [
    ["512300", "Le compte 512300 n’est celui d’aucun de vos comptes bancaires."],
    ["bank", "Saisissez un compte 512 de 6 à 8 chiffres, par exemple 512100."],
  ]) {
    const refused = await me.call("GET", `/exports/export-csv-c/?account=${account}`);
    expect([refused.statusCode, refused.json()]).toEqual([400, { account: [message] }]);
  }
});
