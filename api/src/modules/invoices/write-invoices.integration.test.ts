// Invoices of outside the product by hand, what may change of an invoice, and what may go (BILL-11).
import { setTimeout } from "node:timers/promises";
import { addDays } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { lockBooks } from "../../db/locks.ts";
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, aQuestion } from "../banking/banking.testing.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";

const INVOICES = "/invoices/invoices/";

let app: TestApp;
let me: BuiltDistributor;
let client: TestClient;
let cinema: { id: number; name: string };
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
});
afterAll(async () => {
  await app.close();
});
beforeEach(async () => {
  const user = await app.inDatabase(async (tx) => {
    me = await aDistributor(tx);
    cinema = await aCinema(tx, me);
    return await aStaffUser(tx, me);
  });
  client = await app.as(user);
});

const body = (changes: Record<string, unknown> = {}) => ({
  invoice_number: "FAC-2211",
  invoice_date: "2026-10-01",
  cinema_id: cinema.id,
  week_start: "2026-09-23",
  total_net_amount: "100.00",
  total_vat_amount: "10.00",
  total_amount: "110.00",
  ...changes,
});
const kept = async (changes: Record<string, unknown> = {}): Promise<number> => {
  const answer = await client.post(INVOICES, body(changes));
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })]);
  return answer.body.id;
};
const audits = () =>
  app.inDatabase((tx) =>
    tx.many<{ action_type: string; action_details: Record<string, unknown>; actor_id: number }>(
      sql`select action_type, action_details, actor_id from audit_log where distributor_id = ${me.id} order by id`,
    ),
  );
/** An invoice of our own series. */
const issued = () =>
  app.inDatabase(async (tx) => {
    await tx.run(sql`insert into invoice_sequence (distributor_id, series, year, last_number, last_date)
      values (${me.id}, 'F', 2026, 1, '2026-11-30')`);
    return tx.one<{ id: number }>(sql`
      insert into invoice (distributor_id, cinema_id, origin, invoice_number, invoice_date, due_date, cinema_name, client_account,
        total_net_amount, total_vat_amount, total_amount)
      values (${me.id}, ${cinema.id}, 'issued', 'F26000001', '2026-11-30', '2026-12-30', ${cinema.name}, '411CLIENT', 100, 10, 110)
      returning id`);
  });
const pay = (invoiceId: number, amount: string) =>
  app.inDatabase((tx) =>
    tx.run(
      sql`insert into allocation (distributor_id, invoice_id, kind, amount) values (${me.id}, ${invoiceId}, 'opening', ${amount})`,
    ),
  );

/** An imported invoice, and a bank line that may pay it. */
const asked = async () => {
  const accountant = await anAccountant(app);
  const invoice = await anInvoiceIn(app, accountant, await aCinemaIn(app, accountant), {
    invoice_date: "2026-10-01",
  });
  const { action } = await aQuestion(app, accountant, { transaction_date: "2026-11-28" });
  const by = await app.as({ id: accountant.userId });
  return {
    accountant,
    invoice,
    remove: () => by.delete(`${INVOICES}${invoice}/`),
    paid: () =>
      by.post("/banking/manual-reconciliation/", { user_action_id: action, invoice_ids: [invoice] }),
  };
};

