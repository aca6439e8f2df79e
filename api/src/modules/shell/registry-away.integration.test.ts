import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { hostBuildSchema } from "@bobine/contract/registry";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { byExtent } from "../../../../tooling/extent.mjs";
import { freePort } from "../../../../tooling/free-port.mjs";
import { runRemotesCommand } from "../../cli/remotes-commands.ts";
import { aSuperAdmin } from "../../testing/builders.ts";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";
import { saveHostFiles } from "./host-files.ts";
import { withLocalCopy } from "./local-copy.ts";
import { registryStore } from "./registry-store.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { aHostJson, aRemoteBuild, hashOf, writeFiles } from "./remote-build.testing.ts";

const INDEX = `<!doctype html><html><head></head><body><script type="application/json" id="registry">__REGISTRY__</script></body></html>`;
const ENTRY = "/r/mfe-finance/0123456789ab/remoteEntry.js";
/** Long enough to be compressed. */
const LONG = "start();".repeat(400);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-away-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the copy that a node keeps of a bucket", () => {
  const key = "mfe-finance/0123456789ab/remoteEntry.js";
  const silent = { warn: () => undefined };
  let storage: RegistryStorage;
  let reads: string[];
  let isAway: boolean;
  beforeEach(async () => {
    reads = [];
    isAway = false;
    const bucket = folderRegistryStorage(join(folder, "bucket"));
    storage = {
      ...bucket,
      async read(asked) {
        reads.push(asked);
        if (isAway) throw new Error("503");
        return bucket.read(asked);
      },
    };
    const dist = aRemoteBuild(join(folder, "dist"), { files: { "remoteEntry.js": LONG, "1.js": "one()" } });
    await registryStore(bucket).publish(dist, { who: "claire", now: new Date("2026-11-30T11:00:00Z") });
  });
  const open = (limits?: { maxBytes: number }) =>
    withLocalCopy(storage, join(folder, "copy"), silent, limits);
  const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content);

  test("fetches each file once, whoever asks at the same time, and gives it when the bucket is away and after a restart", async () => {
    const copy = open();
    const all = await Promise.all([copy.read(key), copy.read(key), copy.read(`${key}.br`), copy.read(key)]);
    expect(text(all[0])).toBe(LONG);
    expect(reads.filter((asked) => asked === key)).toHaveLength(1);
    isAway = true;
    reads = [];
    expect(text(await copy.read(key))).toBe(LONG);
    expect(await open().read(`${key}.br`)).toEqual(all[2]);
    expect(reads).toEqual([]);
  });

  test("asks each time for what changes, and fetches a whole build before it is asked for, also what it has no compressed form of", async () => {
    const copy = open();
    await copy.read("registry.json");
    await copy.read("registry.json");
    const small = "mfe-finance/0123456789ab/1.js";
    await copy.prepare([
      { name: "mfe-finance", build: "0123456789ab", integrity: { "remoteEntry.js": "", "1.js": "" } },
    ]);
    reads = reads.filter((asked) => asked === "registry.json");
    expect(reads).toHaveLength(2);
    isAway = true;
    expect([await copy.read(`${small}.br`), text(await copy.read(small))]).toEqual([undefined, "one()"]);
    expect(await copy.read(`${key}.br`)).toBeDefined();
    await expect(copy.read("registry.json")).rejects.toThrow("503");
  });

  test("gives each form that a browser accepts from the one that is here, also after a restart without the bucket", async () => {
    const small = "mfe-finance/0123456789ab/1.js";
    await open().prepare([
      { name: "mfe-finance", build: "0123456789ab", integrity: { "remoteEntry.js": "", "1.js": "" } },
    ]);
    isAway = true;
    reads = [];
    const copy = open();
    for (const form of [`${small}.br`, `${small}.gz`]) expect(await copy.read(form)).toBeUndefined();
    expect(text(await copy.read(small))).toBe("one()");
    expect(text(gunzipSync((await copy.read(`${key}.gz`)) ?? ""))).toBe(LONG);
    expect(text(await copy.read(key))).toBe(LONG);
    expect(reads).toEqual([]);
  });

  test("keeps no damaged file, and drops one that was damaged on its own disk", async () => {
    await storage.write(key, new TextEncoder().encode("evil()"));
    const copy = open();
    expect(text(await copy.read(key))).toBe("evil()");
    await storage.write(key, new TextEncoder().encode(LONG));
    expect(text(await copy.read(key))).toBe(LONG);
    writeFileSync(join(folder, "copy", key), "cut");
    writeFileSync(join(folder, "copy", "mfe-finance/0123456789ab/remote.json"), "{");
    expect(text(await open().read(key))).toBe(LONG);
  });

  test("drops what was removed from the bucket", async () => {
    const copy = open();
    expect(text(await copy.read(key))).toBe(LONG);
    await copy.forgetRemoved();
    expect(text(await copy.read(key))).toBe(LONG);
    await storage.remove(key);
    expect(text(await copy.read(key))).toBe(LONG);
    await copy.forgetRemoved();
    expect(await copy.read(key)).toBeUndefined();
  });

  test("stays within its bound: what was used least goes first", async () => {
    const files = Object.fromEntries(
      [1, 2, 3].map((number) => [`_host-files/${number}.js`, `${number}`.repeat(40)]),
    );
    for (const [name, content] of Object.entries(files))
      await storage.write(name, new TextEncoder().encode(content));
    const [first = "", second = "", third = ""] = Object.keys(files);
    const copy = open({ maxBytes: 100 });
    for (const name of [first, second, first, third]) await copy.read(name);
    isAway = true;
    expect([text(await copy.read(first)), text(await copy.read(third))]).toEqual([
      files[first],
      files[third],
    ]);
    await expect(copy.read(second)).rejects.toThrow("503");
    expect((await folderRegistryStorage(join(folder, "copy")).list("")).map(({ size }) => size)).toEqual([
      40, 40,
    ]);
  });
});

