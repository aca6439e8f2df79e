import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type HostBuild, hostBuildSchema } from "@bobine/contract/registry";
import { z } from "zod";
import { eachOf } from "./each-of.ts";
import { ENCODINGS } from "./file-encodings.ts";
import type { HostSeals, StoredHost } from "./host-seals.ts";
import { TAB_LIFE_DAYS } from "./remote-pointer.ts";
import type { RegistryStorage } from "./registry-storage.ts";

/** No remote can have these names. */
const FILES = "_host-files/";
const PAGES = "_host-pages/";
const LISTS = "_host-lists/";

/** The page and its description are no files of pages: they lie beside them, by build, for other servers (FED-31) and for replays (FED-28). */
const OWN = /\.(html|json)$/;
const WRITTEN_AT_ONCE = 48;

const OWN_FILES = [
  ["index.html", ".html"],
  ["host.json", ".json"],
] as const;

const listSchema = z.object({
  files: z.array(z.string()),
  /** When a server gave it last, or when it was published. */
  servedAt: z.string(),
  /** When a server gave it first; absent of one that was only published, and in lists of before 0.2. */
  since: z.string().optional(),
  /** Level of the API of the server that has it on its disk; absent where `since` is, and in older lists. */
  api: z.string().optional(),
});
type List = z.infer<typeof listSchema>;

/**
 * Keeps the files of a host that is served beside the remotes: a tab goes on with the host that it was opened with, and while
 * one version takes the place of another, a page that one server gave may ask another one for its files. Their names tell
 * their content, so that they lie together. The page lies beside them, by build.
 * @param dist the folder of the host's build
 * @param how.isServed false when it is there for a later decision
 */
export async function saveHostFiles(
  storage: RegistryStorage,
  dist: string,
  { build, integrity, api: level }: HostBuild,
  now: Date,
  { seals, isServed = true }: { readonly seals?: HostSeals | undefined; readonly isServed?: boolean } = {},
): Promise<void> {
  const known = await listOf(storage, `${LISTS}${build}.json`);
  const files = Object.keys(integrity).filter((file) => !OWN.test(file));
  if (known === undefined || (await storage.read(`${PAGES}${build}.json`)) === undefined) {
    await eachOf(
      files.flatMap((file) => [file, ...ENCODINGS.map(([, ending]) => `${file}${ending}`)]),
      WRITTEN_AT_ONCE,
      async (name) => {
        const content = await readFile(join(dist, name)).catch(() => undefined);
        if (content) await storage.create(`${FILES}${name}`, content);
      },
    );
    for (const [name, ending] of OWN_FILES) {
      const content = await readFile(join(dist, name)).catch(() => undefined);
      if (content) await storage.create(`${PAGES}${build}${ending}`, content);
    }
  }
  const description = await readFile(join(dist, "host.json")).catch(() => undefined);
  const seal = description && seals?.keyFor(build, description);
  if (seal !== undefined) await storage.create(seal, new TextEncoder().encode("\n"));
  const at = now.toISOString();
  const since = known?.since ?? (isServed ? at : undefined);
  const api = isServed ? level : known?.api;
  const list: List = {
    files,
    servedAt: isServed ? at : (known?.servedAt ?? at),
    ...(since === undefined ? {} : { since }),
    ...(api === undefined ? {} : { api }),
  };
  await storage.write(
    `${LISTS}${build}.json`,
    new TextEncoder().encode(`${JSON.stringify(list satisfies List)}\n`),
  );
}

/** The page of a host, and what it said of itself. @returns undefined when it is not there (any more) */
export async function storedHost(
  storage: Pick<RegistryStorage, "read">,
  build: string,
): Promise<StoredHost | undefined> {
  if (!/^[a-f0-9]{12,64}$/.test(build)) return undefined;
  const [page, description] = await Promise.all(
    OWN_FILES.map(([, ending]) => storage.read(`${PAGES}${build}${ending}`)),
  );
  if (page === undefined || description === undefined) return undefined;
  const text = (content: Uint8Array): string => new TextDecoder().decode(content);
  const host = hostBuildSchema.parse(JSON.parse(text(description)));
  // One that lies under another's name is not that one, whoever sealed it.
  return host.build === build ? { template: text(page), host, description } : undefined;
}

/** A host that can be given by any server. */
export interface RecordedHost {
  readonly build: string;
  /** When a server gave it first; undefined: none has. */
  readonly since: string | undefined;
  /** When a server gave it last, or when it was published. */
  readonly servedAt: string;
  /** Level of the API of the server that has it on its disk; undefined: not known. */
  readonly api?: string | undefined;
}

/** The hosts whose pages are kept. */
export async function recordedHosts(storage: RegistryStorage): Promise<RecordedHost[]> {
  const pages = (await storage.list(PAGES)).map(({ key }) => key);
  const builds = pages.filter((key) => key.endsWith(".json")).map((key) => key.slice(PAGES.length, -5));
  const kept = await Promise.all(
    builds.map(async (build): Promise<RecordedHost[]> => {
      const list = await listOf(storage, `${LISTS}${build}.json`);
      return list === undefined ? [] : [{ build, since: list.since, servedAt: list.servedAt, api: list.api }];
    }),
  );
  return kept.flat();
}

/** Where such a file is kept. @returns undefined for what is none */
export const hostFileKey = (file: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(file) && !file.includes("..") && !OWN.test(file)
    ? `${FILES}${file}`
    : undefined;

/**
 * Removes the files of hosts that no open tab can have been opened with; never those of the one that was served last.
 * @param lastGiven when a decision gave a build to pages last, ISO 8601; of those it still does, now
 */
export async function pruneHostFiles(
  storage: RegistryStorage,
  now: Date,
  olderThanDays: number,
  lastGiven: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const limit = now.getTime() - Math.max(olderThanDays, TAB_LIFE_DAYS) * 86_400_000;
  const keys = (await storage.list(LISTS)).map(({ key }) => key);
  const lists = await Promise.all(
    keys.map(async (key) => {
      const list = await listOf(storage, key);
      const build = key.slice(LISTS.length, -".json".length);
      const given = lastGiven.get(build) ?? "";
      const servedAt = list?.servedAt ?? "";
      return { key, build, files: list?.files ?? [], servedAt: given > servedAt ? given : servedAt };
    }),
  );
  const byAge = lists.sort((a, b) => (a.servedAt < b.servedAt ? 1 : -1));
  const newest = byAge[0]?.servedAt;
  const kept = byAge.filter(({ servedAt }) => servedAt === newest || Date.parse(servedAt) >= limit);
  const inUse = new Set(kept.flatMap(({ files }) => files));
  const pages = (await storage.list(PAGES)).map((page) => page.key);
  for (const { key, build, files } of byAge.slice(kept.length)) {
    // The list first: without it the host that comes again keeps its files anew.
    await storage.remove(key);
    for (const page of pages.filter((one) => one.startsWith(`${PAGES}${build}.`))) await storage.remove(page);
    for (const file of files.filter((name) => !inUse.has(name)))
      for (const ending of ["", ...ENCODINGS.map(([, one]) => one)])
        await storage.remove(`${FILES}${file}${ending}`);
  }
}

async function listOf(storage: RegistryStorage, key: string): Promise<List | undefined> {
  const content = await storage.read(key);
  return content === undefined ? undefined : listSchema.parse(JSON.parse(new TextDecoder().decode(content)));
}
