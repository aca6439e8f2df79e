import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { startRace } from "../banking/concurrency.testing.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PROFILE = "/onboarding/distributor/profile/";
const AUTOMATION = "/onboarding/distributor/automation/";
const FORBIDDEN = {
  detail: "Vous n’avez pas les droits nécessaires pour cette action.",
  code: "permission_denied",
};

let app: TestApp;
let ours: BuiltDistributor;
let theirs: BuiltDistributor;
let person: { id: number; email: string };
let staff: TestClient;
/** A super admin who has chosen ours. */
let admin: TestClient;

/** One for all tests: each is mailed what super admins are told. */
let adminUser: { id: number; email: string };
beforeAll(async () => {
  app = await createTestApp();
  adminUser = await app.inDatabase(aSuperAdmin);
});
afterAll(() => app.close());

let serial = 0;
beforeEach(async () => {
  serial += 1;
  await app.inDatabase(async (tx) => {
    ours = await aDistributor(tx, { automation_on: false });
    theirs = await aDistributor(tx, { automation_on: false });
    person = await aStaffUser(tx, ours, { email: `contact-${serial}@lumen.example` });
  });
  staff = await app.as(person);
  admin = await app.as(adminUser, ours.id);
});

interface Kept {
  name: string;
  iban: string;
  communication_email: string | null;
  onboarding_status: string;
  was_active: boolean;
}
const kept = (id: number) =>
  app.inDatabase((tx) =>
    tx.one<Kept>(
      sql`select name, iban, communication_email, onboarding_status, was_active from distributor where id = ${id}`,
    ),
  );
const audited = (id: number) =>
  app.inDatabase((tx) =>
    tx.many<{ actor_id: number; action_type: string; action_details: Record<string, unknown> }>(sql`
      select actor_id, action_type, action_details from audit_log where distributor_id = ${id} order by id`),
  );
const issueJobs = async (id: number) =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ count: number }>(sql`
        select count(*)::integer as count from pgboss.job
        where name = 'issue-invoices' and (data ->> 'distributor_id')::bigint = ${id}`),
    )
  ).count;
const set = (change: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(change));