describe("an invoice of outside the product, by hand", () => {
  test("keeps its number, is due after 30 days, waits for its payment and is audited", async () => {
    const answer = await client.post(INVOICES, body({ notes: "Reprise" }));
    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({
        invoice_number: "FAC-2211",
        due_date: "2026-10-31",
        cinema_name: cinema.name,
        week_number: 39,
        outstanding: "110.00",
        status: "awaiting_payment",
        origin: "imported",
        notes: "Reprise",
      }),
    ]);
    expect(await audits()).toEqual([
      expect.objectContaining({
        action_type: "created_invoice",
        action_details: expect.objectContaining({ invoice_number: "FAC-2211", total_amount: "110.00" }),
      }),
    ]);
    const stored = await app.inDatabase((tx) =>
      tx.one(
        sql`select client_account <> '' as account, vat_breakdown from invoice where distributor_id = ${me.id}`,
      ),
    );
    expect(stored).toEqual({
      account: true,
      vat_breakdown: [{ vat_rate_bp: 1000, net_amount: "100.00", vat_amount: "10.00" }],
    });
  });

  test.each(["FAC-2211", "fac 2211", "FAC/2211."])(
    "a second one with the number %s is refused, whatever its case and punctuation",
    async (invoice_number) => {
      await kept();
      const again = await client.post(INVOICES, body({ invoice_number }));
      expect([again.status, again.body]).toEqual([
        400,
        { invoice_number: [`La facture ${invoice_number} existe déjà. Saisissez un autre numéro.`] },
      ]);
    },
  );

  test("a number that names another account than the company's is refused, written or changed (SEC-17)", async () => {
    const theirs = { invoice_number: "FR14 2004 1010 0505 0001 3M02 606" };
    const refusal = {
      invoice_number: [
        "Ce texte contient un IBAN qui n’est pas celui de votre société\u00a0: retirez-le, ou changez l’IBAN dans INFOS COMPTE.",
      ],
    };
    const id = await kept();
    for (const answer of [
      await client.post(INVOICES, body(theirs)),
      await client.patch(`${INVOICES}${id}/`, theirs),
    ])
      expect([answer.status, answer.body]).toEqual([400, refusal]);
    await kept({ invoice_number: "FR7699999000010001234567809" });
  });

  test("of ten at once with one number, one is kept", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(INVOICES, body())));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(400),
    ]);
  });

  test.each([
    ["an amount that does not add up", { total_amount: "111.00" }, "total_amount"],
    [
      "a total of zero",
      { total_net_amount: "0.00", total_vat_amount: "0.00", total_amount: "0.00" },
      "total_amount",
    ],
    ["a negative amount", { total_amount: "-110.00" }, "total_amount"],
    ["an amount that is a number", { total_amount: 110 }, "total_amount"],
    ["a due date before its date", { due_date: "2026-09-30" }, "due_date"],
    ["a date beyond all years", { invoice_date: "9999-12-31" }, "invoice_date"],
    ["a week that does not start on a Wednesday", { week_start: "2026-09-24" }, "week_start"],
    ["a number of signs only", { invoice_number: "--" }, "invoice_number"],
    ["a number of our own series that is still to come", { invoice_number: "F26000001" }, "invoice_number"],
    ["an unknown field", { status: "paid" }, "status"],
    ["an unknown cinema", { cinema_id: 999_999 }, "cinema_id"],
  ])("with %s is refused, naming the field", async (_name, changes, field) => {
    const answer = await client.post(INVOICES, body(changes));
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
    expect(await audits()).toEqual([]);
  });

  test("two cents of rounding are right, three are not", async () => {
    await kept({ total_amount: "110.02" });
    expect((await client.post(INVOICES, body({ invoice_number: "B", total_amount: "110.03" }))).status).toBe(
      400,
    );
  });

  test("another distributor's cinema is not found, and its numbers are free", async () => {
    const other = await app.inDatabase(async (tx) => {
      const distributor = await aDistributor(tx);
      const theirs = await aCinema(tx, distributor);
      await anInvoice(tx, distributor, theirs, { invoice_number: "FAC-2211" });
      return theirs;
    });
    const answer = await client.post(INVOICES, body({ cinema_id: other.id }));
    expect([answer.status, answer.body]).toEqual([
      400,
      { cinema_id: ["Choisissez un cinéma de votre liste."] },
    ]);
    await kept();
  });

  test("a super admin who has chosen the distributor keeps it there", async () => {
    const admin = await app.as(await app.inDatabase(aSuperAdmin), me.id);
    expect((await admin.post(INVOICES, body())).status).toBe(201);
    expect((await client.get(INVOICES)).body.count).toBe(1);
  });
});

