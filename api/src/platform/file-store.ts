import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileStore } from "../services.ts";

/** Segments of plain characters: no way out of the folder, no hidden name. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/**
 * Files in a folder. A file appears whole or not at all: it is written beside its place, then renamed.
 * @param url `file:` address of the folder (`FILES_URL`)
 */
export function folderFileStore(url: string): FileStore {
  const root = resolve(fileURLToPath(url));
  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    if (!KEY.test(key) || key.includes("..") || !path.startsWith(root + sep))
      throw new RangeError("not a file key");
    return path;
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const beside = join(dirname(path), `.${randomUUID()}`);
      try {
        await writeFile(beside, content, { flag: "wx", mode: 0o640, flush: true });
        await rename(beside, path);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
    get: (key) => readFile(pathOf(key)),
  };
}
