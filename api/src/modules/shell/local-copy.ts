import type { RemoteBuild } from "@bobine/contract/registry";
import type { Services } from "../../services.ts";
import { compressedForm, ENCODINGS, isCompressedForm, isCompressible } from "./file-encodings.ts";
import { folderRegistryStorage } from "./folder-registry-storage.ts";
import { eachOf } from "./each-of.ts";
import { publishedFiles, UNCHANGING_FILE, unpacked } from "./published-files.ts";
import type { RegistryStorage } from "./registry-storage.ts";

/** What one node keeps, in bytes: some hundred builds. */
const MAX_BYTES = 256 * 2 ** 20;
const FETCHED_AT_ONCE = 4;

export interface CopiedStorage extends RegistryStorage {
  /** Fetches what browsers will ask for of builds, a few files at a time; what cannot be had now is fetched when it is asked for. */
  prepare(builds: readonly Pick<RemoteBuild, "name" | "build" | "integrity">[]): Promise<void>;
  /** Drops what was removed from the bucket. */
  forgetRemoved(): Promise<void>;
}

/**
 * A bucket's registry with a copy of its unchanging files on this node's disk: each is fetched once, and is there when the
 * bucket is away or slow (FED-18). What changes (pointers, decisions) is always asked for. A file of a build is kept only as
 * its hash says, so that one that was damaged and is published again comes whole.
 * @param storage the bucket
 * @param folder of this node alone
 * @param limits.maxBytes what is used least goes first
 */
export function withLocalCopy(
  storage: RegistryStorage,
  folder: string,
  log: Pick<Services["log"], "warn">,
  { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {},
): CopiedStorage {
  const copy = folderRegistryStorage(folder);
  /** Bytes by key, the least recently used first. */
  const sizes = new Map<string, number>();
  let total = 0;
  const fetching = new Map<string, Promise<Uint8Array | undefined>>();
  /** What this process has compared with its hash. */
  const compared = new Set<string>();
  /** Compressed forms that a build does not have. */
  const missing = new Set<string>();
  let listed: Promise<void> | undefined;
  const { isSound, isPublished } = publishedFiles(read);

  /** What an earlier process of this node kept. */
  async function list(): Promise<void> {
    const objects = await copy.list("").catch(() => []);
    for (const { key, size } of objects.sort((a, b) => a.modified.getTime() - b.modified.getTime()))
      touch(key, size);
  }
  function touch(key: string, bytes: number): void {
    total += bytes - (sizes.get(key) ?? 0);
    sizes.delete(key);
    sizes.set(key, bytes);
  }
  async function forget(key: string): Promise<void> {
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
    compared.delete(key);
    await copy.remove(key);
  }

  async function save(key: string, content: Uint8Array): Promise<void> {
    try {
      if (content.byteLength > maxBytes || !(await isSound(key, content))) return;
      await copy.write(key, content);
      compared.add(key);
      touch(key, content.byteLength);
      for (const [oldest] of sizes) {
        if (total <= maxBytes) break;
        await forget(oldest);
      }
    } catch (error) {
      // A full disk costs the copy, not the answer.
      log.warn({ err: error, key }, "a file of the registry could not be kept on this node");
    }
  }

  async function load(key: string): Promise<Uint8Array | undefined> {
    listed ??= list();
    await listed;
    if (!sizes.has(key)) return undefined;
    const content = await copy.read(key).catch(() => undefined);
    if (content !== undefined && (compared.has(key) || (await isSound(key, content)))) {
      compared.add(key);
      touch(key, content.byteLength);
      return content;
    }
    await forget(key);
    return undefined;
  }

  async function read(key: string): Promise<Uint8Array | undefined> {
    if (!UNCHANGING_FILE.test(key)) return storage.read(key);
    if (missing.has(key)) return undefined;
    const here = await load(key);
    if (here !== undefined) return here;
    const running = fetching.get(key);
    if (running !== undefined) return running;
    const fetched = madeHere(key, load)
      .then(async (made) => {
        const content = made === undefined ? await storage.read(key) : made.content;
        if (content !== undefined) await save(key, content);
        else if (isCompressedForm(key) && (made !== undefined || (await isPublished(key)))) missing.add(key);
        return content;
      })
      .finally(() => fetching.delete(key));
    fetching.set(key, fetched);
    return fetched;
  }

  return {
    ...storage,
    read,
    async forgetRemoved() {
      listed ??= list();
      await listed;
      const there = new Set((await storage.list("")).map(({ key }) => key));
      for (const key of sizes.keys()) if (!there.has(key)) await forget(key);
    },
    async prepare(builds) {
      const keys = builds.flatMap(({ name, build, integrity }) =>
        Object.keys(integrity).map((file) => `${name}/${build}/${file}`),
      );
      await eachOf(keys, FETCHED_AT_ONCE, async (key) => {
        const small = isCompressible(key) ? await read(`${key}${ENCODINGS[0][1]}`) : undefined;
        if (small === undefined) await read(key);
      }).catch((error: unknown) =>
        log.warn({ err: error }, "builds that are live could not be fetched before they are asked for"),
      );
    },
  };
}

/**
 * A file in the form that is asked for, made of another one that is here: browsers differ in what they accept, and a bucket that is away
 * cannot say that there is none.
 * @param load gives what is here
 * @returns undefined when no form of it is here; without content when the file has no such form
 */
async function madeHere(
  key: string,
  load: (key: string) => Promise<Uint8Array | undefined>,
): Promise<{ readonly content: Uint8Array | undefined } | undefined> {
  const form = ENCODINGS.find(([, ending]) => key.endsWith(ending));
  const plain = form === undefined ? key : key.slice(0, -form[1].length);
  if (!isCompressible(plain)) return undefined;
  for (const other of [plain, ...ENCODINGS.map(([, ending]) => `${plain}${ending}`)]) {
    const here = other === key ? undefined : await load(other);
    if (here === undefined) continue;
    const [, content] = unpacked(other, here);
    return { content: form === undefined ? content : await compressedForm(plain, form[0], content) };
  }
  return undefined;
}
