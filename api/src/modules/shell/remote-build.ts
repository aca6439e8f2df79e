import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type RemoteBuild, remoteBuildSchema } from "@bobine/contract/registry";

export const MANIFEST = "remote.json";

/** A build in memory, every file of it checked against its hash. */
export interface CheckedBuild {
  readonly build: RemoteBuild;
  /** The manifest's own bytes. */
  readonly manifest: Uint8Array;
  /** Name → content, without the manifest. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads the folder of a build. Each file has its hash and each hash its file: what has none, browsers would run unchecked.
 * @throws when remote.json is wrong or a file is not what its hash says
 */
export async function readBuild(dist: string): Promise<CheckedBuild> {
  const manifest = await readFile(join(dist, MANIFEST));
  const build = parseManifest(manifest);
  const files = await checkFiles(build, (name) => readFile(join(dist, name)));
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const name = relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, "/");
    if (name === MANIFEST) continue;
    if (!entry.isFile() || !files.has(name)) throw new Error(`${build.name}: ${name} has no hash`);
  }
  return { build, manifest, files };
}

export const parseManifest = (content: Uint8Array): RemoteBuild =>
  remoteBuildSchema.parse(JSON.parse(new TextDecoder().decode(content)));

/** Reads every file that the build names and compares it with its hash. */
export async function checkFiles(
  build: RemoteBuild,
  read: (name: string) => Promise<Uint8Array | undefined>,
): Promise<Map<string, Uint8Array>> {
  if (build.integrity[build.entry] === undefined) throw new Error(`${build.name}: the entry has no hash`);
  const files = new Map<string, Uint8Array>();
  for (const [name, expected] of Object.entries(build.integrity)) {
    if (name.split(/[\\/]/).includes("..")) throw new Error(`${build.name}: ${name} is outside the build`);
    const content = await read(name);
    if (content === undefined) throw new Error(`${build.name}: ${name} is missing`);
    if (`sha384-${createHash("sha384").update(content).digest("base64")}` !== expected)
      throw new Error(`${build.name}: ${name} is not what its hash says`);
    files.set(name, content);
  }
  return files;
}
