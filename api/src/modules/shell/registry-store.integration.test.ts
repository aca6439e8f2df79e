import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { hostBuildSchema } from "@bobine/contract/registry";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { byExtent } from "../../../../tooling/extent.mjs";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { registryStore } from "./registry-store.ts";
import { aHostJson, aRemoteBuild, hashOf, type RemoteChanges } from "./remote-build.testing.ts";
import { RegistryRefusal } from "./remote-pointer.ts";
import { s3RegistryStorage } from "./s3-registry-storage.ts";

const NOW = new Date("2026-11-30T11:00:00Z");
const BY = { who: "claire", now: NOW };
const WHY = { ...BY, reason: "la liste est vide" };
const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";
const C = "cccccccccccc";
const DAY_MS = 86_400_000;
const after = (days: number) => ({ ...WHY, now: new Date(NOW.getTime() + days * DAY_MS) });

let folder: string;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-registry-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dist = (changes: RemoteChanges = {}) => aRemoteBuild(mkdtempSync(join(folder, "dist-")), changes);
const distOf = (build: string, changes: RemoteChanges = {}) =>
  dist({ build, files: { "remoteEntry.js": `"entry of ${build}"` }, ...changes });
const hostOf = (changes: Parameters<typeof aHostJson>[0] = {}) =>
  hostBuildSchema.parse(JSON.parse(aHostJson(changes)));

let count = 0;
const STORAGES: readonly [string, () => RegistryStorage][] = [
  ["a folder", () => folderRegistryStorage(join(folder, "remotes"))],
  ["a bucket", () => s3RegistryStorage(`s3://${TEST_BUCKET}/registries/${(count += 1)}`, s3.access)],
];

