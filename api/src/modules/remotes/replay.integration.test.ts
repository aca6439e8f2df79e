import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildReport } from "@bobine/contract/build-reports";
import { hostBuildSchema, type Registry, registrySchema } from "@bobine/contract/registry";
import sql from "sql-template-tag";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { saveHostFiles } from "../shell/host-files.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import { type RegistryStore, registryStore } from "../shell/registry-store.ts";
import { readBuild } from "../shell/remote-build.ts";
import { aHostJson, aRemoteBuild, writeFiles } from "../shell/remote-build.testing.ts";
import { MOST_COMPOSITIONS } from "./build-reports.repository.ts";
import { idOfComposition } from "./build-reports.ts";

const REMOTE = "mfe-planning";
const [A, B] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
const OWN_HOST = "b6925dfed7df";
const PAGE = (name: string) =>
  `<!doctype html><title>${name}</title><script type="application/json" id="registry">__REGISTRY__</script>`;

let folder: string;
let app: TestApp;
let store: RegistryStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "bobine-replay-"));
  writeFiles(join(folder, "front/host/dist"), { "index.html": PAGE("now"), "host.json": aHostJson() });
  app = await createTestApp({ frontRoot: join(folder, "front") });
  store = registryStore(openRegistryStorage(app.services.config));
  const by = () => ({ who: "claire", now: app.clock.now(), reason: "page vide" });
  for (const build of [A, B]) {
    const dist = aRemoteBuild(mkdtempSync(join(folder, "dist-")), { name: REMOTE, build });
    await store.publish(await readBuild(dist), by());
    await store.promote(REMOTE, build, by());
  }
  await store.rollback(REMOTE, { from: B }, by());
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody's page with these builds has failed. @returns the id of its composition */
async function failedWith(
  host: string,
  builds: readonly string[],
  of: Parameters<typeof aDistributor>[1] = {},
): Promise<string> {
  const person = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx, of)));
  const composition = { host, remotes: { [REMOTE]: [...builds] } };
  const report: BuildReport = {
    composition,
    loads: [{ remote: REMOTE, build: B }],
    failures: [{ remote: REMOTE, build: B, stage: "render", kind: "render", supportCode: "PLA-7KQM-2XHD" }],
  };
  expect((await (await app.as(person)).post("/operations/build-reports/", report)).status).toBe(204);
  return idOfComposition(composition);
}
/** @returns the cookie that a super admin's browser gets */
async function opened(id: string): Promise<string> {
  const admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)));
  const answer = await admin.post(`/operations/compositions/${id}/open/`);
  expect(answer.status).toBe(204);
  const cookie = String(answer.headers["set-cookie"]);
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  return cookie.split(";")[0] ?? "";
}
async function page(path: string, cookie = ""): Promise<{ registry: Registry; title: string }> {
  const { payload } = await app.app.inject({
    method: "GET",
    url: path,
    headers: { accept: "text/html", ...(cookie === "" ? {} : { cookie }) },
  });
  const json = /<script type="application\/json" id="registry">([^]*?)<\/script>/.exec(payload)?.[1] ?? "";
  return {
    registry: registrySchema.parse(JSON.parse(json)),
    title: /<title>(.*?)<\/title>/.exec(payload)?.[1] ?? "",
  };
}
const buildsOf = ({ remotes }: Registry) => remotes.map(({ build, previous }) => [build, previous?.build]);

test("a super admin opens a page with the builds that a user had, whatever is live (FED-28)", async () => {
  const id = await failedWith(OWN_HOST, [B, A]);
  const cookie = await opened(id);
  const { registry } = await page(`/invoices?composition=${id}`, cookie);
  expect(buildsOf(registry)).toEqual([[B, A]]);
  expect(registry.replayed).toEqual({ id, missing: [] });
  // The pages without it, of the same browser, are those of everybody.
  const live = await page("/invoices", cookie);
  expect(buildsOf(live.registry)).toEqual([[A, undefined]]);
  expect(live.registry.replayed).toBeUndefined();
});

test("nobody else gets other builds by an address or by a cookie of their own (SEC-27)", async () => {
  const id = await failedWith(OWN_HOST, [B, A]);
  const cookie = await opened(id);
  const staff = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
  expect((await staff.post(`/operations/compositions/${id}/open/`)).status).toBe(403);
  const other = "0123456789abcdef";
  const [name, value = ""] = cookie.split("=");
  const later = String(Number(value.split(".")[1]) + 60);
  for (const [asked, given] of [
    [id, ""],
    [other, cookie],
    [id, `${name}=${value.slice(0, -2)}xx`],
    [id, `${name}=${[id, later, value.split(".")[2]].join(".")}`],
    [id, `${name}=${id}`],
  ] as const)
    expect((await page(`/?composition=${asked}`, given)).registry.replayed).toBeUndefined();
  app.clock.advance(16 * 60_000);
  expect((await page(`/?composition=${id}`, cookie)).registry.replayed).toBeUndefined();
});

