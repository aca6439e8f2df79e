import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
  type CinemaChanges,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { aCinemaIn, anAccountant, aQuestion } from "../banking/banking.testing.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let staff: TestClient;
let admin: TestClient;
let adminUser: { id: number; email: string };

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx, { name: "Lumen Films Distribution" });
    boreal = await aDistributor(tx, { name: "Boréal" });
  });
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
  await admin.get("/auth/csrf-token/");
});
afterAll(() => app.close());

const NOT_FOUND = { detail: "Élément introuvable.", code: "not_found" };
const built = (changes: Partial<CinemaChanges> = {}, distributor: BuiltDistributor | undefined = lumen) =>
  app.inDatabase((tx) => aCinema(tx, distributor, changes));
const logOf = (id: number) =>
  app.inDatabase((tx) =>
    tx.many<{ distributor_id: number | null; details: Record<string, unknown> }>(sql`
      select distributor_id, actor_id, action_type, action_details as details from audit_log
      where (action_details->>'cinema_id')::bigint = ${id} order by id`),
  );
const issueJobs = async ({ id }: BuiltDistributor): Promise<number> =>
  (
    await app.owner.query(
      "select from pgboss.job where (data->>'distributor_id')::bigint = $1 and name = 'issue-invoices'",
      [id],
    )
  ).rowCount ?? 0;
const taken = (field: string, message: string) => [400, { [field]: [message] }];
/** All sessions of the pool are open, so that what follows really meets. */
const openSessions = () => Promise.all(Array.from({ length: 25 }, () => admin.get("/cinemas/?page=1")));

const WHOLE = {
  name: "Cinéma Le Beffroi",
  legal_name: "SARL Beffroi Cinés",
  city: "Douai",
  group: "Indépendant",
  sub_group: "Hauts-de-France",
  address: "3 place du Beffroi",
  address_line_2: "Bâtiment B",
  pin_code: "59500",
  siren: "000200014",
  vat_number: "FR36000200022",
  cnc_authorization: "91023",
  invoicing_company_name: "Beffroi Facturation",
  invoicing_address: "5 rue des Clercs",
  invoicing_address_line_2: "BP 12",
  invoicing_pin_code: "59501",
  invoicing_city: "Lille",
  invoicing_siren: "000200022",
  phones: ["03 53 01 10 00", "03 53 01 10 01"],
  default_invoice_emails: ["facturation@beffroi.example"],
  default_reminder_emails: ["relance@beffroi.example", "gerant@beffroi.example"],
  short_name_code: "BEFDOUAI",
  default_accounting_code: "411BEFFROI",
  classification: { art_et_essai: true, labels: ["Jeune Public"], genre: "Fixe" },
  status: "inactive",
  is_validated: true,
};