describe.each(byExtent("machines", { part: STORAGES.slice(0, 1), ci: STORAGES }))(
  "a registry in %s",
  (_name, open) => {
    let storage: RegistryStorage;
    let store: ReturnType<typeof registryStore>;
    beforeEach(() => {
      storage = open();
      store = registryStore(storage);
    });
    const liveBuilds = async () => (await store.live()).map(({ name, build }) => [name, build]);
    const actions = async () => (await store.ledger()).map(({ action, build }) => `${action} ${build}`);
    /** Publishes and promotes builds of mfe-finance one after the other. */
    async function haveLive(...builds: string[]): Promise<void> {
      for (const build of builds) {
        await store.publish(distOf(build), BY);
        await store.promote("mfe-finance", build, BY);
      }
    }

    test("a published build is there whole and not live before it is promoted", async () => {
      expect(await store.live()).toEqual([]);
      await store.publish(distOf(A), BY);
      await store.publish(distOf(A), BY);
      expect(await store.live()).toEqual([]);
      expect(new TextDecoder().decode(await storage.read(`mfe-finance/${A}/remoteEntry.js`))).toBe(
        `"entry of ${A}"`,
      );
      expect(await store.promote("mfe-finance", A, BY)).toBe(true);
      expect(await store.promote("mfe-finance", A, BY)).toBe(false);
      expect(await store.live()).toEqual([
        expect.objectContaining({
          build: A,
          baseUrl: `/r/mfe-finance/${A}/`,
          deployedAt: NOW.toISOString(),
          previous: null,
          canary: null,
        }),
      ]);
      expect(await actions()).toEqual([`publish ${A}`, `promote ${A}`]);
    });

    test("one remote's new build leaves the other's entry as it is", async () => {
      await haveLive(A);
      await store.publish(distOf(C, { name: "mfe-admin" }), BY);
      await store.promote("mfe-admin", C, BY);
      const [admin] = await store.live();
      await haveLive(B);
      expect(await liveBuilds()).toEqual([
        ["mfe-admin", C],
        ["mfe-finance", B],
      ]);
      expect((await store.live())[0]).toEqual(admin);
    });

    test("a rollback goes back step by step, says why, and never falls back to what it left", async () => {
      await haveLive(A, B, C);
      await expect(store.rollback("mfe-finance", { from: C }, BY)).rejects.toThrow("needs --reason");
      expect(await store.rollback("mfe-finance", { from: C }, WHY)).toBe(B);
      expect((await store.live())[0]).toMatchObject({ build: B, previous: { build: A } });
      expect(await store.rollback("mfe-finance", { from: B }, WHY)).toBe(A);
      expect((await store.live())[0]).toMatchObject({ build: A, previous: null });
      await expect(store.rollback("mfe-finance", { from: A }, WHY)).rejects.toThrow(
        "no build was live before",
      );
      expect((await store.ledger()).at(-1)).toMatchObject({
        who: "claire",
        at: NOW.toISOString(),
        action: "rollback",
        build: A,
        reason: "la liste est vide",
        details: { from: B },
      });
      await expect(store.promote("mfe-finance", C, BY)).rejects.toThrow("--reason");
      expect(await store.promote("mfe-finance", C, WHY)).toBe(true);
    });

    test("of two people who roll one failure back, the second is told that it is done", async () => {
      await haveLive(A, B, C);
      const both = await Promise.allSettled(
        [1, 2].map(() => registryStore(storage).rollback("mfe-finance", { from: C }, WHY)),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(both).toContainEqual(
        expect.objectContaining({
          reason: expect.objectContaining({
            message: `${C} was left at ${NOW.toISOString()} already: ${B} is live`,
          }),
        }),
      );
      expect((await store.live())[0]).toMatchObject({ build: B, previous: { build: A } });
      await expect(store.rollback("mfe-finance", { from: A }, WHY)).rejects.toThrow(
        `${A} is not live: ${B} is`,
      );
    });

    test("a rollback may name where to, also a build that was never live", async () => {
      await haveLive(A, B, C);
      expect(await store.rollback("mfe-finance", { from: C, to: A }, WHY)).toBe(A);
      expect((await store.live())[0]).toMatchObject({ build: A, previous: { build: B } });
      const other = "dddddddddddd";
      await expect(store.rollback("mfe-finance", { from: A, to: other }, WHY)).rejects.toThrow(
        "publish it first",
      );
      await expect(store.rollback("mfe-finance", { from: A, to: A }, WHY)).rejects.toThrow(
        "name another one",
      );
      await store.publish(distOf(other), BY);
      expect(await store.rollback("mfe-finance", { from: A, to: other }, WHY)).toBe(other);
      expect((await store.pointers())["mfe-finance"]?.builds[A]?.state).toBe("withdrawn");
    });

    describe("what belongs to one remote", () => {
      const FREE = { routes: ["/free"], nav: [], panels: [] };
      /** A remote of another team, which claims the address of mfe-finance. */
      const other = (changes: RemoteChanges = { routes: ["/invoices"] }) =>
        distOf(C, { name: "mfe-aaa", owner: "Équipe A", ...changes });

      test("is refused to another one when it is published, by the name of its owner", async () => {
        await haveLive(A);
        const before = await storage.list("");
        await expect(store.publish(other(), BY)).rejects.toThrow(
          /mfe-aaa claims what is not its own:\n {2}\/invoices belongs to mfe-finance \(Équipe Finance\)/,
        );
        await expect(store.publish(other({ ...FREE, panels: ["dashboard"] }), BY)).rejects.toThrow(
          "the panel dashboard belongs to mfe-finance",
        );
        expect(await storage.list("")).toEqual(before);
        await store.publish(other(FREE), BY);
        expect(await store.promote("mfe-aaa", C, BY)).toBe(true);
      });

      test("is refused at the promotion of what was published before its owner had it, also by force", async () => {
        await store.publish(other(), BY);
        await haveLive(A);
        for (const force of [false, true])
          await expect(store.promote("mfe-aaa", C, WHY, { force })).rejects.toThrow("belongs to mfe-finance");
        expect(await liveBuilds()).toEqual([["mfe-finance", A]]);
      });

      test("goes to one of two who promote at the same time", async () => {
        await store.publish(distOf(A), BY);
        await store.publish(other(), BY);
        const both = await Promise.allSettled([
          store.promote("mfe-finance", A, BY),
          registryStore(storage).promote("mfe-aaa", C, BY),
        ]);
        expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        expect(await liveBuilds()).toHaveLength(1);
      });

      test("is also what a canary of its owner brings, and what a rollback would bring back", async () => {
        await store.publish(distOf(A, FREE), BY);
        await store.promote("mfe-finance", A, BY);
        await store.publish(distOf(B), BY);
        await store.canary("mfe-finance", B, { share: 5 }, BY);
        await expect(store.publish(other(), BY)).rejects.toThrow("belongs to mfe-finance");
        await store.promote("mfe-finance", B, BY);
        await store.promote("mfe-finance", A, WHY);
        await store.publish(other(), BY);
        await store.promote("mfe-aaa", C, BY);
        await expect(store.rollback("mfe-finance", { from: A }, WHY)).rejects.toThrow("belongs to mfe-aaa");
        expect(await liveBuilds()).toEqual([
          ["mfe-aaa", C],
          ["mfe-finance", A],
        ]);
      });

      test("closes no way back to a build that claims no more of it than the one that is left (FED-15)", async () => {
        const entry = { label: "Mes factures", path: "/invoices", order: 30 };
        const claims = { ...FREE, name: "mfe-aaa", nav: [entry] };
        const [D, E] = ["dddddddddddd", "eeeeeeeeeeee"];
        for (const folderOf of [
          distOf(B, { ...claims, panels: ["dashboard"] }),
          distOf(C, claims),
          distOf(D, { ...claims, nav: [{ ...entry, label: "Factures de l’équipe" }] }),
          distOf(E, claims),
        ])
          await store.promote("mfe-aaa", (await store.publish(folderOf, BY)).build.build, BY);
        await store.publish(distOf(A, { nav: [] }), BY);
        await store.promote("mfe-finance", A, BY);
        expect(await store.takeBack("mfe-aaa", E, WHY, {})).toEqual({ is: "back", to: D });
        expect(await store.rollback("mfe-aaa", { from: D }, WHY)).toBe(C);
        await expect(store.rollback("mfe-aaa", { from: C }, WHY)).rejects.toThrow(
          /^mfe-aaa claims what is not its own:\n {2}the panel dashboard belongs to mfe-finance \(Équipe Finance\)$/,
        );
      });

      test("is free once its owner is retired, which takes a reason and no start of the product undoes", async () => {
        await haveLive(A, B);
        await expect(store.retire("mfe-finance", BY)).rejects.toThrow("--reason");
        await store.retire("mfe-finance", WHY);
        expect(await store.live()).toEqual([]);
        await expect(store.retire("mfe-finance", WHY)).rejects.toThrow("nothing of this remote is live");
        await expect(store.rollback("mfe-finance", { from: B }, WHY)).rejects.toThrow(
          "nothing of this remote is live",
        );
        expect(await store.followDisk(distOf("dddddddddddd"), { who: "npm start", now: NOW })).toBe(
          "waiting",
        );
        await store.publish(other(), BY);
        expect(await store.promote("mfe-aaa", C, BY)).toBe(true);
        // Its files stay for the tabs that are open.
        expect(await storage.read(`mfe-finance/${B}/remoteEntry.js`)).toBeDefined();
        await expect(store.promote("mfe-finance", B, BY)).rejects.toThrow("belongs to mfe-aaa");
        await store.retire("mfe-aaa", WHY);
        await store.promote("mfe-finance", B, BY);
        expect(await store.live()).toMatchObject([{ name: "mfe-finance", build: B, previous: null }]);
      });

      test("may change hands between builds that lie beside the product together", async () => {
        const start = (folderOf: string) =>
          store.followDisk(folderOf, { who: "npm start", now: NOW }, undefined, ["mfe-aaa", "mfe-finance"]);
        await start(distOf(A));
        expect(await start(other())).toBe("live");
        expect(await start(distOf(B, FREE))).toBe("live");
        expect(await liveBuilds()).toEqual([
          ["mfe-aaa", C],
          ["mfe-finance", B],
        ]);
      });
    });

    test("a host is told which live remotes it could not run, before it is served", async () => {
      await haveLive(A);
      expect(await store.canIDeployHost(hostOf())).toEqual([]);
      expect(await store.canIDeployHost(hostOf({ contract: "2.0.0", shared: { react: "20.0.0" } }))).toEqual([
        {
          remote: "mfe-finance",
          build: A,
          reasons: [expect.stringContaining("Contrat"), expect.stringContaining("react")],
        },
      ]);
    });

    // FED-19: a name of our own packages that a host no longer has is as wrong as another version of React.
    test("a build that takes a name which a live host does not lend goes live neither by hand nor by a start", async () => {
      const lends = (...names: string[]) => ({ lends: { react: ["useState"], "@bobine/shared-ui": names } });
      const uses = { react: ["useState"], "@bobine/shared-ui": ["formatCount"] };
      const reason = expect.stringContaining("@bobine/shared-ui\u00a0: le module utilise formatCount");
      await store.recordHost("node-1", hostOf(lends("formatNumber")), NOW);
      await store.publish(distOf(A, { uses }), BY);
      expect(await store.canIDeploy("mfe-finance", A)).toEqual([
        { host: expect.objectContaining({ node: "node-1" }), reasons: [reason] },
      ]);
      await expect(store.promote("mfe-finance", A, BY)).rejects.toThrow("formatCount");
      await expect(store.canary("mfe-finance", A, { share: 10 }, BY)).rejects.toThrow("formatCount");
      await expect(store.followDisk(distOf(B, { uses, name: "mfe-cinemas" }), BY)).rejects.toThrow(
        "formatCount",
      );
      expect(await store.live()).toEqual([]);

      await store.recordHost("node-1", hostOf(lends("formatCount", "formatNumber")), NOW);
      await store.promote("mfe-finance", A, BY);
      expect(await store.canIDeployHost(hostOf(lends("formatNumber")))).toEqual([
        { remote: "mfe-finance", build: A, reasons: [reason] },
      ]);
    });

    test("a build for another level of the API goes live for the servers that speak it; the others go on with the one before (FED-32)", async () => {
      const speaking = (api: string) => ({ ...hostOf(), api });
      await store.recordHost("node-1", speaking("1.1.0"), NOW);
      await store.publish(distOf(A, { api: "^1.0.0" }), BY);
      await store.promote("mfe-finance", A, BY);
      const reason = expect.stringContaining("API\u00a0: le module demande le niveau ^2.0.0");
      await store.publish(distOf(B, { api: "^2.0.0" }), BY);
      await store.promote("mfe-finance", B, BY);
      const liveFor = async (api: string) => (await store.live(speaking(api)))[0]?.build;
      expect([await liveFor("1.1.0"), await liveFor("2.0.0")]).toEqual([A, B]);
      expect(await store.canIDeployHost(speaking("3.0.0"))).toEqual([
        { remote: "mfe-finance", build: B, reasons: [reason] },
      ]);
      // Of a remote of which nothing is live, the first build must run everywhere.
      await store.publish(distOf(C, { name: "mfe-archive", api: "^2.0.0" }), BY);
      await expect(store.promote("mfe-archive", C, BY)).rejects.toThrow("le niveau ^2.0.0");
    });

    test("a canary is given beside the live build, changed, ended or promoted", async () => {
      await haveLive(A);
      await store.publish(distOf(B), BY);
      await store.canary("mfe-finance", B, { share: 10 }, BY);
      expect((await store.live())[0]).toMatchObject({ build: A, canary: { build: B, share: 10 } });
      await store.canary("mfe-finance", B, { share: 50, distributors: [12] }, after(1));
      expect((await store.live())[0]?.canary).toMatchObject({
        share: 50,
        distributors: [12],
        deployedAt: NOW.toISOString(),
      });
      await store.endCanary("mfe-finance", BY);
      expect((await store.live())[0]).toMatchObject({ build: A, canary: null });
      await expect(store.endCanary("mfe-finance", BY)).rejects.toThrow("there is no canary");
      await store.canary("mfe-finance", B, { distributors: [12] }, BY);
      await store.promote("mfe-finance", B, BY);
      expect((await store.live())[0]).toMatchObject({ build: B, canary: null, previous: { build: A } });
    });

    const ENTRY = { "remoteEntry.js": "entry()" };
    test.each<[string, RemoteChanges, string]>([
      [
        "a file is not what its hash says",
        { integrity: { "remoteEntry.js": hashOf("entry() ") } },
        "is not what its hash says",
      ],
      [
        "the entry has no hash",
        { integrity: { "126.c62f319a9e7f.js": hashOf("chunk()") } },
        "the entry has no hash",
      ],
      [
        "a script has no hash: a browser would run it unchecked",
        { files: { ...ENTRY, "9.js": "extra()" }, integrity: { "remoteEntry.js": hashOf("entry()") } },
        "9.js has no hash",
      ],
      [
        "a file is missing",
        { files: ENTRY, integrity: { "remoteEntry.js": hashOf("entry()"), "1.js": hashOf("") } },
        "1.js",
      ],
      [
        "a hash is of a file outside",
        { files: ENTRY, integrity: { "remoteEntry.js": hashOf("entry()"), "../x.js": hashOf("") } },
        "is outside the build",
      ],
      ["the hash is of a weaker kind", { integrity: { "remoteEntry.js": "sha256-AAAA" } }, "sha384-"],
      ["the name is a path", { name: "../mfe-finance" }, "name"],
      ["the build is a path", { build: "../../0123456789" }, "build"],
    ])("publishes nothing when %s", async (_case, changes, message) => {
      await expect(store.publish(dist({ build: C, ...changes }), BY)).rejects.toThrow(message);
      expect(await storage.list("")).toEqual([]);
    });

    test("what was altered after it was published is not promoted", async () => {
      await haveLive(A);
      await store.publish(distOf(B), BY);
      await storage.write(`mfe-finance/${B}/remoteEntry.js`, new TextEncoder().encode("evil()"));
      await expect(store.promote("mfe-finance", B, BY)).rejects.toThrow("is not what its hash says");
      await expect(store.canary("mfe-finance", B, { share: 1 }, BY)).rejects.toThrow(
        "is not what its hash says",
      );
      expect(await liveBuilds()).toEqual([["mfe-finance", A]]);
    });

    test("publishing a build again mends what was damaged of it, and changes nothing else", async () => {
      const folderOfB = distOf(B);
      await haveLive(A);
      await store.publish(folderOfB, BY);
      const key = `mfe-finance/${B}/remoteEntry.js`;
      const textOf = async (of: string) => new TextDecoder().decode(await storage.read(of));
      await storage.write(key, new TextEncoder().encode("evil()"));
      await store.publish(folderOfB, BY);
      expect(await textOf(key)).toBe(`"entry of ${B}"`);
      const manifest = await textOf(`mfe-finance/${B}/remote.json`);
      await storage.write(`mfe-finance/${B}/remote.json`, new TextEncoder().encode(manifest.slice(0, 50)));
      await registryStore(storage).publish(folderOfB, BY);
      expect(await textOf(`mfe-finance/${B}/remote.json`)).toBe(manifest);
      // Other files under the name of a build that is there: browsers have kept the first ones for a year.
      const other = distOf(B, { files: { "remoteEntry.js": "other()" } });
      await expect(store.publish(other, BY)).rejects.toThrow("is there already, and is another one");
      expect(await textOf(key)).toBe(`"entry of ${B}"`);
      expect(await actions()).toEqual([`publish ${A}`, `promote ${A}`, `publish ${B}`]);
    });

    test.each([
      ["is gone", undefined],
      ["was cut short", '{"name":"mfe-fi'],
    ])(
      "a live build whose description %s keeps its place in the menu, and pages run the build before",
      async (_how, left) => {
        await haveLive(A, B, C);
        const description = (build: string) => `mfe-finance/${build}/remote.json`;
        const spoil = async (build: string) =>
          left === undefined
            ? storage.remove(description(build))
            : storage.write(description(build), new TextEncoder().encode(left));
        await spoil(C);
        const [remote] = await registryStore(storage).live();
        expect(remote).toMatchObject({
          build: C,
          routes: ["/invoices"],
          nav: [{ label: "Factures" }],
          // Nothing of it can be loaded: the host goes on to the release before.
          integrity: {},
          previous: { build: B, integrity: { "remoteEntry.js": hashOf(`"entry of ${B}"`) } },
        });
        await spoil(B);
        expect(await registryStore(storage).live()).toMatchObject([
          { build: C, nav: [{ label: "Factures" }], integrity: {}, previous: { build: A } },
        ]);
        await spoil(A);
        expect(await registryStore(storage).live()).toEqual([]);
      },
    );

    test("a storage that does not answer is no damage: nothing is told of the remotes", async () => {
      await haveLive(A, B);
      const away: RegistryStorage = {
        ...storage,
        read: async (key) => {
          if (key.endsWith(`${B}/remote.json`)) throw new Error("503");
          return storage.read(key);
        },
      };
      await expect(registryStore(away).live()).rejects.toThrow("503");
    });

    test("a build that is being removed is not published or made live at the same moment", async () => {
      await haveLive(A, B, C);
      const late = after(40);
      /** Prune begins when the one who publishes has seen that the build is there. */
      let isOver = false;
      const meanwhile: RegistryStorage = {
        ...storage,
        read: async (key) => {
          const content = await storage.read(key);
          if (!isOver && key.endsWith(`${C}/remote.json`)) {
            isOver = true;
            await registryStore(storage).prune(late, { keep: 0, olderThanDays: 30 });
          }
          return content;
        },
      };
      await store.rollback("mfe-finance", { from: C }, after(1));
      await expect(registryStore(meanwhile).publish(distOf(C), late)).rejects.toThrow(
        "try again in ten minutes",
      );
    });

    test("what a live host cannot run is refused, unless it is forced with a reason", async () => {
      await store.recordHost("node-1", hostOf(), NOW);
      await store.recordHost("node-2", hostOf({ build: "00000000beef", contract: "2.0.0", shared: {} }), NOW);
      await store.publish(distOf(A), BY);
      expect(
        (await store.canIDeploy("mfe-finance", A)).map(({ host, reasons }) => [host.node, reasons.length]),
      ).toEqual([["node-2", 2]]);
      await expect(store.promote("mfe-finance", A, BY)).rejects.toThrow("node-2: Contrat");
      await expect(store.promote("mfe-finance", A, BY, { force: true })).rejects.toThrow(
        "--force needs --reason",
      );
      expect(await store.live()).toEqual([]);
      await store.promote("mfe-finance", A, WHY, { force: true });
      expect((await store.ledger()).at(-1)).toMatchObject({
        details: { forced: [expect.any(String), expect.any(String)] },
      });
      // node-2 has not been heard of for half an hour, node-1 has.
      const later = after(1 / 48).now;
      await store.recordHost("node-1", hostOf(), later);
      expect(await store.canIDeploy("mfe-finance", A)).toEqual([]);
    });

    test("no clock of who promotes decides which servers count", async () => {
      await store.recordHost("node-1", hostOf(), NOW);
      await store.recordHost("node-2", hostOf({ build: "00000000beef", contract: "2.0.0" }), NOW);
      await store.publish(distOf(A), BY);
      for (const days of [-1, 1, 365])
        await expect(store.promote("mfe-finance", A, { ...after(days), who: "claire" })).rejects.toThrow(
          "node-2: Contrat",
        );
    });

    test("a server that has stopped hinders nobody, a newer one of its name counts, and the last one of all counts", async () => {
      const old = hostOf({ build: "00000000beef", contract: "2.0.0" });
      const nodes = async () => (await store.hosts()).map(({ node, host }) => `${node} ${host.build}`);
      await store.recordHost("node-1", hostOf(), NOW);
      await store.recordHost("node-2", old, NOW);
      await store.hostStopped("node-2", old, NOW);
      expect(await nodes()).toEqual(["node-1 b6925dfed7df"]);
      // The one that stops last does not speak for the one that has taken its place.
      await store.recordHost("node-2", hostOf(), NOW);
      await store.hostStopped("node-2", old, NOW);
      expect(await nodes()).toHaveLength(2);
      await store.hostStopped("node-1", hostOf(), NOW);
      await store.hostStopped("node-2", hostOf(), NOW);
      expect(await nodes()).toHaveLength(1);
    });

    test("a host has been live since the first server gave it, whatever server gives it now", async () => {
      expect(await store.recordHost("node-1", hostOf(), NOW)).toBe(NOW.toISOString());
      expect(await store.recordHost("node-2", hostOf(), after(1).now)).toBe(NOW.toISOString());
      expect(await store.recordHost("node-1", hostOf({ build: "00000000beef" }), after(2).now)).toBe(
        after(2).now.toISOString(),
      );
      expect(await store.recordHost("node-2", hostOf(), after(3).now)).toBe(NOW.toISOString());
    });

    test("prune forgets servers that are long gone, and never the last one", async () => {
      for (const node of ["node-1", "node-2"]) await store.recordHost(node, hostOf(), NOW);
      await store.prune(after(31), { keep: 0, olderThanDays: 14 });
      expect(await storage.list("_hosts/")).toHaveLength(1);
    });

    describe("the start of the product", () => {
      const follow = (build: string) => store.followDisk(distOf(build), { who: "npm start", now: NOW });

      test("makes a build live that nobody has decided about", async () => {
        expect([await follow(A), await follow(A), await follow(B)]).toEqual(["live", "kept", "live"]);
        expect(await liveBuilds()).toEqual([["mfe-finance", B]]);
        // A folder that went back to older sources, and that nobody but the start has moved.
        expect(await follow(A)).toBe("live");
      });

      test("does not undo a rollback, and publishes what waits for a person", async () => {
        await follow(A);
        await follow(B);
        await store.rollback("mfe-finance", { from: B }, WHY);
        for (const build of [B, C])
          expect([await follow(build), await liveBuilds()]).toEqual(["waiting", [["mfe-finance", A]]]);
        await store.promote("mfe-finance", C, BY);
        expect([await follow(B), await follow(C), await liveBuilds()]).toEqual([
          "waiting",
          "kept",
          [["mfe-finance", C]],
        ]);
      });

      test.each([
        ["an older build", A],
        ["a build from elsewhere", "dddddddddddd"],
        ["the build that a start had made live", B],
      ])("never replaces what a person has promoted: %s", async (_what, chosen) => {
        await follow(A);
        await follow(B);
        await store.publish(distOf(chosen), BY);
        await store.promote("mfe-finance", chosen, BY);
        expect([await follow(C), await liveBuilds()]).toEqual(["waiting", [["mfe-finance", chosen]]]);
        expect((await store.builds()).map(({ build }) => build)).toContain(C);
      });

      test("leaves a canary alone, also when yet another build lies on the disk", async () => {
        await follow(A);
        await store.publish(distOf(B), BY);
        await store.canary("mfe-finance", B, { share: 10 }, BY);
        for (const build of [B, C]) {
          expect(await follow(build)).toBe("waiting");
          expect((await store.live())[0]).toMatchObject({ build: A, canary: { build: B } });
        }
      });

      test("does not make live what an operator published for later", async () => {
        await follow(A);
        await store.publish(distOf(B), BY);
        expect([await follow(B), await liveBuilds()]).toEqual(["waiting", [["mfe-finance", A]]]);
      });

      test("keeps the live build when the host cannot run the new one", async () => {
        await follow(A);
        await store.recordHost("node-1", hostOf({ shared: { react: "18.2.0" } }), NOW);
        await expect(follow(B)).rejects.toThrow("react");
        expect(await liveBuilds()).toEqual([["mfe-finance", A]]);
      });
    });

    describe("the start of a host that cannot run what is live", () => {
      const NEXT = hostOf({ build: "00000000beef", contract: "2.0.0" });
      const forNext = (build: string) => distOf(build, { contract: "^2.0.0" });
      const start = (folderOf: string) => store.followDisk(folderOf, { who: "npm start", now: NOW }, NEXT);
      beforeEach(async () => {
        await store.recordHost("node-1", hostOf(), NOW);
        await store.followDisk(distOf(A), { who: "npm start", now: NOW }, hostOf());
        await store.recordHost("node-2", NEXT, NOW);
      });

      test("makes its build live beside an older host, which falls back to what it runs", async () => {
        expect(await start(forNext(B))).toBe("live");
        expect((await store.live())[0]).toMatchObject({ build: B, previous: { build: A } });
        expect((await store.ledger()).at(-1)).toMatchObject({
          who: "npm start",
          action: "promote",
          details: {
            from: A,
            incompatible: [expect.stringContaining("Contrat")],
            forced: [expect.stringContaining("Contrat")],
          },
        });
      });

      test("does so whatever was decided about builds that nobody can run any more, a canary among them", async () => {
        await store.publish(distOf(C), BY);
        await store.canary("mfe-finance", C, { share: 10 }, { ...WHY }, { force: true });
        await store.publish(forNext(B), BY);
        expect(await start(forNext(B))).toBe("live");
        expect((await store.live())[0]).toMatchObject({ build: B, canary: null, previous: { build: A } });
      });

      test("takes nothing from who has a build of this host, although a newer one is for the host after it (FED-17, FED-23)", async () => {
        const forThis = (build: string) => distOf(build, { contract: "^1.0.0" });
        const own = { who: "npm start", now: NOW };
        const put = async (source: string) => {
          const { build } = await store.publish(source, BY);
          await store.promote("mfe-finance", build.build, BY);
        };
        await put(forThis(C));
        await put(forNext(B));
        await store.publish(forThis("dddddddddddd"), BY);
        await store.canary("mfe-finance", "dddddddddddd", { share: 10 }, BY);
        const given = { build: C, canary: expect.objectContaining({ build: "dddddddddddd" }) };
        expect(await store.followDisk(distOf(A), own, hostOf())).toBe("waiting");
        expect((await store.live(hostOf()))[0]).toMatchObject(given);
        // Nor does the start of the other host from its own pages.
        await start(forNext("eeeeeeeeeeee"));
        expect((await store.live(NEXT))[0]).toMatchObject({ build: B });
        expect((await store.live(hostOf()))[0]).toMatchObject(given);
      });

      test("changes what a start made live for its own host, beside what a person decided for the host after it", async () => {
        await store.promote("mfe-finance", (await store.publish(forNext(B), BY)).build.build, BY);
        const newer = distOf(C, { contract: "^1.0.0" });
        expect(await store.followDisk(newer, { who: "npm start", now: NOW }, hostOf())).toBe("live");
        const builds = [(await store.live(hostOf()))[0]?.build, (await store.live(NEXT))[0]?.build];
        expect(builds).toEqual([C, B]);
      });

      test("makes the first build of a remote live, although an older host could not run it", async () => {
        const first = distOf(B, { name: "mfe-account", contract: "^2.0.0" });
        expect(await start(first)).toBe("live");
        expect((await store.live()).map(({ name }) => name)).toContain("mfe-account");
      });

      test("never brings back a build that was rolled back from", async () => {
        await store.promote("mfe-finance", (await store.publish(forNext(B), BY)).build.build, WHY, {
          force: true,
        });
        await store.rollback("mfe-finance", { from: B }, WHY, { force: true });
        expect([await start(forNext(B)), await liveBuilds()]).toEqual(["waiting", [["mfe-finance", A]]]);
      });

      test("leaves what is live when its own build would not run either", async () => {
        await expect(start(distOf(B, { shared: { react: "^18.0.0" } }))).rejects.toThrow("react");
        expect(await liveBuilds()).toEqual([["mfe-finance", A]]);
      });

      test("does nothing the second time", async () => {
        await start(forNext(B));
        const decisions = (await store.ledger()).length;
        expect(await start(forNext(B))).toBe("kept");
        expect(await store.ledger()).toHaveLength(decisions);
      });
    });

    // FED-23
    describe("hosts of two contracts that are served side by side", () => {
      const OLD = hostOf();
      const NEXT = hostOf({ build: "00000000beef", contract: "2.0.0" });
      const forNext = (build: string) => distOf(build, { contract: "^2.0.0" });
      const D = "dddddddddddd";
      const pagesOf = async (host: typeof OLD) =>
        (await store.live(host)).map(({ build, previous, canary }) => [
          build,
          previous?.build,
          canary?.build,
        ]);
      beforeEach(async () => {
        await store.recordHost("node-1", OLD, NOW);
        await haveLive(A);
        await store.recordHost("node-2", NEXT, NOW);
      });

      test("get the builds of their own contract, promoted in any order, and fall back within it", async () => {
        expect(await store.canIDeployHost(NEXT)).toHaveLength(1);
        for (const [build, folderOf] of [
          [B, forNext(B)],
          [C, distOf(C, { contract: "^1.0.0" })],
          [D, forNext(D)],
        ] as const) {
          await store.publish(folderOf, BY);
          expect(await store.canIDeploy("mfe-finance", build)).toEqual([]);
          await store.promote("mfe-finance", build, BY);
        }
        expect(await pagesOf(OLD)).toEqual([[C, A, undefined]]);
        expect(await pagesOf(NEXT)).toEqual([[D, B, undefined]]);
        expect([await store.canIDeployHost(OLD), await store.canIDeployHost(NEXT)]).toEqual([[], []]);
      });

      test("keep a bad build of one contract from the other: both go back by themselves", async () => {
        for (const folderOf of [forNext(B), distOf(C, { contract: "^1.0.0" })])
          await store.promote("mfe-finance", (await store.publish(folderOf, BY)).build.build, BY);
        await store.rollback("mfe-finance", { from: C, to: A }, WHY);
        expect([await pagesOf(OLD), await pagesOf(NEXT)]).toEqual([
          [[A, undefined, undefined]],
          [[B, undefined, undefined]],
        ]);
        // What only the other host could run takes nothing from it.
        await store.publish(distOf(D, { contract: "^1.0.0", shared: { react: "^18.0.0" } }), BY);
        await expect(store.promote("mfe-finance", D, BY)).rejects.toThrow("node-1: react");
      });

      test("are rolled back from what the pages of one were given, although a build for the other came later", async () => {
        const C1 = distOf(C, { contract: "^1.0.0" });
        for (const folderOf of [C1, forNext(B)])
          await store.promote("mfe-finance", (await store.publish(folderOf, BY)).build.build, BY);
        expect(await store.rollback("mfe-finance", { from: C }, WHY)).toBe(A);
        expect([await pagesOf(OLD), await pagesOf(NEXT)]).toEqual([
          [[A, undefined, undefined]],
          [[B, undefined, undefined]],
        ]);
        // The second of two people who see one failure is told; the bad build does not come back without a reason.
        await expect(store.rollback("mfe-finance", { from: C }, WHY)).rejects.toThrow(`${C} was left at`);
        await expect(store.promote("mfe-finance", C, BY)).rejects.toThrow("reason");
        await expect(store.rollback("mfe-finance", { from: A }, WHY)).rejects.toThrow(
          "no build of its contract was live before this one",
        );
        await store.publish(distOf(D, { contract: "^1.0.0" }), BY);
        expect(await store.rollback("mfe-finance", { from: A, to: D }, WHY)).toBe(D);
        expect([await pagesOf(OLD), await pagesOf(NEXT)]).toEqual([
          [[D, undefined, undefined]],
          [[B, undefined, undefined]],
        ]);
      });

      test("keep what the older one is given, however many builds for the newer one come after it", async () => {
        await haveLive(B);
        const before = await pagesOf(OLD);
        for (let index = 0; index < 22; index += 1) {
          const build = `${10 + index}`.padEnd(12, "0");
          await store.publish(forNext(build), BY);
          await store.promote("mfe-finance", build, BY);
        }
        expect([before, await pagesOf(OLD)]).toEqual([[[B, A, undefined]], [[B, A, undefined]]]);
        expect(await store.rollback("mfe-finance", { from: B }, WHY)).toBe(A);
      });

      test("what tabs were told until yesterday is not pruned, although no server gives their host any more", async () => {
        for (const build of [B, C, D]) {
          await store.publish(forNext(build), BY);
          await store.promote("mfe-finance", build, BY);
        }
        // The old server until the 40th day, then the next one under its name and no other.
        await store.recordHost("node-1", OLD, after(40).now);
        await store.hostStopped("node-1", OLD, after(40).now);
        await store.recordHost("node-2", NEXT, after(41).now);
        const names = async () => (await store.builds()).map(({ build }) => build);
        await store.prune(after(41), { keep: 0, olderThanDays: 14 });
        expect(await names()).toContain(A);
        await store.recordHost("node-2", NEXT, after(60).now);
        await store.prune(after(60), { keep: 0, olderThanDays: 14 });
        expect(await names()).not.toContain(A);
      });

      test("a canary is for the users of hosts that can run it", async () => {
        await store.publish(forNext(B), BY);
        await store.canary("mfe-finance", B, { share: 10 }, BY);
        expect(await pagesOf(OLD)).toEqual([[A, undefined, undefined]]);
      });

      test("what an older host still gives to its pages is not pruned", async () => {
        for (const build of [B, C, D]) {
          await store.publish(forNext(build), BY);
          await store.promote("mfe-finance", build, BY);
        }
        await store.prune(after(31), { keep: 0, olderThanDays: 14 });
        expect((await store.builds()).map(({ build }) => build)).toEqual([A, C, D]);
      });
    });

    test("a registry of the product's first version goes on where it stood", async () => {
      await haveLive(A);
      const [live] = await store.live();
      const first = open();
      const { previous: _previous, canary: _canary, contract: _contract, ...remote } = live ?? {};
      await registryStore(first).publish(distOf(A), BY);
      for (const { key } of await first.list("_ledger/")) await first.remove(key);
      const text = JSON.stringify({ schemaVersion: 1, remotes: [remote] });
      await first.write("registry.json", new TextEncoder().encode(text));
      expect(await registryStore(first).live()).toEqual([live]);
      expect(await registryStore(first).followDisk(distOf(A), BY)).toBe("kept");
      expect(await registryStore(first).followDisk(distOf(B), BY)).toBe("live");
      expect((await registryStore(first).live())[0]).toMatchObject({ build: B, previous: { build: A } });
    });

    test("prune removes only what no page can ask for any more", async () => {
      await haveLive("111111111111", "222222222222", "333333333333", A, B);
      await store.publish(distOf(C), BY);
      await store.canary("mfe-finance", C, { share: 1 }, BY);
      const names = async () => (await store.builds()).map(({ build }) => build).sort();
      const all = await names();
      expect(await store.prune(after(13), { keep: 0, olderThanDays: 0 })).toEqual([]);
      expect(await names()).toEqual(all);

      await store.prune(after(40), { keep: 1, olderThanDays: 30 });
      const kept = await names();
      expect(kept).toHaveLength(4);
      expect(kept).toEqual(expect.arrayContaining([A, B, C]));
      await store.prune(after(40), { keep: 0, olderThanDays: 30 });
      expect(await names()).toEqual([A, B, C]);
      // Live until yesterday: tabs of yesterday still ask for it, however old it is.
      await haveLive("444444444444", "555555555555");
      expect((await store.prune(after(0.5), { keep: 0, olderThanDays: 14 })).length).toBe(0);
      await expect(store.promote("mfe-finance", "111111111111", WHY)).rejects.toThrow("publish it first");
      expect(await liveBuilds()).toEqual([["mfe-finance", "555555555555"]]);
    });

    test("of decisions at the same time none is lost", async () => {
      const names = ["mfe-a1", "mfe-a2", "mfe-a3", "mfe-a4", "mfe-a5", "mfe-a6"];
      for (const name of names) await store.publish(distOf(A, { name }), BY);
      // Each through a store of its own, as commands are.
      await Promise.all(names.map((name) => registryStore(storage).promote(name, A, BY)));
      expect((await store.live()).map(({ name }) => name)).toEqual(names);
      const sequences = (await store.ledger()).map(({ sequence }) => sequence);
      expect(sequences).toEqual(Array.from({ length: 2 * names.length }, (_, index) => index + 1));
    });

    test("wherever a command is killed, readers see the old state or the new one, and the next command goes on", async () => {
      await haveLive(A);
      await store.publish(distOf(B), BY);
      const steps: [string, (dying: RegistryStorage) => Promise<unknown>][] = [
        ["publish", (dying) => registryStore(dying).publish(distOf(C), BY)],
        ["promote", (dying) => registryStore(dying).promote("mfe-finance", C, BY)],
        ["rollback", (dying) => registryStore(dying).rollback("mfe-finance", { from: C }, WHY)],
        ["prune", (dying) => registryStore(dying).prune(after(60), { keep: 0, olderThanDays: 14 })],
      ];
      for (const [name, step] of steps) {
        for (let writes = 0; ; writes += 1) {
          const before = await store.live();
          const killed = await step(dyingAfter(storage, writes)).then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof Killed || error instanceof RegistryRefusal)) throw error;
              return error instanceof Killed;
            },
          );
          const now = await registryStore(storage).live();
          // Whatever is told to pages is there whole.
          for (const release of now.flatMap((remote) => [
            remote,
            ...(remote.previous ? [remote.previous] : []),
          ]))
            for (const file of Object.keys(release.integrity))
              expect(
                await storage.read(`${release.name}/${release.build}/${file}`),
                `${name} ${writes}`,
              ).toBeDefined();
          for (const { build } of await store.builds())
            expect(await storage.read(`mfe-finance/${build}/remoteEntry.js`)).toBeDefined();
          const changed = JSON.stringify(before) !== JSON.stringify(now);
          if (changed)
            expect((await store.ledger()).at(-1)?.remotes["mfe-finance"]?.live?.build).toBe(now[0]?.build);
          if (!killed) break;
          expect(writes).toBeLessThan(20);
        }
      }
    });
  },
);

