import type { Cinema } from "@bobine/contract/cinemas";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workbook, type WorkbookCell } from "../../domain/parsing/tables/workbook.testing.ts";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { lockCinemas } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let adminUser: { id: number; email: string };
let admin: TestClient;
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  lumen = await app.inDatabase((tx) => aDistributor(tx, { name: "Lumen" }));
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
});
afterAll(() => app.close());

const PATH = "/cinemas/import-from-xlsx/";
const send = async (rows: WorkbookCell[][], client = admin) =>
  client.upload(PATH, "file", "cinemas.xlsx", await workbook(rows));
const cinemaNamed = async (name: string) => {
  const { body } = await admin.get(`/cinemas/?page=1&search=${encodeURIComponent(name)}`);
  return (body.results as Cinema[]).map(({ screens, ...cinema }) => ({
    ...cinema,
    screens: screens.map(({ name: screen, authorization_number }) => ({
      name: screen,
      authorization_number,
    })),
  }));
};
const entriesOf = (name: string) =>
  app.inDatabase((tx) =>
    tx.many<{ distributor_id: number | null; details: object }>(sql`
      select distributor_id, action_details as details from audit_log
      where action_details->>'cinema_name' = ${name} order by id`),
  );

test("a list creates cinemas with their screens, short codes and validation; again, it changes nothing", async () => {
  const list = [
    [
      "Nom",
      "Ville",
      "Code postal",
      "SIREN",
      "N° CNC",
      "Code court",
      "E-mails facturation",
      "Salles",
      "Validé",
    ],
    [
      "Import Alpha",
      "Douai",
      59500,
      200014,
      77001,
      "alphadou",
      "A@B.Example",
      "Salle 1:770011 | Salle 2:770012",
    ],
    ["Import Alpine", "Douai", "", "", "", "", "", "", "non"],
    ["Import Alpage", "Douai"],
  ];
  const first = await send(list);
  const told = [
    { name: "Import Alpha", line_number: 2 },
    { name: "Import Alpine", line_number: 3 },
    { name: "Import Alpage", line_number: 4 },
  ];
  expect([first.status, first.body]).toEqual([
    200,
    { created: 3, updated: 0, errors: [], notes: [], created_cinemas: told, updated_cinemas: [] },
  ]);
  const made = await cinemaNamed("Import Al");
  expect(made).toMatchObject([
    {
      name: "Import Alpage",
      short_name_code: "IMPDOU2",
      is_validated: true,
      status: "active",
      phones: [],
      classification: {},
    },
    {
      name: "Import Alpha",
      pin_code: "59500",
      siren: "000200014",
      cnc_authorization: "77001",
      short_name_code: "ALPHADOU",
      default_invoice_emails: ["A@b.example"],
      screens: [
        { name: "Salle 1", authorization_number: "770011" },
        { name: "Salle 2", authorization_number: "770012" },
      ],
      is_validated: true,
    },
    { name: "Import Alpine", short_name_code: "IMPDOU", is_validated: false },
  ]);
  expect(await entriesOf("Import Alpine")).toEqual([
    {
      distributor_id: null,
      details: expect.objectContaining({ comment: "Cinéma créé", file_name: "cinemas.xlsx" }),
    },
  ]);

  const second = await send(list);
  expect(second.body).toEqual({
    created: 0,
    updated: 3,
    errors: [],
    notes: [],
    created_cinemas: [],
    updated_cinemas: told,
  });
  expect(await cinemaNamed("Import Al")).toEqual(made);
  expect(await entriesOf("Import Alpha")).toHaveLength(1);
});

