// PgBouncer of the machine in transaction mode, before the database of a test.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../tooling/free-port.mjs";
import { loginOf } from "../db/web-role.ts";
import { until } from "./node.testing.ts";

/** Debian puts it where only root's path goes. */
const PATHS = ["pgbouncer", "/usr/sbin/pgbouncer"];
/** It refuses to be root's. */
const NOBODY = 65_534;

/** Why there is no pooler to test with; undefined when there is one. */
export const missingPgBouncerReason = (): string | undefined =>
  program() === undefined
    ? "PgBouncer is not installed on this machine (Debian: apt-get install pgbouncer)"
    : undefined;

const program = (): string | undefined =>
  PATHS.find((path) => spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0);

export interface TestPooler {
  /** The same database and login, through the pooler. */
  readonly url: string;
  /** Ends it at once, and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param options.sessions how many it has on the database, whoever comes
 * @param options.waitSeconds how long it lets wait who gets none
 */
export async function startPgBouncer(
  databaseUrl: string,
  { sessions, waitSeconds = 120 }: { readonly sessions: number; readonly waitSeconds?: number },
): Promise<TestPooler> {
  const pgbouncer = program();
  if (pgbouncer === undefined) throw new Error(missingPgBouncerReason());
  const folder = mkdtempSync(join(tmpdir(), "bobine-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { port: upstream } = new URL(databaseUrl);
  const { name, password } = loginOf(databaseUrl);
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${name}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${upstream}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
query_wait_timeout = ${waitSeconds}
`,
  );
  const isRoot = process.getuid?.() === 0;
  const url = new URL(databaseUrl);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String(port);
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(pgbouncer, ["-q", settings], {
      stdio: ["ignore", "ignore", process.env["TEST_LOG_LEVEL"] ? "inherit" : "ignore"],
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    await until("PgBouncer listens", () => listens(port));
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url: url.href,
    restart: async () => {
      await end("SIGKILL");
      await start();
    },
    stop: async () => {
      await end("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
