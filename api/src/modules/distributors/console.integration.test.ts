import { frenchVatKey } from "@bobine/contract/business-numbers";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const PATH = "/onboarding/admin/distributors/";
const FORBIDDEN = {
  detail: "Vous n’avez pas les droits nécessaires pour cette action.",
  code: "permission_denied",
};

let app: TestApp;
let other: BuiltDistributor;
let person: { id: number; email: string };
let staff: TestClient;
let adminUser: { id: number; email: string };
let admin: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    other = await aDistributor(tx);
    person = await aStaffUser(tx, other);
    adminUser = await aSuperAdmin(tx);
  });
  staff = await app.as(person);
  admin = await app.as(adminUser);
});
afterAll(() => app.close());

let serial = 0;
/** A SIREN that nobody has yet: nine digits that end with Luhn's. */
function newSiren(): string {
  serial += 1;
  const digits = `0009${String(serial).padStart(4, "0")}`;
  const sum = Array.from(digits).reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** What the console's form sends. */
const form = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: "Passeur Films",
  address: "8 quai des Brumes",
  post_code: "33 000",
  city: "Bordeaux",
  phone: "05 36 49 00 10",
  siren: newSiren(),
  vat_number: "",
  iban: "FR14 2004 1010 0505 0001 3M02 606",
  secondary_iban: "",
  communication_email: "",
  admin_first_name: "",
  admin_last_name: "",
  admin_email: "",
  ...changes,
});
const administrator = (email: string) => ({
  admin_first_name: "Line",
  admin_last_name: "Brun",
  admin_email: email,
});
const count = async () =>
  app.inDatabase((tx) =>
    tx.one(sql`select (select count(*)::integer from distributor) as distributors, (select count(*)::integer from app_user) as users,
      (select count(*)::integer from audit_log where action_details->>'event' is distinct from 'refused_call') as entries`),
  );
const audited = (id: number) =>
  app.inDatabase((tx) =>
    tx.many<Record<string, unknown>>(sql`
      select actor_id, action_type, action_details from audit_log
      where distributor_id = ${id} and action_details->>'event' is distinct from 'refused_call' order by id`),
  );
const profileOf = async (id: number) =>
  (await (await app.as(adminUser, id)).get("/onboarding/distributor/profile/")).body;