describe("a cinema is found", () => {
  test.each([
    ["by its CNC number, before all", { cnc_authorization: "77100" }, { "N° CNC": "77100" }],
    ["by its short code", { short_name_code: "TROUVE" }, { "Code court": "trouve" }],
  ])("%s", async (_name, known, columns) => {
    const { id } = await app.inDatabase((tx) => aCinema(tx, lumen, { name: "Ancien nom", ...known }));
    const answer = await send([
      ["Nom", ...Object.keys(columns)],
      ["Nouveau nom", ...Object.values(columns)],
    ]);
    expect(answer.body).toMatchObject({ created: 0, updated: 1, errors: [] });
    expect((await admin.get(`/cinemas/${id}/`)).body.name).toBe("Nouveau nom");
  });

  test("by its CNC number without the zeros, blanks or signs that it was kept with; its own and its screens' stay as they are", async () => {
    const { id } = await app.inDatabase((tx) =>
      aCinema(tx, lumen, { name: "Zéros", city: "Dole", cnc_authorization: "079901" }),
    );
    await send([
      ["Nom", "Ville", "N° CNC", "Salles"],
      ["Zéros", "Dole", "079901", "Salle 1:0799011"],
    ]);
    const answer = await send([
      ["Nom", "Ville", "N° CNC", "Salles"],
      ["Zéros", "Dole", 79901, 799011],
      ["Autre", "Dole", "7 99.02", "3"],
      ["Autre nom", "Dole", "79902", ""],
    ]);
    expect(answer.body).toMatchObject({
      created: 1,
      updated: 1,
      errors: ["Ligne 4\u00a0: Ce cinéma figure déjà à la ligne\u00a03."],
      notes: [
        "Ligne 3\u00a0: La colonne «\u00a0Salles\u00a0» donne un nombre de salles (3)\u00a0: aucune n’est créée.",
      ],
    });
    expect((await admin.get(`/cinemas/${id}/`)).body).toMatchObject({
      cnc_authorization: "079901",
      screens: [{ name: "Salle 1", authorization_number: "0799011" }],
    });
  });

  test("by its name and city, whatever their articles, case and accents; not against another CNC number", async () => {
    const { id } = await app.inDatabase((tx) =>
      aCinema(tx, lumen, { name: "Cinéma Le Château", city: "Saint-Flour", cnc_authorization: "77200" }),
    );
    const answer = await send([
      ["Nom", "Ville", "N° CNC", "Adresse"],
      ["CHATEAU", "ST FLOUR", "", "1 rue Neuve"],
      ["Château", "Saint-Flour", "77201", ""],
    ]);
    expect(answer.body).toMatchObject({ created: 1, updated: 1, errors: [] });
    expect((await admin.get(`/cinemas/${id}/`)).body).toMatchObject({
      name: "CHATEAU",
      address: "1 rue Neuve",
    });
  });

  test("but not by its name alone, which makes no second one either: its town is asked for", async () => {
    const { id } = await app.inDatabase((tx) => aCinema(tx, lumen, { name: "L’Unique", city: "Sens" }));
    const answer = await send([
      ["Nom", "Ville"],
      ["Unique", ""],
      ["Inconnu encore", ""],
    ]);
    expect(answer.body).toMatchObject({
      created: 1,
      updated: 0,
      errors: [
        "Ligne 2\u00a0: Un cinéma porte déjà ce nom. Indiquez la ville, ou, s’il s’agit de lui, son numéro CNC ou son code court.",
      ],
    });
    expect(await cinemaNamed("Unique")).toMatchObject([{ id }]);
  });

  test("but not when two may be meant, nor twice in one list", async () => {
    await app.inDatabase(async (tx) => {
      await aCinema(tx, lumen, { name: "Le Double", city: "Lens" });
      await aCinema(tx, lumen, { name: "Double", city: "Lens" });
    });
    const answer = await send([
      ["Nom", "Ville"],
      ["Double", "Lens"],
      ["Le Simple", "Lens"],
      ["Simple", "LENS"],
    ]);
    expect(answer.body).toMatchObject({
      created: 1,
      errors: [
        "Ligne 2\u00a0: Plusieurs cinémas ont ce nom dans cette ville. Indiquez le numéro CNC ou le code court.",
        "Ligne 4\u00a0: Ce cinéma figure déjà à la ligne\u00a03.",
      ],
    });
  });
});

