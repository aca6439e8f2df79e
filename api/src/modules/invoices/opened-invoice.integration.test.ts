// What was imported with a payment of before may go with it (BILL-11).
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";

const HEADER = "numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_ttc;montant_regle";

let app: TestApp;
let me: BuiltDistributor;
let cinema: { id: number; name: string };
let client: TestClient;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
});
afterAll(() => app.close());
beforeEach(async () => {
  const user = await app.inDatabase(async (tx) => {
    me = await aDistributor(tx);
    cinema = await aCinema(tx, me);
    return await aStaffUser(tx, me);
  });
  client = await app.as(user);
});

const list = (paid: string): string =>
  [HEADER, `O-1;01/10/2026;${cinema.name};Douai;100,00;110,00;${paid}`].join("\r\n");
const opened = async (accounting = "to_book", paid = "40,00"): Promise<number> => {
  const answer = await client.upload(
    `/invoices/upload/?accounting=${accounting}`,
    "file",
    "factures.csv",
    list(paid),
  );
  expect(answer.body.errors).toEqual([]);
  const { id } = await app.inDatabase((tx) =>
    tx.one<{ id: number }>(
      sql`select id from invoice where distributor_id = ${me.id} and invoice_number = 'O-1'`,
    ),
  );
  return id;
};
const remove = async (id: number): Promise<[number, string | undefined]> => {
  const answer = await client.delete(`/invoices/invoices/${id}/`);
  return [answer.status, answer.body?.detail];
};
const isSound = async () => expect(await app.inDatabase(verifyLedger)).toEqual([]);

test.each(["to_book", "already_booked"])(
  "with the payment that it was imported with it goes, and its corrected line comes in: %s",
  async (accounting) => {
    const id = await opened(accounting);
    expect(await remove(id)).toEqual([204, undefined]);
    const [log] = await app.inDatabase((tx) =>
      tx.many<{ action_details: object }>(
        sql`select action_details from audit_log where distributor_id = ${me.id} order by id desc limit 1`,
      ),
    );
    expect(log?.action_details).toMatchObject({
      event: "invoice_deleted",
      invoice_number: "O-1",
      total_amount: "110.00",
      allocated_amount: "40.00",
    });
    await isSound();
    const again = await opened(accounting, "50,00");
    const { body } = await client.get(`/invoices/invoices/${again}/`);
    expect(body).toMatchObject({ outstanding: "60.00", status: "part_paid" });
    await isSound();
  },
);

test("ten who delete it at once delete it once", async () => {
  const id = await opened();
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
  expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([
    204,
    ...Array<number>(9).fill(404),
  ]);
  await isSound();
});

test("it is changed by deleting it and importing it again, and the answer says so", async () => {
  const answer = await client.patch(`/invoices/invoices/${await opened()}/`, { week_start: null });
  expect([answer.status, answer.body]).toEqual([
    409,
    {
      detail:
        "Cette facture a été importée avec ce qui en était déjà réglé. Supprimez-la, puis importez-la de nouveau avec les bons montants.",
      code: "settled_invoice",
    },
  ]);
});

test("another settlement beside it keeps it", async () => {
  const id = await opened();
  await app.inDatabase(async (tx) => {
    const note = await anInvoice(tx, me, cinema, { invoice_number: "AV-1" });
    await tx.run(sql`
      update invoice set type = 'credit_note', corrects_id = ${id}, total_net_amount = -10, total_vat_amount = -1, total_amount = -11
      where id = ${note.id}`);
  });
  expect(await remove(id)).toEqual([
    409,
    "Cette facture a déjà un règlement ou un avoir. Annulez-le avant de la supprimer.",
  ]);
});

test("once a lot holds it, it stays with its payment, and nobody is told to cancel that", async () => {
  const id = await opened();
  const lot = await client.post("/accounting/lots/", { period_from: "2026-10-01", period_to: "2026-10-31" });
  expect(lot.status).toBe(201);
  const told =
    "Cette facture et le règlement avec lequel elle a été importée sont dans un lot d’écritures\u00a0: elle ne peut plus être ";
  expect(await remove(id)).toEqual([409, `${told}supprimée.`]);
  const changed = await client.patch(`/invoices/invoices/${id}/`, { week_start: null });
  expect([changed.status, changed.body.detail]).toEqual([409, `${told}modifiée.`]);
  await isSound();
});
