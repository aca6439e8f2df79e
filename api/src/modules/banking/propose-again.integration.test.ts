import { type Cents, cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { mountCinemas } from "../cinemas/cinemas.routes.ts";
import { mountInvoices } from "../invoices/invoices.routes.ts";
import {
  aCinemaIn,
  type Accountant,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  LEDGER,
  multipart,
} from "./banking.testing.ts";
import { requestProposals } from "./propose-again.ts";

let bank: TestApp;
let me: Accountant;
let cinema: number;

beforeAll(async () => {
  bank = await createTestApp({ ...LEDGER, only: [...LEDGER.only, mountInvoices, mountCinemas] });
});
afterAll(() => bank.close());
beforeEach(async () => {
  await bank.forgetJobs();
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me, {
    name: "Bijou",
    legal_name: "SAS Bijou Exploitation",
    account: "411BIJOU",
  });
});

const euros = (value: number): Cents => cents(Math.round(value * 100));
const upload = (label: string, amount: number) =>
  me.upload("releve.csv", `Date;Libellé;Montant\n2026-12-12;${label};${amount.toFixed(2).replace(".", ",")}`);
interface Question {
  readonly id: number;
  readonly status: string;
  readonly reason_code: string;
  readonly proposed: number[];
}
const questions = async (): Promise<Question[]> =>
  (
    await bank.owner.query(
      `select id, status, reason_code, array(select i::bigint from jsonb_array_elements(candidates) c, jsonb_array_elements_text(c -> 'invoice_ids') i) as proposed
       from user_action where distributor_id = $1 order by id`,
      [me.distributorId],
    )
  ).rows as Question[];
const again = async () => {
  await bank.inDatabase((tx) =>
    requestProposals(tx, bank.services.jobs, { distributorIds: [me.distributorId] }),
  );
  await bank.drainJobs("propose-again");
};

