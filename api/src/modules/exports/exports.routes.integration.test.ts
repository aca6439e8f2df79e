import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import type { Sql } from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import { startRace } from "../banking/concurrency.testing.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, aQuestion } from "../banking/banking.testing.ts";
import { bank, cinema, euros, me, violations, withAnAccountantEach } from "../banking/ledger.testing.ts";
import { exportBooks } from "./export-books.ts";
import { exportedRows } from "./exports.testing.ts";

withAnAccountantEach();

const decode = (body: Buffer, charset: string): string =>
  new TextDecoder(charset, { ignoreBOM: true }).decode(body);
const linesOf = async (format: "" | "-b" | "-c", query = ""): Promise<string[][]> =>
  (await exportedRows(me, format, query)).slice(1, -1);

describe("each format", () => {
  test.each([
    ["", "accounting_export_a.csv", "utf-8", "JournalCode;JournalLib;EcritureNum", [0xef, 0xbb, 0xbf]],
    ["-b", "accounting_export_b.csv", "windows-1252", "Journal;Date;Compte", [0x4a]],
    ["-c", "accounting_export_c.csv", "utf-8", "Date;Date de valeur;Libellé bancaire", [0xef, 0xbb, 0xbf]],
  ])(
    "%s has its exact file name, its charset, and a header even without a line",
    async (path, name, charset, header, head) => {
      const answer = await me.call("GET", `/exports/export-csv${path}/`);
      expect(answer.headers).toMatchObject({
        "content-disposition": `attachment; filename="${name}"`,
        "content-type": `text/csv; charset=${charset}`,
      });
      expect([...answer.rawPayload.subarray(0, head.length)]).toEqual(head);
      expect(decode(answer.rawPayload, charset).replace("\ufeff", "")).toMatch(
        new RegExp(`^${header}.*\r\n$`),
      );
    },
  );

  test("is written in the audit log", async () => {
    await anInvoiceIn(bank, me, cinema);
    await me.call("GET", "/exports/export-csv-b/?from=2026-01-01&to=2026-12-31");
    const { rows } = await bank.owner.query(
      "select action_type, action_details from audit_log where distributor_id = $1",
      [me.distributorId],
    );
    expect(rows).toEqual([
      {
        action_type: "other",
        action_details: {
          export_format: "B",
          file_name: "accounting_export_b.csv",
          period_start: "2026-01-01",
          period_end: "2026-12-31",
          row_count: 1,
        },
      },
    ]);
  });

  test.each(["?from=2026-02-30", "?to=hier", "?from=2026-12-31&to=2026-01-01"])(
    "%s is refused",
    async (query) => {
      expect((await me.call("GET", `/exports/export-csv/${query}`)).statusCode).toBe(400);
    },
  );

  test("is told in the audit log also when others write there while it is read", async () => {
    let others = 0;
    const calm = startRace(bank.services.pool, {
      // The snapshot is taken by the first query after this one.
      before: async (text) => {
        if (!text.includes("lettering_sequence")) return;
        others += 1;
        const scope = { kind: "distributor", distributorId: me.distributorId } as const;
        await inTransaction(bank.owner, scope, (tx) =>
          writeAudit(tx, systemSource(me.distributorId), "other", {}),
        );
      },
    });
    const answer = await me.call("GET", "/exports/export-csv/").finally(calm);
    expect(answer.statusCode).toBe(200);
    expect(others).toBe(1);
    const { rows } = await bank.owner.query(
      "select action_details ->> 'export_format' as format from audit_log where distributor_id = $1 order by id",
      [me.distributorId],
    );
    expect(rows).toEqual([{ format: null }, { format: "A" }]);
  });

  test("is for people who are signed in", async () => {
    expect((await bank.app.inject({ method: "GET", url: "/api/v1/exports/export-csv/" })).statusCode).toBe(
      401,
    );
  });
});

