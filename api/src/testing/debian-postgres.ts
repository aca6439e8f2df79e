// The oldest PostgreSQL that is supported (OPS-7), of Debian's package, for the time of a run of tests.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../tooling/free-port.mjs";
import { must } from "../domain/must.ts";

export const OLDEST_POSTGRES = 15;
const PROGRAMS = `/usr/lib/postgresql/${OLDEST_POSTGRES}/bin`;
/** What servers of that age do not know. */
const YOUNGER = new Set(["scram_iterations"]);

/**
 * @param settings of the server; those that it is too old for are left out
 * @throws when it is not installed
 */
export async function startOldestPostgres(
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (!existsSync(join(PROGRAMS, "postgres")))
    throw new Error(
      `PostgreSQL ${OLDEST_POSTGRES} is not installed (Debian: apt-get install postgresql-${OLDEST_POSTGRES})`,
    );
  const folder = mkdtempSync(join(tmpdir(), "bobine-oldest-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  const isRoot = process.getuid?.() === 0;
  const runs = (program: string, ...args: string[]): void => {
    const command = join(PROGRAMS, program);
    // It refuses to be root's.
    if (isRoot)
      execFileSync("runuser", ["-u", "postgres", "--", command, ...args], { stdio: "ignore", cwd: "/" });
    else execFileSync(command, args, { stdio: "ignore", cwd: "/" });
  };
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const port = await freePort();
  const given = Object.entries(settings).filter(([name]) => !YOUNGER.has(name));
  // Some tests ask whether a password is refused.
  const password = randomBytes(12).toString("hex");
  const file = join(folder, "password");
  writeFileSync(file, password);
  runs(
    "initdb",
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    "--pwfile",
    file,
    "--locale=C.UTF-8",
    "-E",
    "UTF8",
  );
  const options = [["port", String(port)], ["unix_socket_directories", folder], ...given].map(
    ([name, value]) => `-c ${must(name, "setting")}=${must(value, "value")}`,
  );
  runs("pg_ctl", "-D", data, "-l", join(folder, "log"), "-o", options.join(" "), "-w", "start");
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      runs("pg_ctl", "-D", data, "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const idOf = (which: "-u" | "-g"): number =>
  Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));
