import { setTimeout } from "node:timers/promises";
import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pagesOfText } from "../../pdf/extract-text.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  type Accountant,
  aCinemaIn,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  LEDGER,
} from "../banking/banking.testing.ts";
import { exportedRows } from "../exports/exports.testing.ts";
import { mountClients } from "./clients.routes.ts";

let bank: TestApp;
let me: Accountant;
let cinema: number;

beforeAll(async () => {
  bank = await createTestApp({ ...LEDGER, only: [...LEDGER.only, mountClients] });
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
});

const read = (path: string, query: Record<string, string>) =>
  me.call("GET", `${path}?${new URLSearchParams(query).toString()}`);
const account = async (query: Record<string, string> = {}) =>
  (await read("/clients/account/", { account: "411BEFFROI", ...query })).json();
const movements = async (query: Record<string, string> = {}) =>
  (await read("/clients/account/movements/", { account: "411BEFFROI", ...query })).json();

const number = (text: string) => `${text}${me.distributorId}`;

describe("a client's account (CLI-1)", () => {
  test("tells what moved it, newest first, with the balance after each and its letters", async () => {
    const first = await anInvoiceIn(bank, me, cinema, { invoice_number: number("V"), total: cents(110_00) });
    await anInvoiceIn(bank, me, cinema, {
      invoice_number: number("W"),
      total: cents(55_00),
      invoice_date: "2026-12-10",
      due_date: "2027-01-09",
    });
    const receipt = await aQuestion(bank, me, { amount: cents(120_00), label: "VIR BEFFROI" });
    await me.reconcile(receipt.action, [first]);
    const { results, ...sums } = await movements();
    expect(sums).toMatchObject({
      count: 4,
      opening_balance: "0.00",
      debit: "165.00",
      credit: "120.00",
      closing_balance: "45.00",
    });
    expect(
      results.map((row: Record<string, string>) => [
        row["date"],
        row["label"],
        row["detail"],
        row["debit"],
        row["credit"],
        row["balance"],
        row["letters"],
      ]),
    ).toEqual([
      ["2026-12-28", "Trop-perçu", "VIR BEFFROI", "0.00", "10.00", "45.00", ""],
      ["2026-12-28", `Règlement ${number("V")}`, "VIR BEFFROI", "0.00", "110.00", "55.00", "AAA"],
      ["2026-12-10", `Facture ${number("W")}`, "Cinéma Le Beffroi", "55.00", "0.00", "165.00", ""],
      ["2026-11-30", `Facture ${number("V")}`, "Cinéma Le Beffroi", "110.00", "0.00", "110.00", "AAA"],
    ]);
    const period = await movements({ from: "2026-12-01", to: "2026-12-27" });
    expect(period).toMatchObject({ count: 1, opening_balance: "110.00", closing_balance: "165.00" });
    expect(period.results).toMatchObject([{ balance: "165.00" }]);
  });

  test("EXP-3: shows no letters of another account on an overpayment that pays its invoice", async () => {
    const { transaction } = await aQuestion(bank, me, { amount: cents(50_00), label: "VIR BEFFROI" });
    const parts = [{ kind: "credit", cinema_id: cinema, amount: "50.00" }];
    const decided = await me.call("POST", `/banking/transactions/${transaction}/parts/`, { parts });
    const moved = await anInvoiceIn(bank, me, cinema, { total: cents(50_00), client_account: "411MOVED" });
    const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
    const use = { invoice_id: moved, amount: "50.00" };
    const applied = await me.call("POST", `/banking/credits/${credit?.id}/apply/`, use);
    expect([decided.statusCode, applied.statusCode]).toEqual([200, 200]);
    const letters = async (query: Record<string, string>) =>
      (await movements(query)).results.map((row: Record<string, string>) => [row["label"], row["letters"]]);
    const theirs = await letters({ account: "411MOVED" });
    expect(theirs.map(([, code]: string[]) => code)).toEqual(["AAA", "AAA"]);
    const own = await letters({});
    expect(own.map(([, code]: string[]) => code)).toEqual(["", ""]);
  });

  test("says what is owed on a day by how late it is, and whom one may ask", async () => {
    await bank.owner.query(
      "update cinema set phones = '{03 27 00 00 00}', default_invoice_emails = '{compta@beffroi.example}', \"group\" = 'Nord' where id = $1",
      [cinema],
    );
    await anInvoiceIn(bank, me, cinema, {
      total: cents(110_00),
      invoice_date: "2026-08-01",
      due_date: "2026-09-01",
    });
    const paid = await anInvoiceIn(bank, me, cinema, { total: cents(55_00), due_date: "2026-12-30" });
    const receipt = await aQuestion(bank, me, { amount: cents(60_00), transaction_date: "2026-12-31" });
    await me.reconcile(receipt.action, [paid]);
    expect(await account()).toMatchObject({
      client_account: "411BEFFROI",
      client_name: "SARL Beffroi Cinés",
      on: "2026-12-31",
      amounts: { over_90_days: "110.00", days_1_30: "0.00", unapplied: "-5.00", balance: "105.00" },
      advances: "0.00",
      cinemas: [
        {
          id: cinema,
          group: "Nord",
          phones: ["03 27 00 00 00"],
          invoice_emails: ["compta@beffroi.example"],
          reminder_emails: ["compta@beffroi.example"],
        },
      ],
      reminders: [],
    });
    // On the day before it was paid, the second invoice was still in time.
    expect(await account({ on: "2026-12-30" })).toMatchObject({
      amounts: { over_90_days: "110.00", not_due: "55.00", unapplied: "0.00", balance: "165.00" },
    });
    expect((await account({ on: "2026-07-31" })).amounts.balance).toBe("0.00");
  });

  test("tells its advances as they were on the day of its balance", async () => {
    const decide = async (amount: number, transaction_date: string, part: object) => {
      const { transaction } = await aQuestion(bank, me, { amount: cents(amount), transaction_date });
      const answer = await me.call("POST", `/banking/transactions/${transaction}/parts/`, { parts: [part] });
      expect(answer.statusCode).toBe(200);
    };
    await decide(80_00, "2026-12-05", { kind: "advance", cinema_id: cinema, amount: "80.00" });
    const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
    const invoice = await anInvoiceIn(bank, me, cinema, { total: cents(30_00) });
    const use = { invoice_id: invoice, amount: "30.00", applied_on: "2026-12-10" };
    expect((await me.call("POST", `/banking/credits/${credit?.id}/apply/`, use)).statusCode).toBe(200);
    await decide(-20_00, "2026-12-20", { kind: "refund", credit: credit?.id, amount: "-20.00" });
    const advances = async (on: string): Promise<string> => (await account({ on })).advances;
    expect([
      await advances("2026-12-04"),
      await advances("2026-12-05"),
      await advances("2026-12-10"),
      await advances("2026-12-31"),
    ]).toEqual(["0.00", "80.00", "50.00", "30.00"]);
  });

  test("of a cinema without a document is empty, and one that nobody has does not exist", async () => {
    expect(await account()).toMatchObject({
      client_name: "SARL Beffroi Cinés",
      amounts: { balance: "0.00" },
      cinemas: [{ id: cinema }],
    });
    expect(await movements()).toMatchObject({ count: 0, results: [], closing_balance: "0.00" });
    expect((await read("/clients/account/", { account: "411AUTRE" })).statusCode).toBe(404);
  });

  test("of another distributor with the same name is not this one", async () => {
    const other = await anAccountant(bank);
    const theirs = await aCinemaIn(bank, other);
    await anInvoiceIn(bank, other, theirs, { client_account: "411LEUR" });
    await anInvoiceIn(bank, other, theirs, { client_account: "411BEFFROI", total: cents(999_00) });
    expect((await account()).amounts.balance).toBe("0.00");
    expect((await movements()).count).toBe(0);
    expect((await read("/clients/account/", { account: "411LEUR" })).statusCode).toBe(404);
  });

  test("is read by pages, and counted whole", async () => {
    for (let place = 0; place < 103; place += 1)
      await anInvoiceIn(bank, me, cinema, {
        invoice_number: `P${me.distributorId}X${place}`,
        total: cents(10_00),
      });
    const first = await movements();
    expect([first.count, first.results.length, first.results[0].balance]).toEqual([103, 100, "1030.00"]);
    const second = await movements({ page: "2" });
    expect(second.results.map((row: { balance: string }) => row.balance)).toEqual([
      "30.00",
      "20.00",
      "10.00",
    ]);
    expect(second.closing_balance).toBe("1030.00");
  });

  test("is as a file a statement of account, oldest first after the balance before it (CLI-2)", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_number: number("V"), total: cents(110_00) });
    await anInvoiceIn(bank, me, cinema, {
      invoice_number: number("W"),
      total: cents(55_00),
      invoice_date: "2026-12-10",
      due_date: "2027-01-09",
    });
    const { body } = await read("/exports/lists/client-account/", {
      account: "411BEFFROI",
      from: "2026-12-01",
    });
    expect(body.slice(1).split("\r\n")).toEqual([
      "Date;Libellé;Détail;Échéance;Débit;Crédit;Lettrage;Solde",
      "30/11/2026;Solde précédent;;;;;;110,00",
      `10/12/2026;Facture ${number("W")};Cinéma Le Beffroi;09/01/2027;55,00;0,00;;165,00`,
      "",
    ]);
  });
});

