import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30", config: { trustProxy: true } });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());
let address = 0;
let from: Record<string, string>;
beforeEach(() => {
  app.mails.length = 0;
  // Each test calls from an address of its own, and spends its own share of the limits.
  from = { "x-forwarded-for": `198.51.100.${(address += 1)}` };
  // Past the limits of the test before.
  app.clock.advance(16 * 60_000);
});

const DETAIL =
  "Un lien vient d’être envoyé à cette adresse. Ouvrez-le pour terminer votre inscription ou vous connecter.";
let serial = 0;
const newEmail = (): string => `nouvelle-${(serial += 1)}@distributeur.example`;
const ask = (body: object) => app.anonymous().post("/auth/register/", body, from);
const verify = (token: string, client = app.anonymous()) =>
  client.post("/auth/login/verify/", { token }, from);
const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)![1]!;
async function mailedToken(email: string): Promise<string> {
  await app.drainJobs("mail-link");
  expect(app.mails.some((mail) => mail.to === email)).toBe(true);
  return tokenIn(app.mails.findLast((mail) => mail.to === email)!.text);
}
const accounts = (email: string) =>
  app.inDatabase((tx) =>
    tx.many<{ name: string; role: string; onboarding_status: string; company: string }>(sql`
      select d.id, d.name, d.onboarding_status, d.automation_on, u.role, u.system_role, u.is_onboarding_contact, u.company, u.first_name
      from app_user u join distributor d on d.id = u.distributor_id where u.email = ${email}`),
  );

test("the mailed link makes the distributor and its administrator, and signs in; nothing is made before", async () => {
  const email = newEmail();
  const answer = await ask({ email, first_name: "Inès", last_name: "Marchand", company: "Films du Quai" });
  expect([answer.status, answer.body]).toEqual([200, { detail: DETAIL }]);
  const token = await mailedToken(email);
  expect(app.mails[0]).toMatchObject({ to: email, subject: "Confirmez votre inscription" });
  expect(app.mails[0]!.text).toContain("Bonjour Inès,");
  expect(await accounts(email)).toEqual([]);

  const signedIn = await verify(token);
  expect(signedIn.status).toBe(200);
  expect(signedIn.body.user).toMatchObject({
    email,
    first_name: "Inès",
    last_name: "Marchand",
    company: "Films du Quai",
    system_role: "distributor_staff",
  });
  const [account] = await accounts(email);
  expect(account).toMatchObject({
    name: "Films du Quai",
    role: "admin",
    is_onboarding_contact: true,
    automation_on: false,
    onboarding_status: "email_verified",
  });
  const console = (await admin.get("/onboarding/admin/distributors/")).body as { admin_email: string }[];
  expect(console.find((row) => row.admin_email === email)).toMatchObject({
    onboarding_progress_percentage: 15,
    validation_status: "prospect",
    user_count: 1,
  });
  expect((await verify(token)).body.error).toBe("Ce lien a déjà été utilisé.");
});

test("with the address alone, the profile asks for the rest", async () => {
  const email = newEmail();
  await ask({ email: email.toUpperCase() });
  const { body } = await verify(await mailedToken(email));
  expect(body.user).toMatchObject({ email, first_name: "", company: "" });
  expect(await accounts(email)).toMatchObject([{ name: email }]);
});

test("who has an account is mailed a sign-in link, a disabled one nothing; all are answered the same", async () => {
  const [known, gone] = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    const users = [await aStaffUser(tx, distributor), await aStaffUser(tx, distributor)];
    await tx.run(sql`update app_user set disabled_at = now() where id = ${users[1]!.id}`);
    return users;
  });
  const answers = [];
  for (const email of [known!.email, gone!.email, newEmail()])
    answers.push(await ask({ email, company: "Autre" }));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  const token = await mailedToken(known!.email);
  expect(app.mails).toHaveLength(2);
  expect(app.mails.find((mail) => mail.to === known!.email)!.subject).toBe("Votre lien de connexion");
  expect((await verify(token)).body.user.company).not.toBe("Autre");
});

test("many links to one address make one account, also when they are opened at once", async () => {
  const email = newEmail();
  for (let count = 0; count < 4; count += 1) await ask({ email, company: "Une seule" });
  await app.drainJobs("mail-link");
  expect(app.mails).toHaveLength(4);
  const answers = await Promise.all(app.mails.map((mail) => verify(tokenIn(mail.text))));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  expect(await accounts(email)).toHaveLength(1);
});

test("the sixth request of one address within a quarter of an hour mails nothing", async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ email })));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(answers.filter((answer) => answer.body.wait_seconds === undefined)).toHaveLength(4);
  await app.drainJobs("mail-link");
  expect(app.mails).toHaveLength(5);
});

test("a link is good for a quarter of an hour: another registration is asked for, a link to sign in once there is an account", async () => {
  const email = newEmail();
  await ask({ email });
  const token = await mailedToken(email);
  app.clock.advance(15 * 60_000);
  expect((await verify(token)).body).toEqual({
    error: "Ce lien d’inscription a expiré. Demandez-en un autre.",
    code: "registration_expired",
  });
  expect(await accounts(email)).toEqual([]);
  await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx), { email }));
  expect((await verify(token)).body.code).toBe("link_expired");
});