describe("PATCH of the profile", () => {
  test("LET-21: sets the limit of write-offs, and its change is in the log once", async () => {
    for (const limit of ["2.00", "2.00"])
      expect((await staff.patch(PROFILE, { write_off_limit: limit })).body).toMatchObject({
        write_off_limit: "2.00",
      });
    for (const wrong of ["-1.00", "100.01", "1"])
      expect((await staff.patch(PROFILE, { write_off_limit: wrong })).status).toBe(400);
    expect(await audited(ours.id)).toMatchObject([
      {
        actor_id: person.id,
        action_details: { changed_fields: ["write_off_limit"], old_value: ["1.00"], new_value: ["2.00"] },
      },
    ]);
  });

  test("LET-37: sets the distributor's own words, each once, and their change is in the log once", async () => {
    const words = [" Mallette pédagogique ", "Ciné-goûter", "Ciné-goûter"];
    for (const contrary_words of [words, ["Mallette pédagogique", "Ciné-goûter"]])
      expect((await staff.patch(PROFILE, { contrary_words })).body).toMatchObject({
        contrary_words: ["Mallette pédagogique", "Ciné-goûter"],
      });
    for (const wrong of [
      ["ab"],
      ["a\nb c"],
      ["x".repeat(61)],
      Array.from({ length: 51 }, (_, n) => `mot ${n}`),
      "mot",
    ])
      expect((await staff.patch(PROFILE, { contrary_words: wrong })).status).toBe(400);
    expect(await audited(ours.id)).toMatchObject([
      {
        actor_id: person.id,
        action_details: {
          changed_fields: ["contrary_words"],
          old_value: [""],
          new_value: ["Mallette pédagogique, Ciné-goûter"],
        },
      },
    ]);
    expect((await staff.patch(PROFILE, { contrary_words: [] })).body).toMatchObject({ contrary_words: [] });
  });

  test("keeps what is given, without the spaces of numbers, and answers the profile", async () => {
    await set(
      sql`update distributor set name = 'LUMEN FILMS', siren = '732829320', prefix_vat = 'FR44' where id = ${ours.id}`,
    );
    const answer = await staff.patch(PROFILE, {
      name: "  Lumen Films  ",
      address: "2 rue Neuve",
      post_code: "69 002",
      city: "Lyon",
      phone: "04 65 71 00 01",
      siren: "732 829 320",
      prefix_vat: "fr44",
      iban: "fr14 2004 1010 0505 0001 3m02 606",
      secondary_iban: "BE68 5390 0754 7034",
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: ours.id,
        name: "Lumen Films",
        admin_email: person.email,
        address: "2 rue Neuve",
        post_code: "69002",
        city: "Lyon",
        phone: "04 65 71 00 01",
        siren: "732829320",
        siret: "",
        vat_number: "FR44732829320",
        prefix_vat: "FR44",
        iban: "FR7699999000010001234567809",
        secondary_iban: "BE68539007547034",
        communication_email: null,
        automation_on: false,
        has_issued: false,
        write_off_limit: "1.00",
        contrary_words: [],
        validation_status: "validated",
        pending_siren: null,
        pending_siret: null,
        pending_prefix_vat: null,
        pending_iban: "FR1420041010050500013M02606",
        pending_secondary_iban: null,
        pending_bank_details: {
          requested_by: "Camille Rousseau",
          requested_at: "2026-11-30T11:00:00.000Z",
          expires_at: "2026-12-03T11:00:00.000Z",
          mail_again_at: "2026-11-30T11:10:00.000Z",
          mails: [],
        },
      },
    ]);
    expect((await staff.get(PROFILE)).body).toEqual(answer.body);
    await set(sql`update distributor set siren = '' where id = ${ours.id}`);
  });

  test("of one field leaves the others, and tells the audit log with bank accounts masked", async () => {
    const before = (await staff.get(PROFILE)).body;
    const change = { secondary_iban: "BE68539007547034", city: "Lyon" };
    const answer = await staff.patch(PROFILE, change);
    expect([answer.status, answer.body]).toEqual([200, { ...before, ...change }]);
    expect(await audited(ours.id)).toEqual([
      {
        actor_id: person.id,
        action_type: "other",
        action_details: {
          distributor_name: ours.name,
          changed_fields: ["city", "secondary_iban"],
          old_value: ["Paris", ""],
          new_value: ["Lyon", "BE68 •••• 034"],
        },
      },
    ]);
  });

  test("sent twice, or with what is there already, changes and tells nothing more", async () => {
    await staff.patch(PROFILE, { city: "Lyon" });
    const profile = (await staff.get(PROFILE)).body;
    // What the account page sends: every field, with the e-mails that staff may not change.
    const {
      id: _id,
      admin_email: email,
      vat_number: _vat,
      automation_on: _on,
      has_issued: _issued,
      validation_status: _status,
      siren: _siren,
      siret: _siret,
      pending_siren: _pendingSiren,
      pending_siret: _pendingSiret,
      pending_prefix_vat: _pendingPrefix,
      pending_iban: _pendingIban,
      pending_secondary_iban: _pendingSecondaryIban,
      pending_bank_details: _pending,
      ...fields
    } = profile;
    for (const body of [{ city: "Lyon" }, {}, { ...fields, email, communication_email: "" }]) {
      const answer = await staff.patch(PROFILE, body);
      expect([answer.status, answer.body]).toEqual([200, profile]);
    }
    expect(await audited(ours.id)).toHaveLength(1);
  });

  test("keeps a SIRET that is typed as SIREN in both, and lets it go with its company (DIST-3)", async () => {
    const identity = async (body: object, who = admin) => {
      const { siren, siret, vat_number } = (await who.patch(PROFILE, body)).body;
      return [siren, siret, vat_number];
    };
    await set(sql`update distributor set siren = '', siret = '', prefix_vat = '' where id = ${ours.id}`);
    const both = ["732829320", "73282932000074", "FR44732829320"];
    expect(await identity({ siren: "732 829 320 00074", prefix_vat: "FR44" })).toEqual(both);
    expect((await audited(ours.id)).at(-1)?.action_details).toMatchObject({
      changed_fields: expect.arrayContaining(["siren", "siret"]),
    });
    expect(await identity({ siren: "732829320" })).toEqual(both);
    // An establishment of the checked company is in effect at once, also by its own people.
    expect(await identity({ siret: "" }, staff)).toEqual(["732829320", "", "FR44732829320"]);
    expect(await identity({ siret: "73282932000074" }, staff)).toEqual(both);
    expect(await identity({ siren: "000100016", prefix_vat: "FR39" })).toEqual([
      "000100016",
      "",
      "FR39000100016",
    ]);
    await set(sql`update distributor set siren = '', prefix_vat = '' where id = ${ours.id}`);
    expect(await identity({ siret: "73282932000074" })).toEqual(["732829320", "73282932000074", ""]);
    await set(sql`update distributor set siren = '', siret = '' where id = ${ours.id}`);
  });

  test("refuses a VAT key that is not its SIREN's, at the field that was changed", async () => {
    const wrong = ["Le numéro de TVA ne correspond pas au SIREN."];
    await set(sql`update distributor set siren = '000100016', prefix_vat = 'FR39' where id = ${ours.id}`);
    expect(await staff.patch(PROFILE, { prefix_vat: "FR38" })).toMatchObject({
      status: 400,
      body: { prefix_vat: wrong },
    });
    expect(await staff.patch(PROFILE, { siren: "732829320" })).toMatchObject({
      status: 400,
      body: { siren: wrong },
    });
    // Keys of other countries are counted otherwise.
    expect((await staff.patch(PROFILE, { prefix_vat: "BE12" })).status).toBe(200);
    // What was kept before this was compared does not stand in the way of another change.
    await set(sql`update distributor set prefix_vat = 'FR38' where id = ${ours.id}`);
    expect(
      (await staff.patch(PROFILE, { prefix_vat: "FR38", siren: "000100016", city: "Nantes" })).status,
    ).toBe(200);
    await set(sql`update distributor set siren = '' where id = ${ours.id}`);
  });

  test.each<[field: string, value: unknown, message: string]>([
    ["name", "", "Ce champ ne peut pas être vide"],
    ["name", "x".repeat(201), "Ce champ ne peut pas dépasser la longueur maximale"],
    ["name", "Lumen\r\nBcc: x", "Cette valeur n’a pas la forme attendue. Corrigez-la."],
    ["name", 12, "Cette valeur n’a pas le bon type."],
    ["name", null, "Cette valeur n’a pas le bon type."],
    ["address", "", "Ce champ ne peut pas être vide"],
    [
      "address",
      "14 rue des Ormes – IBAN FR14 2004 1010 0505 0001 3M02 606",
      "Ce texte contient un IBAN qui n’est pas celui de votre société\u00a0: retirez-le, ou changez l’IBAN dans INFOS COMPTE.",
    ],
    ["post_code", "7501", "Le code postal doit comporter 5 chiffres."],
    [
      "phone",
      "12",
      "Le numéro de téléphone doit comporter 10 chiffres, ou commencer par + et l’indicatif du pays.",
    ],
    ["siren", "123", "Le SIREN doit comporter 9 chiffres valides."],
    ["siren", "732829321", "Le SIREN doit comporter 9 chiffres valides."],
    ["siren", "73282932000075", "Le SIRET doit comporter 14 chiffres valides."],
    ["siret", "732829320", "Le SIRET doit comporter 14 chiffres valides."],
    ["siret", "55210055400013", "Le SIRET commence par un autre SIREN."],
    ["siren", " ", "Ce champ ne peut pas être vide"],
    ["prefix_vat", "FR3", "Le numéro de TVA doit être composé de 2 lettres suivies de 2 chiffres (ex: AB12)"],
    ["prefix_vat", "", "Ce champ ne peut pas être vide"],
    ["iban", "FR1420041010050500013M02607", "L’IBAN est invalide."],
    ["iban", "", "Ce champ ne peut pas être vide"],
    ["secondary_iban", "FR14", "L’IBAN est invalide."],
    ["email", "lumen", "Veuillez saisir une adresse email valide"],
    ["communication_email", "a@b", "Veuillez saisir une adresse email valide"],
    ["automation_on", true, "Ce champ n’est pas attendu."],
    ["id", 1, "Ce champ n’est pas attendu."],
    ["onboarding_status", "active", "Ce champ n’est pas attendu."],
    ["legal_mention", "SAS", "Ce champ n’est pas attendu."],
    ["vat_number", "FR39000100016", "Ce champ n’est pas attendu."],
  ])("refuses %s %j and names it", async (field, value, message) => {
    const before = await kept(ours.id);
    const answer = await staff.patch(PROFILE, { city: "Lyon", [field]: value });
    expect([answer.status, answer.body]).toEqual([400, { [field]: [message] }]);
    expect(await kept(ours.id)).toEqual(before);
    expect(await audited(ours.id)).toEqual([]);
  });

  test.each([
    ["a prospect that bills without VAT", "prospect", 0, "staff", 200],
    ["a super admin, of one that bills without VAT", "validated", 0, "admin", 200],
    ["a validated one: documents keep what was checked", "validated", 0, "staff", 400],
    ["one that bills with VAT", "prospect", 1000, "staff", 400],
    ["a super admin, of one that bills with VAT", "validated", 1000, "admin", 400],
  ] as const)(
    "takes the VAT number back, or not: %s (BILL-5, SEC-15)",
    async (_title, status, rate, who, answered) => {
      await set(
        sql`update distributor set validation_status = ${status}, default_vat_rate_bp = ${rate} where id = ${ours.id}`,
      );
      const before = (await admin.get(PROFILE)).body.prefix_vat;
      const answer = await (who === "admin" ? admin : staff).patch(PROFILE, { prefix_vat: "" });
      expect(answer.status).toBe(answered);
      expect((await admin.get(PROFILE)).body).toMatchObject({
        prefix_vat: answered === 200 ? "" : before,
        pending_prefix_vat: null,
      });
      expect((await audited(ours.id)).map(({ action_details }) => action_details["old_value"])).toEqual(
        answered === 200 ? [[before]] : [],
      );
    },
  );

  test("by staff with another name is saved, and waits to be validated again: super admins are told", async () => {
    app.mails.length = 0;
    expect((await staff.patch(PROFILE, { name: "Gaumont" })).status).toBe(200);
    expect((await staff.get(PROFILE)).body).toMatchObject({ validation_status: "prospect" });
    await app.drainJobs("notify-of-prospect");
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [adminUser.email, "Société modifiée, à valider de nouveau"],
    ]);
    expect(app.mails[0]!.text).toContain("a changé de nom et attend une nouvelle validation");
    for (const path of ["/cinemas/", "/invoices/invoices/", "/user-actions/", "/exports/export-csv/"])
      expect((await staff.get(path)).status).toBe(200);
  });

  test("SEC-15: by staff with another name switches automation off, and the same entry says so", async () => {
    await set(
      sql`update distributor set automation_on = true, was_active = true, onboarding_status = 'active' where id = ${ours.id}`,
    );
    expect((await staff.patch(PROFILE, { name: "Gaumont" })).body).toMatchObject({
      validation_status: "prospect",
      automation_on: false,
    });
    expect((await audited(ours.id)).map(({ action_details }) => action_details)).toEqual([
      {
        event: "Société renommée, à valider de nouveau\u00a0: facturation mise en pause",
        automation_on: false,
        distributor_name: "Gaumont",
        changed_fields: ["name"],
        old_value: [ours.name],
        new_value: ["Gaumont"],
        previous_status: "active",
        new_status: "paused",
      },
    ]);
    // Validated again, nothing is issued before somebody has switched it on.
    await set(sql`update distributor set validation_status = 'validated' where id = ${ours.id}`);
    expect((await staff.patch(PROFILE, { city: "Lyon" })).status).toBe(200);
    expect(await issueJobs(ours.id)).toBe(0);
    expect((await staff.patch("/onboarding/distributor/automation/", { automation_on: true })).status).toBe(
      200,
    );
    expect(await issueJobs(ours.id)).toBe(1);
  });

  test("by staff in another case leaves it validated", async () => {
    const { name } = await kept(ours.id);
    const answer = await staff.patch(PROFILE, { name: ` ${name.toUpperCase()}` });
    expect([answer.status, answer.body.validation_status]).toEqual([200, "validated"]);
  });

  test("by a super admin sets name and SIREN at once, unless another validated distributor has that SIREN", async () => {
    await set(sql`update distributor set siren = '', prefix_vat = '' where id = ${ours.id}`);
    const change = { name: "Autre Nom", siren: "732 829 320", prefix_vat: "FR44" };
    expect((await admin.patch(PROFILE, change)).body).toMatchObject({
      validation_status: "validated",
      siren: "732829320",
      pending_siren: null,
    });
    await set(sql`update distributor set siren = '' where id = ${ours.id}`);
    await set(sql`update distributor set siren = '732829320' where id = ${theirs.id}`);
    const told = await admin.patch(PROFILE, change);
    expect([told.status, told.body]).toEqual([400, { siren: ["Un autre distributeur a déjà ce SIREN."] }]);
    await set(sql`update distributor set siren = '' where id = ${theirs.id}`);
  });

  describe("of the SIREN or VAT number of a validated distributor, by its own people", () => {
    const SIREN = "732829320";
    const GIVEN = { siren: "732 829 320", prefix_vat: "FR44" };
    afterEach(() => set(sql`update distributor set siren = '' where id in (${ours.id}, ${theirs.id})`));
    const identity = (id = ours.id) =>
      app.inDatabase((tx) =>
        tx.one<object>(sql`
          select siren, prefix_vat, proposed_siren, proposed_prefix_vat, validation_status from distributor where id = ${id}`),
      );

    test.each([
      ["", ""],
      ["552100554", "FR81"],
    ])("having « %s », is a proposal: documents keep what was checked", async (siren, prefix_vat) => {
      await set(
        sql`update distributor set siren = ${siren}, prefix_vat = ${prefix_vat} where id = ${ours.id}`,
      );
      app.mails.length = 0;
      const answer = await staff.patch(PROFILE, { ...GIVEN, city: "Lyon" });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        {
          siren,
          prefix_vat,
          pending_siren: SIREN,
          pending_prefix_vat: "FR44",
          city: "Lyon",
          validation_status: "validated",
        },
      ]);
      expect((await staff.get(PROFILE)).body).toEqual(answer.body);
      expect(await identity()).toMatchObject({ siren, prefix_vat, validation_status: "validated" });
      expect((await audited(ours.id)).map(({ action_details }) => action_details)).toContainEqual({
        event: "SIREN ou n° de TVA proposé, à vérifier",
        changed_fields: ["siren", "prefix_vat"],
        old_value: [siren, prefix_vat],
        new_value: [SIREN, "FR44"],
      });
      // Again, and corrected: super admins are told once, and find the last one.
      await staff.patch(PROFILE, GIVEN);
      await staff.patch(PROFILE, { siren: "000100016", prefix_vat: "FR39" });
      expect(await identity()).toMatchObject({
        siren,
        proposed_siren: "000100016",
        proposed_prefix_vat: "FR39",
      });
      await app.drainJobs("notify-of-prospect");
      const told = app.mails.filter(({ text }) => text.includes(ours.name));
      expect(new Set(told.map(({ to }) => to)).size).toBe(told.length);
      expect(new Set(told.map(({ subject }) => subject))).toEqual(new Set(["SIREN à vérifier"]));
    });

    test("and what is withdrawn again lets invoices that wait for it be looked at", async () => {
      await set(
        sql`update distributor set siren = '', prefix_vat = '', automation_on = true where id = ${ours.id}`,
      );
      await staff.patch(PROFILE, GIVEN);
      expect(await issueJobs(ours.id)).toBe(1);
      await staff.patch(PROFILE, { siren: "", prefix_vat: "" });
      expect(await issueJobs(ours.id)).toBe(2);
    });

    test("is answered alike, and asks the database the same, whoever has it", async () => {
      const asked = async (): Promise<[string, string[]]> => {
        const statements = new Map<number, string[]>();
        const stop = startRace(app.services.pool, {
          before: (text, session) => {
            statements.set(session, [...(statements.get(session) ?? []), text]);
            return Promise.resolve();
          },
        });
        const answer = await staff.patch(PROFILE, GIVEN);
        stop();
        // Every few seconds the node asks by itself whose signatures of modules it believes.
        const ofIt = [...statements.values()].filter(
          (own) => !own.some((text) => text.includes("remote_key")),
        );
        return [JSON.stringify([answer.status, answer.body]), ofIt.flat()];
      };
      for (const own of ["", "552100554"]) {
        await set(sql`
          update distributor set siren = ${own}, prefix_vat = '', proposed_siren = '', proposed_prefix_vat = '', proposed_at = null,
            proposed_by = null where id = ${ours.id}`);
        const free = await asked();
        await set(sql`
          update distributor set proposed_siren = '', proposed_prefix_vat = '', proposed_at = null, proposed_by = null where id = ${ours.id}`);
        await set(sql`update distributor set siren = ${SIREN} where id = ${theirs.id}`);
        expect(await asked()).toEqual(free);
        await set(sql`update distributor set siren = '' where id = ${theirs.id}`);
      }
    });

    test("given one after the other are one proposal", async () => {
      await set(sql`update distributor set siren = '', prefix_vat = '' where id = ${ours.id}`);
      await staff.patch(PROFILE, { siren: SIREN });
      const answer = await staff.patch(PROFILE, { prefix_vat: "FR44" });
      expect(answer.body).toMatchObject({ siren: "", pending_siren: SIREN, pending_prefix_vat: "FR44" });
      expect((await staff.patch(PROFILE, { city: answer.body.city })).body).toEqual(answer.body);
      const misfit = await staff.patch(PROFILE, { siren: "000100016" });
      expect([misfit.status, Object.keys(misfit.body)]).toEqual([400, ["siren"]]);
      const withoutVat = await staff.patch(PROFILE, { prefix_vat: "" });
      expect(withoutVat.body).toMatchObject({ siren: "", pending_siren: SIREN, pending_prefix_vat: "" });
    });

    test.each([
      ["", "", { siren: "" }],
      ["", "", { siren: "", prefix_vat: "" }],
      ["552100554", "FR81", { siren: "552100554", prefix_vat: "FR81" }],
      [SIREN, "", { prefix_vat: "" }],
    ])(
      "having « %s » « %s » is withdrawn by %j: nothing waits any more",
      async (siren, prefix_vat, checked) => {
        await set(
          sql`update distributor set siren = ${siren}, prefix_vat = ${prefix_vat} where id = ${ours.id}`,
        );
        await staff.patch(PROFILE, GIVEN);
        app.mails.length = 0;
        const answer = await staff.patch(PROFILE, checked);
        expect([answer.status, answer.body]).toMatchObject([
          200,
          {
            siren,
            prefix_vat,
            pending_siren: null,
            pending_prefix_vat: null,
            validation_status: "validated",
          },
        ]);
        expect(await identity()).toMatchObject({
          siren,
          prefix_vat,
          proposed_siren: "",
          proposed_prefix_vat: "",
        });
        const withdrawals = async () =>
          (await audited(ours.id)).filter(
            ({ action_details }) =>
              (action_details as { event?: string }).event === "SIREN ou n° de TVA proposé, retiré",
          );
        expect(await withdrawals()).toHaveLength(1);
        await staff.patch(PROFILE, checked);
        expect(await withdrawals()).toHaveLength(1);
        await app.drainJobs("notify-of-prospect");
        expect(app.mails.filter(({ text }) => text.includes(ours.name))).toEqual([]);
      },
    );

    test("of the VAT number alone waits too", async () => {
      await set(sql`update distributor set siren = ${SIREN}, prefix_vat = '' where id = ${ours.id}`);
      const answer = await staff.patch(PROFILE, { prefix_vat: "FR44" });
      expect(answer.body).toMatchObject({ prefix_vat: "", pending_siren: SIREN, pending_prefix_vat: "FR44" });
    });

    test("with another name goes to the queue as a whole, with what was proposed before", async () => {
      await staff.patch(PROFILE, GIVEN);
      await set(sql`update distributor set siren = ${SIREN} where id = ${theirs.id}`);
      const answer = await staff.patch(PROFILE, { name: "Gaumont" });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { validation_status: "prospect", siren: SIREN, prefix_vat: "FR44", pending_siren: null },
      ]);
    });

    test("is overtaken by what a super admin sets", async () => {
      await staff.patch(PROFILE, GIVEN);
      await admin.patch(PROFILE, { siren: "000100016", prefix_vat: "FR39" });
      expect(await identity()).toMatchObject({
        siren: "000100016",
        proposed_siren: "",
        proposed_prefix_vat: "",
      });
    });
  });

  test("changes the staff's own distributor, whatever the header says", async () => {
    const before = await kept(theirs.id);
    const answer = await staff.patch(PROFILE, { name: "À nous" }, { "x-distributor-id": String(theirs.id) });
    expect([answer.status, answer.body.id]).toEqual([200, ours.id]);
    expect(await kept(theirs.id)).toEqual(before);
    expect(await audited(theirs.id)).toEqual([]);
  });
});