test("the balance of each client is that of its account 411 in the exported books on the same day", async () => {
  const others = await aCinemaIn(bank, me, { name: "Le Palace", account: "411PALACE" });
  const paid = await anInvoiceIn(bank, me, cinema, { total: cents(110_00) });
  const open = await anInvoiceIn(bank, me, cinema, { total: cents(71_17), invoice_date: "2026-12-03" });
  const palace = await anInvoiceIn(bank, me, others, {
    total: cents(64_40),
    client_account: "411PALACE",
  });
  await anInvoiceIn(bank, me, others, {
    total: cents(-20_00),
    type: "credit_note",
    client_account: "411PALACE",
    invoice_date: "2026-12-05",
  });
  const both = await aQuestion(bank, me, { amount: cents(114_40), transaction_date: "2026-12-20" });
  await me.reconcile(both.action, [paid]);
  const more = await aQuestion(bank, me, { amount: cents(64_40), transaction_date: "2026-12-22" });
  await me.reconcile(more.action, [palace]);
  await bank.owner.query("update invoice set in_default = true, defaulted_on = '2026-12-20' where id = $1", [
    open,
  ]);
  for (const day of ["2026-11-30", "2026-12-04", "2026-12-20", "2026-12-21", "2026-12-31"]) {
    const rows = await exportedRows(me, "", `?from=2026-01-01&to=${day}`);
    for (const client of ["411BEFFROI", "411PALACE"]) {
      const owed = rows
        .filter((row) => ["411000", "416000"].includes(row[4] ?? "") && row[6] === client)
        .reduce((sum, row) => sum + centsOf(row[11]) - centsOf(row[12]), 0);
      const { amounts } = (await read("/clients/account/", { account: client, on: day })).json();
      const { closing_balance } = (
        await read("/clients/account/movements/", { account: client, to: day })
      ).json();
      expect([day, client, amounts.balance, closing_balance]).toEqual([
        day,
        client,
        euros(owed),
        euros(owed),
      ]);
    }
  }
});

