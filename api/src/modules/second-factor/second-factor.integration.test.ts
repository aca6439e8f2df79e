import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { hashOf } from "../../http/session.ts";
import { unseal } from "./sealed-secret.ts";
import { codeOf, stepAt } from "./totp.ts";

const FACTOR = "/auth/second-factor/";
const PROFILE = "/onboarding/distributor/profile/";
const CONFIRM = "/onboarding/distributor/bank-details/confirm/";
const OLD = "FR7699999000010001234567809";
const NEW = "FR1420041010050500013M02606";
const OTHER = "BE68539007547034";
const HOUR = 3_600_000;

let app: TestApp;
let ours: BuiltDistributor;
let person: { id: number; email: string };
let client: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.drainJobs();
  app.clock.set("2026-11-30");
  app.mails.length = 0;
  await app.inDatabase(async (tx) => {
    ours = await aDistributor(tx, { automation_on: false });
    person = await aStaffUser(tx, ours);
  });
  client = await app.as(person);
  // The builder's sessions begin by the clock of the database.
  await set(sql`update user_session set created_at = ${app.clock.now()} where user_id = ${person.id}`);
});

const set = (change: ReturnType<typeof sql>) => app.inDatabase((tx) => tx.run(change));
const row = () =>
  app.inDatabase((tx) =>
    tx.one<{ sealed_secret: Buffer }>(sql`select * from second_factor where user_id = ${person.id}`),
  );
const secret = async (): Promise<Buffer> => {
  const opened = unseal(app.services.config.secretKey, person.id, (await row()).sealed_secret);
  if (!opened) throw new Error("the secret does not open");
  return opened;
};
/** What the app shows now; each call is a step further, as codes are taken once. */
async function nextCode(): Promise<string> {
  app.clock.advance(30_000);
  return codeOf(await secret(), stepAt(app.clock.now()));
}
async function enable(): Promise<string[]> {
  expect((await client.post(`${FACTOR}start/`)).status).toBe(200);
  const answer = await client.post(`${FACTOR}enable/`, { totp_code: await nextCode() });
  expect(answer.status).toBe(200);
  return answer.body.recovery_codes;
}
const events = async () =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ event: string | null }>(
        sql`select action_details->>'event' as event from audit_log where actor_id = ${person.id} order by id`,
      ),
    )
  ).map(({ event }) => event);

describe("enrolling", () => {
  test("gives a secret as text, address and QR code, and is enabled by its first code, with ten recovery codes", async () => {
    const started = await client.post(`${FACTOR}start/`);
    expect(started.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.body.otpauth_url).toContain(`secret=${started.body.secret}&`);
    expect(started.body.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    expect((await client.get(FACTOR)).body.is_enabled).toBe(false);
    const wrong = await client.post(`${FACTOR}enable/`, { totp_code: "000000" });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["totp_code"]]);

    const code = await nextCode();
    const answer = await client.post(`${FACTOR}enable/`, {
      totp_code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(answer.status).toBe(200);
    expect(new Set(answer.body.recovery_codes)).toHaveProperty("size", 10);
    // 26 characters of five bits: 128 bits, so that a plain hash of them may be kept.
    for (const one of answer.body.recovery_codes) expect(one).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
    expect((await client.get(FACTOR)).body).toMatchObject({ is_enabled: true, recovery_codes_left: 10 });
    expect(await events()).toEqual(["Second facteur activé"]);
    await app.drainJobs();
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "Le second facteur est activé"],
    ]);
    expect((await client.post(`${FACTOR}start/`)).status).toBe(409);
  });

  test("keeps neither the secret nor a recovery code in clear", async () => {
    const codes = await enable();
    const kept = JSON.stringify(
      await app.inDatabase((tx) =>
        tx.many(sql`
          select f::text as row from second_factor f union all select c::text from recovery_code c
          union all select a::text from audit_log a`),
      ),
    );
    expect(kept).not.toContain((await secret()).toString("hex"));
    for (const code of codes)
      expect(kept).not.toContain(Buffer.from(code.replaceAll("-", "")).toString("hex"));
  });

  test("needs a sign-in of the last quarter of an hour: a stolen session locks nobody out", async () => {
    await set(
      sql`update user_session set created_at = ${new Date(app.clock.now().getTime() - 16 * 60_000)} where user_id = ${person.id}`,
    );
    const answer = await client.post(`${FACTOR}start/`);
    expect([answer.status, answer.body.code]).toEqual([403, "fresh_sign_in_required"]);
  });

  test("begun in two tabs of one session is one: the code of either enables it; another session begins its own", async () => {
    const [one, two] = await Promise.all([client.post(`${FACTOR}start/`), client.post(`${FACTOR}start/`)]);
    expect(one.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(two.body).toEqual(one.body);
    const elsewhere = await app.as(person);
    await set(sql`update user_session set created_at = ${app.clock.now()} where user_id = ${person.id}`);
    const other = await elsewhere.post(`${FACTOR}start/`);
    expect([other.status, other.body.secret]).not.toEqual([200, one.body.secret]);
    expect((await client.post(`${FACTOR}start/`)).body.secret).not.toBe(one.body.secret);
    expect((await client.post(`${FACTOR}enable/`, { totp_code: await nextCode() })).status).toBe(200);
  });

  test("is over after a quarter of an hour", async () => {
    await client.post(`${FACTOR}start/`);
    app.clock.advance(16 * 60_000);
    const answer = await client.post(`${FACTOR}enable/`, { totp_code: await nextCode() });
    expect([answer.status, answer.body.code]).toEqual([409, "second_factor_not_started"]);
  });
});