describe("the communication e-mail", () => {
  const good = () => `lumen-${serial}@factures.bobine.example`;

  test("is a super admin's to change, not the staff's", async () => {
    const refused = await staff.patch(PROFILE, { name: "Volé", communication_email: good() });
    expect([refused.status, refused.body]).toEqual([403, FORBIDDEN]);
    expect(await kept(ours.id)).toMatchObject({ name: ours.name, communication_email: null });

    const answer = await admin.patch(PROFILE, { communication_email: good().toUpperCase() });
    expect([answer.status, answer.body.communication_email]).toEqual([200, good()]);
    const taking = await staff.patch(PROFILE, { communication_email: null });
    expect([taking.status, taking.body]).toEqual([403, FORBIDDEN]);
    expect((await admin.patch(PROFILE, { communication_email: "" })).body.communication_email).toBeNull();
  });

  test.each([
    "lumen@autre.example",
    "lumen@factures.bobine.example.pirate.example",
    "lumen@pirate-factures.bobine.example",
    "lumen@sous.factures.bobine.example",
  ])("%s does not end with the product's domain", async (email) => {
    const answer = await admin.patch(PROFILE, { communication_email: email });
    expect([answer.status, answer.body]).toEqual([
      400,
      { communication_email: ["L'email de communication doit se terminer par @factures.bobine.example"] },
    ]);
  });

  test("belongs to one distributor", async () => {
    await set(sql`update distributor set communication_email = ${good()} where id = ${theirs.id}`);
    const answer = await admin.patch(PROFILE, { communication_email: good() });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["communication_email"]]);
  });
});

