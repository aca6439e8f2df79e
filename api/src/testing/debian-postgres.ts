// The oldest PostgreSQL that is supported (OPS-7), of Debian's package, for the time of a run of tests.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../tooling/free-port.mjs";

export const OLDEST_POSTGRES = 15;
const PROGRAMS = `/usr/lib/postgresql/${OLDEST_POSTGRES}/bin`;
/** What servers of that age do not know. */
const YOUNGER = new Set(["scram_iterations"]);

export interface DebianPostgres {
  readonly url: string;
  /** Of its own, with its socket and its log. */
  readonly folder: string;
  /** Its files. */
  readonly data: string;
  readonly port: number;
  /** Of the superuser `postgres`. */
  readonly password: string;
  stop(): Promise<void>;
}

export const missingOldestPostgresReason = (): string | undefined =>
  existsSync(join(PROGRAMS, "postgres"))
    ? undefined
    : `PostgreSQL ${OLDEST_POSTGRES} is not installed (Debian: apt-get install postgresql-${OLDEST_POSTGRES})`;

const isRoot = process.getuid?.() === 0;

/** Runs a program as whoever PostgreSQL's files are of: it refuses to be root's. */
export function asPostgres(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const options = { stdio: "ignore", cwd: "/", env: { ...process.env, ...env } } as const;
  if (isRoot) execFileSync("runuser", ["-u", "postgres", "--", command, ...args], options);
  else execFileSync(command, args, options);
}

/** A folder in which its user may write and others look. */
export function folderOfPostgres(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `bobine-${name}-`));
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  return folder;
}

/**
 * @param settings of the server; those that it is too old for are left out
 * @param files of a server that was there before, as a backup's; without them a new one is made
 * @throws when it is not installed
 */
export async function startOldestPostgres(
  settings: Readonly<Record<string, string>>,
  files?: Pick<DebianPostgres, "data" | "password">,
): Promise<DebianPostgres> {
  const missing = missingOldestPostgresReason();
  if (missing !== undefined) throw new Error(missing);
  const folder = folderOfPostgres("oldest");
  const { data, password } = files ?? newFiles(folder);
  const port = await freePort();
  const own = { port: String(port), unix_socket_directories: folder, listen_addresses: "127.0.0.1" };
  const lines = Object.entries({ ...own, ...settings })
    .filter(([name]) => !YOUNGER.has(name))
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  appendFileSync(join(data, "postgresql.conf"), lines.join(""));
  const control = (...args: string[]): void => asPostgres(join(PROGRAMS, "pg_ctl"), ["-D", data, ...args]);
  control("-l", join(folder, "log"), "-w", "start");
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    folder,
    data,
    port,
    password,
    async stop() {
      control("-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newFiles(folder: string): Pick<DebianPostgres, "data" | "password"> {
  const data = join(folder, "data");
  // Some tests ask whether a password is refused.
  const password = randomBytes(12).toString("hex");
  const file = join(folder, "password");
  writeFileSync(file, password);
  const account = ["-U", "postgres", "-A", "scram-sha-256", "--pwfile", file];
  const locale = ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=fr-FR", "-E", "UTF8"];
  asPostgres(join(PROGRAMS, "initdb"), ["-D", data, ...account, ...locale]);
  return { data, password };
}

const idOf = (which: "-u" | "-g"): number =>
  Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
