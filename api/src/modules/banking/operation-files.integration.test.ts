// Files that people attach to operations (COM-6, COM-7).
import { OPERATION_FILES_MAX } from "@bobine/contract/operation-files";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { lineAdditions } from "./line-additions.repository.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let line: number;
let asCamille: TestClient;
let asHugo: TestClient;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const people = await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    return [
      await aStaffUser(tx, lumen, { role: "accountant" }),
      await aStaffUser(tx, lumen, { role: "accountant" }),
    ] as const;
  });
  line = await aLine(lumen.id);
  asCamille = await app.as(people[0]);
  asHugo = await app.as(people[1]);
});
const aLine = (distributor: number, fingerprint = "empreinte"): Promise<number> =>
  app.inDatabase(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${distributor}, '2026-11-27', 'VIR REX', 20, ${fingerprint}) returning id`);
    return id;
  });
const PDF = Buffer.from("%PDF-1.7 bordereau");
const attach = (name = "bordereau.pdf", content: string | Uint8Array = PDF, by = asCamille, to = line) =>
  by.upload(`/banking/transactions/${to}/files/`, "file", name, content);
const namesOf = async (of = line) =>
  (await asHugo.get(`/banking/transactions/${of}/files/`)).body.results.map(
    ({ file_name }: { file_name: string }) => file_name,
  );
const keys = () =>
  app.inDatabase((tx) =>
    tx.many<{ storage_key: string }>(
      sql`select storage_key from operation_file where distributor_id = ${lumen.id} order by id`,
    ),
  );

test("COM-7: a file is attached, listed, and saved as it came, never shown", async () => {
  const added = await attach("Bordereau n° 4.pdf");
  expect([added.status, added.body]).toEqual([
    201,
    {
      id: expect.any(Number) as number,
      file_name: "Bordereau n° 4.pdf",
      size: PDF.length,
      added_by: { first_name: "Camille", last_name: "Rousseau", email: expect.any(String) as string },
      is_own: true,
      created_at: expect.any(String) as string,
    },
  ]);
  const viewer = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen, { role: "viewer" })));
  const file = await viewer.get(`/banking/operation-files/${added.body.id}/`);
  expect([file.status, file.bytes.equals(PDF), file.headers["x-content-type-options"]]).toEqual([
    200,
    true,
    "nosniff",
  ]);
  expect(file.headers["content-type"]).toBe("application/octet-stream");
  expect(file.headers["content-disposition"]).toMatch(/^attachment; filename=/);
  expect((await attach("x.pdf", PDF, viewer)).status).toBe(403);
  expect((await viewer.delete(`/banking/operation-files/${added.body.id}/`)).status).toBe(403);
});

test("COM-7: the same file twice, also at once, is there once", async () => {
  const [first, second] = await Promise.all([attach(), attach("autre-nom.pdf")]);
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
  expect(await namesOf()).toHaveLength(1);
});

test("COM-7: what is no such file is refused by its name or its bytes, and so is one too large or one too many", async () => {
  expect((await attach("page.html", "<html>")).body.error).toMatch(/^Choisissez un fichier de ces formats/);
  expect((await attach("facture.pdf", "MZ")).body.error).toMatch(/^Le contenu de ce fichier/);
  expect((await attach("grand.txt", Buffer.alloc(10 * 1024 * 1024 + 1, "a"))).status).toBe(413);
  for (let number = 0; number < OPERATION_FILES_MAX; number += 1)
    expect((await attach(`${number}.txt`, `Note ${number}`)).status).toBe(201);
  const refused = await attach("de-trop.txt", "De trop");
  expect([refused.status, refused.body.code]).toEqual([409, "too_many_files"]);
  // One that is there already is no further one.
  expect((await attach("0.txt", "Note 0")).status).toBe(201);
});

test("COM-7: another distributor's operations and files do not exist", async () => {
  const other = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
  const asOther = await app.as(other);
  const { id } = (await attach()).body;
  expect((await asOther.get(`/banking/transactions/${line}/files/`)).status).toBe(404);
  expect((await attach("x.pdf", PDF, asOther)).status).toBe(404);
  expect((await asOther.get(`/banking/operation-files/${id}/`)).status).toBe(404);
  expect((await asOther.delete(`/banking/operation-files/${id}/`)).status).toBe(404);
});

test("COM-7: is removed with its bytes by who added it, an administrator or a super admin; the log tells", async () => {
  const boss = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
  const bobine = await app.as(await app.inDatabase(aSuperAdmin), lumen.id);
  for (const by of [asCamille, boss, bobine]) {
    const { id } = (await attach()).body;
    const [key] = await keys();
    expect((await asHugo.delete(`/banking/operation-files/${id}/`)).status).toBe(403);
    expect((await by.delete(`/banking/operation-files/${id}/`)).status).toBe(204);
    expect((await by.delete(`/banking/operation-files/${id}/`)).status).toBe(404);
    await expect(app.services.files.get(key?.storage_key ?? "")).rejects.toMatchObject({ status: 404 });
  }
  const told = await app.inDatabase((tx) =>
    tx.many<{ event: string }>(sql`
      select action_details ->> 'event' as event from audit_log
      where distributor_id = ${lumen.id} and action_details ? 'file_name' order by id limit 2`),
  );
  expect(told.map(({ event }) => event)).toEqual(["Pièce jointe ajoutée", "Pièce jointe supprimée"]);
});

test("COM-7: a store that is away loses nothing: neither an upload nor a removal is half done", async () => {
  const { id } = (await attach()).body;
  const away = new Error("away");
  await app.whileBroken(async () => {
    vi.spyOn(app.services.files, "put").mockRejectedValueOnce(away);
    expect((await attach("b.txt", "B")).status).toBe(500);
    vi.spyOn(app.services.files, "remove").mockRejectedValueOnce(away);
    expect((await asCamille.delete(`/banking/operation-files/${id}/`)).status).toBe(500);
  });
  expect(await namesOf()).toEqual(["bordereau.pdf"]);
  expect((await asCamille.get(`/banking/operation-files/${id}/`)).bytes.equals(PDF)).toBe(true);
});

test("COM-6: the files of a line that goes are there again when it comes back", async () => {
  await attach();
  await app.inDatabase(async (tx) => {
    await lineAdditions.leaveLine(tx, line);
    await tx.run(sql`delete from bank_transaction where id = ${line}`);
  }, lumen.id);
  const again = await aLine(lumen.id);
  expect(await namesOf(again)).toEqual([]);
  await app.inDatabase((tx) => lineAdditions.comeBack(tx, lumen.id), lumen.id);
  expect(await namesOf(again)).toEqual(["bordereau.pdf"]);
});
