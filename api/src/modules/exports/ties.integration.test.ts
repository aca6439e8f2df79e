import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/scope.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Accountant, anAccountant, LEDGER } from "../banking/banking.testing.ts";
import { exportedRows } from "./exports.testing.ts";
import { verifyBanks } from "./verify-banks.ts";

let bank: TestApp;
let me: Accountant;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
});

const ties = async (query = "") => {
  const answer = await me.call("GET", `/banking/ties/${query}`);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json();
};
const addAccount = async (body: object): Promise<number> => {
  const answer = await me.call("POST", "/banking/accounts/", body);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json().id;
};
const importing = async (content: string) =>
  expect((await me.upload("releve.csv", content)).statusCode).toBe(200);
const makeLot = async (period_from: string, period_to: string) =>
  expect((await me.call("POST", "/accounting/lots/", { period_from, period_to })).statusCode).toBe(201);
const state = (account_id: number | null, date: string, balance: string | null) =>
  me.call("PUT", "/banking/ties/balances/", { account_id, date, balance });

type Line = readonly [day: string, label: string, amount: string];
/** With the end of its account and what is on it. */
const bnp = (closing: string, lines: readonly Line[]) =>
  [
    `Compte de chèques;Compte professionnel;****5722;${closing.split(" ")[0]};;${closing.slice(11)}`,
    "",
    "Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro",
    ...lines.map(([day, label, amount]) => `${day};${label};Virement;${label};${amount}`),
    "",
  ].join("\r\n");
/** With its whole number, and what is on it after each line. */
const running = (opening: number, lines: readonly Line[]) => {
  let balance = opening;
  const rows = lines.map(([day, label, amount]) => {
    balance += Number(amount.replace(",", "."));
    return `${day};FR7699998657174792713421727;${label};${amount};${balance.toFixed(2).replace(".", ",")}`;
  });
  return ["Date;IBAN;Libellé;Montant;Solde", ...rows, ""].join("\n");
};

