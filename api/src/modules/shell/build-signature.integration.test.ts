import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runRemotesCommand } from "../../cli/remotes-commands.ts";
import { publicPartOf } from "./build-signature.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";
import { registryStore } from "./registry-store.ts";
import { aRemoteBuild, type RemoteChanges } from "./remote-build.testing.ts";

const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";
const NOW = new Date("2026-11-30T11:00:00Z");
const BY = { who: "claire", now: NOW };
const pemOf = (key: KeyObject): string => key.export({ type: "pkcs8", format: "pem" }).toString();
const aKey = (): string => pemOf(generateKeyPairSync("ed25519").privateKey);
const TEAM = aKey();
const OTHER = aKey();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-signature-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (keys?: Record<string, readonly string[]>) =>
  registryStore(folderRegistryStorage(join(folder, "remotes")), keys);
const distOf = (build: string, changes: RemoteChanges = {}) =>
  aRemoteBuild(mkdtempSync(join(folder, "dist-")), {
    build,
    files: { "remoteEntry.js": `"entry of ${build}"` },
    ...changes,
  });
const run = (args: readonly string[], print: (line: string) => void = () => undefined) =>
  runRemotesCommand(args, { store: open(), ...BY, print, pathOf: (path) => path });
/** As its team does it, before anybody publishes it. */
async function signed(dist: string, pem: string): Promise<string> {
  writeFileSync(join(folder, "team.pem"), pem);
  await run(["sign", dist, "--key", join(folder, "team.pem")]);
  return dist;
}

// FED-21
describe("a remote whose team has a key", () => {
  const keys = { "mfe-finance": [publicPartOf(OTHER), publicPartOf(TEAM)] };

  test("takes a build that one of its keys has signed, and the ledger says which", async () => {
    const store = open(keys);
    await store.publish(await signed(distOf(A), TEAM), BY);
    await store.promote("mfe-finance", A, BY);
    expect((await store.live())[0]).toMatchObject({ build: A, previous: null });
    const [published] = await store.ledger();
    expect(published).toMatchObject({
      action: "publish",
      details: { signedBy: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
  });

  test("refuses one that is not signed, or by another key, or whose manifest is not what was signed", async () => {
    const store = open({ "mfe-finance": [publicPartOf(TEAM)] });
    await expect(store.publish(distOf(A), BY)).rejects.toThrow("the build is not signed");
    await expect(store.publish(await signed(distOf(A), OTHER), BY)).rejects.toThrow(
      "of none of its team's keys",
    );
    const changed = await signed(distOf(A), TEAM);
    const manifest = readFileSync(join(changed, "remote.json"), "utf8");
    writeFileSync(join(changed, "remote.json"), manifest.replace("Factures", "Fausses factures"));
    await expect(store.publish(changed, BY)).rejects.toThrow("of none of its team's keys");
    writeFileSync(join(changed, "remote.json.sig"), "not base64 at all");
    await expect(store.publish(changed, BY)).rejects.toThrow("of none of its team's keys");
    expect(await store.builds()).toEqual([]);
    expect(await store.ledger()).toEqual([]);
  });

  test("does not run an unsigned build that is in the registry already, nor one that it was made to point to: the build before runs", async () => {
    const anyone = open();
    await anyone.publish(await signed(distOf(A), TEAM), BY);
    await anyone.promote("mfe-finance", A, BY);
    await anyone.publish(distOf(B), BY);
    const store = open(keys);
    await expect(store.promote("mfe-finance", B, BY)).rejects.toThrow("the build is not signed");
    await expect(store.canary("mfe-finance", B, { share: 10 }, BY)).rejects.toThrow("not signed");
    // Who may write into the bucket moves the pointer without asking this product.
    await anyone.promote("mfe-finance", B, BY);
    expect((await open(keys).live())[0]).toMatchObject({ build: B, integrity: {}, previous: { build: A } });
  });

  test("does not run a signed build under the name of another one", async () => {
    const storage = folderRegistryStorage(join(folder, "remotes"));
    const store = open(keys);
    await store.publish(await signed(distOf(A), TEAM), BY);
    for (const file of ["remote.json", "remote.json.sig", "remoteEntry.js"])
      await storage.write(
        `mfe-finance/${B}/${file}`,
        (await storage.read(`mfe-finance/${A}/${file}`)) ?? new Uint8Array(),
      );
    await expect(open(keys).promote("mfe-finance", B, BY)).rejects.toThrow(`is that of mfe-finance ${A}`);
  });

  test("is signed later by publishing the same build again, which nobody without the key can undo", async () => {
    await open().publish(distOf(A), BY);
    const store = open(keys);
    await expect(store.promote("mfe-finance", A, BY)).rejects.toThrow("not signed");
    await store.publish(await signed(distOf(A), TEAM), BY);
    await open().publish(await signed(distOf(A), aKey()), BY);
    await open(keys).promote("mfe-finance", A, BY);
    expect((await open(keys).live())[0]).toMatchObject({ build: A, baseUrl: `/r/mfe-finance/${A}/` });
  });

  test("a build beside the product is asked for its signature, too", async () => {
    await expect(open(keys).followDisk(distOf(A), { who: "npm start", now: NOW })).rejects.toThrow(
      "not signed",
    );
  });
});

test("a key for all asks of each remote that has none of its own; without keys nothing is asked", async () => {
  const archive = () => distOf(A, { name: "mfe-archive" });
  const keys = { "*": [publicPartOf(OTHER)], "mfe-finance": [publicPartOf(TEAM)] };
  await expect(open(keys).publish(await signed(archive(), TEAM), BY)).rejects.toThrow(
    "of none of its team's keys",
  );
  await open(keys).publish(await signed(archive(), OTHER), BY);
  await expect(open(keys).publish(await signed(distOf(A), OTHER), BY)).rejects.toThrow("of none of");
  await open().publish(distOf(A), BY);
});

test("signing says what an installation needs to know, and refuses another kind of key", async () => {
  const said: string[] = [];
  const dist = distOf(A);
  writeFileSync(join(folder, "team.pem"), TEAM);
  await run(["sign", dist, "--key", join(folder, "team.pem")], (line) => said.push(line));
  expect(said.at(-1)).toBe(`mfe-finance=${publicPartOf(TEAM)}`);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (const wrong of [pemOf(privateKey), "nothing"]) {
    writeFileSync(join(folder, "wrong.pem"), wrong);
    await expect(run(["sign", dist, "--key", join(folder, "wrong.pem")])).rejects.toThrow(
      "no private Ed25519 key",
    );
  }
  await expect(run(["sign", dist])).rejects.toThrow("sign takes --key");
});