/** The process that uses the storage ends at its write number `writes`. */
class Killed extends Error {}
function dyingAfter(storage: RegistryStorage, writes: number): RegistryStorage {
  let left = writes;
  const live = <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    return left < 0 ? Promise.reject(new Killed()) : work();
  };
  return {
    ...storage,
    write: (key, content) => live(() => storage.write(key, content)),
    create: (key, content) => live(() => storage.create(key, content)),
    remove: (key) => live(() => storage.remove(key)),
  };
}

test("a decision that is written down is made, also when readers must walk to it themselves (FED-25)", async () => {
  const folderStorage = folderRegistryStorage(join(folder, "r"));
  const storage: RegistryStorage = {
    ...folderStorage,
    write: (key, content) =>
      key === "registry.json" ? Promise.reject(new Error("503")) : folderStorage.write(key, content),
  };
  const store = registryStore(storage);
  await store.publish(distOf(A), BY);
  expect(await store.promote("mfe-finance", A, BY)).toBe(true);
  expect((await registryStore(folderStorage).pointers())["mfe-finance"]?.live?.build).toBe(A);
});

test("a bucket refuses a wrong key", async () => {
  const storage = s3RegistryStorage(`s3://${TEST_BUCKET}/x`, { ...s3.access, secretAccessKey: "another" });
  await expect(storage.read("registry.json")).rejects.toThrow("403");
});

