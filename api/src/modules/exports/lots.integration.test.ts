import { createHash } from "node:crypto";
import { civilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { systemSource } from "../../http/audit.ts";
import { anAccountant, anInvoiceIn, aQuestion } from "../banking/banking.testing.ts";
import { bank, cinema, euros, me, violations, withAnAccountantEach } from "../banking/ledger.testing.ts";
import { exportsRepository } from "./exports.repository.ts";
import { makeLot } from "./make-lot.ts";
import { previewLot } from "./preview-lot.ts";

withAnAccountantEach();

const NOVEMBER = { period_from: "2026-11-01", period_to: "2026-11-30" };
const DECEMBER = { period_from: "2026-12-01", period_to: "2026-12-31" };
const make = (period: object) => me.call("POST", "/accounting/lots/", period);
const aLotOf = async (period: object) => {
  const answer = await make(period);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
};
const preview = async (query = "") => (await me.call("GET", `/accounting/lots/preview/${query}`)).json();
const fileOf = async (lot: { id: number }, format = "a"): Promise<Buffer> => {
  const answer = await me.call("GET", `/accounting/lots/${lot.id}/${format}/`);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};
const rowsOf = (bytes: Buffer): string[][] =>
  bytes
    .toString()
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(";"));
/** Number, day, account, piece, label, debit, credit. */
const entriesOf = async (lot: { id: number }) =>
  rowsOf(await fileOf(lot)).map((row) => [2, 3, 4, 8, 10, 11, 12].map((place) => row[place]).join(" "));
const change = (id: number, set: string) => bank.owner.query(`update invoice set ${set} where id = ${id}`);
const isSound = async () => expect(await violations()).toEqual([]);

test("`ledger verify` finds a lot that says another sum than it holds", async () => {
  await anInvoiceIn(bank, me, cinema, { invoice_date: "2026-11-03" });
  const lot = await aLotOf(NOVEMBER);
  const say = async (sum: string) => {
    await bank.owner.query(`begin; alter table export_lot disable trigger export_lot_is_final;
      update export_lot set total_amount = ${sum} where id = ${lot.id};
      alter table export_lot enable trigger export_lot_is_final; commit`);
  };
  await say("1.00");
  expect(await violations()).toMatchObject([{ rule: "lot_sum", subject: String(lot.id) }]);
  await say("100.00");
  await isSound();
});

