import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const NOBODY = { status: 404, body: { detail: "Élément introuvable.", code: "not_found" } };

interface Person {
  readonly id: number;
  readonly email: string;
}

let app: TestApp;
let superAdmin: TestClient;
let superAdminId: number;
/** Of a distributor of each test: its administrator and an accountant. */
let lumen: BuiltDistributor;
let boss: Person;
let clerk: Person;
let asBoss: TestClient;
let asClerk: TestClient;
/** An accountant of another one. */
let stranger: Person;

beforeAll(async () => {
  app = await createTestApp({ config: { trustProxy: true } });
  const admin = await app.inDatabase(aSuperAdmin);
  superAdminId = admin.id;
  superAdmin = await app.as(admin);
  stranger = await app.inDatabase(async (tx) =>
    aStaffUser(tx, await aDistributor(tx), { role: "accountant" }),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  app.mails.length = 0;
  lumen = await app.inDatabase((tx) => aDistributor(tx));
  boss = await anAdministrator();
  clerk = await app.inDatabase((tx) => aStaffUser(tx, lumen, { role: "accountant" }));
  asBoss = await app.as(boss);
  asClerk = await app.as(clerk);
});

const anAdministrator = (): Promise<Person> => app.inDatabase((tx) => aStaffUser(tx, lumen));
const disable = (client: TestClient, { id }: Person) => client.post(`/users/${id}/disable/`);
const enable = (client: TestClient, { id }: Person) => client.post(`/users/${id}/enable/`);
const listOf = async (client: TestClient, query = "") => (await client.get(`/users/${query}`)).body.results;
const entriesAbout = (email: string) =>
  app.inDatabase((tx) =>
    tx.many<{ actor_id: number; distributor_id: number; action_details: { action: string } }>(sql`
      select actor_id, distributor_id, action_details from audit_log
      where action_type = 'updated_user' and action_details ->> 'email' = ${email} order by id`),
  );
let network = 0;
/** Signs in by a mailed link, as a browser does. */
async function signIn({ email }: Person, userAgent = CHROME) {
  const from = { "x-forwarded-for": `203.0.113.${(network += 1)}`, "user-agent": userAgent };
  const token = await linkOf(email, from);
  const { body } = await app.anonymous().post("/auth/login/verify/", { token }, from);
  const bearer = { authorization: `Bearer ${body.token}` };
  return {
    refresh: () => app.anonymous().post("/auth/token/refresh/", { refresh: body.refresh }, from),
    get: (path: string) => app.anonymous().get(path, bearer),
    post: (path: string) => app.anonymous().post(path, undefined, bearer),
  };
}
async function linkOf(email: string, from: Record<string, string> = {}): Promise<string> {
  app.mails.length = 0;
  await app.anonymous().post("/auth/login/", { email }, from);
  await app.drainJobs("mail-link");
  return /token=([\w-]+)/.exec(app.mails[0]!.text)![1]!;
}
const verify = (token: string) => app.anonymous().post("/auth/login/verify/", { token });

describe("the people of a distributor", () => {
  test("are listed to its administrators and to super admins, and to nobody else", async () => {
    const people = await listOf(asBoss);
    expect(people.map(({ email }: Person) => email)).toEqual([boss.email, clerk.email]);
    expect(people[1]).toEqual({
      id: clerk.id,
      first_name: "Camille",
      last_name: "Rousseau",
      email: clerk.email,
      role: "accountant",
      system_role: "distributor_staff",
      distributor_id: lumen.id,
      is_onboarding_contact: false,
      disabled_at: null,
      last_used_at: expect.any(String),
      session_count: 1,
    });
    expect(await listOf(superAdmin, `?distributor=${lumen.id}`)).toEqual(people);
    expect((await asClerk.get("/users/")).status).toBe(403);
    expect((await asClerk.get(`/users/?distributor=${lumen.id}`)).status).toBe(403);
  });

  test("of another distributor are nobody's to its neighbour's administrators", async () => {
    expect(await asBoss.get("/users/?distributor=1")).toMatchObject(NOBODY);
    for (const path of ["disable", "enable", "end-sessions"])
      expect(await asBoss.post(`/users/${stranger.id}/${path}/`)).toMatchObject(NOBODY);
    expect(await asBoss.get(`/users/${stranger.id}/sessions/`)).toMatchObject(NOBODY);
  });

  test("do not include super admins for an administrator, though one has a place there", async () => {
    const admin = await app.inDatabase(aSuperAdmin);
    await app.inDatabase((tx) =>
      tx.run(sql`update app_user set distributor_id = ${lumen.id} where id = ${admin.id}`),
    );
    expect(await listOf(asBoss)).toHaveLength(2);
    expect(await listOf(superAdmin, `?distributor=${lumen.id}`)).toHaveLength(3);
    expect(await disable(asBoss, admin)).toMatchObject(NOBODY);
    expect((await disable(superAdmin, admin)).status).toBe(200);
  });
});

describe("who is disabled", () => {
  test("is out at once: sessions, links and links to come; the log says who did it", async () => {
    const session = await signIn(clerk);
    const pending = await linkOf(clerk.email);
    const answer = await disable(asBoss, clerk);
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({
        id: clerk.id,
        disabled_at: app.clock.now().toISOString(),
        session_count: 0,
      }),
    ]);
    expect((await session.get("/auth/user/")).status).toBe(401);
    expect((await session.refresh()).status).toBe(401);
    expect((await verify(pending)).body.code).toBe("link_invalid");
    expect(await entriesAbout(clerk.email)).toEqual([
      {
        actor_id: boss.id,
        distributor_id: lumen.id,
        action_details: { email: clerk.email, action: "Compte désactivé" },
      },
    ]);
  });

  test("comes back with a new link when enabled: what was open before stays closed", async () => {
    const session = await signIn(clerk);
    const pending = await linkOf(clerk.email);
    await disable(asBoss, clerk);
    const answer = await enable(asBoss, clerk);
    expect([answer.status, answer.body.disabled_at]).toEqual([200, null]);
    expect((await session.refresh()).status).toBe(401);
    expect((await verify(pending)).body.code).toBe("link_used");
    expect((await (await signIn(clerk)).get("/auth/user/")).status).toBe(200);
    expect((await entriesAbout(clerk.email)).map((entry) => entry.action_details.action)).toEqual([
      "Compte désactivé",
      "Compte réactivé",
    ]);
  });

  test("stays so, once, however often and by how many it is asked", async () => {
    const since = app.clock.now().toISOString();
    await Promise.all([disable(asBoss, clerk), disable(superAdmin, clerk), disable(asBoss, clerk)]);
    app.clock.advance(60_000);
    const again = await disable(asBoss, clerk);
    expect([again.status, again.body.disabled_at]).toEqual([200, since]);
    expect(await entriesAbout(clerk.email)).toHaveLength(1);
    await Promise.all([enable(asBoss, clerk), enable(asBoss, clerk)]);
    expect(await entriesAbout(clerk.email)).toHaveLength(2);
  });

  test("is never oneself", async () => {
    await anAdministrator();
    const refused = await disable(asBoss, boss);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        detail:
          "Vous ne pouvez pas désactiver votre propre compte\u00a0: demandez-le à un autre administrateur.",
        code: "own_account",
      },
    ]);
    expect((await disable(superAdmin, { id: superAdminId, email: "" })).body.code).toBe("own_account");
  });

  test("is never a distributor's last administrator who may sign in, even for a super admin", async () => {
    const second = await anAdministrator();
    expect((await disable(superAdmin, second)).status).toBe(200);
    const refused = await disable(superAdmin, boss);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        detail:
          "C’est le dernier administrateur actif de ce distributeur\u00a0: il ne peut pas être désactivé.",
        code: "last_administrator",
      },
    ]);
    expect((await asBoss.get("/auth/user/")).status).toBe(200);
  });

  test("is one of two administrators who disable each other at once", async () => {
    const second = await anAdministrator();
    const asSecond = await app.as(second);
    const answers = await Promise.all([disable(asBoss, second), disable(asSecond, boss)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  test("gets no session by a sign-in at the same moment", async () => {
    const token = await linkOf(clerk.email);
    const [signedIn] = await Promise.all([verify(token), disable(asBoss, clerk)]);
    await enable(asBoss, clerk);
    const refresh = () => app.anonymous().post("/auth/token/refresh/", { refresh: signedIn.body.refresh });
    // Whichever came first: a link that is refused, or a session that is over.
    expect(signedIn.status === 200 ? (await refresh()).status : 401).toBe(401);
  });
});

describe("sessions", () => {
  test("are listed with where and when they were opened and last used; one's own first", async () => {
    await signIn(clerk);
    app.clock.advance(3_600_000);
    const phone = await signIn(clerk, "curl/8");
    app.clock.advance(60_000);
    await phone.refresh();
    const { results } = (await asClerk.get("/sessions/")).body;
    expect(results.map((each: { is_current: boolean }) => each.is_current)).toEqual([true, false, false]);
    const now = app.clock.now().getTime();
    const [here, onPhone, onLaptop] = [0, 60_000, 3_660_000].map((age) => new Date(now - age).toISOString());
    expect(results.slice(1)).toEqual([
      {
        id: expect.any(String),
        device: "",
        network: "203.0.113.x",
        created_at: onPhone,
        last_used_at: here,
        is_current: false,
      },
      expect.objectContaining({ device: "Chrome sur Linux", created_at: onLaptop, last_used_at: onLaptop }),
    ]);
    const seen = (await asBoss.get(`/users/${clerk.id}/sessions/`)).body.results;
    expect(seen).toHaveLength(3);
    expect(seen.some((session: { is_current: boolean }) => session.is_current)).toBe(false);
    expect((await superAdmin.get(`/users/${clerk.id}/sessions/`)).body.results).toHaveLength(3);
    expect((await asClerk.get(`/users/${boss.id}/sessions/`)).status).toBe(403);
  });

  test("end one by one: one's own without a word, another's in the log", async () => {
    const [laptop, phone] = [await signIn(clerk), await signIn(clerk)];
    const idOf = async (session: typeof laptop) =>
      (await session.get("/sessions/")).body.results[0].id as string;
    const [laptopId, phoneId] = [await idOf(laptop), await idOf(phone)];
    expect((await laptop.post(`/sessions/${phoneId}/end/`)).status).toBe(204);
    expect((await laptop.post(`/sessions/${phoneId}/end/`)).status).toBe(204);
    expect((await phone.get("/auth/user/")).status).toBe(401);
    expect((await phone.refresh()).status).toBe(401);
    expect(await entriesAbout(clerk.email)).toEqual([]);
    expect((await asBoss.post(`/sessions/${laptopId}/end/`)).status).toBe(204);
    expect((await asBoss.post(`/sessions/${laptopId}/end/`)).status).toBe(204);
    expect((await laptop.refresh()).status).toBe(401);
    expect((await entriesAbout(clerk.email)).map((entry) => entry.action_details.action)).toEqual([
      "Session fermée",
    ]);
  });

  test("of somebody else are nobody's", async () => {
    const session = await signIn(boss);
    const { id } = (await session.get("/sessions/")).body.results[0];
    expect(await asClerk.post(`/sessions/${id}/end/`)).toMatchObject(NOBODY);
    expect(await (await app.as(stranger)).post(`/sessions/${id}/end/`)).toMatchObject(NOBODY);
    expect(await asBoss.post("/sessions/pas-une-session/end/")).toMatchObject(NOBODY);
    expect((await session.refresh()).status).toBe(200);
  });

  test("end all but the one that asks, and nobody else's", async () => {
    const [laptop, phone] = [await signIn(clerk), await signIn(clerk)];
    const answer = await laptop.post("/sessions/end-others/");
    expect([answer.status, answer.body]).toEqual([200, { ended: 2 }]);
    expect((await laptop.post("/sessions/end-others/")).body).toEqual({ ended: 0 });
    expect((await phone.refresh()).status).toBe(401);
    expect((await laptop.refresh()).status).toBe(200);
    expect((await asBoss.get("/auth/user/")).status).toBe(200);
  });

  test("of a person are all ended by who manages them, once in the log", async () => {
    const session = await signIn(clerk);
    expect((await asBoss.post(`/users/${clerk.id}/end-sessions/`)).body).toEqual({ ended: 2 });
    expect((await asBoss.post(`/users/${clerk.id}/end-sessions/`)).body).toEqual({ ended: 0 });
    expect((await session.refresh()).status).toBe(401);
    expect(await entriesAbout(clerk.email)).toHaveLength(1);
  });
});
