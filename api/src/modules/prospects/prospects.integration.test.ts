import type { Prospect } from "@bobine/contract/prospects";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const APPLICATION = "/onboarding/distributor/application/";
const QUEUE = "/onboarding/admin/prospects/";
const PDF = "%PDF-1.7\nun extrait";

let app: TestApp;
let admin: TestClient;
let staff: TestClient;
let person: { id: number; email: string };
let prospect: BuiltDistributor;
let serial = 0;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());
const newSiren = (): string => String(400_000_000 + (serial += 1));
const aProspect = (siren = newSiren()) =>
  app.inDatabase((tx) => aDistributor(tx, { validation_status: "prospect", automation_on: false, siren }));
beforeEach(async () => {
  app.mails.length = 0;
  prospect = await aProspect();
  person = await app.inDatabase((tx) => aStaffUser(tx, prospect));
  staff = await app.as(person);
});

const queue = async (): Promise<Prospect[]> => (await admin.get(QUEUE)).body;
const inQueue = async (id = prospect.id): Promise<Prospect> => (await queue()).find((row) => row.id === id)!;
const decide = async (decision: string, reason = "", id = prospect.id, version?: string) =>
  admin.post(`${QUEUE}${id}/decision/`, {
    decision,
    reason,
    version: version ?? (await inQueue(id)).version,
  });
const upload = (kind: string, name: string, content: string | Uint8Array, client = staff) =>
  client.upload(`${APPLICATION}documents/${kind}/`, "file", name, content, "application/pdf");
/** Those of other tests are in the queue as well. */
const mailsToApplicant = async () => {
  await app.drainJobs();
  return app.mails.filter((mail) => mail.to === person.email);
};
const statusOf = (id = prospect.id) =>
  app.inDatabase(
    async (tx) =>
      (await tx.one<{ s: string }>(sql`select validation_status as s from distributor where id = ${id}`)).s,
  );
const entries = () =>
  app.inDatabase((tx) =>
    tx.many<{ details: Record<string, unknown> }>(sql`
      select action_details as details from audit_log where distributor_id = ${prospect.id} order by id`),
  );

