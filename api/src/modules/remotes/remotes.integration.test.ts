import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RemoteRight } from "@bobine/contract/policy/remotes";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { publicPartOf, signatureOf } from "../shell/build-signature.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import { registryStore } from "../shell/registry-store.ts";
import { aRemoteBuild, type RemoteChanges } from "../shell/remote-build.testing.ts";

const REMOTE = "mfe-planning";
const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";
const KEY = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const TOKENS = "/onboarding/admin/remote-tokens/";

let folder: string;
let app: TestApp;
let asAdmin: TestClient;
let admin: { readonly id: number; readonly email: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bobine-remotes-"));
  app = await createTestApp({ config: { remoteKeys: { "mfe-signed": [publicPartOf(KEY)] } } });
  admin = await app.inDatabase((tx) => aSuperAdmin(tx));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  asAdmin = await app.as(admin);
});

const aToken = async (rights: readonly RemoteRight[], remotes: readonly string[] = [REMOTE]) => {
  const { status, body } = await asAdmin.post(TOKENS, { team: "Équipe Planning", remotes, rights });
  expect(status).toBe(201);
  return body as { id: number; token: string };
};

/** The files of a build, as the kit sends them. */
function bundleOf(
  changes: RemoteChanges = {},
  spoil: (files: Record<string, string>) => void = () => undefined,
) {
  const dist = aRemoteBuild(mkdtempSync(join(folder, "dist-")), {
    name: REMOTE,
    build: A,
    owner: "Équipe Planning",
    ...changes,
  });
  const files = Object.fromEntries(
    readdirSync(dist).map((name) => [name, readFileSync(join(dist, name)).toString("base64")]),
  );
  spoil(files);
  return JSON.stringify({ files });
}

/** As a machine asks: no cookie and no CSRF token. */
async function ask(method: "GET" | "POST", path: string, token: string | undefined, body?: object | string) {
  const isFile = typeof body === "string";
  const answer = await app.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(isFile
        ? { "content-type": "multipart/form-data; boundary=b" }
        : body
          ? { "content-type": "application/json" }
          : {}),
    },
    ...(body === undefined
      ? {}
      : {
          payload: isFile
            ? `--b\r\ncontent-disposition: form-data; name="build"; filename="build.json"\r\ncontent-type: application/json\r\n\r\n${body}\r\n--b--\r\n`
            : JSON.stringify(body),
        }),
  });
  return {
    status: answer.statusCode,
    body: (answer.body === "" ? {} : answer.json()) as Record<string, unknown>,
  };
}
const publish = (token: string | undefined, bundle: string, remote = REMOTE) =>
  ask("POST", `/remotes/${remote}/builds/`, token, bundle);
const decide = (token: string | undefined, body: object, remote = REMOTE) =>
  ask("POST", `/remotes/${remote}/decisions/`, token, body);
const audited = async () =>
  (
    await app.inDatabase((tx) =>
      tx.many<{
        actor_id: number | null;
        action_details: { remote?: string; decision?: string; reason?: string };
      }>(sql`select actor_id, action_details from audit_log where action_details ? 'remote' order by id`),
    )
  ).map(({ actor_id, action_details }) => ({ actor: actor_id, ...action_details }));