describe("a cinema is created", () => {
  test("with all its fields and screens, and read again as it was written", async () => {
    const screens = [
      { name: "Salle 2", authorization_number: "910232" },
      { name: "Salle 1", authorization_number: "910231" },
    ];
    const answer = await admin.post("/cinemas/", { ...WHOLE, screens });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        ...WHOLE,
        id: expect.any(Number),
        is_sandboxed: false,
        screens: screens.map((screen) => ({ id: expect.any(Number), ...screen })),
      },
    ]);
    expect((await admin.get(`/cinemas/${answer.body.id}/`)).body).toEqual(answer.body);
    expect(await logOf(answer.body.id)).toEqual([
      {
        distributor_id: null,
        actor_id: adminUser.id,
        action_type: "updated_cinema",
        details: { cinema_id: answer.body.id, cinema_name: "Cinéma Le Beffroi", comment: "Cinéma créé" },
      },
    ]);
  });

  test("from a name alone: active, not validated, with a short code that nobody has", async () => {
    const codes = [];
    for (let i = 0; i < 3; i += 1) {
      const { status, body } = await admin.post("/cinemas/", { name: " Le Rex ", city: "Pau" });
      expect([status, body]).toEqual([
        201,
        expect.objectContaining({
          name: "Le Rex",
          status: "active",
          is_validated: false,
          screens: [],
          phones: [],
        }),
      ]);
      codes.push(body.short_name_code);
    }
    expect(codes).toEqual(["REXPAU", "REXPAU2", "REXPAU3"]);
  });

  test("ten times at once, each with a short code of its own", async () => {
    await openSessions();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.post("/cinemas/", { name: "Foule", city: "Lyon" })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map((answer) => answer.body.short_name_code)).size).toBe(10);
  });

  test("not with a code or number that another has", async () => {
    await built({ short_name_code: "PRISE", cnc_authorization: "99001", screens: ["800001"] });
    for (const [fields, error] of [
      [{ short_name_code: "PRISE" }, taken("short_name_code", "Ce code court est déjà utilisé.")],
      [{ cnc_authorization: "99001" }, taken("cnc_authorization", "Ce numéro CNC est déjà utilisé.")],
      [
        { screens: [{ name: "Salle", authorization_number: "800001" }] },
        taken("screens", "Ce numéro d’autorisation est déjà utilisé."),
      ],
    ] as const) {
      const answer = await admin.post("/cinemas/", { name: "Refusé", ...fields });
      expect([answer.status, answer.body]).toEqual(error);
    }
    expect((await admin.get("/cinemas/?search=refusé")).body.count).toBe(0);
  });

  test.each([
    [{ name: undefined }, "name"],
    [{ name: "  " }, "name"],
    [{ name: "x".repeat(201) }, "name"],
    [{ city: 3 }, "city"],
    [{ city: null }, "city"],
    [{ pin_code: "x".repeat(11) }, "pin_code"],
    [{ phones: "03 53 01 10 00" }, "phones"],
    [{ default_invoice_emails: ["x"] }, "default_invoice_emails"],
    [{ default_reminder_emails: ["a@b.example", ""] }, "default_reminder_emails"],
    [{ short_name_code: "abc" }, "short_name_code"],
    [{ short_name_code: "A" }, "short_name_code"],
    [{ classification: { a: { b: 1 } } }, "classification"],
    [{ status: "open" }, "status"],
    [{ is_validated: "true" }, "is_validated"],
    [{ screens: [{ authorization_number: "1" }] }, "screens"],
    [{ screens: [{ name: "Salle", id: 999_999 }] }, "screens"],
    [
      {
        screens: [
          { name: "A", authorization_number: "800002" },
          { name: "B", authorization_number: "800002" },
        ],
      },
      "screens",
    ],
    [{ name: "A\nB" }, "name"],
    [{ legal_name: "SARL\tRex" }, "legal_name"],
    [{ invoicing_address: "3 rue\r\nNeuve" }, "invoicing_address"],
    [{ vat_number: "000200014" }, "vat_number"],
    [{ siren: "000200014", vat_number: "FR39000100016" }, "vat_number"],
    [{ id: 12 }, "id"],
    [{ distributor: 1 }, "distributor"],
    [{ constructor: 1 }, "constructor"],
  ])("not with %j: the field is named", async (fields, field) => {
    const answer = await admin.post("/cinemas/", { name: "Refusé", ...fields });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });
});

test("a cinema has no client account that differs from another's in case or accents alone (CIN-6)", async () => {
  await admin.post("/cinemas/", { name: "La Lune", default_accounting_code: "411LUNE" });
  const refused = {
    status: 400,
    body: {
      default_accounting_code: [
        expect.stringContaining("«\u00a0La Lune\u00a0» a le compte 411LUNE, que les logiciels"),
      ],
    },
  };
  const similar = { default_accounting_code: "411Luné" };
  expect(await admin.post("/cinemas/", { name: "Autre", ...similar })).toMatchObject(refused);
  const { body } = await admin.post("/cinemas/", { name: "Autre", default_accounting_code: "411LUNE" });
  expect(await admin.patch(`/cinemas/${body.id}/`, similar)).toMatchObject(refused);
  // Both ways were written before: who takes over one of them is one client with its cinema, as in a list.
  await app.inDatabase((tx) => aCinema(tx, lumen, { name: "Ancien", default_accounting_code: "411Luné" }));
  expect((await admin.patch(`/cinemas/${body.id}/`, similar)).status).toBe(200);
});

