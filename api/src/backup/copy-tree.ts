import { constants, type Dirent } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Copies a folder that lives on meanwhile: what goes in the middle of it is left out.
 * @param options.keeps false for names to leave out; a folder that is left out is made empty when `emptied` names it
 * @param options.onlyNew leaves alone what is there: for files that are never changed in place, each of which appears whole and on the
 * disk. One that is shorter than its original was cut by a machine that broke down, and is copied again; where the original is shorter, it was.
 * @returns bytes copied
 */
export async function copyTree(
  from: string,
  to: string,
  options: {
    readonly includes?: (path: string) => boolean;
    readonly emptied?: (path: string) => boolean;
    readonly onlyNew?: boolean;
  } = {},
  inside = "",
): Promise<number> {
  const { includes = () => true, emptied = () => false, onlyNew = false } = options;
  let entries: Dirent[];
  try {
    entries = await readdir(join(from, inside), { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
  await mkdir(join(to, inside), { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const entry of entries) {
    const path = join(inside, entry.name);
    if (!includes(path)) continue;
    if (entry.isDirectory()) {
      if (emptied(path)) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
      else bytes += await copyTree(from, to, options, path);
    } else if (entry.isFile()) bytes += await copyOne(join(from, path), join(to, path), onlyNew);
  }
  return bytes;
}

/** What was written to a file is on the disk. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copyOne(from: string, to: string, onlyNew: boolean): Promise<number> {
  const beside = `${to}.part`;
  try {
    if (!onlyNew) {
      await copyFile(from, to, constants.COPYFILE_FICLONE);
    } else {
      const there = await stat(to).catch(() => undefined);
      if (there !== undefined && there.size >= (await stat(from)).size) return 0;
      await copyFile(from, beside, constants.COPYFILE_FICLONE);
      await flush(beside);
      await rename(beside, to);
    }
    return (await stat(to)).size;
  } catch (error) {
    if (!isGone(error)) throw error;
    // What was copied before stays.
    await rm(onlyNew ? beside : to, { force: true });
    return 0;
  }
}
