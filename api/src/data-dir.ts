// DATA_DIR: the one folder an installation writes in (OPS-2), and the secrets made in it.
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { OperatorProblem } from "./operator-problem.ts";

/** In a DATA_DIR that a restore is still making, or was broken off in: its database is not whole, or not what was asked for. */
export const RESTORE_UNDER_WAY = "restore-under-way";

/** Personal data and secrets: for the account that runs Bobine alone. The embedded database closes its own folder. */
const PRIVATE_FOLDERS = ["files", "outbox", "secrets", "simulators"];

/**
 * Makes DATA_DIR if it is absent, and closes what an earlier version, a copy or a restore left open to other accounts of the machine.
 *
 * @returns its real path
 * @throws {Error} with a sentence for the operator when this user cannot write in it
 */
export function openDataDir(dataDir: string): string {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true });
      // Closed to readers, but the embedded database's user must be able to go through it.
      chmodSync(dataDir, 0o711);
    }
    const folder = realpathSync(dataDir);
    const secrets = join(folder, "secrets");
    if (mkdirSync(secrets, { recursive: true, mode: 0o700 }) !== undefined) giveToOwner(secrets);
    closeToOthers(folder);
    for (const path of [folder, secrets]) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw new OperatorProblem(
      `This user cannot write in DATA_DIR (${dataDir}): ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

function closeToOthers(dataDir: string): void {
  for (const name of PRIVATE_FOLDERS) closeEntry(join(dataDir, name), 0o700);
  const secrets = join(dataDir, "secrets");
  for (const name of readdirSync(secrets)) closeEntry(join(secrets, name), 0o600);
}

/** A link leads to what its owner looks after, and what belongs to another account cannot be changed from here. */
function closeEntry(path: string, mode: number): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || entry.isSymbolicLink() || entry.isDirectory() !== (mode === 0o700)) return;
  const me = process.getuid?.();
  if ((entry.mode & 0o077) !== 0 && (me === 0 || me === entry.uid)) chmodSync(path, mode);
}

/**
 * Gives what a command of root writes in an account's folder to that account, which could not open it (OPS-2). A link is not
 * followed, and a file that has another name stays whose it is: that would give away what stands elsewhere.
 */
export function giveToOwner(path: string): void {
  if (process.getuid?.() !== 0) return;
  const entry = lstatSync(path);
  if (entry.isFile() && entry.nlink > 1) return;
  const { uid, gid } = statSync(dirname(path));
  lchownSync(path, uid, gid);
}

/** Makes a folder, and what is absent above it, for who has the folder in which they begin (OPS-2). */
export async function makeOwnersFolder(path: string, mode?: number): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, ...(mode === undefined ? {} : { mode }) });
  if (first === undefined) return;
  giveToOwner(first);
  const within = relative(first, folder).split(sep).filter(Boolean);
  for (const [depth] of within.entries()) giveToOwner(join(first, ...within.slice(0, depth + 1)));
}

/** A secret of 256 bits (base64url) kept in `DATA_DIR/secrets/<name>`, made on the first call; every process gets the same. */
export function readOrMakeSecret(dataDir: string, name: string): string {
  const file = join(openDataDir(dataDir), "secrets", name);
  if (!existsSync(file)) {
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
    giveToOwner(temporary);
    try {
      // Unlike a rename, a link never replaces the secret that another start has just made.
      linkSync(temporary, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
  }
  return readFileSync(file, "utf8").trim();
}
