import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostBuildSchema } from "@bobine/contract/registry";
import { afterEach, beforeEach, expect, test } from "vitest";
import { folderRegistryStorage } from "../modules/shell/folder-registry-storage.ts";
import { registryStore } from "../modules/shell/registry-store.ts";
import { aHostJson, aRemoteBuild, hashOf } from "../modules/shell/remote-build.testing.ts";
import { BuildRefusal } from "../modules/shell/remote-build.ts";
import { RegistryRefusal } from "../modules/shell/remote-pointer.ts";
import { UsageError } from "./area.ts";
import { runRemotesCommand } from "./remotes-commands.ts";

const NOW = new Date("2026-11-30T11:00:00Z");
let folder: string;
let store: ReturnType<typeof registryStore>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-remotes-"));
  store = registryStore(folderRegistryStorage(join(folder, "remotes")));
  for (const build of ["aaaaaaaaaaaa", "abbbbbbbbbbb", "cccccccccccc"])
    aRemoteBuild(join(folder, build), { build, ...(build.startsWith("c") ? { contract: "^2.0.0" } : {}) });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what is printed, and the exit code */
async function remotes(
  line: string,
  smoke?: (remote: string, build: string) => Promise<{ line: string; isRefused: boolean }>,
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const args = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const code = await runRemotesCommand(args, {
    store,
    who: "claire",
    now: NOW,
    print: (text) => lines.push(text),
    pathOf: (path) => join(folder, path),
    smoke,
  });
  return { code, lines };
}

test("a deployment, a canary and a rollback, as an operator types them", async () => {
  expect((await remotes("publish aaaaaaaaaaaa")).lines).toEqual(["mfe-finance aaaaaaaaaaaa is published."]);
  expect((await remotes("publish abbbbbbbbbbb --promote")).lines.at(-1)).toBe(
    "mfe-finance abbbbbbbbbbb is live.",
  );
  expect((await remotes("promote mfe-finance aaaa")).lines).toEqual(["mfe-finance aaaaaaaaaaaa is live."]);
  expect((await remotes("promote mfe-finance aaaa")).lines).toEqual([
    "mfe-finance aaaaaaaaaaaa is live already.",
  ]);
  expect(
    (await remotes("canary mfe-finance abbb --share 12.5 --distributor 12 --distributor 13")).lines,
  ).toEqual(["mfe-finance abbbbbbbbbbb is given to some users."]);
  expect((await remotes("canary mfe-finance abbb --share 0")).lines).toEqual([
    "mfe-finance abbbbbbbbbbb is given to nobody: its canary is at 0 %.",
  ]);
  await remotes("canary mfe-finance abbb --share 12.5 --distributor 12 --distributor 13");
  expect((await remotes("list")).lines).toEqual([
    expect.stringMatching(/^Registry file:\/\/.*\/remotes$/),
    "mfe-finance",
    "  live      aaaaaaaaaaaa since 2026-11-30T11:00:00.000Z",
    "  previous  abbbbbbbbbbb",
    "  canary    abbbbbbbbbbb for 12.5 % of the users and distributors 12, 13 since 2026-11-30T11:00:00.000Z",
    expect.stringMatching(/^Build mfe-finance a{12}, published /),
    expect.stringMatching(/^Build mfe-finance ab{11}, published /),
  ]);
  await remotes("canary mfe-finance --end");
  const rollback = 'rollback mfe-finance --from aaaa --reason "la liste est vide"';
  expect((await remotes(rollback)).lines).toEqual(["mfe-finance abbbbbbbbbbb is live again."]);
  await expect(remotes(rollback)).rejects.toThrow(
    "aaaaaaaaaaaa was left at 2026-11-30T11:00:00.000Z already: abbbbbbbbbbb is live",
  );
  expect((await remotes("log mfe-finance")).lines.at(-1)).toBe(
    '2026-11-30T11:00:00.000Z claire rollback mfe-finance abbbbbbbbbbb {"from":"aaaaaaaaaaaa"} « la liste est vide »',
  );
  expect((await remotes('rollback mfe-finance --from abbb --to aaaa --reason "essai"')).lines).toEqual([
    "mfe-finance aaaaaaaaaaaa is live again.",
  ]);
  expect((await remotes('retire mfe-finance --reason "remplacé"')).lines).toEqual([
    "mfe-finance is retired: pages do not have it any more.",
  ]);
  expect((await remotes("list")).lines).toContain("  retired since 2026-11-30T11:00:00.000Z");
  await expect(remotes("log mfe-admin")).rejects.toThrow("No decision is about mfe-admin");
  expect((await remotes("prune")).lines).toEqual(["0 builds removed."]);
});