const centsOf = (cell = ""): number => Number(cell.replace(",", "") || 0);
const euros = (value: number): string => (value / 100).toFixed(2);

describe("a statement of account on paper (CLI-2)", () => {
  const print = (query: Record<string, string>) =>
    read("/clients/account/statement/", { account: "411BEFFROI", ...query });

  test("tells the movements of a period between two balances, and how late what is owed is", async () => {
    await anInvoiceIn(bank, me, cinema, {
      invoice_number: number("V"),
      total: cents(110_00),
      due_date: "2026-12-05",
    });
    await anInvoiceIn(bank, me, cinema, {
      invoice_number: number("W"),
      total: cents(1055_00),
      invoice_date: "2026-12-10",
      due_date: "2027-01-09",
    });
    await bank.owner.query("update distributor set siren = '000400010', rcs_city = 'Lyon' where id = $1", [
      me.distributorId,
    ]);
    const answer = await print({ from: "2026-12-01", to: "2026-12-31" });
    expect(answer.headers["content-type"]).toBe("application/pdf");
    expect(answer.headers["content-disposition"]).toContain('filename="releve-de-compte_411BEFFROI.pdf"');
    const [page] = await pagesOfText(answer.rawPayload);
    const text = page?.join("|").replaceAll(/[\u00a0\u202f]/g, " ") ?? "";
    for (const told of [
      "Du 01/12/2026 au 31/12/2026",
      // R. 123-237 of the Code de commerce.
      "SIREN 000 400 010 · RCS Lyon 000 400 010",
      "Solde précédent|110,00",
      `Facture ${number("W")} – Cinéma Le Beffroi|09/01/2027|1 055,00|1 165,00`,
      "Totaux et solde|1 055,00|0,00|1 165,00",
      "Solde dû au 31/12/2026 : 1 165,00 €.",
    ])
      expect(text).toContain(told);
    // No amount stands on another line than what it is.
    expect(page?.join("|")).toMatch(/30\sjours\u00a0:\u00a0110,00/);
  });

  test("is in the log with its client and its period, and so is its CSV; the aged balance of all clients by its own name (UI-18)", async () => {
    const period = { from: "2026-11-01", to: "2026-11-30" };
    await anInvoiceIn(bank, me, cinema, { invoice_number: number("V"), total: cents(110_00) });
    for (const answer of [
      await print(period),
      await print({}),
      await read("/exports/lists/client-account/", { account: "411BEFFROI", ...period }),
      await read("/clients/aged-balance/csv/", { on: "2026-11-30" }),
      await read("/clients/aged-balance/pdf/", { on: "2026-11-30" }),
    ])
      expect([answer.statusCode, answer.rawPayload.length > 0]).toEqual([200, true]);
    const { rows } = await bank.owner.query<{ told: Record<string, unknown> }>(
      "select action_details as told from audit_log where distributor_id = $1 and action_details ? 'file_name' order by id",
      [me.distributorId],
    );
    const ofClient = { event: "client_account_export", client_accounts: ["411BEFFROI"] };
    const told = { ...ofClient, period_start: "2026-11-01", period_end: "2026-11-30" };
    expect(rows.map((row) => row.told)).toEqual([
      { ...told, file_name: "releve-de-compte_411BEFFROI.pdf" },
      { ...ofClient, period_end: bank.services.clock.today(), file_name: "releve-de-compte_411BEFFROI.pdf" },
      { ...told, file_name: "releve-de-compte.csv", row_count: 2 },
      { event: "aged_balance_export", file_name: "balance-agee_2026-11-30.csv" },
      { event: "aged_balance_export", file_name: "balance-agee_2026-11-30.pdf" },
    ]);
  });

  test("is of one instant, whatever is written while it is read", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_number: number("V"), total: cents(110_00) });
    const holder = await bank.owner.connect();
    // It waits for something that it reads, until another invoice is there.
    await holder.query("begin; lock table distributor_cinema_settings in access exclusive mode");
    const printing = print({});
    const waiting =
      "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
    while ((await bank.owner.query(waiting)).rowCount === 0) await setTimeout(10);
    await anInvoiceIn(bank, me, cinema, { invoice_number: number("W"), total: cents(55_00) });
    await holder.query("commit");
    holder.release();
    const [page] = await pagesOfText((await printing).rawPayload);
    const text = page?.join("|").replaceAll(/[\u00a0\u202f]/g, " ") ?? "";
    expect(text).toContain("Totaux et solde|110,00|0,00|110,00");
    expect(text).toMatch(/: 110,00 €/);
    expect(text).not.toMatch(/165,00|55,00/);
  });

  test("names the country of a client abroad under its town, and never another company over it (BILL-8)", async () => {
    const recipient = async (): Promise<string> => {
      const [page] = await pagesOfText((await print({})).rawPayload);
      return page?.join("|").replaceAll(/[\u00a0\u202f]/g, " ") ?? "";
    };
    const abroad = await anInvoiceIn(bank, me, cinema, { invoice_number: number("B") });
    await bank.owner.query(
      `update invoice set client = '{"name": "SA Alpha", "address": "1 rue Neuve", "post_code": "1000", "city": "Bruxelles", "siren": "",
         "vat_number": "BE0123456749"}' where id = $1`,
      [abroad],
    );
    expect(await recipient()).toContain("SA Alpha|1 rue Neuve|1000 Bruxelles|Belgique");
    const successors = await anInvoiceIn(bank, me, cinema, {
      invoice_number: number("C"),
      invoice_date: "2026-12-10",
    });
    await bank.owner.query(`update invoice set client = '{"name": "SAS Repreneur"}' where id = $1`, [
      successors,
    ]);
    const text = await recipient();
    expect(text).toContain("SAS Repreneur");
    expect(text).not.toContain("Neuve");
  });

  test("names beside the balance the advances that are on no invoice yet", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_number: number("A"), total: cents(110_00) });
    const { transaction } = await aQuestion(bank, me, {
      amount: cents(80_00),
      transaction_date: "2026-12-05",
    });
    const parts = [{ kind: "advance", cinema_id: cinema, amount: "80.00" }];
    const path = `/banking/transactions/${transaction}/parts/`;
    expect((await me.call("POST", path, { parts })).statusCode).toBe(200);
    const told = async (to: string): Promise<string> => {
      const [page] = await pagesOfText((await print({ to })).rawPayload);
      return page?.join("|").replaceAll(/[\u00a0\u202f]/g, " ") ?? "";
    };
    expect(await told("2026-12-31")).toContain("Solde dû au 31/12/2026 : 110,00 €.");
    expect(await told("2026-12-31")).toContain("Acomptes reçus, à imputer, hors de ce solde : -80,00 €.");
    expect(await told("2026-12-04")).not.toContain("Acomptes");
  });

  test("is of no settled account where credits on no invoice merely cover what is open", async () => {
    const due = { total: cents(110_00), due_date: "2026-10-01" };
    await anInvoiceIn(bank, me, cinema, { ...due, invoice_number: number("S") });
    await anInvoiceIn(bank, me, cinema, { total: cents(-110_00), type: "credit_note" });
    const text = async () =>
      (await pagesOfText((await print({ to: "2026-12-31" })).rawPayload)).flat().join("|");
    expect(await text()).toContain("Solde nul au 31/12/2026.");
    await bank.owner.query("delete from invoice where distributor_id = $1", [me.distributorId]);
    expect(await text()).toContain("Compte soldé au 31/12/2026.");
  });

  test.each([
    [{ from: "2026-10-01", to: "2027-03-31" }, "Du 01/10/2026 au 31/12/2026"],
    [{ to: "2027-03-31" }, "Arrêté au 31/12/2026"],
  ])("of the period %j, which is not over, ends today", async (period, title) => {
    await anInvoiceIn(bank, me, cinema, { total: cents(110_00) });
    const [page] = await pagesOfText((await print(period)).rawPayload);
    expect(page).toContain(title);
  });

  test("is of days that have been: a period that is reversed or to come is refused at its field", async () => {
    await anInvoiceIn(bank, me, cinema, { total: cents(110_00) });
    const refused = [
      [{ from: "2027-01-01" }, "from"],
      [{ from: "2027-01-01", to: "2027-01-31" }, "from"],
      [{ from: "2026-12-02", to: "2026-12-01" }, "to"],
      [{ from: "2027-01-02", to: "2027-01-01" }, "to"],
    ] as const;
    for (const [period, field] of refused) {
      const answer = await print(period);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json())).toEqual([field]);
    }
    // A screen lists what it is asked for.
    expect((await movements({ to: "2027-12-31" })).count).toBe(1);
  });

  test("of an account that nobody has does not exist, and of more movements than one prints asks for a shorter period", async () => {
    expect((await print({ account: "411AUTRE" })).statusCode).toBe(404);
    await bank.owner.query(
      `insert into invoice (distributor_id, cinema_id, type, invoice_number, invoice_date, due_date, cinema_name, client_account, total_net_amount,
         total_vat_amount, total_amount, origin)
       select $1::bigint, $2, 'invoice', 'Z' || ($1::bigint)::text || 'X' || n, '2026-11-30', '2026-12-30', 'Cinéma', '411BEFFROI', 1, 0, 1, 'imported'
       from generate_series(1, 2001) n`,
      [me.distributorId, cinema],
    );
    const answer = await print({});
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ from: [expect.stringContaining("Choisissez une période plus courte")] });
    expect((await print({ from: "2026-12-01" })).statusCode).toBe(200);
  });
});