test("no page is opened with a build that pages were never given, whatever a report says (SEC-27, FED-28)", async () => {
  const [never, tried] = ["cccccccccccc", "dddddddddddd"];
  const by = { who: "claire", now: app.clock.now(), reason: "essai" };
  for (const build of [never, tried])
    await store.publish(
      await readBuild(aRemoteBuild(mkdtempSync(join(folder, "dist-")), { name: REMOTE, build })),
      by,
    );
  await store.canary(REMOTE, tried, { share: 20 }, by);
  await store.endCanary(REMOTE, by);
  await failedWith(OWN_HOST, [never, tried, B]);
  // What is left of the report: a trial that has ended was given, too.
  const id = idOfComposition({ host: OWN_HOST, remotes: { [REMOTE]: [tried, B] } });
  expect(buildsOf((await page(`/?composition=${id}`, await opened(id))).registry)).toEqual([[tried, B]]);

  // Written down by a version that took everything.
  const old = "00000000000000aa";
  await app.inDatabase((tx) =>
    tx.run(sql`insert into page_composition (id, host, remotes, last_failed_at)
      values (${old}, ${OWN_HOST}, ${JSON.stringify({ [REMOTE]: [never, A] })}::jsonb, ${app.clock.now()})`),
  );
  const { registry } = await page(`/?composition=${old}`, await opened(old));
  expect([registry.remotes, registry.replayed?.missing]).toEqual([[], [`${REMOTE} ${never}`]]);
});

test("a host that was only published is opened by no composition", async () => {
  const build = "00000000feed";
  const dist = join(folder, "host-dist");
  writeFiles(dist, { "index.html": PAGE("published"), "host.json": aHostJson({ build }) });
  await saveHostFiles(
    store.storage,
    dist,
    hostBuildSchema.parse(JSON.parse(aHostJson({ build }))),
    app.clock.now(),
    {
      isServed: false,
    },
  );
  const id = await failedWith(build, [B]);
  const { title, registry } = await page(`/?composition=${id}`, await opened(id));
  expect([title, registry.replayed?.missing]).toEqual(["now", [`host ${build}`]]);
});

test("the page of somebody whom nobody has validated is opened by no super admin (SEC-27)", async () => {
  const id = await failedWith(OWN_HOST, [B, A], { validation_status: "prospect" });
  const admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)));
  expect((await admin.post(`/operations/compositions/${id}/open/`)).status).toBe(404);
});

test("where as many compositions are kept as may be, the one that failed longest ago goes, not the newest (FED-26)", async () => {
  const now = app.clock.now();
  await app.inDatabase((tx) =>
    tx.run(sql`insert into page_composition (id, host, remotes, last_failed_at)
      select lpad(to_hex(n), 16, '0'), ${OWN_HOST}, '{}', ${now}::timestamptz - make_interval(secs => n)
      from generate_series(1, ${MOST_COMPOSITIONS}::integer) n`),
  );
  const id = await failedWith(OWN_HOST, [B, A]);
  expect(await opened(id)).toContain(id);
  const kept = await app.inDatabase((tx) =>
    tx.one(sql`select count(*)::integer as count, bool_or(id = lpad(to_hex(${MOST_COMPOSITIONS}::integer), 16, '0')) as has_oldest
      from page_composition`),
  );
  expect(kept).toEqual({ count: MOST_COMPOSITIONS, has_oldest: false });
});

test("a host that was served before comes back with its page; what is gone is named", async () => {
  const before = "00000000beef";
  const unknown = "00000000dead";
  for (const [key, content] of [
    [`_host-pages/${before}.html`, PAGE("before")],
    [`_host-pages/${before}.json`, aHostJson({ build: before })],
    [
      `_host-lists/${before}.json`,
      JSON.stringify({ files: [], servedAt: "2026-11-01", since: "2026-11-01" }),
    ],
  ] as const)
    await store.storage.write(key, new TextEncoder().encode(content));
  const old = await failedWith(before, [B]);
  const replayed = await page(`/?composition=${old}`, await opened(old));
  expect([replayed.title, replayed.registry.host.build]).toEqual(["before", before]);

  const gone = await failedWith(unknown, [B]);
  const cookie = await opened(gone);
  await store.storage.remove(`${REMOTE}/${B}/remote.json`);
  const { title, registry } = await page(`/?composition=${gone}`, cookie);
  expect(title).toBe("now");
  expect(registry.replayed?.missing).toContain(`host ${unknown}`);
});

test("a composition that is not known does not exist", async () => {
  const admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)));
  expect((await admin.post("/operations/compositions/0123456789abcdef/open/")).status).toBe(404);
  expect((await admin.post("/operations/compositions/nothing/open/")).status).toBe(404);
});