describe("a lot", () => {
  test("posts the entries of its period, numbered in each journal, and tells who made it and when", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_number: "L1", invoice_date: "2026-11-03" });
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "L2" });
    await anInvoiceIn(bank, me, cinema, { invoice_number: "L3", invoice_date: "2026-12-01" });
    await me.reconcile((await aQuestion(bank, me, { transaction_date: "2026-11-30" })).action, [paid]);
    expect(await preview()).toEqual({
      period_from: "2026-11-03",
      period_to: "2026-11-30",
      entry_count: 3,
      reversal_count: 0,
      late_count: 0,
      lines_without_end: 0,
      has_older: false,
      total_amount: "300.00",
      journals: [
        { journal: "BQ", label: "Banque", entry_count: 1, total_amount: "100.00" },
        { journal: "VE", label: "Ventes", entry_count: 2, total_amount: "200.00" },
      ],
    });
    const lot = await aLotOf(NOVEMBER);
    expect(lot).toMatchObject({
      ...NOVEMBER,
      number: 1,
      year: 2026,
      entry_count: 3,
      reversal_count: 0,
      total_amount: "300.00",
      created_by_name: "Camille",
      created_at: "2026-12-31T09:00:00.000Z",
    });
    const first = (await entriesOf(lot)).filter((line) => line.includes(" 411000 ") || line.includes("512"));
    expect(first).toEqual([
      "VE-2026-000001 20261103 411000 L1 Loc. films S47/2026 Cinéma Le Beffroi 100,00 0,00",
      "VE-2026-000002 20261130 411000 L2 Loc. films S47/2026 Cinéma Le Beffroi 100,00 0,00",
      expect.stringMatching(/^BQ-2026-000001 20261130 512100 .* 100,00 0,00$/),
      "BQ-2026-000001 20261130 411000 L2 Règlement L2 0,00 100,00",
    ]);
    const [line] = rowsOf(await fileOf(lot));
    expect([line?.[13], line?.[15]]).toEqual(["", "20261231"]);
    const listed = (await me.call("GET", "/accounting/lots/")).json();
    expect(listed).toEqual({ count: 1, next: null, previous: null, results: [lot] });
    await isSound();
  });

  test("of books that begin in the future is proposed for today", async () => {
    await anInvoiceIn(bank, me, cinema, { invoice_date: "2027-01-15", due_date: "2027-02-15" });
    expect(await preview()).toMatchObject({
      period_from: "2026-12-31",
      period_to: "2026-12-31",
      entry_count: 0,
    });
  });

  test("goes on with the numbers, and keeps its bytes whatever comes after", async () => {
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "G1" });
    const first = await aLotOf(NOVEMBER);
    const files = async () =>
      Promise.all(["a", "b", "c"].map(async (format) => (await fileOf(first, format)).toString("latin1")));
    const before = await files();
    const { results } = (await me.call("GET", "/accounting/lots/")).json();
    expect(
      results[0].files.map((file: { size: number; sha256: string }) => [file.size, file.sha256]),
    ).toEqual(
      before.map((text) => {
        const bytes = Buffer.from(text, "latin1");
        return [bytes.length, createHash("sha256").update(bytes).digest("hex")];
      }),
    );
    await me.reconcile((await aQuestion(bank, me)).action, [paid]);
    await anInvoiceIn(bank, me, cinema, { invoice_number: "G2", invoice_date: "2026-12-02" });
    await bank.owner.query("update cinema set legal_name = 'Autre raison' where id = $1", [cinema]);
    const second = await aLotOf(DECEMBER);
    expect([second.number, second.entry_count, second.reversal_count]).toEqual([2, 2, 0]);
    expect(new Set(rowsOf(await fileOf(second)).map((row) => row[2]))).toEqual(
      new Set(["VE-2026-000002", "BQ-2026-000001"]),
    );
    expect(await files()).toEqual(before);
    await isSound();
  });

  test("takes back what changed and what is gone since, on its first day", async () => {
    const [changed, gone] = [
      await anInvoiceIn(bank, me, cinema, { invoice_number: "C1" }),
      await anInvoiceIn(bank, me, cinema, { invoice_number: "C2" }),
    ];
    await aLotOf(NOVEMBER);
    await change(
      changed,
      "total_net_amount = 200, total_vat_amount = 0, total_amount = 200, vat_breakdown = '[]'",
    );
    await bank.owner.query("delete from invoice where id = $1", [gone]);
    expect(await preview()).toMatchObject({ ...DECEMBER, entry_count: 3, reversal_count: 2, late_count: 1 });
    const lot = await aLotOf(DECEMBER);
    expect([lot.entry_count, lot.reversal_count]).toEqual([3, 2]);
    const clients = (await entriesOf(lot)).filter((line) => line.includes(" 411000 "));
    const label = "Loc. films S47/2026 Cinéma Le Beffroi";
    expect(clients).toEqual([
      `VE-2026-000003 20261201 411000 C1 Annulation ${label} 0,00 100,00`,
      `VE-2026-000004 20261201 411000 C2 Annulation ${label} 0,00 100,00`,
      `VE-2026-000005 20261201 411000 C1 ${label} 200,00 0,00`,
    ]);
    await isSound();
    // All is posted as it is now: once more nothing is new.
    expect((await make(DECEMBER)).statusCode).toBe(409);
    expect((await preview("?from=2026-12-01&to=2026-12-31")).entry_count).toBe(0);
  });

  test("enters what came in late on its first day, and a lettering that is undone as a change of the receipt", async () => {
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "U1" });
    const { action } = await aQuestion(bank, me, { transaction_date: "2026-11-30", label: "VIR A" });
    await me.reconcile(action, [paid]);
    await aLotOf(NOVEMBER);
    await me.revert(action);
    await aQuestion(bank, me, { transaction_date: "2026-11-12", label: "VIR B" });
    const lot = await aLotOf(DECEMBER);
    const made = await entriesOf(lot);
    expect(made.map((line) => line.replace(/ BQ\d+-\d+/, ""))).toEqual([
      "BQ-2026-000002 20261201 512100 Annulation VIR A 0,00 100,00",
      "BQ-2026-000002 20261201 411000 U1 Annulation Règlement U1 100,00 0,00",
      "BQ-2026-000003 20261201 512100 VIR B 100,00 0,00",
      "BQ-2026-000003 20261201 471000 À identifier : VIR B 0,00 100,00",
      "BQ-2026-000004 20261201 512100 VIR A 100,00 0,00",
      "BQ-2026-000004 20261201 471000 À identifier : VIR A 0,00 100,00",
    ]);
    // The day of the piece is told.
    expect(rowsOf(await fileOf(lot)).map((row) => row[9])).toEqual([
      "20261130",
      "20261130",
      "20261112",
      "20261112",
      "20261130",
      "20261130",
    ]);
    await isSound();
  });

  test("enters an invoice to be booked that came in after the first one, however old; what was there before is in none", async () => {
    const old = { invoice_date: "2026-07-05" };
    await anInvoiceIn(bank, me, cinema, { invoice_number: "OLD", ...old });
    await anInvoiceIn(bank, me, cinema, { invoice_number: "N1", invoice_date: "2026-11-20" });
    await aLotOf(NOVEMBER);
    const late = await anInvoiceIn(bank, me, cinema, { invoice_number: "LATE", ...old });
    const { action } = await aQuestion(bank, me, { transaction_date: "2026-12-02", label: "VIR A" });
    await me.reconcile(action, [late]);
    // Its bank line came in since; of one without such an invoice nothing is entered.
    const paid = await anInvoiceIn(bank, me, cinema, { invoice_number: "PAID", ...old });
    const before = await aQuestion(bank, me, { transaction_date: "2026-07-20", label: "VIR B" });
    await me.reconcile(before.action, [paid]);
    await aQuestion(bank, me, { transaction_date: "2026-07-21", label: "VIR C" });
    expect(await preview()).toMatchObject({ late_count: 3, entry_count: 4 });
    const lot = await aLotOf(DECEMBER);
    expect((await entriesOf(lot)).filter((line) => line.includes(" 411000 "))).toEqual([
      expect.stringMatching(/^VE-2026-000002 20261201 411000 LATE .* 100,00 0,00$/),
      expect.stringMatching(/^VE-2026-000003 20261201 411000 PAID .* 100,00 0,00$/),
      expect.stringMatching(/^BQ-2026-000001 20261201 411000 PAID .* 0,00 100,00$/),
      expect.stringMatching(/^BQ-2026-000002 20261202 411000 LATE .* 0,00 100,00$/),
    ]);
    expect((await preview("?from=2026-12-31&to=2026-12-31")).entry_count).toBe(0);
    await isSound();
  });

  test("of two asked for at the same moment, the second finds nothing new", async () => {
    await anInvoiceIn(bank, me, cinema);
    const codes = (await Promise.all([make(NOVEMBER), make(NOVEMBER)])).map((answer) => answer.statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409]);
    await isSound();
  });

  test("that two servers make at the same moment is one lot, and its numbers have no gap", async () => {
    await anInvoiceIn(bank, me, cinema);
    const scope = { kind: "distributor", distributorId: me.distributorId } as const;
    const period = { from: civilDate("2026-11-01"), to: civilDate("2026-11-30") };
    const made = await Promise.allSettled(
      Array.from({ length: 3 }, () =>
        inTransaction(bank.services.pool, scope, (tx) =>
          makeLot(tx, bank.services, me.distributorId, {
            period,
            userId: me.userId,
            userName: "Camille",
            source: systemSource(me.distributorId),
          }),
        ),
      ),
    );
    const refusals = made.filter((one) => one.status === "rejected").map((one) => one.reason);
    expect(refusals).toEqual([
      expect.objectContaining({ code: "nothing_new" }),
      expect.objectContaining({ code: "nothing_new" }),
    ]);
    await isSound();
  });

  test("asked for twice with one key is one lot", async () => {
    await anInvoiceIn(bank, me, cinema);
    const once = () =>
      bank.app.inject({
        method: "POST",
        url: "/api/v1/accounting/lots/",
        headers: { ...me.headers, "idempotency-key": "lot-de-novembre" },
        payload: NOVEMBER,
      });
    const first = await once();
    expect(first.statusCode).toBe(201);
    expect((await once()).body).toBe(first.body);
    expect((await me.call("GET", "/accounting/lots/")).json().count).toBe(1);
  });

  test("mends letters that contradict one another before it freezes them", async () => {
    const [invoice, credit] = [
      await anInvoiceIn(bank, me, cinema, { invoice_number: "M1" }),
      await anInvoiceIn(bank, me, cinema, { invoice_number: "M2", type: "credit_note", total: euros(-100) }),
    ];
    await bank.owner.query(
      "insert into credit_application (credit_note_id, invoice_id, distributor_id, amount) values ($1, $2, $3, 100)",
      [credit, invoice, me.distributorId],
    );
    const lot = await aLotOf(NOVEMBER);
    const letters = rowsOf(await fileOf(lot)).filter((row) => row[4] === "411000");
    expect(letters.map((row) => [row[8], row[13]])).toEqual([
      ["M1", "AAA"],
      ["M2", "AAA"],
    ]);
    await isSound();
  });
});