describe("the contact's e-mail", () => {
  test("is not the staff's to change", async () => {
    const answer = await staff.patch(PROFILE, { email: "pirate@ailleurs.example" });
    expect([answer.status, answer.body]).toEqual([403, FORBIDDEN]);
    expect((await staff.get(PROFILE)).body.admin_email).toBe(person.email);
  });

  test("changed by a super admin, ends the sessions and links of the former one", async () => {
    await set(sql`
      insert into magic_link (user_id, token_hash, expires_at) values (${person.id}, ${Buffer.from(`lien ${serial}`)}, now() + '1 day')`);
    const email = `nouveau-${serial}@lumen.example`;
    const answer = await admin.patch(PROFILE, { email: email.toUpperCase() });
    expect([answer.status, answer.body.admin_email]).toEqual([200, email]);
    expect((await staff.get(PROFILE)).status).toBe(401);
    expect(
      await app.inDatabase((tx) => tx.many(sql`select from magic_link where user_id = ${person.id}`)),
    ).toEqual([]);
    expect(await audited(ours.id)).toMatchObject([
      {
        action_type: "updated_user",
        action_details: { changed_fields: ["email"], old_value: person.email, new_value: email },
      },
    ]);
  });

  test("changed by a super admin, ends the link of who registered with the new one", async () => {
    const email = `inscrite-${serial}@lumen.example`;
    await app.anonymous().post("/auth/register/", { email });
    await app.drainJobs("mail-link");
    const token = /token=([\w-]+)/.exec(app.mails.findLast(({ to }) => to === email)!.text)![1]!;
    expect((await admin.patch(PROFILE, { email })).status).toBe(200);
    const answer = await app.anonymous().post("/auth/login/verify/", { token });
    expect([answer.status, answer.body.code]).toEqual([400, "link_invalid"]);
  });

  test("is nobody else's, and never nothing", async () => {
    const other = await app.inDatabase((tx) => aStaffUser(tx, theirs));
    const taken = await admin.patch(PROFILE, { email: other.email, city: "Lyon" });
    expect([taken.status, taken.body]).toEqual([
      400,
      { email: ["Un compte existe déjà avec cette adresse e-mail."] },
    ]);
    expect((await admin.get(PROFILE)).body.city).toBe("Paris");
    expect((await admin.patch(PROFILE, { email: "" })).body).toEqual({
      email: ["Ce champ ne peut pas être vide"],
    });
    await set(sql`update app_user set disabled_at = now() where id = ${person.id}`);
    const without = await admin.patch(PROFILE, { email: `seul-${serial}@lumen.example` });
    expect([without.status, Object.keys(without.body)]).toEqual([400, ["email"]]);
  });
});