test("a promotion opens the pages of the build first, and goes on without for who says why (FED-29)", async () => {
  const opened: string[] = [];
  const opens = (isRefused: boolean, line: string) => async (remote: string, build: string) => {
    opened.push(`${remote} ${build}`);
    return { line, isRefused };
  };
  const breaks = opens(true, "/invoices does not open: boom");
  await remotes("publish aaaaaaaaaaaa --promote", opens(false, "2 pages opened in a browser."));
  await remotes("publish abbbbbbbbbbb");
  await expect(remotes("promote mfe-finance abbb", breaks)).rejects.toThrow("/invoices does not open: boom");
  await expect(remotes("publish abbbbbbbbbbb --promote", breaks)).rejects.toThrow(RegistryRefusal);
  expect((await store.pointers())["mfe-finance"]?.live?.build).toBe("aaaaaaaaaaaa");
  await expect(remotes("promote mfe-finance abbb --no-smoke", breaks)).rejects.toThrow(
    "--no-smoke needs --reason",
  );
  expect(
    (await remotes('promote mfe-finance abbb --no-smoke --reason "navigateur absent"', breaks)).lines,
  ).toEqual(["mfe-finance abbbbbbbbbbb is live."]);
  expect(opened).toEqual([
    "mfe-finance aaaaaaaaaaaa",
    "mfe-finance abbbbbbbbbbb",
    "mfe-finance abbbbbbbbbbb",
  ]);
});

test("can-i-deploy answers by its exit code, and a refusal says why", async () => {
  await remotes("publish aaaaaaaaaaaa");
  expect((await remotes("can-i-deploy mfe-finance aaaa")).lines).toEqual([
    "Yes, but no host was ever served from this registry.",
  ]);
  await store.recordHost("node-1", hostBuildSchema.parse(JSON.parse(aHostJson())), NOW);
  // A build may wait for its host: it is published, and the operator knows.
  expect(await remotes("publish cccccccccccc")).toEqual({
    code: 0,
    lines: [
      "mfe-finance cccccccccccc is published.",
      "node-1 (host b6925dfed7df): Contrat\u00a0: le module demande la version ^2.0.0, l’application a la version 1.0.0.",
      "It could not be promoted now.",
    ],
  });
  expect(await remotes("can-i-deploy mfe-finance aaaa")).toEqual({ code: 0, lines: ["Yes."] });
  expect(await remotes("can-i-deploy mfe-finance cccc")).toEqual({
    code: 1,
    lines: [
      "node-1 (host b6925dfed7df): Contrat\u00a0: le module demande la version ^2.0.0, l’application a la version 1.0.0.",
      "No.",
    ],
  });
  await expect(remotes("promote mfe-finance cccc")).rejects.toThrow(
    "a host that is live cannot run this build",
  );
  expect((await remotes('promote mfe-finance cccc --force --reason "essai"')).code).toBe(0);
});

test("can-i-deploy host tells before a host is served what could not run in it", async () => {
  await remotes("publish aaaaaaaaaaaa --promote");
  mkdirSync(join(folder, "host"));
  writeFileSync(join(folder, "host/host.json"), aHostJson());
  expect(await remotes("can-i-deploy host host")).toEqual({ code: 0, lines: ["Yes."] });
  writeFileSync(join(folder, "host/host.json"), aHostJson({ contract: "2.0.0" }));
  expect(await remotes("can-i-deploy host host")).toEqual({
    code: 1,
    lines: [
      "mfe-finance aaaaaaaaaaaa: Contrat\u00a0: le module demande la version ^1.0.0, l’application a la version 2.0.0.",
      "No.",
    ],
  });
  await expect(remotes("can-i-deploy host nowhere")).rejects.toThrow("holds no host.json");
});

test.each([
  ["", "Usage"],
  ["toString", "Usage"],
  ["publish", "the folder"],
  ["promote mfe-finance", "a build"],
  ["promote mfe-finance a b", "a build"],
  ["promote mfe-finance a --hard", "--hard"],
  ["canary mfe-finance aaaa --share 101", "--share is a number from 0 to 100"],
  ["canary mfe-finance aaaa --share x", "--share is"],
  ["canary mfe-finance aaaa --distributor 1.5", "--distributor is a whole number"],
  ["prune --older-than 7", "--older-than is a number from 14"],
  // Half of what was meant would be done: everybody would get the build, all remotes would be pruned.
  ["promote mfe-finance aaaa --share 10", "promote takes no --share"],
  ["publish aaaaaaaaaaaa --promote --distributor 12", "publish takes no --distributor"],
  ["rollback mfe-finance --end", "rollback takes no --end"],
  ['rollback mfe-finance --reason "x"', "rollback takes --from: which build is bad"],
  ["retire", "a remote"],
  ["retire host", "to retire needs --reason"],
  ["retire mfe-finance", "to retire needs --reason"],
  ["rollback mfe-finance --from aaaa", "a rollback needs --reason"],
  ["log nope", "No decision is about nope"],
  ["can-i-deploy host", "a build"],
  ["canary mfe-finance --end --share 10", "--end goes with no --share"],
  ["prune mfe-finance", "prune takes no name"],
  ["list mfe-finance", "list takes no name"],
  ["log mfe-finance aaaa", "log takes a remote"],
])("« remotes %s » is no command", async (line, message) => {
  await remotes("publish aaaaaaaaaaaa");
  const asked = remotes(line);
  await expect(asked).rejects.toThrow(message);
  await expect(asked).rejects.toThrow(UsageError);
});

