import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildReport } from "@bobine/contract/build-reports";
import type { RemoteState } from "@bobine/contract/remotes";
import sql from "sql-template-tag";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import { type RegistryStore, registryStore } from "../shell/registry-store.ts";
import { readBuild } from "../shell/remote-build.ts";
import { aRemoteBuild } from "../shell/remote-build.testing.ts";

const REMOTE = "mfe-planning";
const [A, B] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
const HOST = "0123456789ab";
const MINUTE = 60_000;
const REPORTS = "/operations/build-reports/";

let folder: string;
let app: TestApp;
let store: RegistryStore;
let admin: { readonly id: number; readonly email: string };
let staff: TestClient[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "bobine-reports-"));
  app = await createTestApp({ today: "2026-11-30" });
  store = registryStore(openRegistryStorage(app.services.config));
  admin = await app.inDatabase((tx) => aSuperAdmin(tx));
  const people = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    return [
      await aStaffUser(tx, distributor),
      await aStaffUser(tx, distributor),
      await aStaffUser(tx, distributor),
      await aStaffUser(tx, distributor),
    ];
  });
  staff = await Promise.all(people.map((person) => app.as(person)));
  await deploy(A);
  app.clock.advance(120 * MINUTE);
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const by = (reason?: string) => ({ who: "claire", now: app.clock.now(), ...(reason ? { reason } : {}) });
async function publish(build: string): Promise<void> {
  const dist = aRemoteBuild(mkdtempSync(join(folder, "dist-")), {
    name: REMOTE,
    build,
    owner: "Équipe Planning",
  });
  await store.publish(await readBuild(dist), by());
}
async function deploy(build: string): Promise<void> {
  await publish(build);
  await store.promote(REMOTE, build, by());
}

type Kind = BuildReport["failures"][number]["kind"];
const loaded = (build: string, ...before: string[]): BuildReport => ({
  composition: { host: HOST, remotes: { [REMOTE]: [build, ...before] } },
  loads: [{ remote: REMOTE, build }],
  failures: [],
});
const failed = (build: string, kind: Kind = "render"): BuildReport => ({
  ...loaded(build, A),
  failures: [{ remote: REMOTE, build, stage: "render", kind, supportCode: "PLA-7KQM-2XHD" }],
});
async function tell(client: TestClient | undefined, report: object, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { status } = await client!.post(REPORTS, report);
    expect(status).toBe(204);
  }
}
const live = async () => (await store.pointers())[REMOTE]?.live?.build;
async function stateNow(): Promise<RemoteState> {
  const { body } = await (await app.as(admin)).get("/onboarding/admin/remotes/");
  const found = (body as { results: RemoteState[] }).results.find(({ name }) => name === REMOTE);
  expect(found).toBeDefined();
  return found!;
}
const auditsOf = (build: string) =>
  app.inDatabase((tx) =>
    tx.many<{ action_type: string; action_details: Record<string, unknown> }>(
      sql`select action_type, action_details from audit_log where action_details ->> 'build' = ${build} order by id`,
    ),
  );