test("blank cells erase nothing, screens are added or completed, and each log tells the change, but not that of who is chosen beside it (SEC-16)", async () => {
  const cinema = await app.inDatabase(async (tx) => {
    const made = await aCinema(tx, lumen, { name: "Le Plein", city: "Arras", cnc_authorization: "77300" });
    await tx.run(sql`
      update cinema set phones = '{standard}', siren = 'ancien', address = '1 rue A' where id = ${made.id}`);
    await tx.run(sql`delete from screen where cinema_id = ${made.id}`);
    await tx.run(sql`
      insert into screen (cinema_id, name, authorization_number)
      values (${made.id}, 'Salle 1', '773001'), (${made.id}, 'Salle 2', '')`);
    return made;
  });
  const other = await app.inDatabase((tx) => aDistributor(tx));
  const answer = await send(
    [
      ["Nom", "N° CNC", "Adresse", "Téléphones", "SIREN", "Groupe", "Salles"],
      ["Le Plein", "77300", "", "", "", "Ciné Nord", "Grande salle:773001|Salle 2:773002|Salle 3"],
    ],
    await app.as(adminUser, other.id),
  );
  expect(answer.body).toMatchObject({ updated: 1, errors: [] });
  expect((await admin.get(`/cinemas/${cinema.id}/`)).body).toMatchObject({
    address: "1 rue A",
    phones: ["standard"],
    siren: "ancien",
    city: "Arras",
    group: "Ciné Nord",
    screens: [
      { name: "Grande salle", authorization_number: "773001" },
      { name: "Salle 2", authorization_number: "773002" },
      { name: "Salle 3", authorization_number: "" },
    ],
  });
  const details = expect.objectContaining({
    changed_fields: ["group", "screens"],
    file_name: "cinemas.xlsx",
  });
  expect(await entriesOf("Le Plein")).toEqual([
    { distributor_id: null, details },
    { distributor_id: lumen.id, details },
  ]);
  const ofOther = await app.inDatabase((tx) =>
    tx.many(sql`select from audit_log where distributor_id = ${other.id}`),
  );
  expect(ofOther).toEqual([]);
});

test("a row with errors is left out with all of them, the others are kept", async () => {
  await app.inDatabase((tx) =>
    aCinema(tx, lumen, {
      name: "Qui a tout",
      cnc_authorization: "77400",
      short_name_code: "PRIS",
      screens: ["774001"],
    }),
  );
  const answer = await send([
    ["Nom", "Ville", "SIREN", "Code postal", "E-mails relance", "Code court", "Salles"],
    ["Erreur Un", "Metz", "123456789", "595", "x"],
    ["Erreur Deux", "Metz", "", "", "", "!!"],
    ["Erreur Trois", "Metz", "", "", "", "", "Salle 1:774001"],
    ["Bon", "Metz", "", "", "", "BONMETZ", "Salle 1:774009"],
    ["Erreur Quatre", "Metz", "", "", "", "", "Salle 1:774009"],
    ["", "Metz"],
    ["x".repeat(201), "Metz"],
  ]);
  expect(answer.body).toEqual({
    created: 1,
    updated: 0,
    created_cinemas: [{ name: "Bon", line_number: 5 }],
    updated_cinemas: [],
    notes: [],
    errors: [
      "Ligne 2\u00a0: Le SIREN doit comporter 9 chiffres valides (colonne «\u00a0SIREN\u00a0»). Le code postal doit comporter 5 chiffres (colonne «\u00a0Code postal\u00a0»). Veuillez saisir une adresse email valide (colonne «\u00a0E-mails relance\u00a0»).",
      "Ligne 3\u00a0: Saisissez un code court de 2 à 12 lettres majuscules ou chiffres (colonne «\u00a0Code court\u00a0»).",
      "Ligne 4\u00a0: Le numéro d’autorisation 774001 est déjà utilisé par «\u00a0Salle 1 – Qui a tout\u00a0».",
      "Ligne 6\u00a0: Le numéro d’autorisation 774009 est déjà utilisé par «\u00a0Salle 1 – Bon\u00a0».",
      "Ligne 7\u00a0: Le nom du cinéma est obligatoire.",
      "Ligne 8\u00a0: Ce champ ne peut pas dépasser la longueur maximale (colonne «\u00a0Nom\u00a0»).",
    ],
  });
});

test("a client account of more than 17 characters is refused with its column (CIN-6)", async () => {
  const answer = await send([
    ["Nom", "Code comptable"],
    ["Import Long", "411BEFFROI-DOUAI-1"],
  ]);
  expect(answer.body).toMatchObject({
    created: 0,
    errors: [
      "Ligne 2\u00a0: Saisissez un code comptable de 17 caractères au plus\u00a0: les logiciels comptables coupent les suivants (colonne «\u00a0Code comptable\u00a0»).",
    ],
  });
});