describe("POST of a distributor", () => {
  test("makes it with its administrator, who is sent a link and no password; blanks around an address are left out", async () => {
    const siren = newSiren();
    const answer = await admin.post(
      PATH,
      form({
        siren: `${siren.slice(0, 3)} ${siren.slice(3)}`,
        communication_email: " Passeur@factures.bobine.example",
        ...administrator("Line.Brun@passeur.example "),
      }),
    );
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: "Passeur Films",
        admin_email: "line.brun@passeur.example",
        communication_email: "passeur@factures.bobine.example",
        onboarding_status: "created",
        onboarding_progress_percentage: 0,
        validation_status: "validated",
        pending_bank_details: null,
        user_count: 1,
        created_at: expect.stringMatching(/Z$/),
        users: [
          {
            id: expect.any(Number),
            user_name: "Line Brun",
            user_email: "line.brun@passeur.example",
            role: "admin",
            is_onboarding_contact: true,
          },
        ],
      },
    ]);
    expect(await profileOf(answer.body.id)).toMatchObject({
      siren,
      post_code: "33000",
      iban: "FR1420041010050500013M02606",
      secondary_iban: "",
      vat_number: "",
      automation_on: false,
    });
    expect(await audited(answer.body.id)).toEqual([
      {
        actor_id: adminUser.id,
        action_type: "other",
        action_details: { distributor_name: "Passeur Films", created: 1, email: "line.brun@passeur.example" },
      },
    ]);
    await app.drainJobs();
    expect(app.mails.map((mail) => mail.to)).toEqual(["line.brun@passeur.example"]);
    // The link opens the session of that person, in that distributor, and onboarding begins.
    const token = /token=([\w-]+)/.exec(app.mails[0]!.text)![1];
    const signedIn = await app.anonymous().post("/auth/login/verify/", { token });
    expect([signedIn.status, signedIn.body.user]).toMatchObject([
      200,
      { first_name: "Line", last_name: "Brun", company: "Passeur Films", system_role: "distributor_staff" },
    ]);
    const rows = (await admin.get(PATH)).body as { id: number; onboarding_status: string }[];
    expect(rows.find((row) => row.id === answer.body.id)?.onboarding_status).toBe("email_verified");
  });

  test("without an administrator makes no user and sends nothing", async () => {
    const mails = app.mails.length;
    const { admin_first_name: _first, admin_last_name: _last, admin_email: _email, ...company } = form();
    for (const body of [company, form({ admin_email: null })]) {
      const answer = await admin.post(PATH, { ...body, siren: newSiren() });
      expect([answer.status, answer.body.admin_email, answer.body.users]).toEqual([201, null, []]);
    }
    await app.drainJobs();
    expect(app.mails).toHaveLength(mails);
  });

  test("takes a SIRET, and a VAT number that fits it", async () => {
    const answer = await admin.post(
      PATH,
      form({ siren: "732 829 320 00074", vat_number: "fr 44 732829320" }),
    );
    expect(answer.status).toBe(201);
    expect(await profileOf(answer.body.id)).toMatchObject({
      siren: "732829320",
      siret: "73282932000074",
      prefix_vat: "FR44",
      vat_number: "FR44732829320",
    });
  });

  test("without a SIREN has the one that its VAT number ends in (DIST-3)", async () => {
    const siren = newSiren();
    const vat_number = `FR${frenchVatKey(siren)}${siren}`;
    const answer = await admin.post(PATH, form({ siren: "", vat_number }));
    expect(answer.status).toBe(201);
    expect(await profileOf(answer.body.id)).toMatchObject({ siren, vat_number });
    const { body: nameless } = await admin.post(PATH, form({ siren: "" }));
    const other = newSiren();
    const whole = `FR${frenchVatKey(other)}${other}`;
    expect((await admin.patch(`${PATH}${nameless.id}/`, { vat_number: whole })).status).toBe(200);
    expect(await profileOf(nameless.id)).toMatchObject({ siren: other, vat_number: whole });
    expect((await admin.patch(`${PATH}${nameless.id}/`, { vat_number })).body).toEqual({
      vat_number: ["Le numéro de TVA ne correspond pas au SIREN."],
    });
  });

  test("sent twice makes one", async () => {
    const body = form(administrator("deux@passeur.example"));
    expect((await admin.post(PATH, body)).status).toBe(201);
    const before = await count();
    const again = await admin.post(PATH, body);
    expect([again.status, again.body]).toEqual([400, { siren: ["Un autre distributeur a déjà ce SIREN."] }]);
    const sameMail = await admin.post(PATH, { ...body, siren: newSiren() });
    expect([sameMail.status, sameMail.body]).toEqual([
      400,
      { admin_email: ["Un compte existe déjà avec cette adresse e-mail."] },
    ]);
    expect(await count()).toEqual(before);
  });

  test("without a SIREN, sent again because its answer was lost, is the one that is there", async () => {
    const { admin_first_name: _first, admin_last_name: _last, admin_email: _email, ...company } = form();
    const body = { ...company, name: "Sans Numéro Films", siren: "" };
    const [first, again] = [await admin.post(PATH, body), await admin.post(PATH, body)];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect((await admin.post(PATH, { ...body, phone: "01 40 00 00 99" })).body.id).not.toBe(first.body.id);
  });

  test("sent at once by two makes one", async () => {
    const body = form(administrator("ensemble@passeur.example"));
    const answers = await Promise.all([admin.post(PATH, body), admin.post(PATH, body)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  });

  test("refuses the address of anybody who has an account, whatever its case", async () => {
    for (const email of [person.email.toUpperCase(), adminUser.email]) {
      const answer = await admin.post(PATH, form(administrator(email)));
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["admin_email"]]);
    }
  });

  test.each<[changes: Record<string, unknown>, wrong: Record<string, string[]>]>([
    [{ name: " " }, { name: ["Ce champ ne peut pas être vide"] }],
    [{ name: undefined }, { name: ["Ce champ est obligatoire"] }],
    [
      { address: "", city: "" },
      { address: ["Ce champ ne peut pas être vide"], city: ["Ce champ ne peut pas être vide"] },
    ],
    [
      { phone: "", iban: "" },
      { phone: ["Ce champ ne peut pas être vide"], iban: ["Ce champ ne peut pas être vide"] },
    ],
    [{ post_code: "" }, { post_code: ["Ce champ ne peut pas être vide"] }],
    [{ post_code: "99000" }, { post_code: ["Le code postal doit comporter 5 chiffres."] }],
    [{ siren: "123456789" }, { siren: ["Le SIREN doit comporter 9 chiffres valides."] }],
    [{ siren: "12345678901234" }, { siren: ["Le SIRET doit comporter 14 chiffres valides."] }],
    [{ iban: "FR00" }, { iban: ["L’IBAN est invalide."] }],
    [{ secondary_iban: "x" }, { secondary_iban: ["L’IBAN est invalide."] }],
    [
      { vat_number: "44732829320" },
      { vat_number: ["Le numéro de TVA doit commencer par le code du pays (ex\u00a0: FR39000100016)."] },
    ],
    [
      { siren: "732829320", vat_number: "FR45732829320" },
      { vat_number: ["Le numéro de TVA ne correspond pas au SIREN."] },
    ],
    [
      { siren: "732829320", vat_number: "FRAB552100554" },
      { vat_number: ["Le numéro de TVA ne correspond pas au SIREN."] },
    ],
    [
      { siren: "732829320", vat_number: "BE0123456749" },
      { vat_number: ["Le numéro de TVA ne correspond pas au SIREN."] },
    ],
    [
      { siren: "", vat_number: "BE0123456749" },
      {
        vat_number: [
          "Le numéro de TVA doit être celui d’un SIREN\u00a0: FR, une clé de deux signes, puis le SIREN.",
        ],
      },
    ],
    [
      { communication_email: "passeur@ailleurs.example" },
      { communication_email: ["L'email de communication doit se terminer par @factures.bobine.example"] },
    ],
    [{ admin_email: "line" }, { admin_email: ["Veuillez saisir une adresse email valide"] }],
    [
      { admin_first_name: "Line" },
      { admin_last_name: ["Ce champ est obligatoire"], admin_email: ["Ce champ est obligatoire"] },
    ],
    [
      { admin_email: "line@passeur.example" },
      { admin_first_name: ["Ce champ est obligatoire"], admin_last_name: ["Ce champ est obligatoire"] },
    ],
    [{ admin_password: "x" }, { admin_password: ["Ce champ n’est pas attendu."] }],
    [{ automation_on: true }, { automation_on: ["Ce champ n’est pas attendu."] }],
  ])("refuses %j", async (changes, wrong) => {
    const before = await count();
    const answer = await admin.post(PATH, form(changes));
    expect([answer.status, answer.body]).toEqual([400, wrong]);
    expect(await count()).toEqual(before);
  });

  test("is a super admin's alone", async () => {
    const before = await count();
    const refused = await staff.post(PATH, form());
    expect([refused.status, refused.body]).toEqual([403, FORBIDDEN]);
    expect((await app.anonymous().post(PATH, form())).status).toBe(401);
    expect(await count()).toEqual(before);
  });
});

