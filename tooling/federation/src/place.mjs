import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const KIT = resolve(import.meta.dirname, "..");
const AROUND = resolve(KIT, "../..");

/** The workspace of the product, of which this kit is a folder; undefined where it was installed as a package. */
export const WORKSPACE = existsSync(join(AROUND, "pnpm-workspace.yaml")) ? AROUND : undefined;

/** Where the libraries that a host lends are looked for when a remote has them not itself. */
export const LENDER = WORKSPACE === undefined ? KIT : join(WORKSPACE, "host");

/**
 * A folder for what can be made again.
 * @param {string} dir the remote's folder
 * @param {readonly string[]} path below it
 */
export const cacheFolder = (dir, ...path) =>
  WORKSPACE === undefined
    ? join(dir, "node_modules/.cache/bobine", ...path)
    : join(WORKSPACE, ".cache", ...path);

/** Written beside the sources when the kit is packed: library → version. */
const PACKED = join(KIT, "versions.json");
const packed = WORKSPACE === undefined ? JSON.parse(readFileSync(PACKED, "utf8")) : undefined;

/**
 * The version of a library that the product has: of the pnpm catalog, and of ours the package's own.
 * @param {string} name
 * @throws when the product has no such library
 */
export function versionOf(name) {
  const version = packed === undefined ? workspaceVersion(WORKSPACE, name) : packed[name];
  if (version === undefined) throw new Error(`no version of ${name} is known`);
  return version;
}

/** Package → its folder in the workspace. */
const FOLDERS = { "@bobine/contract": "api/contract", "@bobine/remote-kit": "tooling/federation" };

/** @param {string} root of the workspace @param {string} name of a package of ours */
export const folderOf = (root, name) => join(root, FOLDERS[name] ?? name.slice("@bobine/".length));

function workspaceVersion(root, name) {
  if (name.startsWith("@bobine/"))
    return JSON.parse(readFileSync(join(folderOf(root, name), "package.json"), "utf8")).version;
  const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  const escaped = name.replaceAll(/[/.]/g, String.raw`\$&`);
  return new RegExp(String.raw`^  "?${escaped}"?: (\d+\.\d+\.\d+)$`, "m").exec(catalog)?.[1];
}
