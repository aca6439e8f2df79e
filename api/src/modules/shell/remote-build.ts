import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Script } from "node:vm";
import { API_LEVEL } from "@bobine/contract/api-level";
import {
  type HostBuild,
  hostBuildSchema,
  type RemoteBuild,
  remoteBuildSchema,
} from "@bobine/contract/registry";
import type { z } from "zod";
import { eachOf } from "./each-of.ts";
import { isCompressedForm } from "./file-encodings.ts";
import { isKey } from "./registry-storage.ts";

export const MANIFEST = "remote.json";
/** What says who built it (build-signature.ts). */
export const SIGNATURE_FILE = "remote.json.sig";
const HOST_MANIFEST = "host.json";
const READ_AT_ONCE = 16;

/** A build in memory, every file of it checked against its hash. */
export interface CheckedBuild {
  readonly build: RemoteBuild;
  /** The manifest's own bytes. */
  readonly manifest: Uint8Array;
  /** What lies beside it, unchecked; undefined: the build is not signed. */
  readonly signature: Uint8Array | undefined;
  /** Name → content, without the manifest. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A folder is no sound build, or the stored files are not what was published: the message says what to do. */
export class BuildRefusal extends Error {
  override readonly name = "BuildRefusal";
}

/**
 * Reads the folder of a build.
 * @throws BuildRefusal as `checkBuild`
 */
export async function readBuild(dist: string): Promise<CheckedBuild> {
  const names: string[] = [];
  for (const entry of await listed(dist)) {
    if (entry.isDirectory()) continue;
    const name = relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, "/");
    // A link leads elsewhere.
    names.push(entry.isFile() ? name : `${name} (no file)`);
  }
  if (!names.includes(MANIFEST))
    throw new BuildRefusal(`${dist} holds no ${MANIFEST}: name the dist folder of a remote that is built`);
  return checkBuild(names, (name) => readOrNothing(join(dist, name)));
}

/**
 * Whether what a build is made of is sound. Each file has its hash and each hash its file: what has none, browsers would run unchecked.
 * @param names of all that is there
 * @throws BuildRefusal when remote.json is not there or is wrong, or a file is not what its hash says
 */
export async function checkBuild(
  names: readonly string[],
  read: (name: string) => Promise<Uint8Array | undefined>,
): Promise<CheckedBuild> {
  const manifest = await read(MANIFEST);
  if (manifest === undefined) throw new BuildRefusal(`the build has no ${MANIFEST}`);
  const build = parseManifest(manifest);
  const files = await checkFiles(build, read, "build the remote again");
  for (const name of names)
    if (name !== MANIFEST && name !== SIGNATURE_FILE && !files.has(name))
      throw new BuildRefusal(`${build.name}: ${name} has no hash: only what the build wrote may lie there`);
  for (const name of [...names, ...files.keys()]) checkName(build, name);
  checkScripts(build, files);
  return { build, manifest, signature: await read(SIGNATURE_FILE), files };
}

/** @throws BuildRefusal for a file that a server would not send, or that no build has a use for: a page (FED-35) */
function checkName({ name }: RemoteBuild, file: string): void {
  if (!isKey(file))
    throw new BuildRefusal(
      `${name}: ${file} can have no address: names of files are made of letters, digits, "-", "_" and ".", which none begins with`,
    );
  if (isCompressedForm(file))
    throw new BuildRefusal(
      `${name}: ${file} can have no address: compressed forms are made when a build is published, so that it has none of its own`,
    );
  if (/\.(?:x?html?|xht)$/i.test(file))
    throw new BuildRefusal(
      `${name}: ${file} is a page, which only the product gives: a build has none (remote-protocol.md of @bobine/remote-kit)`,
    );
}

/**
 * Pages load scripts as classic ones (FED-30): each is compiled here as one, and not run. A classic entry may still load ES modules, as Vite's
 * `varFilename` does.
 * @throws BuildRefusal when one is an ES module, as Vite writes, or the entry is no script at all
 */
function checkScripts({ name, entry }: RemoteBuild, files: ReadonlyMap<string, Uint8Array>): void {
  const scripts = [...files.keys()].filter((file) => file !== entry && /\.m?js$/.test(file));
  for (const file of [entry, ...scripts])
    try {
      new Script(new TextDecoder().decode(files.get(file)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (/\b(?:import|export)\b/.test(error.message))
        throw new BuildRefusal(
          `${name}: ${file} is an ES module, as Vite writes: pages load a classic script under its hash, whose container is one global. Build it with webpack or rspack (remote-protocol.md of @bobine/remote-kit)`,
        );
      if (file === entry) throw new BuildRefusal(`${name}: ${file} is no script: ${error.message}`);
    }
}

async function listed(dist: string) {
  try {
    return await readdir(dist, { recursive: true, withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

/** @throws BuildRefusal when it is not what a build writes */
export const parseManifest = (content: Uint8Array): RemoteBuild =>
  parsed("remote", content, remoteBuildSchema);

function parsed<T>(what: "remote" | "host", content: Uint8Array, schema: z.ZodType<T>): T {
  const name = what === "remote" ? MANIFEST : HOST_MANIFEST;
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(content));
  } catch {
    throw new BuildRefusal(`${name} is no JSON, or was cut short: build the ${what} again`);
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new BuildRefusal(`${name} is not what a build writes:\n${problems.join("\n")}`);
}

/**
 * Reads what a built host says of itself.
 * @param dist its folder
 * @throws BuildRefusal when host.json is not there or is not what a build writes
 */
export async function readHostBuild(dist: string): Promise<HostBuild> {
  const content = await readOrNothing(join(dist, HOST_MANIFEST));
  if (content === undefined)
    throw new BuildRefusal(`${dist} holds no ${HOST_MANIFEST}: name the dist folder of a host that is built`);
  return servedBy(parsed("host", content, hostBuildSchema));
}

/** The build as this server gives it: it knows what its API speaks (FED-32). */
export const servedBy = (host: HostBuild): HostBuild => ({ ...host, api: API_LEVEL });

/**
 * Reads every file that the build names and compares it with its hash.
 * @param remedy what to do when one is not as it should be
 * @throws BuildRefusal
 */
export async function checkFiles(
  build: RemoteBuild,
  read: (name: string) => Promise<Uint8Array | undefined>,
  remedy: string,
): Promise<Map<string, Uint8Array>> {
  if (build.integrity[build.entry] === undefined)
    throw new BuildRefusal(`${build.name}: the entry has no hash`);
  const files = new Map<string, Uint8Array>();
  await eachOf(Object.entries(build.integrity), READ_AT_ONCE, async ([name, expected]) => {
    if (name.split(/[\\/]/).includes(".."))
      throw new BuildRefusal(`${build.name}: ${name} is outside the build`);
    const content = await read(name);
    if (content === undefined) throw new BuildRefusal(`${build.name}: ${name} is missing: ${remedy}`);
    if (`sha384-${createHash("sha384").update(content).digest("base64")}` !== expected)
      throw new BuildRefusal(`${build.name}: ${name} is not what its hash says: ${remedy}`);
    files.set(name, content);
  });
  return files;
}

async function readOrNothing(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}