test("a build of 15 files is published in 13 rounds of requests, which is four seconds at 300 ms each, and a host's 60 in fewer", async () => {
  const bucket = folderRegistryStorage(join(folder, "bucket"));
  const now = new Date("2026-11-30T11:00:00Z");
  for (const name of ["mfe-cinemas", "mfe-admin", "mfe-imports", "mfe-account"]) {
    const dist = aRemoteBuild(join(folder, name), { name });
    await runRemotesCommand(["publish", dist, "--promote"], contextOf(bucket, now));
  }
  const files = Object.fromEntries([
    ["remoteEntry.js", LONG],
    ...Array.from({ length: 14 }, (_, index) => [`${index}.js`, `${LONG}${index}`]),
  ]);
  const dist = aRemoteBuild(join(folder, "dist"), { files });
  const publishing = countRounds(bucket);
  expect(await runRemotesCommand(["publish", dist], contextOf(publishing.storage, now))).toBe(0);
  expect(publishing.rounds()).toBeLessThanOrEqual(13);

  const hostFiles = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`${index}.0123456789ab.js`, `${LONG}${index}`]),
  );
  writeFiles(join(folder, "host"), hostFiles);
  const hashes = Object.fromEntries(
    Object.entries(hostFiles).map(([name, content]) => [name, hashOf(content)]),
  );
  const host = hostBuildSchema.parse(JSON.parse(aHostJson({ files: hashes })));
  const starting = countRounds(bucket);
  await saveHostFiles(starting.storage, join(folder, "host"), host, now);
  expect(starting.rounds()).toBeLessThanOrEqual(13);
});

/** A storage that counts how many requests follow one another: those under way together are one round. */
function countRounds(storage: RegistryStorage): { storage: RegistryStorage; rounds: () => number } {
  let rounds = 0;
  const counted =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const round = rounds + 1;
      // Long enough for the requests of one round to be under way together.
      await delay(20);
      const answer = await call(...args);
      rounds = Math.max(rounds, round);
      return answer;
    };
  return {
    rounds: () => rounds,
    storage: {
      ...storage,
      read: counted((key: string) => storage.read(key)),
      write: counted((key: string, content: Uint8Array) => storage.write(key, content)),
      create: counted((key: string, content: Uint8Array) => storage.create(key, content)),
      list: counted((prefix: string) => storage.list(prefix)),
      remove: counted((key: string) => storage.remove(key)),
    },
  };
}

const contextOf = (storage: RegistryStorage, now: Date) => ({
  store: registryStore(storage),
  who: "claire",
  now,
  print: () => undefined,
  pathOf: (path: string) => path,
});