describe("the lines", () => {
  test("letter a paid invoice in capitals, a part paid one in small letters", async () => {
    const [paid, part] = [
      await anInvoiceIn(bank, me, cinema, { invoice_number: "P1" }),
      await anInvoiceIn(bank, me, cinema, { invoice_number: "P2" }),
    ];
    await me.reconcile((await aQuestion(bank, me)).action, [paid]);
    await me.reconcile((await aQuestion(bank, me, { amount: euros(60) })).action, [part]);
    const lines = await linesOf("-b");
    const letters = lines
      .filter((line) => line[3] === "411BEFFROI")
      .map((line) => [line[0], line[5], line[9], line[10]]);
    expect(letters).toEqual([
      ["VE", "P1", "AAA", "28/12/2026"],
      ["VE", "P2", "aab", ""],
      ["BQ", "P1", "AAA", "28/12/2026"],
      ["BQ", "P2", "aab", ""],
    ]);
    const [first, second] = await linesOf("-c");
    expect([first?.[5], first?.[15], second?.[5], second?.[15]]).toEqual([
      "Lettré",
      "AAA",
      "Lettré partiellement",
      "aab",
    ]);
    // Format A has full lettering only, and each entry balances.
    const entries = new Map<string, number>();
    for (const line of await linesOf("")) {
      const sum = Number(line[11]?.replace(",", "")) - Number(line[12]?.replace(",", ""));
      entries.set(line[2] ?? "", (entries.get(line[2] ?? "") ?? 0) + sum);
      if (line[13] !== "") expect([line[8], line[13]]).toEqual(["P1", "AAA"]);
    }
    expect([...entries]).toEqual([
      ["1", 0],
      ["2", 0],
      ["3", 0],
      ["4", 0],
    ]);
  });

  test("keep their letters from one export to the next, whatever happens between", async () => {
    const credited = await anInvoiceIn(bank, me, cinema, { invoice_number: "C1" });
    const credit = await anInvoiceIn(bank, me, cinema, {
      type: "credit_note",
      total: euros(-100),
      invoice_number: "C2",
    });
    await bank.owner.query(
      "insert into credit_application (credit_note_id, invoice_id, distributor_id, amount) values ($1, $2, $3, 100)",
      [credit, credited, me.distributorId],
    );
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "C3" });
    const letters = async () =>
      Object.fromEntries((await linesOf("-b")).filter((line) => line[9]).map((line) => [line[5], line[9]]));
    expect(await letters()).toEqual({ C1: "AAA", C2: "AAA" });
    const { action } = await aQuestion(bank, me);
    await me.reconcile(action, [paid]);
    expect(await letters()).toEqual({ C1: "AAA", C2: "AAA", C3: "AAB" });
    await me.revert(action);
    expect(await letters()).toEqual({ C1: "AAA", C2: "AAA" });
    await me.reconcile(action, [paid]);
    expect(await letters()).toEqual({ C1: "AAA", C2: "AAA", C3: "AAC" });
    expect(await violations()).toEqual([]);
  });

  test("of a period know whether a group balances beyond its bounds", async () => {
    const [old, recent] = [
      await anInvoiceIn(bank, me, cinema, { invoice_number: "O1", invoice_date: "2026-02-01" }),
      await anInvoiceIn(bank, me, cinema, { invoice_number: "O2" }),
    ];
    await me.reconcile((await aQuestion(bank, me, { amount: euros(150) })).action, [old, recent]);
    const letters = async (query: string) =>
      (await linesOf("-b", query)).filter((line) => line[9]).map((line) => [line[0], line[5], line[9]]);
    expect(await letters("?from=2026-11-01&to=2026-11-30")).toEqual([["VE", "O2", "aaa"]]);
    await me.reconcile((await aQuestion(bank, me, { amount: euros(50) })).action, [recent]);
    expect(await letters("?from=2026-11-01&to=2026-11-30")).toEqual([["VE", "O2", "AAA"]]);
    expect(await letters("?from=2026-02-01&to=2026-02-28")).toEqual([["VE", "O1", "AAA"]]);
  });

  test("are the distributor's own, of the current and the previous year by default", async () => {
    const other = await anAccountant(bank);
    await anInvoiceIn(bank, other, await aCinemaIn(bank, other), { invoice_number: "FOREIGN" });
    await aQuestion(bank, other);
    for (const [number, date] of [
      ["Y24", "2024-12-31"],
      ["Y25", "2025-01-01"],
      ["Y26", "2026-12-31"],
    ] as const)
      await anInvoiceIn(bank, me, cinema, { invoice_number: number, invoice_date: date });
    expect([...new Set((await linesOf("-b")).map((line) => line[5]))]).toEqual(["Y25", "Y26"]);
  });

  test("a label that looks like a formula is only text for a spreadsheet", async () => {
    await aQuestion(bank, me, { label: '=HYPERLINK("http://x")' });
    const answer = await me.call("GET", "/exports/export-csv-c/");
    expect(answer.body).toContain("'=HYPERLINK");
  });

  test("a returned payment is on the account of the client whose credit it takes back", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { client_account: "411ROYDOLE" });
    const credit = await aQuestion(bank, me);
    await me.reconcile(credit.action, [invoice]);
    const debit = await aQuestion(bank, me, { amount: euros(-100), label: "VIR REJETE", status: "PENDING" });
    await bank.owner.query(
      "update user_action set reason_code = 'returned_payment', related_transaction_ids = $2 where id = $1",
      [debit.action, [credit.transaction]],
    );
    const bankLines = async () => (await linesOf("-b")).filter((line) => line[0] === "BQ" && line[6] !== "");
    expect((await bankLines()).map((line) => line[3])).toEqual(["", "411ROYDOLE"]);
    await me.call("PATCH", `/user-actions/${debit.action}/`, { status: "REJECTED" });
    expect((await bankLines()).map((line) => [line[2], line[3]])).toEqual([
      ["512100", ""],
      ["471000", ""],
    ]);
  });

  test("a returned payment that paid two clients is in the three exports on the accounts of both, to the cent", async () => {
    const other = await aCinemaIn(bank, me);
    const [one, two] = [
      await anInvoiceIn(bank, me, cinema, { client_account: "411ROYDOLE", total: cents(3333) }),
      await anInvoiceIn(bank, me, other, { client_account: "411REXLYON", total: cents(6667) }),
    ];
    const credit = await aQuestion(bank, me);
    await me.reconcile(credit.action, [one, two]);
    const debit = await aQuestion(bank, me, { amount: euros(-100), label: "VIR REJETE", status: "PENDING" });
    await bank.owner.query(
      "update user_action set reason_code = 'returned_payment', related_transaction_ids = $2 where id = $1",
      [debit.action, [credit.transaction]],
    );
    const taken = [
      ["411ROYDOLE", "33,33"],
      ["411REXLYON", "66,67"],
    ];
    const debits = async (format: "" | "-b", label: number, account: number, amount: number) =>
      (await linesOf(format))
        .filter((line) => line[label] === "Paiement retourné")
        .map((line) => [line[account], line[amount]]);
    expect(await debits("", 10, 6, 11)).toEqual(taken);
    expect(await debits("-b", 4, 3, 6)).toEqual(taken);
    const returned = (await linesOf("-c")).filter((line) => line[5] === "Paiement retourné");
    expect(returned.map((line) => [line[3], line[11], line[14]])).toEqual([
      ["-100,00", "411ROYDOLE", "-33,33"],
      ["", "411REXLYON", "-66,67"],
    ]);
  });

  test("a returned payment is on the waiting account once its credit is undone: the client owes his invoice once", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { client_account: "411ROYDOLE" });
    const credit = await aQuestion(bank, me);
    await me.reconcile(credit.action, [invoice]);
    const debit = await aQuestion(bank, me, { amount: euros(-100), label: "VIR REJETE", status: "PENDING" });
    await bank.owner.query(
      "update user_action set reason_code = 'returned_payment', related_transaction_ids = $2 where id = $1",
      [debit.action, [credit.transaction]],
    );
    await me.revert(credit.action);
    const lines = (await linesOf("-b")).filter((line) => line[0] === "BQ");
    expect(lines.map((line) => [line[2], line[3], line[6], line[7]])).toEqual([
      ["512100", "", "100,00", ""],
      ["471000", "", "", "100,00"],
      ["512100", "", "", "100,00"],
      ["471000", "", "100,00", ""],
    ]);
    expect((await linesOf("-c")).map((line) => [line[5], line[11]])).toEqual([
      ["À identifier", "471000"],
      ["Paiement retourné", "471000"],
    ]);
  });
});