test("a bucket that is busy for a moment is asked again, and nothing is created twice for a lost answer", async () => {
  const storage = s3RegistryStorage(`s3://${TEST_BUCKET}/busy`, s3.access, { firstDelayMs: 1 });
  s3.failNext("503", "503", "503");
  await storage.write("a", new Uint8Array([1]));
  s3.failNext("503", "503", "503", "503");
  await expect(storage.read("a")).rejects.toThrow(`s3://${TEST_BUCKET}/busy answered 503 to GET: SlowDown`);
  s3.failNext("503");
  expect(await storage.create("b", new Uint8Array([1]))).toBe(true);
  // Whether it was written cannot be known: a second try could tell the writer that somebody else was first.
  s3.failNext("broken");
  await expect(storage.create("c", new Uint8Array([1]))).rejects.toThrow("fetch failed");
});

test("a listing of a bucket in several pages comes whole", async () => {
  const pages = [
    "<Contents><Key>r/a</Key><LastModified>2026-11-30T11:00:00.000Z</LastModified><Size>7</Size></Contents>" +
      "<IsTruncated>true</IsTruncated><NextContinuationToken>1+&amp;=</NextContinuationToken>",
    "<IsTruncated>false</IsTruncated><Contents><Size>1234</Size><LastModified>2026-11-30T12:00:00.000Z</LastModified><Key>r/b</Key></Contents>",
  ];
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "", "http://s3").searchParams.get("continuation-token");
    response.end(pages[token === "1+&=" ? 1 : 0]);
  });
  const port = await new Promise<number>((done) => {
    server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });
  const storage = s3RegistryStorage("s3://bucket/r", { ...s3.access, endpoint: `http://127.0.0.1:${port}` });
  expect(await storage.list("")).toEqual([
    { key: "a", modified: new Date("2026-11-30T11:00:00Z"), size: 7 },
    { key: "b", modified: new Date("2026-11-30T12:00:00Z"), size: 1234 },
  ]);
  server.close();
});

