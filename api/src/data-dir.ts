// DATA_DIR: the one folder an installation writes in (DESIGN §3), and the secrets made in it.
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/**
 * Makes DATA_DIR if it is absent.
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
    mkdirSync(secrets, { recursive: true, mode: 0o700 });
    for (const path of [folder, secrets]) accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw new Error(`This user cannot write in DATA_DIR (${dataDir}): ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A secret of 256 bits (base64url) kept in `DATA_DIR/secrets/<name>`, made on the first call; every process gets the same. */
export function readOrMakeSecret(dataDir: string, name: string): string {
  const file = join(openDataDir(dataDir), "secrets", name);
  if (!existsSync(file)) {
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
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