describe("refused", () => {
  test.each([
    [
      { period_from: "2026-11-30", period_to: "2026-11-01" },
      "period_to",
      "La date de fin doit suivre la date de début.",
    ],
    [
      { period_from: "2026-11-01", period_to: "2027-01-01" },
      "period_to",
      "La période ne peut pas finir après aujourd’hui.",
    ],
  ])("a period %o", async (period, field, message) => {
    await anInvoiceIn(bank, me, cinema);
    const answer = await make(period);
    expect([answer.statusCode, answer.json()]).toEqual([400, { [field]: [message] }]);
  });

  test.each([
    [
      { period_from: "2026-10-31", period_to: "2026-12-31" },
      "La période ne peut pas commencer avant le 01/11/2026, début du dernier lot.",
    ],
    [
      { period_from: "2026-12-02", period_to: "2026-12-31" },
      "La période doit commencer au plus tard le 01/12/2026, pour qu’aucun jour ne manque.",
    ],
    [
      { period_from: "2026-11-01", period_to: "2026-11-29" },
      "La période ne peut pas finir avant le 30/11/2026, fin du dernier lot.",
    ],
  ])("after a lot of November %o", async (period, message) => {
    await anInvoiceIn(bank, me, cinema);
    await aLotOf(NOVEMBER);
    const answer = await make(period);
    expect([answer.statusCode, Object.values(answer.json())]).toEqual([400, [[message]]]);
    expect(
      (await me.call("GET", `/accounting/lots/preview/?from=${period.period_from}&to=${period.period_to}`))
        .statusCode,
    ).toBe(400);
  });

  test("nothing new", async () => {
    const answer = await make(NOVEMBER);
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      {
        code: "nothing_new",
        detail: "Rien de nouveau\u00a0: toutes les écritures de cette période sont déjà dans un lot.",
      },
    ]);
    expect((await me.call("GET", "/accounting/lots/")).json().results).toEqual([]);
  });

  test("another distributor's lot does not exist", async () => {
    await anInvoiceIn(bank, me, cinema);
    const { id } = await aLotOf(NOVEMBER);
    const other = await anAccountant(bank);
    expect((await other.call("GET", `/accounting/lots/${id}/a/`)).statusCode).toBe(404);
  });
});