/** A bucket that is not there: it refuses connections, answers 503, or says nothing. */
async function absentBucket(how: string): Promise<{ endpoint: string; close: () => void }> {
  // A port that was let go may be given to another test's server at once: this one is none that the kernel gives.
  if (how === "refuses") return { endpoint: `http://127.0.0.1:${await freePort()}`, close: () => undefined };
  const server: Server = createServer((_request, answer) => {
    if (how === "answers 503") answer.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { endpoint, close };
}

describe.each(
  byExtent("machines", { part: ["says nothing"], ci: ["refuses", "answers 503", "says nothing"] }),
)("while the bucket %s", (how) => {
  const start = (access: Awaited<ReturnType<typeof startS3Server>>["access"]) => {
    const front = join(folder, "front");
    writeFiles(join(front, "host/dist"), {
      "index.html": INDEX,
      "host.json": aHostJson({ files: { "index.html": hashOf(INDEX) } }),
    });
    aRemoteBuild(join(front, "mfe-finance/dist"));
    const config = { registryUrl: `s3://${TEST_BUCKET}/remotes`, s3: access, dataDir: join(folder, "data") };
    return createTestApp({ frontRoot: front, config });
  };
  const get = async ({ app }: TestApp, url: string) => {
    const answer = await app.inject({ url, headers: { accept: "text/html,*/*" } });
    return [answer.statusCode, answer.payload] as const;
  };

  test("a node starts, and serves pages and files from its own last copy", async () => {
    const s3 = await startS3Server();
    const before = await start(s3.access);
    const [, page] = await get(before, "/invoices");
    expect(await get(before, ENTRY)).toEqual([200, "entry()"]);
    await before.close();
    await s3.close();
    const bucket = await absentBucket(how);
    const node = await start({ ...s3.access, endpoint: bucket.endpoint });
    try {
      const [status, now] = await get(node, "/invoices");
      expect([status, registryOf(now).remotes]).toEqual([200, registryOf(page).remotes]);
      expect(registryOf(now).remotes).toHaveLength(1);
      expect(await get(node, ENTRY)).toEqual([200, "entry()"]);
      expect((await get(node, "/readyz"))[0]).toBe(200);
    } finally {
      await node.close();
      bucket.close();
    }
  });

  test("those who look at modules, or decide about them, are told that it does not answer (FED-25)", async () => {
    const s3 = await startS3Server();
    const bucket = await absentBucket(how);
    const node = await start({ ...s3.access, endpoint: bucket.endpoint });
    try {
      const asAdmin = await node.as(await node.inDatabase((tx) => aSuperAdmin(tx)));
      const remotes = "/onboarding/admin/remotes/";
      const promotion = { decision: "promote", build: "0123456789ab" };
      const asked = Promise.all([
        asAdmin.get(remotes),
        asAdmin.get(`${remotes}mfe-finance/log/`),
        asAdmin.post(`${remotes}mfe-finance/decisions/`, promotion),
      ]);
      bucket.close();
      const sentence = "Le registre des modules ne répond pas. Réessayez dans quelques instants.";
      for (const answer of await asked)
        expect(answer).toMatchObject({ status: 503, body: { detail: sentence, code: "registry_away" } });
    } finally {
      await node.close();
      await s3.close();
    }
  });

  test("a node that never read the registry starts too, and says that it is not ready", async () => {
    const bucket = await absentBucket(how);
    const s3 = await startS3Server();
    const node = await start({ ...s3.access, endpoint: bucket.endpoint });
    try {
      const asked = get(node, "/invoices");
      // What hangs is broken off, as its time limit would do much later.
      bucket.close();
      const [status, text] = await asked;
      expect([status, text]).toEqual([503, expect.stringContaining("Le registre des modules ne répond pas")]);
      expect((await get(node, "/registry.json"))[0]).toBe(503);
      const ready = await get(node, "/readyz");
      expect([ready[0], ready[1]]).toEqual([503, expect.stringContaining("the registry was never read")]);
      expect((await get(node, "/healthz"))[0]).toBe(200);
    } finally {
      await node.close();
      await s3.close();
    }
  });
});

const registryOf = (page: string): { remotes: unknown[] } =>
  JSON.parse(/id="registry">(.*)<[/]script>/.exec(page)?.[1] ?? "");
