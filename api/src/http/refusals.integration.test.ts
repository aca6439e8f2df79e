// What is told in the audit log of what was refused, and that HEAD leaves nothing in it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import sql from "sql-template-tag";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../testing/builders.ts";
import { contractRoutes } from "../../level/contract-routes.ts";
import { createTestApp, type TestApp, type TestClient } from "../testing/test-app.ts";
import { hashOf } from "./session.ts";
import { ROWS } from "../access/who-may-rows.testing.ts";
import { buildWorld } from "../access/who-may-world.testing.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let staff: TestClient;
let person: { id: number; email: string };

beforeAll(async () => {
  app = await createTestApp({ config: { trustProxy: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  lumen = await app.inDatabase((tx) => aDistributor(tx));
  person = await app.inDatabase((tx) => aStaffUser(tx, lumen));
  staff = await app.as(person);
});

interface Entry {
  actor_id: number | null;
  action_type: string;
  action_details: Record<string, unknown>;
}
const entries = (distributor: number | null = lumen.id) =>
  app.inDatabase((tx) =>
    tx.many<Entry>(sql`
      select actor_id, action_type, action_details from audit_log
      where distributor_id is not distinct from ${distributor} order by id`),
  );
const countAll = async () =>
  (await app.inDatabase((tx) => tx.one<{ count: number }>(sql`select count(*) from audit_log`))).count;

describe("a call that its person may not make", () => {
  test("is told with who asked for what, and nothing of its content", async () => {
    expect((await staff.post("/cinemas/", { name: "Palace secret" })).status).toBe(403);
    expect((await staff.get("/operations/jobs/")).status).toBe(403);
    const refused = (call: string) => ({
      actor_id: person.id,
      action_type: "other",
      action_details: {
        event: "refused_call",
        message: "Appel refusé\u00a0: droits insuffisants.",
        call,
      },
    });
    expect(await entries()).toEqual([refused("POST /cinemas/"), refused("GET /operations/jobs/")]);
  });

  test("is told too when only the handler can say so", async () => {
    const answer = await staff.patch("/onboarding/distributor/profile/", {
      communication_email: "autre@factures.bobine.example",
    });
    expect(answer.status).toBe(403);
    expect(await entries()).toMatchObject([
      { action_details: { call: "PATCH /onboarding/distributor/profile/" } },
    ]);
  });

  test("does not fill the log when it is made again and again", async () => {
    for (let n = 0; n < 51; n += 1) await staff.get("/operations/jobs/");
    const told = (await entries()).map(({ action_details }) => action_details["attempts"]);
    expect(told).toEqual([...Array<undefined>(10).fill(undefined), 20, 50]);
  });

  test("is nobody else's affair: without a session nothing is told", async () => {
    const before = await countAll();
    expect((await app.anonymous().get("/operations/jobs/")).status).toBe(401);
    expect(await countAll()).toBe(before);
  });
});

describe("a link that signs nobody in", () => {
  let address = 0;
  let from: Record<string, string>;
  beforeEach(() => {
    address += 1;
    from = { "x-forwarded-for": `203.0.${address}.7` };
  });
  const aLink = async (token: string, changes: { used?: boolean; expired?: boolean } = {}) => {
    const now = app.clock.now();
    await app.inDatabase((tx) =>
      tx.run(sql`insert into magic_link (user_id, token_hash, created_at, expires_at, used_at)
        values (${person.id}, ${hashOf(token)}, ${now}, ${new Date(now.getTime() + (changes.expired ? -1000 : 60_000))},
          ${changes.used ? now : null})`),
    );
    return token;
  };
  const verify = (token: string) => app.anonymous().post("/auth/login/verify/", { token }, from);

  test.each([
    ["used", { used: true }, "Connexion refusée\u00a0: lien déjà utilisé."],
    ["expired", { expired: true }, "Connexion refusée\u00a0: lien expiré."],
  ])(
    "because it is %s is told to its person's distributor, without its token",
    async (what, changes, message) => {
      const token = await aLink(`a-link-that-is-${what}-${person.id}`, changes);
      expect((await verify(token)).status).toBe(400);
      const told = await entries();
      expect(told).toEqual([
        {
          actor_id: null,
          action_type: "other",
          action_details: {
            event: "refused_sign_in",
            message,
            email: person.email,
            ip_address: `203.0.${address}.x`,
          },
        },
      ]);
      expect(JSON.stringify(told)).not.toContain(token);
    },
  );

  test("because its person is disabled is told as that", async () => {
    const token = await aLink(`a-link-of-somebody-disabled-${person.id}`);
    await app.inDatabase((tx) =>
      tx.run(sql`update app_user set disabled_at = now() where id = ${person.id}`),
    );
    expect((await verify(token)).status).toBe(400);
    expect(await entries()).toMatchObject([
      { action_details: { message: "Connexion refusée\u00a0: compte désactivé." } },
    ]);
  });

  test("because nobody made it is told without anybody's name, in nobody's log", async () => {
    const before = (await entries(null)).length;
    expect((await verify("x".repeat(43))).status).toBe(400);
    expect((await entries(null)).slice(before)).toEqual([
      {
        actor_id: null,
        action_type: "other",
        action_details: {
          event: "refused_sign_in",
          message: "Connexion refusée\u00a0: lien inconnu.",
          ip_address: `203.0.${address}.x`,
        },
      },
    ]);
    expect(await entries()).toEqual([]);
  });

  test("does not fill the log, from one address and from many", async () => {
    const before = (await entries(null)).length;
    for (let n = 0; n < 12; n += 1) await verify("y".repeat(43));
    expect((await entries(null)).length - before).toBe(10);
    const token = await aLink(`known-to-many-${person.id}`, { used: true });
    for (let n = 0; n < 12; n += 1) {
      from = { "x-forwarded-for": `198.51.${n}.1` };
      await verify(token);
    }
    expect(await entries()).toHaveLength(10);
  });
});

test("a HEAD of any address that GET has leaves nothing in the audit log", async () => {
  const world = await buildWorld(app);
  const admin = await app.inDatabase((tx) => aSuperAdmin(tx));
  const asked = [await app.bearerOf(world.a.staff), await app.bearerOf(admin, world.a.distributor.id)];
  const gets = ROWS.filter(({ call }) => call.startsWith("GET "));
  const routes = new Map((await contractRoutes()).map((route) => [`${route.method} ${route.path}`, route]));
  const statuses = new Map<string, number[]>();
  for (const row of gets) {
    const id = await row.target(app, world.a);
    const given = { app, id, kind: "own", mine: world.a, fresh: <T>(work: Promise<T>) => work } as const;
    const { params, query } = await row.request(given);
    const path = (routes.get(row.call)?.path ?? "").replaceAll(
      /:(\w+?)(?=\/|-|$)/g,
      (_, name: string) => params?.[name] ?? "1",
    );
    const made = await countAll();
    for (const headers of asked) {
      const answer = await app.app.inject({
        method: "HEAD",
        url: `/api/v1${path}${query ? `?${new URLSearchParams(query).toString()}` : ""}`,
        headers,
      });
      expect(answer.payload).toBe("");
      statuses.set(row.call, [...(statuses.get(row.call) ?? []), answer.statusCode]);
    }
    expect([row.call, await countAll()]).toEqual([row.call, made]);
  }
  for (const format of ["", "-b", "-c"])
    expect(statuses.get(`GET /exports/export-csv${format}/`)).toEqual([200, 200]);
});
