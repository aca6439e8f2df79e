// Where the PostgreSQL programs are: in the npm package, or in a copy that the account of the database can reach.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type Account, asAccount } from "./embedded-postgres-account.ts";
import { OperatorProblem } from "../operator-problem.ts";

/** Full paths of the programs used. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string };

/**
 * Finds programs that `account` can run.
 *
 * @param copyFolder where a copy (about 60 MB) goes when the package's own folder is closed to the account
 * @throws {Error} on a platform without a package, or when the programs do not run at all
 */
export function findBinaries(account: Account, copyFolder: string, log: (line: string) => void): Binaries {
  const { folder, version } = findPackage();
  const native = join(folder, "native");
  const hydrated = hydrateSymlinks(folder, folder);
  const own = programsIn(native);
  const first = hydrated ? tryToRun(own, account) : "its shared libraries could not be linked";
  if (first === null) return own;

  const copy = join(copyFolder, `postgres-programs-${version}`);
  const copied = programsIn(join(copy, "native"));
  if (tryToRun(copied, account) === null) return copied;
  log(`The PostgreSQL programs in ${native} cannot be run by the database's user: copying them to ${copy}.`);
  makeOpenFolder(copyFolder);
  const temporary = mkdtempSync(join(copyFolder, "postgres-programs.new-"));
  try {
    cpSync(native, join(temporary, "native"), { recursive: true, verbatimSymlinks: true });
    hydrateSymlinks(folder, temporary);
    spawnSync("chmod", ["-R", "a+rX", temporary]);
    rmSync(copy, { recursive: true, force: true });
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another start may have finished the same copy first.
    if (tryToRun(copied, account) !== null) throw error;
  }
  const second = tryToRun(copied, account);
  if (second !== null)
    throw new OperatorProblem(
      `The embedded PostgreSQL does not run on this machine (${second}). Set DATABASE_URL.`,
    );
  return copied;
}

/** Makes a folder that every account can traverse, whatever the umask; an existing one stays as it is. */
export function makeOpenFolder(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

function findPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version };
  } catch (error) {
    throw new OperatorProblem(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} here: set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function programsIn(native: string): Binaries {
  const bin = join(native, "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), pgCtl: join(bin, "pg_ctl") };
}

/** Runs `postgres --version` as the account; null when it works, else why not. */
function tryToRun(binaries: Binaries, account: Account): string | null {
  const run = spawnSync(binaries.postgres, ["--version"], { ...asAccount(account), encoding: "utf8" });
  if (run.error !== undefined) return run.error.message;
  return run.status === 0 ? null : run.stderr.trim() || `exit code ${run.status}`;
}

/**
 * npm packages carry no symbolic links: this package lists them in a file and makes them in its postinstall script,
 * which we do not run (no dependency runs an install script here). Idempotent.
 *
 * @returns false when a link is missing and cannot be made (a read-only folder)
 */
function hydrateSymlinks(packageFolder: string, into: string): boolean {
  const list = JSON.parse(readFileSync(join(packageFolder, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    if (existsSync(join(into, target))) continue;
    try {
      // Source and target are in one folder, and a relative link survives a move of the whole.
      symlinkSync(basename(source), join(into, target));
    } catch {
      if (!existsSync(join(into, target))) return false;
    }
  }
  return true;
}
