// Super admins need a second factor where others reach the product (SEC-24).
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { peopleCommand } from "../../cli/people-commands.ts";
import { UsageError } from "../../cli/area.ts";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { unseal } from "../second-factor/sealed-secret.ts";
import { codeOf, stepAt } from "../second-factor/totp.ts";

const FACTOR = "/auth/second-factor/";
const CONSOLE = "/onboarding/admin/distributors/";
type Person = { readonly id: number; readonly email: string };

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ config: { asksSecondFactor: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.drainJobs();
  app.clock.set("2026-11-30");
  app.mails.length = 0;
  admin = await app.inDatabase(aSuperAdmin);
});

/** Signs in by a mailed link. */
async function signedIn(person: Person, code?: string) {
  await app.anonymous().post("/auth/login/", { email: person.email });
  await app.drainJobs("mail-link");
  const mail = app.mails.findLast(({ to, text }) => to === person.email && text.includes("token="));
  const token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const answer = await app
    .anonymous()
    .post("/auth/login/verify/", { token, ...(code === undefined ? {} : { totp_code: code }) });
  const bearer = { authorization: `Bearer ${answer.body.token}` };
  const browser = app.anonymous();
  const client: Pick<TestClient, "get" | "post" | "patch"> = {
    get: (path) => browser.get(path, bearer),
    post: (path, body) => browser.post(path, body, bearer),
    patch: (path, body) => browser.patch(path, body, bearer),
  };
  return { answer, client };
}

async function codeFor(person: Person): Promise<string> {
  app.clock.advance(30_000);
  const { sealed_secret } = await app.inDatabase((tx) =>
    tx.one<{ sealed_secret: Buffer }>(
      sql`select sealed_secret from second_factor where user_id = ${person.id}`,
    ),
  );
  const secret = unseal(app.services.config.secretKey, person.id, sealed_secret);
  if (!secret) throw new Error("the secret does not open");
  return codeOf(secret, stepAt(app.clock.now()));
}

async function enabled(person: Person) {
  const { client } = await signedIn(person);
  expect((await client.post(`${FACTOR}start/`)).status).toBe(200);
  const answer = await client.post(`${FACTOR}enable/`, { totp_code: await codeFor(person) });
  expect(answer.status).toBe(200);
  return { client, recoveryCodes: answer.body.recovery_codes as string[] };
}

const actions = async (person: Person): Promise<(string | null)[]> =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ action: string | null }>(sql`
        select coalesce(action_details->>'action', action_details->>'event') as action from audit_log
        where action_details->>'email' = ${person.email} order by id`),
    )
  ).map(({ action }) => action);

describe("a super admin without a second factor", () => {
  test("who repeats an enrolment whose answer was lost has recovery codes, and a session that gave the code", async () => {
    const { client, recoveryCodes: lost } = await enabled(admin);
    const answer = await client.post(`${FACTOR}enable/`, { totp_code: await codeFor(admin) });
    expect(answer.status).toBe(200);
    expect(answer.body.recovery_codes).not.toEqual(lost);
    expect((await client.get("/auth/user/")).body.needs_second_factor).toBeUndefined();
    expect((await client.get(CONSOLE)).status).toBe(200);
  });

  test("gets no recovery codes for a session that gave no code of the factor", async () => {
    const before = (await signedIn(admin)).client;
    await enabled(admin);
    await app.inDatabase((tx) =>
      tx.run(sql`update user_session set revoked_at = null where user_id = ${admin.id}`),
    );
    const code = await codeFor(admin);
    for (const [path, refusal] of [
      ["enable", "second_factor_enabled"],
      ["recovery-codes", "second_factor_to_give"],
    ]) {
      const answer = await before.post(`${FACTOR}${path}/`, { totp_code: code });
      expect(answer.body.code).toBe(refusal);
    }
  });

  test("signs in as specified, and may do nothing but enable one", async () => {
    const { answer, client } = await signedIn(admin);
    expect([answer.status, Object.keys(answer.body).toSorted()]).toEqual([200, ["refresh", "token", "user"]]);
    expect(answer.body.user.needs_second_factor).toBe(true);
    const refused = await client.get(CONSOLE);
    expect([refused.status, refused.body.code]).toEqual([403, "second_factor_to_enable"]);
    expect(refused.body.detail).toContain("Activez-le dans INFOS COMPTE");
    for (const path of ["/sessions/", "/subscriptions/plans", "/audit-logs/", "/cinemas/"])
      expect([path, (await client.get(path)).status]).toEqual([path, 403]);
    expect((await client.patch("/auth/user/", { first_name: "Zoé" })).status).toBe(403);
    expect((await client.get("/auth/user/")).body.needs_second_factor).toBe(true);

    expect((await client.post(`${FACTOR}start/`)).status).toBe(200);
    expect((await client.get(CONSOLE)).status).toBe(403);
    expect((await client.post(`${FACTOR}enable/`, { totp_code: await codeFor(admin) })).status).toBe(200);
    expect((await client.get(CONSOLE)).status).toBe(200);
    expect((await client.get("/auth/user/")).body).not.toHaveProperty("needs_second_factor");
  });

  test("who enables one ends the sessions that a link alone has opened", async () => {
    const stolen = await signedIn(admin);
    await enabled(admin);
    expect((await stolen.client.get("/auth/user/")).status).toBe(401);
  });

  test("signs in with the code from then on, and may do all at once", async () => {
    await enabled(admin);
    expect((await signedIn(admin)).answer.body.code).toBe("second_factor_required");
    const { answer, client } = await signedIn(admin, await codeFor(admin));
    expect(answer.body.user).not.toHaveProperty("needs_second_factor");
    expect((await client.get(CONSOLE)).status).toBe(200);
  });

  test("who disables it is asked for another, in every session", async () => {
    const { client } = await enabled(admin);
    const other = await signedIn(admin, await codeFor(admin));
    expect((await client.post(`${FACTOR}disable/`, { totp_code: await codeFor(admin) })).status).toBe(200);
    for (const one of [client, other.client])
      expect((await one.get(CONSOLE)).body.code).toBe("second_factor_to_enable");
    await app.drainJobs();
    expect(app.mails.at(-1)?.text).toContain("il vous en sera demandé un autre");
  });

  test("of whom staff is made a super admin, signs in again with the code", async () => {
    const staff = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    const before = await signedIn(staff);
    await enabled(staff);
    await app.inDatabase((tx) =>
      tx.run(sql`update app_user set system_role = 'super_admin' where id = ${staff.id}`),
    );
    expect((await before.client.get(CONSOLE)).body.code).toBe("second_factor_to_give");
    const { client } = await signedIn(staff, await codeFor(staff));
    expect((await client.get(CONSOLE)).status).toBe(200);
  });

  test("staff are asked for none", async () => {
    const staff = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    const { answer, client } = await signedIn(staff);
    expect(answer.body.user).not.toHaveProperty("needs_second_factor");
    expect((await client.get("/onboarding/distributor/profile/")).status).toBe(200);
  });
});