describe("the aged balance (CLI-3, CLI-4)", () => {
  beforeEach(async () => {
    const palace = await aCinemaIn(bank, me, { name: "Le Palace", legal_name: "SARL Palace" });
    const rex = await aCinemaIn(bank, me, { name: "Le Rex", legal_name: "SARL Rex" });
    await bank.owner.query(
      `update cinema set "group" = case id when $1 then 'Ciné Nord' when $2 then 'CINE  NORD' else '' end where id = any($3)`,
      [cinema, palace, [cinema, palace, rex]],
    );
    await anInvoiceIn(bank, me, cinema, { total: cents(100_00), due_date: "2026-12-30" });
    await anInvoiceIn(bank, me, palace, {
      total: cents(50_00),
      client_account: "411PALACE",
      due_date: "2026-10-01",
    });
    await anInvoiceIn(bank, me, rex, {
      total: cents(400_00),
      client_account: "411REX",
      due_date: "2027-01-30",
    });
    await anInvoiceIn(bank, me, rex, {
      total: cents(-30_00),
      type: "credit_note",
      client_account: "411REX",
    });
  });

  test("tells what each client and each group owes, who owes most first", async () => {
    const balance = (await read("/clients/aged-balance/", {})).json();
    expect(balance).toMatchObject({
      on: "2026-12-31",
      client_count: 3,
      amounts: {
        balance: "520.00",
        not_due: "400.00",
        days_1_30: "100.00",
        over_90_days: "50.00",
        unapplied: "-30.00",
      },
    });
    expect(
      balance.groups.map(
        (group: { group: string; clients: { client_account: string; client_name: string }[] }) => [
          group.group,
          group.clients.map((client) => `${client.client_account} ${client.client_name}`),
        ],
      ),
    ).toEqual([
      ["", ["411REX SARL Rex"]],
      ["CINE  NORD", ["411BEFFROI SARL Beffroi Cinés", "411PALACE SARL Palace"]],
    ]);
    // What was not entered yet on a day is not owed on it.
    expect((await read("/clients/aged-balance/", { on: "2026-11-29" })).json()).toMatchObject({
      client_count: 0,
      groups: [],
    });
  });

  test("is a file for a spreadsheet and one for paper", async () => {
    const csv = await read("/clients/aged-balance/csv/", { on: "2026-12-31" });
    expect(csv.headers["content-disposition"]).toContain('filename="balance-agee_2026-12-31.csv"');
    expect(csv.body.slice(1).replaceAll("\u00a0", " ").split("\r\n")).toEqual([
      "Groupe;Client;Compte client;Non échu;1 à 30 jours;31 à 60 jours;61 à 90 jours;Plus de 90 jours;À imputer;Solde dû",
      ";SARL Rex;411REX;400,00;0,00;0,00;0,00;0,00;-30,00;370,00",
      "CINE  NORD;SARL Beffroi Cinés;411BEFFROI;0,00;100,00;0,00;0,00;0,00;0,00;100,00",
      "CINE  NORD;SARL Palace;411PALACE;0,00;0,00;0,00;0,00;50,00;0,00;50,00",
      "",
    ]);
    const pdf = await read("/clients/aged-balance/pdf/", { on: "2026-12-31" });
    const [page] = await pagesOfText(pdf.rawPayload);
    const text = page?.join("|") ?? "";
    expect(text).toContain("Balance âgée");
    expect(text).toContain("411PALACE – SARL Palace");
    expect(text).toContain("Total|400,00|100,00|0,00|0,00|50,00|-30,00|520,00");
  });

  test("is of one distributor alone", async () => {
    const other = await anAccountant(bank);
    const answer = await other.call("GET", "/clients/aged-balance/");
    expect(answer.json()).toMatchObject({ client_count: 0, amounts: { balance: "0.00" } });
  });
});