describe("two accounts of a distributor, month by month", () => {
  const OCTOBER_1: readonly Line[] = [
    ["05/10/2026", "PRLV SEPA LOYER OCTOBRE 2026", "-1850,00"],
    ["20/10/2026", "VIR SEPA RECU /DE MULTIPLEXE MIRAGE SAS /MOTIF SEANCES", "11444,90"],
    ["30/10/2026", "VIR SEPA EMIS /MOTIF VIREMENT INTERNE COMPTE 2", "-5000,00"],
    // What the engine takes for no client's payment.
    ["30/10/2026", "COTISATION COMPTE PRO OCTOBRE", "-36,94"],
  ];
  const NOVEMBER_1: readonly Line[] = [
    ["03/11/2026", "VIR SEPA RECU /DE KORRIGAN SA", "8092,03"],
    ["30/11/2026", "COTISATION COMPTE PRO NOVEMBRE", "-36,94"],
  ];
  const OCTOBER_2: readonly Line[] = [
    ["06/10/2026", "CNC SOUTIEN SELECTIF DISTRIBUTION", "15000,00"],
    ["27/10/2026", "GRAND QUAI EXPLOITATION SAS", "1211,05"],
    ["30/10/2026", "FRAIS DE TENUE DE COMPTE OCTOBRE", "-9,50"],
  ];
  const NOVEMBER_2: readonly Line[] = [
    ["02/11/2026", "VIREMENT INTERNE COMPTE 2", "5000,00"],
    ["17/11/2026", "AFFICHES FACT 2026/1044", "-868,06"],
  ];

  beforeEach(async () => {
    await addAccount({
      number: "FR7699999142140372104572296",
      label: "Compte courant",
      opening_date: "2026-10-01",
      opening_balance: "32182.06",
    });
    await addAccount({
      number: "FR7699998657174792713421727",
      label: "Banque des Deux Rives",
      opening_date: "2026-10-01",
      opening_balance: "12171.91",
    });
    await importing(bnp("31/10/2026 36 740,02", OCTOBER_1));
    await importing(running(12171.91, OCTOBER_2));
    await importing(bnp("30/11/2026 44 795,11", NOVEMBER_1));
    await importing(running(28373.46, NOVEMBER_2));
  });

  const month = (...figures: readonly [string, string, number, string, string, string]) => {
    const [name, opening_balance, line_count, movements, closing_balance, date] = figures;
    return {
      month: name,
      opening_balance,
      line_count,
      movements,
      closing_balance,
      stated: { date, balance: closing_balance, gap: "0.00" },
      ledger_balance: closing_balance,
      state: "tied",
    };
  };

  test("opening balance + lines = closing balance of the bank = 512 (EXP-15)", async () => {
    const { accounts, years, year } = await ties();
    expect([year, years]).toEqual([2026, [2026]]);
    expect(accounts.map(({ account }: { account: object }) => account)).toMatchObject([
      { ledger_account: "512100", journal: "BQ1" },
      { ledger_account: "512200", journal: "BQ2" },
    ]);
    expect(accounts[0].months.slice(0, 2)).toEqual([
      month("2026-10", "32182.06", 4, "4557.96", "36740.02", "2026-10-31"),
      month("2026-11", "36740.02", 2, "8055.09", "44795.11", "2026-11-30"),
    ]);
    expect(accounts[1].months.slice(0, 2)).toEqual([
      month("2026-10", "12171.91", 3, "16201.55", "28373.46", "2026-10-30"),
      month("2026-11", "28373.46", 2, "4131.94", "32505.40", "2026-11-17"),
    ]);
    expect(accounts.map(({ remarks }: { remarks: object[] }) => remarks)).toEqual([[], []]);
  });

  test("stays so once lots are made, and what came in late is in the books on the first open day (EXP-11)", async () => {
    await makeLot("2026-10-01", "2026-11-30");
    const before = await ties();
    await importing(bnp("31/12/2026 44 795,12", [["15/10/2026", "VIR OUBLIE", "0,01"]]));
    const { accounts } = await ties();
    expect(accounts[1]).toEqual(before.accounts[1]);
    const months = [
      { closing_balance: "36740.03", ledger_balance: "36740.02", stated: { gap: "-0.01" }, state: "gap" },
      { closing_balance: "44795.12", ledger_balance: "44795.11", stated: { gap: "-0.01" }, state: "gap" },
      { closing_balance: "44795.12", ledger_balance: "44795.12", stated: { gap: "0.00" }, state: "tied" },
    ];
    expect(accounts[0].months).toMatchObject(months);
    expect(accounts[0].remarks).toEqual([
      { kind: "gap", from: "2026-09-30", to: "2026-10-31", amount: "-0.01" },
      { kind: "gap", from: "2026-11-30", to: "2026-12-31", amount: "0.01" },
    ]);
    const late = {
      count: 1,
      lines: [
        { transaction_date: "2026-10-15", entered_on: "2026-12-01", label: "VIR OUBLIE", amount: "0.01" },
      ],
    };
    expect(accounts[0].late).toEqual(late);
    await makeLot("2026-12-01", "2026-12-31");
    const posted = (await ties()).accounts[0];
    expect([posted.months, posted.late]).toEqual([accounts[0].months, late]);
  });

  test("a line that is taken back after its lot, and comes again, is in the books as the exports have it", async () => {
    await makeLot("2026-10-01", "2026-10-31");
    // As a connected bank takes its lines back.
    await bank.owner.query(
      `delete from bank_transaction where distributor_id = $1 and transaction_date < '2026-11-01'
         and bank_account_id = (select id from bank_account where distributor_id = $1 and ledger_account = '512200')`,
      [me.distributorId],
    );
    const books = async () => {
      const sums = new Map<string, number>();
      for (const row of await exportedRows(me, "")) {
        if (row[4] !== "512200") continue;
        const cents = (place: number) => Number((row[place] || "0").replace(",", ""));
        const month = row[3]?.slice(0, 6) ?? "";
        sums.set(month, (sums.get(month) ?? 0) + cents(11) - cents(12));
      }
      return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
    };
    expect(await books()).toEqual([
      ["202610", 28373_46],
      ["202611", 4131_94 - 16201_55],
    ]);
    const [, second] = (await ties()).accounts;
    expect(second.months).toMatchObject([
      { month: "2026-10", closing_balance: "12171.91", ledger_balance: "28373.46", state: "gap" },
      { month: "2026-11", closing_balance: "16303.85", ledger_balance: "16303.85" },
      { month: "2026-12" },
    ]);
    expect(second.late).toMatchObject({
      count: 3,
      lines: [{ entered_on: "2026-11-01", amount: "-15000.00" }, { amount: "-1211.05" }, { amount: "9.50" }],
    });
    await importing(running(12171.91, OCTOBER_2));
    const [, again] = (await ties()).accounts;
    expect([again.late, again.months[0]]).toMatchObject([
      { count: 0, lines: [] },
      { closing_balance: "28373.46", ledger_balance: "28373.46", state: "tied" },
    ]);
  });

  test("exports A and B hold each line on the account of its bank, and C every line of the statements (EXP-6)", async () => {
    const sumsOf = async (format: "" | "-b", [account, debit, credit]: readonly number[]) => {
      const sums = new Map<string, number>();
      for (const row of await exportedRows(me, format)) {
        const cents = (place?: number) => Number((row[place ?? -1] || "0").replace(",", ""));
        const name = `${row[0]} ${row[account ?? -1]}`;
        if (/ 512/.test(name)) sums.set(name, (sums.get(name) ?? 0) + cents(debit) - cents(credit));
      }
      return Object.fromEntries(sums);
    };
    const expected = {
      "AN 512100": 32182_06,
      "AN 512200": 12171_91,
      "BQ1 512100": 4557_96 + 8055_09,
      "BQ2 512200": 16201_55 + 4131_94,
    };
    expect(await sumsOf("", [4, 11, 12])).toEqual(expected);
    expect(await sumsOf("-b", [2, 6, 7])).toEqual(expected);
    const statement = (await exportedRows(me, "-c")).slice(1, -1);
    const all = [OCTOBER_1, OCTOBER_2, NOVEMBER_1, NOVEMBER_2].flat();
    expect(statement.map((row) => `${row[0]} ${row[2]} ${row[3]}`).toSorted()).toEqual(
      all.map(([day, label, amount]) => `${day} ${label} ${amount}`).toSorted(),
    );
    const { rows } = await bank.owner.query(
      "select count(*)::integer as noise from bank_transaction where distributor_id = $1 and is_noise",
      [me.distributorId],
    );
    expect(rows[0].noise).toBeGreaterThan(0);
  });
});

