// A credit note by hand, and what one invoice tells of itself (UI-9, BILL-12, OPS-5).
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
  LUMEN,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { declaration, LESS, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
let client: TestClient;
let distributor: BuiltDistributor;
let cinema: { id: number; name: string };
/** Share 2483.92 HT, 248.39 of VAT. */
let invoice: { id: number; invoice_number: string };

beforeEach(async () => {
  // Numbers start anew with each distributor, and its SIREN is one distributor's: a database each.
  app = await createTestApp({ today: "2026-11-30" });
  const user = await app.inDatabase(async (tx) => {
    distributor = await aDistributor(tx, LUMEN);
    cinema = await aCinema(tx, distributor, { name: "Cinéma Le Beffroi", screens: ["910231", "910232"] });
    return await aStaffUser(tx, distributor);
  });
  client = await app.as(user);
  await report([declaration()]);
  invoice = (await client.get("/invoices/invoices/?page=1")).body.results[0];
});
afterEach(async () => {
  await app.close();
});

const report = async (declarations: string[], generated?: string) => {
  const { status } = await client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "rapport-s47.xml",
    reportOf(declarations, generated),
    "text/xml",
  );
  expect(status).toBe(200);
  await app.drainJobs("issue-invoices");
};
const detail = async (id = invoice.id) => (await client.get(`/invoices/invoices/${id}/detail/`)).body;
const credit = (body: object, id = invoice.id) =>
  client.post(`/invoices/invoices/${id}/credit-notes/`, { reason: "Geste commercial", ...body });
const list = async () =>
  (await client.get("/invoices/invoices/?page=1&ordering=invoice_number")).body.results.map(
    (one: Record<string, unknown>) => [
      one["invoice_number"],
      one["total_amount"],
      one["outstanding"],
      one["status"],
    ],
  );
const cutLink = async () => {
  const admin = await app.as(await app.inDatabase(aSuperAdmin));
  const { status } = await admin.delete(`/cinemas/${cinema.id}/linked-distributors/${distributor.id}/`);
  expect(status).toBe(204);
};
const ledgerIsSound = async () => expect(await app.inDatabase((tx) => verifyLedger(tx))).toEqual([]);