describe("what may change of an invoice", () => {
  test("default and back, a due date and notes, of an issued one too; each change is audited once", async () => {
    const { id } = await issued();
    const path = `${INVOICES}${id}/`;
    for (let twice = 0; twice < 2; twice += 1)
      expect((await client.patch(path, { status: "default" })).body.status).toBe("default");
    expect((await client.patch(path, { due_date: "2027-01-31", notes: "Accord" })).body).toMatchObject({
      due_date: "2027-01-31",
      notes: "Accord",
      status: "default",
    });
    expect((await client.patch(path, { status: "awaiting_payment" })).body.status).toBe("awaiting_payment");
    expect((await client.patch(path, {})).status).toBe(200);
    expect((await audits()).map((entry) => entry.action_details)).toEqual([
      expect.objectContaining({ previous_status: "awaiting_payment", new_status: "default" }),
      expect.objectContaining({
        changed_fields: ["due_date", "notes"],
        old_value: ["2026-12-30", ""],
        new_value: ["2027-01-31", "Accord"],
      }),
      expect.objectContaining({ previous_status: "default", new_status: "awaiting_payment" }),
    ]);
  });

  test("EXP-18: an invoice in default keeps the day of it until it is reopened", async () => {
    const { id } = await issued();
    const since = () =>
      app.inDatabase((tx) => tx.one(sql`select defaulted_on::text from invoice where id = ${id}`));
    await client.patch(`${INVOICES}${id}/`, { status: "default" });
    expect(await since()).toEqual({ defaulted_on: app.clock.today() });
    await client.patch(`${INVOICES}${id}/`, { notes: "Liquidation" });
    expect(await since()).toEqual({ defaulted_on: app.clock.today() });
    const reopenings = () =>
      app.inDatabase((tx) =>
        tx.many(sql`select defaulted_on, reopened_on from invoice_reopening where invoice_id = ${id}`),
      );
    await client.patch(`${INVOICES}${id}/`, { status: "awaiting_payment" });
    expect([await since(), await reopenings()]).toEqual([{ defaulted_on: null }, []]);
    const defaulted_on = addDays(app.clock.today(), -3);
    await app.inDatabase((tx) =>
      tx.run(sql`update invoice set in_default = true, defaulted_on = ${defaulted_on} where id = ${id}`),
    );
    await client.patch(`${INVOICES}${id}/`, { status: "awaiting_payment" });
    expect([await since(), await reopenings()]).toEqual([
      { defaulted_on: null },
      [{ defaulted_on, reopened_on: app.clock.today() }],
    ]);
  });

  test("a reopened invoice takes the status of its payments", async () => {
    const id = await kept();
    await pay(id, "10.00");
    await client.patch(`${INVOICES}${id}/`, { status: "default" });
    const reopened = await client.patch(`${INVOICES}${id}/`, { status: "awaiting_payment" });
    expect(reopened.body).toMatchObject({ status: "part_paid", outstanding: "100.00" });
  });

  test("an invoice becomes partly paid by its payments alone (BILL-10)", async () => {
    const id = await kept();
    const path = `${INVOICES}${id}/`;
    for (const before of ["awaiting_payment", "default"]) {
      await client.patch(path, { status: before });
      const refused = await client.patch(path, { status: "part_paid" });
      expect([refused.status, refused.body]).toEqual([
        409,
        {
          code: "invoice_status",
          detail:
            "Cette facture n’a aucun règlement\u00a0: elle devient partiellement payée quand une opération bancaire est rapprochée d’elle.",
        },
      ]);
      expect((await client.get(path)).body.status).toBe(before);
    }
    await pay(id, "10.00");
    expect((await client.patch(path, { status: "part_paid" })).body.status).toBe("part_paid");
  });

  test("a paid invoice is neither put in default nor reopened", async () => {
    const id = await kept();
    await pay(id, "110.00");
    for (const status of ["default", "awaiting_payment"])
      expect((await client.patch(`${INVOICES}${id}/`, { status })).status).toBe(409);
  });

  test.each([
    { total_amount: "120.00" },
    { invoice_number: "F26000002" },
    { invoice_date: "2026-11-29" },
    { week_start: null },
  ])("an issued invoice is never rewritten: %j", async (change) => {
    const { id } = await issued();
    const answer = await client.patch(`${INVOICES}${id}/`, change);
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        detail: "Une facture émise ne peut pas être modifiée. Établissez un avoir.",
        code: "issued_invoice",
      },
    ]);
    expect(await audits()).toEqual([]);
  });

  test("an imported one is rewritten whole while nothing is paid of it", async () => {
    const id = await kept();
    const elsewhere = await app.inDatabase((tx) => aCinema(tx, me));
    const answer = await client.patch(`${INVOICES}${id}/`, {
      invoice_number: "FAC-2212",
      cinema_id: elsewhere.id,
      week_start: null,
      total_net_amount: "200.00",
      total_vat_amount: "11.00",
      total_amount: "211.00",
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        invoice_number: "FAC-2212",
        cinema_name: elsewhere.name,
        week_number: null,
        outstanding: "211.00",
      }),
    ]);
    await pay(id, "1.00");
    const refused = await client.patch(`${INVOICES}${id}/`, { notes: "x", total_amount: "212.00" });
    expect([refused.status, refused.body.code]).toEqual([409, "settled_invoice"]);
  });

  test("COM-6: what was said of a client stays its own when another cinema is chosen for its last document, and is there when it comes back", async () => {
    const id = await kept();
    const elsewhere = await app.inDatabase(async (tx) => {
      const other = await aCinema(tx, me, { default_accounting_code: `411ELSEWHERE${id}` });
      await anInvoice(tx, me, other, { client_account: `411ELSEWHERE${id}` });
      return other;
    });
    const own = await app.inDatabase((tx) =>
      tx.one<{ cinema_id: number; account: string }>(sql`
        with said as (
          insert into comment (distributor_id, subject_kind, client_account, author_id, text, created_at)
          select distributor_id, 'client', client_account, issued_by, 'En trois fois', now() from invoice where id = ${id})
        select cinema_id, client_account as account from invoice where id = ${id}`),
    );
    const textsOf = async (account: string) =>
      (await client.get(`/comments/?subject=client:${account}`)).body.results.map(
        ({ text }: { text: string }) => text,
      );
    for (const cinema_id of [elsewhere.id, own.cinema_id]) {
      expect((await client.patch(`${INVOICES}${id}/`, { cinema_id })).status).toBe(200);
      expect(await textsOf(`411ELSEWHERE${id}`)).toEqual([]);
    }
    expect(await textsOf(own.account)).toEqual(["En trois fois"]);
  });

  test("one amount alone must still add up with the others", async () => {
    const id = await kept();
    const answer = await client.patch(`${INVOICES}${id}/`, { total_amount: "211.00" });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["total_amount"]]);
  });

  test("a number that another invoice has is refused; its own, written otherwise, is not", async () => {
    await kept({ invoice_number: "FAC-1" });
    const id = await kept({ invoice_number: "FAC-2" });
    const taken = await client.patch(`${INVOICES}${id}/`, { invoice_number: "fac 1" });
    expect([taken.status, Object.keys(taken.body)]).toEqual([400, ["invoice_number"]]);
    expect((await client.patch(`${INVOICES}${id}/`, { invoice_number: "FAC/2" })).status).toBe(200);
  });

  test.each([
    [{ due_date: "2026-09-01" }, "due_date"],
    [{ due_date: "2026-02-30" }, "due_date"],
    [{ status: "paid" }, "status"],
    [{ outstanding: "0.00" }, "outstanding"],
    [{ origin: "imported" }, "origin"],
    [{ notes: 3 }, "notes"],
  ])("%j is refused, naming the field", async (change, field) => {
    const id = await kept();
    const answer = await client.patch(`${INVOICES}${id}/`, change);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });

  test("changes at once follow each other, and each is told with what it found", async () => {
    const id = await kept();
    const dates = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"];
    await Promise.all(dates.map((due_date) => client.patch(`${INVOICES}${id}/`, { due_date })));
    const told = (await audits()).slice(1).map(({ action_details }) => action_details);
    expect(told.length).toBe(5);
    for (const [n, entry] of told.entries())
      expect(entry["old_value"]).toEqual(n === 0 ? ["2026-10-31"] : told[n - 1]?.["new_value"]);
  });
});

