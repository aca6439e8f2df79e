import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { giveToOwner, makeOwnersFolder } from "../../data-dir.ts";
import { errors } from "../../errors.ts";
import type { FileStore } from "../../services.ts";
import { checkFileKey } from "./file-key.ts";

/**
 * Files in a folder that only this account may read. A file appears whole or not at all: it is written beside its place, then renamed.
 * @param url `file:` address of the folder (`FILES_URL`)
 */
export function folderFileStore(url: string): FileStore {
  const root = resolve(fileURLToPath(url));
  const pathOf = (key: string): string => {
    const path = resolve(root, checkFileKey(key));
    if (!path.startsWith(root + sep)) throw new RangeError("not a file key");
    return path;
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await withFileErrors(async () => {
        await makeOwnersFolder(dirname(path), 0o700);
        const beside = join(dirname(path), `.${randomUUID()}`);
        try {
          await writeFile(beside, content, { flag: "wx", mode: 0o600, flush: true });
          // Of an operator's command, as of `audit archive`.
          giveToOwner(beside);
          await rename(beside, path);
        } catch (error) {
          // The first error says more than that of the tidying.
          await rm(beside, { force: true }).catch(() => undefined);
          throw error;
        }
      });
    },
    get: async (key) => {
      const path = pathOf(key);
      return await withFileErrors(() => readFile(path));
    },
    open: async (key, range) => {
      const path = pathOf(key);
      return await withFileErrors(async () => {
        // Opened here, so that a file that is not there can still be answered.
        const file = await open(path);
        return file.createReadStream(range ? { start: range.start, end: range.end } : {});
      });
    },
    remove: async (key) => {
      const path = pathOf(key);
      await withFileErrors(() => rm(path, { force: true }));
    },
    check: async () => {
      await withFileErrors(async () => {
        await makeOwnersFolder(root, 0o700);
        await access(root, constants.R_OK | constants.W_OK);
      });
    },
  };
}

/** A disk that is full, gone, read-only or not ours does not serve for the moment: work is tried again, people are told. */
async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && syscall === "open") throw errors.files.missing(error);
    if (syscall !== undefined) throw errors.files.unavailable(error);
    throw error;
  }
}
