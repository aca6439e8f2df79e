import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { anInvoiceIn, aQuestion, CURRENT_IBAN } from "../banking/banking.testing.ts";
import { bank, cinema, me, withAnAccountantEach } from "../banking/ledger.testing.ts";
import { exportedRows } from "./exports.testing.ts";

withAnAccountantEach();

const rowsOf = (format: "" | "-b" | "-c", query = "") => exportedRows(me, format, query);
const linesOf = async (format: "" | "-b" | "-c", query = "") => (await rowsOf(format, query)).slice(1, -1);
const aLotOfNovember = async () =>
  expect(
    (await me.call("POST", "/accounting/lots/", { period_from: "2026-11-01", period_to: "2026-11-30" }))
      .statusCode,
  ).toBe(201);
/** Of A: number, day, account, label, debit, credit, letters, day of validation. */
const brief = (rows: readonly string[][]) =>
  rows
    .filter((row) => row[4] === "411000" || row[4] === "471000")
    .map((row) => [2, 3, 4, 10, 11, 12, 13, 15].map((place) => row[place]).join(" "));
const label = "Loc. films S47/2026 Cinéma Le Beffroi";

test("two exports with imports in between: not one number of a posted entry differs", async () => {
  const early = await anInvoiceIn(bank, me, cinema, { invoice_number: "P2", invoice_date: "2026-11-20" });
  await anInvoiceIn(bank, me, cinema, { invoice_number: "P3", invoice_date: "2026-11-25" });
  await aLotOfNovember();
  const before = (await linesOf("")).map((row) => row.join(";"));
  // Before, between and after them, and a change of one.
  for (const [number, date] of [
    ["P1", "2026-11-01"],
    ["P2b", "2026-11-22"],
    ["P4", "2026-12-05"],
  ] as const)
    await anInvoiceIn(bank, me, cinema, { invoice_number: number, invoice_date: date });
  await aQuestion(bank, me, { transaction_date: "2026-11-02" });
  await bank.owner.query("update invoice set cinema_name = 'Autre' where id = $1", [early]);
  const after = (await linesOf("")).map((row) => row.join(";"));
  expect(after.slice(0, before.length)).toEqual(before);
  expect(before.map((row) => row.split(";")[2])).toEqual([
    ...Array.from({ length: 3 }, () => "VE-2026-000001"),
    ...Array.from({ length: 3 }, () => "VE-2026-000002"),
  ]);
});