describe("what may go", () => {
  test("an imported invoice without payment goes, once, and the log keeps it", async () => {
    const id = await kept();
    const answers = await Promise.all([1, 2, 3].map(() => client.delete(`${INVOICES}${id}/`)));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([204, 404, 404]);
    expect((await audits()).at(-1)?.action_details).toMatchObject({
      event: "invoice_deleted",
      invoice_number: "FAC-2211",
    });
    await kept();
  });

  test("an issued one never goes", async () => {
    const { id } = await issued();
    const answer = await client.delete(`${INVOICES}${id}/`);
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      "Une facture émise ne peut pas être supprimée. Établissez un avoir.",
    ]);
  });

  test("one with a payment stays", async () => {
    const { remove, paid } = await asked();
    expect((await paid()).status).toBe(200);
    const answer = await remove();
    expect([answer.status, answer.body.code]).toEqual([409, "settled_invoice"]);
  });

  test("one that a credit note names stays", async () => {
    const corrected = await kept({ invoice_number: "B" });
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into invoice (distributor_id, cinema_id, origin, type, invoice_number, invoice_date, due_date, cinema_name, corrects_id,
          total_net_amount, total_vat_amount, total_amount)
        values (${me.id}, ${cinema.id}, 'imported', 'credit_note', 'AV1', '2026-10-02', '2026-10-02', 'Cinéma', ${corrected}, -10, -1, -11)`),
    );
    const answer = await client.delete(`${INVOICES}${corrected}/`);
    expect([answer.status, answer.body.code]).toEqual([409, "settled_invoice"]);
  });
});

test.each([
  ["written", 201, () => client.post(INVOICES, body({ invoice_number: "FAC-2212" }))],
  [
    "changed",
    200,
    (id: number) => client.patch(`${INVOICES}${id}/`, { invoice_date: "2026-10-02", due_date: "2026-11-02" }),
  ],
  ["deleted", 204, (id: number) => client.delete(`${INVOICES}${id}/`)],
])(
  "EXP-10: while a lot is made no invoice is %s",
  async (_name, status, write: (id: number) => Promise<TestAnswer>) => {
    const id = await kept();
    let isDone = false;
    const writing = await app.inDatabase(async (tx) => {
      await lockBooks(tx, me.id);
      const answer = write(id).finally(() => {
        isDone = true;
      });
      const isWaiting = async () =>
        (
          await app.owner.query(
            "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
          )
        ).rowCount !== 0;
      // On a busy machine it takes its time: as long as the test may last.
      while (!isDone && !(await isWaiting())) await setTimeout(10);
      expect(isDone).toBe(false);
      return { answer };
    });
    expect((await writing.answer).status).toBe(status);
  },
);

test("another distributor's invoice is neither changed nor deleted: it does not exist", async () => {
  const theirs = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    return anInvoice(tx, distributor, await aCinema(tx, distributor));
  });
  expect((await client.patch(`${INVOICES}${theirs.id}/`, { status: "default" })).status).toBe(404);
  expect((await client.delete(`${INVOICES}${theirs.id}/`)).status).toBe(404);
  const [row] = await app.inDatabase((tx) =>
    tx.many<{ status: string }>(sql`select status from invoice where id = ${theirs.id}`),
  );
  expect(row?.status).toBe("awaiting_payment");
});

test("a payment and a deletion at once: either the invoice goes, or it is paid and stays", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { remove, paid } = await asked();
    const [deleted, settled] = await Promise.all([remove(), paid()]);
    expect(deleted.status).toBe(settled.status === 200 ? 409 : 204);
  }
});

test("a payment and the deletion of what was partly paid before, too", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { accountant, invoice, remove, paid } = await asked();
    await app.owner.query(
      "insert into allocation (distributor_id, invoice_id, kind, amount, letters) values ($1, $2, 'opening', 10, 'AAA')",
      [accountant.distributorId, invoice],
    );
    await app.owner.query(
      "insert into lettering_sequence (distributor_id, client_account, last_index) values ($1, '411BEFFROI', 0)",
      [accountant.distributorId],
    );
    const [deleted, settled] = await Promise.all([remove(), paid()]);
    expect(deleted.status).toBe(settled.status === 200 ? 409 : 204);
  }
});

test("after all of it, the ledger holds", async () => {
  expect(await app.inDatabase(verifyLedger)).toEqual([]);
});