describe("a credit note by hand", () => {
  test("of the whole invoice settles it to the cent, with the next number of series A, and rewrites nothing", async () => {
    const before = await app.inDatabase((tx) =>
      tx.one(sql`select total_amount, vat_breakdown, client from invoice`),
    );
    const answer = await credit({ remaining_net_amount: "2483.92" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      type: "credit_note",
      invoice_number: "A26000001",
      total_net_amount: "-2483.92",
      total_vat_amount: "-248.39",
      total_amount: "-2732.31",
      outstanding: "0.00",
      origin: "issued",
    });
    expect(await list()).toEqual([
      ["A26000001", "-2732.31", "0.00", "paid"],
      ["F26000001", "2732.31", "0.00", "paid"],
    ]);
    expect(
      await app.inDatabase((tx) =>
        tx.one(sql`select total_amount, vat_breakdown, client from invoice where type = 'invoice'`),
      ),
    ).toEqual(before);
    await ledgerIsSound();
    expect((await detail()).creditable).toEqual([]);
  });

  test("of a part leaves the rest due, then takes no more than is left", async () => {
    const [film] = (await detail()).creditable;
    expect(film).toMatchObject({ film_title: "Les Heures bleues", billed: "2483.92", remaining: "2483.92" });
    const lines = [{ line_id: film.line_id, net_amount: "83.92" }];
    expect((await credit({ remaining_net_amount: "2483.92", lines })).body.total_amount).toBe("-92.31");
    expect(await list()).toContainEqual(["F26000001", "2732.31", "2640.00", "awaiting_payment"]);
    const tooMuch = await credit({
      remaining_net_amount: "2400.00",
      lines: [{ line_id: film.line_id, net_amount: "2400.01" }],
    });
    expect([tooMuch.status, Object.keys(tooMuch.body)]).toEqual([400, ["lines"]]);
    expect((await credit({ remaining_net_amount: "2400.00" })).status).toBe(201);
    expect(await list()).toContainEqual(["F26000001", "2732.31", "0.00", "paid"]);
    await ledgerIsSound();
  });

  test("gives no reason that names another account than the company's (SEC-17)", async () => {
    const reason = "À rembourser sur FR14 2004 1010 0505 0001 3M02 606";
    expect(await credit({ remaining_net_amount: "2483.92", reason })).toMatchObject({
      status: 400,
      body: { reason: [expect.stringContaining("un IBAN qui n’est pas celui de votre société")] },
    });
    expect(await list()).toHaveLength(1);
  });

  test("of an invoice to a cinema whose link is cut goes to the client of that invoice, on its account", async () => {
    await cutLink();
    expect((await client.get(`/cinemas/cinemas/${cinema.id}/`)).status).toBe(404);
    const answer = await credit({ remaining_net_amount: "2483.92" });
    expect([answer.status, answer.body.total_amount]).toEqual([201, "-2732.31"]);
    const [billed, credited] = await app.inDatabase((tx) =>
      tx.many(sql`select cinema_id, cinema_name, client, client_account from invoice order by id`),
    );
    expect(credited).toEqual(billed);
    await app.drainJobs();
    expect((await detail(answer.body.id)).corrects.invoice_number).toBe(invoice.invoice_number);
    await ledgerIsSound();
  });

  test("of an imported invoice that does not say its client's address says what to do once the link is cut", async () => {
    const imported = await app.inDatabase(async (tx) => {
      const made = await anInvoice(tx, distributor, cinema);
      await tx.run(sql`
        update invoice set vat_breakdown = '[{"vat_rate_bp": 1000, "net_amount": "100.00", "vat_amount": "10.00"}]' where id = ${made.id}`);
      return made;
    });
    await cutLink();
    expect(await credit({ remaining_net_amount: "100.00" }, imported.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Le lien avec le cinéma Cinéma Le Beffroi est coupé") },
    });
  });

  test("sent twice credits once: the second saw another remainder", async () => {
    const [film] = (await detail()).creditable;
    const body = { remaining_net_amount: "2483.92", lines: [{ line_id: film.line_id, net_amount: "10.00" }] };
    const answers = await Promise.all([credit(body), credit(body), credit(body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await list()).toHaveLength(2);
  });

  test("is not billed again by the next report of the week, and has a correction credit the difference only", async () => {
    await credit({ remaining_net_amount: "2483.92" });
    await report([declaration({ reference: "R2", screen: "910232" })]);
    expect((await list()).filter(([number]: string[]) => number?.startsWith("F"))).toEqual([
      ["F26000001", "2732.31", "0.00", "paid"],
      ["F26000002", "2732.31", "2732.31", "awaiting_payment"],
    ]);
    await report(
      [declaration({ ...LESS, reference: "R3", nature: "rectificative" })],
      "2026-11-28T08:30:00+01:00",
    );
    const notes = (await list()).filter(([number]: string[]) => number?.startsWith("A"));
    expect(notes.map(([, total]: string[]) => total)).toEqual(["-2732.31", "-38.83"]);
    await ledgerIsSound();
  });

  test.each([
    ["without a reason", { remaining_net_amount: "2483.92", reason: " " }, 400],
    ["of no amount", { remaining_net_amount: "2483.92", lines: [{ line_id: 1, net_amount: "0.00" }] }, 400],
    [
      "of another invoice's line",
      { remaining_net_amount: "2483.92", lines: [{ line_id: 999, net_amount: "1.00" }] },
      400,
    ],
    ["for another remainder than there is", { remaining_net_amount: "2483.91" }, 409],
  ])("is refused %s, and takes no number", async (_, body, status) => {
    expect((await credit(body)).status).toBe(status);
    expect(await list()).toHaveLength(1);
    expect((await credit({ remaining_net_amount: "2483.92" })).body.invoice_number).toBe("A26000001");
  });

  test("is refused of a credit note", async () => {
    const note = await credit({ remaining_net_amount: "2483.92" });
    expect((await credit({ remaining_net_amount: "2483.92" }, note.body.id)).body.code).toBe("credit_note");
    expect((await credit({ remaining_net_amount: "2483.92" })).body.code).toBe("nothing_to_credit");
  });

  test("of an imported invoice is made by VAT rate, whole or in part, and leaves no cent of its rounding due, nor of its VAT (VAT-1)", async () => {
    const { body: imported } = await client.post("/invoices/invoices/", {
      invoice_number: "F-2211",
      invoice_date: "2026-11-02",
      cinema_id: cinema.id,
      week_start: "2026-11-18",
      total_net_amount: "100.00",
      total_vat_amount: "10.00",
      total_amount: "110.02",
    });
    expect((await detail(imported.id)).creditable).toEqual([
      expect.objectContaining({
        film_title: "Facture F-2211, TVA 10\u00a0%",
        vat_rate_bp: 1000,
        remaining: "100.02",
      }),
    ]);
    const part = await credit(
      { remaining_net_amount: "100.02", lines: [{ line_id: 1, net_amount: "33.30" }] },
      imported.id,
    );
    expect(part.body).toMatchObject({ invoice_number: "A26000001", total_vat_amount: "-3.33" });
    const rest = await credit({ remaining_net_amount: "66.72" }, imported.id);
    expect(rest.body).toMatchObject({
      invoice_number: "A26000002",
      total_vat_amount: "-6.67",
      total_amount: "-73.39",
    });
    expect((await detail(imported.id)).creditable).toEqual([]);
    // Lines as credit notes had them before, when the two cents were in their VAT.
    const lineOf = (net: string) =>
      app.owner.query("update invoice_line set net_amount = $2 where invoice_id = $1", [rest.body.id, net]);
    await lineOf("-66.70");
    expect((await detail(imported.id)).creditable).toEqual([]);
    await lineOf("-66.72");
    expect((await detail(imported.id)).invoice).toMatchObject({ outstanding: "0.00", status: "paid" });
    // The week that is invoiced here owes nothing to it.
    await report([declaration({ ...LESS, reference: "R3", nature: "rectificative" })], "2026-12-08T09:00:00");
    expect((await list()).at(2)).toEqual(["A26000003", "-38.83", "0.00", "paid"]);
    await app.drainJobs();
    const [file] = (await detail(part.body.id)).invoice.files;
    expect(file).toMatchObject({ file_name: "A26000001.pdf" });
    await ledgerIsSound();
  });

  test("of an imported invoice without a week or a known VAT rate has none, or is refused with what to do", async () => {
    const without = { invoice_date: "2026-11-02", cinema_id: cinema.id };
    const { body: weekless } = await client.post("/invoices/invoices/", {
      ...without,
      invoice_number: "F-1",
      total_net_amount: "100.00",
      total_vat_amount: "10.00",
      total_amount: "110.00",
    });
    expect((await credit({ remaining_net_amount: "100.00" }, weekless.id)).body).toMatchObject({
      total_amount: "-110.00",
      week_display: "",
    });
    const { body: rateless } = await client.post("/invoices/invoices/", {
      ...without,
      invoice_number: "F-2",
      total_net_amount: "100.00",
      total_vat_amount: "7.00",
      total_amount: "107.00",
    });
    expect((await detail(rateless.id)).creditable).toEqual([]);
    expect((await credit({ remaining_net_amount: "100.00" }, rateless.id)).body.code).toBe(
      "unknown_vat_rate",
    );
    await app.drainJobs();
    await ledgerIsSound();
  });

  test("is audited with who made it, and its document is drawn", async () => {
    const { body } = await credit({ remaining_net_amount: "2483.92" });
    await app.drainJobs();
    const audited = await app.inDatabase((tx) =>
      tx.one<{ action_details: object; actor_id: number | null }>(
        sql`select action_details, actor_id from audit_log where invoice_id = ${String(body.id)}`,
      ),
    );
    expect(audited.action_details).toMatchObject({ invoice_number: "A26000001", corrects: "F26000001" });
    expect(audited.actor_id).not.toBeNull();
    expect((await client.get(`/invoices/invoices/${body.id}/`)).body.files).toMatchObject([
      { kind: "credit_note" },
    ]);
  });
});

describe("the detail of an invoice", () => {
  test("tells its lines, parties, VAT, and the report that it comes from", async () => {
    const told = await detail();
    expect(told.lines).toMatchObject([
      {
        film_title: "Les Heures bleues",
        version: "VF",
        admissions_paid: 812,
        net_amount: "2483.92",
        rate_bp: 5000,
      },
    ]);
    expect(told.vat_breakdown).toEqual([{ vat_rate_bp: 1000, net_amount: "2483.92", vat_amount: "248.39" }]);
    expect(told.supplier.name).toBe(LUMEN.name);
    expect(told.client.city).toBe("Douai");
    expect(told.reports).toEqual([{ id: expect.any(Number), file_name: "rapport-s47.xml" }]);
    expect(told.events.map((event: { kind: string }) => event.kind)).toEqual(["issued"]);
  });

  test("tells default and reopening, with who and why", async () => {
    const change = (body: object) => client.patch(`/invoices/invoices/${invoice.id}/`, body);
    expect((await change({ status: "default", comment: "Liquidation judiciaire" })).body.status).toBe(
      "default",
    );
    expect((await change({ status: "awaiting_payment" })).body.status).toBe("awaiting_payment");
    await change({ due_date: "2027-01-31", notes: "Délai accordé" });
    const { events } = await detail();
    expect(
      events.map((event: Record<string, unknown>) => [
        event["kind"],
        event["comment"],
        event["is_automatic"],
      ]),
    ).toEqual([
      ["changed", "", false],
      ["reopened", "", false],
      ["default", "Liquidation judiciaire", false],
      ["issued", "", true],
    ]);
    expect(events[0].subject).toBe("due_date,notes");
    expect(events[1].actor).toMatchObject({ first_name: "Camille" });
  });

  test("tells which transaction paid it and who decided, and keeps what was undone in its history", async () => {
    const action = await app.inDatabase(async (tx) => {
      const line = await tx.one<{ id: number }>(sql`
        insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
        values (${distributor.id}, '2026-12-01', 'VIR LE BEFFROI', 1000, 'x') returning id`);
      return await tx.one<{ id: number }>(sql`
        insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
        values (${distributor.id}, 'AWAITING_INVOICE_SELECTION', 'AWAITING_INVOICE_SELECTION', 'unknown_payer', 'Payeur', ${line.id}) returning id`);
    });
    const choice = { user_action_id: action.id, invoice_ids: [invoice.id] };
    expect((await client.post("/banking/manual-reconciliation/", choice)).status).toBe(200);
    const paid = await detail();
    expect(paid.payments).toMatchObject([
      {
        kind: "payment",
        amount: "1000.00",
        transaction: { label: "VIR LE BEFFROI", transaction_date: "2026-12-01", amount: "1000.00" },
        is_automatic: false,
        decided_by: { first_name: "Camille" },
      },
    ]);
    expect(paid.events[0]).toMatchObject({ kind: "paid", subject: "VIR LE BEFFROI", amount: "1000.00" });
    await client.post("/banking/revert-reconciliation/", { user_action_id: action.id });
    const undone = await detail();
    expect(undone.payments).toEqual([]);
    const money = undone.events.filter((event: { kind: string }) => event.kind !== "issued");
    expect(money.map((event: Record<string, unknown>) => [event["kind"], event["amount"]]).sort()).toEqual([
      ["paid", "1000.00"],
      ["payment_reverted", "1000.00"],
    ]);
  });

  test("tells its credit notes, and a credit note what it corrects", async () => {
    const note = (await credit({ remaining_net_amount: "2483.92" })).body;
    expect((await detail()).credit_notes).toMatchObject([
      { invoice_number: "A26000001", applied_amount: "2732.31" },
    ]);
    const told = await detail(note.id);
    expect(told.corrects).toEqual({ id: invoice.id, invoice_number: "F26000001" });
    expect(told.applied_to).toMatchObject([{ id: invoice.id, applied_amount: "2732.31" }]);
    expect(told.lines).toMatchObject([
      { net_amount: "-2483.92", description: expect.stringContaining("Geste commercial") },
    ]);
  });

  test("is not there for another distributor", async () => {
    const other = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    const stranger = await app.as(other);
    expect((await stranger.get(`/invoices/invoices/${invoice.id}/detail/`)).status).toBe(404);
    expect(
      (
        await stranger.post(`/invoices/invoices/${invoice.id}/credit-notes/`, {
          remaining_net_amount: "2483.92",
          reason: "x",
        })
      ).status,
    ).toBe(404);
  });
});