describe("once a lot is made", () => {
  test("A has the posted entries with their letters of now, then the provisional ones without a day of validation", async () => {
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "P1" });
    const changed = await anInvoiceIn(bank, me, cinema, { invoice_number: "P2" });
    await anInvoiceIn(bank, me, cinema, { invoice_number: "OLD", invoice_date: "2026-10-31" });
    await aLotOfNovember();
    await me.reconcile((await aQuestion(bank, me)).action, [paid]);
    await bank.owner.query("update invoice set cinema_name = 'Autre' where id = $1", [changed]);
    await anInvoiceIn(bank, me, cinema, { invoice_number: "LATE", invoice_date: "2026-11-05" });
    expect(brief(await linesOf(""))).toEqual([
      `VE-2026-000001 20261130 411000 ${label} 100,00 0,00 AAA 20261231`,
      `VE-2026-000002 20261130 411000 ${label} 100,00 0,00  20261231`,
      // From before the first lot: it is in none, on its own day.
      `1 20261031 411000 ${label} 100,00 0,00  `,
      `2 20261201 411000 Annulation ${label} 0,00 100,00  `,
      `3 20261201 411000 ${label} 100,00 0,00  `,
      `4 20261201 411000 Loc. films S47/2026 Autre 100,00 0,00  `,
      "5 20261228 411000 Règlement P1 0,00 100,00 AAA ",
    ]);
    const provisional = (await linesOf("-b")).filter((row) => row[4]?.startsWith("Prov. "));
    expect(new Set(provisional.map((row) => row[4]))).toEqual(
      new Set(
        [
          "Prov. Loc. films S47/2026 Cinéma Le",
          "Prov. Annulation Loc. films S47/2026",
          "Prov. Loc. films S47/2026 Autre",
          "Prov. Règlement P1",
          "Prov. VIR SEPA SARL BEFFROI CINES",
        ].map((text) => text.slice(0, 35)),
      ),
    );
    expect((await linesOf("-b")).length - provisional.length).toBe(6);
  });

  test("letters have the date of the last entry, also of one that came in late and is on the first open day (EXP-3)", async () => {
    const [paid, late] = [
      await anInvoiceIn(bank, me, cinema, { invoice_number: "P1", invoice_date: "2026-11-03" }),
      await anInvoiceIn(bank, me, cinema, { invoice_number: "P2", invoice_date: "2026-11-04" }),
    ];
    const { action } = await aQuestion(bank, me, { transaction_date: "2026-11-27" });
    await aLotOfNovember();
    // What the receipt is was decided after its month was handed over: it is written anew in December.
    await me.reconcile(action, [paid]);
    const receipt = await aQuestion(bank, me, { transaction_date: "2026-11-28" });
    await me.reconcile(receipt.action, [late]);
    const letters = (rows: readonly string[][]) =>
      rows
        .filter((row) => row[13]?.startsWith("A"))
        .map((row) => [3, 8, 13, 14].map((place) => row[place]).join(" "));
    const shown = letters(await linesOf(""));
    expect(shown).toEqual([
      "20261103 P1 AAA 20261201",
      "20261104 P2 AAB 20261201",
      "20261201 P1 AAA 20261201",
      "20261201 P2 AAB 20261201",
    ]);
    const lot = await me.call("POST", "/accounting/lots/", {
      period_from: "2026-12-01",
      period_to: "2026-12-31",
    });
    const file = (await me.call("GET", `/accounting/lots/${lot.json().id}/a/`)).body;
    expect(letters(file.split("\r\n").map((row) => row.split(";")))).toEqual(shown.slice(2));
  });

  test("B has the due dates of the day on which it is made, and the file that a lot keeps those of its own", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_number: "P1" });
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "P2" });
    await me.reconcile((await aQuestion(bank, me, { transaction_date: "2026-11-30" })).action, [paid]);
    await aLotOfNovember();
    await bank.owner.query("update invoice set due_date = '2027-01-31' where distributor_id = $1", [
      me.distributorId,
    ]);
    const dueOf = (rows: readonly string[][]) =>
      rows
        .filter((row) => row[0] === "VE" && row[2] === "411000")
        .map((row) => `${row[5]} ${row[8]} ${row[9]}`);
    expect(dueOf(await linesOf("-b"))).toEqual(["P1 31/01/2027 ", "P2 31/01/2027 AAA"]);
    const { results } = (await me.call("GET", "/accounting/lots/")).json<{ results: { id: number }[] }>();
    const kept = await me.call("GET", `/accounting/lots/${results[0]?.id}/b/`);
    expect(dueOf(kept.body.split("\r\n").map((row) => row.split(";")))).toEqual([
      "P1 30/12/2026 ",
      "P2 30/12/2026 AAA",
    ]);
  });

  test("an account that was renamed since has one name in A, and keeps its number", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_number: "P1" });
    await aQuestion(bank, me, { transaction_date: "2026-11-20" });
    await aLotOfNovember();
    await me.call("POST", "/banking/accounts/", { number: CURRENT_IBAN, label: "Courant" });
    await anInvoiceIn(bank, me, cinema, { invoice_number: "P2", invoice_date: "2026-12-02" });
    await bank.owner.query(
      `update invoice set client = client || '{"name": "Autre raison sociale"}' where distributor_id = $1 and invoice_number = 'P2'`,
      [me.distributorId],
    );
    await aQuestion(bank, me, { transaction_date: "2026-12-02" });
    const rows = await linesOf("");
    const namesOf = (account: number, value: string) =>
      new Set(rows.filter((row) => row[account] === value).map((row) => row[account + 1]));
    expect(namesOf(4, "512100")).toEqual(new Set(["Banque – Courant"]));
    const auxiliary = rows.find((row) => row[6] !== "")?.[6] ?? "";
    expect(namesOf(6, auxiliary)).toEqual(new Set(["Autre raison sociale"]));
    expect(rows[0]?.[2]).toBe("BQ-2026-000001");
  });

  test("C names the entry of each receipt that is posted as it is", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: cents(100_00) });
    const undone = await aQuestion(bank, me, { transaction_date: "2026-11-28" });
    await me.reconcile(undone.action, [invoice]);
    await aQuestion(bank, me, { transaction_date: "2026-11-29" });
    expect((await rowsOf("-c"))[0]).toHaveLength(17);
    await aLotOfNovember();
    await aQuestion(bank, me, { transaction_date: "2026-12-02" });
    const numbers = async () => {
      const rows = await rowsOf("-c");
      expect(rows[0]?.[17]).toBe("Écriture");
      return rows.slice(1, -1).map((row) => row[17]);
    };
    expect(await numbers()).toEqual(["BQ-2026-000001", "BQ-2026-000002", ""]);
    await me.revert(undone.action);
    expect(await numbers()).toEqual(["", "BQ-2026-000002", ""]);
  });

  test("a period has what is dated in it, and balances", async () => {
    const gone = await anInvoiceIn(bank, me, cinema, { invoice_number: "V1" });
    await anInvoiceIn(bank, me, cinema, { invoice_number: "V2" });
    await aLotOfNovember();
    await bank.owner.query("delete from invoice where id = $1", [gone]);
    expect(brief(await linesOf("", "?from=2026-12-01&to=2026-12-31"))).toEqual([
      `1 20261201 411000 Annulation ${label} 0,00 100,00  `,
    ]);
    const all = brief(await linesOf(""));
    expect(all).toHaveLength(3);
    expect(brief(await linesOf("", "?from=2026-11-01&to=2026-11-30"))).toEqual(all.slice(0, 2));
  });
});