test("`npm run ledger` finds an entry that moves the bank by another sum than its line, and a month of it (EXP-15)", async () => {
  const violations = () => inTransaction(bank.owner, { kind: "all" }, verifyBanks);
  await importing(bnp("31/10/2026 10,00", [["05/10/2026", "VIR A", "10,00"]]));
  await me.call("POST", "/accounting/lots/", { period_from: "2026-10-01", period_to: "2026-10-31" });
  expect(await violations()).toEqual([]);
  const change = (amount: string) =>
    bank.owner.query(
      `update bank_transaction set amount = ${amount} where distributor_id = ${me.distributorId}`,
    );
  await change("11.00");
  expect(await violations()).toMatchObject([{ rule: "bank_posted", distributor_id: me.distributorId }]);
  await change("10.00");
  const books = await inTransaction(bank.owner, { kind: "all" }, (tx) => {
    const later = Object.assign(Object.create(tx) as typeof tx, {
      many: async (query: Parameters<typeof tx.many>[0]) => {
        const rows = await tx.many<{ amount?: string }>(query);
        return rows.map((row) =>
          row.amount === "10.00" && !("label" in row) ? { ...row, amount: "9.00" } : row,
        );
      },
    });
    return verifyBanks(later);
  });
  expect(books).toMatchObject([
    {
      rule: "bank_tie",
      subject: "512100 2026-10",
      message: "the bank moves 9.00, its account in the books 10.00",
    },
  ]);
});

