import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { API_LEVEL } from "@bobine/contract/api-level";
import { isForCanary } from "@bobine/contract/remote-choice";
import { registrySchema } from "@bobine/contract/registry";
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runRemotesCommand } from "../../cli/remotes-commands.ts";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { publicPartOf } from "./build-signature.ts";
import { saveHostFiles } from "./host-files.ts";
import { openRegistryStorage } from "./open-registry-storage.ts";
import { registryStore, type RegistryStore } from "./registry-store.ts";
import { readHostBuild } from "./remote-build.ts";
import { aHostJson, aRemoteBuild, hashOf, writeFiles } from "./remote-build.testing.ts";

const PEM = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const OLD = "00000000aaaa";
const NEW = "00000000bbbb";
const LATER = "00000000cccc";
const TRIED = "00000000dddd";
const OTHER = "00000000eeee";
const NOW = new Date("2026-11-30T11:00:00Z");
const WHY = { who: "claire", now: NOW, reason: "la page est vide" };
const DAY_MS = 86_400_000;

let data: string;
let apps: TestApp[];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "bobine-hosts-"));
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(data, { recursive: true, force: true });
});

/** @param before as a browser sends it */
function cookieAfter(set: readonly { name: string; value: string }[], before: string | undefined) {
  const own = set.find(({ name }) => name === "bobine-host");
  if (own === undefined) return before;
  return own.value === "" ? undefined : `bobine-host=${own.value}`;
}

type Changes = Parameters<typeof aHostJson>[0] & { speaks?: string };
const indexOf = (build: string) => `<!doctype html><html><head><!-- preloads of the remote -->
<script type="application/json" id="registry">__REGISTRY__</script><script defer src="/assets/host/main.${build}.js"></script></head></html>`;
/** The folder of a built host. */
function builtHost(build: string, changes: Changes = {}, front = mkdtempSync(join(data, "front-"))): string {
  const files = { [`main.${build}.js`]: `start("${build}")`, "index.html": indexOf(build) };
  const hashes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, hashOf(text)]));
  const { speaks, ...said } = changes;
  const json = JSON.parse(aHostJson({ ...said, build, files: hashes })) as object;
  writeFiles(join(front, "host/dist"), { ...files, "host.json": JSON.stringify({ ...json, speaks }) });
  return front;
}