test("C is read some days of the statement at a time, and is the same file", async () => {
  const invoice = (invoice_number: string, invoice_date: string) =>
    anInvoiceIn(bank, me, cinema, { invoice_number, invoice_date, total: cents(150_00) });
  const [first, second] = [await invoice("W1", "2026-09-01"), await invoice("W2", "2026-10-01")];
  // Two lines of different days settle one invoice: their group balances in the last window only.
  for (const [day, amount, pays] of [
    ["2026-10-02", 100_00, [first]],
    ["2026-10-03", 20_00, []],
    ["2026-11-04", 50_00, [first]],
    ["2026-11-05", 30_00, []],
    ["2026-12-06", 150_00, [second]],
    ["2026-12-07", -10_00, []],
  ] as const) {
    const { action } = await aQuestion(bank, me, { transaction_date: day, amount: cents(amount) });
    if (pays.length > 0) await me.reconcile(action, pays);
  }
  const read = async (windowRows: number) => {
    const chunks: Buffer[] = [];
    let most = 0;
    await inTransaction(
      bank.services.pool,
      { kind: "distributor", distributorId: me.distributorId },
      (tx) => {
        const counted = Object.assign(Object.create(tx) as Tx, {
          many: async <Row>(query: Sql) => {
            const rows = await tx.many<Row>(query);
            if (query.text.includes("bank_transaction t on t.id = chosen.id"))
              most = Math.max(most, rows.length);
            return rows;
          },
        });
        const asked = {
          distributorId: me.distributorId,
          format: "C",
          period: { from: civilDate("2026-01-01"), to: civilDate("2026-12-31") },
          today: civilDate("2026-12-31"),
          acceptsStaleLetters: false,
          windowRows,
        } as const;
        return exportBooks(counted, asked, async (chunk) => {
          chunks.push(Buffer.from(chunk));
        });
      },
    );
    return { file: Buffer.concat(chunks).toString(), most };
  };
  const whole = await read(1000);
  expect(whole.most).toBe(6);
  expect(whole.file.split("\r\n")).toHaveLength(8);
  const inParts = await read(1);
  expect(inParts.file).toBe(whole.file);
  // A line of one day, and the other one that settles its invoice.
  expect(inParts.most).toBe(2);
});
