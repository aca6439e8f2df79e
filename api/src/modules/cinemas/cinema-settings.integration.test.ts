import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let staff: TestClient;
let staffUser: { id: number };
let admin: TestClient;
let adminUser: { id: number };
let theirs: { id: number; name: string };

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx, { name: "Lumen Films Distribution" });
    boreal = await aDistributor(tx, { name: "Boréal" });
    theirs = await aCinema(tx, boreal, { name: "Palace" });
  });
  staffUser = await app.inDatabase((tx) => aStaffUser(tx, lumen));
  staff = await app.as(staffUser);
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
  for (const client of [staff, admin]) await client.get("/auth/csrf-token/");
});
afterAll(() => app.close());

const NOT_FOUND = { detail: "Élément introuvable.", code: "not_found" };
const DEFAULTS = {
  additional_invoice_emails: [],
  invoice_email_override: false,
  additional_reminder_emails: [],
  reminder_email_override: false,
  minimum_guarantee: null,
  custom_accounting_code: "",
  is_factor_guaranteed: false,
};
const WHOLE = {
  additional_invoice_emails: ["compta@cinema.example"],
  invoice_email_override: true,
  additional_reminder_emails: ["relance@cinema.example", "gerant@cinema.example"],
  reminder_email_override: true,
  minimum_guarantee: 150,
  custom_accounting_code: "411PALACE",
  is_factor_guaranteed: true,
};
const ours = (name?: string) => app.inDatabase((tx) => aCinema(tx, lumen, name ? { name } : {}));
const of = (cinema: { id: number }, distributor?: { id: number }) =>
  `/cinemas/${cinema.id}/distributor-settings/${distributor ? `?distributor=${distributor.id}` : ""}`;
const pair = (cinema: { id: number }, distributor: { id: number } = lumen) => ({
  cinema: cinema.id,
  distributor: distributor.id,
});
const openSessions = () => Promise.all(Array.from({ length: 25 }, () => admin.get("/cinemas/?page=1")));
const logOf = (id: number) =>
  app.inDatabase((tx) =>
    tx.many<{ distributor_id: number | null; details: Record<string, unknown> }>(sql`
      select distributor_id, actor_id, action_type, action_details as details from audit_log
      where (action_details->>'cinema_id')::bigint = ${id} order by id`),
  );