describe("FED-31: the host", () => {
  let config: Partial<TestApp["services"]["config"]>;
  let store: RegistryStore;
  beforeEach(() => {
    const registryUrl = pathToFileURL(join(data, "remotes")).href;
    config = { registryUrl };
    store = registryStore(openRegistryStorage({ registryUrl, s3: null }));
  });

  let port = 4000;
  /** A server of the installation with this host on its disk. */
  async function aServer(front: string, today = "2026-11-30", more: typeof config = {}): Promise<TestApp> {
    const app = await createTestApp({
      frontRoot: front,
      today,
      config: { ...config, ...more, port: (port += 1) },
    });
    apps.push(app);
    return app;
  }
  /** What a browser is given. */
  async function pageOf({ app }: TestApp, cookie?: string) {
    const headers = { accept: "text/html", ...(cookie === undefined ? {} : { cookie }) };
    const [page, head] = await Promise.all([
      app.inject({ url: "/invoices", headers }),
      app.inject({ url: "/registry/head", headers }),
    ]);
    const script = /src="\/assets\/host\/main\.(\w+)\.js"/.exec(page.payload)?.[1] ?? "";
    const file = await app.inject({ url: `/assets/host/main.${script}.js`, headers: { accept: "*/*" } });
    const registry = registrySchema.parse(
      JSON.parse(/id="registry">([^]*?)<\/script>/.exec(page.payload)?.[1] ?? "{}"),
    );
    expect(file.payload).toBe(`start("${script}")`);
    expect(registry.host.build).toBe(script);
    expect(head.json()).toEqual({ id: registry.id });
    return { host: script, registry, headers: page.headers };
  }
  const shownBy = async (app: TestApp, cookie?: string) => (await pageOf(app, cookie)).host;
  test("is rolled back on every server, also on one that starts with it, until somebody promotes it again", async () => {
    const before = await aServer(builtHost(OLD), "2026-11-20");
    const server = await aServer(builtHost(NEW));
    expect([await shownBy(before), await shownBy(server)]).toEqual([OLD, NEW]);
    const { registry } = await pageOf(server);

    expect(await store.rollback("host", { from: NEW }, WHY)).toBe(OLD);
    const after = await pageOf(server);
    expect([after.host, await shownBy(before)]).toEqual([OLD, OLD]);
    expect(after.registry.id).not.toBe(registry.id);
    expect(after.headers["cache-control"]).toBe("no-cache");
    expect(after.headers["integrity-policy"]).toBe("blocked-destinations=(script)");
    expect(await shownBy(await aServer(builtHost(NEW)))).toBe(OLD);

    await expect(store.rollback("host", { from: NEW }, WHY)).rejects.toThrow(
      `${NEW} was left at ${NOW.toISOString()} already`,
    );
    await expect(store.promote("host", NEW, { ...WHY, reason: undefined })).rejects.toThrow("--reason");
    expect(await store.promote("host", NEW, WHY)).toBe(true);
    expect([await shownBy(server), await shownBy(before)]).toEqual([NEW, NEW]);
    expect((await store.ledger()).map(({ action, remote, build }) => [action, remote, build])).toEqual([
      ["rollback", "host", OLD],
      ["promote", "host", NEW],
    ]);
  });

  test("is promoted for every server, and given up again", async () => {
    const server = await aServer(builtHost(OLD));
    const dist = join(builtHost(NEW), "host/dist");
    const printed: string[] = [];
    const run = (...args: string[]) =>
      runRemotesCommand(args, {
        store,
        who: "claire",
        now: NOW,
        print: (line) => printed.push(line),
        pathOf: (path) => path,
      });
    expect(await run("publish", dist)).toBe(0);
    expect(await shownBy(server)).toBe(OLD);
    expect(await run("can-i-deploy", "host", "00000000b")).toBe(0);
    expect(await run("promote", "host", "00000000b")).toBe(0);
    expect(await shownBy(server)).toBe(NEW);
    expect(await run("list")).toBe(0);
    expect(await run("retire", "host", "--reason", "les serveurs l’ont")).toBe(0);
    expect(await shownBy(server)).toBe(OLD);
    expect(printed).toEqual([
      `host ${NEW} is published.`,
      "Yes.",
      `host ${NEW} is live.`,
      expect.stringContaining("Registry "),
      "host",
      `  live      ${NEW} since ${NOW.toISOString()}`,
      `  previous  ${OLD}`,
      expect.stringContaining(`Build host ${OLD}`),
      expect.stringContaining(`Build host ${NEW}`),
      expect.stringContaining(`Host ${NEW} (contract 1.0.0)`),
      "Each server gives the host on its disk again, unless that was rolled back from; a trial that was running has ended.",
    ]);
    await expect(store.retire("host", WHY)).rejects.toThrow("no host is promoted");
    await expect(
      store.publish(aRemoteBuild(mkdtempSync(join(data, "d-")), { name: "host" }), WHY),
    ).rejects.toThrow("host is the name of the application");
  });

  test("is refused when it could not run what is live, or speak with this API, unless somebody insists", async () => {
    await store.publish(aRemoteBuild(mkdtempSync(join(data, "d-"))), WHY);
    await store.promote("mfe-finance", "0123456789ab", WHY);
    const server = await aServer(builtHost(OLD));
    for (const [build, changes, reason] of [
      [NEW, { shared: { react: "18.0.0" } }, "react"],
      [LATER, { speaks: "^99.0.0" }, "API"],
    ] as const) {
      await store.publishHost(join(builtHost(build, changes), "host/dist"), WHY);
      for (const decide of [
        () => store.promote("host", build, WHY),
        () => store.canary("host", build, { share: 50 }, WHY),
        () => store.rollback("host", { from: OLD, to: build }, WHY),
      ])
        await expect(decide()).rejects.toThrow(reason);
      expect((await store.canIDeployHost(build)).length).toBe(1);
    }
    expect(await store.promote("host", LATER, WHY, { force: true })).toBe(true);
    expect(await shownBy(server)).toBe(LATER);
    expect((await store.ledger()).at(-1)?.details).toMatchObject({
      forced: [expect.stringContaining("^99.0.0")],
    });
  });

  test("is rolled back from after a promotion if what servers have on their disks by then can run what is live, whatever they had before", async () => {
    await store.publish(aRemoteBuild(mkdtempSync(join(data, "d-"))), WHY);
    await store.promote("mfe-finance", "0123456789ab", WHY);
    const before = await aServer(builtHost(OLD));
    await store.publishHost(join(builtHost(NEW), "host/dist"), WHY);
    await store.promote("host", NEW, WHY);
    await before.close();
    apps = apps.filter((app) => app !== before);
    const server = await aServer(builtHost(LATER, { shared: { react: "18.0.0" } }));
    await store.storage.remove(`_host-pages/${OLD}.html`);
    await expect(store.rollback("host", { from: NEW }, WHY)).rejects.toThrow("react");
    expect(await shownBy(server)).toBe(NEW);
    expect(await store.rollback("host", { from: NEW }, WHY, { force: true })).toBe(LATER);
    expect(await shownBy(server)).toBe(LATER);
    expect((await store.ledger()).at(-1)).toMatchObject({
      build: LATER,
      details: { from: NEW, forced: [expect.stringContaining("react")] },
    });
  });

  test("is rolled back from after a promotion to the one that is named, also where servers have another one by now; who may only roll back brings none that was never given (SEC-26)", async () => {
    const before = await aServer(builtHost(OLD));
    await store.publishHost(join(builtHost(NEW), "host/dist"), WHY);
    await store.promote("host", NEW, WHY);
    await before.close();
    apps = apps.filter((app) => app !== before);
    const server = await aServer(builtHost(LATER));
    const refuseNew = () => new Error("promote");
    await expect(store.rollback("host", { from: NEW }, WHY, { refuseNew })).rejects.toThrow("promote");
    expect(await shownBy(server)).toBe(NEW);
    expect(await store.rollback("host", { from: NEW, to: OLD }, WHY, { refuseNew })).toBe(OLD);
    expect(await shownBy(server)).toBe(OLD);
    expect((await store.hostPointer()).live).toMatchObject({ build: OLD, by: "operator" });
    await store.retire("host", WHY);
    expect(await shownBy(server)).toBe(LATER);
  });

  /** What somebody insisted on here, as a server of another level of the API decided it. */
  async function insistedOnLevel(level: string): Promise<void> {
    for (const { key } of await store.storage.list(""))
      if (/^(?:_ledger\/.*|registry)\.json$/.test(key)) {
        const text = new TextDecoder().decode(await store.storage.read(key));
        const other = text.replaceAll(`"insistedOn":"${API_LEVEL}"`, `"insistedOn":"${level}"`);
        await store.storage.write(key, new TextEncoder().encode(other));
      }
  }

  test("is not given by a server whose API it does not speak: that one gives its own, and brings the remotes of it", async () => {
    const server = await aServer(builtHost(OLD));
    const folder = join(builtHost(LATER, { speaks: "^99.0.0" }), "host/dist");
    const { build } = await store.publishHost(folder, WHY);
    await store.promote("host", build, WHY, { force: true });
    await insistedOnLevel("99.0.0");
    expect(await shownBy(server)).toBe(OLD);
    expect((await server.app.inject({ url: "/readyz" })).json()).toEqual({
      status: "ready",
      database: "ok",
      files: "ok",
      host: `${LATER} is live, and this server gives its own: it asks for level ^99.0.0 of the API, this server has ${API_LEVEL}`,
    });
    expect((await store.hosts()).map(({ host }) => host.build)).toEqual([OLD]);
    const later = builtHost(NEW);
    aRemoteBuild(join(later, "mfe-finance/dist"));
    const next = await aServer(later);
    expect(await shownBy(next)).toBe(NEW);
    expect((await store.live()).map(({ name }) => name)).toEqual(["mfe-finance"]);
  });

  test("hinders no build while it is tried where no server gives it, and with the API of those that do", async () => {
    const server = await aServer(builtHost(OLD));
    const folder = join(builtHost(LATER, { speaks: "^99.0.0", shared: { react: "18.0.0" } }), "host/dist");
    const { build } = await store.publishHost(folder, WHY);
    await store.canary("host", build, { share: 100 }, WHY, { force: true });
    await insistedOnLevel("99.0.0");
    expect(await shownBy(server, `bobine-host=${LATER}`)).toBe(OLD);
    // Whoever insists on this level, too, changes something.
    expect(await store.canary("host", build, { share: 100 }, WHY, { force: true })).toBe(true);
    expect(await store.canary("host", build, { share: 100 }, WHY, { force: true })).toBe(false);
    await insistedOnLevel("99.0.0");
    await store.publish(aRemoteBuild(mkdtempSync(join(data, "d-"))), WHY);
    expect(await store.canIDeploy("mfe-finance", "0123456789ab")).toEqual([]);

    const [served] = await store.hosts();
    expect(served?.host.build).toBe(OLD);
    await store.recordHost("node-99", { ...served!.host, api: "99.0.0" }, new Date("2026-11-30T11:00:00Z"));
    expect((await store.hosts()).map(({ host }) => `${host.build} ${host.api ?? ""}`).toSorted()).toEqual([
      `${OLD} ${API_LEVEL}`,
      `${OLD} 99.0.0`,
      `${LATER} 99.0.0`,
    ]);
    expect((await store.canIDeploy("mfe-finance", "0123456789ab")).map(({ host }) => host.node)).toEqual([
      "canary",
    ]);
  });

  test("what its pages were given for an older API is not pruned as long as a tab may have been opened with it (FED-32)", async () => {
    const remote = (build: string, api: string) =>
      aRemoteBuild(mkdtempSync(join(data, "d-")), { build, api });
    const older = { ...(await readHostBuild(join(builtHost(OLD), "host/dist"))), api: "1.0.0" };
    const given = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
    await store.recordHost("node-1", older, given(0));
    await store.publish(remote("aaaaaaaaaaaa", "~1.0.0"), WHY);
    await store.promote("mfe-finance", "aaaaaaaaaaaa", WHY);
    for (const build of ["bbbbbbbbbbbb", "cccccccccccc"]) {
      await store.publish(remote(build, "^1.1.0"), WHY);
      await store.promote("mfe-finance", build, WHY, { force: true });
    }
    // The old server goes on for a month; then a new one takes its place.
    await saveHostFiles(store.storage, join(builtHost(OLD), "host/dist"), older, given(30));
    const newer = { ...(await readHostBuild(join(builtHost(NEW), "host/dist"))), api: "1.1.0" };
    await store.recordHost("node-1", newer, given(30));
    const prune = (days: number) =>
      store.prune({ who: "claire", now: given(days) }, { keep: 0, olderThanDays: 14 });
    expect((await prune(31)).map(({ build }) => build)).not.toContain("aaaaaaaaaaaa");
    expect((await prune(45)).map(({ build }) => build)).toContain("aaaaaaaaaaaa");
  });

  test("what pages of a host that a person had promoted were given of remotes is not pruned as long as a tab may have been opened with it (FED-23)", async () => {
    const given = (days: number) => ({ ...WHY, now: new Date(NOW.getTime() + days * DAY_MS) });
    const remote = async (build: string, contract: string) => {
      await store.publish(aRemoteBuild(mkdtempSync(join(data, "d-")), { build, contract }), WHY);
      await store.promote("mfe-finance", build, WHY);
    };
    await aServer(builtHost(OLD));
    await remote("aaaaaaaaaaaa", "^1.0.0");
    await store.publishHost(join(builtHost(NEW, { contract: "2.0.0" }), "host/dist"), WHY);
    await store.promote("host", NEW, WHY, { force: true });
    await remote("bbbbbbbbbbbb", "^2.0.0");
    for (const build of ["cccccccccccc", "dddddddddddd"]) await remote(build, "^1.0.0");
    await store.retire("host", given(30));
    const prune = async (days: number) =>
      (await store.prune(given(days), { keep: 0, olderThanDays: 14 })).map(({ build }) => build);
    expect(await prune(31)).toEqual(["aaaaaaaaaaaa"]);
    expect(await prune(45)).toEqual(["bbbbbbbbbbbb"]);
  });

  /** What a person's browser holds after an answer of the API. */
  async function cookieOf(server: TestApp, user: { id: number }, cookie?: string, distributorId?: number) {
    const headers = {
      ...(await server.bearerOf(user, distributorId)),
      ...(cookie === undefined ? {} : { cookie }),
    };
    const answer = await server.app.inject({ url: "/api/v1/auth/user/", headers });
    const given = cookieAfter(answer.cookies, cookie);
    // The answer that tells a browser to try a host tells of its registry, too (FED-6).
    const head = { url: "/registry/head", headers: given === undefined ? {} : { cookie: given } };
    expect({ id: answer.headers["x-registry-id"] }).toEqual((await server.app.inject(head)).json());
    return given;
  }

  test("a canary is for its distributors and its share of the users, always the same people", async () => {
    const server = await aServer(builtHost(OLD));
    await store.publishHost(join(builtHost(NEW), "host/dist"), WHY);
    const [lumen, users] = await server.inDatabase(async (tx) => {
      const [own, other] = [await aDistributor(tx), await aDistributor(tx)];
      const made = [await aStaffUser(tx, own), await aSuperAdmin(tx)];
      for (let index = 0; index < 5; index += 1) made.push(await aStaffUser(tx, other));
      return [own, made] as const;
    });
    const audience = { share: 50, distributors: [lumen.id] };
    expect(await store.canary("host", NEW, audience, WHY)).toBe(true);
    expect(await store.canary("host", NEW, audience, WHY)).toBe(false);
    expect(await shownBy(server)).toBe(OLD);
    for (const [index, user] of users.entries()) {
      const isOfThem = isForCanary(
        { name: "host", build: NEW, ...audience },
        { userId: user.id, distributorId: index === 0 ? lumen.id : null },
      );
      const cookie = await cookieOf(server, user);
      expect([index, cookie]).toEqual([index, isOfThem ? `bobine-host=${NEW}` : undefined]);
      // Somebody else used this machine before.
      expect(await cookieOf(server, user, `bobine-host=${NEW}`)).toBe(cookie);
      // Whatever distributor a super admin looks at.
      if (index === 1) expect(await cookieOf(server, user, undefined, lumen.id)).toBe(cookie);
    }
    expect(await shownBy(server, `bobine-host=${NEW}`)).toBe(NEW);
  });

  test("while a host is tried pages are private to their browser, which forgets it with the session and with the canary", async () => {
    const server = await aServer(builtHost(OLD));
    await store.publishHost(join(builtHost(NEW), "host/dist"), WHY);
    const user = await server.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
    await store.canary("host", NEW, { share: 100 }, WHY);
    const tried = `bobine-host=${NEW}`;
    const given = await server.app.inject({
      url: "/api/v1/auth/user/",
      headers: await server.bearerOf(user),
    });
    // What a page was given a moment ago is what answers tell.
    await shownBy(server);
    expect(await cookieOf(server, user)).toBe(tried);
    for (const { name, ...place } of given.cookies)
      if (name === "bobine-host") expect(place).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    for (const cookie of [undefined, tried]) {
      const { headers } = await pageOf(server, cookie);
      expect([headers["cache-control"], headers["vary"]]).toEqual([
        "private, no-cache",
        "accept-encoding, cookie",
      ]);
    }
    const csrf = await server.app.inject({ url: "/api/v1/auth/csrf-token/" });
    const own = csrf.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const ended = await server.app.inject({
      method: "POST",
      url: "/api/v1/auth/token/refresh/",
      headers: { cookie: `${own}; ${tried}`, "x-csrftoken": csrf.json<{ csrfToken: string }>().csrfToken },
      payload: { refresh: "none" },
    });
    expect([ended.statusCode, cookieAfter(ended.cookies, tried)]).toEqual([401, undefined]);

    await store.endCanary("host", WHY);
    expect(await shownBy(server, tried)).toBe(OLD);
    expect(await cookieOf(server, user, tried)).toBeUndefined();
    expect((await pageOf(server, tried)).headers["cache-control"]).toBe("no-cache");
  });

  const at = (day: number) => ({ ...WHY, now: new Date(Date.UTC(2026, 10, day)) });
  /** A host of a server's disk is given on these days of November. */
  const given = async (build: string, ...days: number[]) => {
    const dist = join(builtHost(build), "host/dist");
    const host = await readHostBuild(dist);
    for (const day of days) await saveHostFiles(store.storage, dist, host, at(day).now);
    await store.recordHost("node-1", host, at(days.at(-1) ?? 0).now);
  };

  test("is tried without any change of what a way back brings, or servers give, afterwards", async () => {
    await given(OLD, 1, 11);
    await given(LATER, 10, 12);
    for (const build of [NEW, TRIED]) await store.publishHost(join(builtHost(build), "host/dist"), at(13));
    await store.promote("host", NEW, at(14));
    await store.retire("host", at(20));
    const before = await store.hostPointer();
    expect([before.live?.build, before.history.map(({ build }) => build)]).toEqual([LATER, [NEW, OLD]]);
    await store.canary("host", TRIED, { share: 10 }, at(21));
    expect(await store.hostPointer()).toMatchObject({
      live: before.live,
      history: before.history,
      canary: { build: TRIED },
    });
    await store.endCanary("host", at(22));
    expect(await store.rollback("host", { from: LATER }, at(23))).toBe(NEW);
    // One that took a bad one's place goes on, too.
    await given(TRIED, 24);
    await store.publishHost(join(builtHost(OTHER), "host/dist"), at(24));
    await store.canary("host", OTHER, { share: 10 }, at(25));
    expect(await shownBy(await aServer(builtHost(LATER), "2026-11-26"))).toBe(NEW);
  });

  test("that was promoted and given up comes not before what servers gave since, though it is tried again (FED-31)", async () => {
    await given(LATER, 10);
    await store.publishHost(join(builtHost(NEW), "host/dist"), at(13));
    await store.promote("host", NEW, at(14));
    await store.retire("host", at(20));
    await given(LATER, 22);
    await given(OTHER, 23);
    await store.canary("host", NEW, { share: 10 }, at(25));
    expect(await store.rollback("host", { from: OTHER }, at(26))).toBe(LATER);
  });

  test("pages of each host get the remotes of its contract (FED-23), and a promotion has to suit both", async () => {
    const remote = (build: string, contract: string) =>
      aRemoteBuild(mkdtempSync(join(data, "d-")), { build, contract });
    await store.publish(remote("aaaaaaaaaaaa", "^1.0.0"), WHY);
    await store.promote("mfe-finance", "aaaaaaaaaaaa", WHY);
    const server = await aServer(builtHost(OLD));
    await store.publishHost(join(builtHost(NEW, { contract: "2.0.0" }), "host/dist"), WHY);
    await store.canary("host", NEW, { share: 100 }, WHY, { force: true });
    await store.publish(remote("bbbbbbbbbbbb", "^2.0.0"), WHY);
    await store.promote("mfe-finance", "bbbbbbbbbbbb", WHY);
    const builds = async (cookie?: string) =>
      (await pageOf(server, cookie)).registry.remotes.map(({ build }) => build);
    expect(await builds()).toEqual(["aaaaaaaaaaaa"]);
    expect(await builds(`bobine-host=${NEW}`)).toEqual(["bbbbbbbbbbbb"]);
    // Of its contract, and it could not run it.
    const dist = aRemoteBuild(mkdtempSync(join(data, "d-")), {
      build: "cccccccccccc",
      contract: "^2.0.0",
      shared: { react: "^20.0.0" },
    });
    await store.publish(dist, WHY);
    await expect(store.promote("mfe-finance", "cccccccccccc", WHY)).rejects.toThrow("canary: ");
  });

  test("what pages are given or were a moment ago is not pruned", async () => {
    await aServer(builtHost(OLD), "2026-10-01");
    await aServer(builtHost(NEW), "2026-10-20");
    await store.rollback("host", { from: NEW }, WHY);
    const prune = (days: number) =>
      store.prune(
        { who: "claire", now: new Date(NOW.getTime() + days * DAY_MS) },
        { keep: 5, olderThanDays: 14 },
      );
    const kept = async () => (await store.builds()).map(({ build }) => build);
    await prune(10);
    expect(await kept()).toEqual([OLD, NEW]);
    await prune(20);
    expect(await kept()).toEqual([OLD]);
    expect(await store.storage.list("_host-pages/")).toHaveLength(2);
  });

  test("the trial that ends as a promoted host is given up is not pruned, nor is that host as the next one is promoted", async () => {
    await aServer(builtHost(OLD), "2026-10-01");
    for (const build of [NEW, LATER])
      await store.publishHost(join(builtHost(build), "host/dist"), {
        ...WHY,
        now: new Date("2026-10-02T11:00:00Z"),
      });
    const before = { ...WHY, now: new Date("2026-10-02T12:00:00Z") };
    await store.promote("host", NEW, before);
    await store.canary("host", LATER, { share: 10 }, before);
    await store.retire("host", WHY);
    await store.promote("host", OLD, WHY);
    const kept = async (days: number) => {
      const now = new Date(NOW.getTime() + days * DAY_MS);
      await store.prune({ who: "claire", now }, { keep: 0, olderThanDays: 14 });
      return (await store.builds()).map(({ build }) => build);
    };
    expect(await kept(10)).toEqual([OLD, NEW, LATER]);
    expect((await kept(20)).toSorted()).not.toContain(LATER);
  });

  test("where builds are signed, a page that no server has sealed is not given, nor one that was altered", async () => {
    const keys = { "*": [publicPartOf(PEM)] };
    const more = { remoteKeys: keys };
    await aServer(builtHost(OLD), "2026-11-20", more);
    const server = await aServer(builtHost(NEW), "2026-11-30", more);
    await store.rollback("host", { from: NEW }, WHY);
    expect(await shownBy(server)).toBe(OLD);
    // Who may write into the bucket has no secret of the installation.
    await store.publishHost(join(builtHost(LATER), "host/dist"), WHY);
    await store.promote("host", LATER, WHY);
    expect(await shownBy(server)).toBe(NEW);
    expect((await server.app.inject({ url: "/readyz" })).json()).toMatchObject({
      status: "ready",
      host: `${LATER} is live, and this server gives its own: it cannot be read, or is not of this installation`,
    });
    await store.storage.write(`_host-pages/${OLD}.html`, Buffer.from(indexOf(LATER)));
    await expect(store.promote("host", OLD, WHY)).rejects.toThrow("not what its hash says");
    const blind = registryStore(store.storage, keys);
    await expect(blind.publishHost(join(builtHost(NEW), "host/dist"), WHY)).rejects.toThrow("SECRET_KEY");
  });
});