test("loads and failures are counted for each build, and the console tells them (FED-26)", async () => {
  await deploy(B);
  await tell(staff[0], loaded(B, A), 3);
  await tell(staff[1], failed(B));
  await tell(staff[1], failed(B, "network"));
  expect((await stateNow()).health).toEqual([
    {
      build: B,
      loads: 5,
      load_failures: 0,
      chunk_failures: 0,
      render_failures: 1,
      outside_failures: 1,
      composition: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  app.clock.advance(25 * 60 * MINUTE);
  expect((await stateNow()).health).toEqual([]);
});

test("what pages were never given is not counted, and what is no report is refused", async () => {
  await tell(staff[0], loaded("cccccccccccc"));
  await tell(staff[0], { ...loaded(A), loads: [{ remote: "mfe-unknown", build: A }] });
  // No page was ever given it.
  await publish(B);
  await tell(staff[0], failed(B));
  expect((await stateNow()).health).toEqual([]);
  const wrong: object[] = [
    { ...loaded(A), loads: Array.from({ length: 41 }, () => ({ remote: REMOTE, build: A })) },
    { ...failed(A), failures: [{ ...failed(A).failures[0], detail: "Claire Martin" }] },
    { ...loaded(A), composition: { host: "x", remotes: {} } },
  ];
  for (const body of wrong) expect((await staff[0]!.post(REPORTS, body)).status).toBe(400);
  expect((await app.anonymous().post(REPORTS, loaded(A))).status).toBe(401);
});

test("who was counted is kept as a hash, for two hours at most (SEC-27)", async () => {
  await deploy(B);
  await tell(staff[0], failed(B));
  const count = () =>
    app.inDatabase((tx) =>
      tx.one<{ count: number }>(sql`select count(*)::integer as count from build_witness`),
    );
  expect(await count()).toEqual({ count: 1 });
  app.clock.advance(121 * MINUTE);
  await app.inDatabase((tx) => app.services.jobs.enqueue(tx, { name: "bank-round", data: {} }));
  await app.drainJobs("bank-round");
  expect(await count()).toEqual({ count: 0 });
  expect((await stateNow()).health).toHaveLength(1);
});

test("a build that fails for several people in its first hour goes back by itself, once (FED-27)", async () => {
  await deploy(B);
  app.clock.advance(4 * MINUTE);
  for (const client of staff.slice(0, 3)) await tell(client, failed(B), 3);
  await app.drainJobs();
  expect(await live()).toBe(B);
  await Promise.all(staff.map((client) => tell(client, failed(B), 2)));
  // Two nodes have it, and one has died after the registry had decided: each does no more than what is missing.
  await app.inDatabase(async (tx) => {
    for (let time = 0; time < 2; time += 1)
      await app.services.jobs.enqueue(tx, { name: "take-build-back", data: { remote: REMOTE, build: B } });
  });
  await app.drainJobs();
  expect(await live()).toBe(A);

  const reason =
    /^\d+ chargements sur \d+ ont échoué \(100\u00a0%\), chez [34] personnes, dans l’heure qui a suivi sa mise en service\.$/;
  const log = (await store.ledger()).filter(({ action }) => action === "automatic-rollback");
  expect(log).toMatchObject([
    {
      who: "Bobine (pannes)",
      remote: REMOTE,
      build: A,
      reason: expect.stringMatching(reason),
      details: { from: B },
    },
  ]);
  expect(await auditsOf(B)).toMatchObject([
    {
      action_type: "system_action",
      action_details: {
        remote: REMOTE,
        decision: "Retour en arrière automatique",
        reason: expect.stringMatching(reason),
      },
    },
  ]);
  const mails = app.mails.filter(({ to }) => to === admin.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: `${REMOTE}\u00a0: retour automatique au build ${A}` });
  expect(mails[0]?.text).toContain(`Bobine a retiré le build ${B} de ${REMOTE}`);
  expect(mails[0]?.text).toMatch(/\/\?composition=[0-9a-f]{16}\n/);
  expect((await stateNow()).builds.find(({ build }) => build === B)?.state).toBe("failed");
});

test("a node that dies after the registry has decided leaves the rest to the next try", async () => {
  await deploy(B);
  for (const client of staff) await tell(client, failed(B), 3);
  await store.takeBack(REMOTE, B, by("pannes"), {});
  await app.drainJobs();
  expect(await live()).toBe(A);
  expect(await auditsOf(B)).toHaveLength(1);
  expect(app.mails.map(({ subject }) => subject)).toEqual([
    `${REMOTE}\u00a0: retour automatique au build ${A}`,
  ]);
});

test("nothing goes back that was decided an hour ago: a registry that was away so long is in other hands", async () => {
  await deploy(B);
  for (const client of staff) await tell(client, failed(B), 3);
  app.clock.advance(61 * MINUTE);
  await app.drainJobs();
  expect(await live()).toBe(B);
  expect(app.mails.at(-1)).toMatchObject({ subject: `${REMOTE} est en panne` });
  expect(app.mails.at(-1)?.text).toContain("n’a pas répondu pendant une heure");
});

test("what somebody has rolled back meanwhile is left to them", async () => {
  await deploy(B);
  for (const client of staff) await tell(client, failed(B), 3);
  await store.rollback(REMOTE, { from: B }, by("page vide"));
  await app.drainJobs();
  expect(await live()).toBe(A);
  expect(app.mails).toEqual([]);
  expect((await stateNow()).builds.find(({ build }) => build === B)?.state).toBe("withdrawn");
});

test("what the product took back comes back for who insists only, and is not judged again", async () => {
  await deploy(B);
  for (const client of staff) await tell(client, failed(B), 3);
  await app.drainJobs();
  expect(await live()).toBe(A);
  const asAdmin = await app.as(admin);
  const promote = (more: object) =>
    asAdmin.post(`/onboarding/admin/remotes/${REMOTE}/decisions/`, {
      decision: "promote",
      build: B,
      ...more,
    });
  const refused = await promote({ reason: "corrigé côté serveur" });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    detail: expect.stringContaining("retiré automatiquement après des pannes"),
  });
  expect((await promote({ force: true })).status).toBe(400);
  expect((await promote({ force: true, reason: "corrigé côté serveur" })).status).toBe(200);
  expect(await live()).toBe(B);
  expect((await store.ledger()).at(-1)).toMatchObject({
    details: { forced: ["Retiré automatiquement après des pannes."] },
  });
  for (const client of staff) await tell(client, failed(B), 5);
  await app.drainJobs();
  expect(await live()).toBe(B);
});

