import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import {
  type RegistryRemote,
  registryRemoteSchema,
  type RemoteBuild,
  remoteBuildSchema,
} from "@bobine/contract/registry";
import { z } from "zod";

/** What is live: one entry per remote. The file is the pointer that a deployment moves. */
const liveSchema = z.object({ schemaVersion: z.literal(1), remotes: z.array(registryRemoteSchema) });

const MANIFEST = "remote.json";

export interface RegistryStore {
  /** Folder whose `<name>/<build>/` hold the files of every published build, old ones too. */
  readonly folder: string;
  live(): Promise<RegistryRemote[]>;
  /**
   * Publishes a build folder and makes it live, unless it is already.
   * @returns true when the pointer moved
   * @throws when remote.json is wrong or a file is not what its hash says: nothing is published then
   */
  publish(dist: string, now: Date): Promise<boolean>;
}

/** Registry in a folder: builds are copied in under their own hash and never change, one JSON file says which are live. */
export function registryStore(folder: string): RegistryStore {
  const pointer = join(folder, "registry.json");

  async function live(): Promise<RegistryRemote[]> {
    if (!existsSync(pointer)) return [];
    return liveSchema.parse(JSON.parse(await readFile(pointer, "utf8"))).remotes;
  }

  async function publish(dist: string, now: Date): Promise<boolean> {
    const build = remoteBuildSchema.parse(JSON.parse(await readFile(join(dist, MANIFEST), "utf8")));
    const remotes = await live();
    const present = remotes.find((remote) => remote.name === build.name);
    const place = join(folder, build.name, build.build);
    if (present?.build === build.build && existsSync(place)) return false;
    await verifyFiles(dist, build);
    if (!existsSync(place)) {
      const beside = join(folder, build.name, `.${build.build}.${process.pid}`);
      await mkdir(join(folder, build.name), { recursive: true });
      await rm(beside, { recursive: true, force: true });
      await cp(dist, beside, { recursive: true });
      await rename(beside, place);
    }
    const entry: RegistryRemote = {
      ...build,
      baseUrl: `/r/${build.name}/${build.build}/`,
      deployedAt: now.toISOString(),
    };
    const next = [...remotes.filter((remote) => remote.name !== build.name), entry].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    // Readers see the old pointer or the new one, never half of one.
    await writeFile(
      `${pointer}.${process.pid}`,
      JSON.stringify({ schemaVersion: 1, remotes: next }, null, 2),
    );
    await rename(`${pointer}.${process.pid}`, pointer);
    return true;
  }

  return { folder, live, publish };
}

/** Each file has its hash and each hash its file: what has none, browsers would run unchecked. */
async function verifyFiles(dist: string, build: RemoteBuild): Promise<void> {
  if (build.integrity[build.entry] === undefined) throw new Error(`${build.name}: the entry has no hash`);
  for (const [name, expected] of Object.entries(build.integrity)) {
    if (name.split(/[\\/]/).includes("..")) throw new Error(`${build.name}: ${name} is outside the build`);
    const actual = `sha384-${createHash("sha384")
      .update(await readFile(join(dist, name)))
      .digest("base64")}`;
    if (actual !== expected) throw new Error(`${build.name}: ${name} is not what its hash says`);
  }
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const name = relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, "/");
    if (name === MANIFEST) continue;
    if (!entry.isFile() || build.integrity[name] === undefined)
      throw new Error(`${build.name}: ${name} has no hash`);
  }
}