describe("PATCH of a distributor", () => {
  test("of the communication e-mail alone, in the log of that distributor", async () => {
    const { body: made } = await admin.post(PATH, form());
    // Whichever distributor is chosen beside the console.
    const choosing = await app.as(adminUser, other.id);
    const email = `passeur-${made.id}@factures.bobine.example`;
    for (let time = 0; time < 2; time += 1) {
      const answer = await choosing.patch(`${PATH}${made.id}/`, { communication_email: email });
      expect([answer.status, answer.body]).toEqual([200, { ...made, communication_email: email }]);
    }
    expect((await audited(made.id)).slice(1)).toEqual([
      {
        actor_id: adminUser.id,
        action_type: "other",
        action_details: {
          distributor_name: "Passeur Films",
          changed_fields: ["communication_email"],
          old_value: [null],
          new_value: [email],
        },
      },
    ]);
    expect(await audited(other.id)).toEqual([]);
    const taken = await admin.patch(`${PATH}${other.id}/`, { communication_email: email });
    expect([taken.status, taken.body]).toEqual([
      400,
      { communication_email: ["Un autre distributeur a déjà cette adresse de communication."] },
    ]);
    const none = await admin.patch(`${PATH}${made.id}/`, { communication_email: null });
    expect([none.status, none.body.communication_email]).toEqual([200, null]);
  });

  test("of the company's fields keeps them", async () => {
    const { body: made } = await admin.post(PATH, form());
    const siren = newSiren();
    const answer = await admin.patch(`${PATH}${made.id}/`, {
      name: "Passeur",
      siren,
      post_code: "69001",
      city: "Lyon",
    });
    expect([answer.status, answer.body.name]).toEqual([200, "Passeur"]);
    expect(await profileOf(made.id)).toMatchObject({
      name: "Passeur",
      siren,
      post_code: "69001",
      city: "Lyon",
    });
  });

  test("judges a VAT number by the SIREN that it goes with", async () => {
    const { body: made } = await admin.post(PATH, form({ siren: "000100016" }));
    const path = `${PATH}${made.id}/`;
    expect((await admin.patch(path, { vat_number: "FR40000100016" })).body).toEqual({
      vat_number: ["Le numéro de TVA ne correspond pas au SIREN."],
    });
    expect((await admin.patch(path, { vat_number: "FR39 000 100 016" })).status).toBe(200);
    expect((await profileOf(made.id)).vat_number).toBe("FR39000100016");
    expect((await admin.patch(path, { vat_number: "" })).body).toEqual({
      vat_number: ["Ce champ ne peut pas être vide"],
    });
  });

  test.each<[body: Record<string, unknown>, field: string]>([
    [{ communication_email: "a@ailleurs.example" }, "communication_email"],
    [{ communication_email: "x" }, "communication_email"],
    [{ iban: "" }, "iban"],
    [{ name: "" }, "name"],
    [{ id: 1 }, "id"],
    [{ automation_on: true }, "automation_on"],
    [{ onboarding_status: "active" }, "onboarding_status"],
    [{ admin_email: "a@b.example" }, "admin_email"],
  ])("refuses %j", async (body, field) => {
    const before = await count();
    const answer = await admin.patch(`${PATH}${other.id}/`, body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
    expect(await count()).toEqual(before);
  });

  test("of an unknown one, or one that is no id, finds nothing", async () => {
    for (const id of ["999999", "0", "abc", "-1", "9999999999999999"])
      expect([id, (await admin.patch(`${PATH}${id}/`, { city: "Lyon" })).status]).toEqual([id, 404]);
  });

  test("is a super admin's alone, even for one's own", async () => {
    const refused = await staff.patch(`${PATH}${other.id}/`, { city: "Lyon" });
    expect([refused.status, refused.body]).toEqual([403, FORBIDDEN]);
    expect((await app.anonymous().patch(`${PATH}${other.id}/`, { city: "Lyon" })).status).toBe(401);
  });
});