test("a canary that fails ends, and nobody else has noticed", async () => {
  await publish(B);
  await store.canary(REMOTE, B, { share: 100 }, by());
  for (const client of staff) await tell(client, failed(B, "integrity"), 3);
  await app.drainJobs();
  expect((await store.pointers())[REMOTE]).toMatchObject({ live: { build: A }, canary: null });
  expect(await auditsOf(B)).toMatchObject([{ action_details: { decision: "Fin automatique de l’essai" } }]);
  expect(app.mails.at(-1)?.text).toContain(`L’essai du build ${B} de ${REMOTE} est terminé`);
  await expect(store.canary(REMOTE, B, { share: 20 }, by("encore"))).rejects.toThrow("--force");
});

test("people who registered alone, or whom a canary is not for, take nothing back: their reports are only counted (SEC-27)", async () => {
  const strangers = await app.inDatabase(async (tx) => {
    const people = [];
    for (let index = 0; index < 4; index += 1)
      people.push(await aStaffUser(tx, await aDistributor(tx, { validation_status: "prospect" })));
    return people;
  });
  const clients = await Promise.all(strangers.map((person) => app.as(person)));
  await deploy(B);
  for (const client of clients) await tell(client, failed(B), 5);
  await app.drainJobs();
  expect(await live()).toBe(B);
  expect((await stateNow()).health).toMatchObject([{ build: B, render_failures: 20, composition: null }]);
  expect(app.mails).toEqual([]);

  const other = await app.inDatabase((tx) => aDistributor(tx));
  await publish("cccccccccccc");
  await store.canary(REMOTE, "cccccccccccc", { distributors: [other.id] }, by());
  for (const client of staff) await tell(client, failed("cccccccccccc"), 3);
  await app.drainJobs();
  expect((await store.pointers())[REMOTE]?.canary).toMatchObject({ build: "cccccccccccc" });
});

test.each([
  ["the network failed", "network"],
  ["the server failed", "server"],
  ["a developer's machine failed", "override"],
] as const)("nothing goes back when %s", async (_, kind) => {
  await deploy(B);
  for (const client of staff) await tell(client, failed(B, kind), 5);
  await app.drainJobs();
  expect(await live()).toBe(B);
  expect(app.mails).toEqual([]);
});

test("one broken browser takes nothing from a team, and neither does a build that is an hour old", async () => {
  await deploy(B);
  await tell(staff[0], failed(B), 60);
  for (const client of staff.slice(1)) await tell(client, loaded(B), 3);
  await app.drainJobs();
  expect(await live()).toBe(B);
  app.clock.advance(61 * MINUTE);
  const later = await Promise.all(
    (
      await app.inDatabase((tx) =>
        tx.many<{ id: number }>(sql`select id from app_user where system_role <> 'super_admin'`),
      )
    ).map((person) => app.as(person)),
  );
  for (const client of later) await tell(client, failed(B), 5);
  await app.drainJobs();
  expect(await live()).toBe(B);
});

test("a first build that fails stays, and super admins are told that there is nothing before it", async () => {
  await store.retire(REMOTE, by("remplacé"));
  await deploy(B);
  for (const client of staff) await tell(client, failed(B), 3);
  await app.drainJobs();
  expect(await live()).toBe(B);
  expect(app.mails.at(-1)).toMatchObject({ subject: `${REMOTE} est en panne` });
  expect(app.mails.at(-1)?.text).toContain("Aucun build n’a été en service avant celui-ci");
});

test("where the build before is damaged, the failing one stays, and super admins are told at once why", async () => {
  await deploy(B);
  const { folder: registry } = store.storage;
  const before = join(registry ?? "", REMOTE, A);
  for (const file of readdirSync(before))
    if (file.endsWith(".js")) writeFileSync(join(before, file), "broken");
  for (const client of staff) await tell(client, failed(B), 3);
  await app.drainJobs();
  expect(await live()).toBe(B);
  expect(app.mails.at(-1)?.text).toContain("Le build est refusé");
});
