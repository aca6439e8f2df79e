import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type HostBuild, hostBuildSchema } from "@bobine/contract/registry";
import { z } from "zod";
import { eachOf } from "./each-of.ts";
import { ENCODINGS } from "./file-encodings.ts";
import { TAB_LIFE_DAYS } from "./remote-pointer.ts";
import type { RegistryStorage } from "./registry-storage.ts";

/** No remote can have these names. */
const FILES = "_host-files/";
const PAGES = "_host-pages/";
const LISTS = "_host-lists/";

/** The page and its description are the server's own: they are no files of pages, and lie beside them for replays (FED-28). */
const OWN = /\.(html|json)$/;
const WRITTEN_AT_ONCE = 48;

const OWN_FILES = [
  ["index.html", ".html"],
  ["host.json", ".json"],
] as const;

const listSchema = z.object({ files: z.array(z.string()), servedAt: z.string() });

/**
 * Keeps the files of a host that is served beside the remotes: a tab goes on with the host that it was opened with, and while
 * one version takes the place of another, a page that one server gave may ask another one for its files. Their names tell
 * their content, so that they lie together.
 * @param dist the folder of the host's build
 */
export async function saveHostFiles(
  storage: RegistryStorage,
  dist: string,
  { build, integrity }: HostBuild,
  now: Date,
): Promise<void> {
  const list = `${LISTS}${build}.json`;
  const files = Object.keys(integrity).filter((file) => !OWN.test(file));
  if ((await storage.read(list)) === undefined) {
    for (const [name, ending] of OWN_FILES) {
      const content = await readFile(join(dist, name)).catch(() => undefined);
      if (content) await storage.create(`${PAGES}${build}${ending}`, content);
    }
    await eachOf(
      files.flatMap((file) => [file, ...ENCODINGS.map(([, ending]) => `${file}${ending}`)]),
      WRITTEN_AT_ONCE,
      async (name) => {
        const content = await readFile(join(dist, name)).catch(() => undefined);
        if (content) await storage.create(`${FILES}${name}`, content);
      },
    );
  }
  const text = `${JSON.stringify({ files, servedAt: now.toISOString() })}\n`;
  await storage.write(list, new TextEncoder().encode(text));
}

/** The page of a host that was served, and what it said of itself (FED-28). @returns undefined when it is not there (any more) */
export async function storedHost(
  storage: RegistryStorage,
  build: string,
): Promise<{ readonly template: string; readonly host: HostBuild } | undefined> {
  if (!/^[a-f0-9]{12,64}$/.test(build)) return undefined;
  const [page, description] = await Promise.all(
    OWN_FILES.map(([, ending]) => storage.read(`${PAGES}${build}${ending}`)),
  );
  if (page === undefined || description === undefined) return undefined;
  const text = (content: Uint8Array): string => new TextDecoder().decode(content);
  return { template: text(page), host: hostBuildSchema.parse(JSON.parse(text(description))) };
}

/** Where such a file is kept. @returns undefined for what is none */
export const hostFileKey = (file: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(file) && !file.includes("..") && !OWN.test(file)
    ? `${FILES}${file}`
    : undefined;

/** Removes the files of hosts that no open tab can have been opened with; never those of the one that was served last. */
export async function pruneHostFiles(
  storage: RegistryStorage,
  now: Date,
  olderThanDays: number,
): Promise<void> {
  const limit = now.getTime() - Math.max(olderThanDays, TAB_LIFE_DAYS) * 86_400_000;
  const keys = (await storage.list(LISTS)).map(({ key }) => key);
  const lists = await Promise.all(
    keys.map(async (key) => {
      const content = await storage.read(key);
      const { files, servedAt } = listSchema.parse(JSON.parse(new TextDecoder().decode(content)));
      return { key, files, servedAt };
    }),
  );
  const byAge = lists.sort((a, b) => (a.servedAt < b.servedAt ? 1 : -1));
  const newest = byAge[0]?.servedAt;
  const kept = byAge.filter(({ servedAt }) => servedAt === newest || Date.parse(servedAt) >= limit);
  const inUse = new Set(kept.flatMap(({ files }) => files));
  for (const { key, files } of byAge.slice(kept.length)) {
    // The list first: without it the host that comes again keeps its files anew.
    await storage.remove(key);
    for (const [, ending] of OWN_FILES)
      await storage.remove(`${PAGES}${key.slice(LISTS.length, -".json".length)}${ending}`);
    for (const file of files.filter((name) => !inUse.has(name)))
      for (const ending of ["", ...ENCODINGS.map(([, one]) => one)])
        await storage.remove(`${FILES}${file}${ending}`);
  }
}
