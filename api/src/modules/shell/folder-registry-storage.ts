import { randomUUID } from "node:crypto";
import { link, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { giveToOwner, makeOwnersFolder } from "../../data-dir.ts";
import { checkKey, type RegistryStorage, type StoredObject } from "./registry-storage.ts";

/** The name of what is being written. */
const UNFINISHED = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A registry in a folder. What is being written has a hidden name, which is no key: nobody reads half of it. */
export function folderRegistryStorage(path: string): RegistryStorage {
  const folder = resolve(path);
  const pathOf = (key: string): string => join(folder, checkKey(key));

  /** Writes the content beside its place, gives it its name, and leaves nothing behind. */
  async function place(key: string, content: Uint8Array, name: (from: string, to: string) => Promise<void>) {
    const target = pathOf(key);
    const parent = dirname(target);
    await makeOwnersFolder(parent);
    const beside = join(parent, `.${randomUUID()}`);
    try {
      const file = await open(beside, "wx", 0o644);
      try {
        await file.writeFile(content);
        // The name must not outlive the content after a power cut.
        await file.sync();
      } finally {
        await file.close();
      }
      // Of an operator's command, as of `remotes publish`.
      giveToOwner(beside);
      await name(beside, target);
    } finally {
      await rm(beside, { force: true });
    }
  }

  return {
    address: pathToFileURL(folder).href,
    folder,
    read: (key) => orNothing(readFile(pathOf(key))),
    write: (key, content) => place(key, content, rename),
    async create(key, content) {
      try {
        // Unlike a rename, a link refuses a name that is taken.
        await place(key, content, link);
        return true;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      }
    },
    async list(prefix) {
      const start = prefix === "" ? folder : pathOf(prefix.replace(/\/$/, ""));
      const entries = (await orNothing(readdir(start, { recursive: true, withFileTypes: true }))) ?? [];
      const objects: StoredObject[] = [];
      for (const entry of entries) {
        if (!entry.isFile() || entry.name.startsWith(".")) continue;
        const file = join(entry.parentPath, entry.name);
        const found = await orNothing(stat(file));
        if (!found) continue;
        const key = relative(folder, file).replaceAll(sep, "/");
        objects.push({ key, modified: found.mtime, size: found.size });
      }
      return objects;
    },
    async removeUnfinished(before) {
      const entries = (await orNothing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
      for (const entry of entries) {
        if (!entry.isFile() || !UNFINISHED.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const found = await orNothing(stat(file));
        if (found && found.mtime < before) await rm(file, { force: true });
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
      // The last file takes its folder with it.
      await rmdir(dirname(pathOf(key))).catch(() => undefined);
    },
  };
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
