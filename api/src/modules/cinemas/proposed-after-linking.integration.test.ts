// LET-26: a cinema that is linked with a distributor may be who its bank names.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
let serial = 0;
let distributor: BuiltDistributor;
let staff: TestClient;
let payer: string;
let rex: { id: number; name: string };

beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());
beforeEach(() => someone("validated"));

/** And a shared cinema of another town, which only the shared list knows by its company. */
async function someone(validation_status: "prospect" | "validated") {
  await app.forgetJobs();
  serial += 1;
  payer = `BIJOU${serial} EXPLOITATION`;
  const user = await app.inDatabase(async (tx) => {
    distributor = await aDistributor(tx, { validation_status });
    rex = await aCinema(tx, undefined, {
      name: `Le Rex ${serial}`,
      city: "Dole",
      legal_name: `SAS ${payer}`,
    });
    return await aStaffUser(tx, distributor);
  });
  staff = await app.as(user);
}

/** A receipt of the company comes in. */
const receive = async () => {
  const statement = `Date;Libellé;Montant\n2026-11-28;VIR SEPA RECU /DE SAS ${payer} /MOTIF ACOMPTE;300,00`;
  const { status } = await staff.upload("/banking/upload-transactions/", "file", "releve.csv", statement);
  expect(status).toBe(200);
};
const proposed = () =>
  app.inDatabase(async (tx) => {
    const rows = await tx.many<{ id: number }>(sql`
      select i::bigint as id from user_action a, jsonb_array_elements(a.candidates) c, jsonb_array_elements_text(c -> 'invoice_ids') i
      where a.distributor_id = ${distributor.id} and a.transaction_id is not null`);
    return rows.map(({ id }) => id);
  });
const invoiceId = async () =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`select id from invoice where distributor_id = ${distributor.id}`),
    )
  ).id;
/** Of a stand-in of the sandbox. */
const anImportedInvoice = async () => {
  await staff.upload(
    "/invoices/upload/",
    "file",
    "factures.csv",
    `numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_tva;montant_ttc\n${serial}-1;01/10/2026;Cinéma Rex ${serial};Dole;100,00;10,00;110,00`,
  );
  const { results } = (await staff.get("/invoices/to-confirm/")).body;
  const cinemas = results.map(({ id }: { id: number }) => id);
  await staff.post("/invoices/to-confirm/confirm/", { cinemas });
  await app.drainJobs("propose-again");
};

test("what waits is proposed again once a request for a link is accepted", async () => {
  await anImportedInvoice();
  await receive();
  expect(await proposed()).toEqual([]);
  const [request] = (await admin.get("/cinemas/link-requests/")).body.results;
  expect(request.distributor.id).toBe(distributor.id);
  expect((await admin.post(`/cinemas/link-requests/${request.id}/accept/`, { cinema: rex.id })).status).toBe(
    204,
  );
  await app.drainJobs("propose-again");
  expect(await proposed()).toEqual([await invoiceId()]);
});

test("what waits is proposed again once a prospect is validated, whose cinemas are of the shared list", async () => {
  await someone("prospect");
  await anImportedInvoice();
  await app.owner.query(
    `update cinema s set cnc_authorization = c.cnc_authorization, siren = c.siren from cinema c where c.id = $1 and s.sandbox_distributor_id = $2`,
    [rex.id, distributor.id],
  );
  await receive();
  expect(await proposed()).toEqual([]);
  const waiting = (await admin.get("/onboarding/admin/prospects/")).body;
  const prospect = (waiting.results ?? waiting).find(({ id }: { id: number }) => id === distributor.id);
  const decision = { decision: "validate", reason: "", version: prospect.version };
  expect((await admin.post(`/onboarding/admin/prospects/${distributor.id}/decision/`, decision)).status).toBe(
    200,
  );
  await app.drainJobs("propose-again");
  expect(await proposed()).toEqual([await invoiceId()]);
});

const proposal = (changes: object = {}) => ({
  name: `Rex ${serial}`,
  city: "Dole",
  address: "1 rue Neuve",
  pin_code: "39100",
  legal_name: "SARL Rex",
  siren: "",
  cnc_authorization: "",
  words: "",
  ...changes,
});

test("what waits is proposed again once a proposed cinema is one of the shared list", async () => {
  await app.inDatabase((tx) => anInvoice(tx, distributor, rex, { client_account: "411REX" }));
  await receive();
  expect(await proposed()).toEqual([]);
  const { body: asked } = await staff.post("/cinemas/requests/proposals/", proposal());
  const answer = { state: "done", answer: "", cinema: rex.id };
  expect((await admin.post(`/cinemas/requests/${asked.id}/answer/`, answer)).status).toBe(200);
  await app.drainJobs("propose-again");
  expect(await proposed()).toEqual([await invoiceId()]);
});

test("what waits is proposed again once a super admin's settings link a cinema", async () => {
  await app.inDatabase((tx) => anInvoice(tx, distributor, rex, { client_account: "411REX" }));
  await receive();
  expect(await proposed()).toEqual([]);
  const settings = { cinema: rex.id, distributor: distributor.id };
  expect((await admin.post(`/cinemas/${rex.id}/distributor-settings/`, settings)).status).toBe(201);
  await app.drainJobs("propose-again");
  expect(await proposed()).toEqual([await invoiceId()]);
});

test("a proposed cinema that is created asks for proposals of who proposed it", async () => {
  await receive();
  const { body: asked } = await staff.post("/cinemas/requests/proposals/", proposal());
  await app.forgetJobs();
  const answer = { state: "done", answer: "", cinema: null };
  expect((await admin.post(`/cinemas/requests/${asked.id}/answer/`, answer)).status).toBe(200);
  expect(await app.queuedJobs()).toContainEqual({
    name: "propose-again",
    data: { distributor_id: distributor.id },
  });
});