describe("an enrolment whose answer was lost (SEC-24)", () => {
  const repeat = (code: string, as = client) => as.post(`${FACTOR}enable/`, { totp_code: code });
  test("is repeated by the next code: other recovery codes are answered, and those of before are good no more", async () => {
    const lost = await enable();
    const answer = await repeat(await nextCode());
    expect(answer.status).toBe(200);
    const shown: string[] = answer.body.recovery_codes;
    expect(new Set([...lost, ...shown])).toHaveProperty("size", 20);
    expect((await client.get(FACTOR)).body).toMatchObject({ is_enabled: true, recovery_codes_left: 10 });
    expect(await events()).toEqual(["Second facteur activé", "Codes de secours renouvelés"]);
    await app.drainJobs();
    expect(app.mails.map(({ subject }) => subject)).toEqual([
      "Le second facteur est activé",
      "De nouveaux codes de secours ont été créés",
    ]);
    expect((await client.post(`${FACTOR}disable/`, { totp_code: lost[0] })).status).toBe(400);
    // It may be lost again.
    expect((await repeat(await nextCode())).status).toBe(200);
    expect((await client.post(`${FACTOR}disable/`, { totp_code: shown[0] })).status).toBe(400);
  });

  test("is not repeated by the code that was given: who saw it in passing gets nothing by it", async () => {
    await enable();
    const given = codeOf(await secret(), stepAt(app.clock.now()));
    const answer = await repeat(given);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["totp_code"]]);
  });

  test.each<[string, (lost: string[]) => Promise<TestClient>]>([
    ["from another session, which may be anybody's", () => app.as(person)],
    [
      "after ten minutes",
      async () => {
        app.clock.advance(10 * 60_000);
        return client;
      },
    ],
    [
      "once one of the recovery codes was used: somebody has seen them",
      async ([code = ""]) => {
        const hash = hashOf(code.replaceAll("-", ""));
        await set(sql`update recovery_code set used_at = ${app.clock.now()} where code_hash = ${hash}`);
        return client;
      },
    ],
  ])("is not repeated %s", async (_, prepare) => {
    const as = await prepare(await enable());
    const answer = await repeat(await nextCode(), as);
    expect([answer.status, answer.body.code]).toEqual([409, "second_factor_enabled"]);
  });

  test("counts wrong codes as everywhere, and takes no recovery code", async () => {
    const [lost = ""] = await enable();
    expect((await repeat(lost)).status).toBe(400);
    for (let time = 0; time < 5; time += 1) expect((await repeat("000000")).status).toBe(400);
    expect((await repeat(await nextCode())).status).toBe(429);
    expect((await client.get(FACTOR)).body.recovery_codes_left).toBe(10);
  });
});

