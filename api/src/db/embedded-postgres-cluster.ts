// The files of the embedded database: where they lie, and their first creation (initdb).
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDataDir, readOrMakeSecret, RESTORE_UNDER_WAY } from "../data-dir.ts";
import {
  type Account,
  accountForNewDatabase,
  accountOfOwner,
  asAccount,
  canTraverse,
} from "./embedded-postgres-account.ts";
import { type Binaries, findBinaries, makeOpenFolder } from "./embedded-postgres-binaries.ts";
import { OperatorProblem } from "../operator-problem.ts";

/** A database that is ready to be started. */
export type Cluster = {
  /** Real path of PostgreSQL's own folder. */
  folder: string;
  account: Account;
  binaries: Binaries;
  password: string;
};

/** The superuser of the embedded database, and the name of the product's database in it. */
export const DATABASE_USER = "bobine";

/** Where root puts what the database's user must reach when DATA_DIR or node_modules is private. */
const PUBLIC_FOLDER = "/var/lib/bobine";

/**
 * Opens the database of `dataDir`, making it if there is none. Several processes may call this at once: each prepares
 * a folder of its own and one rename wins.
 *
 * @param options.isRestore true for the restore that makes the folder: nobody else uses it before that is over
 * @throws {Error} with a sentence for the operator when the folders cannot be used
 */
export async function openCluster(
  dataDir: string,
  { log, isRestore = false }: { readonly log: (line: string) => void; readonly isRestore?: boolean },
): Promise<Cluster> {
  const base = openDataDir(dataDir);
  if (!isRestore && existsSync(join(base, RESTORE_UNDER_WAY)))
    throw new OperatorProblem(
      `A restore into ${base} is under way, failed or was broken off: what is there is not what was backed up. Restore into another folder (npm run ops -- backup restore).`,
    );
  const password = readOrMakeSecret(base, "postgres-password");
  const entry = join(base, "postgres");
  if (!existsSync(join(entry, "PG_VERSION"))) {
    const account = accountForNewDatabase();
    const binaries = findBinaries(account, account.self ? base : PUBLIC_FOLDER, log);
    await createCluster({ base, entry, account, binaries, password, log });
  }
  const folder = realpathSync(entry);
  const account = accountOfOwner(statSync(folder));
  if (account.self === false && process.getuid?.() !== 0) {
    throw new OperatorProblem(
      `${folder} belongs to ${account.name}: start Bobine as that user or as root, or give that folder to this user.`,
    );
  }
  if (!canTraverse(account, folder)) {
    throw new OperatorProblem(
      `The database's user cannot reach ${folder}: one of the folders above it is private.`,
    );
  }
  return {
    folder,
    account,
    binaries: findBinaries(account, account.self ? base : PUBLIC_FOLDER, log),
    password,
  };
}

async function createCluster(options: {
  base: string;
  entry: string;
  account: Account;
  binaries: Binaries;
  password: string;
  log: (line: string) => void;
}): Promise<void> {
  const { base, entry, account, binaries, password, log } = options;
  removeAbandoned(base);
  const inside = canTraverse(account, base);
  let place = base;
  if (!inside) {
    makeOpenFolder(PUBLIC_FOLDER);
    // The name tells which DATA_DIR it serves and is never used twice: a DATA_DIR made anew has a new database.
    place = mkdtempSync(
      join(PUBLIC_FOLDER, `${createHash("sha256").update(base).digest("hex").slice(0, 8)}-`),
    );
    chmodSync(place, 0o755);
  }
  const started = performance.now();
  const fresh = mkdtempSync(join(place, `postgres.new-${process.pid}-`));
  const passwordFile = `${fresh}.password`;
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (!account.self) {
      chownSync(fresh, account.uid, account.gid);
      chownSync(passwordFile, account.uid, account.gid);
    }
    await initdb(binaries, account, fresh, passwordFile);
    if (inside) {
      renameSync(fresh, entry);
    } else {
      const target = join(place, "postgres");
      renameSync(fresh, target);
      symlinkSync(target, entry);
      log(`${base} is private: the database is in ${target} (linked from ${entry}).`);
    }
    log(`Made the database in ${Math.round(performance.now() - started)} ms.`);
  } catch (error) {
    rmSync(inside ? fresh : place, { recursive: true, force: true });
    // Another start has made it in the meantime.
    if (!existsSync(join(entry, "PG_VERSION"))) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function initdb(
  binaries: Binaries,
  account: Account,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const flags = [
    `--pgdata=${folder}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    // French order of words (é beside e, É after é) everywhere, from the ICU in the package: no system locale is needed.
    "--encoding=UTF8",
    "--locale-provider=icu",
    "--icu-locale=fr-FR",
    "--locale=C",
  ];
  try {
    await promisify(execFile)(binaries.initdb, flags, asAccount(account));
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new OperatorProblem(`The database could not be made in ${folder}: ${said || String(error)}`, {
      cause: error,
    });
  }
}

/** Removes what a start that was killed in the middle of initdb has left. */
function removeAbandoned(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      rmSync(join(base, name), { recursive: true, force: true });
  }
}