describe("onboarding", () => {
  test("follows the company's information once the e-mail is verified", async () => {
    await set(sql`update app_user set email_verified_at = now() where id = ${person.id}`);
    await set(
      sql`update distributor set phone = '', onboarding_status = 'email_verified' where id = ${ours.id}`,
    );
    await staff.patch(PROFILE, { city: "Lyon" });
    expect((await kept(ours.id)).onboarding_status).toBe("email_verified");
    await staff.patch(PROFILE, { phone: "01 99 00 14 11" });
    expect((await kept(ours.id)).onboarding_status).toBe("company_info_added");
    expect((await audited(ours.id))[1]?.action_details).toMatchObject({
      previous_status: "email_verified",
      new_status: "company_info_added",
    });
  });

  test("goes on to the address that a super admin gives, and no further without an import", async () => {
    await set(sql`update distributor set onboarding_status = 'bank_connected' where id = ${ours.id}`);
    await admin.patch(PROFILE, { communication_email: `suite-${serial}@factures.bobine.example` });
    expect((await kept(ours.id)).onboarding_status).toBe("email_assigned");
  });
});

describe("automation", () => {
  test("lets the invoices go out that waited for the company to be complete", async () => {
    await staff.patch(PROFILE, { city: "Lyon" });
    expect(await issueJobs(ours.id)).toBe(0);
    await set(sql`update distributor set automation_on = true where id = ${ours.id}`);
    await staff.patch(PROFILE, { city: "Lyon" });
    expect(await issueJobs(ours.id)).toBe(0);
    await staff.patch(PROFILE, { city: "Lille" });
    expect(await issueJobs(ours.id)).toBe(1);
    await app.drainJobs();
  });

  test("turned on is active after every step, asks for the invoices once, and is told", async () => {
    await set(sql`update distributor set onboarding_status = 'data_imported' where id = ${ours.id}`);
    for (let time = 0; time < 2; time += 1) {
      const answer = await staff.patch(AUTOMATION, { automation_on: true });
      expect([answer.status, answer.body.id, answer.body.automation_on]).toEqual([200, ours.id, true]);
    }
    expect(await issueJobs(ours.id)).toBe(1);
    expect(await kept(ours.id)).toMatchObject({ onboarding_status: "active", was_active: true });
    expect(await audited(ours.id)).toEqual([
      {
        actor_id: person.id,
        action_type: "other",
        action_details: { automation_on: true, previous_status: "data_imported", new_status: "active" },
      },
    ]);
    await app.drainJobs();
  });

  test("turned off after that is a pause, and on again is active", async () => {
    await set(sql`update distributor set onboarding_status = 'data_imported' where id = ${ours.id}`);
    const seen = [];
    for (const on of [true, false, true]) {
      await staff.patch(AUTOMATION, { automation_on: on });
      seen.push((await kept(ours.id)).onboarding_status);
    }
    expect(seen).toEqual(["active", "paused", "active"]);
    expect(await issueJobs(ours.id)).toBe(2);
    await app.drainJobs();
  });

  test("turned on before the steps are done changes no status", async () => {
    await staff.patch(AUTOMATION, { automation_on: true });
    expect((await kept(ours.id)).onboarding_status).toBe("created");
    await app.drainJobs();
  });

  test("asked for at once by many, asks for the invoices once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => staff.patch(AUTOMATION, { automation_on: true })));
    expect([await issueJobs(ours.id), (await audited(ours.id)).length]).toEqual([1, 1]);
    await app.drainJobs();
  });

  test("is the staff's own, whatever the header says", async () => {
    await staff.patch(AUTOMATION, { automation_on: true }, { "x-distributor-id": String(theirs.id) });
    expect([await issueJobs(ours.id), await issueJobs(theirs.id)]).toEqual([1, 0]);
    await app.drainJobs();
  });

  test.each([
    {},
    { automation_on: "true" },
    { automation_on: 1 },
    { automation_on: null },
    { automation_on: true, id: 1 },
  ])("refuses %j", async (body) => {
    expect((await staff.patch(AUTOMATION, body)).status).toBe(400);
    expect(await issueJobs(ours.id)).toBe(0);
  });
});
