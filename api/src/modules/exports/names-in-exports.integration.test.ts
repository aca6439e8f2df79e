import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { anInvoiceIn, aQuestion } from "../banking/banking.testing.ts";
import { bank, cinema, decide, me, withAnAccountantEach } from "../banking/ledger.testing.ts";
import { exportedRows } from "./exports.testing.ts";

withAnAccountantEach();

/** An account, or an auxiliary one, of format A, and the name beside it. */
const [ACCOUNT, AUXILIARY] = [4, 6];
const namesIn = (rows: readonly string[][], place: number, account?: string): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      (account === undefined ? row[place] : row[place] === account) ? (row[place + 1] ?? "") : [],
    ),
  ),
];
const linesOf = async (query = "") => (await exportedRows(me, "", query)).slice(1, -1);
const makeLot = async () => {
  const lot = await me.call("POST", "/accounting/lots/", {
    period_from: "2026-11-01",
    period_to: "2026-11-30",
  });
  expect(lot.statusCode).toBe(201);
  const file = await me.call("GET", `/accounting/lots/${lot.json().id}/a/`);
  return file.body
    .split("\r\n")
    .slice(1, -1)
    .map((row) => row.split(";"));
};
const aPart = async (transaction_date: string, part: object) => {
  const { transaction } = await aQuestion(bank, me, { transaction_date });
  expect((await decide(transaction, { amount: "100.00", ...part })).statusCode).toBe(200);
};

describe("EXP-4: each auxiliary account has its name", () => {
  test("of a client that has no invoice yet, in exports and in lots", async () => {
    await bank.owner.query("update cinema set legal_name = 'SARL Ciné Beffroi' where id = $1", [cinema]);
    await aPart("2026-11-20", { kind: "advance", cinema_id: cinema });
    expect(namesIn(await linesOf(), AUXILIARY)).toEqual(["SARL Ciné Beffroi"]);
    expect(namesIn(await makeLot(), AUXILIARY)).toEqual(["SARL Ciné Beffroi"]);
    expect(namesIn(await linesOf(), AUXILIARY)).toEqual(["SARL Ciné Beffroi"]);
  });

  test("of a client whose invoices are of another period, as the latest of them names it", async () => {
    await aPart("2026-11-20", { kind: "advance", cinema_id: cinema });
    const client_account = (await linesOf())[1]?.[AUXILIARY] ?? "";
    const id = await anInvoiceIn(bank, me, cinema, { client_account, invoice_date: "2026-12-02" });
    await bank.owner.query(`update invoice set client = '{"name": "Beffroi Exploitation"}' where id = $1`, [
      id,
    ]);
    const rows = await linesOf("?from=2026-11-01&to=2026-11-30");
    expect(namesIn(rows, AUXILIARY)).toEqual(["Beffroi Exploitation"]);
  });
});

describe("EXP-10: a file calls each account by one name, without lots too", () => {
  const calls = (label: string) =>
    bank.owner.query(
      `insert into bank_account_choice (distributor_id, code, label, position) values ($1, '613200', $2, 1)
       on conflict (distributor_id, code) do update set label = excluded.label`,
      [me.distributorId, label],
    );

  test("that of the list of accounts on the day on which it is made", async () => {
    await calls("Locations");
    const rent = async (transaction_date: string) => {
      const { transaction } = await aQuestion(bank, me, { transaction_date, amount: cents(-100_00) });
      const part = { kind: "account", account: "613200", amount: "-100.00" };
      expect((await decide(transaction, part)).statusCode).toBe(200);
    };
    await rent("2026-11-05");
    await calls("Loyers");
    await rent("2026-11-20");
    expect(namesIn(await linesOf(), ACCOUNT, "613200")).toEqual(["Loyers"]);
    expect(namesIn(await makeLot(), ACCOUNT, "613200")).toEqual(["Loyers"]);
    await calls("Locations immobilières");
    expect(namesIn(await linesOf(), ACCOUNT, "613200")).toEqual(["Locations immobilières"]);
  });

  test("else the first one in it", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_date: "2026-11-05" });
    const settings = {
      vat_due: "debits",
      since: "2026-11-10",
      waiting_account: "445740",
      account_2000: "445711",
      account_1000: "445712",
      account_550: "445712",
      account_210: "445714",
    };
    expect((await me.call("PUT", "/accounting/vat-settings/", settings)).statusCode).toBe(200);
    await anInvoiceIn(bank, me, cinema, { invoice_date: "2026-11-20" });
    const rows = await linesOf();
    expect(rows.filter((row) => row[ACCOUNT] === "445712")).toHaveLength(2);
    expect(namesIn(rows, ACCOUNT, "445712")).toEqual(["TVA collectée 10 %"]);
  });
});
