// What a backup is made of: the SHA-256 of each of its files, as sha256sum writes and checks them.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";

const MANIFEST = "SHA256SUMS";

/**
 * Writes down all files of a folder.
 * @param except names of files that do not stay
 * @returns the SHA-256 of what was written
 */
export async function writeManifest(folder: string, except: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || except.includes(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    lines.push(`${await hashFile(path)}  ${relative(folder, path)}\n`);
  }
  const text = lines.toSorted().join("");
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600 });
  return hashText(text);
}

/**
 * Reads all files of a folder again.
 * @param expected what `writeManifest` returned
 * @returns what is wrong, a line for each file
 */
export async function findDamage(folder: string, expected: string): Promise<string[]> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => "");
  if (hashText(text) !== expected) return [`${MANIFEST} is missing or damaged`];
  const damage: string[] = [];
  for (const line of text.split("\n").slice(0, -1)) {
    const [hash, path] = [line.slice(0, 64), line.slice(66)];
    try {
      if ((await hashFile(join(folder, path))) !== hash) damage.push(`${path} is damaged`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      damage.push(
        code === "ENOENT" ? `${path} is missing` : `${path} cannot be read (${code ?? String(error)})`,
      );
    }
  }
  return damage;
}

const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
