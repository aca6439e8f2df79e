import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workbook } from "../../domain/parsing/tables/workbook.testing.ts";
import { aCinema, aSuperAdmin, type CinemaChanges } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as(await app.inDatabase(aSuperAdmin));
  await admin.get("/auth/csrf-token/");
  await built({ name: "Cinéma Le Beffroi", cnc_authorization: "91023", screens: ["910231"] });
});
afterAll(() => app.close());

const built = (changes: Partial<CinemaChanges>) =>
  app.inDatabase((tx) => aCinema(tx, undefined, { screens: [], ...changes }));
const CNC_TAKEN = [400, { cnc_authorization: ["Ce numéro CNC est déjà utilisé."] }];
const SCREEN_TAKEN = ["Ce numéro d’autorisation est déjà utilisé."];
const NEW = { name: "Beffroi bis", city: "Douai" };
const count = async (): Promise<number> =>
  (await app.inDatabase((tx) => tx.one<{ n: number }>(sql`select count(*)::integer as n from cinema`))).n;

describe("a number that another has, written otherwise, is told by its field (CIN-2)", () => {
  test.each(["091023", "00091023", "91 023", "91-023"])("CNC number « %s »", async (cnc_authorization) => {
    const before = await count();
    const created = await admin.post("/cinemas/", { ...NEW, cnc_authorization });
    expect([created.status, created.body]).toEqual(CNC_TAKEN);
    expect(await count()).toBe(before);
    const other = await built({});
    const changed = await admin.patch(`/cinemas/${other.id}/`, { cnc_authorization });
    expect([changed.status, changed.body]).toEqual(CNC_TAKEN);
  });

  test.each(["0910231", "91 0231"])("screen number « %s »", async (authorization_number) => {
    const screens = [{ name: "Salle 1", authorization_number }];
    const created = await admin.post("/cinemas/", { ...NEW, screens });
    expect([created.status, created.body]).toEqual([400, { screens: SCREEN_TAKEN }]);
    const other = await built({});
    const changed = await admin.patch(`/cinemas/${other.id}/`, { screens });
    expect([changed.status, changed.body]).toEqual([400, { screens: SCREEN_TAKEN }]);
    const taken = [400, { authorization_number: SCREEN_TAKEN }];
    const added = await admin.post("/cinemas/screens/", {
      cinema: other.id,
      name: "Salle",
      authorization_number,
    });
    expect([added.status, added.body]).toEqual(taken);
    const { body: screen } = await admin.post("/cinemas/screens/", { cinema: other.id, name: "Salle" });
    const numbered = await admin.patch(`/cinemas/screens/${screen.id}/`, { authorization_number });
    expect([numbered.status, numbered.body]).toEqual(taken);
  });

  test("also of two screens of one request", async () => {
    const screens = ["930001", "0930001"].map((authorization_number, at) => ({
      name: `Salle ${at}`,
      authorization_number,
    }));
    const { status, body } = await admin.post("/cinemas/", { ...NEW, screens });
    expect([status, body]).toEqual([400, { screens: SCREEN_TAKEN }]);
  });

  test("ten times at once, each written otherwise: one has it", async () => {
    await Promise.all(Array.from({ length: 10 }, () => admin.get("/cinemas/?page=1")));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, zeros) =>
        admin.post("/cinemas/", { name: `Foule ${zeros}`, cnc_authorization: `${"0".repeat(zeros)}94001` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(400),
    ]);
  });
});

describe("a number of one's own", () => {
  test("may be written otherwise, and exchanged between one's screens", async () => {
    const { id } = await built({ cnc_authorization: "95001", screens: ["950011", "950012"] });
    const written = await admin.patch(`/cinemas/${id}/`, { cnc_authorization: "095001" });
    expect([written.status, written.body.cnc_authorization]).toEqual([200, "095001"]);
    const [one, two] = written.body.screens;
    const screens = [
      { ...one, authorization_number: "0950012" },
      { ...two, authorization_number: "0950011" },
    ];
    const exchanged = await admin.patch(`/cinemas/${id}/`, { screens });
    expect([exchanged.status, exchanged.body.screens]).toEqual([200, screens]);
    const single = await admin.patch(`/cinemas/screens/${one.id}/`, { authorization_number: "950012" });
    expect(single.status).toBe(200);
  });

  test("stays where another has had it already: such a cinema is saved, its screens too", async () => {
    await built({ cnc_authorization: "96001", screens: ["960011"] });
    const { id, name } = await built({ cnc_authorization: "096001", screens: ["0960011", "960012"] });
    const { body: before } = await admin.get(`/cinemas/${id}/`);
    const [double, other] = before.screens;
    const { is_sandboxed: _, id: _id, ...fields } = before;
    const saved = await admin.put(`/cinemas/${id}/`, {
      ...fields,
      address: "5 rue Neuve",
      screens: [{ ...double, name: "Grande salle" }, other],
    });
    expect([saved.status, saved.body]).toEqual([
      200,
      expect.objectContaining({ name, cnc_authorization: "096001", address: "5 rue Neuve" }),
    ]);
    expect((await admin.patch(`/cinemas/screens/${double.id}/`, { name: "Petite salle" })).status).toBe(200);
    const taken = await admin.patch(`/cinemas/${id}/`, {
      screens: [double, { ...other, authorization_number: "00960011" }],
    });
    expect([taken.status, taken.body]).toEqual([400, { screens: SCREEN_TAKEN }]);
  });
});

test("a list of cinemas finds its cinema by a number that is kept with blanks, and gives none that another has (CIN-8)", async () => {
  const kept = await built({ name: "Beau Blanc", cnc_authorization: "92 529", screens: ["92 5291"] });
  const rows = [
    ["Nom", "Ville", "N° CNC", "Salles"],
    ["Beau Blanc Nouveau", "Douai", "92529", "Salle 1:0925291"],
    ["Sans numéro", "Lens", "", "Salle 1:0925291"],
    ["Un", "Metz", "97001", "Salle 1:970011"],
    ["Deux", "Metz", "97002", "Salle 1:0970011"],
  ];
  const { body } = await admin.upload(
    "/cinemas/import-from-xlsx/",
    "file",
    "cinemas.xlsx",
    await workbook(rows),
  );
  expect(body).toMatchObject({
    created_cinemas: [{ name: "Un", line_number: 4 }],
    updated_cinemas: [{ name: "Beau Blanc Nouveau", line_number: 2 }],
    errors: [
      "Ligne 3\u00a0: Le numéro d’autorisation 0925291 est déjà utilisé par «\u00a0Salle 1 – Beau Blanc\u00a0».",
      "Ligne 5\u00a0: Le numéro d’autorisation 0970011 est déjà utilisé par «\u00a0Salle 1 – Un\u00a0».",
    ],
  });
  expect((await admin.get(`/cinemas/${kept.id}/`)).body).toMatchObject({
    cnc_authorization: "92 529",
    screens: [{ name: "Salle 1", authorization_number: "92 5291" }],
  });
});