describe("what is missing is listed", () => {
  test("lines in another currency, and what two statements brought", async () => {
    await addAccount({
      number: "****5722",
      label: "Compte courant",
      opening_date: "2026-12-01",
      opening_balance: "0.00",
    });
    await importing(
      "Date;IBAN;Libellé;Montant;Devise\n02/12/2026;****5722;VIR USA;50,00;USD\n03/12/2026;****5722;VIR A;10,00;EUR\n03/12/2026;****5722;VIR A;10,00;EUR\n",
    );
    // As lines lie that came before: a file's line in another currency has an account of its own (BANK-38).
    await bank.inDatabase((tx) =>
      tx.run(sql`
        update bank_transaction t set bank_account_id = (
          select id from bank_account where number = '****5722' and distributor_id = t.distributor_id)
        where label = 'VIR USA'`),
    );
    expect((await ties()).accounts[0].remarks).toMatchObject([
      { kind: "foreign", count: 1, lines: [{ label: "VIR USA", amount: "50.00", currency_code: "USD" }] },
    ]);
    // As lines lie that came before those of another layout were known again (BANK-11).
    await importing("Date;Libellé;Montant\n03/12/2026;COTISATION;10,00\n");
    await bank.inDatabase((tx) =>
      tx.run(sql`update bank_transaction set label = 'VIR A' where label = 'COTISATION'`),
    );
    const { remarks, months } = (await ties()).accounts[0];
    expect(remarks[0]).toMatchObject({
      kind: "double",
      count: 3,
      lines: [{ label: "VIR A" }, { label: "VIR A" }, { label: "VIR A" }],
    });
    // What is in no entry in euros is in no balance either.
    expect(months[0]).toMatchObject({ line_count: 3, closing_balance: "30.00", ledger_balance: "30.00" });
  });

  test("of lines whose account nobody knows, with the opening balance that would fit", async () => {
    await importing("Date;Libellé;Montant;Solde\n03/12/2026;VIR A;10,00;110,00\n");
    expect((await ties()).accounts).toMatchObject([
      {
        account: null,
        months: [
          {
            month: "2026-12",
            movements: "10.00",
            closing_balance: null,
            ledger_balance: null,
            state: "open",
          },
        ],
        remarks: [{ kind: "no_opening", proposed: { date: "2026-12-03", balance: "100.00" } }],
      },
    ]);
    await addAccount({
      number: "****5722",
      label: "Compte",
      opening_date: "2026-12-03",
      opening_balance: "100.00",
    });
    expect((await ties()).accounts).toMatchObject([
      {
        account: { number: "****5722" },
        months: [{ closing_balance: "110.00", ledger_balance: "110.00", state: "tied" }],
        remarks: [],
      },
    ]);
  });

  test("by another year, and by none where nothing is", async () => {
    expect(await ties("?year=2025")).toEqual({ year: 2025, years: [2026, 2025], accounts: [] });
    const refused = await me.call("GET", "/banking/ties/?year=1");
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { year: ["Choisissez une année entre 2000 et 2099."] },
    ]);
  });
});