describe("the file of an applicant", () => {
  test("says what is missing, whose account the IBAN is, and its documents", async () => {
    expect((await staff.get(APPLICATION)).body).toEqual({
      validation_status: "prospect",
      iban_holder: "",
      documents: [],
      missing: ["iban_holder", "kbis", "rib"],
      decision: null,
    });
    await staff.patch(APPLICATION, { iban_holder: "  Films du Quai SAS " });
    const answer = await upload("kbis", "kbis.pdf", PDF);
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        iban_holder: "Films du Quai SAS",
        documents: [{ kind: "kbis", file_name: "kbis.pdf", size: PDF.length }],
        missing: ["rib"],
      },
    ]);
    expect(await inQueue()).toMatchObject({
      iban_holder: "Films du Quai SAS",
      missing: ["rib"],
      applicant: { email: person.email },
      documents: [{ kind: "kbis" }],
    });
  });

  test("tells in the log whose account the IBAN was and is, once", async () => {
    for (const iban_holder of ["Films du Quai SAS", "Films du Quai SAS", "Films du Quai SARL"])
      await staff.patch(APPLICATION, { iban_holder });
    const told = (await entries()).filter(
      ({ details }) => String(details["changed_fields"]) === "iban_holder",
    );
    expect(told.map(({ details }) => [details["old_value"], details["new_value"]])).toEqual([
      ["", "Films du Quai SAS"],
      ["Films du Quai SAS", "Films du Quai SARL"],
    ]);
  });

  test.each([
    ["what is no PDF", "kbis.pdf", "<html>", 400],
    ["what has its sign elsewhere", "kbis.pdf", " %PDF-1.7", 400],
    ["what is too heavy", "kbis.pdf", `%PDF-${"x".repeat(5 * 1024 * 1024)}`, 413],
  ])("does not take %s", async (_, name, content, status) => {
    const answer = await upload("kbis", name, content);
    expect([answer.status, typeof answer.body.error]).toEqual([status, "string"]);
    expect((await staff.get(APPLICATION)).body.documents).toEqual([]);
  });

  test.each(["", "/", "..", "a/"])(
    "calls a document whose name is « %s » by a name of our own",
    async (name) => {
      const { status, body } = await upload("rib", name, PDF);
      expect([status, body.documents]).toMatchObject([201, [{ kind: "rib", file_name: "document.pdf" }]]);
    },
  );

  test("takes six documents and no seventh, and the same one once, also of eight at once", async () => {
    expect((await upload("rib", "un.pdf", PDF)).body.documents).toHaveLength(1);
    expect((await upload("rib", "encore.pdf", PDF)).body.documents).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => upload("other", `${index}.pdf`, `%PDF-${index}`)),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 409, 409, 409,
    ]);
    const { documents } = (await staff.get(APPLICATION)).body;
    expect(documents).toHaveLength(6);
    const after = await staff.delete(`${APPLICATION}documents/${documents[0].id}/`);
    expect([after.status, after.body.documents.length]).toEqual([200, 5]);
  });

  test("takes one file as two kinds, once of each", async () => {
    await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
    await upload("kbis", "dossier.pdf", PDF);
    await upload("rib", "dossier.pdf", PDF);
    const { body } = await upload("rib", "encore.pdf", PDF);
    expect(body.documents).toMatchObject([{ kind: "kbis" }, { kind: "rib" }]);
    expect(body.missing).toEqual([]);
  });

  test("is read by its own people and by super admins, as a download, and by nobody else", async () => {
    const { documents } = (await upload("kbis", "kbis.pdf", PDF)).body;
    const path = `/onboarding/prospect-documents/${documents[0].id}/`;
    for (const client of [staff, admin]) {
      const answer = await client.get(path);
      expect([answer.status, answer.text, answer.headers["content-disposition"]]).toEqual([
        200,
        PDF,
        'attachment; filename="kbis.pdf"',
      ]);
    }
    const stranger = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.delete(`${APPLICATION}documents/${documents[0].id}/`)).status).toBe(404);
  });

  test("is closed once the distributor is validated", async () => {
    const { documents } = (await upload("kbis", "kbis.pdf", PDF)).body;
    await decide("validate");
    const answers = [
      await staff.patch(APPLICATION, { iban_holder: "Un autre" }),
      await upload("rib", "rib.pdf", "%PDF-2"),
      await staff.delete(`${APPLICATION}documents/${documents[0].id}/`),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([409, 409, 409]);
  });
});