describe("a cinema is written again", () => {
  test("whole, by PUT; the same again leaves no trace", async () => {
    const { id } = await built({ screens: ["810001", "810002"] });
    const { screens } = (await admin.get(`/cinemas/${id}/`)).body;
    const requested = {
      ...WHOLE,
      name: "Neuf",
      cnc_authorization: "81000",
      short_name_code: "NEUF",
      screens: [
        { ...screens[1], name: "Salle bleue" },
        { name: "Salle 3", authorization_number: "810003" },
      ],
    };
    const answer = await admin.put(`/cinemas/${id}/`, requested);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...requested,
        id,
        is_sandboxed: false,
        screens: [requested.screens[0], { ...requested.screens[1], id: expect.any(Number) }],
      },
    ]);
    const log = await logOf(id);
    expect(log.map((entry) => entry.distributor_id)).toEqual([null, lumen.id]);
    expect(log[0]!.details).toMatchObject({
      cinema_name: "Neuf",
      changed_fields: expect.arrayContaining(["name", "phones", "status", "screens"]),
    });
    const again = await admin.put(`/cinemas/${id}/`, { ...requested, screens: answer.body.screens });
    expect([again.status, again.body]).toEqual([200, answer.body]);
    expect(await logOf(id)).toHaveLength(log.length);
  });

  test("in the fields that PATCH gives; every other stays", async () => {
    const { id } = await built({ screens: ["810010"] });
    const before = (await admin.get(`/cinemas/${id}/`)).body;
    const answer = await admin.patch(`/cinemas/${id}/`, { city: "Arras", short_name_code: "" });
    expect([answer.status, answer.body]).toEqual([200, { ...before, city: "Arras", short_name_code: null }]);
    await admin.patch(`/cinemas/${id}/`, { city: "Lens" });
    expect((await logOf(id)).at(-1)).toMatchObject({
      distributor_id: lumen.id,
      actor_id: adminUser.id,
      details: { changed_fields: ["city"], old_value: "Arras", new_value: "Lens" },
    });
  });

  test("also with a wrong number of before; a new wrong one is refused by its field", async () => {
    const { id } = await built({});
    await app.inDatabase((tx) =>
      tx.run(sql`update cinema set siren = '12 34', phones = '{standard}' where id = ${id}`),
    );
    const whole = { name: "Le Vieux Ciné", siren: "12 34", phones: ["standard"] };
    const saved = await admin.put(`/cinemas/${id}/`, whole);
    expect([saved.status, saved.body.siren, saved.body.phones]).toEqual([200, "12 34", ["standard"]]);
    const wrong = await admin.put(`/cinemas/${id}/`, { ...whole, siren: "12 35", pin_code: "5950" });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        siren: ["Le SIREN doit comporter 9 chiffres valides."],
        pin_code: ["Le code postal doit comporter 5 chiffres."],
      },
    ]);
    const right = await admin.patch(`/cinemas/${id}/`, { siren: "000 200 014" });
    expect([right.status, right.body.siren]).toEqual([200, "000200014"]);
  });

  test("without losing what somebody else has added to its lists meanwhile (CIN-2)", async () => {
    const { id } = await built({ screens: ["810040", "810041"] });
    const lists = {
      phones: ["03 53 01 10 00"],
      default_invoice_emails: ["facture@beffroi.example"],
      default_reminder_emails: ["relance@beffroi.example"],
    };
    const { screens } = (await admin.patch(`/cinemas/${id}/`, lists)).body;
    const seen = { ...lists, screens };
    // The other one adds to each list, and renames a screen.
    const added = await admin.patch(`/cinemas/${id}/`, {
      phones: ["03 53 01 10 00", "03 53 01 10 09"],
      default_invoice_emails: ["facture@beffroi.example", "deux@beffroi.example"],
      default_reminder_emails: ["relance@beffroi.example", "trois@beffroi.example"],
      screens: [{ ...screens[0], name: "Salle Bleue" }, screens[1], { name: "Salle 3" }],
    });
    const [blue, , third] = added.body.screens;
    // Who saw none of it takes away the second screen and the one phone, and adds others.
    const answer = await admin.patch(`/cinemas/${id}/`, {
      phones: ["03 53 01 10 05"],
      default_invoice_emails: ["facture@beffroi.example", "quatre@beffroi.example"],
      default_reminder_emails: [],
      screens: [screens[0], { name: "Salle 4" }],
      seen,
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        phones: ["03 53 01 10 05", "03 53 01 10 09"],
        default_invoice_emails: ["facture@beffroi.example", "quatre@beffroi.example", "deux@beffroi.example"],
        default_reminder_emails: ["trois@beffroi.example"],
        screens: [blue, third, { id: expect.any(Number), name: "Salle 4", authorization_number: "" }],
      }),
    ]);
    // Together they are more than a list may have: nobody could save it again.
    const long = await admin.patch(`/cinemas/${id}/`, {
      phones: Array.from({ length: 19 }, (_, at) => `03 53 01 11 ${at + 10}`),
      screens: Array.from({ length: 99 }, (_, at) => ({ name: `S${at}` })),
      seen: { phones: [], screens: [] },
    });
    expect([long.status, long.body]).toEqual([
      400,
      {
        phones: [
          "Quelqu’un d’autre a complété cette liste entre-temps (03 53 01 10 05, 03 53 01 10 09)\u00a0: elle aurait 21 éléments. Retirez-en 1, elle en a 20 au plus.",
        ],
      },
    ]);
    const screensTooMany = await admin.patch(`/cinemas/${id}/`, {
      screens: Array.from({ length: 99 }, (_, at) => ({ name: `S${at}` })),
      seen: { screens: [blue] },
    });
    expect([screensTooMany.status, screensTooMany.body]).toEqual([
      400,
      {
        screens: [
          "Quelqu’un d’autre a complété cette liste entre-temps (Salle 3, Salle 4)\u00a0: elle aurait 101 éléments. Retirez-en 1, elle en a 100 au plus.",
        ],
      },
    ]);
    // Who says nothing of what was seen writes the whole list.
    const whole = await admin.patch(`/cinemas/${id}/`, { phones: [], screens: [blue] });
    expect([whole.body.phones, whole.body.screens]).toEqual([[], [blue]]);
  });

  test("with a screen as a new one that somebody else has taken away while it was changed (CIN-2)", async () => {
    const { id } = await built({ screens: ["810060", "810061"] });
    const { screens } = (await admin.get(`/cinemas/${id}/`)).body;
    const [one, two] = screens;
    await admin.patch(`/cinemas/${id}/`, { screens: [two] });
    const changed = [{ ...one, name: "Salle Bleue" }, two];
    const answer = await admin.patch(`/cinemas/${id}/`, { screens: changed, seen: { screens } });
    expect([answer.status, answer.body.screens]).toEqual([
      200,
      [two, { id: expect.any(Number), name: "Salle Bleue", authorization_number: "810060" }],
    ]);
    // Who says nothing of what was seen names one that is none.
    const blind = await admin.patch(`/cinemas/${id}/`, { screens: changed });
    expect([blind.status, blind.body]).toEqual([400, { screens: ["Choisissez des salles de ce cinéma."] }]);
  });

  test("a second time after a lost answer, without doubling its new screens or refusing them for their own numbers (CIN-2)", async () => {
    const { id } = await built({ screens: ["810050"] });
    const { screens } = (await admin.get(`/cinemas/${id}/`)).body;
    const body = {
      screens: [...screens, { name: "Salle 2", authorization_number: "810051" }, { name: "Salle 3" }],
      seen: { screens },
    };
    const first = await admin.patch(`/cinemas/${id}/`, body);
    expect([first.status, first.body.screens.length]).toEqual([200, 3]);
    const entries = (await logOf(id)).length;
    const again = await admin.patch(`/cinemas/${id}/`, body);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await logOf(id)).toHaveLength(entries);
  });

  test("with a screen that a report made without a name, which takes no name away (CIN-2)", async () => {
    const { id } = await built({ screens: ["810070", "810071"] });
    await app.owner.query(
      "update screen set name = '' where cinema_id = $1 and authorization_number = '810070'",
      [id],
    );
    const [unnamed, named] = (await admin.get(`/cinemas/${id}/`)).body.screens;
    const seen = { screens: [unnamed, named] };
    const renamed = [unnamed, { ...named, name: "Salle Bleue" }];
    const answer = await admin.patch(`/cinemas/${id}/`, { screens: renamed, seen });
    expect([answer.status, answer.body.screens]).toEqual([200, renamed]);
    const refused = await admin.patch(`/cinemas/${id}/`, { screens: [unnamed, { ...named, name: "" }] });
    expect([refused.status, refused.body]).toEqual([400, { screens: ["Ce champ ne peut pas être vide"] }]);
    const added = await admin.patch(`/cinemas/${id}/`, { screens: [...renamed, { name: " " }] });
    expect([added.status, added.body]).toEqual([400, { screens: ["Ce champ ne peut pas être vide"] }]);
  });

  test("with the numbers of two screens exchanged", async () => {
    const { id } = await built({ screens: ["810020", "810021"] });
    const [one, two] = (await admin.get(`/cinemas/${id}/`)).body.screens;
    const screens = [
      { ...one, authorization_number: "810021" },
      { ...two, authorization_number: "810020" },
    ];
    const answer = await admin.patch(`/cinemas/${id}/`, { screens });
    expect([answer.status, answer.body.screens]).toEqual([200, screens]);
  });

  test("not with a screen of another cinema", async () => {
    const other = await built({ screens: ["810030"] });
    const [screen] = (await admin.get(`/cinemas/${other.id}/`)).body.screens;
    const { id } = await built();
    const answer = await admin.put(`/cinemas/${id}/`, { name: "Voleur", screens: [screen] });
    expect([answer.status, answer.body]).toEqual(taken("screens", "Choisissez des salles de ce cinéma."));
    expect((await admin.get(`/cinemas/${other.id}/`)).body.screens).toEqual([screen]);
  });

  test("validated by PUT, once; and never unvalidated", async () => {
    const { id, name } = await built({ is_validated: false });
    const before = await issueJobs(lumen);
    expect((await admin.put(`/cinemas/${id}/`, { name, is_validated: false })).body.is_validated).toBe(false);
    expect((await admin.put(`/cinemas/${id}/`, { name, is_validated: true })).body.is_validated).toBe(true);
    expect((await issueJobs(lumen)) - before).toBe(1);
    const back = await admin.put(`/cinemas/${id}/`, { name: "Autre", is_validated: false });
    expect([back.status, back.body]).toEqual(
      taken("is_validated", "La validation d’un cinéma ne s’annule pas."),
    );
    expect((await admin.get(`/cinemas/${id}/`)).body).toMatchObject({ name, is_validated: true });
  });

  test("twice at once without losing either change", async () => {
    const { id } = await built();
    await openSessions();
    const fields = ["legal_name", "city", "group", "address", "sub_group", "invoicing_city"];
    const answers = await Promise.all(
      fields.map((field) => admin.patch(`/cinemas/${id}/`, { [field]: "neuf" })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(fields.map(() => 200));
    expect((await admin.get(`/cinemas/${id}/`)).body).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, "neuf"])),
    );
    expect(await logOf(id)).toHaveLength(2 * fields.length);
  });

  test("not when it does not exist", async () => {
    for (const id of [999_999, "abc", 0]) {
      for (const answer of [
        await admin.put(`/cinemas/${id}/`, { name: "x" }),
        await admin.patch(`/cinemas/${id}/`, { name: "x" }),
        await admin.delete(`/cinemas/${id}/`),
        await admin.post(`/cinemas/${id}/activate/`),
      ])
        expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

describe("a cinema is activated and deactivated", () => {
  test("as often as one likes, and told when it changes", async () => {
    const { id } = await built();
    for (const [call, status] of [
      ["deactivate", "inactive"],
      ["deactivate", "inactive"],
      ["activate", "active"],
    ]) {
      const answer = await admin.post(`/cinemas/${id}/${call}/`);
      expect([answer.status, answer.body.status]).toEqual([200, status]);
    }
    const ours = (await logOf(id)).filter((entry) => entry.distributor_id === lumen.id);
    expect(ours.map((entry) => entry.details)).toMatchObject([
      { changed_fields: ["status"], old_value: "active", new_value: "inactive" },
      { changed_fields: ["status"], old_value: "inactive", new_value: "active" },
    ]);
  });
});

test("a call that takes no body refuses what is sent with it, by its name", async () => {
  const { id } = await built();
  for (const path of [`/cinemas/${id}/activate/`, `/cinemas/${id}/deactivate/`]) {
    const answer = await admin.post(path, { status: "closed" });
    expect([answer.status, answer.body]).toEqual([400, { status: ["Ce champ n’est pas attendu."] }]);
    expect((await admin.post(path, {})).status).toBe(200);
  }
});

describe("a cinema is deleted", () => {
  test("for good, with its screens and settings, once", async () => {
    const { id } = await built({ screens: ["820001"] });
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into distributor_cinema_settings (distributor_id, cinema_id) values (${lumen.id}, ${id})`,
      ),
    );
    await openSessions();
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.delete(`/cinemas/${id}/`)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      204, 404, 404, 404, 404,
    ]);
    expect(await logOf(id)).toMatchObject([
      { distributor_id: null, details: { comment: "Cinéma supprimé" } },
      { distributor_id: lumen.id, details: { comment: "Cinéma supprimé" } },
    ]);
    expect((await admin.get("/cinemas/screens/")).text).not.toContain("820001");
  });

  test("not while an invoice or a declaration refers to it", async () => {
    const invoiced = await built();
    await app.inDatabase((tx) => anInvoice(tx, lumen, invoiced));
    const declared = await built();
    await app.inDatabase((tx) =>
      tx.run(sql`
        with file as (
          insert into import_file (distributor_id, kind, file_name, file_size, sha256)
          values (${lumen.id}, 'box_office', 'rapport.xml', 1, '\\x00') returning id)
        insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, film_title,
          terms_type, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
        select ${lumen.id}, id, ${declared.id}, '2026-11-18', '820002', 'ligne 12', 'Ligne 12', 'POURCENTAGE', 1, 0, 10, 1, 1, 8, 4, false
        from file`),
    );
    for (const { id } of [invoiced, declared]) {
      const answer = await admin.delete(`/cinemas/${id}/`);
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          detail:
            "Ce cinéma a des factures, des déclarations, des avances ou des trop-perçus\u00a0: il ne peut pas être supprimé. Choisissez plutôt «\u00a0Inactif\u00a0» dans «\u00a0Activité\u00a0» de sa fiche.",
          code: "cinema_in_use",
        },
      ]);
      expect((await admin.get(`/cinemas/${id}/`)).status).toBe(200);
      expect(await logOf(id)).toEqual([]);
    }
  });

  test.each(["advance", "credit"])("nor while money of its client waits, as %s (LET-22)", async (kind) => {
    const accountant = await anAccountant(app);
    const cinema = await aCinemaIn(app, accountant, { account: `411${kind.toUpperCase()}` });
    const { transaction } = await aQuestion(app, accountant, { transaction_date: "2026-01-05" });
    const client = await app.as({ id: accountant.userId });
    const decided = await client.post(`/banking/transactions/${transaction}/parts/`, {
      parts: [{ kind, cinema_id: cinema, amount: "100.00" }],
    });
    expect(decided.status).toBe(200);
    const answer = await admin.delete(`/cinemas/${cinema}/`);
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        detail:
          "Ce cinéma a des factures, des déclarations, des avances ou des trop-perçus\u00a0: il ne peut pas être supprimé. Choisissez plutôt «\u00a0Inactif\u00a0» dans «\u00a0Activité\u00a0» de sa fiche.",
        code: "cinema_in_use",
      },
    ]);
    expect((await admin.get(`/cinemas/${cinema}/`)).status).toBe(200);
  });

  test("or invoiced, but never both at once", async () => {
    await openSessions();
    for (let round = 0; round < 5; round += 1) {
      const cinema = await built();
      const [deleted, invoiced] = await Promise.all([
        admin.delete(`/cinemas/${cinema.id}/`),
        app
          .inDatabase((tx) => anInvoice(tx, lumen, cinema))
          .then(
            () => true,
            () => false,
          ),
      ]);
      expect([deleted.status, invoiced]).toEqual(invoiced ? [409, true] : [204, false]);
    }
  });
});

test("staff change nothing, not even a cinema of their own", async () => {
  const { id, name } = await built();
  for (const answer of [
    await staff.post("/cinemas/", { name: "Volé" }),
    await staff.put(`/cinemas/${id}/`, { name: "Volé" }),
    await staff.patch(`/cinemas/${id}/`, { name: "Volé" }),
    await staff.post(`/cinemas/${id}/activate/`),
    await staff.post(`/cinemas/${id}/deactivate/`),
    await staff.delete(`/cinemas/${id}/`),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
  expect((await staff.get(`/cinemas/${id}/`)).body).toMatchObject({ name, status: "active" });
});

test("a super admin changes any cinema, whatever distributor is chosen, whose log tells nothing of it unless it works with it (SEC-16)", async () => {
  const { id } = await built({ is_validated: false }, boreal);
  const chosen = await app.as(adminUser, lumen.id);
  expect((await chosen.patch(`/cinemas/${id}/`, { city: "Lille" })).body.city).toBe("Lille");
  expect((await chosen.patch(`/cinemas/${id}/`, { is_validated: true })).body.is_validated).toBe(true);
  const made = await chosen.post("/cinemas/", { name: "Le Nouveau Rex" });
  await chosen.delete(`/cinemas/${made.body.id}/`);
  const logs = [...(await logOf(id)), ...(await logOf(made.body.id))];
  expect(logs.map((entry) => entry.distributor_id)).toEqual([null, boreal.id, null, boreal.id, null, null]);
});

test("what an invoice must say of a validated cinema, once filled in, lets its invoices go out", async () => {
  const issuing = await app.inDatabase((tx) => aDistributor(tx, { automation_on: true }));
  const { id } = await built({ is_validated: true, siren: "" }, issuing);
  expect((await admin.patch(`/cinemas/${id}/`, { sub_group: "Nord" })).status).toBe(200);
  expect(await issueJobs(issuing)).toBe(0);
  expect((await admin.patch(`/cinemas/${id}/`, { invoicing_siren: "000200014" })).status).toBe(200);
  expect(await issueJobs(issuing)).toBe(1);
  const abroad = await built({ is_validated: true, siren: "" }, issuing);
  const address = { vat_number: "BE 0123.456.749", pin_code: "1000" };
  expect((await admin.patch(`/cinemas/${abroad.id}/`, address)).body.vat_number).toBe("BE0123456749");
  expect(await issueJobs(issuing)).toBe(2);
});

test("COM-6: another account on its card takes what each distributor said of its client along, where no document has the former one", async () => {
  const cinema = await built({ name: "Le Comœdia", default_accounting_code: "411COM" });
  const theirs = await app.as(await app.inDatabase((tx) => aStaffUser(tx, boreal)));
  await app.inDatabase(async (tx) => {
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${cinema.id}, ${boreal.id})`,
    );
    await anInvoice(tx, boreal, cinema, { client_account: "411COM" });
  });
  const textsOf = async (client: TestClient, account: string) => {
    const { status, body } = await client.get(`/comments/?subject=client:${account}`);
    return status === 200 ? body.results.map(({ text }: { text: string }) => text) : status;
  };
  for (const client of [staff, theirs])
    await client.post("/comments/", { subject: "client:411COM", text: "Rappeler lundi" });
  const asLumen = await app.as(adminUser, lumen.id);
  for (const [client, before, after] of [
    [admin, "411COM", "411COMOEDIA"],
    [asLumen, "411COMOEDIA", "411COMO"],
  ] as const) {
    const changed = await client.patch(`/cinemas/${cinema.id}/`, { default_accounting_code: after });
    expect(changed.status).toBe(200);
    expect([await textsOf(staff, before), await textsOf(staff, after)]).toEqual([404, ["Rappeler lundi"]]);
    expect([await textsOf(theirs, "411COM"), await textsOf(theirs, after)]).toEqual([["Rappeler lundi"], []]);
  }
});
