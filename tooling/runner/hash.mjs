// What a folder or a file holds, as a short name: nothing is installed or built twice for the same inputs.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Made by tools, so no input of a build. */
const SKIPPED_FOLDERS = new Set(["node_modules", "dist", ".cache", "data", "results", "coverage"]);
const TEST_FILE = /[.](test|testing|e2e|bench|example)[.][cm]?[jt]sx?$/;

/**
 * The hash of files and of all files below folders (tests, what they share and examples left out), by path and content.
 *
 * @param {string} root paths are taken relative to it, so a moved checkout hashes the same
 * @param {string[]} paths relative to `root`; a missing one counts as missing
 */
export function hashOf(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesOf(join(root, path))) {
      const content = existsSync(file) ? readFileSync(file) : "missing";
      hash.update(`${relative(root, file).replaceAll("\\", "/")}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path) || statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? !SKIPPED_FOLDERS.has(entry.name) : !TEST_FILE.test(entry.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]));
}

/** True when `file` holds `hash`. */
export function isStamped(file, hash) {
  return existsSync(file) && readFileSync(file, "utf8").trim() === hash;
}

/** Says in `file` that the work for `hash` is done. */
export function stamp(file, hash) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${hash}\n`);
}