test.each([
  ["that PostgreSQL has no statistics of", "select"],
  ["that PostgreSQL has just read for its statistics", "analyze posted_entry"],
])(
  "the preview looks the entries of lots up by their keys, also right after a large lot %s",
  async (_, statistics) => {
    await anInvoiceIn(bank, me, cinema);
    await aLotOf(NOVEMBER);
    const other = await anAccountant(bank);
    await bank.owner.query(`
    with lot as (
      insert into export_lot (distributor_id, year, number, period_from, period_to, created_at, created_by, created_by_name, entry_count,
        reversal_count, total_amount)
      values (${other.distributorId}, 2026, 1, '2026-11-01', '2026-11-30', now(), ${other.userId}, '', 1, 0, 0) returning id)
    insert into posted_entry (distributor_id, lot_id, journal, year, number, entry_date, piece_date, key, content_hash, lines)
    select ${other.distributorId}, lot.id, 'VE', 2026, n, '2026-11-01', '2026-11-01', 'large:' || n, '', '[]' from lot, generate_series(1, 20000) n`);
    await bank.owner.query(statistics);
    const read = await inTransaction(
      bank.owner,
      { kind: "distributor", distributorId: me.distributorId },
      async (tx) => {
        const asked = { distributorId: me.distributorId, asked: {}, today: civilDate("2026-12-31") };
        await exportsRepository.freeze(tx);
        const before = await tuplesRead(tx, "posted_entry");
        expect((await previewLot(tx, asked)).entry_count).toBe(0);
        return (await tuplesRead(tx, "posted_entry")) - before;
      },
    );
    expect(read).toBeLessThan(100);
  },
);

/** Of a table and its indexes, by this session and not yet reported: what it did before this transaction may be among them. */
async function tuplesRead(tx: Tx, table: string): Promise<number> {
  const { read } = await tx.one<{ read: number }>(sql`
    select sum(pg_stat_get_xact_tuples_returned(oid))::integer as read from (
      select ${table}::regclass as oid union select indexrelid from pg_index where indrelid = ${table}::regclass) read_from`);
  return read;
}

test("nobody changes a lot, not even the owner of the database", async () => {
  await anInvoiceIn(bank, me, cinema);
  await aLotOf(NOVEMBER);
  for (const table of ["export_lot", "posted_entry", "export_lot_part", "export_lot_file"])
    for (const statement of [
      `update ${table} set distributor_id = distributor_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(bank.owner.query(statement)).rejects.toMatchObject({ code: "BO001" });
});
