// PostgreSQL refuses to run as root: this finds, or makes, the unprivileged account that runs it (OPS-3).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { OperatorProblem } from "../operator-problem.ts";

/** Who runs the database: the present user (`self`), or the account that root drops to. */
export type Account = { self: true } | { self: false; uid: number; gid: number; name: string };

/** What goes into the options of `spawn` so that the child runs as `account`. */
export function asAccount(account: Account): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
} {
  // No PG* variable of the operator may reach the server, and its messages stay in English for the parsing below.
  const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", LANG: "C", TZ: "UTC" };
  // The current folder may be closed to the account; "/" is open to everybody.
  return account.self ? { cwd: "/", env } : { uid: account.uid, gid: account.gid, cwd: "/", env };
}

/** True when `account` can go through `path` and every folder above it (asked to the kernel, so that ACLs count). */
export function canTraverse(account: Account, path: string): boolean {
  if (account.self) return true;
  return spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], asAccount(account)).status === 0;
}

/**
 * The account for a new database: the present user, or, for root, `postgres` where it exists, else `bobine`
 * (made with useradd), else `nobody`. initdb wants an entry in the password file, so a bare number will not do.
 *
 * @throws {Error} when the present user has no such entry, or root finds nobody to be.
 */
export function accountForNewDatabase(): Account {
  const passwd = readPasswd();
  if (process.getuid?.() !== 0) {
    const uid = process.getuid?.();
    // The entry may also come from LDAP or the like, which getent knows.
    if (uid !== undefined && ![...passwd.values()].some((user) => user.uid === uid)) {
      const known = spawnSync("getent", ["passwd", String(uid)]);
      if (known.error === undefined && known.status !== 0) {
        throw new OperatorProblem(
          `The embedded PostgreSQL needs a user name, and uid ${uid} has none in the password file. Add one, or set DATABASE_URL.`,
        );
      }
    }
    return { self: true };
  }
  const existing = passwd.get("postgres") ?? passwd.get("bobine") ?? makeAccount() ?? passwd.get("nobody");
  if (existing === undefined || existing.uid === 0) {
    throw new OperatorProblem(
      "PostgreSQL does not run as root and no other user could be made. Start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return { self: false, ...existing };
}

/** The account that runs an existing database: the owner of its folder. */
export function accountOfOwner(owner: { uid: number; gid: number }): Account {
  if (process.getuid?.() === owner.uid) return { self: true };
  return { self: false, uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
}

type PasswdEntry = { uid: number; gid: number; name: string };

function makeAccount(): PasswdEntry | undefined {
  spawnSync("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--home-dir",
    "/nonexistent",
    "--shell",
    "/usr/sbin/nologin",
    "bobine",
  ]);
  return readPasswd().get("bobine");
}

function readPasswd(): Map<string, PasswdEntry> {
  let text = "";
  try {
    text = readFileSync("/etc/passwd", "utf8");
  } catch {
    // No password file: nobody is known.
  }
  const users = new Map<string, PasswdEntry>();
  for (const line of text.split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && uid && gid) users.set(name, { name, uid: Number(uid), gid: Number(gid) });
  }
  return users;
}