describe("a balance that a person reads on the statement", () => {
  test("proves a month, is corrected, and is taken back", async () => {
    const id = await addAccount({
      number: "****5722",
      label: "Compte courant",
      opening_date: "2026-11-01",
      opening_balance: "5.00",
    });
    const november = async () => (await ties()).accounts[0].months[0];
    expect(await november()).toMatchObject({ state: "open", stated: null });
    for (const [balance, gap, found] of [
      ["6.00", "1.00", "gap"],
      ["5.00", "0.00", "tied"],
    ]) {
      expect((await state(id, "2026-11-30", balance ?? "")).json()).toEqual({ date: "2026-11-30", balance });
      expect(await november()).toMatchObject({ state: found, stated: { date: "2026-11-30", balance, gap } });
    }
    await state(id, "2026-11-30", null);
    expect(await november()).toMatchObject({ state: "open", stated: null });
  });

  test("of before its account had a name is that of the first account: it is corrected and taken back there", async () => {
    await importing("Date;Libellé;Montant\n30/11/2026;VIR A;10,00\n");
    await state(null, "2026-11-30", "16.00");
    await state(null, "2026-11-29", "7.00");
    const id = await addAccount({
      number: "****5722",
      label: "Compte courant",
      opening_date: "2026-11-01",
      opening_balance: "5.00",
    });
    const stated = async () => {
      const [{ months, remarks }] = (await ties()).accounts;
      return [months[0].stated, remarks.filter(({ kind }: { kind: string }) => kind === "contradiction")];
    };
    expect(await stated()).toEqual([{ date: "2026-11-30", balance: "16.00", gap: "1.00" }, []]);
    await state(id, "2026-11-30", "15.00");
    expect(await stated()).toEqual([{ date: "2026-11-30", balance: "15.00", gap: "0.00" }, []]);
    await state(id, "2026-11-30", null);
    expect(await stated()).toMatchObject([{ date: "2026-11-29", balance: "7.00" }, []]);
    // The list that it was read on before may still say so without a name.
    await state(id, "2026-11-30", "14.00");
    await state(null, "2026-11-30", "15.00");
    await state(null, "2026-11-29", null);
    expect(await stated()).toEqual([{ date: "2026-11-30", balance: "15.00", gap: "0.00" }, []]);
  });

  test("stands in the audit log with its account and what it was, as the French write a day and an amount (UI-18, TXT-5)", async () => {
    await state(null, "2026-11-30", null);
    await state(null, "2026-11-30", "1600.00");
    await state(null, "2026-11-30", null);
    const id = await addAccount({ number: "****5722", label: "Compte courant" });
    await state(id, "2026-11-30", "16.00");
    // The same again leaves no trace.
    for (const _ of [1, 2]) await state(id, "2026-11-30", "15.00");
    const { rows } = await bank.owner.query<{ was: string | null; told: string }>(
      `select action_details ->> 'old_value' as was, action_details ->> 'new_value' as told from audit_log
        where distributor_id = $1 and action_details -> 'changed_fields' @> '["bank_balance"]' order by id`,
      [me.distributorId],
    );
    expect(rows.map(({ was, told }) => [was, told])).toEqual([
      [null, "30/11/2026\u00a0: 1\u202f600,00\u00a0€"],
      ["30/11/2026\u00a0: 1\u202f600,00\u00a0€", "30/11/2026\u00a0: –"],
      [null, "Compte courant, ****5722, 30/11/2026\u00a0: 16,00\u00a0€"],
      [
        "Compte courant, ****5722, 30/11/2026\u00a0: 16,00\u00a0€",
        "Compte courant, ****5722, 30/11/2026\u00a0: 15,00\u00a0€",
      ],
    ]);
  });

  test("is refused in the future, and for an account of nobody", async () => {
    const future = await state(null, "2027-01-31", "1.00");
    expect([future.statusCode, future.json()]).toEqual([
      400,
      { date: ["La date du solde ne peut pas être après aujourd’hui."] },
    ]);
    const unknown = await state(999_999, "2026-11-30", "1.00");
    expect([unknown.statusCode, unknown.json()]).toEqual([
      400,
      { account_id: ["Ce compte bancaire est introuvable."] },
    ]);
  });
});
