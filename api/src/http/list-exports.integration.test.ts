import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../testing/test-app.ts";

let app: TestApp;
let me: BuiltDistributor;
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  me = await app.inDatabase((tx) => aDistributor(tx));
  const other = await app.inDatabase((tx) => aDistributor(tx));
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)));
  for (const distributor of [me, other])
    await app.inDatabase(async (tx) => {
      const { id } = await tx.one<{ id: number }>(sql`
        insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
        values (${distributor.id}, '2026-12-01', ${`=2+5;VIR ${distributor.id}`}, 2897.31, 'a') returning id`);
      await tx.run(sql`
        insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
        values (${distributor.id}, 'PENDING', 'PENDING', 'unknown_payer', 'Payeur non identifié', ${id})`);
    });
});
afterAll(() => app.close());

const linesOf = (text: string): string[] => {
  expect(text.startsWith("\ufeff")).toBe(true);
  return text.slice(1).split("\r\n").slice(0, -1);
};

test("the bank lines are written in French, a label that looks like a formula as text", async () => {
  const { status, text } = await staff.get("/exports/lists/transactions/");
  expect(status).toBe(200);
  expect(linesOf(text)).toEqual([
    "Date;Date de valeur;Libellé;Montant;Devise;Compte;Montant rapproché;Lettrage;Factures;Action utilisateur",
    `01/12/2026;;"'=2+5;VIR ${me.id}";2897,31;EUR;;0,00;;;En attente`,
  ]);
});

test("user actions are those of the filter", async () => {
  const all = await staff.get("/exports/lists/user-actions/");
  expect(linesOf(all.text)).toHaveLength(2);
  expect(linesOf(all.text)[1]).toContain(";2897,31;EUR;Payeur non identifié;En attente;");
  const done = await staff.get("/exports/lists/user-actions/?status=DONE");
  expect(linesOf(done.text)).toHaveLength(1);
});

test("the audit log tells its exports too, with who took them", async () => {
  await staff.get("/exports/lists/transactions/");
  const { text } = await staff.get("/exports/lists/audit-logs/?action_type=other");
  const lines = linesOf(text);
  expect(lines[0]).toBe("Date;Auteur;Action;Détails");
  expect(lines[1]).toMatch(
    /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d;Camille Rousseau \([^()@]+@[^()@]+\);Liste exportée;/,
  );
  expect(lines[1]).toContain("Fichier\u00a0: releve-bancaire.csv");
  expect(linesOf((await staff.get("/exports/lists/audit-logs/?action_type=sent_email")).text)).toHaveLength(
    1,
  );
});

test("the console's cinemas are all of them, in the order and by the search that are asked", async () => {
  const admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)));
  await app.inDatabase(async (tx) => {
    for (const name of ["Astrée", "Zénith"]) await aCinema(tx, undefined, { name, city: "Chambéry" });
  });
  const { text } = await admin.get("/exports/lists/cinemas/?search=chambery&ordering=-name");
  expect(linesOf(text).map((line) => line.split(";")[0])).toEqual(["Nom", "Zénith", "Astrée"]);
  expect((await staff.get("/exports/lists/cinemas/")).status).toBe(403);
});

test("the jobs are those of the state, in French, without what is of a person", async () => {
  const admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)));
  await app.inDatabase(async (tx) => {
    for (let n = 0; n < 3; n += 1)
      await app.services.jobs.enqueue(tx, { name: "draw-documents", data: { distributor_id: me.id } });
    await tx.run(sql`update pgboss.job set state = 'failed', output = '{"message": "no way to a@b.example"}'
      where id = (select id from pgboss.job where name = 'draw-documents' limit 1)`);
  });
  const all = linesOf((await admin.get("/exports/lists/jobs/")).text);
  expect(all[0]).toMatch(/^Identifiant;Tâche;État;Distributeur;Demandée;/);
  expect(all).toHaveLength(1 + 3);
  const failed = linesOf((await admin.get("/exports/lists/jobs/?state=failed")).text);
  expect(failed).toHaveLength(1 + 1);
  expect(failed[1]).toContain(";Création des PDF;En échec;");
  expect(failed[1]).not.toContain("a@b.example");
  expect((await staff.get("/exports/lists/jobs/")).status).toBe(403);
});