test("an address that became a user's meanwhile signs that user in, and makes nothing", async () => {
  const email = newEmail();
  await ask({ email, company: "Trop tard" });
  const token = await mailedToken(email);
  const user = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx), { email }));
  expect((await verify(token)).body.user.id).toBe(user.id);
  expect(await accounts(email)).toHaveLength(1);
});

test("a sign-in ends the links of registrations that the person also asked for, and the other way round", async () => {
  const email = newEmail();
  await ask({ email });
  const registering = await mailedToken(email);
  await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx), { email }));
  const signingIn = async () => {
    app.mails.length = 0;
    await app.anonymous().post("/auth/login/", { email }, from);
    return mailedToken(email);
  };
  expect((await verify(await signingIn())).status).toBe(200);
  expect((await verify(registering)).body.code).toBe("link_used");

  const second = newEmail();
  await ask({ email: second });
  const first = await mailedToken(second);
  await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx), { email: second }));
  app.mails.length = 0;
  await app.anonymous().post("/auth/login/", { email: second }, from);
  const link = await mailedToken(second);
  expect((await verify(first)).status).toBe(200);
  expect((await verify(link)).body.code).toBe("link_used");
});

test("the link of somebody else is refused to who is signed in, and stays good", async () => {
  const email = newEmail();
  await ask({ email });
  const token = await mailedToken(email);
  const other = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
  expect((await verify(token, other)).body.error).toBe("User is already logged in as another user.");
  expect((await verify(token)).status).toBe(200);
});

describe("nothing but the four fields is taken", () => {
  test.each([
    [{ system_role: "super_admin" }, "system_role"],
    [{ role: "admin" }, "role"],
    [{ distributor_id: 1 }, "distributor_id"],
    [{ automation_on: true }, "automation_on"],
    [{ first_name: "Inès\nBcc: a@b.example" }, "first_name"],
    [{ company: "x".repeat(201) }, "company"],
    [{ email: "personne" }, "email"],
    [{ email: "a@b.example\r\nBcc: c@d.example" }, "email"],
  ])("not %j", async (fields, field) => {
    const answer = await ask({ email: newEmail(), ...fields });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });
});

test("what is written stays text in the mail", async () => {
  const email = newEmail();
  await ask({ email, first_name: '<img src="x">' });
  await mailedToken(email);
  expect(app.mails[0]!.html).toContain("&lt;img src=&quot;x&quot;&gt;");
});

describe("who may register", () => {
  const under = async <T>(
    registration: "open" | "request" | "closed",
    work: () => Promise<T>,
  ): Promise<T> => {
    const config = app.services.config as { registration: string };
    const before = config.registration;
    config.registration = registration;
    try {
      return await work();
    } finally {
      config.registration = before;
    }
  };
  const told = () => app.mails.filter((mail) => mail.subject === "Nouvelle demande d’inscription");
  const register = async (): Promise<string> => {
    const email = newEmail();
    await ask({ email, company: "Films du Quai" });
    expect((await verify(await mailedToken(email))).status).toBe(200);
    await app.drainJobs();
    return email;
  };

  test("on request, super admins are told of a proven address, once each, and of no other", async () => {
    const [super_admin, gone] = await app.inDatabase(async (tx) => [
      await aSuperAdmin(tx),
      await aSuperAdmin(tx),
    ]);
    await app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = now() where id = ${gone!.id}`));
    // Those of the tests before are told of first.
    await app.drainJobs();
    app.mails.length = 0;
    await ask({ email: newEmail(), company: "Jamais ouvert" });
    const email = await under("request", register);
    const recipients = told().map((mail) => mail.to);
    expect(recipients).toHaveLength(2);
    expect(recipients).toContain(super_admin!.email);
    expect(told()[0]!.text).toContain(`Films du Quai (${email})`);
    expect(told()[0]!.text).toContain("/super-admin?tab=prospects");
  });

  test("open, a prospect is made and nobody is told", async () => {
    await app.drainJobs();
    app.mails.length = 0;
    const email = await under("open", register);
    expect(await accounts(email)).toHaveLength(1);
    expect(told()).toEqual([]);
  });

  test("closed, the answer is the same and nothing makes an account; who has one is mailed a sign-in link", async () => {
    const user = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    const early = newEmail();
    await ask({ email: early });
    const token = await mailedToken(early);
    app.mails.length = 0;
    await under("closed", async () => {
      for (const email of [newEmail(), user.email]) {
        const answer = await ask({ email });
        expect([answer.status, answer.body]).toEqual([200, { detail: DETAIL }]);
      }
      await app.drainJobs("mail-link");
      expect(app.mails.map((mail) => [mail.to, mail.subject])).toEqual([
        [user.email, "Votre lien de connexion"],
      ]);
      expect((await verify(token)).body.error).toBe("Lien magique invalide. Veuillez réessayer.");
      app.clock.advance(15 * 60_000);
      expect((await verify(token)).body.code).toBe("link_invalid");
    });
    expect(await accounts(early)).toEqual([]);
  });
});
