// The server of a released version, as its commit has it, beside the present one.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
/** Version → the commit that kept its data (OPS-8). */
const COMMITS: Readonly<Record<string, string>> = { "0.1.0": "42ae8deea83e9528777ff28d70994a8608e76761" };

export interface OldVersion {
  /** Its `server.ts`. */
  readonly server: string;
  remove(): void;
}

/** @returns undefined where this copy of the repository has not that commit */
export function oldVersion(version: string): OldVersion | undefined {
  const commit = COMMITS[version];
  if (commit === undefined) return undefined;
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", ROOT, ...args], { maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "bobine-old-"));
  execFileSync("tar", ["-x", "-C", folder], {
    input: git("archive", commit, "api", "docs/guide", "package.json"),
  });
  // What it stands on has not changed since: the packages of today, but for its own contract.
  link(join(ROOT, "api/node_modules"), join(folder, "api/node_modules"), ["@bobine"]);
  mkdirSync(join(folder, "api/node_modules/@bobine"));
  symlinkSync(join(folder, "api/contract"), join(folder, "api/node_modules/@bobine/contract"));
  link(join(ROOT, "api/contract/node_modules"), join(folder, "api/contract/node_modules"));
  return {
    server: join(folder, "api/src/server.ts"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function link(from: string, to: string, except: readonly string[] = []): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
}