test("the command itself: three processes promote at once, and each is in the ledger under its user", async () => {
  const command = join(import.meta.dirname, "../../cli/ops.ts");
  const env = { ...process.env, DATA_DIR: join(folder, "data"), INIT_CWD: folder, NODE_ENV: "test" };
  const remotes = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command, "remotes", ...args], { env });
  const builds = [A, B, C].map((build) => distOf(build));
  const store = registryStore(folderRegistryStorage(join(folder, "data/remotes")));
  for (const build of builds) await store.publish(build, BY);
  await Promise.all([A, B, C].map((build) => remotes("promote", "mfe-finance", build.slice(0, 4))));
  const promotions = (await store.ledger()).filter(({ action }) => action === "promote");
  expect(promotions.map(({ build }) => build).sort()).toEqual([A, B, C]);
  expect(new Set(promotions.map(({ who }) => who)).has("claire")).toBe(false);
  expect((await store.live())[0]).toMatchObject({
    build: promotions[2]?.build,
    previous: { build: promotions[1]?.build },
  });
  const rollback = ["rollback", "mfe-finance", "--from", promotions[2]?.build ?? ""];
  await expect(remotes(...rollback)).rejects.toMatchObject({
    code: 2,
    stderr: "a rollback needs --reason\n",
  });
  const { stdout } = await remotes(...rollback, "--reason", "essai");
  expect(stdout).toBe(`mfe-finance ${promotions[1]?.build} is live again.\n`);
}, 30_000);

test("prune removes what killed writes left in a folder, and not what is being written", async () => {
  const place = join(folder, "remotes");
  const store = registryStore(folderRegistryStorage(place));
  await store.publish(distOf(A), BY);
  const names = {
    killed: ".6b1f0c9e-0000-4000-8000-000000000001",
    written: ".6b1f0c9e-0000-4000-8000-000000000002",
    foreign: ".gitkeep",
  };
  const paths = Object.values(names).map((name) => join(place, "mfe-finance", A, name));
  for (const path of paths) writeFileSync(path, "half");
  const ages = [2, 0, 2];
  for (const [i, path] of paths.entries()) {
    const modified = new Date(NOW.getTime() - ages[i]! * DAY_MS);
    utimesSync(path, modified, modified);
  }
  await store.prune(BY, { keep: 5, olderThanDays: 30 });
  expect(paths.map((path) => existsSync(path))).toEqual([false, true, true]);
});