test("FED-31: of a bucket that is away a node goes on with the host that took a bad one's place, also when it starts anew", async () => {
  const s3 = await startS3Server();
  const registryUrl = `s3://${TEST_BUCKET}/remotes`;
  const dataDir = join(data, "node");
  const store = registryStore(openRegistryStorage({ registryUrl, s3: s3.access }));
  const dist = join(builtHost(OLD), "host/dist");
  await saveHostFiles(store.storage, dist, await readHostBuild(dist), new Date("2026-11-20"));
  const front = builtHost(NEW);
  const start = async (): Promise<TestApp> => {
    const app = await createTestApp({ frontRoot: front, config: { registryUrl, s3: s3.access, dataDir } });
    apps.push(app);
    return app;
  };
  const given = async ({ app }: TestApp) => {
    const page = await app.inject({ url: "/", headers: { accept: "text/html" } });
    return /main\.(\w+)\.js"/.exec(page.payload)?.[1];
  };
  const server = await start();
  expect(await given(server)).toBe(NEW);
  expect(await store.rollback("host", { from: NEW }, WHY)).toBe(OLD);
  // A node asks its bucket every two seconds.
  await expect.poll(() => given(server), { timeout: 20_000, interval: 500 }).toBe(OLD);
  await s3.close();
  expect(await given(server)).toBe(OLD);
  expect(await given(await start())).toBe(OLD);
});