describe("SEC-26: the token of a team", () => {
  test("is said once, kept as a hash, and listed without what it is", async () => {
    const { id, token } = await aToken(["publish"]);
    expect(token).toMatch(/^bobine_rt_[\w-]{43}$/);
    const { body } = await asAdmin.get(TOKENS);
    const mine = (body.results as { id: number }[]).find((each) => each.id === id);
    expect(mine).toMatchObject({
      team: "Équipe Planning",
      remotes: [REMOTE],
      rights: ["publish"],
      last_used_at: null,
    });
    expect(JSON.stringify(body)).not.toContain(token);
    const rows = await app.inDatabase((tx) =>
      tx.many<{ row: string }>(sql`select t::text as row from remote_token t`),
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await audited())).not.toContain(token);
  });

  test("opens nothing without it, with another, after it is revoked, and as a session", async () => {
    const { id, token } = await aToken(["publish", "promote"]);
    const sentence = { detail: "Session expirée. Reconnectez-vous.", code: "token_not_valid" };
    for (const wrong of [undefined, "", "bobine_rt_x", `${token}x`, token.slice(0, -1), token.toUpperCase()])
      expect(await publish(wrong, bundleOf())).toMatchObject({ status: 401, body: { code: sentence.code } });
    expect((await ask("GET", "/onboarding/admin/remotes/", token)).status).toBe(401);
    expect((await publish(token, bundleOf())).status).toBe(200);
    expect((await asAdmin.post(`${TOKENS}${id}/revoke/`)).status).toBe(204);
    expect((await asAdmin.post(`${TOKENS}${id}/revoke/`)).status).toBe(204);
    expect((await publish(token, bundleOf())).status).toBe(401);
    expect((await asAdmin.post(`${TOKENS}999999/revoke/`)).status).toBe(404);
  });

  test("is for its remotes and its rights alone", async () => {
    const publisher = await aToken(["publish"]);
    const rescuer = await aToken(["rollback"]);
    await publish(publisher.token, bundleOf());
    expect((await publish(publisher.token, bundleOf({ name: "mfe-other" }), "mfe-other")).status).toBe(403);
    expect((await publish(rescuer.token, bundleOf())).status).toBe(403);
    expect((await decide(publisher.token, { decision: "promote", build: A })).status).toBe(403);
    expect((await decide(rescuer.token, { decision: "promote", build: A })).status).toBe(403);
    expect((await decide(rescuer.token, { decision: "retire", reason: "fin" })).status).toBe(403);
    expect((await ask("GET", "/remotes/mfe-other/", publisher.token)).status).toBe(403);
    // A build says itself whose it is.
    expect(await publish(publisher.token, bundleOf({ name: "mfe-other" }))).toMatchObject({
      status: 409,
      body: { code: "other_remote" },
    });
  });

  test("that may only roll back brings nothing that was never live: published, unknown to the log, or a canary that failed", async () => {
    const remote = "mfe-rescue";
    const all = await aToken(["publish", "promote", "rollback"], [remote]);
    const rescuer = await aToken(["rollback"], [remote]);
    const [good, bad, next, failed] = [A, B, "cccccccccccc", "dddddddddddd"];
    for (const build of [good, bad, next, failed])
      await publish(all.token, bundleOf({ name: remote, build }), remote);
    for (const build of [good, bad]) await decide(all.token, { decision: "promote", build }, remote);
    const { config, clock } = app.services;
    const storage = openRegistryStorage(config);
    const store = registryStore(storage, {}, config.secretKey);
    const by = { who: "essai", now: clock.now(), reason: "essai" };
    await store.canary(remote, failed, { share: 5 }, by);
    await store.takeBack(remote, failed, by, {});
    // Its files are there, and the log does not know it yet.
    const unknown = "eeeeeeeeeeee";
    for (const { key } of await storage.list(`${remote}/${next}/`)) {
      const content = new TextDecoder().decode(await storage.read(key));
      const copy = new TextEncoder().encode(content.replaceAll(next, unknown));
      await storage.write(key.replace(next, unknown), copy);
    }
    const back = (token: string, to: string) =>
      decide(token, { decision: "rollback", from: bad, to, reason: "x", force: true }, remote);
    for (const to of [next, failed, unknown])
      expect([to, (await back(rescuer.token, to)).status]).toEqual([to, 403]);
    expect((await back(rescuer.token, good)).body).toMatchObject({ state: { live: { build: good } } });
    // Who may promote may: the build is new, and is judged as one (FED-27).
    await decide(
      all.token,
      { decision: "rollback", from: good, to: failed, reason: "x", force: true },
      remote,
    );
    expect((await store.pointers())[remote]?.live).toMatchObject({ build: failed });
    expect((await store.pointers())[remote]?.live).not.toHaveProperty("isReturn");
  });

  test("is made by super admins, for names that remotes may have", async () => {
    const lumen = await app.inDatabase((tx) => aDistributor(tx));
    const asStaff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
    const wanted = { team: "Équipe", remotes: [REMOTE], rights: ["publish"] };
    expect((await asStaff.post(TOKENS, wanted)).status).toBe(403);
    for (const wrong of [
      { team: " " },
      { remotes: [] },
      { remotes: ["../x"] },
      { rights: [] },
      { rights: ["all"] },
    ])
      expect((await asAdmin.post(TOKENS, { ...wanted, ...wrong })).status).toBe(400);
  });
});