describe("recovery codes", () => {
  const renew = (code: string) => client.post(`${FACTOR}recovery-codes/`, { totp_code: code });

  test("are made anew by a code, which is mailed; those of before are good no more", async () => {
    const [before = "", other = ""] = await enable();
    app.clock.advance(HOUR);
    client = await app.as(person);
    const answer = await renew(before);
    expect(answer.status).toBe(200);
    expect((await client.get(FACTOR)).body.recovery_codes_left).toBe(10);
    expect(await events()).toContain("Codes de secours renouvelés");
    await app.drainJobs();
    expect(app.mails.at(-1)?.text).toContain("les précédents ne sont plus valables");
    expect((await renew(other)).status).toBe(400);
    expect((await renew(answer.body.recovery_codes[0])).status).toBe(200);
  });

  test("are not made by a wrong code, nor without a second factor", async () => {
    expect((await renew("123456")).status).toBe(400);
    await enable();
    for (let time = 0; time < 5; time += 1) expect((await renew("000000")).status).toBe(400);
    expect((await renew(await nextCode())).status).toBe(429);
  });
});

describe("a code", () => {
  test("removes the second factor, which is mailed; a code that was used does not", async () => {
    await enable();
    const used = codeOf(await secret(), stepAt(app.clock.now()));
    expect((await client.post(`${FACTOR}disable/`, { totp_code: used })).status).toBe(400);
    const answer = await client.post(`${FACTOR}disable/`, { totp_code: await nextCode() });
    expect([answer.status, answer.body]).toEqual([
      200,
      { is_enabled: false, enabled_at: null, recovery_codes_left: 0 },
    ]);
    expect(await events()).toEqual(["Second facteur activé", "Second facteur désactivé"]);
    await app.drainJobs();
    expect(app.mails.at(-1)?.subject).toBe("Le second facteur est désactivé");
  });

  test("of recovery works once", async () => {
    const [code = "", other = ""] = await enable();
    app.clock.advance(72 * HOUR);
    client = await app.as(person);
    await client.patch(PROFILE, { iban: NEW });
    expect((await client.post(CONFIRM, { totp_code: code.toLowerCase() })).status).toBe(200);
    expect((await client.get(FACTOR)).body.recovery_codes_left).toBe(9);
    expect((await client.post(`${FACTOR}disable/`, { totp_code: code })).status).toBe(400);
    expect(await events()).toContain("Code de secours utilisé");
    expect((await client.post(`${FACTOR}disable/`, { totp_code: other })).status).toBe(200);
  });

  test("of recovery with sixteen characters, as they were given first, is still good", async () => {
    await enable();
    await set(
      sql`insert into recovery_code (user_id, code_hash) values (${person.id}, ${hashOf("ABCDEFGH234567QR")})`,
    );
    expect((await client.post(`${FACTOR}disable/`, { totp_code: "ABCD-EFGH-2345-67QR" })).status).toBe(200);
  });

  test("is looked at no more for a quarter of an hour after five wrong ones, a right one neither", async () => {
    await enable();
    for (let time = 0; time < 5; time += 1)
      expect((await client.post(`${FACTOR}disable/`, { totp_code: "000000" })).status).toBe(400);
    const locked = await client.post(`${FACTOR}disable/`, { totp_code: await nextCode() });
    expect([locked.status, locked.headers["retry-after"]]).toEqual([429, "870"]);
    expect(await events()).toContain("Second facteur bloqué après des codes erronés");
    app.clock.advance(15 * 60_000);
    expect((await client.post(`${FACTOR}disable/`, { totp_code: await nextCode() })).status).toBe(200);
  });

  test("sent by many at once is taken once", async () => {
    await enable();
    app.clock.advance(72 * HOUR);
    client = await app.as(person);
    const code = await nextCode();
    const answers = await Promise.all(
      [NEW, NEW, NEW].map((iban) => client.patch(PROFILE, { iban, totp_code: code })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });
});

describe("signing in", () => {
  /** The token of a link that was just mailed. */
  const mailedToken = async (): Promise<string> => {
    await app.anonymous().post("/auth/login/", { email: person.email });
    await app.drainJobs();
    const mail = app.mails.findLast(({ to, text }) => to === person.email && text.includes("token="));
    return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  const verify = (body: object) => app.anonymous().post("/auth/login/verify/", body);
  /** Addresses of those of our people whose links signed nobody in. */
  const refusedSignIns = async () =>
    (
      await app.inDatabase((tx) =>
        tx.many<{ email: string }>(sql`
          select action_details->>'email' as email from audit_log
          where distributor_id = ${ours.id} and action_details->>'event' = 'refused_sign_in'`),
      )
    ).map(({ email }) => email);

  test("without a second factor asks for no code", async () => {
    expect((await verify({ token: await mailedToken() })).status).toBe(200);
  });

  test("with one asks for a code, and the link stays good until it comes", async () => {
    await enable();
    const token = await mailedToken();
    for (let time = 0; time < 2; time += 1) {
      const answer = await verify({ token });
      expect([answer.status, answer.body.code]).toEqual([400, "second_factor_required"]);
    }
    const wrong = await verify({ token, totp_code: "000000" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "second_factor_wrong"]);
    const code = await nextCode();
    const answer = await verify({ token, totp_code: code });
    expect([answer.status, answer.body.user.email]).toEqual([200, person.email]);
    expect((await verify({ token, totp_code: await nextCode() })).body.code).toBe("link_used");
    expect((await verify({ token: await mailedToken(), totp_code: code })).body.code).toBe(
      "second_factor_wrong",
    );
  });

  test("by the link of a registration asks for a code too, once its address is that of somebody with one", async () => {
    await enable();
    const email = `inscrite-${person.id}@distributeur.example`;
    await app.anonymous().post("/auth/register/", { email });
    await app.drainJobs();
    const token = /token=([\w-]+)/.exec(app.mails.find(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
    await set(sql`update app_user set email = ${email} where id = ${person.id}`);
    const sessions = () =>
      app.inDatabase((tx) => tx.many(sql`select from user_session where user_id = ${person.id}`));
    const before = (await sessions()).length;
    const refused = await verify({ token });
    expect([refused.status, refused.body.code]).toEqual([400, "second_factor_required"]);
    const wrong = await verify({ token, totp_code: "000000" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "second_factor_wrong"]);
    expect(await sessions()).toHaveLength(before);
    expect(await refusedSignIns()).toEqual([email]);
    const answer = await verify({ token, totp_code: await nextCode() });
    expect([answer.status, answer.body.user.id]).toEqual([200, person.id]);
  });

  test("works with a recovery code, and is limited", async () => {
    const [code = ""] = await enable();
    const token = await mailedToken();
    for (let time = 0; time < 4; time += 1) await verify({ token, totp_code: "000000" });
    expect((await verify({ token, totp_code: code })).status).toBe(200);
    const next = await mailedToken();
    for (let time = 0; time < 5; time += 1) await verify({ token: next, totp_code: "000000" });
    const locked = await verify({ token: next, totp_code: await nextCode() });
    expect([locked.status, Number(locked.headers["retry-after"]) > 0]).toEqual([429, true]);
  });

  test("counts no tries of who has no link", async () => {
    await enable();
    for (let time = 0; time < 6; time += 1)
      expect((await verify({ token: "inconnu", totp_code: "000000" })).body.code).toBe("link_invalid");
    expect((await verify({ token: await mailedToken(), totp_code: await nextCode() })).status).toBe(200);
  });
});

describe("a change of IBAN", () => {
  const seasoned = async () => {
    await enable();
    app.clock.advance(72 * HOUR);
    client = await app.as(person);
  };

  test("that waits is confirmed at once by a code", async () => {
    await seasoned();
    await client.patch(PROFILE, { iban: NEW });
    const answer = await client.post(CONFIRM, { totp_code: await nextCode() });
    expect([answer.status, answer.body]).toMatchObject([200, { iban: NEW, pending_iban: null }]);
    expect(await events()).toContain("Changement d’IBAN confirmé");
    await app.drainJobs();
  });

  test("by a code is the one that was read: of another one that waits by then nothing takes effect (SEC-17)", async () => {
    await seasoned();
    const colleague = await app.as(await app.inDatabase((tx) => aStaffUser(tx, ours)));
    await client.patch(PROFILE, { iban: NEW });
    const seen = { iban: NEW, secondary_iban: null };
    await colleague.patch(PROFILE, { iban: OTHER });
    const totp_code = await nextCode();
    const refused = await client.post(CONFIRM, { totp_code, seen });
    expect([refused.status, refused.body.code]).toEqual([409, "bank_details_replaced"]);
    expect((await client.get(PROFILE)).body).toMatchObject({ iban: OLD, pending_iban: OTHER });
    const answer = await client.post(CONFIRM, { totp_code, seen: { ...seen, iban: OTHER } });
    expect([answer.status, answer.body]).toMatchObject([200, { iban: OTHER, pending_iban: null }]);
    await app.drainJobs();
  });

  test("with a code beside it never waits, and is mailed all the same", async () => {
    await seasoned();
    const answer = await client.patch(PROFILE, { iban: NEW, totp_code: await nextCode() });
    expect([answer.status, answer.body]).toMatchObject([200, { iban: NEW, pending_bank_details: null }]);
    await app.drainJobs();
    expect(app.mails.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining("L’IBAN a changé"),
    );
  });

  test("of one field by a code leaves what waits of the other to be confirmed, by the links that were mailed", async () => {
    await seasoned();
    await set(
      sql`update distributor set secondary_iban = 'FR7610107001011234567890129' where id = ${ours.id}`,
    );
    await client.patch(PROFILE, { iban: NEW, secondary_iban: "BE68539007547034" });
    await app.drainJobs();
    const link = app.mails.findLast(({ to, text }) => to === person.email && text.includes("?token="))?.text;
    const french = "FR7630006000011234567890189";
    expect((await client.patch(PROFILE, { iban: french, totp_code: await nextCode() })).body).toMatchObject({
      iban: french,
      pending_iban: null,
      secondary_iban: "FR7610107001011234567890129",
      pending_secondary_iban: "BE68539007547034",
    });
    const token = /\?token=([\w-]+)/.exec(link ?? "")?.[1];
    // Nor does the link say that what the code overtook is confirmed.
    const settled = { state: "confirmed", changes: [{ field: "secondary_iban" }] };
    expect(await client.post("/onboarding/bank-details/link/confirm/", { token })).toMatchObject({
      status: 200,
      body: settled,
    });
    expect((await client.post("/onboarding/bank-details/link/", { token })).body).toMatchObject(settled);
    expect((await client.get(PROFILE)).body).toMatchObject({
      iban: french,
      secondary_iban: "BE68539007547034",
    });
  });

  test("of the factor takes a code, and is mailed with the IBAN masked (BILL-20)", async () => {
    await seasoned();
    const INVOICING = "/onboarding/distributor/invoicing/";
    const factor = { factor_name: "Factor Nord", factor_iban: NEW };
    expect((await client.patch(INVOICING, { ...factor, totp_code: "000000" })).status).toBe(400);
    const answer = await client.patch(INVOICING, { ...factor, totp_code: await nextCode() });
    expect([answer.status, answer.body]).toMatchObject([200, factor]);
    await app.drainJobs();
    const mail = app.mails.find(({ subject }) => subject.startsWith("L’IBAN a changé"));
    expect(mail?.text).toContain("IBAN du factor");
    expect(mail?.text).not.toContain(NEW);
    const removal = await client.patch(INVOICING, { factor_name: "", factor_iban: "" });
    expect([removal.status, Object.keys(removal.body)]).toEqual([400, ["totp_code"]]);
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ["by a wrong code stays as it was", seasoned, 400],
    ["by a second factor that was enabled just now waits for the mail", enable, 403],
  ])("%s", async (_title, prepare, status) => {
    await prepare();
    await client.patch(PROFILE, { iban: NEW });
    const code = status === 400 ? "000000" : await nextCode();
    expect((await client.post(CONFIRM, { totp_code: code })).status).toBe(status);
    expect((await client.patch(PROFILE, { iban: NEW, totp_code: code })).status).toBe(status);
    expect((await client.get(PROFILE)).body).toMatchObject({ iban: OLD, pending_iban: NEW });
    await app.drainJobs();
  });

  test("by a second factor of somebody who is no administrator any more waits for the mail (SEC-22)", async () => {
    await seasoned();
    await client.patch(PROFILE, { iban: NEW });
    await app.inDatabase((tx) => aStaffUser(tx, ours));
    await set(sql`update app_user set role = 'accountant' where id = ${person.id}`);
    const code = await nextCode();
    expect((await client.post(CONFIRM, { totp_code: code })).status).toBe(403);
    expect((await client.patch(PROFILE, { iban: NEW, totp_code: code })).status).toBe(403);
    expect((await client.get(PROFILE)).body).toMatchObject({ iban: OLD, pending_iban: NEW });
    await app.drainJobs();
  });
});