test("FED-31: super admins see the host among the modules, decide about it, and the audit log says so", async () => {
  const config = { registryUrl: pathToFileURL(join(data, "remotes")).href };
  const start = async (build: string, today: string, port: number) => {
    const app = await createTestApp({ frontRoot: builtHost(build), today, config: { ...config, port } });
    apps.push(app);
    return app;
  };
  await start(OLD, "2026-11-20", 4101);
  const app = await start(NEW, "2026-11-30", 4102);
  const admin = await app.inDatabase((tx) => aSuperAdmin(tx));
  const client = await app.as(admin);
  const path = "/onboarding/admin/remotes/";
  const hostIn = (body: { results: { name: string }[] }) => body.results.find(({ name }) => name === "host");
  expect(hostIn((await client.get(path)).body)).toMatchObject({
    live: { build: NEW, by: "start" },
    previous: OLD,
    builds: [{ build: NEW }, { build: OLD }],
  });
  const asked = { decision: "rollback", from: NEW, reason: "page vide" };
  expect((await client.post(`${path}host/decisions/`, asked)).body).toMatchObject({
    changed: true,
    state: {
      live: { build: OLD },
      builds: [
        { build: NEW, state: "withdrawn" },
        { build: OLD, state: "live" },
      ],
    },
  });
  expect(await client.post(`${path}host/decisions/`, asked)).toMatchObject({
    status: 409,
    body: { detail: `Le build ${NEW} a déjà été quitté\u00a0: ${OLD} est en service.` },
  });
  expect((await client.get(`${path}host/log/`)).body.results).toMatchObject([
    { who: admin.email, action: "rollback", build: OLD, reason: "page vide" },
  ]);
  const [entry] = await app.inDatabase((tx) =>
    tx.many<{ action_details: object }>(
      sql`select action_details from audit_log where action_details->>'remote' = 'host'`,
    ),
  );
  expect(entry?.action_details).toMatchObject({
    decision: "Retour en arrière",
    build: NEW,
    reason: "page vide",
  });
});