describe("FED-25: a team publishes over HTTP", () => {
  test("what it built, once, and the log and the audit log say who, from where and what", async () => {
    const { id, token } = await aToken(["publish", "promote", "rollback"]);
    expect(await publish(token, bundleOf({ build: B }))).toEqual({
      status: 200,
      body: { build: B, obstacles: [] },
    });
    expect((await publish(token, bundleOf({ build: B }))).status).toBe(200);
    const { body } = await ask("GET", `/remotes/${REMOTE}/`, token);
    expect((body["builds"] as { build: string }[]).filter(({ build }) => build === B)).toHaveLength(1);
    expect((body["log"] as object[])[0]).toMatchObject({
      who: `Équipe Planning (jeton ${id})`,
      action: "publish",
    });
    expect((await audited()).at(-1)).toMatchObject({
      actor: null,
      remote: REMOTE,
      decision: "Publication",
      build: B,
      team: "Équipe Planning",
      ip_address: "127.0.0.1",
    });
  });

  test("nothing that is no sound build: a changed file, one without a hash, no remote.json, no JSON", async () => {
    const { token } = await aToken(["publish"]);
    const evil = Buffer.from("evil()").toString("base64");
    const before = await audited();
    const wrong: [string, number][] = [
      [bundleOf({ build: "cccccccccccc" }, (files) => (files["remoteEntry.js"] = evil)), 409],
      [bundleOf({ build: "cccccccccccc" }, (files) => (files["more.js"] = evil)), 409],
      [bundleOf({ build: "cccccccccccc" }, (files) => delete files["remote.json"]), 409],
      [bundleOf({ build: "cccccccccccc" }, (files) => delete files["remoteEntry.js"]), 409],
      [bundleOf({ build: "cccccccccccc" }, (files) => (files["../x.js"] = evil)), 409],
      [JSON.stringify({ files: { "remote.json": "no base64!" } }), 400],
      [JSON.stringify({ files: [] }), 400],
      ["{", 400],
      ["", 400],
    ];
    for (const [bundle, status] of wrong)
      expect([bundle.slice(0, 60), (await publish(token, bundle)).status]).toEqual([
        bundle.slice(0, 60),
        status,
      ]);
    expect(await audited()).toEqual(before);
    const { body } = await ask("GET", `/remotes/${REMOTE}/`, token);
    expect(JSON.stringify(body["builds"])).not.toContain("cccccccccccc");
  });

  test("a build of 19 MB, which is a third more on its way, and none of more files or bytes than it may have", async () => {
    const { token } = await aToken(["publish"]);
    const ofSize = (megabytes: number) =>
      bundleOf({ build: "cccccccccccc", files: { "remoteEntry.js": "x".repeat(megabytes * 1024 * 1024) } });
    expect(await publish(token, ofSize(19))).toMatchObject({ status: 200, body: { build: "cccccccccccc" } });
    expect(await publish(token, ofSize(21))).toMatchObject({
      status: 413,
      body: { error: "Un build a 20 Mo au plus." },
    });
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.js`, ""]));
    expect(await publish(token, JSON.stringify({ files: many }))).toMatchObject({
      status: 400,
      body: { error: "Un build a 500 fichiers au plus." },
    });
    expect(await publish(token, JSON.stringify({ files: { [`${"x".repeat(300)}.js`]: "" } }))).toMatchObject({
      status: 400,
      body: { error: "Le nom d’un fichier a 300 caractères au plus." },
    });
  });

  test.each([
    ["a page", "help.html", "help.html is a page, which only the product gives"],
    ["a form that is made here", "remoteEntry.js.br", "remoteEntry.js.br can have no address"],
    ["a name that no address has", "logo 1@2x.png", "logo 1@2x.png can have no address"],
  ])("no build with %s, and says which file it is (FED-35)", async (_what, name, sentence) => {
    const { token } = await aToken(["publish"]);
    const files = { "remoteEntry.js": "entry()", [name]: "x" };
    expect(await publish(token, bundleOf({ build: "cccccccccccc", files }))).toMatchObject({
      status: 409,
      body: { code: "build_refused", detail: expect.stringContaining(`${REMOTE}: ${sentence}`) },
    });
  });

  test("a remote whose team has a key in signed builds alone", async () => {
    const { token } = await aToken(["publish"], ["mfe-signed"]);
    const unsigned = bundleOf({ name: "mfe-signed" });
    expect(await publish(token, unsigned, "mfe-signed")).toMatchObject({
      status: 409,
      body: { code: "build_refused" },
    });
    const signed = bundleOf({ name: "mfe-signed" }, (files) => {
      const manifest = Buffer.from(files["remote.json"] ?? "", "base64");
      files["remote.json.sig"] = Buffer.from(signatureOf(manifest, KEY)).toString("base64");
    });
    expect((await publish(token, signed, "mfe-signed")).status).toBe(200);
  });
});

describe("FED-25: decisions over HTTP", () => {
  test("promote, roll back from the bad build once, and retire with a reason", async () => {
    const { token } = await aToken(["publish", "promote", "rollback"], ["mfe-news"]);
    for (const build of [A, B]) await publish(token, bundleOf({ name: "mfe-news", build }), "mfe-news");
    const news = (body: object) => decide(token, body, "mfe-news");

    expect(await ask("GET", `/remotes/mfe-news/can-i-deploy/${B}/`, token)).toMatchObject({
      body: { build: B, obstacles: [] },
    });
    expect(await news({ decision: "promote", build: A })).toMatchObject({ body: { changed: true } });
    expect(await news({ decision: "promote", build: "aaaa" })).toMatchObject({ body: { changed: false } });
    expect((await news({ decision: "promote", build: B })).body).toMatchObject({
      changed: true,
      state: { live: { build: B, by: "operator" }, previous: A, owner: "Équipe Planning" },
    });
    expect((await news({ decision: "rollback", from: B })).status).toBe(400);
    const incident = { decision: "rollback", from: B, reason: "page vide" };
    expect((await news(incident)).body).toMatchObject({ state: { live: { build: A } } });
    // The second of two people with one incident is told that it is done, and goes no further back.
    expect(await news(incident)).toMatchObject({
      status: 409,
      body: { detail: `Le build ${B} a déjà été quitté\u00a0: ${A} est en service.` },
    });
    expect((await news({ decision: "promote", build: B })).status).toBe(409);
    expect((await news({ decision: "promote", build: B, reason: "corrigé côté serveur" })).status).toBe(200);
    expect((await news({ decision: "retire", reason: "remplacé" })).body).toMatchObject({
      state: { live: null },
    });
    expect(
      (await audited())
        .filter(({ remote, decision }) => remote === "mfe-news" && decision !== undefined)
        .map(({ decision, reason }) => [decision, reason]),
    ).toEqual([
      ["Publication", undefined],
      ["Publication", undefined],
      ["Mise en service", undefined],
      ["Mise en service", undefined],
      ["Retour en arrière", "page vide"],
      ["Mise en service", "corrigé côté serveur"],
      ["Retrait", "remplacé"],
    ]);
  });

  test("one whose entry of the audit log was lost with its answer has it once it is asked again", async () => {
    const { id, token } = await aToken(["publish", "promote", "rollback"], ["mfe-lost"]);
    for (const build of [A, B]) await publish(token, bundleOf({ name: "mfe-lost", build }), "mfe-lost");
    const { config, clock } = app.services;
    const store = registryStore(openRegistryStorage(config), {}, config.secretKey);
    const by = (request: string) => ({ who: `Équipe Planning (jeton ${id})`, now: clock.now(), request });
    const lost = (body: object) => decide(token, body, "mfe-lost");
    const entries = async () =>
      (await audited()).filter(
        ({ remote, decision }) =>
          remote === "mfe-lost" && decision !== undefined && decision !== "Publication",
      );

    await lost({ decision: "promote", build: A });
    await store.promote("mfe-lost", B, by("lost-1"));
    for (const _ of [1, 2])
      expect(await lost({ decision: "promote", build: B })).toMatchObject({ body: { changed: false } });
    expect((await entries()).slice(1)).toMatchObject([
      { decision: "Mise en service", build: B, team: "Équipe Planning" },
    ]);
    await store.rollback("mfe-lost", { from: B }, { ...by("lost-2"), reason: "page vide" });
    for (const _ of [1, 2])
      expect((await lost({ decision: "rollback", from: B, reason: "page vide" })).status).toBe(409);
    expect((await entries()).slice(2)).toMatchObject([
      { decision: "Retour en arrière", build: B, reason: "page vide" },
    ]);
  });

  test("a canary that is there already changes nothing, whoever asks for it again, and in whatever order", async () => {
    const { token } = await aToken(["publish", "promote", "rollback"], ["mfe-again"]);
    for (const build of [A, B]) await publish(token, bundleOf({ name: "mfe-again", build }), "mfe-again");
    await decide(token, { decision: "promote", build: A }, "mfe-again");
    const canary = async (asked: object) =>
      (await decide(token, { decision: "canary", build: B, ...asked }, "mfe-again")).body["changed"];
    const lines = async () =>
      ((await ask("GET", "/remotes/mfe-again/", token)).body["log"] as object[]).length;
    const [one, other] = await app.inDatabase(async (tx) => [await aDistributor(tx), await aDistributor(tx)]);
    expect(await canary({ share: 5, distributors: [one.id, other.id] })).toBe(true);
    const [before, told] = [await lines(), (await audited()).length];
    expect(await canary({ share: 5, distributors: [other.id, one.id] })).toBe(false);
    expect([await lines(), (await audited()).length]).toEqual([before, told]);
    expect(await canary({ share: 5, distributors: [one.id] })).toBe(true);
    expect(await canary({ distributors: [one.id] })).toBe(true);
    expect(await canary({ distributors: [one.id] })).toBe(false);
    expect(await lines()).toBe(before + 2);
  });

  test("a canary ends as long as it is of the build that is named, in the console and by token", async () => {
    const { token } = await aToken(["publish", "promote", "rollback"], ["mfe-ending"]);
    const builds = [A, B, "cccccccccccc"];
    for (const build of builds) await publish(token, bundleOf({ name: "mfe-ending", build }), "mfe-ending");
    await decide(token, { decision: "promote", build: A }, "mfe-ending");
    await decide(token, { decision: "canary", build: "cccc", share: 5 }, "mfe-ending");
    const end = { decision: "end-canary", build: B };
    const refused = {
      status: 409,
      body: { detail: `Le build ${B} n’est pas à l’essai\u00a0: cccccccccccc l’est.` },
    };
    expect(await decide(token, end, "mfe-ending")).toMatchObject(refused);
    const path = "/onboarding/admin/remotes/mfe-ending/decisions/";
    expect(await asAdmin.post(path, end)).toMatchObject(refused);
    expect((await asAdmin.post(path, { ...end, build: "cccc" })).body).toMatchObject({
      changed: true,
      state: { canary: null },
    });
  });

  test("no canary for a distributor that does not exist, nor for nobody", async () => {
    const { token } = await aToken(["publish", "promote", "rollback"], ["mfe-canary"]);
    for (const build of [A, B]) await publish(token, bundleOf({ name: "mfe-canary", build }), "mfe-canary");
    await decide(token, { decision: "promote", build: A }, "mfe-canary");
    const canary = (asked: object) => decide(token, { decision: "canary", build: B, ...asked }, "mfe-canary");
    const lumen = await app.inDatabase((tx) => aDistributor(tx));
    expect(await canary({ distributors: [lumen.id, 987_654] })).toMatchObject({
      status: 400,
      body: { distributors: ["Aucun distributeur n’a l’identifiant 987654."] },
    });
    expect((await canary({})).status).toBe(400);
    expect((await canary({ distributors: [lumen.id], share: 5 })).body).toMatchObject({
      state: { canary: { build: B, share: 5, distributors: [lumen.id] } },
    });
    expect((await audited()).at(-1)).toMatchObject({
      decision: "Essai par une partie des utilisateurs",
      audience: `5\u00a0% des utilisateurs et distributeur ${lumen.id}`,
    });
    const forced = { share: 5, force: true, reason: "essai" };
    expect((await canary(forced)).body).toMatchObject({ changed: true });
    expect((await audited()).at(-1)).toMatchObject({ forced: "Oui", reason: "essai" });
    expect((await decide(token, { decision: "end-canary" }, "mfe-canary")).body).toMatchObject({
      state: { canary: null },
    });
  });

  test("super admins see and decide about every remote in the console", async () => {
    const { token } = await aToken(["publish"], ["mfe-console"]);
    for (const build of [A, B]) await publish(token, bundleOf({ name: "mfe-console", build }), "mfe-console");
    const path = "/onboarding/admin/remotes/";
    const decided = await asAdmin.post(`${path}mfe-console/decisions/`, { decision: "promote", build: B });
    expect(decided.body).toMatchObject({ changed: true, state: { live: { build: B } } });
    const { body } = await asAdmin.get(path);
    expect((body.results as { name: string }[]).find(({ name }) => name === "mfe-console")).toMatchObject({
      owner: "Équipe Planning",
      live: { build: B },
      builds: [{ state: "live" }, { state: "published" }],
    });
    const log = await asAdmin.get(`${path}mfe-console/log/`);
    expect(log.body.results[0]).toMatchObject({ who: admin.email, action: "promote", build: B });
    expect((await audited()).at(-1)).toMatchObject({ actor: admin.id, decision: "Mise en service" });
  });
});