describe("LET-26: what waits is proposed again", () => {
  test("an advance gains the invoice that comes after it, and nothing is lettered", async () => {
    await upload("VIR SEPA RECU /DE SAS BIJOU EXPLOITATION /MOTIF ACOMPTE", 300);
    expect(await questions()).toMatchObject([{ proposed: [] }]);
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(300), invoice_date: "2026-12-11" });
    await again();
    expect(await questions()).toMatchObject([
      { status: "AWAITING_INVOICE_SELECTION", reason_code: "to_confirm", proposed: [invoice] },
    ]);
    const { rows } = await bank.owner.query("select status from invoice where id = $1", [invoice]);
    expect(rows).toEqual([{ status: "awaiting_payment" }]);
    const before = await questions();
    await again();
    expect(await questions()).toEqual(before);
  });

  test("a payment that quotes an invoice in default says so, and gains it once that is reopened", async () => {
    await anInvoiceIn(bank, me, cinema, { total: euros(90), invoice_number: "F26000201" });
    const invoice = await anInvoiceIn(bank, me, cinema, {
      total: euros(300),
      invoice_number: "F26000206",
      in_default: true,
    });
    await upload("VIR SEPA RECU /DE SAS BIJOU EXPLOITATION /MOTIF F26000206", 300);
    expect((await questions())[0]?.proposed).not.toContain(invoice);
    const { rows } = await bank.owner.query("select explanation from user_action where distributor_id = $1", [
      me.distributorId,
    ]);
    expect(JSON.stringify(rows)).toContain("cette facture est en défaut, rouvrez-la pour l’affecter");
    const setStatus = (status: string) => me.call("PATCH", `/invoices/invoices/${invoice}/`, { status });
    expect((await setStatus("awaiting_payment")).statusCode).toBe(200);
    await bank.drainJobs("propose-again");
    expect((await questions())[0]?.proposed).toContain(invoice);
    // What was no default is not reopened.
    expect((await setStatus("awaiting_payment")).statusCode).toBe(200);
    expect(await bank.queuedJobs()).toEqual([]);
  });

  test("a payment that names a reopened invoice gains it once the return is decided", async () => {
    const first = await anInvoiceIn(bank, me, cinema, { total: euros(822.92), invoice_number: "F26000002" });
    const second = await anInvoiceIn(bank, me, cinema, { total: euros(85.98), invoice_number: "F26000023" });
    const cheque = await aQuestion(bank, me, { amount: euros(822.92), label: "REMISE DE CHEQUE 0004512" });
    await me.reconcile(cheque.action, [first]);
    const debit = await aQuestion(bank, me, {
      amount: euros(-822.92),
      label: "CHEQUE IMPAYE 0004512 SAS BIJOU EXPLOITATION",
      transaction_date: "2026-12-29",
      status: "PENDING",
    });
    await upload("VIR SEPA RECU /DE SAS BIJOU EXPLOITATION /MOTIF F26000002 F26000023", 908.9);
    const proposedLast = async () => (await questions()).at(-1)?.proposed ?? [];
    expect(await proposedLast()).not.toContain(first);
    await bank.forgetJobs();
    const returned = {
      kind: "return",
      transaction_id: cheque.transaction,
      invoice_id: first,
      amount: "-822.92",
    };
    const path = `/banking/transactions/${debit.transaction}/parts/`;
    expect((await me.call("POST", path, { parts: [returned] })).statusCode).toBe(200);
    await bank.drainJobs("propose-again");
    expect(await proposedLast()).toEqual(expect.arrayContaining([first, second]));
  });

  test("what gains no invoice stays as it was asked, and what is closed stays closed", async () => {
    await upload("VIR SEPA RECU /DE SAS BIJOU EXPLOITATION /MOTIF ACOMPTE", 300);
    await upload("VIR SEPA RECU /DE M ROUSSEAU JEAN /MOTIF CINEMA", 213.82);
    const [first, second] = await questions();
    await me.call("PATCH", `/user-actions/${first?.id}/`, { status: "REJECTED" });
    await anInvoiceIn(bank, me, cinema, { total: euros(300) });
    await again();
    expect(await questions()).toEqual([{ ...first, status: "REJECTED" }, second]);
  });

  test("nothing is enqueued while nothing waits, and nothing of another distributor", async () => {
    await again();
    expect(await bank.queuedJobs()).toEqual([]);
    const other = await anAccountant(bank);
    await other.upload("releve.csv", "Date;Libellé;Montant\n2026-12-12;VIR SEPA RECU /DE SARL REX;10,00");
    await again();
    expect(await bank.queuedJobs()).toEqual([]);
  });

  test("the waiting lines of a list of invoices ask for it once their cinema is confirmed, and only if they come in", async () => {
    await upload("VIR SEPA RECU /DE SARL LE DOUTE /MOTIF ACOMPTE", 275);
    const { payload, contentType } = multipart(
      "file",
      "factures.csv",
      "numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_tva;montant_ttc\nX-78;11/12/2026;SARL Le Doute;Bourg;250,00;25,00;275,00",
    );
    await bank.app.inject({
      method: "POST",
      url: "/api/v1/invoices/upload/",
      headers: { ...me.headers, "content-type": contentType },
      payload,
    });
    await bank.drainJobs("propose-again");
    expect(await questions()).toMatchObject([{ proposed: [] }]);
    const waiting: { id: number }[] = (await me.call("GET", "/invoices/to-confirm/")).json().results;
    const cinemas = waiting.map(({ id }) => id);
    const confirm = () => me.call("POST", "/invoices/to-confirm/confirm/", { cinemas });
    expect((await confirm()).json()).toMatchObject({ success_count: 1 });
    await bank.drainJobs("propose-again");
    expect((await questions())[0]?.proposed).toHaveLength(1);
    expect((await confirm()).json()).toMatchObject({ success_count: 0 });
    expect(await bank.queuedJobs()).toEqual([]);
  });

  test("a payment gains the invoice of which it is the rest once a credit note by hand leaves that due, or once its amount is corrected", async () => {
    await bank.owner.query(
      `update distributor set address = '1 rue Lumen', post_code = '75010', city = 'Paris', siren = $2, prefix_vat = 'FR39',
         iban = 'FR7699999000010001234567809' where id = $1`,
      [me.distributorId, String(700_000_000 + me.distributorId)],
    );
    await bank.owner.query(
      "update cinema set address = '3 place du Beffroi', pin_code = '59500', siren = '123456782' where id = $1",
      [cinema],
    );
    await upload("VIR SEPA RECU /DE SAS BIJOU EXPLOITATION /MOTIF ACOMPTE", 80);
    const account = { client_account: "411BIJOU" };
    const credited = await anInvoiceIn(bank, me, cinema, { total: euros(102), ...account });
    const corrected = await anInvoiceIn(bank, me, cinema, { total: euros(500), ...account });
    await bank.drainJobs("propose-again");
    const [before] = await questions();
    expect(before?.proposed).toEqual([]);
    const note = await me.call("POST", `/invoices/invoices/${credited}/credit-notes/`, {
      reason: "Geste commercial",
      remaining_net_amount: "92.73",
      lines: [{ line_id: 1, net_amount: "20.00" }],
    });
    expect(note.statusCode).toBe(201);
    expect((await bank.queuedJobs()).map((job) => job.name)).toContain("propose-again");
    await bank.drainJobs("propose-again");
    expect((await questions())[0]?.proposed).toContain(credited);
    await bank.forgetJobs();
    const rewritten = await me.call("PATCH", `/invoices/invoices/${corrected}/`, {
      total_net_amount: "72.73",
      total_vat_amount: "7.27",
      total_amount: "80.00",
    });
    expect(rewritten.statusCode).toBe(200);
    expect((await bank.queuedJobs()).map((job) => job.name)).toEqual(["propose-again"]);
    await bank.forgetJobs();
    expect(
      (await me.call("PATCH", `/invoices/invoices/${corrected}/`, { notes: "Vu avec le client" })).statusCode,
    ).toBe(200);
    expect(await bank.queuedJobs()).toEqual([]);
  });

  test("an invoice that is written and a cinema that is renamed ask for it", async () => {
    await upload("VIR SEPA RECU /DE SARL GAUMONTEL /MOTIF ACOMPTE", 300);
    const written = await me.call("POST", "/invoices/invoices/", {
      cinema_id: cinema,
      invoice_number: "X-77",
      invoice_date: "2026-12-11",
      total_net_amount: "250.00",
      total_vat_amount: "25.00",
      total_amount: "275.00",
    });
    expect(written.statusCode).toBe(201);
    expect((await bank.queuedJobs()).map((job) => job.name)).toEqual(["propose-again"]);
    await bank.drainJobs("propose-again");
    expect(await questions()).toMatchObject([{ proposed: [] }]);
    await bank.forgetJobs();
    const admin = await bank.as(await bank.inDatabase(aSuperAdmin));
    const renamed = await admin.patch(`/cinemas/${cinema}/`, { legal_name: "SARL Gaumontel" });
    expect(renamed.status).toBe(200);
    expect((await bank.queuedJobs()).map((job) => job.name)).toContain("propose-again");
    await bank.drainJobs("propose-again");
    expect((await questions())[0]?.proposed).toHaveLength(1);
  });
});