describe("the settings of a cinema for a distributor", () => {
  test("COM-6: take what was said of the cinema's client along, where its account was nobody else's, and back", async () => {
    const cinema = await app.inDatabase((tx) =>
      aCinema(tx, lumen, { name: "Le Vox", default_accounting_code: "411VOX" }),
    );
    const shares = await app.inDatabase((tx) =>
      aCinema(tx, lumen, { name: "Le Cyrano", default_accounting_code: "411CYR" }),
    );
    await app.inDatabase((tx) =>
      aCinema(tx, lumen, { name: "Le Cyrano bis", default_accounting_code: "411CYR" }),
    );
    const textsOf = async (account: string) => {
      const { status, body } = await staff.get(`/comments/?subject=client:${account}`);
      return status === 200 ? body.results.map(({ text }: { text: string }) => text) : status;
    };
    const toAccount = (one: { id: number }, custom_accounting_code: string) =>
      staff.put(of(one), { ...pair(one), custom_accounting_code });
    for (const account of ["411VOX", "411CYR"])
      await staff.post("/comments/", { subject: `client:${account}`, text: `De ${account}` });
    expect((await staff.post(of(cinema), { ...pair(cinema), custom_accounting_code: "411V" })).status).toBe(
      201,
    );
    expect([await textsOf("411VOX"), await textsOf("411V")]).toEqual([404, ["De 411VOX"]]);
    expect((await toAccount(cinema, "411W")).status).toBe(200);
    expect([await textsOf("411V"), await textsOf("411W")]).toEqual([404, ["De 411VOX"]]);
    expect((await toAccount(cinema, "")).status).toBe(200);
    expect([await textsOf("411W"), await textsOf("411VOX")]).toEqual([404, ["De 411VOX"]]);
    // Another cinema still is that client.
    expect((await staff.post(of(shares), { ...pair(shares), custom_accounting_code: "411C" })).status).toBe(
      201,
    );
    expect([await textsOf("411CYR"), await textsOf("411C")]).toEqual([["De 411CYR"], []]);
  });

  test("are absent at first, are created, read and changed; the log tells each", async () => {
    const cinema = await ours("Le Rex");
    for (const path of [of(cinema), of(cinema, lumen)]) {
      const none = await staff.get(path);
      expect([none.status, none.body]).toEqual([404, NOT_FOUND]);
    }
    const created = await staff.post(of(cinema), { ...pair(cinema), ...WHOLE });
    expect([created.status, created.body]).toEqual([
      201,
      { id: expect.any(Number), ...pair(cinema), ...WHOLE },
    ]);
    for (const [client, path] of [
      [staff, of(cinema)],
      [staff, of(cinema, lumen)],
      [admin, of(cinema, lumen)],
      [await app.as(adminUser, lumen.id), of(cinema)],
      [await app.as(adminUser, boreal.id), of(cinema, lumen)],
    ] as const)
      expect((await client.get(path)).body).toEqual(created.body);

    const changed = await staff.put(of(cinema), { ...pair(cinema), minimum_guarantee: null });
    expect([changed.status, changed.body]).toEqual([200, { ...created.body, minimum_guarantee: null }]);
    expect((await staff.get(of(cinema))).body).toEqual(changed.body);
    const again = await staff.put(of(cinema), { ...pair(cinema), minimum_guarantee: null });
    expect([again.status, again.body]).toEqual([200, changed.body]);
    const entry = { distributor_id: lumen.id, actor_id: staffUser.id, action_type: "updated_cinema" };
    const names = {
      cinema_id: cinema.id,
      cinema_name: "Le Rex",
      distributor_name: "Lumen Films Distribution",
    };
    expect(await logOf(cinema.id)).toEqual([
      {
        ...entry,
        details: {
          ...names,
          changed_fields: Object.keys(WHOLE),
          old_value: Object.values(DEFAULTS),
          new_value: Object.values({ ...WHOLE, minimum_guarantee: "150.00" }),
          comment: "Paramètres créés",
        },
      },
      {
        ...entry,
        details: {
          ...names,
          changed_fields: ["minimum_guarantee"],
          old_value: "150.00",
          new_value: null,
        },
      },
    ]);
  });

  test("are the defaults in what is not said", async () => {
    const cinema = await ours();
    expect((await staff.post(of(cinema), pair(cinema))).body).toEqual({
      id: expect.any(Number),
      ...pair(cinema),
      ...DEFAULTS,
    });
  });

  test("are created once, and changed only once they are there", async () => {
    const cinema = await ours();
    const early = await staff.put(of(cinema), { ...pair(cinema), ...WHOLE });
    expect([early.status, early.body]).toEqual([404, NOT_FOUND]);
    await openSessions();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => staff.post(of(cinema), { ...pair(cinema), ...WHOLE })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(answers.find((answer) => answer.status === 409)?.body).toEqual({
      detail: "Ce cinéma a déjà des paramètres pour ce distributeur. Rechargez la page.",
      code: "settings_exist",
    });
    expect(await logOf(cinema.id)).toHaveLength(1);
  });

  test("lose none of several changes at once", async () => {
    const cinema = await ours();
    await staff.post(of(cinema), pair(cinema));
    await openSessions();
    const answers = await Promise.all(
      Object.entries(WHOLE).map(([field, value]) =>
        staff.put(of(cinema), { ...pair(cinema), [field]: value }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Object.keys(WHOLE).map(() => 200));
    expect((await staff.get(of(cinema))).body).toMatchObject(WHOLE);
  });

  test("lose no address that somebody else has added meanwhile to a list that its form had seen otherwise (CIN-2, CIN-5)", async () => {
    const cinema = await ours();
    const seen = {
      additional_invoice_emails: ["compta@cinema.example"],
      additional_reminder_emails: ["relance@cinema.example", "gerant@cinema.example"],
    };
    await staff.post(of(cinema), { ...pair(cinema), ...seen });
    await staff.put(of(cinema), {
      ...pair(cinema),
      additional_invoice_emails: ["compta@cinema.example", "theirs@cinema.example"],
      additional_reminder_emails: ["gerant@cinema.example", "neuf@cinema.example"],
    });
    // Who saw none of it replaces the address of invoices, and adds one of reminders.
    const merged = await staff.put(of(cinema), {
      ...pair(cinema),
      additional_invoice_emails: ["mine@cinema.example"],
      additional_reminder_emails: [...seen.additional_reminder_emails, "mine@cinema.example"],
      seen,
    });
    expect([merged.status, merged.body]).toEqual([
      200,
      expect.objectContaining({
        additional_invoice_emails: ["mine@cinema.example", "theirs@cinema.example"],
        additional_reminder_emails: ["gerant@cinema.example", "mine@cinema.example", "neuf@cinema.example"],
      }),
    ]);
    // Together they are more than a list may have: nobody could save it again.
    const many = Array.from({ length: 20 }, (_, at) => `n${at}@cinema.example`);
    const long = await staff.put(of(cinema), {
      ...pair(cinema),
      additional_invoice_emails: many,
      seen: { additional_invoice_emails: ["mine@cinema.example"] },
    });
    expect([long.status, long.body]).toEqual([
      400,
      {
        additional_invoice_emails: [
          "Quelqu’un d’autre a complété cette liste entre-temps (theirs@cinema.example)\u00a0: elle aurait 21 éléments. Retirez-en 1, elle en a 20 au plus.",
        ],
      },
    ]);
    // Who says nothing of what was seen writes the whole list.
    const whole = await staff.put(of(cinema), { ...pair(cinema), ...seen });
    expect(whole.body).toMatchObject(seen);
  });

  test.each([
    [{ cinema: undefined }, "cinema"],
    [{ cinema: 999_999 }, "cinema"],
    [{ distributor: undefined }, "distributor"],
    [{ distributor: "1" }, "distributor"],
    [{ minimum_guarantee: 150.005 }, "minimum_guarantee"],
    [{ minimum_guarantee: -1 }, "minimum_guarantee"],
    [{ minimum_guarantee: 1_000_000_000_000 }, "minimum_guarantee"],
    [{ minimum_guarantee: true }, "minimum_guarantee"],
    [{ minimum_guarantee: "150" }, "minimum_guarantee"],
    [{ minimum_guarantee: "-1.00" }, "minimum_guarantee"],
    [{ minimum_guarantee: "1000000000000.00" }, "minimum_guarantee"],
    [{ additional_invoice_emails: ["x"] }, "additional_invoice_emails"],
    [{ additional_invoice_emails: "a@b.example" }, "additional_invoice_emails"],
    [{ additional_reminder_emails: [null] }, "additional_reminder_emails"],
    [{ invoice_email_override: "true" }, "invoice_email_override"],
    [{ custom_accounting_code: "4".repeat(21) }, "custom_accounting_code"],
    [{ is_factor_guaranteed: null }, "is_factor_guaranteed"],
    [{ id: 3 }, "id"],
    [{ status: "active" }, "status"],
  ])("are not written with %j: the field is named", async (fields, field) => {
    const cinema = await ours();
    for (const verb of ["post", "put"] as const) {
      const answer = await staff[verb](of(cinema), { ...pair(cinema), ...fields });
      expect([verb, answer.status, Object.keys(answer.body)]).toEqual([verb, 400, [field]]);
    }
  });

  test.each([
    [150, "150.00"],
    [0.1, "0.10"],
    [1234.56, "1234.56"],
    [999_999_999_999.99, "999999999999.99"],
  ])("hold a guarantee of %d, to the cent, and take it as text too", async (number, text) => {
    for (const minimum_guarantee of [number, text]) {
      const cinema = await ours();
      const answer = await staff.post(of(cinema), { ...pair(cinema), minimum_guarantee });
      expect([answer.status, answer.body.minimum_guarantee]).toEqual([201, number]);
      const kept = await app.inDatabase((tx) =>
        tx.one<{ minimum_guarantee: string }>(
          sql`select minimum_guarantee from distributor_cinema_settings where cinema_id = ${cinema.id}`,
        ),
      );
      expect(kept.minimum_guarantee).toBe(text);
    }
  });

  test("have a client account of 17 characters at most; a longer one of before stays as it is (CIN-6)", async () => {
    const cinema = await ours();
    const long = { ...pair(cinema), custom_accounting_code: "411BEFFROI-DOUAI-1" };
    const message =
      "Saisissez un code comptable de 17 caractères au plus\u00a0: les logiciels comptables coupent les suivants.";
    const refused = { custom_accounting_code: [message] };
    expect(await staff.post(of(cinema), long)).toMatchObject({ status: 400, body: refused });
    const fits = { ...pair(cinema), custom_accounting_code: "411BEFFROI-DOUAI1" };
    expect((await staff.post(of(cinema), fits)).status).toBe(201);
    expect(await staff.put(of(cinema), long)).toMatchObject({ status: 400, body: refused });
    await app.inDatabase((tx) =>
      tx.run(sql`
        update distributor_cinema_settings set custom_accounting_code = '411BEFFROI-DOUAI-1' where cinema_id = ${cinema.id}`),
    );
    expect((await staff.put(of(cinema), { ...long, is_factor_guaranteed: true })).status).toBe(200);
  });

  test("have no client account that is an IBAN, which each invoice would print; one of before stays as it is (SEC-17)", async () => {
    const cinema = await ours();
    const iban = { ...pair(cinema), custom_accounting_code: "BE68539007547034" };
    const refused = { status: 400, body: { custom_accounting_code: [expect.stringContaining("un IBAN")] } };
    expect(await staff.post(of(cinema), iban)).toMatchObject(refused);
    expect((await staff.post(of(cinema), pair(cinema))).status).toBe(201);
    expect(await staff.put(of(cinema), iban)).toMatchObject(refused);
    await app.inDatabase((tx) =>
      tx.run(sql`
        update distributor_cinema_settings set custom_accounting_code = 'BE68539007547034' where cinema_id = ${cinema.id}`),
    );
    expect((await staff.put(of(cinema), { ...iban, is_factor_guaranteed: true })).status).toBe(200);
  });

  test("have no client account that differs from another cinema's in case or accents alone (CIN-6)", async () => {
    const [first, second] = [await ours(), await ours()];
    const code = (cinema: typeof first, custom_accounting_code: string) =>
      staff.post(of(cinema), { ...pair(cinema), custom_accounting_code });
    expect((await code(first, "411ETOILE")).status).toBe(201);
    for (const similar of ["411etoile", "411Étoile"])
      expect(await code(second, similar)).toMatchObject({
        status: 400,
        body: {
          custom_accounting_code: [expect.stringContaining("a le compte 411ETOILE, que les logiciels")],
        },
      });
    // Cinemas of one client have one account.
    expect((await code(second, "411ETOILE")).status).toBe(201);
    const before = await ours();
    await app.inDatabase((tx) =>
      tx.run(sql`
      insert into distributor_cinema_settings (cinema_id, distributor_id, custom_accounting_code) values (${before.id}, ${lumen.id}, '411etoile')`),
    );
    expect((await code(await ours(), "411etoile")).status).toBe(201);
  });
});

describe("settings of others", () => {
  test("do not exist for staff: neither another's cinema, nor another distributor's part in a shared one", async () => {
    const shared = await app.inDatabase(async (tx) => {
      const made = await aCinema(tx, lumen);
      await tx.run(
        sql`insert into cinema_distributor (cinema_id, distributor_id) values (${made.id}, ${boreal.id})`,
      );
      for (const id of [made.id, theirs.id])
        await tx.run(
          sql`insert into distributor_cinema_settings (cinema_id, distributor_id) values (${id}, ${boreal.id})
            on conflict do nothing`,
        );
      return made;
    });
    for (const [cinema, distributor] of [
      [shared, boreal],
      [shared, { id: 999_999 }],
      [theirs, boreal],
      [theirs, lumen],
      [{ id: 999_999 }, lumen],
    ] as const) {
      const answers = [
        await staff.get(of(cinema, distributor)),
        await staff.post(of(cinema), { ...pair(cinema, distributor), ...WHOLE }),
        await staff.put(of(cinema), { ...pair(cinema, distributor), ...WHOLE }),
      ];
      for (const answer of answers) expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
    // Their own part of the shared one has no settings: boreal's are not taken for theirs.
    expect((await staff.get(of(shared))).status).toBe(404);
    expect((await admin.get(of(shared, boreal))).body).toMatchObject(DEFAULTS);
  });

  test("need a distributor that is named or chosen, and that exists, for a super admin", async () => {
    const cinema = await ours();
    const nobody = await admin.get(of(cinema));
    expect([nobody.status, nobody.body.code]).toEqual([400, "distributor_required"]);
    expect((await admin.get(of(cinema, { id: 999_999 }))).status).toBe(404);
    expect((await admin.get(of({ id: 999_999 }, lumen))).status).toBe(404);
    for (const requested of [
      { cinema: cinema.id, distributor: 999_999 },
      { cinema: 999_999, distributor: lumen.id },
    ]) {
      const answer = await admin.post(`/cinemas/${requested.cinema}/distributor-settings/`, requested);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

test("settings that stayed when the link was cut link the two again when a super admin saves them, changed or not (CIN-9)", async () => {
  const cinema = await ours();
  const whole = { ...pair(cinema), ...WHOLE };
  expect((await admin.post(of(cinema), whole)).status).toBe(201);
  const cutAndSaved = async (settings: object) => {
    expect((await admin.delete(`/cinemas/${cinema.id}/linked-distributors/${lumen.id}/`)).status).toBe(204);
    expect((await staff.get(`/cinemas/${cinema.id}/`)).status).toBe(404);
    expect((await admin.put(of(cinema), settings)).status).toBe(200);
    expect((await staff.get(`/cinemas/${cinema.id}/`)).status).toBe(200);
  };
  await cutAndSaved(whole);
  await cutAndSaved({ ...whole, minimum_guarantee: 100 });
  // Staff change settings of what they work with, and link nothing.
  expect((await staff.put(of(theirs), { ...pair(theirs), ...WHOLE })).status).toBe(404);
});

test("a super admin's first settings give the cinema to the distributor, who then sees it", async () => {
  const cinema = await app.inDatabase((tx) => aCinema(tx, undefined, { name: "Le Neuf" }));
  expect((await staff.get(`/cinemas/${cinema.id}/`)).status).toBe(404);
  const chosen = await app.as(adminUser, boreal.id);
  expect((await chosen.post(of(cinema), { ...pair(cinema), ...WHOLE })).status).toBe(201);
  expect((await staff.get(`/cinemas/${cinema.id}/`)).body.name).toBe("Le Neuf");
  expect((await staff.get(of(cinema))).body).toMatchObject(WHOLE);
  expect(await logOf(cinema.id)).toMatchObject([
    {
      distributor_id: lumen.id,
      actor_id: adminUser.id,
      details: { comment: "Paramètres créés, cinéma lié au distributeur" },
    },
  ]);
  const changed = await chosen.put(of(cinema), { ...pair(cinema), custom_accounting_code: "411NEUF" });
  expect([changed.status, changed.body.custom_accounting_code]).toEqual([200, "411NEUF"]);
});

describe("links", () => {
  test("of a distributor are its cinemas, for itself and for super admins", async () => {
    const own = (await staff.get("/cinemas/")).body;
    for (const client of [staff, admin, await app.as(adminUser, boreal.id)]) {
      const answer = await client.get(`/cinemas/distributors/${lumen.id}/linked-cinemas/`);
      expect([answer.status, answer.body]).toEqual([200, own]);
    }
    const page = await staff.get(`/cinemas/distributors/${lumen.id}/linked-cinemas/?page=2`);
    expect(page.body).toMatchObject({ count: own.count, results: [] });
    for (const [client, id] of [
      [staff, boreal.id],
      [staff, 999_999],
      [admin, 999_999],
      [admin, "abc"],
    ] as const)
      expect((await client.get(`/cinemas/distributors/${id}/linked-cinemas/`)).status).toBe(404);
  });

  test("of a cinema are its distributors for super admins, and oneself for staff", async () => {
    const shared = await ours();
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into cinema_distributor (cinema_id, distributor_id) values (${shared.id}, ${boreal.id})`,
      ),
    );
    const linked = async (client: TestClient, id: number) =>
      (await client.get(`/cinemas/${id}/linked-distributors/`)).body;
    const all = [
      { id: boreal.id, name: "Boréal" },
      { id: lumen.id, name: "Lumen Films Distribution" },
    ];
    expect(await linked(admin, shared.id)).toEqual({ count: 2, next: null, previous: null, results: all });
    expect((await linked(await app.as(adminUser, lumen.id), theirs.id)).results).toEqual([all[0]]);
    expect((await linked(staff, shared.id)).results).toEqual([all[1]]);
    expect(await linked(staff, theirs.id)).toEqual(NOT_FOUND);
    expect(await linked(admin, 999_999)).toEqual(NOT_FOUND);
  });
});