describe("the queue", () => {
  test("holds prospects, then the refused, and no validated distributor", async () => {
    const validated = await app.inDatabase((tx) => aDistributor(tx));
    const refused = await aProspect();
    await decide("refuse", "Société inconnue", refused.id);
    const ids = (await queue()).map((row) => row.id);
    expect(ids).not.toContain(validated.id);
    expect(ids.indexOf(prospect.id)).toBeLessThan(ids.indexOf(refused.id));
  });

  test("a validation lets it issue once its people switch automation on, is mailed, and is in its log (SEC-15)", async () => {
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set automation_on = true where id = ${prospect.id}`),
    );
    const answer = await decide("validate", "Bienvenue");
    expect([answer.status, answer.body.validation_status]).toEqual([200, "validated"]);
    expect((await queue()).some((row) => row.id === prospect.id)).toBe(false);
    expect((await entries()).at(-1)!.details).toEqual({
      distributor_name: prospect.name,
      comment: "Inscription validée",
      reason: "Bienvenue",
      previous_status: "À valider",
      new_status: "Validé",
      // By its event, not as a pause that somebody chose (TXT-4).
      event: "Inscription validée\u00a0: facturation mise en pause",
      automation_on: false,
    });
    const { automation_on } = await app.inDatabase((tx) =>
      tx.one<{ automation_on: boolean }>(
        sql`select automation_on from distributor where id = ${prospect.id}`,
      ),
    );
    expect(automation_on).toBe(false);
    const jobs = await app.inDatabase((tx) =>
      tx.many<{ name: string }>(sql`
        select name from pgboss.job where (data ->> 'distributor_id')::bigint = ${prospect.id} order by name`),
    );
    expect(jobs.map((job) => job.name)).toEqual(["notify-of-decision"]);
    expect(await mailsToApplicant()).toMatchObject([
      { to: person.email, subject: "Votre compte est validé" },
    ]);
  });

  test.each([
    ["refuse", "refused", "Votre inscription est refusée"],
    ["ask", "prospect", "Votre dossier est à compléter"],
  ])("to %s needs a reason, which the applicant is mailed and shown", async (decision, status, subject) => {
    expect((await decide(decision, " \n ")).body).toEqual({ reason: ["Ce champ est obligatoire"] });
    const reason = "Le RIB n’est pas au nom de la société.\n<b>Envoyez-en un autre.</b>";
    expect((await decide(decision, reason)).status).toBe(200);
    expect(await statusOf()).toBe(status);
    expect((await staff.get(APPLICATION)).body).toMatchObject({
      validation_status: status,
      decision: { decision, reason },
    });
    expect(await mailsToApplicant()).toMatchObject([{ to: person.email, subject }]);
    expect((await mailsToApplicant())[0]!.text).toContain(reason);
    expect((await mailsToApplicant())[0]!.html).toContain("société.<br>&lt;b&gt;");
  });

  test("is mailed to an administrator, not to a contact who is none any more (SEC-22)", async () => {
    const contact = await app.inDatabase(async (tx) => {
      const one = await aStaffUser(tx, prospect, { role: "viewer" });
      await tx.run(sql`update app_user set is_onboarding_contact = true where id = ${one.id}`);
      return one;
    });
    await decide("validate");
    expect(await mailsToApplicant()).toHaveLength(1);
    expect(app.mails.filter((mail) => mail.to === contact.email)).toEqual([]);
  });

  test.each(["validate", "refuse", "ask"])(
    "to %s twice, or eight times at once, is once",
    async (decision) => {
      const { version } = await inQueue();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => decide(decision, "Parce que", prospect.id, version)),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
      expect(await mailsToApplicant()).toHaveLength(1);
      expect(await entries()).toHaveLength(1);
    },
  );

  test("of two that decide otherwise at once, the second is told", async () => {
    const { version } = await inQueue();
    const answers = await Promise.all([
      decide("validate", "", prospect.id, version),
      decide("refuse", "Inconnu", prospect.id, version),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await statusOf()).toBe(answers[0].status === 200 ? "validated" : "refused");
    expect(await mailsToApplicant()).toHaveLength(1);
  });

  test("what changed since it was looked at is looked at again", async () => {
    const { version } = await inQueue();
    await staff.patch("/onboarding/distributor/profile/", { name: "Pathé" });
    const answer = await decide("validate", "", prospect.id, version);
    expect([answer.status, answer.body.code, await statusOf()]).toEqual([409, "file_changed", "prospect"]);
    expect((await decide("validate")).status).toBe(200);
  });

  test("one who was refused and completes its file waits again", async () => {
    await decide("refuse", "Il manque le RIB");
    await upload("rib", "rib.pdf", PDF);
    expect(await statusOf()).toBe("prospect");
    expect((await decide("validate")).status).toBe(200);
  });

  describe("SEC-15: what was asked for and is done", () => {
    const toldOf = async () => {
      await app.drainJobs("notify-of-prospect");
      return app.mails
        .filter(({ text }) => text.includes(`${prospect.name} (`))
        .map(({ subject }) => subject);
    };
    const completed = ["Dossier complété, à relire"];
    /** Uploads are counted for all tests of this file. */
    const giveDocuments = () =>
      app.inDatabase((tx) =>
        tx.run(sql`
          insert into prospect_document (distributor_id, kind, file_name, size, sha256, storage_key, uploaded_by, created_at)
          select ${prospect.id}, kind, kind || '.pdf', 10, sha256(kind::bytea), 'prospects/' || kind, ${person.id}, now()
          from unnest(array['kbis', 'rib']) as kind`),
      );
    let superAdmins = 0;
    beforeEach(async () => {
      const { count } = await app.inDatabase((tx) =>
        tx.one<{ count: number }>(
          sql`select count(*)::integer as count from app_user where system_role = 'super_admin' and disabled_at is null`,
        ),
      );
      superAdmins = count;
    });

    test("is told to super admins once the file is complete, and the queue says that it has changed", async () => {
      await decide("ask", "Il manque le Kbis et le RIB");
      expect(await inQueue()).toMatchObject({ is_changed: false, decision: { decision: "ask" } });
      await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
      await upload("rib", "rib.pdf", PDF);
      expect(await inQueue()).toMatchObject({ is_changed: true });
      expect(await toldOf()).toEqual([]);
      await upload("kbis", "kbis.pdf", PDF);
      expect(new Set(await toldOf())).toEqual(new Set(completed));
      app.mails.length = 0;
      await upload("other", "statuts.pdf", PDF);
      await staff.patch("/onboarding/distributor/profile/", { phone: "01 99 00 14 11" });
      expect(await toldOf()).toEqual([]);
      // Asked for more again, what comes then is told again.
      await decide("ask", "Le Kbis est illisible");
      expect(await inQueue()).toMatchObject({ is_changed: false });
      await upload("kbis", "kbis-2.pdf", `${PDF} lisible`);
      expect(new Set(await toldOf())).toEqual(new Set(completed));
    });

    test("is the applicant's turn until the file is complete, then Bobine's (DIST-7)", async () => {
      const turn = async () => {
        const { body } = await staff.get("/onboarding/distributor/first-steps/");
        const { state, is_asked } = body.steps.find(({ step }: { step: string }) => step === "validation");
        // The file itself says the same.
        expect((await staff.get(APPLICATION)).body.is_asked).toBe(is_asked);
        return [state, is_asked];
      };
      await giveDocuments();
      expect(await turn()).toEqual(["waiting", undefined]);
      await decide("ask", "Qui est le titulaire ?");
      expect(await turn()).toEqual(["waiting", true]);
      await staff.patch("/onboarding/distributor/profile/", { phone: "01 99 00 14 16" });
      expect(await turn()).toEqual(["waiting", true]);
      await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
      expect(await turn()).toEqual(["waiting", undefined]);
      await decide("ask", "Le Kbis est illisible");
      expect(await turn()).toEqual(["waiting", true]);
      await decide("validate");
      expect(await turn()).toEqual(["done", undefined]);
    });

    test("is told once of each decision, however often the file is changed to and fro", async () => {
      await decide("refuse", "Adresse inconnue");
      for (const phone of ["01 99 00 14 12", "01 99 00 14 13", "01 99 00 14 12", "01 99 00 14 13"])
        await staff.patch("/onboarding/distributor/profile/", { phone });
      const told = (await toldOf()).length;
      await decide("refuse", "Toujours inconnue");
      await staff.patch("/onboarding/distributor/profile/", { phone: "01 99 00 14 14" });
      expect([told, (await toldOf()).length]).toEqual([superAdmins, 2 * superAdmins]);
    });

    test.each([
      ["ask", "Quel est votre n° de TVA ?"],
      ["refuse", "Sans n° de TVA"],
    ])(
      "by billing without VAT, which takes no number of it, is told, once, and is looked at again (%s, BILL-5)",
      async (decision, reason) => {
        const bill = async (default_vat_rate_bp: number) =>
          expect(
            (await staff.patch("/onboarding/distributor/invoicing/", { default_vat_rate_bp })).status,
          ).toBe(200);
        await giveDocuments();
        await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
        await app.inDatabase((tx) =>
          tx.run(sql`update distributor set prefix_vat = '' where id = ${prospect.id}`),
        );
        await decide(decision, reason);
        // Of another rate nothing of the file is changed.
        await bill(550);
        expect(await inQueue()).toMatchObject({ is_changed: false, missing: ["prefix_vat"] });
        expect(await toldOf()).toEqual([]);
        await bill(0);
        expect(await inQueue()).toMatchObject({
          validation_status: "prospect",
          is_changed: true,
          missing: [],
        });
        expect((await staff.get(APPLICATION)).body.is_asked).toBeUndefined();
        expect(await toldOf()).toEqual(Array(superAdmins).fill(completed[0]));
        await bill(550);
        await bill(0);
        expect(await toldOf()).toHaveLength(superAdmins);
      },
    );

    test("is told with the first change of its own people after what a super admin has changed of it", async () => {
      await giveDocuments();
      await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
      await decide("ask", "Qui est le titulaire ?");
      await admin.patch(`/onboarding/admin/distributors/${prospect.id}/`, { phone: "01 99 00 14 15" });
      await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
      expect(await toldOf()).toEqual([]);
      await staff.patch(APPLICATION, { iban_holder: "Films du Quai SARL" });
      expect(new Set(await toldOf())).toEqual(new Set(completed));
    });

    test.each([
      ["refuse", "Adresse inconnue"],
      ["ask", "Qui est le titulaire ?"],
    ] as const)(
      "of a decision, « %s », that does not yet say on which file it was made is told and shown all the same",
      async (decision, reason) => {
        await app.inDatabase((tx) =>
          tx.run(sql`
          insert into prospect_document (distributor_id, kind, file_name, size, sha256, storage_key, uploaded_by, created_at)
          select ${prospect.id}, kind, kind || '.pdf', 10, sha256(kind::bytea), 'prospects/' || kind, ${person.id}, now()
          from unnest(array['kbis', 'rib']) as kind`),
        );
        await decide(decision, reason);
        await app.owner.query(
          "update prospect_decision set seen_version = md5('as of before') where distributor_id = $1",
          [prospect.id],
        );
        await staff.patch(APPLICATION, { iban_holder: "" });
        expect([await toldOf(), (await inQueue()).is_changed]).toEqual([[], false]);
        await staff.patch(APPLICATION, { iban_holder: "Films du Quai SAS" });
        expect(new Set(await toldOf())).toEqual(new Set(completed));
        expect(await inQueue()).toMatchObject({ validation_status: "prospect", is_changed: true });
        app.mails.length = 0;
        await staff.patch(APPLICATION, { iban_holder: "Films du Quai SARL" });
        expect(await toldOf()).toEqual([]);
      },
    );

    test("of one that was refused is told with its first change, of its company too; a super admin's own is not", async () => {
      await decide("refuse", "Adresse inconnue");
      await admin.patch(`/onboarding/admin/distributors/${prospect.id}/`, { address: "1 rue Neuve" });
      expect(await toldOf()).toEqual([]);
      await staff.patch("/onboarding/distributor/profile/", { address: "2 rue Neuve" });
      expect(await inQueue()).toMatchObject({ validation_status: "prospect", is_changed: true });
      expect(new Set(await toldOf())).toEqual(new Set(completed));
    });
  });

  test("one who was refused stays so when a super admin changes its card, until its own people do (SEC-15)", async () => {
    await decide("refuse", "Il manque le RIB");
    const changed = await admin.patch(`/onboarding/admin/distributors/${prospect.id}/`, {
      communication_email: "refuse@factures.bobine.example",
    });
    expect([changed.status, await statusOf()]).toEqual([200, "refused"]);
    await staff.patch("/onboarding/distributor/profile/", { address: "2 rue Neuve" });
    expect(await statusOf()).toBe("prospect");
  });

  test("not without SIREN or IBAN", async () => {
    await app.inDatabase((tx) => tx.run(sql`update distributor set siren = '' where id = ${prospect.id}`));
    expect((await decide("validate")).body.code).toBe("file_incomplete");
  });

  test("of two that name one SIREN, one is validated, also at once; the console is told who has it", async () => {
    const siren = newSiren();
    const [one, two] = [await aProspect(siren), await aProspect(siren)];
    const rows = [await inQueue(one.id), await inQueue(two.id)];
    expect(rows[0]!.same_siren).toEqual([
      { id: two.id, name: two.name, validation_status: "prospect", is_proposed: false },
    ]);
    const answers = await Promise.all(rows.map((row) => decide("validate", "", row.id, row.version)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = answers[0]!.status === 409 ? one : two;
    const refusal = await decide("validate", "", late.id);
    expect(refusal.body).toMatchObject({ code: "siren_taken" });
    expect(refusal.body.detail).toContain(late === one ? two.name : one.name);
  });

  test("is not there for a distributor's people, nor of one that does not exist", async () => {
    expect((await staff.get(QUEUE)).status).toBe(403);
    const body = { decision: "validate", version: "" };
    expect((await staff.post(`${QUEUE}${prospect.id}/decision/`, body)).status).toBe(403);
    expect((await admin.post(`${QUEUE}999999/decision/`, body)).status).toBe(404);
  });
});

describe("a SIREN that a validated distributor proposes", () => {
  const OTHER = "000100016";
  const PROFILE = "/onboarding/distributor/profile/";
  const [SIREN, VAT_KEY] = ["732829320", "FR44"];
  let company: BuiltDistributor;
  beforeEach(async () => {
    app.mails.length = 0;
    company = await app.inDatabase((tx) => aDistributor(tx, { siren: "" }));
    person = await app.inDatabase((tx) => aStaffUser(tx, company));
    staff = await app.as(person);
    await staff.patch(PROFILE, { siren: SIREN, prefix_vat: VAT_KEY });
  });
  afterEach(() =>
    app.inDatabase((tx) =>
      tx.run(sql`
        update distributor set siren = case when siren in (${SIREN}, ${OTHER}) then '' else siren end, siret = '',
          proposed_siren = '', proposed_siret = '', proposed_prefix_vat = '', proposed_by = null, proposed_at = null`),
    ),
  );
  const profile = async () => (await staff.get(PROFILE)).body;
  const log = () =>
    app.inDatabase((tx) =>
      tx.many<{ details: Record<string, unknown> }>(sql`
        select action_details as details from audit_log where distributor_id = ${company.id} order by id`),
    );

  test("waits in the queue, with who else has it", async () => {
    expect(await inQueue(company.id)).toMatchObject({
      validation_status: "validated",
      siren: "",
      proposed: { siren: SIREN, vat_number: `FR44${SIREN}`, requested_by: expect.any(String) },
      same_siren: [],
    });
    const owner = await app.inDatabase((tx) => aDistributor(tx, { siren: SIREN }));
    expect((await inQueue(company.id)).same_siren).toEqual([
      { id: owner.id, name: owner.name, validation_status: "validated", is_proposed: false },
    ]);
    const answer = await decide("validate", "", company.id);
    expect([answer.status, answer.body.code]).toEqual([409, "siren_taken"]);
    expect(answer.body.detail).toContain(owner.name);
    expect(await profile()).toMatchObject({ siren: "", pending_siren: SIREN });
  });

  test("that another one proposes too is shown with both; of the two, one is confirmed", async () => {
    const rival = await app.inDatabase((tx) => aDistributor(tx, { siren: "" }));
    const theirs = await app.as(await app.inDatabase((tx) => aStaffUser(tx, rival)));
    const given = await theirs.patch(PROFILE, { siren: `${SIREN}00074`, prefix_vat: VAT_KEY });
    expect([given.status, given.body]).toMatchObject([
      200,
      { pending_siren: SIREN, pending_siret: `${SIREN}00074` },
    ]);
    const named = ({ id, name }: BuiltDistributor) => [
      { id, name, validation_status: "validated", is_proposed: true },
    ];
    expect((await inQueue(company.id)).same_siren).toEqual(named(rival));
    expect((await inQueue(rival.id)).same_siren).toEqual(named(company));
    expect((await decide("validate", "", rival.id)).status).toBe(200);
    expect((await theirs.get(PROFILE)).body).toMatchObject({
      siren: SIREN,
      siret: `${SIREN}00074`,
      pending_siret: null,
    });
    expect((await inQueue(company.id)).same_siren).toEqual([{ ...named(rival)[0], is_proposed: false }]);
    const answer = await decide("validate", "", company.id);
    expect([answer.status, answer.body.code]).toEqual([409, "siren_taken"]);
    expect((await decide("refuse", "Ce SIREN est celui d’une autre société.", company.id)).status).toBe(200);
  });

  test("takes effect once it is confirmed: in the profile, the log and a mail; asked twice, once", async () => {
    const { version } = await inQueue(company.id);
    for (const answer of await Promise.all([1, 2, 3].map(() => decide("validate", "", company.id, version))))
      expect(answer.status).toBe(200);
    expect(await profile()).toMatchObject({
      siren: SIREN,
      vat_number: `FR44${SIREN}`,
      pending_siren: null,
      validation_status: "validated",
    });
    expect(await inQueue(company.id)).toBeUndefined();
    expect((await log()).map(({ details }) => details["event"])).toEqual([
      "SIREN ou n° de TVA proposé, à vérifier",
      "SIREN ou n° de TVA proposé, confirmé",
    ]);
    expect((await mailsToApplicant()).map((mail) => mail.subject)).toEqual(["Votre SIREN est vérifié"]);
  });

  test("is dropped when it is refused: the distributor stays validated, and is told why", async () => {
    expect((await decide("ask", "Un Kbis", company.id)).body.code).toBe("siren_proposed");
    expect((await decide("refuse", "Le Kbis dit autre chose.", company.id)).status).toBe(200);
    expect(await profile()).toMatchObject({
      siren: "",
      pending_siren: null,
      validation_status: "validated",
    });
    const [mail] = await mailsToApplicant();
    expect(mail?.subject).toBe("Votre SIREN n’a pas pu être vérifié");
    expect(mail?.text).toContain("Le Kbis dit autre chose.");
    // Proposed again, it is another proposal, also for the same answer.
    await staff.patch(PROFILE, { siren: SIREN, prefix_vat: VAT_KEY });
    expect((await decide("refuse", "Le Kbis dit autre chose.", company.id)).status).toBe(200);
    expect(await profile()).toMatchObject({ pending_siren: null });
  });

  test("that was replaced meanwhile is looked at again", async () => {
    const { version } = await inQueue(company.id);
    await staff.patch(PROFILE, { siren: OTHER, prefix_vat: "FR39" });
    expect((await decide("validate", "", company.id, version)).body.code).toBe("file_changed");
    expect((await decide("validate", "", company.id)).status).toBe(200);
    expect(await profile()).toMatchObject({ siren: OTHER });
  });

  test("of two for the same one, at once, one is confirmed", async () => {
    const other = await app.inDatabase((tx) => aDistributor(tx, { siren: "" }));
    const rival = await app.as(await app.inDatabase((tx) => aStaffUser(tx, other)));
    await rival.patch(PROFILE, { siren: SIREN, prefix_vat: VAT_KEY });
    const answers = await Promise.all([company.id, other.id].map((id) => decide("validate", "", id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