test("a client account that differs from another cinema's in case or accents alone is refused (CIN-6)", async () => {
  const answer = await send([
    ["Nom", "Code comptable"],
    ["Import Étoile", "411ETOILEX"],
    ["Import Étoile bis", "411étoilex"],
    ["Import Étoile ter", "411ETOILEX"],
  ]);
  const refusal =
    "Ligne 3\u00a0: Le cinéma «\u00a0Import Étoile\u00a0» a le compte 411ETOILEX, que les logiciels comptables confondent avec celui-ci\u00a0: écrivez-le de même, ou choisissez un autre code.";
  expect(answer.body).toMatchObject({ created: 2, errors: [refusal] });
  const again = await send([
    ["Nom", "Code comptable"],
    ["Import Étoile bis", "411EtoileX"],
  ]);
  expect(again.body).toMatchObject({
    created: 0,
    errors: [expect.stringContaining("a le compte 411ETOILEX")],
  });
  // Who has it alone may write it otherwise.
  for (const code of ["411SEULE", "411Seule"]) {
    const written = await send([
      ["Nom", "Code comptable"],
      ["Import Seule", code],
    ]);
    expect(written.body.errors).toEqual([]);
  }
});

test("a known cinema becomes valid when its row says so, and one job invoices what waited for it", async () => {
  await app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set automation_on = true where id = ${lumen.id}`);
    for (const cnc of ["77500", "77501", "77502"])
      await aCinema(tx, lumen, { name: `Attend ${cnc}`, cnc_authorization: cnc, is_validated: false });
  });
  const jobs = async () =>
    (await app.owner.query("select from pgboss.job where name = 'issue-invoices' and state = 'created'"))
      .rows;
  await app.drainJobs();
  const answer = await send([
    ["Nom", "N° CNC", "Validé"],
    ["Attend 77500", "77500", "oui"],
    ["Attend 77501", "77501", "oui"],
    ["Attend 77502", "77502", ""],
  ]);
  expect(answer.body).toMatchObject({ updated: 3, errors: [] });
  expect((await cinemaNamed("Attend 775")).map((cinema) => cinema.is_validated)).toEqual([true, true, false]);
  expect(await jobs()).toHaveLength(1);
  await app.drainJobs();
  const undone = await send([
    ["Nom", "N° CNC", "Validé"],
    ["Attend 77500", "77500", "non"],
  ]);
  expect(undone.body.errors).toEqual(["Ligne 2\u00a0: La validation d’un cinéma ne s’annule pas."]);
});

test("what an invoice must say of valid cinemas, once a list fills it in, lets their invoices go out in one job (BILL-8)", async () => {
  const issuing = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx, { automation_on: true });
    for (const cnc of ["77510", "77511"])
      await aCinema(tx, made, { name: `Incomplet ${cnc}`, cnc_authorization: cnc, siren: "" });
    await aCinema(tx, made, { name: "Incomplet 77512", cnc_authorization: "77512", is_validated: false });
    return made;
  });
  const jobs = async () =>
    (
      await app.owner.query(
        "select from pgboss.job where (data->>'distributor_id')::bigint = $1 and name = 'issue-invoices'",
        [issuing.id],
      )
    ).rowCount;
  const fill = async (column: string, ...rows: [cnc: string, value: string][]) => {
    const answer = await send([
      ["Nom", "N° CNC", column],
      ...rows.map(([cnc, value]) => [`Incomplet ${cnc}`, cnc, value]),
    ]);
    expect(answer.body).toMatchObject({ updated: rows.length, errors: [] });
  };
  await fill("Groupe", ["77510", "Pathé"]);
  await fill("Adresse", ["77512", "4 rue du Pont"]);
  expect(await jobs()).toBe(0);
  await fill("SIREN", ["77510", "000200014"], ["77511", "000200022"]);
  expect(await jobs()).toBe(1);
  await fill("SIREN", ["77510", "000200014"]);
  expect(await jobs()).toBe(1);
});

test("five imports of one list at once make each cinema once", async () => {
  const list = [
    ["Nom", "Ville", "N° CNC", "Salles"],
    ...Array.from({ length: 40 }, (_, i) => [
      `Ensemble ${i}`,
      "Nantes",
      `78${100 + i}`,
      `Salle 1:78${100 + i}1`,
    ]),
  ];
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(list)));
  expect(answers.map((answer) => answer.body.created + answer.body.updated)).toEqual([40, 40, 40, 40, 40]);
  expect(answers.map((answer) => answer.body.created).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 40]);
  expect(await cinemaNamed("Ensemble")).toHaveLength(40);
});

test("an import meets cinemas that people create with the same numbers at once", async () => {
  const list = [
    ["Nom", "Ville", "N° CNC"],
    ...Array.from({ length: 20 }, (_, i) => [`Rencontre ${i}`, "Brest", `79${100 + i}`]),
  ];
  const answers = await Promise.all([
    send(list),
    ...Array.from({ length: 20 }, (_, i) =>
      admin.post("/cinemas/", { name: `Rencontre ${i}`, city: "Brest", cnc_authorization: `79${100 + i}` }),
    ),
  ]);
  expect(answers[0]?.body.errors).toEqual([]);
  for (const answer of answers.slice(1)) expect([201, 400]).toContain(answer.status);
  expect(await cinemaNamed("Rencontre")).toHaveLength(20);
});

test("who writes a number by hand waits for an import that gives it, and is told that it is taken", async () => {
  const written = await app.inDatabase(async (tx) => {
    // As an import begins, whatever its list holds.
    await lockCinemas(tx);
    let isAnswered = false;
    const answer = admin.post("/cinemas/", { name: "Attendu", cnc_authorization: "79900" }).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && !(await somebodyWaits(tx)));
    expect(isAnswered).toBe(false);
    await tx.run(sql`insert into cinema (name, cnc_authorization) values ('Importé', '79900')`);
    return { answer };
  });
  expect((await written.answer).body.cnc_authorization).toEqual(["Ce numéro CNC est déjà utilisé."]);
});

const somebodyWaits = async (tx: Tx): Promise<boolean> =>
  (
    await tx.one<{ waits: boolean }>(sql`
      select exists (select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted) as waits`)
  ).waits;

describe("a file that is no such list is refused with a sentence", () => {
  test.each([
    [
      "not a workbook",
      "Nom;Ville\nA;B",
      "Ce fichier n’est pas un classeur XLSX lisible. Enregistrez la liste au format XLSX.",
    ],
    ["empty", "", "Le fichier est vide."],
  ])("%s", async (_name, content, error) => {
    const answer = await admin.upload(PATH, "file", "cinemas.xlsx", content);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test("none at all, or under another field", async () => {
    const answer = await admin.upload(PATH, "autre", "cinemas.xlsx", "x");
    expect([answer.status, answer.body.error]).toEqual([400, "Veuillez sélectionner un fichier"]);
  });

  test("above 10 Mo", async () => {
    const answer = await admin.upload(PATH, "file", "cinemas.xlsx", Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([answer.status, answer.body.error]).toEqual([413, "Le fichier doit faire moins de 10\u00a0Mo."]);
  });
});

test("staff do not import cinemas", async () => {
  const answer = await send([["Nom"], ["A"]], staff);
  expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
});

test("COM-6: a list that gives a cinema another account takes what was said of its client along", async () => {
  await app.inDatabase((tx) =>
    aCinema(tx, lumen, {
      name: "Le Parlé",
      city: "Lens",
      cnc_authorization: "77990",
      default_accounting_code: "411PARLE",
    }),
  );
  const said = await staff.post("/comments/", { subject: "client:411PARLE", text: "Rappeler lundi" });
  expect(said.status).toBe(201);
  const { body } = await send([
    ["Nom", "Ville", "N° CNC", "Code comptable"],
    ["Le Parlé", "Lens", "77990", "411PARLELENS"],
  ]);
  expect(body).toMatchObject({ updated: 1, errors: [] });
  expect((await staff.get("/comments/?subject=client:411PARLE")).status).toBe(404);
  const { results } = (await staff.get("/comments/?subject=client:411PARLELENS")).body;
  expect(results.map(({ text }: { text: string }) => text)).toEqual(["Rappeler lundi"]);
});