const OF_VITE = 'import{i as t}from"./__federation_shared.js";const o={"./remote":()=>t()};export{o as get};';
const ENTRIES: Readonly<Record<string, string>> = {
  "of-vite": OF_VITE,
  "with-meta": "const base = new URL('.', import.meta.url).href;",
  "no-script": "<!doctype html>",
};
const STRAY: Readonly<Record<string, string>> = {
  hidden: ".vite/manifest.json",
  odd: "logo 1.svg",
  "with-packed": "data.json.gz",
  "with-page": "help/index.html",
};

test.each([
  ["nothing", "holds no remote.json: name the dist folder of a remote that is built"],
  ["cut", "remote.json is no JSON, or was cut short: build the remote again"],
  ["wrong", "remote.json is not what a build writes:\n  version: "],
  ["altered", "mfe-finance: remoteEntry.js is not what its hash says: build the remote again"],
  ["incomplete", "mfe-finance: remoteEntry.js is missing: build the remote again"],
  // FED-30
  ["of-vite", "mfe-finance: remoteEntry.js is an ES module, as Vite writes: pages load a classic script"],
  ["with-meta", "mfe-finance: remoteEntry.js is an ES module, as Vite writes"],
  ["of-vite-for-scripts", "mfe-finance: module.js is an ES module, as Vite writes"],
  ["no-script", "mfe-finance: remoteEntry.js is no script: "],
  ["hidden", "mfe-finance: .vite/manifest.json can have no address"],
  ["odd", "mfe-finance: logo 1.svg can have no address"],
  [
    "with-packed",
    "mfe-finance: data.json.gz can have no address: compressed forms are made when a build is published",
  ],
  ["named-twice", "mfe-finance: /remoteEntry.js can have no address"],
  // FED-35
  ["with-page", "mfe-finance: help/index.html is a page, which only the product gives: a build has none"],
])("« remotes publish %s » says in a sentence what is wrong with the folder", async (name, message) => {
  const dist = join(folder, name);
  if (name !== "nothing") aRemoteBuild(dist, { build: "eeeeeeeeeeee" });
  const entry = ENTRIES[name];
  if (entry)
    aRemoteBuild(dist, {
      build: "eeeeeeeeeeee",
      files: { "remoteEntry.js": entry, "126.c62f319a9e7f.js": "chunk()" },
    });
  const files = { "remoteEntry.js": "var mfe;", "126.c62f319a9e7f.js": "chunk()" };
  if (name === "of-vite-for-scripts")
    aRemoteBuild(dist, { build: "eeeeeeeeeeee", files: { ...files, "module.js": OF_VITE } });
  const stray = STRAY[name];
  if (stray) aRemoteBuild(dist, { build: "eeeeeeeeeeee", files: { ...files, [stray]: "{}" } });
  if (name === "named-twice") {
    const hashes = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, hashOf(text)]));
    const integrity = { ...hashes, "/remoteEntry.js": hashOf(files["remoteEntry.js"]) };
    aRemoteBuild(dist, { build: "eeeeeeeeeeee", files, integrity });
  }
  if (name === "cut") writeFileSync(join(dist, "remote.json"), '{"name":"mfe-fi');
  if (name === "wrong") writeFileSync(join(dist, "remote.json"), '{"name":"mfe-finance"}');
  if (name === "altered") writeFileSync(join(dist, "remoteEntry.js"), "evil()");
  if (name === "incomplete") rmSync(join(dist, "remoteEntry.js"));
  const asked = remotes(`publish ${name}`);
  await expect(asked).rejects.toThrow(message);
  await expect(asked).rejects.toThrow(BuildRefusal);
  expect(await store.builds()).toEqual([]);
});

test.each([
  ["promote mfe-finance dddd", "there is no build dddd"],
  ["promote mfe-finance a", "a may be"],
  ['rollback mfe-finance --from aaaa --reason "x"', "nothing of this remote is live"],
  ['retire mfe-finance --reason "x"', "nothing of this remote is live"],
  ["canary mfe-finance aaaa --share 1", "promote a build first"],
  ["canary mfe-finance --end", "there is no canary"],
])("« remotes %s » is refused", async (line, message) => {
  await remotes("publish aaaaaaaaaaaa");
  await remotes("publish abbbbbbbbbbb");
  const asked = remotes(line);
  await expect(asked).rejects.toThrow(message);
  await expect(asked).rejects.toThrow(RegistryRefusal);
});