describe("when app and recovery codes are lost", () => {
  const reset = (id: number) => `/users/${id}/reset-second-factor/`;

  test("another super admin takes the factor away by a code of their own: sessions and links end, it is mailed and logged, once", async () => {
    const { client } = await enabled(admin);
    const lost = await app.inDatabase(aSuperAdmin);
    const theirs = await enabled(lost);
    const listed = (await client.get(`${FACTOR}holders/`)).body.results as { email: string }[];
    expect(listed.map(({ email }) => email)).toEqual(expect.arrayContaining([admin.email, lost.email]));
    await app.drainJobs();

    const wrong = await client.post(reset(lost.id), { totp_code: "000000" });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ["totp_code"]]);
    expect((await theirs.client.get(CONSOLE)).status).toBe(200);
    const done = await client.post(reset(lost.id), { totp_code: await codeFor(admin) });
    expect([done.status, done.body.enabled_at]).toEqual([200, null]);
    expect((await theirs.client.get("/auth/user/")).status).toBe(401);
    const twice = await client.post(reset(lost.id), { totp_code: await codeFor(admin) });
    expect([twice.status, twice.body.enabled_at]).toEqual([200, null]);

    await app.drainJobs();
    const mails = app.mails.filter(({ to, subject }) => to === lost.email && subject.includes("désactivé"));
    expect(mails).toHaveLength(1);
    expect(await actions(lost)).toEqual([
      "Second facteur activé",
      "Second facteur retiré par un super administrateur",
    ]);
    expect((await signedIn(lost)).answer.body.user.needs_second_factor).toBe(true);
  });

  test("what somebody has only begun is no factor: it ends no session, and is neither mailed nor logged", async () => {
    await enabled(admin);
    const other = await app.inDatabase(aSuperAdmin);
    const begun = (await signedIn(other)).client;
    expect((await begun.post(`${FACTOR}start/`)).status).toBe(200);
    const { client } = await signedIn(admin, await codeFor(admin));
    await app.drainJobs();
    app.mails.length = 0;
    const before = await actions(other);
    const answer = await client.post(reset(other.id), {
      totp_code: await codeFor(admin),
    });
    expect([answer.status, answer.body.enabled_at]).toEqual([200, null]);
    await app.drainJobs();
    expect([app.mails, await actions(other)]).toEqual([[], before]);
    expect((await begun.post(`${FACTOR}enable/`, { totp_code: await codeFor(other) })).status).toBe(200);
  });

  test("nobody takes away their own so, nor that of nobody", async () => {
    const { client } = await enabled(admin);
    const own = await client.post(reset(admin.id), { totp_code: await codeFor(admin) });
    expect([own.status, own.body.code]).toEqual([409, "own_second_factor"]);
    expect((await client.post(reset(999_999_999), { totp_code: await codeFor(admin) })).status).toBe(404);
  });

  test("an administrator of a distributor takes none away", async () => {
    const [boss, colleague] = await app.inDatabase(async (tx) => {
      const ours = await aDistributor(tx);
      return [await aStaffUser(tx, ours), await aStaffUser(tx, ours)] as const;
    });
    const { client } = await enabled(boss);
    await enabled(colleague);
    expect((await client.post(reset(colleague.id), { totp_code: await codeFor(boss) })).status).toBe(403);
    expect((await client.get(`${FACTOR}holders/`)).status).toBe(403);
  });

  test("an operator does so on the machine", async () => {
    const theirs = await enabled(admin);
    const lines: string[] = [];
    const ops = (...args: string[]) =>
      peopleCommand(app.owner, args, (line) => lines.push(line), app.clock.now());
    await ops("second-factors");
    expect(lines).toContain(`${admin.email}, super admin: since 2026-11-30`);
    await ops("reset-second-factor", admin.email.toUpperCase());
    await ops("reset-second-factor", admin.email);
    expect(lines.slice(-2)).toEqual([
      `${admin.email} has no second factor any more, and is signed out everywhere.`,
      `${admin.email} had no second factor: nothing changed.`,
    ]);
    expect((await theirs.client.get("/auth/user/")).status).toBe(401);
    expect(await actions(admin)).toEqual(["Second facteur activé", "Second facteur retiré par un opérateur"]);
    await expect(ops("reset-second-factor", "personne@bobine.example")).rejects.toBeInstanceOf(UsageError);
    await expect(ops("reset-second-factor")).rejects.toBeInstanceOf(UsageError);
  });
});
